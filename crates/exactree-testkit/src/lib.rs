//! What exactree's tests are measured against. Slow, small, and obviously right.
//!
//! Nothing here knows the search or its packed tables: a problem is a list of rows, and everything
//! is counted by walking through them one by one. So an error in the search cannot hide here too.
//!
//! | room | what it answers |
//! |---|---|
//! | [`problem`] | what a table of rows is, and what a split of it is |
//! | [`cost`], [`fraction`] | what costs are: whole units, exact fractions, or floats |
//! | [`objective`] | what a tree is paid for: errors, costs, distances, or any function of its leaves |
//! | [`brute`] | how little any tree can cost, for every depth and number of splits |
//! | [`canonical`] | which of the optimal trees is *the* tree, by the tie rule |
//! | [`order`] | which question comes first at a node |
//! | [`tree`], [`flat`] | trees as nested enums, and how to read one from a list of nodes |
//! | [`fronts`] | all that trees can be, when what counts is more than one sum |
//! | [`greedy`] | what a greedy learner settles for |
//! | [`checker`] | what a tree really costs, and whether it keeps its limits |
//! | [`generate`] | random problems and objectives, from a seed or from proptest |
//! | [`known`] | the published optima of public data sets, when they are at hand |

// A crate of tests' helpers: names and types say what the fields are.
#![allow(missing_docs)]

pub mod brute;
pub mod canonical;
pub mod checker;
pub mod cost;
pub mod flat;
pub mod fraction;
pub mod fronts;
pub mod generate;
pub mod greedy;
pub mod known;
pub mod objective;
pub mod order;
pub mod problem;
pub mod random;
pub mod tree;

pub use checker::{Violation, check};
pub use cost::{Cost, Number};
pub use fraction::Fraction;
pub use objective::Objective;
pub use order::Order;
pub use problem::{Limits, Problem};
pub use tree::Tree;
