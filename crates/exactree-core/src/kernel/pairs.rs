//! Where the counters of pairs come from.

use crate::simd::{Counters, Machine};

/// Gives vectors of pair counters.
pub(super) trait Pairs<M: Machine, C: Counters<M>>: Copy {
    fn load(self, machine: M, place: usize) -> C;
}

/// Counters of the cover itself.
#[derive(Clone, Copy)]
pub(super) struct Counted<'a, T>(pub &'a [T]);

/// Counters of the rows of a whole that are not in a part of it.
#[derive(Clone, Copy)]
pub(super) struct Rest<'a, T> {
    pub whole: &'a [T],
    pub part: &'a [T],
}

impl<M: Machine, C: Counters<M>> Pairs<M, C> for Counted<'_, C::Lane> {
    #[inline(always)]
    fn load(self, machine: M, place: usize) -> C {
        C::load(machine, self.0, place)
    }
}

impl<M: Machine, C: Counters<M>> Pairs<M, C> for Rest<'_, C::Lane> {
    #[inline(always)]
    fn load(self, machine: M, place: usize) -> C {
        C::load(machine, self.whole, place).sub(C::load(machine, self.part, place))
    }
}
