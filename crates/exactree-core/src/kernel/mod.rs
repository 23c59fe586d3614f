//! Trees of depth two, solved from what pairs of features have in common.
//!
//! A tree of depth two needs no more of a cover than the rows in which two features are both yes: the
//! three other cells of a pair follow by subtraction. At a node of depth three the pairs are summed up
//! once for its whole cover ([`Kernel::open`]); for each split of it only the smaller side is
//! ([`Kernel::split`]), and the larger one follows by subtraction ([`Kernel::rest`]).
//!
//! | room | what is summed up |
//! |---|---|
//! | `counts` | rows of each class |
//! | `sums` | numbers that rows bring along |
//! | `none` | nothing |

mod counts;
mod none;
mod sums;

pub(crate) use counts::Counting;
pub use none::NoKernel;
pub(crate) use sums::{Channel, OneLeaf};
pub use sums::{Channels, Pricing, Summing};

use crate::cost::Cost;
use crate::rows::{Block, Side};
use crate::stop::{Stop, Stopped};

/// Solves covers of depth two, for one thread; keeps its memory from call to call.
///
/// What it says costs no more than the leaves do: the price of splits is added by whoever asks.
pub trait Kernel<C>: Send {
    /// Whether the sums of this block's pairs may be kept.
    fn has_room_for(&self, block: &Block) -> bool;

    /// The least costs over a block, which is open from then on.
    fn open(&mut self, block: &Block, wanted: Wanted, stop: &dyn Stop) -> Result<Profile<C>, Stopped>;

    /// The least costs over the smaller side of a split of the open block.
    fn split(&mut self, block: &Block, feature: usize, wanted: Wanted, stop: &dyn Stop) -> Result<Profile<C>, Stopped>;

    /// After [`split`](Kernel::split): the least costs over the other side.
    fn rest(&mut self, wanted: Wanted) -> Profile<C>;

    /// After [`open`](Kernel::open): the least costs of trees whose root asks each feature. What it says of trees
    /// without a split is of no meaning.
    fn by_root(&self) -> Vec<Profile<C>>;

    /// After [`split`](Kernel::split): the mass of the smaller side's rows that answer yes to each feature of the block.
    fn mass_in_part(&mut self, into: &mut Vec<C>);

    /// Memory held, in bytes.
    fn bytes(&self) -> usize;
}

/// Which side of a split a kernel sums up: the smaller one.
pub(crate) fn smaller_side(block: &Block, feature: usize) -> Side {
    if 2 * block.rows_of(feature, Side::Yes) <= block.rows() { Side::Yes } else { Side::No }
}

/// Which trees matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Those with all three splits. Of smaller ones only a floor is told.
    Largest,
    /// Those of every size.
    Every,
}

/// The least costs of trees of depth at most two with at most 0, 1, 2 and 3 splits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile<C>(pub [C; 4]);

impl<C: Cost> Profile<C> {
    /// The same with a price for each split.
    pub fn priced(self, per_split: C) -> Self {
        if per_split == C::default() {
            return self;
        }
        let mut least = self.0[0];
        let mut price = C::default();
        Profile(self.0.map(|cost| {
            least = least.min(cost + price);
            price += per_split;
            least
        }))
    }

    /// Of trees with one split at least and `splits` at most, what they cost with a price for each split.
    pub fn rooted(&self, splits: usize, per_split: C) -> C {
        let mut price = C::default();
        let costs = self.0[1..=splits.min(3)].iter().map(|&cost| {
            price += per_split;
            cost + price
        });
        costs.min().unwrap_or(C::MOST)
    }

    /// Of trees with at most so many splits.
    #[inline(always)]
    pub fn within(&self, splits: usize) -> C {
        self.0[splits.min(3)]
    }
}
