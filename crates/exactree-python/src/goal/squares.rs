//! Small squared distances to the mean.

use exactree_core::{Objective, Squares, Stop, Sums, Table, Targets};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use super::Task;
use super::numbers::{finite, lists, numbers, numbers_of, unlabelled, weighty};
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::units::Units;
use crate::view::View;

/// The least squared distances to the mean: one row a column of targets.
#[pyclass(frozen, module = "exactree._core", name = "Squares")]
pub struct SquareGoal {
    columns: Vec<Vec<f64>>,
    weights: Option<Vec<f64>>,
}

#[pymethods]
impl SquareGoal {
    #[new]
    #[pyo3(signature = (targets, weights=None))]
    fn new(targets: PyReadonlyArray2<'_, f64>, weights: Option<PyReadonlyArray1<'_, f64>>) -> PyResult<Self> {
        let weights = weights.map(|weights| weights.as_array().to_vec());
        let weights =
            weights.map(|weights| numbers(vec![weights], "weights")).transpose()?.map(|mut lists| lists.remove(0));
        let columns = finite(lists(&targets))?;
        Ok(SquareGoal { columns, weights })
    }
}

impl SquareGoal {
    pub(super) fn perform<T: Task>(
        &self,
        task: T,
        view: &View,
        limits: &Limits,
        stop: &dyn Stop,
    ) -> Result<T::Output, Refusal> {
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
