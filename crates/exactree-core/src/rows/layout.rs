//! Where the rows of each class stand.

use std::ops::Range;

/// How many rows make a line; every class begins at a multiple of it.
pub(crate) const LINE: usize = 8;

/// The places of the classes, one after the other, each filled up to whole lines with rows that
/// answer no to everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    rows: Vec<u32>,
    /// The first line of each class, and at the end the number of lines.
    starts: Vec<usize>,
}

impl Layout {
    pub fn new(rows_of_class: &[u32]) -> Self {
        let mut layout = Layout::default();
        layout.refill(rows_of_class.iter().copied());
        layout
    }

    pub fn refill(&mut self, rows_of_class: impl Iterator<Item = u32>) {
        self.rows.clear();
        self.starts.clear();
        self.starts.push(0);
        let mut lines = 0;
        for rows in rows_of_class {
            lines += (rows as usize).div_ceil(LINE);
            self.rows.push(rows);
            self.starts.push(lines);
        }
    }

    pub fn classes(&self) -> usize {
        self.rows.len()
    }

    /// How many rows each class has.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// How many lines there are, those that fill up included.
    pub fn lines(&self) -> usize {
        *self.starts.last().expect("a layout ends with its number of lines")
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        LINE * self.lines()
    }

    pub fn lines_of(&self, class: usize) -> Range<usize> {
        self.starts[class]..self.starts[class + 1]
    }

    /// The places of a class that hold rows.
    pub fn places_of(&self, class: usize) -> Range<usize> {
        let first = LINE * self.starts[class];
        first..first + self.rows[class] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_starts_a_line() {
        let layout = Layout::new(&[8, 0, 9, 1]);
        assert_eq!((layout.lines(), layout.places()), (4, 32));
        assert_eq!([0, 1, 2, 3].map(|class| layout.lines_of(class)), [0..1, 1..1, 1..3, 3..4]);
        assert_eq!([0, 1, 2, 3].map(|class| layout.places_of(class)), [0..8, 8..8, 8..17, 24..25]);
    }
}
