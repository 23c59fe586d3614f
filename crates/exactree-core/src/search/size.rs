//! How large a tree may be, and how its splits are divided among its sides.

/// The most questions on a path, and in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub depth: usize,
    pub splits: usize,
}

/// How many splits the sides of a question may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    pub no: usize,
    pub yes: usize,
}

/// Budgets of more splits are compared with the number of rows before all their divisions are tried.
const LARGE: usize = 1 << 16;

impl Size {
    /// The most splits of any tree of this depth, whatever its rows.
    fn full(self) -> usize {
        u32::try_from(self.depth)
            .ok()
            .and_then(|depth| 1_usize.checked_shl(depth))
            .map_or(usize::MAX, |leaves| leaves - 1)
    }

    /// The ways in which a first question may divide its splits, whatever the rows of its sides: as many as can be go to
    /// the no-side first, then ever fewer. It is the order of the tie rule, so weights of rows must make no difference:
    /// only a large budget that no tree over so many rows can use up is as good as none.
    pub fn divisions_by_rule(self, rows: u32) -> impl Iterator<Item = Division> {
        let full = self.below().full();
        let is_free = self.splits >= self.full() || self.splits >= (rows as usize).max(LARGE);
        let free = Division { no: full, yes: full };
        let rationed = (!is_free).then(|| self.divisions(full, full));
        is_free.then_some(free).into_iter().chain(rationed.into_iter().flatten())
    }

    /// What a tree of at most so many leaves can use of it. Trees that may be alike have equal sizes then, and no
    /// depth that the splits do not reach.
    pub fn fitting(self, leaves: u32) -> Size {
        let splits = self.splits.min(self.full()).min((leaves as usize).saturating_sub(1));
        Size { depth: self.depth.min(splits), splits }
    }

    /// How large the sides of a first question may be.
    pub fn below(self) -> Size {
        Size { depth: self.depth - 1, splits: self.splits - 1 }
    }

    /// How the splits that a first question leaves may be divided among sides that can use `no` and `yes` of them. As
    /// many as can be go to the no-side first, then ever fewer.
    pub fn divisions(self, no: usize, yes: usize) -> impl Iterator<Item = Division> {
        let left = self.splits - 1;
        let most = no.min(left);
        let least = left.saturating_sub(yes).min(most);
        (least..=most).rev().map(move |no| Division { no, yes: yes.min(left - no) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_has_no_more_than_its_leaves_allow() {
        let fitting = |depth, splits, leaves| {
            let Size { depth, splits } = Size { depth, splits }.fitting(leaves);
            (depth, splits)
        };
        assert_eq!(fitting(3, usize::MAX, 100), (3, 7));
        assert_eq!(fitting(3, 2, 100), (2, 2));
        assert_eq!(fitting(3, usize::MAX, 4), (3, 3));
        assert_eq!(fitting(usize::MAX, usize::MAX, 100), (99, 99));
        assert_eq!(fitting(64, usize::MAX, 100), (64, 99));
        assert_eq!(fitting(0, 5, 100), (0, 0));
        assert_eq!(fitting(5, 5, 0), (0, 0));
    }

    #[test]
    fn the_rule_divides_splits_by_depth_alone() {
        for rows in [0, 2, 9, 1000] {
            let divisions = |depth, splits| -> Vec<(usize, usize)> {
                let divisions = Size { depth, splits }.divisions_by_rule(rows);
                divisions.map(|division| (division.no, division.yes)).collect()
            };
            assert_eq!(divisions(3, usize::MAX), [(3, 3)]);
            assert_eq!(divisions(3, 7), [(3, 3)]);
            assert_eq!(divisions(3, 6), [(3, 2), (2, 3)], "{rows} rows");
            assert_eq!(divisions(2, 2), [(1, 0), (0, 1)], "{rows} rows");
            assert_eq!(divisions(9, 3), [(2, 0), (1, 1), (0, 2)], "{rows} rows");
            assert_eq!(divisions(usize::MAX, usize::MAX), [(usize::MAX, usize::MAX)]);
            assert_eq!(divisions(usize::MAX, 2), [(1, 0), (0, 1)], "{rows} rows");
        }
    }

    #[test]
    fn a_large_budget_is_free_where_no_tree_can_use_it_up() {
        let divisions = |splits, rows| Size { depth: 40, splits }.divisions_by_rule(rows).count();
        assert_eq!(divisions(LARGE, LARGE as u32), 1);
        assert_eq!(divisions(LARGE, LARGE as u32 + 1), LARGE);
        assert_eq!(divisions(LARGE - 1, 2), LARGE - 1);
    }

    #[test]
    fn splits_are_divided_in_every_way_that_matters() {
        let divisions = |splits, no, yes| -> Vec<(usize, usize)> {
            Size { depth: 3, splits }.divisions(no, yes).map(|division| (division.no, division.yes)).collect()
        };
        assert_eq!(divisions(7, 3, 3), [(3, 3)]);
        assert_eq!(divisions(6, 3, 3), [(3, 2), (2, 3)]);
        assert_eq!(divisions(4, 3, 3), [(3, 0), (2, 1), (1, 2), (0, 3)]);
        assert_eq!(divisions(4, 1, 3), [(1, 2), (0, 3)]);
        assert_eq!(divisions(4, 3, 0), [(3, 0)]);
        assert_eq!(divisions(7, 1, 2), [(1, 2)]);
        assert_eq!(divisions(1, 3, 3), [(0, 0)]);
    }
}
