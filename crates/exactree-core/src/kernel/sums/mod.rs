//! Trees of depth two by sums of numbers that rows bring along: weights, targets, costs.
//!
//! A leaf costs a base, which is a sum over its rows, less what it gains, which is priced from other sums. So the base
//! of a cover is paid whatever is asked, and the best tree is the one whose leaves gain most together. Sums over
//! pairs of features cannot be counted bit by bit; they are added up row by row, for pairs that both answer yes.
//!
//! | file | what it does |
//! |---|---|
//! | `pricing` | what a leaf gains: what an objective brings to this kernel |
//! | `sheet` | the rows of a cover, laid out for sums |
//! | `cover` | the sums of a cover |
//! | `pairs` | sums of a cover, or of what is left of one |
//! | `cells` | what a leaf sums up to, for many at a time |
//! | `gains` | what the best trees gain |

mod cells;
mod cover;
mod gains;
mod pairs;
mod pricing;
mod sheet;
#[cfg(test)]
mod tests;

use pricing::LANES;
pub(crate) use pricing::{Channel, OneLeaf};
pub use pricing::{Channels, Pricing};

use super::{Kernel, Profile, Wanted, smaller_side};
use crate::objective::Building;
use crate::rows::Block;
use crate::simd::{self, Job, Machine};
use crate::stop::{Stop, Stopped};
use cover::Cover;
use gains::Gains;
use pairs::{Rest, Whole};
use sheet::{Order, Taken};

/// The sums of pairs are not kept when they would take more than this.
const MOST_BYTES: usize = 256 << 20;

/// Sums up covers of depth two, for one thread; keeps its memory from call to call.
pub struct Summing<P> {
    pricing: P,
    building: Building,
    /// How many features the open block has, and where they stand.
    features: usize,
    order: Order,
    whole: Cover,
    part: Cover,
    gains: Gains,
}

impl<P: Pricing> Summing<P> {
    pub(crate) fn new(pricing: P, building: Building) -> Self {
        let building = Building { min_leaf: building.min_leaf.max(1), ..building };
        Summing {
            pricing,
            building,
            features: 0,
            order: Order::default(),
            whole: Cover::default(),
            part: Cover::default(),
            gains: Gains::default(),
        }
    }

    /// Least costs of a cover with such a base.
    fn profile(&self, base: f64) -> Profile<u64> {
        // Whole numbers below 2^53, and no leaf gains more than its base.
        Profile(self.gains.most().map(|gain| (base - gain).max(0.0) as u64))
    }
}

impl<P: Pricing> Kernel<u64> for Summing<P> {
    fn has_room_for(&self, block: &Block) -> bool {
        let features = block.features().len().next_multiple_of(LANES);
        let channels = self.pricing.channels() + 2;
        features.saturating_mul(features).saturating_mul(channels * 2 * size_of::<f64>()) <= MOST_BYTES
    }

    fn open(&mut self, block: &Block, _: Wanted, stop: &dyn Stop) -> Result<Profile<u64>, Stopped> {
        self.features = block.features().len();
        self.order = Order::of(block);
        let Summing { pricing, building, order, whole, gains, .. } = self;
        let taken = Taken { block, side: None, order };
        simd::run(building.level, SumUp { cover: whole, pricing, building, taken, stop })?;
        simd::run(building.level, Evaluate { gains, pricing, building, pairs: Whole(whole) });
        Ok(self.profile(self.whole.base))
    }

    fn split(&mut self, block: &Block, feature: usize, _: Wanted, stop: &dyn Stop) -> Result<Profile<u64>, Stopped> {
        let side = Some((feature, smaller_side(block, feature)));
        let Summing { pricing, building, order, part, gains, .. } = self;
        let taken = Taken { block, side, order };
        simd::run(building.level, SumUp { cover: part, pricing, building, taken, stop })?;
        simd::run(building.level, Evaluate { gains, pricing, building, pairs: Whole(part) });
        Ok(self.profile(self.part.base))
    }

    fn rest(&mut self, _: Wanted) -> Profile<u64> {
        let Summing { pricing, building, whole, part, gains, .. } = self;
        simd::run(building.level, Evaluate { gains, pricing, building, pairs: Rest { whole, part } });
        self.profile(self.whole.base - self.part.base)
    }

    fn by_root(&self) -> Vec<Profile<u64>> {
        let base = self.whole.base;
        let of_root = |root: usize| self.gains.of_root(self.order.place_of(root));
        (0..self.features).map(|root| Profile(of_root(root).map(|gain| (base - gain).max(0.0) as u64))).collect()
    }

    fn mass_in_part(&mut self, into: &mut Vec<u64>) {
        into.clear();
        let masses = self.part.masses();
        into.extend((0..self.features).map(|feature| masses[self.order.place_of(feature)] as u64));
    }

    fn bytes(&self) -> usize {
        self.whole.bytes() + self.part.bytes()
    }
}

/// What leaves must hold at least: rows, mass, or both. The pairs have a channel for each, behind those that gains are
/// priced from.
fn leaf_sizes(building: &Building) -> Vec<f64> {
    let rows = (building.min_leaf > 1).then_some(f64::from(building.min_leaf));
    let mass = (building.min_mass > 0.0).then_some(building.min_mass);
    rows.into_iter().chain(mass).collect()
}

struct SumUp<'a, P> {
    cover: &'a mut Cover,
    pricing: &'a P,
    building: &'a Building,
    taken: Taken<'a>,
    stop: &'a dyn Stop,
}

impl<P: Pricing> Job for SumUp<'_, P> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Result<(), Stopped> {
        self.cover.sum_up(machine, self.pricing, self.building, self.taken, self.stop)
    }
}

struct Evaluate<'a, P, S> {
    gains: &'a mut Gains,
    pricing: &'a P,
    building: &'a Building,
    pairs: S,
}

impl<P: Pricing, S: pairs::Pairs> Job for Evaluate<'_, P, S> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        self.gains.find(machine, self.pricing, &leaf_sizes(self.building), self.pairs);
    }
}
