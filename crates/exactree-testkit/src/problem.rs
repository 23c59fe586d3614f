//! A table of yes/no answers with a class for each row, and how a question splits it.

/// A training table, as plain as can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The answers of each row, one for every feature.
    pub rows: Vec<Vec<bool>>,
    /// The class of each row, below `classes`.
    pub labels: Vec<u32>,
    /// How often each row stands in the table; 1 unless a test wants a tall table of few distinct rows.
    pub copies: Vec<u32>,
    pub classes: usize,
    pub features: usize,
}

/// What a tree may be. A single leaf is always allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most splits on any path from the root; `None` for as many as the rows allow.
    pub max_depth: Option<usize>,
    /// Every leaf of a tree with at least one split holds at least so many rows.
    pub min_samples_leaf: usize,
    /// The most splits in the whole tree; `None` for as many as the rows allow.
    pub max_splits: Option<usize>,
}

/// The two sides of a split, as row numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    pub no: Vec<usize>,
    pub yes: Vec<usize>,
}

/// So many splits are more than the tables of tests have rows.
const ENDLESS: usize = 1 << 16;

impl Limits {
    /// Any tree that parts rows at every split.
    pub const NONE: Limits = Limits { max_depth: None, min_samples_leaf: 1, max_splits: None };

    /// What is left for the two sides of a split, its splits for both together; `None` when no split is allowed
    /// any more.
    pub fn below_a_split(self) -> Option<Limits> {
        let one_less = |most: Option<usize>| match most {
            Some(most) => most.checked_sub(1).map(Some),
            None => Some(None),
        };
        Some(Limits { max_depth: one_less(self.max_depth)?, max_splits: one_less(self.max_splits)?, ..self })
    }

    /// The ways to share these splits between two trees; those that leave the first one fewer splits come first.
    pub fn shares(self) -> Vec<[Limits; 2]> {
        match self.max_splits {
            None => vec![[self, self]],
            Some(splits) => (0..=splits)
                .map(|first| [first, splits - first].map(|share| Limits { max_splits: Some(share), ..self }))
                .collect(),
        }
    }

    /// The ways to share these splits between two trees, no tree getting more than fit its depth; those that leave the
    /// first one more splits come first. What rows there are makes no difference.
    pub fn fair_shares(self) -> Vec<[Limits; 2]> {
        let Some(splits) = self.max_splits.filter(|&splits| splits < ENDLESS) else { return vec![[self, self]] };
        let leaves = self.max_depth.and_then(|depth| 1_usize.checked_shl(depth as u32)).unwrap_or(usize::MAX);
        let full = (leaves - 1).min(splits);
        let share = |of_first: usize| {
            [of_first, full.min(splits - of_first)].map(|share| Limits { max_splits: Some(share), ..self })
        };
        if 2 * full <= splits {
            return vec![share(full)];
        }
        (splits - full..=full).rev().map(share).collect()
    }

    /// The same for so many rows: each split of a tree parts some of them, so there are fewer splits than rows.
    pub fn for_rows(self, rows: usize) -> Limits {
        Limits { max_splits: self.max_splits.map(|splits| splits.min(rows.saturating_sub(1))), ..self }
    }
}

impl Problem {
    /// A table in which every row stands once.
    ///
    /// # Panics
    /// When rows differ in length, when there is not one label a row, or when a label is not a class.
    pub fn new(rows: Vec<Vec<bool>>, labels: Vec<u32>, classes: usize) -> Problem {
        let features = rows.first().map_or(0, Vec::len);
        assert!(rows.iter().all(|row| row.len() == features), "rows differ in length");
        assert_eq!(rows.len(), labels.len(), "one label a row");
        assert!(labels.iter().all(|&label| (label as usize) < classes), "a label is not a class");
        let copies = vec![1; rows.len()];
        Problem { rows, labels, copies, classes, features }
    }

    /// The same table with row `r` standing `copies[r]` times in it.
    pub fn repeated(self, copies: Vec<u32>) -> Problem {
        assert_eq!(self.rows.len(), copies.len(), "one number of copies a row");
        Problem { copies, ..self }
    }

    /// The number of every row.
    pub fn all(&self) -> Vec<usize> {
        (0..self.rows.len()).collect()
    }

    /// How many rows of the table these are, copies counted.
    pub fn size(&self, rows: &[usize]) -> usize {
        rows.iter().map(|&row| self.copies[row] as usize).sum()
    }

    /// How many of these rows each class has.
    pub fn counts(&self, rows: &[usize]) -> Vec<u32> {
        let mut counts = vec![0; self.classes];
        for &row in rows {
            counts[self.labels[row] as usize] += self.copies[row];
        }
        counts
    }

    /// The most frequent class, the lowest on ties.
    pub fn majority(&self, rows: &[usize]) -> u32 {
        let counts = self.counts(rows);
        let most = counts.iter().max().copied().unwrap_or(0);
        counts.iter().position(|&count| count == most).unwrap_or(0) as u32
    }

