//! The sums of one cover.

use super::pricing::{Channel, LANES, Lanes, Pricing};
use super::sheet::{Sheet, Taken};
use crate::objective::Building;
use crate::rows::Block;
use crate::simd::Machine;
use crate::stop::{Stop, Stopped};

/// Sums over a cover, over each feature and over each pair of features.
#[derive(Clone, Debug, Default)]
pub(super) struct Cover {
    sheet: Sheet,
    /// Numbers of the rows, for one channel.
    numbers: Vec<f64>,
    /// How many features there are; behind the block's own are some that nobody says yes to, up to whole groups.
    pub features: usize,
    /// How many groups of [`LANES`] features.
    pub groups: usize,
    /// How many sums there are of each pair: those that gains are priced from, then rows and mass where leaves must
    /// have some.
    pub channels: usize,
    pub base: f64,
    pub totals: Vec<f64>,
    /// Sums over the rows that answer yes to a feature, channel by channel.
    pub yes: Vec<Lanes>,
    /// The mass of those rows.
    mass: Vec<Lanes>,
    /// Sums over the rows that answer yes to two features. Channel by channel and feature by feature, a group of
    /// others after the other. Before a feature's own group they mean nothing: those pairs stand with the other feature.
    pub pairs: Vec<Lanes>,
}

impl Cover {
    /// Sums up rows of a block.
    #[inline(always)]
    pub fn sum_up<M: Machine, P: Pricing>(
        &mut self,
        machine: M,
        pricing: &P,
        building: &Building,
        taken: Taken,
        stop: &dyn Stop,
    ) -> Result<(), Stopped> {
        let block = taken.block;
        let priced = pricing.channels();
        self.groups = block.features().len().div_ceil(LANES);
        self.features = self.groups * LANES;
        let counts_rows = building.min_leaf > 1;
        self.channels = priced + usize::from(counts_rows) + usize::from(building.min_mass > 0.0);
        self.sheet.lay_out(machine, taken);
        let zero = [0.0; LANES];
        self.pairs.resize(self.channels * self.features * self.groups, zero);
        self.yes.clear();
        self.yes.resize(self.channels * self.groups, zero);
        self.totals.clear();
        self.base = self.take_numbers(block, Channel::Base.behind(pricing));
        self.take_numbers(block, Channel::Mass.behind(pricing));
        self.sum_masses(machine);
        for channel in 0..self.channels {
            let total = if channel < priced {
                self.take_numbers(block, channel)
            } else if counts_rows && channel == priced {
                self.numbers.fill(1.0);
                self.sheet.places.len() as f64
            } else {
                self.take_numbers(block, Channel::Mass.behind(pricing))
            };
            self.totals.push(total);
            if self.numbers.iter().all(|&number| number == 1.0) {
                self.count_pairs(channel, stop)?;
            } else {
                self.sum_pairs(machine, channel, stop)?;
            }
        }
        Ok(())
    }

    /// Takes the rows' numbers of a channel; says what they come to.
    fn take_numbers(&mut self, block: &Block, channel: usize) -> f64 {
        self.numbers.clear();
        self.numbers.extend(self.sheet.places.iter().map(|&place| block.number(channel, place as usize)));
        self.numbers.iter().sum()
    }

    /// Sums up over each feature.
    #[inline(always)]
    fn sum_masses<M: Machine>(&mut self, machine: M) {
        self.mass.clear();
        self.mass.resize(self.groups, [0.0; LANES]);
        for (row, &number) in self.numbers.iter().enumerate() {
            for (sums, &mask) in self.mass.iter_mut().zip(self.sheet.all_answers_of(row)) {
                *sums = machine.plus_where(*sums, mask, number);
            }
        }
    }

