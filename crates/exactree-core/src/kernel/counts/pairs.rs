//! Where the counters of pairs come from.

use super::wheel::Wheel;
use crate::simd::{Counter, Counters, Machine};

/// Gives vectors of pair counters.
pub(super) trait Pairs<M: Machine, C: Counters<M>>: Copy {
    /// How many counters there are.
    fn length(self) -> usize;

    /// # Safety
    /// `place + C::WIDTH` counters are there.
    unsafe fn load(self, machine: M, place: usize) -> C;
}

/// Counters of the cover itself.
#[derive(Clone, Copy)]
pub(super) struct Counted<'a, T>(pub &'a [T]);

/// Counters of the rows of a whole that are not in a part of it, which may be counted in fewer bits.
#[derive(Clone, Copy)]
pub(super) struct Rest<'a, T, N> {
    pub whole: &'a [T],
    pub part: &'a [N],
}

impl<M: Machine, C: Counters<M>> Pairs<M, C> for Counted<'_, C::Lane> {
    #[inline(always)]
    fn length(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    unsafe fn load(self, machine: M, place: usize) -> C {
        // SAFETY: as the caller promises.
        unsafe { C::load_from(machine, self.0.as_ptr().add(place)) }
    }
}

impl<M: Machine, C: Counters<M>, N: Counter> Pairs<M, C> for Rest<'_, C::Lane, N> {
    #[inline(always)]
    fn length(self) -> usize {
        self.whole.len().min(self.part.len())
    }

    #[inline(always)]
    unsafe fn load(self, machine: M, place: usize) -> C {
        // SAFETY: as the caller promises.
        unsafe {
            let whole = C::load_from(machine, self.whole.as_ptr().add(place));
            whole.sub(C::load_narrower(machine, self.part.as_ptr().add(place)))
        }
    }
}

/// Looks at all pairs of the features `first..first + C::WIDTH` with any other.
pub(super) trait Meet<M: Machine, C: Counters<M>> {
    /// `turn` is how far the other is; `place` is where the counters of the pairs are.
    ///
    /// # Safety
    /// `place + C::WIDTH` counters of pairs are there.
    unsafe fn meet(&mut self, machine: M, turn: usize, place: usize);
}

/// Lets the features from `first` on meet all others, in the order of the turns.
#[inline(always)]
pub(super) fn meet_all<M: Machine, C: Counters<M>>(
    machine: M,
    wheel: Wheel,
    first: usize,
    counters: usize,
    meet: &mut impl Meet<M, C>,
) {
    assert!(counters >= wheel.pairs() && first < wheel.features);
    let mut place = first;
    for turn in 1..=wheel.half() {
        place += wheel.stride;
        // SAFETY: `first + C::WIDTH` is within a line, and line `turn` is there.
        unsafe { meet.meet(machine, turn, place) };
    }
    // Beyond half a turn the same pairs come back, seen from the other feature.
    for turn in wheel.half() + 1..wheel.features {
        let place = (wheel.features - turn) * wheel.stride + first + turn;
        // SAFETY: `first + turn + C::WIDTH` is within a line, and line `features - turn` is there.
        unsafe { meet.meet(machine, turn, place) };
    }
}
