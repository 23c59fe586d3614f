//! What the best trees of depth two gain.
//!
//! The four cells of a pair of features are priced once, and serve twice: each of the two features is the root once and
//! the child once. For every root the best child under each of its sides is kept.

use super::cells::{No, NoNo, NoYes, Pair, Yes, YesNo, YesYes, plus};
use super::pairs::Pairs;
use super::pricing::{Channels, LANES, Lanes, OneLeaf, Pricing};
use crate::simd::Machine;

/// A tree that is not allowed gains this.
const NEVER: f64 = f64::NEG_INFINITY;

/// The most that trees gain, over all and by their root.
#[derive(Clone, Debug, Default)]
pub(super) struct Gains {
    features: usize,
    /// Sums over the yes-side of the root that meets others, in every lane.
    root_yes: Vec<Lanes>,
    /// The most that a child gains on the yes-side and on the no-side of each root.
    children: [Vec<Lanes>; 2],
    /// What each root gains with one split, with at most two, and with at most three.
    by_root: [Vec<Lanes>; 3],
    /// What a leaf gains.
    leaf: f64,
}

impl Gains {
    /// Finds what trees gain whose leaves all come to `least` in the last channels.
    #[inline(always)]
    pub fn find<M: Machine, P: Pricing>(&mut self, machine: M, pricing: &P, least: &[f64], pairs: impl Pairs) {
        let groups = pairs.groups();
        self.features = pairs.features();
        for children in &mut self.children {
            children.clear();
            children.resize(groups, [NEVER; LANES]);
        }
        [self.leaf] = pricing.gain(&OneLeaf(|channel| pairs.total(channel)));
        for root in 0..self.features {
            self.meet_others(machine, pricing, least, pairs, root);
        }
        self.add_up(machine, pricing, least, pairs);
    }

    /// Lets a root meet all features from its own group on.
    #[inline(always)]
    fn meet_others<M: Machine, P: Pricing>(
        &mut self,
        machine: M,
        pricing: &P,
        least: &[f64],
        pairs: impl Pairs,
        root: usize,
    ) {
        let own = root / LANES;
        self.root_yes.clear();
        self.root_yes.extend((0..pairs.channels()).map(|channel| [pairs.yes(channel, own)[root % LANES]; LANES]));
        let [mut yes_most, mut no_most] = [[NEVER; LANES]; 2];
        for group in own..pairs.groups() {
            let pair = Pair { pairs, root, root_yes: &self.root_yes, group };
            let cells = [
                worth(pricing, least, pairs, YesYes(pair)),
                worth(pricing, least, pairs, YesNo(pair)),
                worth(pricing, least, pairs, NoYes(pair)),
                worth(pricing, least, pairs, NoNo(pair)),
            ];
            let [yes_yes, yes_no, no_yes, no_no] = cells;
            yes_most = machine.most(yes_most, plus(yes_yes, yes_no));
            no_most = machine.most(no_most, plus(no_yes, no_no));
            let [of_yes, of_no] = &mut self.children;
            of_yes[group] = machine.most(of_yes[group], plus(yes_yes, no_yes));
            of_no[group] = machine.most(of_no[group], plus(yes_no, no_no));
        }
        for (children, most) in self.children.iter_mut().zip([yes_most, no_most]) {
            let child = &mut children[own][root % LANES];
            *child = most.into_iter().fold(*child, greater);
        }
    }

    /// Puts roots and children together.
    #[inline(always)]
    fn add_up<M: Machine, P: Pricing>(&mut self, machine: M, pricing: &P, least: &[f64], pairs: impl Pairs) {
        self.by_root.iter_mut().for_each(Vec::clear);
        for group in 0..pairs.groups() {
            let [yes_leaf, no_leaf] =
                [worth(pricing, least, pairs, Yes { pairs, group }), worth(pricing, least, pairs, No { pairs, group })];
            let [yes_child, no_child] = [self.children[0][group], self.children[1][group]];
            let one = plus(yes_leaf, no_leaf);
            let two = machine.most(one, machine.most(plus(yes_child, no_leaf), plus(yes_leaf, no_child)));
            let three = machine.most(two, plus(yes_child, no_child));
            for (by_root, gains) in self.by_root.iter_mut().zip([one, two, three]) {
                by_root.push(gains);
            }
        }
    }

    /// The most that trees gain with at most 0, 1, 2 and 3 splits.
    pub fn most(&self) -> [f64; 4] {
        let best = |splits: usize| self.of_roots(splits).iter().copied().fold(self.leaf, greater);
        [self.leaf, best(1), best(2), best(3)]
    }

    /// The same for one root; of no split it says what it says of one.
    pub fn of_root(&self, root: usize) -> [f64; 4] {
        [1, 1, 2, 3].map(|splits| self.of_roots(splits)[root])
    }

    fn of_roots(&self, splits: usize) -> &[f64] {
        &self.by_root[splits - 1].as_flattened()[..self.features]
    }
}

/// What leaves gain, if they have enough rows.
#[inline(always)]
fn worth<P: Pricing>(pricing: &P, least: &[f64], pairs: impl Pairs, sums: impl Channels<LANES>) -> Lanes {
    let mut gains = pricing.gain(&sums);
    let first = pairs.channels() - least.len();
    for (channel, &least) in least.iter().enumerate() {
        let held = sums.sum(first + channel);
        gains.iter_mut().zip(held).for_each(|(gain, held)| *gain = if held < least { NEVER } else { *gain });
    }
    gains
}

/// As fast as can be: neither is NaN.
#[inline(always)]
fn greater(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}
