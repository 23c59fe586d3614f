//! Counts the rows that each pair of features has in common.

use std::ops::Range;

use super::sheet::Sheet;
use super::wheel::{TURNS, Wheel};
use crate::simd::{Bits, Counters, LINES_PER_BYTE, Machine, Minus, Plain, Plus, count_common};
use crate::stop::{Stop, Stopped};

/// Turns between two looks at the stop condition: about a microsecond's work.
const TURNS_A_LOOK: usize = 16 * TURNS;

/// Lines whose rows count up, and lines whose rows count down.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub plus: Range<usize>,
    pub minus: Range<usize>,
}

/// Counts all pairs: the counter of features `first` and `first + turn`, for each turn up to half, at
/// `turn * stride + first`, twice around the wheel. Neither the rows that count up nor those that count down may be more
/// than a counter can hold.
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
    // Where the counters are bytes themselves, sums need not be taken out of bytes before they overflow.
    let most = if size_of::<C::Lane>() == 1 { usize::MAX } else { LINES_PER_BYTE };
    let (mut plus, mut minus) = (sum.plus, sum.minus);
    let mut first_piece = true;
    loop {
        let (plus_now, minus_now) = (take(&mut plus, most), take(&mut minus, most));
        let last_piece = plus.is_empty() && minus.is_empty();
        let piece = Piece { plus: sheet.lines(plus_now), minus: sheet.lines(minus_now), first_piece, last_piece };
        count_piece::<M, C>(machine, piece, wheel, pairs, stop)?;
        if last_piece {
            return Ok(());
        }
        first_piece = false;
    }
}

/// Takes up to `most` lines from the front.
fn take(lines: &mut Range<usize>, most: usize) -> Range<usize> {
    let taken = lines.start..lines.end.min(lines.start.saturating_add(most));
    lines.start = taken.end;
    taken
}

/// Lines few enough for their counts to fit a byte.
struct Piece<'a> {
    plus: &'a [u8],
    minus: &'a [u8],
    first_piece: bool,
    last_piece: bool,
}

#[inline(always)]
fn count_piece<M: Machine, C: Counters<M>>(
    machine: M,
    piece: Piece,
    wheel: Wheel,
    pairs: &mut [C::Lane],
    stop: &dyn Stop,
) -> Result<(), Stopped> {
    assert!(pairs.len() >= wheel.pairs());
    for first in wheel.last_first(M::Bits::WIDTH) {
        for turn in (1..=wheel.half()).step_by(TURNS) {
            if turn % TURNS_A_LOOK == 1 && stop.should_stop() {
                return Err(Stopped);
            }
            let sums = [M::Bits::zero(machine); TURNS];
            let sums = count_common(piece.plus, wheel.stride, first, turn, machine, sums, Plus);
            let sums = count_common(piece.minus, wheel.stride, first, turn, machine, sums, Minus);
            for (turned, &sum) in sums.iter().enumerate() {
                // The last part first, as for the spans: what one writes beyond the features the next one mends.
                for part in (0..M::Bits::WIDTH / C::WIDTH).rev() {
                    let place = (turn + turned) * wheel.stride + first + part * C::WIDTH;
                    // SAFETY: a line of counters has room for a span that begins at the last feature, once and
                    // `features` places on, and there are `half + TURNS` lines, as just asserted.
                    unsafe {
                        let place = pairs.as_mut_ptr().add(place);
                        let mut counts = C::of_bytes(sum, part);
                        if !piece.first_piece {
                            counts = counts.add(C::load_from(machine, place));
                        }
                        counts.store_to(place);
                        if piece.last_piece {
                            counts.store_to(place.add(wheel.features));
                        }
                    }
                }
            }
        }
    }
    Ok(())
}
