//! The tree with the fewest errors of those that treat two groups nearly alike.

use std::iter::zip;

use exactree_core::{FairSolution, Fairness, Parity, Status, Stop, stratum_of};
use numpy::{PyReadonlyArray1, PyUntypedArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::fronts::read;
use crate::goal::codes;
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::solution::name;
use crate::solve::{Heard, listen};
use crate::spoken::Spoken;
use crate::view::View;

/// The fewest training errors with a bound on the difference of two groups' rates; classes and groups are 0 or 1.
#[pyclass(frozen, module = "exactree._core", name = "Fairness")]
pub struct FairGoal {
    labels: Vec<i64>,
    groups: Vec<i64>,
    fairness: Fairness,
}

#[pymethods]
impl FairGoal {
    #[new]
    fn new(
        y: PyReadonlyArray1<'_, i64>,
        groups: PyReadonlyArray1<'_, i64>,
        rate: &str,
        max_difference: f64,
    ) -> PyResult<Self> {
        let parity = match rate {
            "demographic_parity" => Parity::Told,
            "equal_opportunity" => Parity::Found,
            _ => return Err(PyValueError::new_err(format!("rate is {rate:?}, which is no rate of a group"))),
        };
        if !(0.0..=1.0).contains(&max_difference) {
            return Err(Refusal::Number("max_difference", "between 0 and 1").into());
        }
        let fairness = Fairness { parity, most: max_difference };
        Ok(FairGoal { labels: y.as_slice()?.to_vec(), groups: groups.as_slice()?.to_vec(), fairness })
    }
}

/// What a search for a fair tree found and proved.
#[pyclass(frozen, get_all, module = "exactree._core", name = "FairSolution")]
pub struct Fair {
    status: &'static str,
    tree: Py<Spoken>,
    cost: u32,
    floor: u32,
    rates: (f64, f64),
    subproblems: u64,
    cache_hits: u64,
    cache_entries: u64,
    kernel_calls: u64,
    peak_bytes: u64,
    interrupt: Option<Py<PyAny>>,
}

/// The best fair tree over a table of 0 and 1.
#[pyfunction]
pub fn solve_fair(
    py: Python<'_>,
    x: &Bound<'_, PyUntypedArray>,
    goal: &Bound<'_, FairGoal>,
    limits: &Bound<'_, Limits>,
) -> PyResult<Fair> {
    let (view, goal, limits) = (View::of(x)?, goal.get(), limits.get());
    let Heard { found, bell, raised } = listen(py, limits, |stop| find(&view, goal, limits, stop))?;
    let FairSolution { tree, cost, floor, rates: [first, second], status, statistics } = found;
    Ok(Fair {
        status: name(status, bell.cause()),
        tree: Py::new(py, Spoken::new(py, tree)?)?,
        cost,
        floor,
        rates: (first, second),
        subproblems: statistics.subproblems,
        cache_hits: statistics.cache_hits,
        cache_entries: statistics.cache_entries,
        kernel_calls: statistics.kernel_calls,
        peak_bytes: statistics.peak_bytes,
        interrupt: raised.map(|error| error.into_value(py).into_any()),
    })
}

fn find(view: &View, goal: &FairGoal, limits: &Limits, stop: &dyn Stop) -> Result<FairSolution, Refusal> {
    let settings = limits.front_settings()?;
    let labels = codes(&goal.labels, 2, view.rows())?;
    let groups = codes(&goal.groups, 2, view.rows())?;
    let strata: Vec<u32> = zip(labels, groups).map(|(class, group)| stratum_of(class, group)).collect();
    let (table, is_read) = read(view, &strata, 4, stop)?;
    let solution = exactree_core::solve_fair(&table, goal.fairness, &settings, stop);
    // Without a column there is but one leaf, and nothing proven of trees that ask.
    Ok(if is_read { solution } else { FairSolution { floor: 0, status: Status::Stopped, ..solution } })
}
