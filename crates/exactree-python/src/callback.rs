//! Prices of rows by a Python function.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use exactree_core::{RowPricing, Stop};
use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A function that is called with row numbers and returns what a leaf over them costs.
///
/// What it raises ends the search, and comes back as it was.
pub struct Callback<'a> {
    function: &'a Py<PyAny>,
    /// How many units make up one of its own.
    unit: f64,
    raised: Mutex<Option<PyErr>>,
    failed: AtomicBool,
    stop: &'a dyn Stop,
    /// When the search was first seen to be stopped.
    stopped: Mutex<Option<Instant>>,
}

/// How long a stopped search may still call.
const PATIENCE: Duration = Duration::from_millis(100);

/// What all rows together cost, in units.
const MOST: f64 = (1_u64 << 40) as f64;

/// The most that any rows may cost, in units.
const LARGEST: f64 = (1_u64 << 58) as f64;

impl<'a> Callback<'a> {
    /// Asks once what all rows cost, to know how large prices are.
    pub fn new(function: &'a Py<PyAny>, rows: u32, stop: &'a dyn Stop) -> PyResult<Self> {
        let mut callback = Callback {
            function,
            unit: 1.0,
            raised: Mutex::default(),
            failed: AtomicBool::new(false),
            stop,
            stopped: Mutex::default(),
        };
        let all = callback.call(&(0..rows).collect::<Vec<_>>())?;
        if all > 0.0 {
            callback.unit = (MOST / all).log2().floor().clamp(-900.0, 900.0).exp2();
        }
        Ok(callback)
    }

    pub fn unit(&self) -> f64 {
        self.unit
    }

    /// What the function raised, if it did.
    pub fn into_raised(self) -> Option<PyErr> {
        self.raised.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn call(&self, rows: &[u32]) -> PyResult<f64> {
        Python::attach(|py| {
            let numbers = PyArray1::from_iter(py, rows.iter().map(|&row| i64::from(row)));
            let price = self.function.bind(py).call1((numbers,))?;
            let price: f64 = price.extract().map_err(|_| {
                let what = price.get_type().name().map_or_else(|_| "something".into(), |name| name.to_string());
                PyTypeError::new_err(format!("the price of {} rows is of type {what}, not a number", rows.len()))
            })?;
            if price.is_nan() || !(0.0..=1e300).contains(&price) {
                return Err(PyValueError::new_err(format!(
                    "the price of {} rows is {price}; prices must be finite numbers of 0 or more",
                    rows.len()
                )));
            }
            Ok(price)
        })
    }
}

impl RowPricing for Callback<'_> {
    fn objectives(&self) -> usize {
        1
    }

    fn price(&self, rows: &[u32]) -> Vec<u64> {
        if self.failed.load(Relaxed) {
            return vec![0];
        }
        let price = self.call(rows).unwrap_or_else(|error| {
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            self.failed.store(true, Relaxed);
            0.0
        });
        vec![(price * self.unit).round().min(LARGEST) as u64]
    }

    /// Nothing is known of a function.
    fn price_of_alike(&self, _: &[u32], _: usize) -> u64 {
        0
    }
}

/// The search ends when it is stopped, and when the function has failed.
impl Stop for Callback<'_> {
    fn should_stop(&self) -> bool {
        self.failed.load(Relaxed) || self.stop.should_stop()
    }

    /// A call may take as long as it likes, so here patience is a matter of time.
    fn should_end_at_once(&self) -> bool {
        self.failed.load(Relaxed)
            || self.stopped.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Instant::now).elapsed()
                > PATIENCE
    }
}
