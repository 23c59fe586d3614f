//! All that trees can be, when what counts is more than one sum: every tree's vector, and those that none beats.
//!
//! Unlike elsewhere in the testkit a leaf may say either of two classes, and not only the most frequent one of its rows.

use std::collections::BTreeSet;

use crate::problem::{Limits, Problem};
use crate::tree::Tree;

/// What a tree costs: sums over the rows.
pub type Vector = [i64; 2];

/// What a row costs, by its label and by what a leaf says to it.
pub type Price<'a> = &'a dyn Fn(u32, u32) -> Vector;

/// The vectors of all trees within the limits, and with at most so many leaves.
pub fn all_vectors(problem: &Problem, limits: Limits, max_leaves: Option<usize>, price: Price) -> BTreeSet<Vector> {
    vectors_of(problem, &problem.all(), limits, max_leaves.unwrap_or(usize::MAX).max(1), price)
}

fn vectors_of(problem: &Problem, rows: &[usize], limits: Limits, max_leaves: usize, price: Price) -> BTreeSet<Vector> {
    let mut vectors: BTreeSet<Vector> = [0, 1].map(|said| leaf(problem, rows, said, price)).into();
    let Some(below) = limits.below_a_split() else { return vectors };
    for sides in (0..problem.features).filter_map(|feature| problem.split(rows, feature, limits.min_samples_leaf)) {
        // No more leaves than rows: so the number of ways to share them out is small.
        let most = max_leaves.min(rows.len());
        for no_leaves in shares(most, max_leaves) {
            let no = vectors_of(problem, &sides.no, below, no_leaves, price);
            let yes = vectors_of(problem, &sides.yes, below, max_leaves - no_leaves, price);
            for left in &no {
                vectors.extend(yes.iter().map(|right| [left[0] + right[0], left[1] + right[1]]));
            }
        }
    }
    vectors
}

/// How many leaves the no-side may have, of so many; where rows are fewer than leaves, nobody has to share.
fn shares(most: usize, max_leaves: usize) -> Vec<usize> {
    if most < max_leaves { vec![max_leaves / 2] } else { (1..most).collect() }
}

fn leaf(problem: &Problem, rows: &[usize], said: u32, price: Price) -> Vector {
    let mut sum = [0, 0];
    for &row in rows {
        let cost = price(problem.labels[row], said);
        sum[0] += cost[0] * i64::from(problem.copies[row]);
        sum[1] += cost[1] * i64::from(problem.copies[row]);
    }
    sum
}

/// Those that no other one is at most as large as in both numbers.
pub fn unbeaten(vectors: &BTreeSet<Vector>) -> Vec<Vector> {
    let beats = |one: &Vector, other: &Vector| one != other && one[0] <= other[0] && one[1] <= other[1];
    vectors.iter().filter(|vector| !vectors.iter().any(|other| beats(other, vector))).copied().collect()
}

/// What a tree costs, row by row.
pub fn vector_of(problem: &Problem, tree: &Tree, price: Price) -> Vector {
    let mut sum = [0, 0];
    for row in problem.all() {
        let cost = price(problem.labels[row], tree.predict(&problem.rows[row]));
        sum[0] += cost[0] * i64::from(problem.copies[row]);
        sum[1] += cost[1] * i64::from(problem.copies[row]);
    }
    sum
}

/// Whether a tree keeps its limits, whatever its leaves say.
pub fn keeps(problem: &Problem, tree: &Tree, limits: Limits, max_leaves: Option<usize>) -> bool {
    let least = if tree.leaves() == 1 { 0 } else { limits.min_samples_leaf.max(1) };
    limits.max_depth.is_none_or(|depth| tree.depth() <= depth)
        && max_leaves.is_none_or(|most| tree.leaves() <= most.max(1))
        && smallest_leaf(problem, tree, &problem.all()) >= least
}

fn smallest_leaf(problem: &Problem, tree: &Tree, rows: &[usize]) -> usize {
    match tree {
        Tree::Leaf { .. } => problem.size(rows),
        Tree::Split { feature, no, yes } => {
            let (yes_rows, no_rows): (Vec<usize>, Vec<usize>) =
                rows.iter().partition(|&&row| problem.rows[row][*feature]);
            smallest_leaf(problem, no, &no_rows).min(smallest_leaf(problem, yes, &yes_rows))
        }
    }
}

/// False positives and false negatives.
pub fn errors(label: u32, said: u32) -> Vector {
    [i64::from(label == 0 && said == 1), i64::from(label == 1 && said == 0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Limits = Limits::NONE;

    fn steps() -> Problem {
        Problem::new((0..4).map(|row| vec![row > 0, row > 1, row > 2]).collect(), vec![1, 0, 1, 0], 2)
    }

    #[test]
    fn a_leaf_says_either_class() {
        let vectors = all_vectors(&steps(), Limits { max_depth: Some(0), ..NONE }, None, &errors);
        assert_eq!(vectors, [[0, 2], [2, 0]].into());
        assert_eq!(unbeaten(&vectors), [[0, 2], [2, 0]]);
    }

    #[test]
    fn more_leaves_reach_more() {
        let front = |leaves| unbeaten(&all_vectors(&steps(), NONE, leaves, &errors));
        assert_eq!(front(Some(1)), [[0, 2], [2, 0]]);
        assert_eq!(front(Some(2)), [[0, 1], [1, 0]]);
        assert_eq!(front(Some(3)), [[0, 1], [1, 0]]);
        assert_eq!(front(Some(4)), [[0, 0]]);
        assert_eq!(front(None), [[0, 0]]);
    }

    #[test]
    fn small_leaves_and_deep_trees_do_not_keep_their_limits() {
        let tree = Tree::split(0, Tree::leaf(1), Tree::split(1, Tree::leaf(1), Tree::leaf(0)));
        let kept = |depth, least, leaves| {
            keeps(&steps(), &tree, Limits { max_depth: Some(depth), min_samples_leaf: least, ..Limits::NONE }, leaves)
        };
        assert!(kept(2, 1, Some(3)) && !kept(1, 1, None) && !kept(2, 2, None) && !kept(2, 1, Some(2)));
        assert_eq!(vector_of(&steps(), &tree, &errors), [1, 1]);
    }
}
