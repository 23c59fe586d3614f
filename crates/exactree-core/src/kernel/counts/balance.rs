//! Trees of depth two for two classes.
//!
//! Let the balance of a set of rows be its rows of class 1 less those of class 0. A root leaves P rows of
//! class 1 and N of class 0 on one side. If the child puts class 1 on its yes-side, its errors are the rows of class 0 there and
//! those of class 1 on its no-side: P - b, where b is the balance of the child's yes-side. The other way round it
//! makes N + b errors. So the best child of a root is the one with the largest or the smallest balance: all
//! that is needed of a pair is one number, and of all children of a root their maximum and minimum.

use super::pairs::{Meet, Pairs, meet_all};
use super::wheel::Wheel;
use crate::simd::{Counters, Machine};

/// What is known of each feature of a cover by itself.
pub(super) struct Balances<'a, T> {
    /// Yes-answers of class 0 and of class 1.
    pub yes: [&'a [T]; 2],
    /// Balances of the yes-sides, twice around the wheel.
    pub balance: &'a [T],
    /// Rows of class 0 and of class 1.
    pub rows: [T; 2],
}

/// For each root, the errors of its best trees of depth two: a line of those with one split, then those with at most
/// two, then those with at most three. Both classes fit a counter.
#[inline(always)]
pub(super) fn errors_by_root<M: Machine, C: Counters<M>, P: Pairs<M, C>>(
    machine: M,
    wheel: Wheel,
    pairs: P,
    cover: Balances<C::Lane>,
    errors: &mut [C::Lane],
) {
    let Balances { yes, balance, rows } = cover;
    assert!(balance.len() >= wheel.stride);
    let [all_zeros, all_ones] = rows.map(|rows| C::splat(machine, rows));
    // Zero stands for a leaf in place of a child.
    let leaf = C::splat(machine, C::Lane::default());
    for first in (0..wheel.features).step_by(C::WIDTH) {
        let balance = &balance[first..];
        let mut extremes = Extremes { pairs, balance, yes_most: leaf, yes_least: leaf, no_most: leaf, no_least: leaf };
        meet_all(machine, wheel, first, pairs.length(), &mut extremes);
        let [yes_zeros, yes_ones] = yes.map(|yes| C::load(machine, yes, first));
        let (no_zeros, no_ones) = (all_zeros.sub(yes_zeros), all_ones.sub(yes_ones));
        let yes_child = yes_ones.sub(extremes.yes_most).min(yes_zeros.add(extremes.yes_least));
        let no_child = no_ones.sub(extremes.no_most).min(no_zeros.add(extremes.no_least));
        let (yes_leaf, no_leaf) = (yes_ones.min(yes_zeros), no_ones.min(no_zeros));
        yes_leaf.add(no_leaf).store(errors, first);
        yes_child.add(no_leaf).min(yes_leaf.add(no_child)).store(errors, wheel.stride + first);
        yes_child.add(no_child).store(errors, 2 * wheel.stride + first);
    }
}

/// The largest and the smallest balance of a child's yes-side, on the yes-side and on the no-side of each root.
struct Extremes<'a, P, C, T> {
    pairs: P,
    /// The balance of the first root and of those behind it.
    balance: &'a [T],
    yes_most: C,
    yes_least: C,
    no_most: C,
    no_least: C,
}

impl<M: Machine, C: Counters<M>, P: Pairs<M, C>> Meet<M, C> for Extremes<'_, P, C, C::Lane> {
    #[inline(always)]
    unsafe fn meet(&mut self, machine: M, turn: usize, place: usize) {
        // SAFETY: the counters at `place` are promised; balances go as far as a line does.
        let (yes_yes, child) =
            unsafe { (self.pairs.load(machine, place), C::load_from(machine, self.balance.as_ptr().add(turn))) };
        let no_yes = child.sub(yes_yes);
        self.yes_most = self.yes_most.max(yes_yes);
        self.yes_least = self.yes_least.min(yes_yes);
        self.no_most = self.no_most.max(no_yes);
        self.no_least = self.no_least.min(no_yes);
    }
}
