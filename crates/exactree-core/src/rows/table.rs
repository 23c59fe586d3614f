//! The training rows as bits.

use super::{Layout, Packer, Planes};

/// Rows of yes/no answers with a class each.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) layout: Layout,
    pub(super) features: usize,
    pub(super) planes: Planes,
}

impl Table {
    /// Asks `value(row, feature)` for every cell. `labels` are in `0..classes`.
    ///
    /// ```
    /// use exactree_core::Table;
    /// let table = Table::from_fn(&[0, 1, 1], 2, 2, |row, feature| row > feature);
    /// assert_eq!((table.rows(), table.features(), table.classes()), (3, 2, 2));
    /// ```
    pub fn from_fn(labels: &[u32], classes: usize, features: usize, value: impl Fn(usize, usize) -> bool) -> Self {
        let mut packer = Packer::new(labels, classes, features);
        for row in 0..labels.len() {
            let _: Result<(), ()> = packer.row(row, |feature| Ok(value(row, feature)));
        }
        packer.finish()
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.layout.rows().iter().map(|&rows| rows as usize).sum()
    }

    /// How many features there are.
    pub fn features(&self) -> usize {
        self.features
    }

    /// How many classes the labels may have; some may have no rows.
    pub fn classes(&self) -> usize {
        self.layout.classes()
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn planes(&self) -> &Planes {
        &self.planes
    }
}
