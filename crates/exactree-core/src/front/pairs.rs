//! What every pair of features changes: the prices of the rows that answer yes to both, told 1 instead of 0.
//!
//! All trees of depth two follow from these: the rows that answer yes to one only, or to neither, by subtraction. Counting
//! is popcounts of the words of two features; the features stand 64 abreast, so one word of one feature
//! meets the same rows of 64 others at a time.

use super::criterion::Prices;
use super::staircase::Height;
use crate::rows::Block;
use crate::simd::Machine;
use crate::stop::{Stop, Stopped};

/// Features that stand abreast.
const ABREAST: usize = 64;

/// Words of 16 rows that a sum of 16 bits holds.
const WORDS_A_SUM: usize = 4095;

/// Sums over the rows that answer yes to two features, for every pair.
#[derive(Debug, Default)]
pub(super) struct Pairs<V> {
    /// Sixteen rows of each of 64 features, stratum after stratum, and then the next 64 features.
    words: Vec<u16>,
    /// Where the words of each stratum begin, and at the end how many there are.
    starts: Vec<usize>,
    /// The words of one feature.
    these: Vec<u16>,
    /// Numbers in a line of the tables below.
    stride: usize,
    along: Vec<i32>,
    height: Vec<V>,
    rows: Vec<i32>,
}

/// All pairs of one feature.
#[derive(Clone, Copy)]
pub(super) struct Line<'a, V> {
    pub along: &'a [i32],
    pub height: &'a [V],
    /// Empty unless rows are counted.
    pub rows: &'a [i32],
}

impl<V: Height> Pairs<V> {
    /// Counts all pairs of a block.
    #[inline(always)]
    pub fn count<M: Machine>(
        &mut self,
        machine: M,
        block: &Block,
        prices: &Prices<V>,
        count_rows: bool,
        stop: &dyn Stop,
    ) -> Result<(), Stopped> {
        self.turn_around(machine, block, stop)?;
        let features = block.features().len();
        let lanes = self.stride * features;
        for table in [&mut self.along, &mut self.rows] {
            table.clear();
        }
        self.along.resize(lanes, 0);
        self.rows.resize(if count_rows { lanes } else { 0 }, 0);
        self.height.clear();
        self.height.resize(lanes, V::default());
        for feature in 0..features {
            if stop.should_stop() {
                return Err(Stopped);
            }
            self.count_line(feature, prices);
        }
        self.mirror(features);
        Ok(())
    }

    /// The features of a block as words of 16 rows.
    #[inline(always)]
    fn turn_around<M: Machine>(&mut self, machine: M, block: &Block, stop: &dyn Stop) -> Result<(), Stopped> {
        let layout = block.layout();
        let planes = block.features().len().div_ceil(ABREAST);
        self.stride = planes * ABREAST;
        self.starts.clear();
        self.starts.push(0);
        for stratum in 0..block.classes() {
            let before = self.starts[stratum];
            self.starts.push(before + layout.lines_of(stratum).len().div_ceil(2));
        }
        let height = self.starts[block.classes()];
        self.words.clear();
        self.words.resize(height * self.stride, 0);
        let mut words = self.words.as_chunks_mut::<ABREAST>().0.iter_mut();
        for plane in 0..planes {
            if stop.should_stop() {
                return Err(Stopped);
            }
            let (lines, _) = block.planes().plane(plane).as_chunks();
            for stratum in 0..block.classes() {
                for two in lines[layout.lines_of(stratum)].chunks(2) {
                    let words = words.next().expect("there is a word for every two lines");
                    for (half, rows) in two.iter().enumerate() {
                        let answers = machine.transpose(rows);
                        for (word, answers) in words.iter_mut().zip(answers) {
                            *word |= u16::from(answers) << (8 * half);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Counts one feature with those of its own 64 and all that follow.
    #[inline(always)]
    fn count_line(&mut self, feature: usize, prices: &Prices<V>) {
        let height = *self.starts.last().expect("the last start is the number of words");
        let (words, _) = self.words.as_chunks::<ABREAST>();
        self.these.clear();
        let own = feature / ABREAST;
        self.these.extend(words[own * height..][..height].iter().map(|words| words[feature % ABREAST]));
        for plane in own..self.stride / ABREAST {
            let words = &words[plane * height..][..height];
            let at = feature * self.stride + plane * ABREAST;
            for stratum in 0..self.starts.len() - 1 {
                let (start, end) = (self.starts[stratum], self.starts[stratum + 1]);
                let (along_change, height_change) = (prices.along_change[stratum], prices.height_change[stratum]);
                for first in (start..end).step_by(WORDS_A_SUM) {
                    let part = first..end.min(first + WORDS_A_SUM);
                    let mut common = [0_u16; ABREAST];
                    for (words, &these) in words[part.clone()].iter().zip(&self.these[part]) {
                        for (common, &those) in common.iter_mut().zip(words) {
                            *common += (those & these).count_ones() as u16;
                        }
                    }
                    if along_change != 0 {
                        for (sum, &common) in self.along[at..][..ABREAST].iter_mut().zip(&common) {
                            *sum += i32::from(common) * along_change;
                        }
                    }
                    if height_change != V::default() {
                        for (sum, &common) in self.height[at..][..ABREAST].iter_mut().zip(&common) {
                            *sum = *sum + V::of_count(u32::from(common)) * height_change;
                        }
                    }
                    for (sum, &common) in self.rows.iter_mut().skip(at).take(ABREAST).zip(&common) {
                        *sum += i32::from(common);
                    }
                }
            }
        }
    }

    /// Copies what was counted to where the pair stands the other way round.
    #[inline(always)]
    fn mirror(&mut self, features: usize) {
        for later in ABREAST..features {
            let line = later * self.stride;
            for earlier in 0..later / ABREAST * ABREAST {
                let from = earlier * self.stride + later;
                self.along[line + earlier] = self.along[from];
                self.height[line + earlier] = self.height[from];
                if !self.rows.is_empty() {
                    self.rows[line + earlier] = self.rows[from];
                }
            }
        }
    }

    /// The pairs of one feature with each of `features`.
    #[inline(always)]
    pub fn line(&self, feature: usize, features: usize) -> Line<'_, V> {
        let line = feature * self.stride..feature * self.stride + features;
        let rows = if self.rows.is_empty() { &[] } else { &self.rows[line.clone()] };
        Line { along: &self.along[line.clone()], height: &self.height[line], rows }
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
            + size_of_val(&self.along[..])
            + size_of_val(&self.height[..])
            + size_of_val(&self.rows[..])
    }
}
