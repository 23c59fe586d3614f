//! Packs a table for the search: every cell is looked at once, and refused unless it is 0 or 1.

use std::ops::Range;

use exactree_core::{Packer, Stop, Table};

use crate::cell::Cell;
use crate::refusal::{NotBinary, Refusal};
use crate::view::{Kind, View, with_cell_type};

/// How many cells are packed between two looks at the stop condition: about a tenth of a millisecond.
const CELLS_A_LOOK: usize = 1 << 17;

/// Packs all of a table, or nothing when it was stopped before the end.
pub fn pack(view: &View, labels: &[u32], classes: usize, stop: &dyn Stop) -> Result<Option<Table>, Refusal> {
    if stop.should_stop() {
        return Ok(None);
    }
    let packer = Packer::new(labels, classes, view.columns());
    with_cell_type!(view, T => if view.lies_by_row() {
        by_row::<T>(view, packer, stop)
    } else {
        by_column::<T>(view, packer, stop)
    })
}

fn by_row<T: Cell>(view: &View, mut packer: Packer, stop: &dyn Stop) -> Result<Option<Table>, Refusal> {
    for rows in chunks(view.rows(), view.columns()) {
        if stop.should_stop() {
            return Ok(None);
        }
        for row in rows {
            packer.row(row, |column| {
                // SAFETY: the packer asks for the columns of the table, and `T` is the type of its cells.
                let cell: T = unsafe { view.cell(row, column) };
                cell.answer().ok_or_else(|| NotBinary { row, column, value: cell.value(view.signed) })
            })?;
        }
    }
    Ok(Some(packer.finish()))
}

fn by_column<T: Cell>(view: &View, mut packer: Packer, stop: &dyn Stop) -> Result<Option<Table>, Refusal> {
    for column in 0..view.columns() {
        for rows in chunks(view.rows(), 1) {
            if stop.should_stop() {
                return Ok(None);
            }
            packer.column(column, rows, |row| {
                // SAFETY: the packer asks for the rows it was told of, and `T` is the type of the cells.
                let cell: T = unsafe { view.cell(row, column) };
                cell.answer().ok_or_else(|| NotBinary { row, column, value: cell.value(view.signed) })
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
