//! Walks rows down a tree.

use numpy::{PyArray1, PyReadonlyArray1, PyUntypedArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::cell::Cell;
use crate::refusal::NotBinary;
use crate::view::{Kind, View, with_cell_type};

/// A tree as flat arrays; a leaf's `feature` is -1.
///
/// Copies, as other threads may write to the arrays between the check and the walk.
struct Nodes {
    feature: Vec<i32>,
    no: Vec<i32>,
    yes: Vec<i32>,
}

#[pyfunction]
pub fn predict_leaf<'py>(
    py: Python<'py>,
    x: &Bound<'py, PyUntypedArray>,
    feature: PyReadonlyArray1<'py, i32>,
    no: PyReadonlyArray1<'py, i32>,
    yes: PyReadonlyArray1<'py, i32>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let view = View::of(x)?;
    let nodes =
        Nodes { feature: feature.as_slice()?.to_vec(), no: no.as_slice()?.to_vec(), yes: yes.as_slice()?.to_vec() };
    nodes.check(view.columns())?;
    let leaves =
        py.detach(|| with_cell_type!(view, T => refuse_others::<T>(&view).map(|()| walk::<T>(&view, &nodes))))?;
    Ok(PyArray1::from_vec(py, leaves))
}

impl Nodes {
    /// Makes sure that every walk ends in a leaf and asks only for columns that are there.
    fn check(&self, columns: usize) -> PyResult<()> {
        let nodes = self.feature.len();
        if nodes == 0 || self.no.len() != nodes || self.yes.len() != nodes {
            return Err(PyValueError::new_err("a tree's arrays must have one length, of 1 or more"));
        }
        for (node, &feature) in self.feature.iter().enumerate().filter(|(_, feature)| **feature >= 0) {
            let below = |child: i32| usize::try_from(child).is_ok_and(|child| node < child && child < nodes);
            if !below(self.no[node]) || !below(self.yes[node]) {
                return Err(PyValueError::new_err(format!("node {node} of the tree must lead to nodes after it")));
            }
            if feature as usize >= columns {
                return Err(PyValueError::new_err(format!(
                    "node {node} of the tree asks about column {feature}, but x has {columns} columns"
                )));
            }
        }
        Ok(())
    }
}

/// Refuses a table with a cell that is neither 0 nor 1, whether the tree asks for it or not.
fn refuse_others<T: Cell>(view: &View) -> Result<(), NotBinary> {
    let check = |row, column| {
        // SAFETY: called below for rows and columns of the table, and `T` is the type of its cells.
        let cell: T = unsafe { view.cell(row, column) };
        cell.answer().map(drop).ok_or_else(|| NotBinary { row, column, value: cell.value(view.signed) })
    };
    if view.lies_by_row() {
        (0..view.rows()).try_for_each(|row| (0..view.columns()).try_for_each(|column| check(row, column)))
    } else {
        (0..view.columns()).try_for_each(|column| (0..view.rows()).try_for_each(|row| check(row, column)))
    }
}

fn walk<T: Cell>(view: &View, nodes: &Nodes) -> Vec<i64> {
    let leaf_of = |row| {
        let mut node = 0;
        while let Ok(column) = usize::try_from(nodes.feature[node]) {
            // SAFETY: `Nodes::check` saw that the column is there, and `T` is the type of the cells.
            let cell: T = unsafe { view.cell(row, column) };
            node = if cell.answer() == Some(true) { nodes.yes[node] } else { nodes.no[node] } as usize;
        }
        node as i64
    };
    (0..view.rows()).map(leaf_of).collect()
}
