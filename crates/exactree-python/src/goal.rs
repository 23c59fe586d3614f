//! What a tree is learned for: the core's objectives, with what they need to know of the rows.

use exactree_core::{
    Cost, Errors, Labels, Objective, Packer, Path, Settings, Solution, Squares, Stop, Sums, Table, Targets,
};
use exactree_core::{solve, solve_path};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::found::{Found, FoundPath};
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::table::{Rows, pack};
use crate::units::Units;
use crate::view::View;

/// The fewest training errors, or all of them with a price for splits.
#[pyclass(frozen, module = "exactree._core", name = "Errors")]
pub struct ErrorGoal {
    labels: Vec<i64>,
    classes: usize,
}

/// The least costs of labels: one row a label, one column a row of the table.
#[pyclass(frozen, module = "exactree._core", name = "LabelCosts")]
pub struct LabelGoal {
    costs: Vec<Vec<f64>>,
}

/// The least squared distances to the mean: one row a column of targets.
#[pyclass(frozen, module = "exactree._core", name = "Squares")]
pub struct SquareGoal {
    columns: Vec<Vec<f64>>,
    weights: Option<Vec<f64>>,
}

#[pymethods]
impl ErrorGoal {
    #[new]
    fn new(y: PyReadonlyArray1<'_, i64>, n_classes: usize) -> PyResult<Self> {
        Ok(ErrorGoal { labels: y.as_slice()?.to_vec(), classes: n_classes })
    }
}

#[pymethods]
impl LabelGoal {
    #[new]
    fn new(costs: PyReadonlyArray2<'_, f64>) -> PyResult<Self> {
        let costs = lists(&costs);
        if costs.is_empty() {
            return Err(Refusal::NoLabels.into());
        }
        Ok(LabelGoal { costs: numbers(costs, "costs")? })
    }
}

#[pymethods]
impl SquareGoal {
    #[new]
    #[pyo3(signature = (targets, weights=None))]
    fn new(targets: PyReadonlyArray2<'_, f64>, weights: Option<PyReadonlyArray1<'_, f64>>) -> PyResult<Self> {
        let weights = weights.map(|weights| weights.as_array().to_vec());
        let weights =
            weights.map(|weights| numbers(vec![weights], "weights")).transpose()?.map(|mut lists| lists.remove(0));
        let columns = lists(&targets);
        if columns.iter().flatten().any(|target| !target.is_finite() || target.abs() > LARGEST) {
            return Err(Refusal::Number("targets", "finite and at most 1e100 in size").into());
        }
        Ok(SquareGoal { columns, weights })
    }
}

/// Squares of larger targets could pass what a float holds.
const LARGEST: f64 = 1e100;

fn lists(array: &PyReadonlyArray2<'_, f64>) -> Vec<Vec<f64>> {
    array.as_array().outer_iter().map(|row| row.to_vec()).collect()
}

/// Numbers that may be weights or costs.
fn numbers(lists: Vec<Vec<f64>>, what: &'static str) -> Result<Vec<Vec<f64>>, Refusal> {
    if lists.iter().flatten().all(|number| (0.0..=LARGEST).contains(number)) {
        return Ok(lists);
    }
    Err(Refusal::Number(what, "between 0 and 1e100"))
}

