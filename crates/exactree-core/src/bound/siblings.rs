//! Floors for the sides of a node's splits, from the sides already solved.
//!
//! Taking rows away from a cover takes away at most their mass: opt(A) >= opt(B) - |B \ A|, because the
//! best tree for A costs at most |B \ A| more on B (Demirovic et al. 2022, the similarity bound). With a
//! least leaf size that only holds if B has all rows of A: without some of them a leaf of A's tree may be too small
//! to be a leaf of one for B. Within one node the rows that two sides differ in are known from pairs of features, so each
//! solved split is compared with all the others, yes-sides with no-sides too, at a few instructions each.
//!
//! Where there are no masses, floors are only learned of the sides themselves.

use crate::cost::Cost;
use crate::objective::Objective;
use crate::rows::{Block, Side};
use crate::simd::{self, Job, Level, Machine};

/// What is known of the sides of each split of a cover.
#[derive(Clone, Debug, Default)]
pub(crate) struct Siblings<C> {
    /// The mass of the cover.
    mass: C,
    /// How much of a side's mass may be missing in another that gives it a floor.
    most_missing: C,
    /// What rounding may add to a cost or take away.
    slack: C,
    per_split: C,
    /// What the splits of a side's tree may cost together.
    splits_at_most: C,
    /// The mass on the yes-side of each feature; empty where there are no masses.
    yes_mass: Vec<C>,
    /// A floor for the yes-side of each feature, and for the no-side.
    pub yes: Vec<C>,
    pub no: Vec<C>,
}

/// A split whose sides have been searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Searched<'a, C> {
    /// Floors of its two sides.
    pub yes: C,
    pub no: C,
    /// The side that `common` speaks of, its mass, and how much of it answers yes to each feature.
    pub side: Side,
    pub side_mass: C,
    pub common: &'a [C],
}

/// More splits than that are not reckoned up: their prices could pass what a cost holds.
const FEW_SPLITS: usize = 1 << 10;

impl<C: Cost> Siblings<C> {
    /// `any_leaf` says whether leaves may be as small as can be, and `splits` how many a side's tree may have.
    pub fn of<O: Objective<Cost = C>>(
        objective: &O,
        block: &Block,
        any_leaf: bool,
        per_split: C,
        splits: usize,
    ) -> Self {
        let features = block.features().len();
        let are_few = per_split == C::default() || splits <= FEW_SPLITS;
        let splits_at_most = if are_few { per_split.times(splits as u32) } else { C::MOST };
        let floors = |side| (0..features).map(|feature| objective.lost_of(block, feature, side)).collect();
        let mut siblings =
            Siblings { per_split, splits_at_most, yes: floors(Side::Yes), no: floors(Side::No), ..Siblings::default() };
        if let Some(masses) = objective.masses() {
            siblings.most_missing = if any_leaf { C::MOST } else { C::default() };
            siblings.slack = masses.slack();
            siblings.yes_mass = (0..features).map(|feature| masses.mass_of(block, feature, Side::Yes)).collect();
            siblings.mass = masses.mass_of(block, 0, Side::Yes) + masses.mass_of(block, 0, Side::No);
        }
        siblings
    }

    pub fn yes(&self, feature: usize) -> C {
        self.yes[feature]
    }

    pub fn no(&self, feature: usize) -> C {
        self.no[feature]
    }

    /// A cost that no tree whose root asks this feature goes below.
    pub fn floor(&self, feature: usize) -> C {
        self.yes[feature] + self.no[feature] + self.per_split
    }

    /// What is added to the floors of the sides.
    pub fn per_split(&self) -> C {
        self.per_split
    }

    /// Learns a floor of the whole cover, for trees as large as those of its sides.
    pub fn learn_whole(&mut self, floor: C) {
        let floor = floor.less(self.slack);
        for ((yes, no), &yes_mass) in self.yes.iter_mut().zip(&mut self.no).zip(&self.yes_mass) {
            *yes = (*yes).max(floor.less(self.mass - yes_mass));
            *no = (*no).max(floor.less(yes_mass));
        }
    }

    /// Learns from a searched split what it says of all others.
    pub fn learn(&mut self, searched: Searched<C>, level: Level) {
        simd::run(level, Learn { siblings: self, searched });
    }
}

