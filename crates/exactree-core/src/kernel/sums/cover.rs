//! The sums of one cover.

use super::pricing::{Channel, LANES, Lanes, Pricing};
use crate::rows::{Block, Side, add_where};
use crate::simd::Machine;
use crate::stop::{Stop, Stopped};

/// Rows that are summed up between two looks at the stop condition.
const ROWS_A_LOOK: usize = 64;

/// Sums over a cover, over each feature and over each pair of features.
#[derive(Clone, Debug, Default)]
pub(super) struct Cover {
    /// How many features there are.
    pub features: usize,
    /// How many groups of [`LANES`] features.
    pub groups: usize,
    /// How many sums there are of each pair: those that gains are priced from, and the rows where leaves have a
    /// least size.
    pub channels: usize,
    pub base: f64,
    pub totals: Vec<f64>,
    /// Sums over the rows that answer yes to a feature, channel by channel.
    pub yes: Vec<Lanes>,
    /// The mass of those rows.
    mass: Vec<Lanes>,
    /// Sums over the rows that answer yes to two features. Channel by channel and feature by feature, a group of
    /// others after the other. Before a feature's own group they are not filled in: those pairs stand with the other
    /// feature.
    pub pairs: Vec<Lanes>,
}

impl Cover {
    /// Sums up a block, or a side of one.
    #[inline(always)]
    pub fn sum_up<M: Machine, P: Pricing>(
        &mut self,
        _: M,
        pricing: &P,
        counts_rows: bool,
        block: &Block,
        side: Option<(usize, Side)>,
        stop: &dyn Stop,
    ) -> Result<(), Stopped> {
        let priced = pricing.channels();
        self.features = block.features().len();
        self.groups = self.features.div_ceil(LANES);
        self.channels = priced + usize::from(counts_rows);
        self.clear();
        let is_taken = |place: usize| match side {
            None => true,
            Some((feature, side)) => {
                let yes = block.planes().plane(feature / 64)[place] >> (feature % 64) & 1 == 1;
                yes == (side == Side::Yes)
            }
        };
        let planes = self.features.div_ceil(64);
        let mut spread = vec![[0.0; 64]; planes];
        let rows = block.layout().places_of(0);
        for (at, place) in rows.filter(|&place| is_taken(place)).enumerate() {
            if at % ROWS_A_LOOK == 0 && stop.should_stop() {
                return Err(Stopped);
            }
            self.base += block.number(Channel::Base.behind(pricing), place);
            let mass = block.number(Channel::Mass.behind(pricing), place);
            for plane in 0..planes {
                let sums = self.mass[plane * 64 / LANES..].as_flattened_mut();
                let sums = sums.first_chunk_mut().expect("room for whole planes");
                add_where(sums, block.planes().plane(plane)[place], mass);
            }
            for channel in 0..self.channels {
                let number = if channel < priced { block.number(channel, place) } else { 1.0 };
                self.totals[channel] += number;
                for (plane, spread) in spread.iter_mut().enumerate() {
                    *spread = [0.0; 64];
                    add_where(spread, block.planes().plane(plane)[place], number);
                }
                self.add_row(channel, block, place, &spread);
            }
        }
        self.note_features();
        Ok(())
    }

    fn clear(&mut self) {
        let Cover { features, groups, channels, .. } = *self;
        let zero = [0.0; LANES];
        self.base = 0.0;
        for (sums, length) in
            [(&mut self.mass, features.next_multiple_of(64) / LANES), (&mut self.pairs, channels * features * groups)]
        {
            sums.clear();
            sums.resize(length, zero);
        }
        self.totals.clear();
        self.totals.resize(channels, 0.0);
    }

    /// Adds a row's number, spread over the features it answers yes to, to the pairs of each of those features.
    #[inline(always)]
    fn add_row(&mut self, channel: usize, block: &Block, place: usize, spread: &[[f64; 64]]) {
        let (spread, _) = spread.as_flattened().as_chunks::<LANES>();
        let of_channel = channel * self.features * self.groups;
        for plane in 0..self.features.div_ceil(64) {
            let mut word = block.planes().plane(plane)[place];
            while word != 0 {
                let feature = plane * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                let own = feature / LANES;
                let sums = &mut self.pairs[of_channel + feature * self.groups..][own..self.groups];
                for (sums, numbers) in sums.iter_mut().zip(&spread[own..self.groups]) {
                    for (sum, number) in sums.iter_mut().zip(numbers) {
                        *sum += number;
                    }
                }
            }
        }
    }

    /// Sums over features are those over pairs of a feature with itself.
    fn note_features(&mut self) {
        let zero = [0.0; LANES];
        self.yes.clear();
        self.yes.resize(self.channels * self.groups, zero);
        for channel in 0..self.channels {
            for feature in 0..self.features {
                let pairs = &self.pairs[(channel * self.features + feature) * self.groups..];
                self.yes[channel * self.groups + feature / LANES][feature % LANES] =
                    pairs[feature / LANES][feature % LANES];
            }
        }
    }

    /// The mass of the rows that answer yes to each feature.
    pub fn masses(&self) -> &[f64] {
        &self.mass.as_flattened()[..self.features]
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&self.pairs[..])
    }
}
