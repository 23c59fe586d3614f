//! What the best trees of depth two gain.
//!
//! The four cells of a pair of features are priced once, and serve twice: each of the two features is the root once and
//! the child once. For every root the best child under each of its sides is kept.

use super::pairs::Pairs;
use super::pricing::{LANES, Lanes, Pricing};

/// A tree that is not allowed gains this.
const NEVER: f64 = f64::NEG_INFINITY;

/// The most that trees gain, over all and by their root.
#[derive(Clone, Debug, Default)]
pub(super) struct Gains {
    features: usize,
    /// The most that a child gains on the yes-side and on the no-side of each root.
    children: [Vec<Lanes>; 2],
    /// What each root gains with one split, with at most two, and with at most three.
    by_root: [Vec<Lanes>; 3],
    /// What a leaf gains.
    leaf: f64,
}

impl Gains {
    /// Finds what trees gain whose leaves all have `min_leaf` rows; where that is more than one, the last channel
    /// counts rows.
    #[inline(always)]
    pub fn find<P: Pricing>(&mut self, pricing: &P, min_leaf: u32, pairs: impl Pairs) {
        let groups = pairs.groups();
        self.features = pairs.features();
        for children in &mut self.children {
            children.clear();
            children.resize(groups, [NEVER; LANES]);
        }
        let least = (min_leaf > 1).then_some(f64::from(min_leaf));
        self.leaf = pricing.gain(|channel| [pairs.total(channel)])[0];
        for root in 0..self.features {
            self.meet_others(pricing, least, pairs, root);
        }
        self.add_up(pricing, least, pairs);
    }

    /// Lets a root meet all features from its own group on.
    #[inline(always)]
    fn meet_others<P: Pricing>(&mut self, pricing: &P, least: Option<f64>, pairs: impl Pairs, root: usize) {
        let own = root / LANES;
        let root_yes = |channel: usize| [pairs.yes(channel, own)[root % LANES]; LANES];
        let [mut yes_most, mut no_most] = [[NEVER; LANES]; 2];
        for group in own..pairs.groups() {
            let yes_yes = |channel: usize| pairs.both(channel, root, group);
            let yes_no = |channel: usize| minus(root_yes(channel), yes_yes(channel));
            let no_yes = |channel: usize| minus(pairs.yes(channel, group), yes_yes(channel));
            let no_no =
                |channel: usize| minus(minus([pairs.total(channel); LANES], root_yes(channel)), no_yes(channel));
            let cells = [
                worth(pricing, least, pairs, yes_yes),
                worth(pricing, least, pairs, yes_no),
                worth(pricing, least, pairs, no_yes),
                worth(pricing, least, pairs, no_no),
            ];
            let [yes_yes, yes_no, no_yes, no_no] = cells;
            yes_most = most(yes_most, plus(yes_yes, yes_no));
            no_most = most(no_most, plus(no_yes, no_no));
            let [of_yes, of_no] = &mut self.children;
            of_yes[group] = most(of_yes[group], plus(yes_yes, no_yes));
            of_no[group] = most(of_no[group], plus(yes_no, no_no));
        }
        for (children, most) in self.children.iter_mut().zip([yes_most, no_most]) {
            let child = &mut children[own][root % LANES];
            *child = most.into_iter().fold(*child, f64::max);
        }
    }

    /// Puts roots and children together.
    #[inline(always)]
    fn add_up<P: Pricing>(&mut self, pricing: &P, least: Option<f64>, pairs: impl Pairs) {
        self.by_root.iter_mut().for_each(Vec::clear);
        for group in 0..pairs.groups() {
            let yes = |channel: usize| pairs.yes(channel, group);
            let no = |channel: usize| minus([pairs.total(channel); LANES], yes(channel));
            let [yes_leaf, no_leaf] = [worth(pricing, least, pairs, yes), worth(pricing, least, pairs, no)];
            let [yes_child, no_child] = [self.children[0][group], self.children[1][group]];
            let one = plus(yes_leaf, no_leaf);
            let two = most(one, most(plus(yes_child, no_leaf), plus(yes_leaf, no_child)));
            let three = most(two, plus(yes_child, no_child));
            for (by_root, gains) in self.by_root.iter_mut().zip([one, two, three]) {
                by_root.push(gains);
            }
        }
    }

    /// The most that trees gain with at most 0, 1, 2 and 3 splits.
    pub fn most(&self) -> [f64; 4] {
        let best = |splits: usize| self.of_roots(splits).iter().copied().fold(self.leaf, f64::max);
        [self.leaf, best(1), best(2), best(3)]
    }

    /// The same for each root; of no split it says what it says of one.
    pub fn by_root(&self) -> impl Iterator<Item = [f64; 4]> {
        (0..self.features).map(|root| [1, 1, 2, 3].map(|splits| self.of_roots(splits)[root]))
    }

    fn of_roots(&self, splits: usize) -> &[f64] {
        &self.by_root[splits - 1].as_flattened()[..self.features]
    }
}

/// What leaves gain, if they have enough rows.
#[inline(always)]
fn worth<P: Pricing>(pricing: &P, least: Option<f64>, pairs: impl Pairs, sums: impl Fn(usize) -> Lanes) -> Lanes {
    let mut gains = pricing.gain(&sums);
    if let Some(least) = least {
        let rows = sums(pairs.channels() - 1);
        gains.iter_mut().zip(rows).for_each(|(gain, rows)| *gain = if rows < least { NEVER } else { *gain });
    }
    gains
}

#[inline(always)]
fn plus(one: Lanes, two: Lanes) -> Lanes {
    std::array::from_fn(|lane| one[lane] + two[lane])
}

#[inline(always)]
fn minus(one: Lanes, two: Lanes) -> Lanes {
    std::array::from_fn(|lane| one[lane] - two[lane])
}

#[inline(always)]
fn most(one: Lanes, two: Lanes) -> Lanes {
    std::array::from_fn(|lane| if one[lane] > two[lane] { one[lane] } else { two[lane] })
}
