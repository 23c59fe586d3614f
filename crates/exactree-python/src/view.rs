//! A numpy table where it lies in memory: any of numpy's own number types, in any order, read without a copy.

use std::marker::PhantomData;

use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods, npyffi};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The type of a table's cells. Integers are told apart by width alone: 0 and 1 have the same bits in both kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Integer8,
    Integer16,
    Integer32,
    Integer64,
    Real32,
    Real64,
}

/// The cells of a two-dimensional array that outlives `'a`.
///
/// Other Python threads may write to the array meanwhile; a cell then reads as before or after, as in numpy itself.
#[derive(Clone, Copy)]
pub struct View<'a> {
    start: *const u8,
    rows: usize,
    columns: usize,
    row_step: isize,
    column_step: isize,
    pub kind: Kind,
    /// Whether integers are to be shown with a sign.
    pub signed: bool,
    array: PhantomData<&'a ()>,
}

// SAFETY: a view only reads memory that the borrowed array keeps alive, and touches no Python object.
unsafe impl Send for View<'_> {}
// SAFETY: as above.
unsafe impl Sync for View<'_> {}

impl<'a> View<'a> {
    pub fn of(array: &'a Bound<'_, PyUntypedArray>) -> PyResult<Self> {
        let (&[rows, columns], &[row_step, column_step]) = (array.shape(), array.strides()) else {
            return Err(PyValueError::new_err(format!("x has {} dimensions, not 2", array.ndim())));
        };
        let (kind, signed) = kind_of(array)?;
        // SAFETY: the array is alive, and only its data pointer is read.
        let start = unsafe { (*npyffi::_PyArray_GET_ITEM_DATA(array.as_array_ptr())).data }.cast();
        Ok(View { start, rows, columns, row_step, column_step, kind, signed, array: PhantomData })
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Whether the cells of a row lie closer together than those of a column.
    pub fn lies_by_row(&self) -> bool {
        self.column_step.unsigned_abs() <= self.row_step.unsigned_abs()
    }

    /// # Safety
    /// `row` and `column` lie within the table, and `T` is the type of [`kind`](View::kind).
    #[inline(always)]
    pub unsafe fn cell<T: Copy>(&self, row: usize, column: usize) -> T {
        let offset = row as isize * self.row_step + column as isize * self.column_step;
        // SAFETY: the strides lead to every cell of the array; they need not be multiples of its size, so the cell
        // may lie unaligned.
        unsafe { self.start.offset(offset).cast::<T>().read_unaligned() }
    }
}

fn kind_of(array: &Bound<'_, PyUntypedArray>) -> PyResult<(Kind, bool)> {
    let dtype = array.dtype();
    let kind = match (dtype.kind(), dtype.itemsize()) {
        _ if dtype.is_native_byteorder() == Some(false) => None,
        (b'b' | b'i' | b'u', 1) => Some(Kind::Integer8),
        (b'i' | b'u', 2) => Some(Kind::Integer16),
        (b'i' | b'u', 4) => Some(Kind::Integer32),
        (b'i' | b'u', 8) => Some(Kind::Integer64),
        (b'f', 4) => Some(Kind::Real32),
        (b'f', 8) => Some(Kind::Real64),
        _ => None,
    };
    let kind =
        kind.ok_or_else(|| PyTypeError::new_err(format!("x holds {dtype}, not numbers or booleans of the machine")))?;
    Ok((kind, dtype.kind() == b'i'))
}

/// Evaluates an expression with the type of a view's cells under the name given.
macro_rules! with_cell_type {
    ($view:expr, $cell:ident => $body:expr) => {
        match $view.kind {
            Kind::Integer8 => {
                type $cell = u8;
                $body
            }
            Kind::Integer16 => {
                type $cell = u16;
                $body
            }
            Kind::Integer32 => {
                type $cell = u32;
                $body
            }
            Kind::Integer64 => {
                type $cell = u64;
                $body
            }
            Kind::Real32 => {
                type $cell = f32;
                $body
            }
            Kind::Real64 => {
                type $cell = f64;
                $body
            }
        }
    };
}
pub(crate) use with_cell_type;
