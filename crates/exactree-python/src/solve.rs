//! Runs a search in a thread of its own, while the calling thread listens to the clock and to Ctrl-C.

use std::any::Any;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use exactree_core::{Errors, Node, Settings, Statistics, Status, Stop, Tree};
use numpy::{PyReadonlyArray1, PyUntypedArray};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::refusal::Refusal;
use crate::solution::{Found, Solution};
use crate::stop::{Bell, wait};
use crate::table::pack;
use crate::view::View;

/// A path may be as long as there are features, and the search calls itself along it. Only what is used takes memory.
const STACK: usize = 8 << 20;

#[pyfunction]
#[pyo3(signature = (x, y, n_classes, *, max_depth, min_samples_leaf, max_error, time_limit, n_threads))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments on the Python side")]
pub fn solve(
    py: Python<'_>,
    x: &Bound<'_, PyUntypedArray>,
    y: PyReadonlyArray1<'_, i64>,
    n_classes: usize,
    max_depth: Option<usize>,
    min_samples_leaf: u32,
    max_error: Option<u32>,
    time_limit: Option<f64>,
    n_threads: usize,
) -> PyResult<Solution> {
    let deadline = time_limit.and_then(after);
    let view = View::of(x)?;
    let labels = y.as_slice()?;
    let settings =
        Settings { max_depth, min_samples_leaf, below: max_error, threads: n_threads, ..Settings::default() };
    let bell = Bell::default();
    let (ended, done) = channel();
    thread::scope(|scope| {
        let task = || {
            // Owned here, so that a panic drops it, too, and is heard.
            let ended = ended;
            let found = learn(&view, labels, n_classes, &settings, &bell);
            // Whoever waited for this may have been thrown out; nobody misses the news then.
            let _ = ended.send(());
            found
        };
        let search = thread::Builder::new().name("exactree".into()).stack_size(STACK).spawn_scoped(scope, task)?;
        let raised = wait(py, done, &bell, deadline);
        let found = search.join().map_err(|panic| failed(&*panic))??;
        Solution::new(py, found, bell.cause(), raised)
    })
}

/// The moment so many seconds from now; nothing when that is beyond the clock.
fn after(seconds: f64) -> Option<Instant> {
    Instant::now().checked_add(Duration::try_from_secs_f64(seconds).ok()?)
}

fn learn(view: &View, labels: &[i64], classes: usize, settings: &Settings, stop: &dyn Stop) -> Result<Found, Refusal> {
    let labels = numbers(labels, classes, view.rows())?;
    let Some(table) = pack(view, &labels, classes, stop)? else {
        return Ok(single_leaf(&labels, classes));
    };
    let solution = exactree_core::solve(&table, &Errors::COUNTED, settings, stop);
    Ok(Found {
        tree: solution.tree,
        cost: solution.cost,
        floor: solution.floor,
        status: solution.status,
        statistics: solution.statistics,
    })
}

/// The labels as the core counts them.
fn numbers(labels: &[i64], classes: usize, rows: usize) -> Result<Vec<u32>, Refusal> {
    if labels.len() != rows {
        return Err(Refusal::Lengths(rows, labels.len()));
    }
    if classes > rows.max(2) {
        return Err(Refusal::Classes(classes, rows));
    }
    if i32::try_from(rows).is_err() {
        return Err(Refusal::Rows(rows));
    }
    let number = |&label: &i64| match u32::try_from(label) {
        Ok(number) if (number as usize) < classes => Ok(number),
        _ => Err(Refusal::Label(label, classes)),
    };
    labels.iter().map(number).collect()
}

/// What is known before any cell was seen: the counts of the classes.
fn single_leaf(labels: &[u32], classes: usize) -> Found {
    let mut counts = vec![0; classes];
    for &label in labels {
        counts[label as usize] += 1;
    }
    let rows: u32 = counts.iter().sum();
    let cost = rows - counts.iter().max().unwrap_or(&0);
    Found {
        cost,
        floor: 0,
        tree: Tree { nodes: vec![Node { question: None, cost, counts }] },
        status: Status::Stopped,
        statistics: Statistics::default(),
    }
}

/// A fault of the search itself, as an exception that leaves the interpreter alive.
fn failed(panic: &(dyn Any + Send)) -> PyErr {
    let reason = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given");
    PyRuntimeError::new_err(format!("the search failed ({reason}); this is a fault of exactree, please report it"))
}
