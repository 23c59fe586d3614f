//! Floors for the sides of a node's splits, from the sides already solved.
//!
//! Taking rows away from a cover takes away at most as many errors: opt(A) >= opt(B) - |B \ A|, because the
//! best tree for A makes at most |B \ A| errors more on B (Demirovic et al. 2022, the similarity bound). With a
//! least leaf size that only holds if B has all rows of A: without some of them a leaf of A's tree may be too small
//! to be a leaf of one for B. Within one node the rows that two sides differ in are known from the counts of pairs of features, so each
//! solved split is compared with all the others, yes-sides with no-sides too, at a few instructions each.

use crate::rows::{Block, Side};
use crate::simd::{self, Job, Level, Machine};

/// What is known of the sides of each split of a cover.
#[derive(Clone, Debug, Default)]
pub(crate) struct Siblings {
    rows: u32,
    /// How many rows of a side may be missing in another that gives it a floor.
    most_missing: u32,
    /// Rows on the yes-side of each feature.
    yes_rows: Vec<u32>,
    /// A floor for the yes-side of each feature, and for the no-side.
    pub yes: Vec<u32>,
    pub no: Vec<u32>,
}

/// A split whose sides have been searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Searched<'a> {
    /// Floors of its two sides.
    pub yes: u32,
    pub no: u32,
    /// The side that `common` speaks of, and how many of its rows answer yes to each feature.
    pub side: Side,
    pub side_rows: u32,
    pub common: &'a [u32],
}

impl Siblings {
    pub fn of(block: &Block, min_leaf: u32) -> Self {
        let features = block.features().len();
        Siblings {
            rows: block.rows(),
            most_missing: if min_leaf > 1 { 0 } else { u32::MAX },
            yes_rows: (0..features).map(|feature| block.rows_of(feature, Side::Yes)).collect(),
            yes: (0..features).map(|feature| block.lost_rows_of(feature, Side::Yes)).collect(),
            no: (0..features).map(|feature| block.lost_rows_of(feature, Side::No)).collect(),
        }
    }

    pub fn yes(&self, feature: usize) -> u32 {
        self.yes[feature]
    }

    pub fn no(&self, feature: usize) -> u32 {
        self.no[feature]
    }

    /// By how many rows one side of a split is larger than the other.
    pub fn unevenness(&self, feature: usize) -> u32 {
        (2 * self.yes_rows[feature]).abs_diff(self.rows)
    }

    /// A cost that no tree whose root asks this feature goes below.
    pub fn floor(&self, feature: usize) -> u32 {
        self.yes[feature] + self.no[feature]
    }

    /// Learns a floor of the whole cover, for trees as deep as those of its sides.
    pub fn learn_whole(&mut self, floor: u32) {
        for ((yes, no), &yes_rows) in self.yes.iter_mut().zip(&mut self.no).zip(&self.yes_rows) {
            *yes = (*yes).max(floor.saturating_sub(self.rows - yes_rows));
            *no = (*no).max(floor.saturating_sub(yes_rows));
        }
    }

    /// Learns floors of the sides of one feature.
    pub fn learn_sides(&mut self, feature: usize, yes: u32, no: u32) {
        self.yes[feature] = self.yes[feature].max(yes);
        self.no[feature] = self.no[feature].max(no);
    }

    /// Learns from a searched split what it says of all others.
    pub fn learn(&mut self, searched: Searched, level: Level) {
        simd::run(level, Learn { siblings: self, searched });
    }
}

struct Learn<'a> {
    siblings: &'a mut Siblings,
    searched: Searched<'a>,
}

impl Job for Learn<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Learn { siblings, searched } = self;
        let Searched { yes, no, side, side_rows, common } = searched;
        // Floors of the side that was counted, and of the other.
        let (this, other) = if side == Side::Yes { (yes, no) } else { (no, yes) };
        let features = siblings.yes_rows.len();
        let rows = siblings.rows;
        let most_missing = siblings.most_missing;
        let floor = |of_source: u32, only_in_source: u32, missing: u32| {
            if missing > most_missing { 0 } else { of_source.saturating_sub(only_in_source) }
        };
        // The two sides have no row in common, and neither have their floors.
        let both_floors = |one: u32, two: u32| if most_missing == 0 { one.max(two) } else { one + two };
        let both = &common[..features];
        let yes_rows = &siblings.yes_rows[..features];
        let yes = &mut siblings.yes[..features];
        let no = &mut siblings.no[..features];
        for feature in 0..features {
            let both = both[feature];
            let only_other = yes_rows[feature] - both;
            let only_this = side_rows - both;
            let neither = rows - side_rows - only_other;
            let for_yes = both_floors(floor(this, only_this, only_other), floor(other, neither, both));
            let for_no = both_floors(floor(this, both, neither), floor(other, only_other, only_this));
            yes[feature] = yes[feature].max(for_yes);
            no[feature] = no[feature].max(for_no);
        }
    }
}
