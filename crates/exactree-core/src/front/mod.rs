//! Trees for what is not one sum over leaves: all that two sums can be at once.
//!
//! F1 is no sum over leaves, and neither is fairness; but both follow from two sums that are. So instead of the least
//! cost of a cover this search finds all its vectors of two sums that no other vector beats in both, and chooses at the
//! end. (Van der Linden et al. 2023 do this for any number of sums.)
//!
//! | file | what it does |
//! |---|---|
//! | `criterion` | what a row costs; how to add another price |
//! | `staircase`, `steps` | sets of vectors, finished and under construction |
//! | `shape` | how deep a tree may be and how many leaves it may have |
//! | `pairs`, `climb`, `ends` | trees of depth two, from the counts of pairs |
//! | `memory` | what covers reach, by their names |
//! | `search`, `sides` | the recursion |
//! | `grow`, `spoken` | reads a tree off what was found |
//! | `errors` | false positives and false negatives |
//! | `parity`, `fairness` | the fewest errors of a tree that treats two groups nearly alike |
//! | `between`, `marks` | what is left to do for fairness where one end does not say it all |

mod between;
mod climb;
mod criterion;
mod ends;
mod errors;
mod fairness;
mod grow;
mod marks;
mod memory;
mod pairs;
mod parity;
mod search;
mod shape;
mod sides;
mod spoken;
mod staircase;
mod steps;

use crate::simd::Level;
use shape::Shape;

pub use errors::{Front, FrontPoint, solve_front};
pub use fairness::{FairSolution, solve_fair};
pub use parity::{Fairness, Parity, stratum_of};
pub use spoken::{SpokenNode, SpokenTree};

/// What a tree may be, and how it is looked for.
#[derive(Clone, Debug)]
pub struct FrontSettings {
    /// The most questions on any path; `None` for no limit.
    pub max_depth: Option<usize>,
    /// The most leaves; `None` for no limit.
    pub max_leaf_nodes: Option<usize>,
    /// The fewest rows in a leaf. A single leaf is always allowed.
    pub min_samples_leaf: u32,
    /// The instructions to use.
    pub level: Level,
}

impl Default for FrontSettings {
    fn default() -> Self {
        FrontSettings { max_depth: None, max_leaf_nodes: None, min_samples_leaf: 1, level: Level::best() }
    }
}

impl FrontSettings {
    fn shape(&self) -> Shape {
        Shape { depth: self.max_depth.unwrap_or(usize::MAX), leaves: self.max_leaf_nodes }
    }
}
