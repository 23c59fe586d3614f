//! Pairs of features, arranged as a wheel.
//!
//! The features stand in a circle. Turning it by `turn` places puts feature `i + turn` opposite feature
//! `i`, so a vector of neighbours meets a vector of neighbours: pairs are counted many at a time,
//! every unordered pair comes up in the first half turn, and nothing is ever shuffled. Turning is
//! reading from another place, for which everything on the wheel is written twice in a row.

use crate::simd::LINES_PER_BYTE;

/// The measures of a wheel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wheel {
    pub features: usize,
    /// From one line (of bits, or of counters) to the next.
    pub stride: usize,
}

/// How many turns are counted together.
pub(super) const TURNS: usize = 4;

impl Wheel {
    pub fn new(features: usize) -> Self {
        // A vector of up to 64 may start at the last of the features, turned by the last of the turns.
        let stride = (2 * features + 64 + TURNS).next_multiple_of(64);
        Wheel { features, stride }
    }

    /// The last turn that brings up new pairs.
    pub fn half(self) -> usize {
        self.features / 2
    }

    /// How many counters all pairs take.
    pub fn pairs(self) -> usize {
        (self.half() + TURNS) * self.stride
    }

    /// Where the counter of features `first` and `first + turn` stands, for a turn within the first half.
    #[inline(always)]
    pub fn place_of_turn(self, first: usize, turn: usize) -> usize {
        turn * self.stride + first
    }

    /// The same for any turn but a full one; the counters of the features' neighbours follow.
    #[inline(always)]
    pub fn place(self, first: usize, turn: usize) -> usize {
        if turn <= self.half() {
            self.place_of_turn(first, turn)
        } else {
            // The same pair, seen from the other feature.
            (self.features - turn) * self.stride + first + turn
        }
    }

    /// Writes what stands once on each of `lines` lines a second time.
    pub fn double<T: Copy>(self, lines: &mut [T]) {
        for line in lines.chunks_exact_mut(self.stride) {
            line.copy_within(..self.features, self.features);
        }
    }
}

/// A range cut into pieces short enough for counting in bytes.
pub(super) fn pieces(lines: std::ops::Range<usize>) -> impl Iterator<Item = std::ops::Range<usize>> {
    let end = lines.end;
    lines.step_by(LINES_PER_BYTE).map(move |start| start..end.min(start + LINES_PER_BYTE))
}
