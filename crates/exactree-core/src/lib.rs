//! Optimal decision trees.
#![allow(missing_docs, dead_code)]
mod bound;
mod cache;
mod kernel;
mod order;
mod rows;
mod search;
mod simd;
mod stop;
mod trace;
mod tree;

pub use rows::{Packer, Table};
pub use search::{Settings, Solution, Status, solve};
pub use simd::Level;
pub use stop::{Never, Stop};
pub use trace::Statistics;
pub use tree::{Node, Question, Tree};
