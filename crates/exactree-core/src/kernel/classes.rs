//! Trees of depth two for any number of classes, whose leaves all have enough rows.
//!
//! The four cells of a root and a child follow from the rows they have in common, class by class. A cell's
//! most frequent class is right about; the best child under each side of a root is a maximum over
//! children.

use super::pairs::Pairs;
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

/// For each root, the errors of its best tree of depth two, or as many as there are rows where the root's
/// own sides are too small. All rows together fit a counter.
#[inline(always)]
pub(super) fn errors_by_root<M: Machine, C: Counters<M>>(
    machine: M,
    wheel: Wheel,
    pairs: &[impl Pairs<M, C>],
    cover: ClassCounts<C::Lane>,
    errors: &mut [C::Lane],
) {
    let zero = C::splat(machine, C::Lane::default());
    let least = C::splat(machine, cover.min_leaf);
    let all_rows = C::splat(machine, C::Lane::exactly(cover.rows.iter().sum::<u32>() as i32));
    let rows = |class: usize| C::splat(machine, C::Lane::exactly(cover.rows[class] as i32));
    let yes = |class: usize, at: usize| C::load(machine, cover.yes, class * wheel.stride + at);
    for first in (0..wheel.features).step_by(C::WIDTH) {
        // A leaf in place of a child.
        let (mut yes_right, mut no_right, mut yes_rows) = (zero, zero, zero);
        for class in 0..pairs.len() {
            let of_class = yes(class, first);
            yes_right = yes_right.max(of_class);
            no_right = no_right.max(rows(class).sub(of_class));
            yes_rows = yes_rows.add(of_class);
        }
        let no_rows = all_rows.sub(yes_rows);
        for turn in 1..wheel.features {
            let place = wheel.place(first, turn);
            let mut right = [zero; 4];
            let (mut child_rows, mut yes_yes_rows) = (zero, zero);
            for (class, pairs) in pairs.iter().enumerate() {
                let (root, child) = (yes(class, first), yes(class, first + turn));
                let yes_yes = pairs.load(machine, place);
                let no_yes = child.sub(yes_yes);
                let cells = [yes_yes, root.sub(yes_yes), no_yes, rows(class).sub(root).sub(no_yes)];
                for (right, cell) in right.iter_mut().zip(cells) {
                    *right = right.max(cell);
                }
                child_rows = child_rows.add(child);
                yes_yes_rows = yes_yes_rows.add(yes_yes);
            }
            let no_yes_rows = child_rows.sub(yes_yes_rows);
            let enough = |right: C, one: C, other: C| right.where_at_least(one, least).where_at_least(other, least);
            yes_right = yes_right.max(enough(right[0].add(right[1]), yes_yes_rows, yes_rows.sub(yes_yes_rows)));
            no_right = no_right.max(enough(right[2].add(right[3]), no_yes_rows, no_rows.sub(no_yes_rows)));
        }
        let right = yes_right.add(no_right).where_at_least(yes_rows, least).where_at_least(no_rows, least);
        all_rows.sub(right).store(errors, first);
    }
}
