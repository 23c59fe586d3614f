//! The answers of all rows, 64 features at a time.

use super::layout::LINE;
use crate::simd::Machine;
use crate::stop::{Stop, Stopped};

/// Words that are copied between two looks at the stop condition: a millisecond's work at most.
const WORDS_A_LOOK: usize = 1 << 16;

/// Answers to the features in places `64 * p .. 64 * p + 64` stand in plane `p`, one word a row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Planes {
    words: Vec<u64>,
    places: usize,
}

impl Planes {
    /// Makes room for so many rows; what the words hold is unspecified.
    pub fn make_room(&mut self, features: usize, places: usize) {
        self.places = places;
        // `keep` writes eight words wherever it stands, so the last plane needs a line to spare.
        let words = places * features.div_ceil(64) + LINE;
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }

    pub fn zeros(features: usize, places: usize) -> Self {
        // Fresh memory is zero already: it is only touched when it is filled.
        Planes { words: vec![0; places * features.div_ceil(64) + LINE], places }
    }

    /// The same answers elsewhere.
    pub fn copy(&self, stop: &dyn Stop) -> Result<Self, Stopped> {
        let mut words = Vec::with_capacity(self.words.len());
        for some in self.words.chunks(WORDS_A_LOOK) {
            if stop.should_stop() {
                return Err(Stopped);
            }
            words.extend_from_slice(some);
        }
        Ok(Planes { words, places: self.places })
    }

    pub fn plane(&self, plane: usize) -> &[u64] {
        &self.words[plane * self.places..][..self.places]
    }

    pub fn plane_mut(&mut self, plane: usize) -> &mut [u64] {
        &mut self.words[plane * self.places..][..self.places]
    }

    /// The plane with a line to spare behind it.
    #[inline(always)]
    pub fn writer(&mut self, plane: usize) -> &mut [u64] {
        &mut self.words[plane * self.places..][..self.places + LINE]
    }

    #[cfg(test)]
    pub fn answer(&self, place: usize, feature: usize) -> bool {
        self.plane(feature / 64)[place] >> (feature % 64) & 1 == 1
    }

    /// Moves the answers of `plane` to the features of `mask` together, to the features from place
    /// `filled` on. Planes are compressed in order, so what is overwritten has been moved before.
    #[inline(always)]
    pub fn compress<M: Machine>(&mut self, machine: M, plane: usize, mask: u64, filled: usize) {
        let (to, shift) = (filled / 64, filled % 64);
        let spills = shift + mask.count_ones() as usize > 64;
        let (from, to) = (plane * self.places, to * self.places);
        for place in 0..self.places {
            let kept = machine.compress(self.words[from + place], mask);
            let before = if shift == 0 { 0 } else { self.words[to + place] };
            self.words[to + place] = before | kept << shift;
            if spills {
                self.words[to + self.places + place] = kept >> (64 - shift);
            }
        }
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }
}

/// Moves the words at the ones of `masks`, eight words a mask, to `to` from place `at` on, and fills
/// the line up with zeros. `to` has a line to spare behind the last word that is kept.
#[inline(always)]
pub(crate) fn keep_words<M: Machine>(machine: M, from: &[u64], masks: &[u8], to: &mut [u64], at: usize) {
    let mut next = at;
    for (words, &mask) in from.as_chunks::<LINE>().0.iter().zip(masks) {
        let into = to[next..].first_chunk_mut().expect("there is a line to spare");
        machine.keep(words, mask, into);
        next += mask.count_ones() as usize;
    }
    let filled = next.next_multiple_of(LINE);
    to[next..filled].fill(0);
}
