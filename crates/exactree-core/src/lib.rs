//! Optimal decision trees: the search, without Python, files, clocks or printing.
//!
//! [`solve`] takes a [`Table`] of yes/no answers, an [`Objective`] that prices leaves, such as their [`Errors`], and
//! returns the cheapest tree within the limits of [`Settings`], with what is proven of it. [`solve_front`] and [`solve_fair`] answer
//! for what is no sum over leaves: scores of a confusion matrix such as F1, and fairness.
//!
//! | room | what |
//! |---|---|
//! | `rows` | sets of rows as bits: tables, covers and their names |
//! | `simd` | vectors of narrow counters, for each kind of processor; all unsafe code for speed |
//! | `cost` | what trees cost: whole numbers |
//! | `objective` | what a leaf costs |
//! | `kernel` | trees of depth two, from what pairs of features have in common |
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
mod cost;
mod front;
mod kernel;
mod objective;
mod order;
#[doc(hidden)]
pub mod parts;
mod rows;
mod search;
mod simd;
mod stop;
mod trace;
mod tree;

pub use cost::Cost;
pub use front::{
    FairSolution, Fairness, Front, FrontPoint, FrontSettings, Parity, SpokenNode, SpokenTree, solve_fair, solve_front,
    stratum_of,
};
pub use objective::{
    Errors, FromRows, Labels, Masses, Objective, Priced, Quantiles, RowPricing, Squares, Sums, Targets,
};
pub use rows::{Packer, Table};
pub use search::{Path, Settings, Solution, Status, Step, solve, solve_path};
pub use simd::Level;
pub use stop::{Never, Stop};
pub use trace::Statistics;
pub use tree::{Node, Question, Tree};
