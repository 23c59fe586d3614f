//! Whatever a Python function says of the rows in a leaf.

use exactree_core::{Objective, Priced, Stop};
use pyo3::prelude::*;

use super::Task;
use super::numbers::unlabelled;
use crate::callback::Callback;
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::units::Units;
use crate::view::View;

/// The least of what a function says of the rows in a leaf.
#[pyclass(frozen, module = "exactree._core", name = "RowPrice")]
pub struct RowGoal {
    function: Py<PyAny>,
}

#[pymethods]
impl RowGoal {
    #[new]
    fn new(function: Py<PyAny>) -> Self {
        RowGoal { function }
    }
}

impl RowGoal {
    pub(super) fn perform<T: Task>(
        &self,
        task: T,
        view: &View,
        limits: &Limits,
        stop: &dyn Stop,
    ) -> Result<T::Output, Refusal> {
        let rows = view.rows();
        let all: Vec<u32> = (0..rows as u32).collect();
        let Some(table) = unlabelled(view, &all, stop)? else { return Ok(task.nothing(vec![rows as u32])) };
        let callback = Callback::new(&self.function, rows as u32, stop).map_err(Refusal::Raised)?;
        // Each leaf's price may be rounded by half a unit: what that comes to is worth no question, and is no
        // reason to prefer a larger tree.
        let least_price = if limits.smallest { limits.most_splits(rows).max(1) as u64 + 1 } else { 2 };
        let units = Units::given(callback.unit(), least_price);
        let priced = Priced::new(callback);
        let table = priced.table(table);
        let output = {
            let objective = priced.objective(0);
            let leaf = units.to_cost(objective.leaf_of_table(&table));
            let below = limits.below.map(|below| units.of_bound(below));
            let settings = limits.settings(units.of_split(limits, leaf), below);
            task.run(&table, &objective, &settings, |cost| units.to_cost(cost), priced.pricing())
        };
        match priced.into_pricing().into_raised() {
            Some(raised) => Err(Refusal::Raised(raised)),
            None => Ok(output),
        }
    }
}
