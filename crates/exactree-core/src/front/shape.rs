//! What a tree may look like: how deep it is and how many leaves it has at most.

use crate::rows::Fingerprint;

/// The shapes of trees that are allowed over some cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub depth: usize,
    /// `None` for as many leaves as the depth allows.
    pub leaves: Option<usize>,
}

impl Shape {
    /// The smallest shape that allows the same trees over so many rows.
    pub fn over(self, rows: u32, min_leaf: u32) -> Shape {
        let most = ((rows / min_leaf) as usize).max(1);
        let mut depth = self.depth.min(most - 1);
        let mut leaves = self.leaves.map(|leaves| leaves.max(1)).filter(|&leaves| leaves < most);
        if let Some(leaves) = leaves {
            depth = depth.min(leaves - 1);
        }
        // A tree of a depth that a word can count has no more leaves than that many doublings.
        leaves = leaves.filter(|&leaves| depth >= usize::BITS as usize - 1 || leaves < 1 << depth);
        Shape { depth, leaves }
    }

    /// The shapes of both sides of a split, in all ways that share out all leaves.
    pub fn sides(self) -> impl Iterator<Item = [Shape; 2]> {
        let depth = self.depth - 1;
        let most = if depth < usize::BITS as usize - 1 { 1 << depth } else { usize::MAX };
        let shares = self.leaves.map_or(0..=0, |leaves| leaves.saturating_sub(most).max(1)..=most.min(leaves - 1));
        shares.map(move |first| {
            let second = self.leaves.map(|leaves| leaves - first);
            [Shape { depth, leaves: second.map(|_| first) }, Shape { depth, leaves: second }]
        })
    }

    /// The name of what such trees reach over a cover.
    pub fn name(self, cover: Fingerprint) -> Fingerprint {
        cover.then(self.depth as u64).then(self.leaves.map_or(0, |leaves| leaves as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(depth: usize, leaves: impl Into<Option<usize>>) -> Shape {
        Shape { depth, leaves: leaves.into() }
    }

    #[test]
    fn a_shape_allows_no_more_than_rows_allow() {
        assert_eq!(shape(usize::MAX, None).over(10, 2), shape(4, None));
        assert_eq!(shape(9, 3).over(10, 1), shape(2, 3));
        assert_eq!(shape(9, 2).over(10, 1), shape(1, None));
        assert_eq!(shape(2, 4).over(10, 1), shape(2, None));
        assert_eq!(shape(2, 3).over(3, 1), shape(2, None));
        assert_eq!(shape(9, 0).over(10, 1), shape(0, None));
        assert_eq!(shape(9, 5).over(0, 1), shape(0, None));
    }

    #[test]
    fn leaves_are_shared_out_in_all_ways() {
        let sides = |shape: Shape| shape.sides().map(|[yes, no]| (yes.leaves, no.leaves)).collect::<Vec<_>>();
        assert_eq!(sides(shape(2, 3)), [(Some(1), Some(2)), (Some(2), Some(1))]);
        assert_eq!(sides(shape(3, 7)), [(Some(3), Some(4)), (Some(4), Some(3))]);
        assert_eq!(sides(shape(70, 4)), [(Some(1), Some(3)), (Some(2), Some(2)), (Some(3), Some(1))]);
        assert_eq!(sides(shape(3, None)), [(None, None)]);
    }
}
