//! The rows of a cover as lines of bytes on a wheel: byte `f` of a line has feature `f`'s answers in eight
//! rows.

use std::ops::Range;

use super::wheel::{SPAN, Wheel};
use crate::rows::{Block, Layout, Side, keep_words, side_masks};
use crate::simd::{Bits, Buffer, Counters, LINES_PER_BYTE, Machine};
use crate::stop::{Stop, Stopped};

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
    pub fn take_all<M: Machine>(
        &mut self,
        machine: M,
        block: &Block,
        wheel: Wheel,
        stop: &dyn Stop,
    ) -> Result<(), Stopped> {
        self.wheel = wheel;
        self.layout.clone_from(block.layout());
        let lines = self.lines.make(self.layout.lines() * wheel.stride);
        for first in wheel.last_first(SPAN) {
            if stop.should_stop() {
                return Err(Stopped);
            }
            transpose(machine, block.planes().plane(first / SPAN), first, wheel, lines);
        }
        Ok(())
    }

    /// Takes the rows on one side of a split of a block.
    #[inline(always)]
    pub fn take_side<M: Machine>(
        &mut self,
        machine: M,
        block: &Block,
        feature: usize,
        side: Side,
        wheel: Wheel,
        stop: &dyn Stop,
    ) -> Result<(), Stopped> {
        self.wheel = wheel;
        self.layout.refill(block.counts_of(feature, side));
        side_masks(machine, block, feature, side, &mut self.masks);
        let lines = self.lines.make(self.layout.lines() * wheel.stride);
        self.words.resize(self.layout.places() + 8, 0);
        for first in wheel.last_first(SPAN) {
            if stop.should_stop() {
                return Err(Stopped);
            }
            let rows = block.planes().plane(first / SPAN);
            for class in 0..block.classes() {
                let from = block.layout().lines_of(class);
                let words = &rows[8 * from.start..8 * from.end];
                let at = 8 * self.layout.lines_of(class).start;
                keep_words(machine, words, &self.masks[from], &mut self.words, at);
            }
            transpose(machine, &self.words[..self.layout.places()], first, wheel, lines);
        }
        Ok(())
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The bytes of some lines.
    #[inline(always)]
    pub fn lines(&self, lines: Range<usize>) -> &[u8] {
        &self.lines.read()[lines.start * self.wheel.stride..lines.end * self.wheel.stride]
    }

    /// How many rows of a class answer yes to each feature, twice around the wheel.
    #[inline(always)]
    pub fn count_yes<M: Machine, C: Counters<M>>(
        &self,
        machine: M,
        wheel: Wheel,
        class: usize,
        counts: &mut [C::Lane],
    ) {
        let lines = self.lines(self.layout.lines_of(class));
        assert!(counts.len() >= wheel.stride);
        for first in wheel.last_first(SPAN) {
            for part in (0..SPAN).step_by(C::WIDTH) {
                let mut sum = C::splat(machine, C::Lane::default());
                for piece in lines.chunks(LINES_PER_BYTE * wheel.stride) {
                    // The vector of bytes that these counters are a part of.
                    let start = first + part / M::Bits::WIDTH * M::Bits::WIDTH;
                    let mut bytes = M::Bits::zero(machine);
                    for line in piece.chunks_exact(wheel.stride) {
                        // SAFETY: a line has room for a span that begins at any of its features.
                        let bits = unsafe { M::Bits::load_from(machine, line.as_ptr().add(start)) };
                        bytes = bytes.add(bits.count_ones());
                    }
                    sum = sum.add(C::of_bytes(bytes, part % M::Bits::WIDTH / C::WIDTH));
                }
                sum.store(counts, first + part);
                sum.store(counts, first + part + wheel.features);
            }
        }
    }

    pub fn bytes(&self) -> usize {
        self.lines.bytes() + size_of_val(&self.words[..])
    }
}

/// Turns the rows of one plane into its span of the lines, twice around the wheel.
#[inline(always)]
fn transpose<M: Machine>(machine: M, rows: &[u64], first: usize, wheel: Wheel, lines: &mut [u8]) {
    for (rows, line) in rows.as_chunks().0.iter().zip(lines.chunks_exact_mut(wheel.stride)) {
        let span = machine.transpose(rows);
        line[first..first + SPAN].copy_from_slice(&span);
        line[first + wheel.features..][..SPAN].copy_from_slice(&span);
    }
}
