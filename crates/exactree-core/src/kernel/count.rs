//! Counts the rows that each pair of features has in common.

use std::ops::Range;

use super::sheet::Sheet;
use super::wheel::{TURNS, Wheel, pieces};
use crate::simd::{Bits, Counters, Machine, Minus, Plain, Plus, count_common};
use crate::stop::{Stop, Stopped};

/// Lines whose rows count up, and lines whose rows count down.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub plus: Range<usize>,
    pub minus: Range<usize>,
}

/// Counts all pairs; the counter of a pair is at [`Wheel::place`]. Neither the rows that count up nor those that
/// count down may be more than a counter can hold.
#[inline(always)]
pub(super) fn count_pairs<M: Machine, C: Counters<M>>(
    machine: M,
    sheet: &Sheet,
    wheel: Wheel,
    sum: Sum,
    pairs: &mut [C::Lane],
    stop: &dyn Stop,
) -> Result<(), Stopped>
where
    C::Lane: Plain,
{
    pairs.fill(C::Lane::default());
    if size_of::<C::Lane>() == 1 {
        // The counters are as narrow as the counts on the way to them, so one pass is enough.
        count_piece::<M, C>(machine, sheet.lines(sum.plus), sheet.lines(sum.minus), wheel, pairs);
    } else {
        for plus in pieces(sum.plus) {
            count_piece::<M, C>(machine, sheet.lines(plus), &[], wheel, pairs);
            if stop.should_stop() {
                return Err(Stopped);
            }
        }
        for minus in pieces(sum.minus) {
            count_piece::<M, C>(machine, &[], sheet.lines(minus), wheel, pairs);
            if stop.should_stop() {
                return Err(Stopped);
            }
        }
    }
    wheel.double(pairs);
    Ok(())
}

/// Adds or takes away the counts of one piece of the lines; both at once where the counters are bytes.
#[inline(always)]
fn count_piece<M: Machine, C: Counters<M>>(machine: M, plus: &[u8], minus: &[u8], wheel: Wheel, pairs: &mut [C::Lane]) {
    for first in (0..wheel.features).step_by(M::Bits::WIDTH) {
        for turn in (1..=wheel.half()).step_by(TURNS) {
            let sums = [M::Bits::zero(machine); TURNS];
            let added = count_common(plus, wheel.stride, first, turn, machine, sums, Plus);
            if size_of::<C::Lane>() == 1 {
                let sums = count_common(minus, wheel.stride, first, turn, machine, added, Minus);
                for (turned, &sum) in sums.iter().enumerate() {
                    let to = &mut pairs[wheel.place_of_turn(first, turn + turned)..][..M::Bits::WIDTH];
                    // SAFETY: `to` has `WIDTH` counters.
                    unsafe { C::add_bytes(machine, sum, to.as_mut_ptr()) };
                }
            } else {
                let taken = count_common(minus, wheel.stride, first, turn, machine, sums, Plus);
                for turned in 0..TURNS {
                    let to = &mut pairs[wheel.place_of_turn(first, turn + turned)..][..M::Bits::WIDTH];
                    // SAFETY: `to` has `WIDTH` counters.
                    unsafe {
                        if minus.is_empty() {
                            C::add_bytes(machine, added[turned], to.as_mut_ptr());
                        } else {
                            C::sub_bytes(machine, taken[turned], to.as_mut_ptr());
                        }
                    }
                }
            }
        }
    }
}
