//! Why the border turns its arguments away, as Python hears it.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::cell::Value;

create_exception!(
    exactree._core,
    NotBinaryError,
    PyValueError,
    "A cell is neither 0 nor 1; `args` is `(row, column, value)`."
);

/// A cell that is neither 0 nor 1.
#[derive(Debug)]
pub struct NotBinary {
    pub row: usize,
    pub column: usize,
    pub value: Value,
}

/// Arguments that no tree can be learned from.
#[derive(Debug)]
pub enum Refusal {
    NotBinary(NotBinary),
    /// Numbers of rows in the table, and of labels.
    Lengths(usize, usize),
    /// A label, and the number of classes.
    Label(i64, usize),
    /// Numbers of classes and of rows.
    Classes(usize, usize),
    /// What a function of the user's raised.
    Raised(PyErr),
    /// A number of columns that does not fit 32 bits.
    Columns(usize),
    /// A number of rows, and the most that can be searched.
    Rows(usize, usize),
    /// A number of classes where there must be two.
    NotTwo(usize),
    /// A price of splits, a weight of leaves, a bound, or the wish for few leaves, where only errors count.
    OnlyErrors,
    /// No row that has any weight.
    NothingWeighs,
    /// Costs of no label at all.
    NoLabels,
    /// What holds numbers that it may not, and what they must be.
    Number(&'static str, &'static str),
}

impl From<NotBinary> for Refusal {
    fn from(cell: NotBinary) -> Self {
        Refusal::NotBinary(cell)
    }
}

impl From<NotBinary> for PyErr {
    fn from(cell: NotBinary) -> Self {
        NotBinaryError::new_err((cell.row, cell.column, cell.value))
    }
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotBinary(cell) => cell.into(),
            Refusal::Lengths(rows, labels) => {
                PyValueError::new_err(format!("x has {rows} rows, but y has {labels} labels"))
            }
            Refusal::Label(label, classes) => {
                PyValueError::new_err(format!("y holds the class {label}, but there are only {classes}, from 0"))
            }
            Refusal::Classes(classes, rows) => {
                PyValueError::new_err(format!("n_classes is {classes}, but y has only {rows} labels"))
            }
            Refusal::Raised(error) => error,
            Refusal::Columns(columns) => {
                PyValueError::new_err(format!("x has {columns} columns; at most {} can be searched", i32::MAX))
            }
            Refusal::NothingWeighs => PyValueError::new_err("all rows weigh nothing: there is nothing to learn from"),
            Refusal::NoLabels => PyValueError::new_err("costs must have a row for each label, and at least one"),
            Refusal::Number(what, must) => PyValueError::new_err(format!("{what} must be {must}")),
            Refusal::Rows(rows, most) => {
                PyValueError::new_err(format!("x has {rows} rows; at most {most} can be searched"))
            }
            Refusal::NotTwo(classes) => PyValueError::new_err(format!("n_classes is {classes}, but must be 2")),
            Refusal::OnlyErrors => {
                PyValueError::new_err("min_leaf_weight, per_split, smallest and below have no meaning here")
            }
        }
    }
}
