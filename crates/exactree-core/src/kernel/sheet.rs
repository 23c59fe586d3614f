//! The rows of a cover as lines of bytes on a wheel: byte `f` of a line has feature `f`'s answers in eight
//! rows.

use std::ops::Range;

use super::wheel::{Wheel, pieces};
use crate::rows::{Block, Layout, Side, keep_words, side_masks};
use crate::simd::{Bits, Buffer, Counters, Machine, Plain};

/// Lines of a cover, class after class.
#[derive(Default)]
pub(super) struct Sheet {
    lines: Buffer,
    layout: Layout,
    wheel: Wheel,
    masks: Vec<u8>,
    words: Vec<u64>,
}

impl Sheet {
    /// Takes all rows of a block.
    #[inline(always)]
    pub fn take_all<M: Machine>(&mut self, machine: M, block: &Block, wheel: Wheel) {
        self.wheel = wheel;
        self.layout.clone_from(block.layout());
        let lines = self.lines.make(self.layout.lines() * wheel.stride);
        for plane in 0..wheel.features.div_ceil(64) {
            transpose(machine, block.planes().plane(plane), plane, wheel, lines);
        }
        wheel.double(lines);
    }

    /// Takes the rows on one side of a split of a block.
    #[inline(always)]
    pub fn take_side<M: Machine>(&mut self, machine: M, block: &Block, feature: usize, side: Side, wheel: Wheel) {
        self.wheel = wheel;
        self.layout.refill((0..block.classes()).map(|class| {
            let yes = block.ones_of(class)[feature];
            if side == Side::Yes { yes } else { block.counts()[class] - yes }
        }));
        side_masks(machine, block, feature, side, &mut self.masks);
        let lines = self.lines.make(self.layout.lines() * wheel.stride);
        self.words.resize(self.layout.places() + 8, 0);
        for plane in 0..wheel.features.div_ceil(64) {
            for class in 0..block.classes() {
                let from = block.layout().lines_of(class);
                let words = &block.planes().plane(plane)[8 * from.start..8 * from.end];
                let at = 8 * self.layout.lines_of(class).start;
                keep_words(machine, words, &self.masks[from], &mut self.words, at);
            }
            transpose(machine, &self.words[..self.layout.places()], plane, wheel, lines);
        }
        wheel.double(lines);
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The bytes of some lines.
    #[inline(always)]
    pub fn lines(&self, lines: Range<usize>) -> &[u8] {
        &self.lines.read()[lines.start * self.wheel.stride..lines.end * self.wheel.stride]
    }

    /// How many rows of a class answer yes to each feature, written to the front of `sums`.
    #[inline(always)]
    pub fn count_yes<M: Machine, C: Counters<M>>(&self, machine: M, class: usize, sums: &mut [C::Lane]) {
        sums.fill(C::Lane::default());
        for piece in pieces(self.layout.lines_of(class)) {
            let lines = self.lines(piece);
            for first in (0..self.wheel.features).step_by(M::Bits::WIDTH) {
                assert!(first + M::Bits::WIDTH <= self.wheel.stride.min(sums.len()));
                let mut sum = M::Bits::zero(machine);
                for line in lines.chunks_exact(self.wheel.stride) {
                    // SAFETY: just asserted to lie within the line.
                    sum = sum.add(unsafe { M::Bits::load_from(machine, line.as_ptr().add(first)) }.count_ones());
                }
                // SAFETY: just asserted to lie within the sums.
                unsafe { C::add_bytes(machine, sum, sums.as_mut_ptr().add(first)) };
            }
        }
    }

    pub fn bytes(&self) -> usize {
        self.lines.bytes() + size_of_val(&self.words[..])
    }
}

/// Turns the rows of one plane into its part of the lines.
#[inline(always)]
fn transpose<M: Machine>(machine: M, rows: &[u64], plane: usize, wheel: Wheel, lines: &mut [u8]) {
    let first = 64 * plane;
    for (rows, line) in rows.as_chunks().0.iter().zip(lines.chunks_exact_mut(wheel.stride)) {
        line[first..first + 64].copy_from_slice(&machine.transpose(rows));
    }
}

/// The counters of one line of a wheel, for each class: written by [`Sheet::count_yes`].
pub(super) fn class_line<T: Plain>(counters: &[T], class: usize, wheel: Wheel) -> &[T] {
    &counters[class * wheel.stride..][..wheel.stride]
}
