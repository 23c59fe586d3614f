//! From cells to bits: fills a [`Table`] row by row or column by column.

use super::{Layout, Planes, Table};

/// A table under construction. Every cell must be given once, by [`row`](Packer::row) or by
/// [`column`](Packer::column).
pub struct Packer {
    layout: Layout,
    features: usize,
    /// Where each row stands.
    places: Vec<u32>,
    planes: Planes,
}

impl Packer {
    /// `labels` are in `0..classes`.
    ///
    /// # Panics
    /// If a label is not below `classes`, or there are about 2^31 rows or more.
    pub fn new(labels: &[u32], classes: usize, features: usize) -> Self {
        let mut counts = vec![0u32; classes];
        for &label in labels {
            counts[label as usize] += 1;
        }
        let layout = Layout::new(&counts);
        assert!(i32::try_from(layout.places()).is_ok(), "fewer than 2^31 rows");
        let mut next: Vec<u32> = (0..classes).map(|class| layout.places_of(class).start as u32).collect();
        let places = labels
            .iter()
            .map(|&label| {
                let place = next[label as usize];
                next[label as usize] += 1;
                place
            })
            .collect();
        let planes = Planes::zeros(features, layout.places());
        Packer { layout, features, places, planes }
    }

    /// Gives all cells of one row; stops at the first that is an error.
    #[inline]
    pub fn row<E>(&mut self, row: usize, mut cell: impl FnMut(usize) -> Result<bool, E>) -> Result<(), E> {
        let place = self.places[row] as usize;
        for plane in 0..self.features.div_ceil(64) {
            let first = 64 * plane;
            let mut word = 0;
            for feature in first..self.features.min(first + 64) {
                word |= u64::from(cell(feature)?) << (feature - first);
            }
            self.planes.plane_mut(plane)[place] = word;
        }
        Ok(())
    }

    /// Gives cells `rows` of one column; stops at the first that is an error.
    #[inline]
    pub fn column<E>(
        &mut self,
        feature: usize,
        rows: std::ops::Range<usize>,
        mut cell: impl FnMut(usize) -> Result<bool, E>,
    ) -> Result<(), E> {
        let plane = self.planes.plane_mut(feature / 64);
        for (row, &place) in rows.clone().zip(&self.places[rows]) {
            plane[place as usize] |= u64::from(cell(row)?) << (feature % 64);
        }
        Ok(())
    }

    /// The finished table.
    pub fn finish(self) -> Table {
        Table { layout: self.layout, features: self.features, planes: self.planes, channels: vec![] }
    }
}
