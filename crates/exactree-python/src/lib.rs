//! The border between the search and Python, as thin as it can be: tables are packed in, flat arrays handed out,
//! errors translated, the interpreter released meanwhile, Ctrl-C heard.
//!
//! | room | what |
//! |---|---|
//! | [`view`] | a numpy table where it lies in memory |
//! | [`cell`] | which of its numbers mean no and yes |
//! | [`table`] | packs it for the search |
//! | [`stop`] | the deadline and Ctrl-C |
//! | [`goal`] | what a tree is learned for |
//! | [`callback`] | that as a Python function |
//! | [`limits`], [`units`] | what it may be, and how its costs are counted |
//! | [`solve`] | the search in its thread |
//! | [`found`], [`solution`] | what it found, and that as arrays |
//! | [`fronts`], [`fair`] | searches for two sums at once: errors of two kinds, fairness |
//! | [`spoken`] | their trees, whose leaves say either class |
//! | [`predict`] | walks rows down a tree |
//! | [`refusal`] | errors as Python hears them |

mod callback;
mod cell;
mod fair;
mod found;
mod fronts;
mod goal;
mod limits;
mod predict;
mod refusal;
mod solution;
mod solve;
mod spoken;
mod stop;
mod table;
mod units;
mod view;

use pyo3::prelude::*;

/// The search, compiled from Rust.
#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::fair::{Fair, FairGoal, solve_fair};
    #[pymodule_export]
    use crate::fronts::{ErrorFront, solve_front};
    #[pymodule_export]
    use crate::goal::{ErrorGoal, LabelGoal, QuantileGoal, RowGoal, SquareGoal};
    #[pymodule_export]
    use crate::limits::Limits;
    #[pymodule_export]
    use crate::predict::predict_leaf;
    #[pymodule_export]
    use crate::refusal::NotBinaryError;
    #[pymodule_export]
    use crate::solution::{Path, Solution};
    #[pymodule_export]
    use crate::solve::{solve, solve_each, solve_path};
    #[pymodule_export]
    use crate::spoken::Spoken;
}