/// Any of them, as Python hands it over.
#[derive(FromPyObject)]
pub enum Goal<'py> {
    Errors(Bound<'py, ErrorGoal>),
    Labels(Bound<'py, LabelGoal>),
    Squares(Bound<'py, SquareGoal>),
}

/// The same without the interpreter.
#[derive(Clone, Copy)]
pub enum Aim<'a> {
    Errors(&'a ErrorGoal),
    Labels(&'a LabelGoal),
    Squares(&'a SquareGoal),
}

impl<'py> Goal<'py> {
    pub fn aim(&self) -> Aim<'_> {
        match self {
            Goal::Errors(goal) => Aim::Errors(goal.get()),
            Goal::Labels(goal) => Aim::Labels(goal.get()),
            Goal::Squares(goal) => Aim::Squares(goal.get()),
        }
    }
}

/// What is done with an objective, whichever it is.
trait Task {
    type Output;
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

struct One;
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

    fn perform<T: Task>(self, task: T, view: &View, limits: &Limits, stop: &dyn Stop) -> Result<T::Output, Refusal> {
        let rows = view.rows();
        if i32::try_from(rows).is_err() {
            return Err(Refusal::Rows(rows));
        }
        if i32::try_from(view.columns()).is_err() {
            return Err(Refusal::Columns(view.columns()));
        }
        match self {
            Aim::Errors(goal) => goal.perform(task, view, limits, stop),
            Aim::Labels(goal) => goal.perform(task, view, limits, stop),
            Aim::Squares(goal) => goal.perform(task, view, limits, stop),
        }
    }
}

/// More units than this in a table do not fit 32 bits together with the prices of splits.
const MOST_IN_32_BITS: f64 = (1 << 20) as f64;

impl ErrorGoal {
    fn perform<T: Task>(&self, task: T, view: &View, limits: &Limits, stop: &dyn Stop) -> Result<T::Output, Refusal> {
        let labels = self.labels_for(view.rows())?;
        let mut counts = vec![0; self.classes];
        labels.iter().for_each(|&label| counts[label as usize] += 1);
        let rows: u32 = counts.iter().sum();
        let errors = rows - counts.iter().max().unwrap_or(&0);
        let Some(table) = pack(view, Packer::new(&labels, self.classes, view.columns()), Rows::All, stop)? else {
            return Ok(task.nothing(counts));
        };
        if limits.per_split == 0.0 && !limits.smallest {
            let below = limits.below.map(|below| below.clamp(0.0, f64::from(u32::MAX)).ceil() as u32);
            let settings = limits.settings(0, below);
            return Ok(task.run(&table, &Errors::COUNTED, &settings, f64::from, stop));
        }
        let units = Units::of(limits, rows as usize, f64::from(rows), true);
        let unit = units.of_cost(1.0);
        let per_split = units.of_split(limits, f64::from(errors));
        let below = limits.below.map(|below| units.of_bound(below));
        if unit * f64::from(rows) < MOST_IN_32_BITS {
            let settings =
                limits.settings(per_split as u32, below.map(|below| u32::try_from(below).unwrap_or(u32::MAX)));
            let to_cost = |cost: u32| units.to_cost(cost.to_u64());
            return Ok(task.run(&table, &Errors::of_units(unit as u32), &settings, to_cost, stop));
        }
        let settings = limits.settings(per_split, below);
        Ok(task.run(&table, &Errors::of_units(unit as u64), &settings, |cost| units.to_cost(cost), stop))
    }

    /// The labels as the core counts them.
    fn labels_for(&self, rows: usize) -> Result<Vec<u32>, Refusal> {
        if self.labels.len() != rows {
            return Err(Refusal::Lengths(rows, self.labels.len()));
        }
        if self.classes > rows.max(2) {
            return Err(Refusal::Classes(self.classes, rows));
        }
        let number = |&label: &i64| match u32::try_from(label) {
            Ok(number) if (number as usize) < self.classes => Ok(number),
            _ => Err(Refusal::Label(label, self.classes)),
        };
        self.labels.iter().map(number).collect()
    }
}

/// The rows that weigh anything. The others change no cost, and are not rows that a leaf may count.
fn weighty(rows: usize, weighs: impl Fn(usize) -> bool) -> Vec<u32> {
    (0..rows).filter(|&row| weighs(row)).map(|row| row as u32).collect()
}

/// Those rows of a table, in their own order.
fn unlabelled(view: &View, rows: &[u32], stop: &dyn Stop) -> Result<Option<Table>, Refusal> {
    pack(view, Packer::new(&vec![0; rows.len()], 1, view.columns()), Rows::These(rows), stop)
}

/// The numbers of those rows.
fn numbers_of(list: &[f64], rows: &[u32]) -> Vec<f64> {
    rows.iter().map(|&row| list[row as usize]).collect()
}

impl LabelGoal {
    fn perform<T: Task>(&self, task: T, view: &View, limits: &Limits, stop: &dyn Stop) -> Result<T::Output, Refusal> {
        let rows = view.rows();
        if let Some(other) = self.costs.iter().map(Vec::len).find(|&length| length != rows) {
            return Err(Refusal::Lengths(rows, other));
        }
        let dearest = |row: usize| self.costs.iter().map(|costs| costs[row]).fold(0.0, f64::max);
        let kept = weighty(rows, |row| dearest(row) > 0.0);
        if kept.is_empty() {
            return Err(Refusal::NothingWeighs);
        }
        let Some(table) = unlabelled(view, &kept, stop)? else { return Ok(task.nothing(vec![rows as u32])) };
        let dearest = (0..rows).map(dearest).sum();
        let is_whole = self.costs.iter().flatten().all(|cost| cost.fract() == 0.0);
        let units = Units::of(limits, rows, dearest, is_whole);
        let of_label =
            |costs: &Vec<f64>| numbers_of(costs, &kept).into_iter().map(|cost| units.of_cost(cost)).collect();
        let costs: Vec<Vec<f64>> = self.costs.iter().map(of_label).collect();
        let settings =
            limits.settings(units.of_split(limits, dearest), limits.below.map(|below| units.of_bound(below)));
        let to_cost = |cost| units.to_cost(cost);
        if costs.len() == 2 {
            let (objective, table) = Sums::<Labels<1>>::of_labels(table, &costs);
            return Ok(task.run(&table, &objective, &settings, to_cost, stop));
        }
        let (objective, table) = Sums::<Labels>::of_labels(table, &costs);
        Ok(task.run(&table, &objective, &settings, to_cost, stop))
    }
}

impl SquareGoal {
    fn perform<T: Task>(&self, task: T, view: &View, limits: &Limits, stop: &dyn Stop) -> Result<T::Output, Refusal> {
        let rows = view.rows();
        let lengths = self.columns.iter().chain(&self.weights).map(Vec::len);
        if let Some(other) = lengths.into_iter().find(|&length| length != rows) {
            return Err(Refusal::Lengths(rows, other));
        }
        let kept = weighty(rows, |row| self.weights.as_ref().is_none_or(|weights| weights[row] > 0.0));
        if kept.is_empty() {
            return Err(Refusal::NothingWeighs);
        }
        let Some(table) = unlabelled(view, &kept, stop)? else { return Ok(task.nothing(vec![rows as u32])) };
        if self.columns.len() == 1 {
            self.run::<T, 1>(task, table, &kept, limits, stop)
        } else {
            self.run::<T, 0>(task, table, &kept, limits, stop)
        }
    }

    fn run<T: Task, const COLUMNS: usize>(
        &self,
        task: T,
        table: Table,
        kept: &[u32],
        limits: &Limits,
        stop: &dyn Stop,
    ) -> Result<T::Output, Refusal> {
        let columns: Vec<Vec<f64>> = self.columns.iter().map(|column| numbers_of(column, kept)).collect();
        let weights = self.weights.as_ref().map(|weights| numbers_of(weights, kept));
        let targets = Targets { columns: &columns, weights: weights.as_deref() };
        let (objective, table, unit) = Sums::<Squares<COLUMNS>>::of_targets(table, targets);
        let units = Units::given(unit, objective.least_price());
        let leaf = units.to_cost(objective.leaf_of_table(&table));
        let settings = limits.settings(units.of_split(limits, leaf), limits.below.map(|below| units.of_bound(below)));
        Ok(task.run(&table, &objective, &settings, |cost| units.to_cost(cost), stop))
    }
}
