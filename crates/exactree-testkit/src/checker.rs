//! What a tree really costs, and whether it keeps its limits: every row is walked to its leaf.

use std::fmt;

use crate::problem::{Limits, Problem};
use crate::tree::Tree;

/// What is wrong with a tree, with the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    TooDeep { depth: usize, limit: usize },
    UnknownFeature { feature: usize, features: usize },
    UnknownLabel { label: u32, classes: usize },
    LeafTooSmall { rows: usize, limit: usize },
    NotTheMajority { label: u32, majority: u32 },
}

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::TooDeep { depth, limit } => write!(out, "the tree is {depth} deep, the limit is {limit}"),
            Violation::UnknownFeature { feature, features } => {
                write!(out, "a node asks feature {feature}, but there are {features}")
            }
            Violation::UnknownLabel { label, classes } => {
                write!(out, "a leaf says class {label}, but there are {classes}")
            }
            Violation::LeafTooSmall { rows, limit } => write!(out, "a leaf holds {rows} rows, the least is {limit}"),
            Violation::NotTheMajority { label, majority } => {
                write!(out, "a leaf says class {label}, but its most frequent one is {majority}")
            }
        }
    }
}

impl std::error::Error for Violation {}

/// The training errors of a tree that keeps its limits, or the first thing that is wrong with it.
pub fn check(problem: &Problem, tree: &Tree, limits: Limits) -> Result<u32, Violation> {
    if let Some(limit) = limits.max_depth.filter(|&limit| tree.depth() > limit) {
        return Err(Violation::TooDeep { depth: tree.depth(), limit });
    }
    // One tree with one leaf is always allowed, however few rows there are.
    let least = if tree.leaves() == 1 { 0 } else { limits.min_samples_leaf.max(1) };
    let errors = walk(problem, tree, &problem.all(), least)?;
    assert_eq!(errors, errors_by_prediction(problem, tree), "the checker contradicts itself");
    Ok(errors)
}

fn walk(problem: &Problem, tree: &Tree, rows: &[usize], least: usize) -> Result<u32, Violation> {
    match tree {
        Tree::Leaf { label } => check_leaf(problem, *label, rows, least),
        Tree::Split { feature, .. } if *feature >= problem.features => {
            Err(Violation::UnknownFeature { feature: *feature, features: problem.features })
        }
        Tree::Split { feature, no, yes } => {
            let (yes_rows, no_rows): (Vec<usize>, Vec<usize>) =
                rows.iter().partition(|&&row| problem.rows[row][*feature]);
            Ok(walk(problem, no, &no_rows, least)? + walk(problem, yes, &yes_rows, least)?)
        }
    }
}

fn check_leaf(problem: &Problem, label: u32, rows: &[usize], least: usize) -> Result<u32, Violation> {
    if label as usize >= problem.classes {
        return Err(Violation::UnknownLabel { label, classes: problem.classes });
    }
    let size = problem.size(rows);
    if size < least {
        return Err(Violation::LeafTooSmall { rows: size, limit: least });
    }
    let majority = problem.majority(rows);
    if label != majority {
        return Err(Violation::NotTheMajority { label, majority });
    }
    Ok(problem.leaf_errors(rows))
}

/// The same number by the other way round: ask the tree about every row, and count the wrong answers.
pub fn errors_by_prediction(problem: &Problem, tree: &Tree) -> u32 {
    let wrong = |&row: &usize| tree.predict(&problem.rows[row]) != problem.labels[row];
    problem.all().into_iter().filter(wrong).map(|row| problem.copies[row]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three classes on two questions; the last row stands twice.
    fn table() -> Problem {
        let rows = vec![vec![false, false], vec![false, true], vec![true, false], vec![true, true]];
        Problem::new(rows, vec![0, 1, 2, 1], 3).repeated(vec![1, 1, 1, 2])
    }

    const NONE: Limits = Limits { max_depth: None, min_samples_leaf: 1 };

    #[test]
    fn a_valid_tree_has_its_errors_counted() {
        let by_second = Tree::split(1, Tree::leaf(0), Tree::leaf(1));
        assert_eq!(check(&table(), &by_second, Limits { max_depth: Some(1), min_samples_leaf: 2 }), Ok(1));
        let full = Tree::split(1, Tree::split(0, Tree::leaf(0), Tree::leaf(2)), Tree::leaf(1));
        assert_eq!(check(&table(), &full, NONE), Ok(0));
    }

    #[test]
    fn a_single_leaf_is_always_allowed() {
        assert_eq!(check(&table(), &Tree::leaf(1), Limits { max_depth: Some(0), min_samples_leaf: 100 }), Ok(2));
        assert_eq!(check(&Problem::new(vec![], vec![], 2), &Tree::leaf(0), NONE), Ok(0));
    }

    #[test]
    fn an_invalid_tree_is_refused_by_name() {
        let split = |feature, no, yes| Tree::split(feature, Tree::leaf(no), Tree::leaf(yes));
        let shallow = Limits { max_depth: Some(0), min_samples_leaf: 1 };
        let wide_leaves = Limits { max_depth: None, min_samples_leaf: 3 };
        let constant = Tree::split(0, split(0, 0, 1), Tree::leaf(1));
        let cases = [
            (split(1, 0, 1), shallow, Violation::TooDeep { depth: 1, limit: 0 }),
            (split(2, 0, 1), NONE, Violation::UnknownFeature { feature: 2, features: 2 }),
            (split(1, 0, 3), NONE, Violation::UnknownLabel { label: 3, classes: 3 }),
            (split(1, 0, 1), wide_leaves, Violation::LeafTooSmall { rows: 2, limit: 3 }),
            (split(1, 2, 1), NONE, Violation::NotTheMajority { label: 2, majority: 0 }),
            (split(1, 0, 2), NONE, Violation::NotTheMajority { label: 2, majority: 1 }),
            (constant, NONE, Violation::LeafTooSmall { rows: 0, limit: 1 }),
        ];
        for (tree, limits, why) in cases {
            assert_eq!(check(&table(), &tree, limits), Err(why), "{tree:?}");
        }
    }
}
