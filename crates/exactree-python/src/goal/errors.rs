//! Few training errors.

use exactree_core::{Cost, Errors, Packer, Stop};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

use super::Task;
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::table::{Rows, pack};
use crate::units::Units;
use crate::view::View;

/// The fewest training errors, or all of them with a price for splits.
#[pyclass(frozen, module = "exactree._core", name = "Errors")]
pub struct ErrorGoal {
    labels: Vec<i64>,
    pub classes: usize,
}

#[pymethods]
impl ErrorGoal {
    #[new]
    fn new(y: PyReadonlyArray1<'_, i64>, n_classes: usize) -> PyResult<Self> {
        Ok(ErrorGoal { labels: y.as_slice()?.to_vec(), classes: n_classes })
    }
}

/// More units than this in a table do not fit 32 bits together with the prices of splits.
const MOST_IN_32_BITS: f64 = (1 << 20) as f64;

impl ErrorGoal {
    pub(super) fn perform<T: Task>(
        &self,
        task: T,
        view: &View,
        limits: &Limits,
        stop: &dyn Stop,
    ) -> Result<T::Output, Refusal> {
        let labels = self.labels_for(view.rows())?;
        let mut counts = vec![0; self.classes];
        labels.iter().for_each(|&label| counts[label as usize] += 1);
        let rows: u32 = counts.iter().sum();
        let errors = rows - counts.iter().max().unwrap_or(&0);
        let Some(table) = pack(view, Packer::new(&labels, self.classes, view.columns()), Rows::All, stop)? else {
            return Ok(task.nothing(counts));
        };
        if limits.per_split == 0.0 && !limits.smallest {
            let below = limits.below.map(|below| below.clamp(0.0, f64::from(u32::MAX)).ceil() as u32);
            let settings = limits.settings(0, below);
            return Ok(task.run(&table, &Errors::COUNTED, &settings, f64::from, stop));
        }
        let units = Units::of(limits, rows as usize, f64::from(rows), true);
        let unit = units.of_cost(1.0);
        let per_split = units.of_split(limits, f64::from(errors));
        let below = limits.below.map(|below| units.of_bound(below));
        if unit * f64::from(rows) < MOST_IN_32_BITS {
            let settings =
                limits.settings(per_split as u32, below.map(|below| u32::try_from(below).unwrap_or(u32::MAX)));
            let to_cost = |cost: u32| units.to_cost(cost.to_u64());
            return Ok(task.run(&table, &Errors::of_units(unit as u32), &settings, to_cost, stop));
        }
        let settings = limits.settings(per_split, below);
        Ok(task.run(&table, &Errors::of_units(unit as u64), &settings, |cost| units.to_cost(cost), stop))
    }

    /// The labels as the core counts them.
    pub fn labels_for(&self, rows: usize) -> Result<Vec<u32>, Refusal> {
        codes(&self.labels, self.classes, rows)
    }
}

/// One number below `count` for each row, as the core counts them.
pub fn codes(numbers: &[i64], count: usize, rows: usize) -> Result<Vec<u32>, Refusal> {
    if numbers.len() != rows {
        return Err(Refusal::Lengths(rows, numbers.len()));
    }
    if count > rows.max(2) {
        return Err(Refusal::Classes(count, rows));
    }
    let number = |&label: &i64| match u32::try_from(label) {
        Ok(number) if (number as usize) < count => Ok(number),
        _ => Err(Refusal::Label(label, count)),
    };
    numbers.iter().map(number).collect()
}
