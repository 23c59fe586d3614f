//! What a tree is learned for: the core's objectives, with what they need to know of the rows.
//!
//! To add one: a file with a class that Python makes, and how it brings its objective to a [`Task`]; a line in [`Goal`],
//! [`Aim`] and their matches.

mod errors;
mod labels;
mod numbers;
mod quantiles;
mod rows;
mod squares;

pub use errors::{ErrorGoal, codes};
pub use labels::LabelGoal;
pub use quantiles::QuantileGoal;
pub use rows::RowGoal;
pub use squares::SquareGoal;

use exactree_core::{Objective, Path, Settings, Solution, Stop, Table, solve, solve_path};
use pyo3::prelude::*;

use crate::found::{Found, FoundPath, Placed};
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::table::refuse_larger;
use crate::view::View;

/// Any of them, as Python hands it over.
#[derive(FromPyObject)]
pub enum Goal<'py> {
    Errors(Bound<'py, ErrorGoal>),
    Labels(Bound<'py, LabelGoal>),
    Squares(Bound<'py, SquareGoal>),
    Quantiles(Bound<'py, QuantileGoal>),
    Rows(Bound<'py, RowGoal>),
}

/// The same without the interpreter.
#[derive(Clone, Copy)]
pub enum Aim<'a> {
    Errors(&'a ErrorGoal),
    Labels(&'a LabelGoal),
    Squares(&'a SquareGoal),
    Quantiles(&'a QuantileGoal),
    Rows(&'a RowGoal),
}

impl<'py> Goal<'py> {
    pub fn aim(&self) -> Aim<'_> {
        match self {
            Goal::Errors(goal) => Aim::Errors(goal.get()),
            Goal::Labels(goal) => Aim::Labels(goal.get()),
            Goal::Squares(goal) => Aim::Squares(goal.get()),
            Goal::Quantiles(goal) => Aim::Quantiles(goal.get()),
            Goal::Rows(goal) => Aim::Rows(goal.get()),
        }
    }
}

/// What is done with an objective, whichever it is.
trait Task: Copy {
    type Output: Placed;
    /// Without an objective: the search was stopped before it had a table.
    fn nothing(self, leaf: Vec<u32>) -> Self::Output;
    fn run<O: Objective>(
        self,
        table: &Table,
        objective: &O,
        settings: &Settings<O::Cost>,
        to_cost: impl Fn(O::Cost) -> f64,
        stop: &dyn Stop,
    ) -> Self::Output;
}

#[derive(Clone, Copy)]
struct One;
#[derive(Clone, Copy)]
struct EverySize;

impl Task for One {
    type Output = Found;

    fn nothing(self, counts: Vec<u32>) -> Found {
        Found::leaf(counts)
    }

    fn run<O: Objective>(
        self,
        table: &Table,
        objective: &O,
        settings: &Settings<O::Cost>,
        to_cost: impl Fn(O::Cost) -> f64,
        stop: &dyn Stop,
    ) -> Found {
        let solution: Solution<O::Cost> = solve(table, objective, settings, stop);
        Found::of(table, solution, to_cost)
    }
}

impl Task for EverySize {
    type Output = FoundPath;

    fn nothing(self, _: Vec<u32>) -> FoundPath {
        FoundPath::default()
    }

    fn run<O: Objective>(
        self,
        table: &Table,
        objective: &O,
        settings: &Settings<O::Cost>,
        to_cost: impl Fn(O::Cost) -> f64,
        stop: &dyn Stop,
    ) -> FoundPath {
        let path: Path<O::Cost> = solve_path(table, objective, settings, stop);
        FoundPath::of(table, path, to_cost)
    }
}

impl Aim<'_> {
    /// The best tree.
    pub fn tree(self, view: &View, limits: &Limits, stop: &dyn Stop) -> Result<Found, Refusal> {
        self.perform(One, view, limits, stop)
    }

    /// The best trees of every size.
    pub fn path(self, view: &View, limits: &Limits, stop: &dyn Stop) -> Result<FoundPath, Refusal> {
        self.perform(EverySize, view, limits, stop)
    }

    /// The best tree for each of several goals that share their work.
    pub fn trees(self, view: &View, limits: &Limits, stop: &dyn Stop) -> Result<Vec<Found>, Refusal> {
        match self {
            Aim::Quantiles(goal) => goal.perform_each(One, view, limits, stop),
            other => other.tree(view, limits, stop).map(|found| vec![found]),
        }
    }

    fn perform<T: Task>(self, task: T, view: &View, limits: &Limits, stop: &dyn Stop) -> Result<T::Output, Refusal> {
        refuse_larger(view, i32::MAX as usize)?;
        match self {
            Aim::Errors(goal) => goal.perform(task, view, limits, stop),
            Aim::Labels(goal) => goal.perform(task, view, limits, stop),
            Aim::Squares(goal) => goal.perform(task, view, limits, stop),
            Aim::Quantiles(goal) => goal.perform(task, view, limits, stop),
            Aim::Rows(goal) => goal.perform(task, view, limits, stop),
        }
    }
}
