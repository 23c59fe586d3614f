//! A tree whose leaves say either class, whichever is the more frequent, as flat arrays for Python.

use exactree_core::SpokenTree;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use crate::solution::Nodes;

/// A tree with what its leaves say, 0 or 1; nobody hears what the other nodes say.
#[pyclass(frozen, get_all, module = "exactree._core", name = "SpokenTree")]
pub struct Spoken {
    feature: Py<PyArray1<i32>>,
    no: Py<PyArray1<i32>>,
    yes: Py<PyArray1<i32>>,
    says: Py<PyArray1<i32>>,
    counts: Py<PyArray2<i64>>,
}

impl Spoken {
    pub fn new(py: Python<'_>, tree: SpokenTree) -> PyResult<Self> {
        let says = tree.nodes.iter().map(|node| i32::from(node.says == 1)).collect();
        let (questions, counts) = tree.nodes.into_iter().map(|node| (node.question, node.counts)).unzip();
        let Nodes { feature, no, yes, counts } = Nodes::of(py, questions, counts)?;
        Ok(Spoken { feature, no, yes, says: PyArray1::from_vec(py, says).unbind(), counts })
    }
}
