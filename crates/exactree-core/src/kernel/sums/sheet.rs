//! The rows of a cover, laid out for sums: each row's answers together, and for each feature the rows that say yes.

use super::pricing::{LANES, Lanes};
use crate::rows::{Block, Side};
use crate::simd::Machine;

/// How many rows a word tells of.
const ROWS_A_WORD: usize = 64;

/// The order in which groups of features stand: those with the fewest yes-answers first.
///
/// A pair of features is summed up with the one whose group comes first, over the rows that say yes to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    /// Where each group of a block stands.
    pub place: Vec<usize>,
}

impl Order {
    pub fn of(block: &Block) -> Self {
        let ones = block.ones_of(0);
        let yes: Vec<u32> = ones.chunks(LANES).map(|group| group.iter().sum()).collect();
        let mut groups: Vec<usize> = (0..yes.len()).collect();
        groups.sort_by_key(|&group| yes[group]);
        let mut place = vec![0; groups.len()];
        for (at, &group) in groups.iter().enumerate() {
            place[group] = at;
        }
        Order { place }
    }

    /// Where a feature of a block stands.
    pub fn place_of(&self, feature: usize) -> usize {
        self.place[feature / LANES] * LANES + feature % LANES
    }
}

/// Rows of a block that are to be laid out: all of them or a side of a split, with its groups of features in an order.
#[derive(Clone, Copy)]
pub(super) struct Taken<'a> {
    pub block: &'a Block,
    pub side: Option<(usize, Side)>,
    pub order: &'a Order,
}

/// Rows of a block, or of one of its sides.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    /// Where they stand in the block.
    pub places: Vec<u32>,
    /// The answers of each row, a byte for each group of features.
    answers: Vec<u8>,
    groups: usize,
    /// The rows that answer yes, 64 in each word: for so many rows a word for each feature, then the next ones.
    rows_of: Vec<u64>,
}

impl Sheet {
    /// Lays out rows.
    #[inline(always)]
    pub fn lay_out<M: Machine>(&mut self, machine: M, Taken { block, side, order }: Taken) {
        let rows = block.layout().places_of(0);
        self.places.clear();
        match side {
            None => self.places.extend(rows.map(|place| place as u32)),
            Some((feature, side)) => {
                let asked = &block.planes().plane(feature / 64)[rows];
                let wanted = u64::from(side == Side::Yes);
                // Without a branch: every row is written, and the next takes its place unless it is kept.
                self.places.resize(asked.len() + 1, 0);
                let mut kept = 0;
                for (place, word) in asked.iter().enumerate() {
                    self.places[kept] = place as u32;
                    kept += usize::from(word >> (feature % 64) & 1 == wanted);
                }
                self.places.truncate(kept);
            }
        }
        let features = block.features().len();
        self.groups = features.div_ceil(LANES);
        self.answers.resize(self.places.len() * self.groups, 0);
        self.rows_of.clear();
        self.rows_of.resize(self.groups * LANES * self.places.len().div_ceil(ROWS_A_WORD), 0);
        for plane in 0..features.div_ceil(64) {
            self.lay_out_plane(machine, block.planes().plane(plane), plane, order);
        }
    }

    #[inline(always)]
    fn lay_out_plane<M: Machine>(&mut self, machine: M, words: &[u64], plane: usize, order: &Order) {
        let first = 64 * plane / LANES;
        let places_of_groups = &order.place[first..self.groups.min(first + 64 / LANES)];
        for (line, places) in self.places.chunks(8).enumerate() {
            let mut eight = [0; 8];
            for (row, (&place, word)) in places.iter().zip(&mut eight).enumerate() {
                *word = words[place as usize];
                let answers = &mut self.answers[(8 * line + row) * self.groups..][..self.groups];
                for (&group, byte) in places_of_groups.iter().zip(word.to_le_bytes()) {
                    answers[group] = byte;
                }
            }
            let (word, shift) = (8 * line / ROWS_A_WORD, 8 * line % ROWS_A_WORD);
            let turned = machine.transpose(&eight);
            for (&group, bytes) in places_of_groups.iter().zip(turned.chunks_exact(LANES)) {
                for (lane, &byte) in bytes.iter().enumerate() {
                    self.rows_of[word * self.groups * LANES + group * LANES + lane] |= u64::from(byte) << shift;
                }
            }
        }
    }

    /// The answers of a row, a byte for each group of features.
    #[inline(always)]
    pub fn all_answers_of(&self, row: usize) -> &[u8] {
        &self.answers[row * self.groups..][..self.groups]
    }

    /// Those to the features of some groups.
    #[inline(always)]
    pub fn answers_of<const GROUPS: usize>(&self, row: usize, first: usize) -> &[u8; GROUPS] {
        self.answers[row * self.groups + first..].first_chunk().expect("so many groups")
    }

    /// Which rows answer yes to a feature, 64 in each word.
    #[inline(always)]
    pub fn rows_of(&self, feature: usize) -> impl Iterator<Item = u64> {
        self.rows_of.chunks_exact(self.groups * LANES).map(move |rows| rows[feature])
    }

    /// How many rows answer yes to a feature and to each of a group.
    #[inline(always)]
    pub fn common_rows(&self, feature: usize, group: usize) -> Lanes {
        let mut counts = [0_u64; LANES];
        for rows in self.rows_of.chunks_exact(self.groups * LANES) {
            let others: &[u64; LANES] = rows[group * LANES..].first_chunk().expect("a whole group");
            for (count, other) in counts.iter_mut().zip(others) {
                *count += u64::from((rows[feature] & other).count_ones());
            }
        }
        counts.map(|count| count as f64)
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&self.answers[..]) + size_of_val(&self.rows_of[..])
    }
}
