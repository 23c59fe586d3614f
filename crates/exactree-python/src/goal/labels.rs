//! Cheap labels: weights of rows, prices of mistakes.

use exactree_core::{Labels, Settings, Stop, Sums};
use numpy::PyReadonlyArray2;
use pyo3::prelude::*;

use super::Task;
use super::numbers::{lists, numbers, numbers_of, unlabelled, weighty};
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::units::Units;
use crate::view::View;

/// The least costs of labels: one row a label, one column a row of the table.
#[pyclass(frozen, module = "exactree._core", name = "LabelCosts")]
pub struct LabelGoal {
    costs: Vec<Vec<f64>>,
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

impl LabelGoal {
    pub(super) fn perform<T: Task>(
        &self,
        task: T,
        view: &View,
        limits: &Limits,
        stop: &dyn Stop,
    ) -> Result<T::Output, Refusal> {
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
        // Rounded down, as weights may have been rounded down, too.
        let min_leaf_mass = (units.of_cost(limits.min_leaf_weight) - kept.len() as f64 * units.rounding()).max(0.0);
        let settings = Settings { min_leaf_mass, ..settings };
        let to_cost = |cost| units.to_cost(cost);
        if costs.len() == 2 {
            let (objective, table) = Sums::<Labels<1>>::of_labels(table, &costs);
            return Ok(task.run(&table, &objective, &settings, to_cost, stop));
        }
        let (objective, table) = Sums::<Labels>::of_labels(table, &costs);
        Ok(task.run(&table, &objective, &settings, to_cost, stop))
    }
}
