//! Numbers of the rows: read, checked, and those that matter.

use exactree_core::{Packer, Stop, Table};
use numpy::PyReadonlyArray2;

use crate::refusal::Refusal;
use crate::table::{Rows, pack};
use crate::view::View;

/// Squares of larger targets could pass what a float holds.
const LARGEST: f64 = 1e100;

pub fn lists(array: &PyReadonlyArray2<'_, f64>) -> Vec<Vec<f64>> {
    array.as_array().outer_iter().map(|row| row.to_vec()).collect()
}

/// Numbers that may be targets.
pub fn finite(lists: Vec<Vec<f64>>) -> Result<Vec<Vec<f64>>, Refusal> {
    if lists.iter().flatten().all(|number| number.abs() <= LARGEST) {
        return Ok(lists);
    }
    Err(Refusal::Number("targets", "finite and at most 1e100 in size"))
}

/// Numbers that may be weights or costs.
pub fn numbers(lists: Vec<Vec<f64>>, what: &'static str) -> Result<Vec<Vec<f64>>, Refusal> {
    if lists.iter().flatten().all(|number| (0.0..=LARGEST).contains(number)) {
        return Ok(lists);
    }
    Err(Refusal::Number(what, "between 0 and 1e100"))
}

/// The rows that weigh anything. The others change no cost, and are not rows that a leaf may count.
pub fn weighty(rows: usize, weighs: impl Fn(usize) -> bool) -> Vec<u32> {
    (0..rows).filter(|&row| weighs(row)).map(|row| row as u32).collect()
}

/// Those rows of a table, in their own order.
pub fn unlabelled(view: &View, rows: &[u32], stop: &dyn Stop) -> Result<Option<Table>, Refusal> {
    pack(view, Packer::new(&vec![0; rows.len()], 1, view.columns()), Rows::These(rows), stop)
}

/// The numbers of those rows.
pub fn numbers_of(list: &[f64], rows: &[u32]) -> Vec<f64> {
    rows.iter().map(|&row| list[row as usize]).collect()
}