    /// The same for a channel of ones: 64 rows at a time are counted.
    #[inline(always)]
    fn count_pairs(&mut self, channel: usize, stop: &dyn Stop) -> Result<(), Stopped> {
        let Cover { sheet, features, groups, .. } = self;
        let (features, groups) = (*features, *groups);
        let pairs = &mut self.pairs[channel * features * groups..][..features * groups];
        for (feature, counts) in pairs.chunks_exact_mut(groups).enumerate() {
            if stop.should_stop() {
                return Err(Stopped);
            }
            let own = feature / LANES;
            for (group, counts) in counts.iter_mut().enumerate().skip(own) {
                *counts = sheet.common_rows(feature, group);
            }
            self.yes[channel * groups + own][feature % LANES] = counts[own][feature % LANES];
        }
        Ok(())
    }

    /// Sums up a channel over pairs of features: those of a feature stay in registers while the rows go by that say yes
    /// to it.
    #[inline(always)]
    fn sum_pairs<M: Machine>(&mut self, machine: M, channel: usize, stop: &dyn Stop) -> Result<(), Stopped> {
        let Cover { sheet, numbers, features, groups, .. } = self;
        let (features, groups) = (*features, *groups);
        let pairs = &mut self.pairs[channel * features * groups..][..features * groups];
        for (feature, sums) in pairs.chunks_exact_mut(groups).enumerate() {
            if stop.should_stop() {
                return Err(Stopped);
            }
            let own = feature / LANES;
            add_rows(machine, sheet, numbers, feature, sums, own);
            self.yes[channel * groups + own][feature % LANES] = sums[own][feature % LANES];
        }
        Ok(())
    }

    /// The mass of the rows that answer yes to each feature.
    pub fn masses(&self) -> &[f64] {
        &self.mass.as_flattened()[..self.features]
    }

    pub fn bytes(&self) -> usize {
        self.sheet.bytes() + size_of_val(&self.pairs[..])
    }
}

/// Sums up the rows that say yes to a feature, over the groups from `own` on.
#[inline(always)]
fn add_rows<M: Machine>(machine: M, sheet: &Sheet, numbers: &[f64], feature: usize, sums: &mut [Lanes], own: usize) {
    let mut first = own;
    while first < sums.len() {
        // So many groups as registers hold at a time.
        let into = &mut sums[first..];
        first += match into.len() {
            1 => add_groups::<M, 1>(machine, sheet, numbers, feature, into, first),
            2 => add_groups::<M, 2>(machine, sheet, numbers, feature, into, first),
            3 => add_groups::<M, 3>(machine, sheet, numbers, feature, into, first),
            4 => add_groups::<M, 4>(machine, sheet, numbers, feature, into, first),
            5 => add_groups::<M, 5>(machine, sheet, numbers, feature, into, first),
            6 => add_groups::<M, 6>(machine, sheet, numbers, feature, into, first),
            7 => add_groups::<M, 7>(machine, sheet, numbers, feature, into, first),
            8..12 => add_groups::<M, 8>(machine, sheet, numbers, feature, into, first),
            12..16 => add_groups::<M, 12>(machine, sheet, numbers, feature, into, first),
            _ => add_groups::<M, 16>(machine, sheet, numbers, feature, into, first),
        };
    }
}

/// Says how many groups it has summed up.
#[inline(always)]
fn add_groups<M: Machine, const GROUPS: usize>(
    machine: M,
    sheet: &Sheet,
    numbers: &[f64],
    feature: usize,
    into: &mut [Lanes],
    first: usize,
) -> usize {
    let mut sums = [[0.0; LANES]; GROUPS];
    for (at, rows) in sheet.rows_of(feature).enumerate() {
        let mut rows = rows;
        while rows != 0 {
            let row = 64 * at + rows.trailing_zeros() as usize;
            rows &= rows - 1;
            let masks: &[u8; GROUPS] = sheet.answers_of(row, first);
            let number = numbers[row];
            for (sums, &mask) in sums.iter_mut().zip(masks) {
                *sums = machine.plus_where(*sums, mask, number);
            }
        }
    }
    into[..GROUPS].copy_from_slice(&sums);
    GROUPS
}