    /// The errors of the best leaf over these rows.
    pub fn leaf_errors(&self, rows: &[usize]) -> u32 {
        let counts = self.counts(rows);
        counts.iter().sum::<u32>() - counts.iter().max().copied().unwrap_or(0)
    }

    /// The two sides of asking `feature`; `None` when a side is empty or smaller than a leaf may be.
    pub fn split(&self, rows: &[usize], feature: usize, min_samples_leaf: usize) -> Option<Sides> {
        let (yes, no): (Vec<usize>, Vec<usize>) = rows.iter().partition(|&&row| self.rows[row][feature]);
        let least = min_samples_leaf.max(1);
        (self.size(&no) >= least && self.size(&yes) >= least).then_some(Sides { no, yes })
    }

    /// The row numbers with each row as often as it has copies, spread over the table: first every
    /// row once, then every row that has a second copy, and so on.
    pub fn spread_out(&self) -> Vec<usize> {
        let tallest = self.copies.iter().max().copied().unwrap_or(0);
        (0..tallest).flat_map(|copy| (0..self.rows.len()).filter(move |&row| copy < self.copies[row])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Problem {
        let rows = vec![vec![false, true], vec![true, true], vec![true, true]];
        Problem::new(rows, vec![2, 0, 1], 3).repeated(vec![3, 1, 2])
    }

    #[test]
    fn copies_count_as_rows() {
        let table = table();
        assert_eq!(table.size(&table.all()), 6);
        assert_eq!(table.counts(&table.all()), [1, 2, 3]);
        assert_eq!(table.leaf_errors(&table.all()), 3);
        assert_eq!(table.spread_out(), [0, 1, 2, 0, 2, 0]);
    }

    #[test]
    fn the_majority_is_the_lowest_class_on_ties() {
        let tied = table().repeated(vec![2, 1, 2]);
        assert_eq!(tied.majority(&tied.all()), 1);
        assert_eq!(tied.majority(&[]), 0);
    }

    #[test]
    fn a_split_needs_enough_rows_on_both_sides() {
        let table = table();
        let sides = Sides { no: vec![0], yes: vec![1, 2] };
        assert_eq!(table.split(&table.all(), 0, 3), Some(sides));
        assert_eq!(table.split(&table.all(), 0, 4), None);
    }

    #[test]
    fn a_split_takes_one_level_and_one_split() {
        let limits = |max_depth, max_splits| Limits { max_depth, max_splits, ..Limits::NONE };
        assert_eq!(limits(Some(2), Some(5)).below_a_split(), Some(limits(Some(1), Some(4))));
        assert_eq!(limits(None, Some(1)).below_a_split(), Some(limits(None, Some(0))));
        assert_eq!(Limits::NONE.below_a_split(), Some(Limits::NONE));
        for spent in [limits(Some(0), None), limits(None, Some(0)), limits(Some(0), Some(3)), limits(Some(3), Some(0))]
        {
            assert_eq!(spent.below_a_split(), None);
        }
    }

    #[test]
    fn splits_are_shared_in_every_way_and_the_first_tree_has_few_of_them_first() {
        let splits = |max_splits| Limits { max_splits, ..Limits::NONE };
        let shares = splits(Some(2)).shares();
        assert_eq!(shares, [[0, 2], [1, 1], [2, 0]].map(|share| share.map(|number| splits(Some(number)))));
        assert_eq!(splits(None).shares(), [[splits(None); 2]]);
    }

    #[test]
    fn a_tree_gets_no_more_splits_than_it_can_have() {
        let shares = |splits, max_depth| -> Vec<(usize, usize)> {
            let limits = Limits { max_depth, min_samples_leaf: 2, max_splits: Some(splits) };
            let number = |limits: Limits| limits.max_splits.expect("a budget is shared");
            limits.fair_shares().into_iter().map(|[first, second]| (number(first), number(second))).collect()
        };
        assert_eq!(shares(2, None), [(2, 0), (1, 1), (0, 2)]);
        assert_eq!(shares(9, Some(2)), [(3, 3)]);
        assert_eq!(shares(5, Some(2)), [(3, 2), (2, 3)]);
        assert_eq!(shares(1, Some(0)), [(0, 0)]);
        assert_eq!(Limits::NONE.fair_shares(), [[Limits::NONE; 2]]);
    }

    #[test]
    fn a_table_has_fewer_splits_than_rows() {
        let splits = |max_splits| Limits { max_splits, ..Limits::NONE };
        let capped = [None, Some(3), Some(4), Some(usize::MAX)].map(|most| splits(most).for_rows(4).max_splits);
        assert_eq!(capped, [None, Some(3), Some(3), Some(3)]);
        assert_eq!(splits(Some(3)).for_rows(0).max_splits, Some(0));
    }

    #[test]
    fn a_constant_column_is_no_question() {
        let table = table();
        assert_eq!(table.split(&table.all(), 1, 0), None);
    }
}
