//! What a leaf costs: one objective a file.
//!
//! An objective prices a leaf from the rows that reach it, and a tree costs what its leaves cost together (and a
//! price for each split, which is the search's own affair). `docs/add-an-objective.md` shows how to add one.
//!
//! | file | a leaf costs |
//! |---|---|
//! | `errors` | the rows that are not of its most frequent class |
//! | `sums` | a base less what it gains, both from sums over its rows |
//! | `labels` | what its rows cost when they get its label: weights, prices of mistakes |
//! | `from_rows` | what somebody says of its rows |
//! | `quantiles` | what its rows are off a quantile of theirs |
//! | `squares` | the squared distances of its rows to their mean, in one column or several |

mod errors;
mod from_rows;
mod labels;
mod quantiles;
mod squares;
mod sums;

pub use errors::Errors;
pub use from_rows::{FromRows, Priced, RowPricing};
pub use labels::Labels;
pub use quantiles::Quantiles;
pub use squares::{Squares, Targets};
pub use sums::{Summed, Sums};

use crate::cost::Cost;
use crate::kernel::Kernel;
use crate::rows::{Block, Fingerprint, Side, Table};
use crate::simd::Level;
use crate::stop::{Stop, Stopped};

/// Prices leaves. The same rows always cost the same, wherever and by whomever they are priced.
///
/// What is required is how to price; all that only makes the search faster has a default.
pub trait Objective: Sized + Sync {
    /// What costs are counted in.
    type Cost: Cost;
    /// What solves trees of depth two.
    type Kernel: Kernel<Self::Cost>;

    /// The cost of a leaf over a cover.
    fn leaf(&self, block: &Block) -> Self::Cost;

    /// The cost of a leaf over one side of a split.
    fn leaf_of(&self, block: &Block, feature: usize, side: Side) -> Self::Cost;

    /// The cost of a leaf over a whole table.
    fn leaf_of_table(&self, table: &Table) -> Self::Cost;

    /// The features of a cover, the most promising first. The order is part of the answer: of equally good
    /// questions the first is asked.
    fn order(&self, block: &Block) -> Vec<u32>;

    /// A kernel for one thread.
    fn kernel(&self, building: Building) -> Self::Kernel;

    /// The first in the order of a cover that has features.
    fn first(&self, block: &Block) -> usize {
        self.order(block)[0] as usize
    }

    /// The least cost of two leaves behind one question, over a cover that has features.
    fn best_stump(&self, block: &Block) -> Self::Cost {
        let stump = |feature: usize| self.leaf_of(block, feature, Side::Yes) + self.leaf_of(block, feature, Side::No);
        (0..block.features().len()).map(stump).fold(Self::Cost::MOST, Self::Cost::min)
    }

    /// The same for a cover by its name, if the objective remembers it.
    fn known_stump(&self, _cover: Fingerprint) -> Option<Self::Cost> {
        None
    }

    /// Looks at the whole table before the search, for what is known of all covers from then on. When it is
    /// stopped, less is known.
    fn prepare(&self, _whole: &mut Block, _level: Level, _stop: &dyn Stop) -> Result<(), Stopped> {
        Ok(())
    }

    /// What every tree over a cover costs at least, however deep.
    fn lost(&self, _block: &Block) -> Self::Cost {
        Self::Cost::default()
    }

    /// The same for one side of a split.
    fn lost_of(&self, _block: &Block, _feature: usize, _side: Side) -> Self::Cost {
        Self::Cost::default()
    }

    /// The channel that holds the mass of the rows, where leaves may be asked to have some.
    fn mass_channel(&self) -> Option<usize> {
        None
    }

    /// How masses are told; none where covers say nothing of others that are alike.
    fn masses(&self) -> Option<&dyn Masses<Self::Cost>> {
        None
    }
}

/// Says how much the rows that two covers differ in may change a cost.
///
/// The mass of a row is at least one, and so much that whatever is said of the row costs at most its mass: taking rows
/// away from a cover takes away at most their mass from the cost of its best tree.
pub trait Masses<C>: Sync {
    /// The mass of one side of a split.
    fn mass_of(&self, block: &Block, feature: usize, side: Side) -> C;

    /// For each feature the mass of the rows that answer yes to it and to `feature`.
    fn common(&self, block: &Block, feature: usize, level: Level, into: &mut Vec<C>);

    /// What rounding may add to a cost or take away.
    fn slack(&self) -> C;
}

/// What kernels are built with.
#[derive(Clone, Copy, Debug)]
pub struct Building {
    /// The instructions to use.
    pub level: Level,
    /// The fewest rows in a leaf.
    pub min_leaf: u32,
    /// The least mass of a leaf, for objectives whose rows have one.
    pub min_mass: f64,
    /// Whether counters are as narrow as the counts allow. Only experiments have them wide.
    pub narrow: bool,
}
