//! Trees of depth two for any number of classes, whose leaves all have enough rows.
//!
//! The four cells of a root and a child follow from the rows they have in common, class by class. A leaf is
//! right about its most frequent class; the best child under each side of a root is a maximum over children.

use super::pairs::{Meet, Pairs, meet_all};
use super::wheel::Wheel;
use crate::simd::{Counter, Counters, Machine};

/// What is known of each feature of a cover by itself, and of the cover.
pub(super) struct ClassCounts<'a, T> {
    /// Yes-answers of one class after the other, each twice around the wheel.
    pub yes: &'a [T],
    /// Rows of each class.
    pub rows: &'a [u32],
    pub min_leaf: T,
}

/// For each root, the errors of its best trees of depth two, or as many as there are rows where the root's
/// own sides are too small: a line of those with one split, then those with at most two, then those with at most three. All rows together fit a counter.
#[inline(always)]
pub(super) fn errors_by_root<M: Machine, C: Counters<M>, P: Pairs<M, C>>(
    machine: M,
    wheel: Wheel,
    pairs: &[P],
    cover: ClassCounts<C::Lane>,
    errors: &mut [C::Lane],
) {
    assert!(cover.yes.len() >= pairs.len() * wheel.stride);
    let zero = C::splat(machine, C::Lane::default());
    let least = C::splat(machine, cover.min_leaf);
    let all_rows = C::splat(machine, C::Lane::exactly(cover.rows.iter().sum::<u32>() as i32));
    let length = pairs.iter().map(|pairs| pairs.length()).min().unwrap_or(0);
    for first in (0..wheel.features).step_by(C::WIDTH) {
        // A leaf in place of a child.
        let (mut yes_right, mut no_right, mut yes_rows) = (zero, zero, zero);
        for (class, &rows) in cover.rows.iter().enumerate() {
            let yes = C::load(machine, cover.yes, class * wheel.stride + first);
            yes_right = yes_right.max(yes);
            no_right = no_right.max(C::splat(machine, C::Lane::exactly(rows as i32)).sub(yes));
            yes_rows = yes_rows.add(yes);
        }
        let no_rows = all_rows.sub(yes_rows);
        let mut best = BestChildren {
            pairs,
            cover: &cover,
            stride: wheel.stride,
            first,
            least,
            yes_rows,
            no_rows,
            yes_right,
            no_right,
        };
        meet_all(machine, wheel, first, length, &mut best);
        let (yes_child, no_child) = (best.yes_right, best.no_right);
        let two = yes_child.add(no_right).max(yes_right.add(no_child));
        for (line, right) in [yes_right.add(no_right), two, yes_child.add(no_child)].into_iter().enumerate() {
            let allowed = right.where_at_least(yes_rows, least).where_at_least(no_rows, least);
            all_rows.sub(allowed).store(errors, line * wheel.stride + first);
        }
    }
}

/// How many rows the best child is right about, on the yes-side and on the no-side of each root.
struct BestChildren<'a, P, C, T> {
    pairs: &'a [P],
    cover: &'a ClassCounts<'a, T>,
    stride: usize,
    first: usize,
    least: C,
    yes_rows: C,
    no_rows: C,
    yes_right: C,
    no_right: C,
}

impl<M: Machine, C: Counters<M>, P: Pairs<M, C>> Meet<M, C> for BestChildren<'_, P, C, C::Lane> {
    #[inline(always)]
    unsafe fn meet(&mut self, machine: M, turn: usize, place: usize) {
        let zero = C::splat(machine, C::Lane::default());
        let mut right = [zero; 4];
        let (mut child_rows, mut yes_yes_rows) = (zero, zero);
        for (class, pairs) in self.pairs.iter().enumerate() {
            let rows = C::splat(machine, C::Lane::exactly(self.cover.rows[class] as i32));
            // SAFETY: the counters at `place` are promised; each class has a whole line, which has room for
            // any turn of any of its features.
            let (root, child, yes_yes) = unsafe {
                let line = self.cover.yes.as_ptr().add(class * self.stride + self.first);
                (C::load_from(machine, line), C::load_from(machine, line.add(turn)), pairs.load(machine, place))
            };
            let no_yes = child.sub(yes_yes);
            let cells = [yes_yes, root.sub(yes_yes), no_yes, rows.sub(root).sub(no_yes)];
            for (right, cell) in right.iter_mut().zip(cells) {
                *right = right.max(cell);
            }
            child_rows = child_rows.add(child);
            yes_yes_rows = yes_yes_rows.add(yes_yes);
        }
        let no_yes_rows = child_rows.sub(yes_yes_rows);
        let yes_side = right[0].add(right[1]);
        let yes_side = yes_side.where_at_least(yes_yes_rows, self.least);
        let yes_side = yes_side.where_at_least(self.yes_rows.sub(yes_yes_rows), self.least);
        let no_side = right[2].add(right[3]);
        let no_side = no_side.where_at_least(no_yes_rows, self.least);
        let no_side = no_side.where_at_least(self.no_rows.sub(no_yes_rows), self.least);
        self.yes_right = self.yes_right.max(yes_side);
        self.no_right = self.no_right.max(no_side);
    }
}
