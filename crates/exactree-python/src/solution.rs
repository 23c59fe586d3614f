//! What a search found and proved, as flat arrays for Python.

use exactree_core::{Question, Statistics, Status};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::found::{Found, FoundPath, Shape};
use crate::stop::Cause;

/// What a search found and proved. A node is a leaf when its `feature` is -1; node 0 is the root.
#[pyclass(frozen, get_all, module = "exactree._core")]
pub struct Solution {
    status: &'static str,
    cost: f64,
    floor: f64,
    feature: Py<PyArray1<i32>>,
    no: Py<PyArray1<i32>>,
    yes: Py<PyArray1<i32>>,
    counts: Py<PyArray2<i64>>,
    leaves: Py<PyArray1<u32>>,
    subproblems: u64,
    cache_hits: u64,
    cache_entries: u64,
    kernel_calls: u64,
    peak_bytes: u64,
    interrupt: Option<Py<PyAny>>,
}

/// The best trees of every size: by depth, and then by number of splits.
#[pyclass(frozen, get_all, module = "exactree._core")]
pub struct Path {
    /// "optimal" when every size is there.
    status: &'static str,
    by_depth: Vec<Vec<Py<Solution>>>,
    subproblems: u64,
    kernel_calls: u64,
    interrupt: Option<Py<PyAny>>,
}

/// The nodes of a tree as flat arrays.
pub struct Nodes {
    pub feature: Py<PyArray1<i32>>,
    pub no: Py<PyArray1<i32>>,
    pub yes: Py<PyArray1<i32>>,
    pub counts: Py<PyArray2<i64>>,
}

impl Nodes {
    pub fn of(py: Python<'_>, questions: Vec<Option<Question>>, counts: Vec<Vec<u32>>) -> PyResult<Self> {
        let column = |of: fn(&Question) -> usize| -> PyResult<Py<PyArray1<i32>>> {
            let place = |question: &Option<Question>| question.as_ref().map_or(Ok(-1), |it| i32::try_from(of(it)));
            let places: Result<Vec<i32>, _> = questions.iter().map(place).collect();
            Ok(PyArray1::from_vec(py, places?).unbind())
        };
        let nodes = counts.len();
        let counts: Vec<i64> = counts.into_iter().flatten().map(i64::from).collect();
        let classes = counts.len() / nodes.max(1);
        Ok(Nodes {
            feature: column(|question| question.feature)?,
            no: column(|question| question.no)?,
            yes: column(|question| question.yes)?,
            counts: PyArray1::from_vec(py, counts).reshape([nodes, classes])?.unbind(),
        })
    }
}

impl Solution {
    /// `cause` and `interrupt` tell why the search was stopped, if it was, and what a signal raised meanwhile.
    pub fn new(py: Python<'_>, found: Found, cause: Option<Cause>, interrupt: Option<PyErr>) -> PyResult<Self> {
        let Found { tree: Shape { questions, counts, leaves }, cost, floor, status, statistics } = found;
        let Nodes { feature, no, yes, counts } = Nodes::of(py, questions, counts)?;
        Ok(Solution {
            status: name(status, cause),
            cost,
            floor,
            feature,
            no,
            yes,
            counts,
            leaves: PyArray1::from_vec(py, leaves).unbind(),
            subproblems: statistics.subproblems,
            cache_hits: statistics.cache_hits,
            cache_entries: statistics.cache_entries,
            kernel_calls: statistics.kernel_calls,
            peak_bytes: statistics.peak_bytes,
            interrupt: interrupt.map(|error| error.into_value(py).into_any()),
        })
    }
}

impl Path {
    pub fn new(py: Python<'_>, found: FoundPath, cause: Option<Cause>, interrupt: Option<PyErr>) -> PyResult<Self> {
        let FoundPath { by_depth, is_complete, statistics } = found;
        let solution = |(cost, tree): (f64, Shape)| {
            let found = Found { tree, cost, floor: cost, status: Status::Optimal, statistics: Statistics::default() };
            Py::new(py, Solution::new(py, found, None, None)?)
        };
        let of_depth = |steps: Vec<(f64, Shape)>| steps.into_iter().map(solution).collect();
        Ok(Path {
            status: if is_complete { "optimal" } else { name(Status::Stopped, cause) },
            by_depth: by_depth.into_iter().map(of_depth).collect::<PyResult<_>>()?,
            subproblems: statistics.subproblems,
            kernel_calls: statistics.kernel_calls,
            interrupt: interrupt.map(|error| error.into_value(py).into_any()),
        })
    }
}

/// What is proven, in a word.
pub fn name(status: Status, cause: Option<Cause>) -> &'static str {
    match (status, cause) {
        (Status::Optimal, _) => "optimal",
        (Status::NoBetterTree, _) => "no_better_tree",
        (Status::Stopped, Some(Cause::Interrupt)) => "interrupted",
        (Status::Stopped, Some(Cause::TimeLimit) | None) => "time_limit",
    }
}
