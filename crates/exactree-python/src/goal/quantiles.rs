//! Small distances to a quantile, for one share or several at once.

use exactree_core::{Objective, Priced, Quantiles, Stop};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

use super::Task;
use super::numbers::{finite, numbers, numbers_of, unlabelled, weighty};
use crate::found::Placed;
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::units::Units;
use crate::view::View;

/// The least that targets are off a quantile of theirs, for each of some shares; times a factor.
#[pyclass(frozen, module = "exactree._core", name = "Quantiles")]
pub struct QuantileGoal {
    targets: Vec<f64>,
    weights: Option<Vec<f64>>,
    shares: Vec<f64>,
    factor: f64,
}

#[pymethods]
impl QuantileGoal {
    #[new]
    #[pyo3(signature = (targets, shares, weights=None, factor=1.0))]
    fn new(
        targets: PyReadonlyArray1<'_, f64>,
        shares: Vec<f64>,
        weights: Option<PyReadonlyArray1<'_, f64>>,
        factor: f64,
    ) -> PyResult<Self> {
        let targets = finite(vec![targets.as_array().to_vec()])?.remove(0);
        let weights = weights.map(|weights| weights.as_array().to_vec());
        let weights =
            weights.map(|weights| numbers(vec![weights], "weights")).transpose()?.map(|mut lists| lists.remove(0));
        if shares.is_empty() || !shares.iter().all(|share| (0.0..=1.0).contains(share)) {
            return Err(Refusal::Number("quantiles", "between 0 and 1, and one at least").into());
        }
        Ok(QuantileGoal { targets, weights, shares, factor })
    }
}

impl QuantileGoal {
    pub(super) fn perform<T: Task>(
        &self,
        task: T,
        view: &View,
        limits: &Limits,
        stop: &dyn Stop,
    ) -> Result<T::Output, Refusal> {
        let each = self.perform_each(task, view, limits, stop)?;
        each.into_iter().next().ok_or(Refusal::Number("quantiles", "one at least"))
    }

    pub(super) fn perform_each<T: Task>(
        &self,
        task: T,
        view: &View,
        limits: &Limits,
        stop: &dyn Stop,
    ) -> Result<Vec<T::Output>, Refusal> {
        let rows = view.rows();
        let weights = self.weights.clone().unwrap_or_else(|| vec![1.0; rows]);
        if let Some(other) = [self.targets.len(), weights.len()].into_iter().find(|&length| length != rows) {
            return Err(Refusal::Lengths(rows, other));
        }
        let mut kept = weighty(rows, |row| weights[row] > 0.0);
        if kept.is_empty() {
            return Err(Refusal::NothingWeighs);
        }
        // The sort is stable: rows of equal targets stay in their order.
        kept.sort_by(|&one, &two| self.targets[one as usize].total_cmp(&self.targets[two as usize]));
        let Some(table) = unlabelled(view, &kept, stop)? else {
            return Ok(self.shares.iter().map(|_| task.nothing(vec![rows as u32])).collect());
        };
        let pricing = Quantiles::of(&numbers_of(&self.targets, &kept), &numbers_of(&weights, &kept), &self.shares);
        let priced = Priced::new(pricing);
        let table = priced.table(table);
        let tree = |share: usize| {
            let objective = priced.objective(share);
            let units = Units::given(priced.pricing().unit(share) / self.factor, priced.pricing().least_price());
            let leaf = units.to_cost(objective.leaf_of_table(&table));
            let below = limits.below.map(|below| units.of_bound(below));
            let settings = limits.settings(units.of_split(limits, leaf), below);
            task.run(&table, &objective, &settings, |cost| units.to_cost(cost), stop).placed(&kept)
        };
        Ok((0..self.shares.len()).map(tree).collect())
    }
}
