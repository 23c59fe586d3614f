//! Packs a table for the search: every cell is looked at once, and refused unless it is 0 or 1.

use std::ops::Range;

use exactree_core::{Packer, Stop, Table};

use crate::cell::Cell;
use crate::refusal::{NotBinary, Refusal};
use crate::view::{Kind, View, with_cell_type};

/// How many cells are packed between two looks at the stop condition: about a tenth of a millisecond.
const CELLS_A_LOOK: usize = 1 << 17;

/// Which rows of a table are packed.
#[derive(Clone, Copy)]
pub enum Rows<'a> {
    All,
    These(&'a [u32]),
}

impl Rows<'_> {
    /// How many there are.
    pub fn count(self, view: &View) -> usize {
        match self {
            Rows::All => view.rows(),
            Rows::These(rows) => rows.len(),
        }
    }

    /// Where one of them is in the table.
    #[inline(always)]
    fn place(self, row: usize) -> usize {
        match self {
            Rows::All => row,
            Rows::These(rows) => rows[row] as usize,
        }
    }
}

/// Turns away tables that the core cannot count the rows or columns of.
pub fn refuse_larger(view: &View, most_rows: usize) -> Result<(), Refusal> {
    if view.rows() > most_rows {
        return Err(Refusal::Rows(view.rows(), most_rows));
    }
    if i32::try_from(view.columns()).is_err() {
        return Err(Refusal::Columns(view.columns()));
    }
    Ok(())
}

/// Packs rows of a table, or nothing when it was stopped before the end.
pub fn pack(view: &View, packer: Packer, rows: Rows, stop: &dyn Stop) -> Result<Option<Table>, Refusal> {
    with_cell_type!(view, T => if view.lies_by_row() {
        by_row::<T>(view, packer, rows, stop)
    } else {
        by_column::<T>(view, packer, rows, stop)
    })
}

fn by_row<T: Cell>(view: &View, mut packer: Packer, taken: Rows, stop: &dyn Stop) -> Result<Option<Table>, Refusal> {
    for rows in chunks(taken.count(view), view.columns()) {
        if stop.should_stop() {
            return Ok(None);
        }
        for row in rows {
            let place = taken.place(row);
            packer.row(row, |column| {
                // SAFETY: the packer asks for the columns of the table, and `T` is the type of its cells.
                let cell: T = unsafe { view.cell(place, column) };
                cell.answer().ok_or_else(|| NotBinary { row: place, column, value: cell.value(view.signed) })
            })?;
        }
    }
    Ok(Some(packer.finish()))
}

fn by_column<T: Cell>(view: &View, mut packer: Packer, taken: Rows, stop: &dyn Stop) -> Result<Option<Table>, Refusal> {
    for column in 0..view.columns() {
        for rows in chunks(taken.count(view), 1) {
            if stop.should_stop() {
                return Ok(None);
            }
            packer.column(column, rows, |row| {
                let place = taken.place(row);
                // SAFETY: the packer asks for the rows it was told of, and `T` is the type of the cells.
                let cell: T = unsafe { view.cell(place, column) };
                cell.answer().ok_or_else(|| NotBinary { row: place, column, value: cell.value(view.signed) })
            })?;
        }
    }
    Ok(Some(packer.finish()))
}

/// Runs of lines that hold about [`CELLS_A_LOOK`] cells together.
fn chunks(lines: usize, cells_a_line: usize) -> impl Iterator<Item = Range<usize>> {
    let size = (CELLS_A_LOOK / cells_a_line.max(1)).max(1);
    (0..lines).step_by(size).map(move |start| start..(start + size).min(lines))
}
