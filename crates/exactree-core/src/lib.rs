//! Optimal decision trees: the search, without Python, files, clocks or printing.
//!
//! [`solve`] takes a [`Table`] of yes/no answers with a class for each row, and returns the tree with the fewest
//! training errors within the limits of [`Settings`], with what is proven of it. [`solve_front`] and [`solve_fair`] answer
//! for what is no sum over leaves: scores of a confusion matrix such as F1, and fairness.
//!
//! | room | what |
//! |---|---|
//! | `rows` | sets of rows as bits: tables, covers and their names |
//! | `simd` | vectors of narrow counters, for each kind of processor; all unsafe code for speed |
//! | `kernel` | trees of depth two, from the counts of pairs of features |
//! | `bound` | floors: costs that no tree goes below |
//! | `cache` | what has been proven of covers |
//! | `order` | which feature first |
//! | `search` | the recursion |
//! | `front` | the search for two sums at once: errors of two kinds, fairness |
//! | `stop`, `trace`, `tree` | when to end, what it took, the answer |
//! | `parts` | switches and measures for tests and benches |
//!
//! Dependence goes one way, from the top of this table down; only `stop` is known everywhere. `search` is the place to
//! begin to read.

mod bound;
mod cache;
mod front;
mod kernel;
mod order;
#[doc(hidden)]
pub mod parts;
mod rows;
mod search;
mod simd;
mod stop;
mod trace;
mod tree;

pub use front::{
    FairSolution, Fairness, Front, FrontPoint, FrontSettings, Parity, SpokenNode, SpokenTree, solve_fair, solve_front,
    stratum_of,
};
pub use rows::{Packer, Table};
pub use search::{Settings, Solution, Status, solve};
pub use simd::Level;
pub use stop::{Never, Stop};
pub use trace::Statistics;
pub use tree::{Node, Question, Tree};
