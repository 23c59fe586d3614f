//! Numbers that rows bring along: weights, targets, costs.
//!
//! All of them are whole, and all of a table's together stay below 2^53 in absolute value. Floating-point sums of such
//! numbers are exact, so they are the same in any order, and a rest is a difference.

use super::Block;
use super::layout::LINE;
use crate::simd::{Job, Machine};
use crate::stop::{Stop, Stopped};

/// Rows that are summed up between two looks at the stop condition.
const ROWS_A_LOOK: usize = 1 << 8;

/// The numbers of a block's rows, with their sums.
#[derive(Clone, Debug, Default)]
pub(crate) struct Channels {
    /// The bits of each row's number, a list a channel, zero in places without a row, with a line to spare at the end.
    pub numbers: Vec<Vec<u64>>,
    /// What each channel comes to.
    pub totals: Vec<f64>,
    /// What it comes to over the rows that answer yes to each feature, channel by channel.
    pub yes: Vec<f64>,
}

impl Channels {
    /// The channels of a table whose rows stand in their own order.
    pub fn of(table: &[Vec<f64>], places: usize) -> Self {
        let bits = |channel: &Vec<f64>| {
            let mut bits: Vec<u64> = channel.iter().map(|number| number.to_bits()).collect();
            bits.resize(places + LINE, 0);
            bits
        };
        Channels { numbers: table.iter().map(bits).collect(), ..Channels::default() }
    }

    /// Keeps the sums of some features of so many.
    pub fn keep(&mut self, features: usize, kept: &[u32]) {
        let channels = self.numbers.len();
        for channel in 0..channels {
            for (place, &feature) in kept.iter().enumerate() {
                self.yes[channel * kept.len() + place] = self.yes[channel * features + feature as usize];
            }
        }
        self.yes.truncate(channels * kept.len());
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.numbers.iter().map(|numbers| size_of_val(&numbers[..])).sum()
    }
}

/// Sums up all channels of a block, over each feature too.
pub(super) struct SumChannels<'a> {
    pub block: &'a mut Block,
    pub stop: &'a dyn Stop,
}

impl Job for SumChannels<'_> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run<M: Machine>(self, _: M) -> Result<(), Stopped> {
        let SumChannels { block, stop } = self;
        let mut channels = std::mem::take(&mut block.channels);
        let (features, places) = (block.features().len(), block.layout().places());
        channels.totals.clear();
        channels.yes.clear();
        for numbers in &channels.numbers {
            channels.totals.push(numbers[..places].iter().map(|&bits| f64::from_bits(bits)).sum());
            for plane in 0..features.div_ceil(64) {
                let mut sums = [0.0; 64];
                let words = block.planes().plane(plane);
                for (words, numbers) in words.chunks(ROWS_A_LOOK).zip(numbers.chunks(ROWS_A_LOOK)) {
                    if stop.should_stop() {
                        return Err(Stopped);
                    }
                    for (&word, &bits) in words.iter().zip(numbers) {
                        add_where(&mut sums, word, f64::from_bits(bits));
                    }
                }
                channels.yes.extend_from_slice(&sums[..(features - 64 * plane).min(64)]);
            }
        }
        block.channels = channels;
        Ok(())
    }
}

/// Adds a number to the sums of those features that a row answers yes to.
#[inline(always)]
fn add_where(sums: &mut [f64; 64], word: u64, number: f64) {
    for (feature, sum) in sums.iter_mut().enumerate() {
        // Without a branch, so that it becomes a vector's work.
        *sum += if word >> feature & 1 == 1 { number } else { 0.0 };
    }
}

/// What a channel comes to over the rows that answer yes to `feature` and to each other feature.
pub(crate) fn common_sums(block: &Block, feature: usize, channel: usize, mut put: impl FnMut(f64)) {
    let asked = block.planes().plane(feature / 64);
    let features = block.features().len();
    for plane in 0..features.div_ceil(64) {
        let mut sums = [0.0; 64];
        for (place, (&word, &asked)) in block.planes().plane(plane).iter().zip(asked).enumerate() {
            let word = if asked >> (feature % 64) & 1 == 1 { word } else { 0 };
            add_where(&mut sums, word, block.number(channel, place));
        }
        sums[..(features - 64 * plane).min(64)].iter().for_each(|&sum| put(sum));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Side, Table, Taking};
    use crate::simd::Level;
    use crate::stop::Never;

    #[test]
    fn sums_are_those_of_the_rows_on_each_side() {
        let holds = |row: usize, feature: usize| (row * 7919 + feature * 104_729) % 101 < 40;
        let numbers: Vec<f64> = (0..250).map(|row| (row * row % 97) as f64 - 40.0).collect();
        let ones = vec![1.0; 250];
        let table = Table::from_fn(&[0; 250], 1, 70, holds).with_channels(vec![numbers.clone(), ones]);
        let sum_where = |keep: &dyn Fn(usize) -> bool| (0..250).filter(|&row| keep(row)).map(|row| numbers[row]).sum();
        for level in Level::available() {
            let taking = Taking { min_leaf: 1, min_mass: None, merge_twins: true, level, stop: &Never };
            let root = Block::of_table(&table, taking).expect("never stopped");
            let expected: f64 = sum_where(&|_| true);
            assert_eq!(root.sum(0), expected);
            for (feature, &id) in root.features().iter().enumerate().step_by(7) {
                for side in [Side::Yes, Side::No] {
                    let on_side = |row: usize| holds(row, id as usize) == (side == Side::Yes);
                    let expected: f64 = sum_where(&on_side);
                    assert_eq!(root.sum_of(0, feature, side), expected, "feature {id}");
                    assert_eq!(root.sum_of(1, feature, side), f64::from(root.rows_of(feature, side)));
                    let mut block = Block::default();
                    block.become_side(&root, feature, side, taking).expect("never stopped");
                    assert_eq!(block.sum(0), expected);
                    for (next, &next_id) in block.features().iter().enumerate() {
                        let both: f64 = sum_where(&|row| on_side(row) && holds(row, next_id as usize));
                        assert_eq!(block.sum_of(0, next, Side::Yes), both, "features {id} and {next_id}");
                    }
                }
            }
        }
    }

    #[test]
    fn common_sums_are_those_of_the_rows_that_answer_yes_to_both() {
        let holds = |row: usize, feature: usize| (row * 7919 + feature * 104_729) % 101 < 40;
        let numbers: Vec<f64> = (0..100).map(|row| f64::from(row % 13)).collect();
        let table = Table::from_fn(&[0; 100], 1, 70, holds).with_channels(vec![numbers.clone()]);
        let taking = Taking { min_leaf: 1, min_mass: None, merge_twins: true, level: Level::best(), stop: &Never };
        let block = Block::of_table(&table, taking).expect("never stopped");
        for feature in [0, 66] {
            let mut sums = vec![];
            common_sums(&block, feature, 0, |sum| sums.push(sum));
            for (other, &sum) in sums.iter().enumerate() {
                let [one, two] = [feature, other].map(|feature| block.features()[feature] as usize);
                let both = |&row: &usize| holds(row, one) && holds(row, two);
                let expected: f64 = (0..100).filter(both).map(|row| numbers[row]).sum();
                assert_eq!(sum, expected, "features {one} and {two}");
            }
        }
    }
}