struct Learn<'a, C> {
    siblings: &'a mut Siblings<C>,
    searched: Searched<'a, C>,
}

impl<C: Cost> Job for Learn<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Learn { siblings, searched } = self;
        let Searched { yes, no, side, side_mass, common } = searched;
        // Floors of the side that `common` speaks of, and of the other.
        let (this, other) = if side == Side::Yes { (yes, no) } else { (no, yes) };
        let (this, other) = (this.less(siblings.slack), other.less(siblings.slack));
        let features = siblings.yes_mass.len();
        let mass = siblings.mass;
        let most_missing = siblings.most_missing;
        let zero = C::default();
        let floor = |of_source: C, only_in_source: C, missing: C| {
            if missing > most_missing { zero } else { of_source.less(only_in_source) }
        };
        // The two sides have no row in common, and neither have their floors. But a tree pays once for splits that both
        // floors may count.
        let splits = siblings.splits_at_most;
        let both_floors = |one: C, two: C| one.max(two).max((one + two).less(splits));
        let both = &common[..features];
        let yes_mass = &siblings.yes_mass[..features];
        let yes = &mut siblings.yes[..features];
        let no = &mut siblings.no[..features];
        for feature in 0..features {
            let both = both[feature];
            let only_other = yes_mass[feature] - both;
            let only_this = side_mass - both;
            let neither = mass - side_mass - only_other;
            let for_yes = both_floors(floor(this, only_this, only_other), floor(other, neither, both));
            let for_no = both_floors(floor(this, both, neither), floor(other, only_other, only_this));
            yes[feature] = yes[feature].max(for_yes);
            no[feature] = no[feature].max(for_no);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cover of mass ten, with a mass of four on the yes-side of one feature, six on the other's, and three on both.
    fn siblings() -> Siblings<u64> {
        let (yes_mass, yes, no) = (vec![4, 6], vec![0; 2], vec![0; 2]);
        Siblings { mass: 10, most_missing: u64::MAX, yes_mass, yes, no, ..Siblings::default() }
    }

    /// What is known after the first feature's split has been searched.
    fn after_the_first(mut siblings: Siblings<u64>, yes: u64, no: u64) -> [Vec<u64>; 2] {
        let searched = Searched { yes, no, side: Side::Yes, side_mass: 4, common: &[4, 3] };
        siblings.learn(searched, Level::best());
        [siblings.yes, siblings.no]
    }

    #[test]
    fn a_side_costs_at_least_what_another_does_less_the_mass_it_has_not() {
        assert_eq!(after_the_first(siblings(), 4, 0), [[4, 3], [0, 1]]);
        assert_eq!(after_the_first(siblings(), 0, 5), [[0, 2], [5, 2]]);
        let mut siblings = siblings();
        siblings.learn_whole(9);
        assert_eq!([siblings.yes, siblings.no], [[3, 5], [5, 3]]);
    }

    #[test]
    fn rounding_makes_no_floor_too_high() {
        let rounded = || Siblings { slack: 2, ..siblings() };
        assert_eq!(after_the_first(rounded(), 4, 0), [[2, 1], [0, 0]]);
        assert_eq!(after_the_first(rounded(), 0, 5), [[0, 0], [3, 0]]);
        let mut siblings = rounded();
        siblings.learn_whole(9);
        assert_eq!([siblings.yes, siblings.no], [[1, 3], [3, 1]]);
    }

    #[test]
    fn floors_of_both_sides_add_up_but_for_splits_they_may_share() {
        let [yes, _] = after_the_first(siblings(), 4, 5);
        assert_eq!(yes[1], 3 + 2);
        let [yes, _] = after_the_first(Siblings { splits_at_most: 1, ..siblings() }, 4, 5);
        assert_eq!(yes[1], 3 + 2 - 1);
        let [yes, _] = after_the_first(Siblings { splits_at_most: 9, ..siblings() }, 4, 5);
        assert_eq!(yes[1], 3);
    }

    #[test]
    fn where_leaves_have_a_least_size_only_a_side_with_all_the_rows_of_another_has_its_floor() {
        let tight = Siblings { most_missing: 0, ..siblings() };
        assert_eq!(after_the_first(tight, 4, 5), [[4, 0], [5, 0]]);
    }
}
