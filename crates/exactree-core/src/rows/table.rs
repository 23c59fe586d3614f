//! The training rows as bits.

use super::{Layout, Packer, Planes};
use crate::tree::Tree;

/// Rows of yes/no answers with a class each.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) layout: Layout,
    pub(super) features: usize,
    pub(super) planes: Planes,
    /// Numbers that rows bring along, one list a channel.
    pub(super) channels: Vec<Vec<f64>>,
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

    /// The same rows with whole numbers to sum up, one list a channel, in the order of the rows.
    ///
    /// # Panics
    /// If the table has more than one class, or a list another length than the table.
    pub(crate) fn with_channels(mut self, channels: Vec<Vec<f64>>) -> Self {
        assert_eq!(self.classes(), 1, "rows of one class stand in their own order");
        assert!(channels.iter().all(|channel| channel.len() == self.rows()), "a number for each row");
        self.channels = channels;
        self
    }

    #[cfg(test)]
    pub(crate) fn number(&self, channel: usize, row: usize) -> f64 {
        self.channels[channel][row]
    }

    /// The number of the leaf that each row ends in, in the order of the rows.
    ///
    /// # Panics
    /// If the table has more than one class: its rows stand class after class then.
    pub fn leaves<C>(&self, tree: &Tree<C>) -> Vec<u32> {
        assert_eq!(self.classes(), 1, "rows of one class stand in their own order");
        let leaf_of = |place: usize| {
            let mut node = 0;
            while let Some(question) = &tree.nodes[node].question {
                let answer = self.planes.plane(question.feature / 64)[place] >> (question.feature % 64) & 1;
                node = if answer == 1 { question.yes } else { question.no };
            }
            node as u32
        };
        (0..self.rows()).map(leaf_of).collect()
    }

    /// What a channel's numbers come to.
    pub(crate) fn sum(&self, channel: usize) -> f64 {
        self.channels[channel].iter().sum()
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
