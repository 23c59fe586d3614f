//! What a search found and proved, as flat arrays for Python.

use exactree_core::{Statistics, Status, Tree};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::stop::Cause;

/// The tree with what is known about it, before it crosses the border.
pub struct Found {
    pub tree: Tree<u32>,
    pub cost: u32,
    pub floor: u32,
    pub status: Status,
    pub statistics: Statistics,
}

/// What a search found and proved. A node is a leaf when its `feature` is -1; node 0 is the root.
#[pyclass(frozen, get_all, module = "exactree._core")]
pub struct Solution {
    status: &'static str,
    cost: u32,
    floor: u32,
    feature: Py<PyArray1<i32>>,
    no: Py<PyArray1<i32>>,
    yes: Py<PyArray1<i32>>,
    label: Py<PyArray1<i32>>,
    counts: Py<PyArray2<i64>>,
    subproblems: u64,
    cache_hits: u64,
    cache_entries: u64,
    kernel_calls: u64,
    peak_bytes: u64,
    interrupt: Option<Py<PyAny>>,
}

impl Solution {
    /// `cause` and `interrupt` tell why the search was stopped, if it was, and what a signal raised meanwhile.
    pub fn new(py: Python<'_>, found: Found, cause: Option<Cause>, interrupt: Option<PyErr>) -> PyResult<Self> {
        let nodes = &found.tree.nodes;
        let place = |place: usize| i32::try_from(place);
        let column = |of: fn(&exactree_core::Question) -> usize| -> PyResult<Py<PyArray1<i32>>> {
            let places: Result<Vec<i32>, _> = nodes
                .iter()
                .map(|node| node.question.as_ref().map_or(Ok(-1), |question| place(of(question))))
                .collect();
            Ok(PyArray1::from_vec(py, places?).unbind())
        };
        let labels: Result<Vec<i32>, _> = nodes.iter().map(|node| place(most_frequent(&node.counts))).collect();
        let counts: Vec<i64> =
            nodes.iter().flat_map(|node| node.counts.iter().map(|&count| i64::from(count))).collect();
        let classes = counts.len() / nodes.len().max(1);
        Ok(Solution {
            status: name(found.status, cause),
            cost: found.cost,
            floor: found.floor,
            feature: column(|question| question.feature)?,
            no: column(|question| question.no)?,
            yes: column(|question| question.yes)?,
            label: PyArray1::from_vec(py, labels?).unbind(),
            counts: PyArray1::from_vec(py, counts).reshape([nodes.len(), classes])?.unbind(),
            subproblems: found.statistics.subproblems,
            cache_hits: found.statistics.cache_hits,
            cache_entries: found.statistics.cache_entries,
            kernel_calls: found.statistics.kernel_calls,
            peak_bytes: found.statistics.peak_bytes,
            interrupt: interrupt.map(|error| error.into_value(py).into_any()),
        })
    }
}

fn name(status: Status, cause: Option<Cause>) -> &'static str {
    match (status, cause) {
        (Status::Optimal, _) => "optimal",
        (Status::NoBetterTree, _) => "no_better_tree",
        (Status::Stopped, Some(Cause::Interrupt)) => "interrupted",
        (Status::Stopped, Some(Cause::TimeLimit) | None) => "time_limit",
    }
}

/// The class with the most rows, the lowest on ties.
fn most_frequent(counts: &[u32]) -> usize {
    let mut best = 0;
    for (class, count) in counts.iter().enumerate() {
        if *count > counts[best] {
            best = class;
        }
    }
    best
}
