//! What a leaf gains: what an objective brings to this kernel.

/// How many leaves are priced at a time.
pub const LANES: usize = 8;

/// A number for each of some leaves.
pub type Lanes = [f64; LANES];

/// Prices leaves from sums over their rows.
///
/// A leaf costs its base less its gain. A block's channels are those that gains are priced from, and behind them the
/// three of [`Channel`]. All numbers are whole, and stay below 2^53 when a whole table of them is summed up; so do gains.
pub trait Pricing: Clone + Send + Sync {
    /// How many channels gains are priced from.
    fn channels(&self) -> usize;

    /// What some leaves gain. Where a leaf has no rows all its sums are zero, and its gain is zero or more. Called for one
    /// leaf it says the same as for many at once. Mark it `#[inline(always)]`: only inlined code gets a machine's
    /// instructions.
    fn gain<const N: usize>(&self, sums: &impl Channels<N>) -> [f64; N];
}

/// Sums over the rows of some leaves.
pub trait Channels<const N: usize> {
    /// What a channel comes to.
    fn sum(&self, channel: usize) -> [f64; N];
}

/// Sums of one leaf, told by a closure.
pub(crate) struct OneLeaf<F>(pub F);

impl<F: Fn(usize) -> f64> Channels<1> for OneLeaf<F> {
    #[inline(always)]
    fn sum(&self, channel: usize) -> [f64; 1] {
        [self.0(channel)]
    }
}

/// Channels that every block of sums has, behind those that gains are priced from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Channel {
    /// What a row costs at first.
    Base,
    /// What every tree pays for a row, or for the rows that are like it.
    Lost,
    /// How much a row may cost at most.
    Mass,
}

impl Channel {
    /// Its number, behind those that gains are priced from.
    #[inline(always)]
    pub fn behind(self, pricing: &impl Pricing) -> usize {
        pricing.channels() + self as usize
    }
}
