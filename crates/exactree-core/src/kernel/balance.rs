//! Trees of depth two for two classes.
//!
//! Let the balance of a set of rows be its rows of class 1 less those of class 0. A root leaves rows P of
//! class 1 and N of class 0 on one side. If the child puts class 1 on its yes-side, its errors are the rows of class 0 there and
//! those of class 1 on its no-side: P - b, where b is the balance of the child's yes-side. The other way round it
//! makes N + b errors. So the best child of a root is the one with the largest or the smallest balance: all
//! that is needed of a pair is one number, and of all children of a root their maximum and minimum.

use super::pairs::Pairs;
use super::wheel::Wheel;
use crate::simd::{Counters, Machine};

/// What is known of each feature of a cover by itself.
pub(super) struct Balances<'a, T> {
    /// Yes-answers of class 0 and of class 1, once around the wheel.
    pub yes: [&'a [T]; 2],
    /// Balances of the yes-sides, twice around the wheel.
    pub balance: &'a [T],
    /// Rows of class 0 and of class 1.
    pub rows: [T; 2],
}

/// For each root, the errors of its best tree of depth two. Both classes fit a counter.
#[inline(always)]
pub(super) fn errors_by_root<M: Machine, C: Counters<M>>(
    machine: M,
    wheel: Wheel,
    pairs: impl Pairs<M, C>,
    cover: Balances<C::Lane>,
    errors: &mut [C::Lane],
) {
    let Balances { yes, balance, rows } = cover;
    let [all_zeros, all_ones] = rows.map(|rows| C::splat(machine, rows));
    for first in (0..wheel.features).step_by(C::WIDTH) {
        // Zero stands for a leaf in place of a child.
        let mut yes_most = C::splat(machine, C::Lane::default());
        let (mut yes_least, mut no_most, mut no_least) = (yes_most, yes_most, yes_most);
        for turn in 1..wheel.features {
            let yes_yes = pairs.load(machine, wheel.place(first, turn));
            let no_yes = C::load(machine, balance, first + turn).sub(yes_yes);
            yes_most = yes_most.max(yes_yes);
            yes_least = yes_least.min(yes_yes);
            no_most = no_most.max(no_yes);
            no_least = no_least.min(no_yes);
        }
        let [yes_zeros, yes_ones] = yes.map(|yes| C::load(machine, yes, first));
        let (no_zeros, no_ones) = (all_zeros.sub(yes_zeros), all_ones.sub(yes_ones));
        let yes_side = yes_ones.sub(yes_most).min(yes_zeros.add(yes_least));
        let no_side = no_ones.sub(no_most).min(no_zeros.add(no_least));
        yes_side.add(no_side).store(errors, first);
    }
}
