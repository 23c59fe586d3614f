//! Pairs of features, arranged as a wheel.
//!
//! The features stand in a circle. Turning it by `turn` places puts feature `i + turn` opposite feature
//! `i`, so a vector of neighbours meets a vector of neighbours: pairs are counted many at a time,
//! every unordered pair comes up in the first half turn, and nothing is ever shuffled. Turning is
//! reading from another place, for which everything on the wheel is written twice in a row.

/// The measures of a wheel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wheel {
    pub features: usize,
    /// From one line (of bits, or of counters) to the next.
    pub stride: usize,
}

/// How many turns are counted together.
pub(super) const TURNS: usize = 4;

/// How many features are written at a time, by vectors of any width.
pub(super) const SPAN: usize = 64;

impl Wheel {
    pub fn new(features: usize) -> Self {
        // A span may start at the last of the features, turned by the last of the turns.
        let stride = (2 * features + SPAN + TURNS).next_multiple_of(SPAN);
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

    /// Where the features of each vector of `width` start, the last first.
    ///
    /// A line is written vector by vector, each at its place and again `features` places on. The last vector
    /// writes beyond the features, to where the first one is written a second time; so it comes first.
    pub fn last_first(self, width: usize) -> impl Iterator<Item = usize> {
        (0..self.features).step_by(width).rev()
    }
}
