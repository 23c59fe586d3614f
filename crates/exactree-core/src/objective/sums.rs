//! Objectives that are priced from sums over rows: a leaf costs a base less what it gains.
//!
//! A new one brings a [`Pricing`] and a table with its channels; see `labels` and `squares`.

use super::{Building, Masses, Objective};
use crate::kernel::{Channel, OneLeaf, Pricing, Summing};
use crate::order::by_promise;
use crate::rows::{Block, Side, Table, common_sums};
use crate::simd::Level;
use crate::stop::{Stop, Stopped};

/// Prices leaves from sums.
#[derive(Clone, Debug)]
pub struct Sums<P> {
    pricing: P,
    /// What rounding may add to the cost of a tree, or take away.
    slack: u64,
    /// Whether masses are small enough for exact sums.
    has_masses: bool,
}

/// What an objective that is priced from sums brings, besides the pricing itself.
pub trait Summed: Pricing {
    /// The features of a cover, the most promising first.
    fn order(&self, block: &Block) -> Vec<u32> {
        let gain = |feature: usize| {
            let [yes, no] = [Side::Yes, Side::No].map(|side| {
                let [gain] = self.gain(&OneLeaf(|channel| block.sum_of(channel, feature, side)));
                gain
            });
            yes + no
        };
        by_promise((0..block.features().len()).map(gain))
    }

    /// Whether a row's mass is what it weighs, so that leaves may be asked to have some.
    fn masses_are_weights(&self) -> bool {
        false
    }
}

/// Sums of masses stay below this, so that they are exact.
const MOST_MASS: f64 = (1_u64 << 52) as f64;

/// What each row brings along, in an objective's own terms.
pub(super) struct Rows {
    /// What gains are priced from, one list a channel.
    pub priced: Vec<Vec<f64>>,
    pub base: Vec<f64>,
    pub mass: Vec<f64>,
}

impl<P: Summed> Sums<P> {
    /// The objective, and the table with what it needs to know of the rows.
    pub(super) fn over(table: Table, pricing: P, rows: Rows, slack: u64) -> (Self, Table) {
        let Rows { priced, base, mass } = rows;
        let has_masses = mass.iter().sum::<f64>() < MOST_MASS;
        let lost = vec![0.0; base.len()];
        let channels = priced.into_iter().chain([base, lost, mass]).collect();
        (Sums { pricing, slack, has_masses }, table.with_channels(channels))
    }

    /// What a leaf over some rows of the table costs.
    #[cfg(test)]
    pub(crate) fn price_of_rows(&self, table: &Table, rows: &[usize]) -> u64 {
        let sum = |channel: usize| rows.iter().map(|&row| table.number(channel, row)).sum::<f64>();
        let [gain] = self.pricing.gain(&OneLeaf(sum));
        (sum(self.sum(Channel::Base)) - gain) as u64
    }

    fn sum(&self, channel: Channel) -> usize {
        channel.behind(&self.pricing)
    }
}

impl<P: Summed> Objective for Sums<P> {
    type Cost = u64;
    type Kernel = Summing<P>;

    fn leaf(&self, block: &Block) -> u64 {
        let [gain] = self.pricing.gain(&OneLeaf(|channel| block.sum(channel)));
        (block.sum(self.sum(Channel::Base)) - gain).max(0.0) as u64
    }

    fn leaf_of(&self, block: &Block, feature: usize, side: Side) -> u64 {
        let [gain] = self.pricing.gain(&OneLeaf(|channel| block.sum_of(channel, feature, side)));
        (block.sum_of(self.sum(Channel::Base), feature, side) - gain).max(0.0) as u64
    }

    fn leaf_of_table(&self, table: &Table) -> u64 {
        let [gain] = self.pricing.gain(&OneLeaf(|channel| table.sum(channel)));
        (table.sum(self.sum(Channel::Base)) - gain).max(0.0) as u64
    }

    fn order(&self, block: &Block) -> Vec<u32> {
        self.pricing.order(block)
    }

    fn kernel(&self, building: Building) -> Summing<P> {
        Summing::new(self.pricing.clone(), building)
    }

    /// Rows that answer all questions alike end in one leaf, so what a leaf over them alone costs is lost (the
    /// equivalent points bound of Angelino et al. 2017). It stands with the first of them.
    fn prepare(&self, whole: &mut Block, level: Level, stop: &dyn Stop) -> Result<(), Stopped> {
        let groups = whole.alike(stop)?;
        let channels = self.pricing.channels();
        let mut sums = vec![vec![0.0; groups.firsts.len()]; channels + 1];
        for (place, group) in groups.of_place.iter().enumerate() {
            let Some(group) = group else { continue };
            for (channel, sums) in sums.iter_mut().enumerate() {
                sums[*group as usize] += whole.number(channel, place);
            }
        }
        let lost = groups.firsts.iter().enumerate().map(|(group, &first)| {
            let [gain] = self.pricing.gain(&OneLeaf(|channel: usize| sums[channel][group]));
            (first, (sums[channels][group] - gain - self.slack as f64).max(0.0))
        });
        whole.set_numbers(self.sum(Channel::Lost), lost, level);
        Ok(())
    }

    fn lost(&self, block: &Block) -> u64 {
        block.sum(self.sum(Channel::Lost)) as u64
    }

    fn lost_of(&self, block: &Block, feature: usize, side: Side) -> u64 {
        block.sum_of(self.sum(Channel::Lost), feature, side) as u64
    }

    fn mass_channel(&self) -> Option<usize> {
        self.pricing.masses_are_weights().then_some(self.sum(Channel::Mass))
    }

    fn masses(&self) -> Option<&dyn Masses<u64>> {
        self.has_masses.then_some(self as _)
    }
}

impl<P: Summed> Masses<u64> for Sums<P> {
    fn mass_of(&self, block: &Block, feature: usize, side: Side) -> u64 {
        block.sum_of(self.sum(Channel::Mass), feature, side) as u64
    }

    fn common(&self, block: &Block, feature: usize, _: Level, into: &mut Vec<u64>) {
        into.clear();
        common_sums(block, feature, self.sum(Channel::Mass), |mass| into.push(mass as u64));
    }

    fn slack(&self) -> u64 {
        self.slack
    }
}
