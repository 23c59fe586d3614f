//! Runs a search in a thread of its own, while the calling thread listens to the clock and to Ctrl-C.

use std::any::Any;
use std::sync::mpsc::channel;
use std::thread;

use exactree_core::Stop;
use numpy::PyUntypedArray;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::goal::Goal;
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::solution::{Path, Solution};
use crate::stop::{Bell, wait};
use crate::view::View;

/// A path may be as long as there are features, and the search calls itself along it. Only what is used takes memory.
const STACK: usize = 8 << 20;

/// The best tree over a table of 0 and 1.
#[pyfunction]
pub fn solve(
    py: Python<'_>,
    x: &Bound<'_, PyUntypedArray>,
    goal: Goal<'_>,
    limits: &Bound<'_, Limits>,
) -> PyResult<Solution> {
    let (view, aim, limits) = (View::of(x)?, goal.aim(), limits.get());
    let heard = listen(py, limits, |stop| aim.tree(&view, limits, stop))?;
    Solution::new(py, heard.found, heard.bell.cause(), heard.raised)
}

/// The best tree over a table of 0 and 1 for each of several goals that share their work.
#[pyfunction]
pub fn solve_each(
    py: Python<'_>,
    x: &Bound<'_, PyUntypedArray>,
    goal: Goal<'_>,
    limits: &Bound<'_, Limits>,
) -> PyResult<Vec<Solution>> {
    let (view, aim, limits) = (View::of(x)?, goal.aim(), limits.get());
    let heard = listen(py, limits, |stop| aim.trees(&view, limits, stop))?;
    let mut raised = heard.raised;
    let cause = heard.bell.cause();
    heard.found.into_iter().map(|found| Solution::new(py, found, cause, raised.take())).collect()
}

/// The best trees of every size over a table of 0 and 1.
#[pyfunction]
pub fn solve_path(
    py: Python<'_>,
    x: &Bound<'_, PyUntypedArray>,
    goal: Goal<'_>,
    limits: &Bound<'_, Limits>,
) -> PyResult<Path> {
    let (view, aim, limits) = (View::of(x)?, goal.aim(), limits.get());
    let heard = listen(py, limits, |stop| aim.path(&view, limits, stop))?;
    Path::new(py, heard.found, heard.bell.cause(), heard.raised)
}

/// What came of a search, and of waiting for it.
pub struct Heard<T> {
    pub found: T,
    pub bell: Bell,
    /// What a signal raised meanwhile.
    pub raised: Option<PyErr>,
}

/// Runs a search until it ends, the time is up, or a signal is heard.
pub fn listen<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    search: impl FnOnce(&dyn Stop) -> Result<T, Refusal> + Send,
) -> PyResult<Heard<T>> {
    let deadline = limits.deadline();
    let bell = Bell::default();
    let (ended, done) = channel();
    let (found, raised) = thread::scope(|scope| {
        let task = || {
            // Owned here, so that a panic drops it, too, and is heard.
            let ended = ended;
            let found = search(&bell);
            // Whoever waited for this may have been thrown out; nobody misses the news then.
            let _ = ended.send(());
            found
        };
        let search = thread::Builder::new().name("exactree".into()).stack_size(STACK).spawn_scoped(scope, task)?;
        let raised = wait(py, done, &bell, deadline);
        let found = search.join().map_err(|panic| failed(&*panic))??;
        PyResult::Ok((found, raised))
    })?;
    Ok(Heard { found, bell, raised })
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
