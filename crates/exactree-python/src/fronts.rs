//! All pairs of false positives and false negatives that no tree beats, and a tree for each on request.

use std::sync::{Mutex, PoisonError};

use exactree_core::{Front, Packer, Status, Stop, Table};
use numpy::{PyArray1, PyUntypedArray};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::goal::ErrorGoal;
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::solution::name;
use crate::solve::{Heard, listen};
use crate::spoken::Spoken;
use crate::table::{Rows, pack, refuse_larger};
use crate::view::View;

/// The core adds up two heights of a front in 32 bits, beside a mark for what is out of reach.
const MOST_ROWS: usize = (1 << 29) - 1;

/// The points, fewest false positives first, and what it takes to grow their trees.
#[pyclass(frozen, module = "exactree._core", name = "Front")]
pub struct ErrorFront {
    front: Mutex<Front>,
    #[pyo3(get)]
    status: &'static str,
    #[pyo3(get)]
    false_positives: Py<PyArray1<i64>>,
    #[pyo3(get)]
    false_negatives: Py<PyArray1<i64>>,
    #[pyo3(get)]
    subproblems: u64,
    #[pyo3(get)]
    cache_hits: u64,
    #[pyo3(get)]
    cache_entries: u64,
    #[pyo3(get)]
    kernel_calls: u64,
    #[pyo3(get)]
    peak_bytes: u64,
    #[pyo3(get)]
    interrupt: Option<Py<PyAny>>,
}

#[pymethods]
impl ErrorFront {
    /// The tree of a point.
    fn tree(&self, py: Python<'_>, point: usize) -> PyResult<Spoken> {
        let grown = py.detach(|| {
            // What a thread that panicked left behind is only memory of the search, which is right or missing.
            let mut front = self.front.lock().unwrap_or_else(PoisonError::into_inner);
            let points = front.points().len();
            if point < points { Ok(front.tree_of(point)) } else { Err(points) }
        });
        let tree = grown.map_err(|points| PyIndexError::new_err(format!("point {point} of a front of {points}")))?;
        Spoken::new(py, tree)
    }
}

/// The front of a table of 0 and 1 with two classes.
#[pyfunction]
pub fn solve_front(
    py: Python<'_>,
    x: &Bound<'_, PyUntypedArray>,
    goal: &Bound<'_, ErrorGoal>,
    limits: &Bound<'_, Limits>,
) -> PyResult<ErrorFront> {
    let (view, goal, limits) = (View::of(x)?, goal.get(), limits.get());
    let Heard { found, bell, raised } = listen(py, limits, |stop| find(&view, goal, limits, stop))?;
    let (front, is_read) = found;
    let status = if is_read { front.status() } else { Status::Stopped };
    let statistics = front.statistics();
    let column = |of: fn(&exactree_core::FrontPoint) -> u32| {
        PyArray1::from_iter(py, front.points().iter().map(|point| i64::from(of(point)))).unbind()
    };
    Ok(ErrorFront {
        status: name(status, bell.cause()),
        false_positives: column(|point| point.false_positives),
        false_negatives: column(|point| point.false_negatives),
        subproblems: statistics.subproblems,
        cache_hits: statistics.cache_hits,
        cache_entries: statistics.cache_entries,
        kernel_calls: statistics.kernel_calls,
        peak_bytes: statistics.peak_bytes,
        interrupt: raised.map(|error| error.into_value(py).into_any()),
        front: Mutex::new(front),
    })
}

/// The front, and whether the table was read to its end.
fn find(view: &View, goal: &ErrorGoal, limits: &Limits, stop: &dyn Stop) -> Result<(Front, bool), Refusal> {
    if goal.classes != 2 {
        return Err(Refusal::NotTwo(goal.classes));
    }
    let settings = limits.front_settings()?;
    let (table, is_read) = read(view, &goal.labels_for(view.rows())?, 2, stop)?;
    Ok((exactree_core::solve_front(&table, &settings, stop), is_read))
}

/// A table whose rows are of these strata, and whether it was read to its end; else it has no columns.
pub fn read(view: &View, strata: &[u32], count: usize, stop: &dyn Stop) -> Result<(Table, bool), Refusal> {
    refuse_larger(view, MOST_ROWS)?;
    Ok(match pack(view, Packer::new(strata, count, view.columns()), Rows::All, stop)? {
        Some(table) => (table, true),
        None => (Packer::new(strata, count, 0).finish(), false),
    })
}
