//! Which of the optimal trees is *the* tree: the tie rule, spelled out by brute force.
//!
//! At every node: a leaf when no tree within the limits has fewer errors than it. Otherwise the
//! first question, in the node's order, with which the optimum can be reached; then the same rule
//! on the no-side, and on the yes-side. The order is by the weighted Gini impurity of the split,
//! the lowest column on ties; it is compared exactly, as fractions.

use std::cmp::Ordering;

use crate::brute::least_errors_of;
use crate::problem::{Limits, Problem, Sides};
use crate::tree::Tree;

/// The one tree that a proven search must return.
pub fn tree(problem: &Problem, limits: Limits) -> Tree {
    tree_of(problem, &problem.all(), limits)
}

fn tree_of(problem: &Problem, rows: &[usize], limits: Limits) -> Tree {
    let optimum = least_errors_of(problem, rows, limits);
    if problem.leaf_errors(rows) == optimum {
        return Tree::leaf(problem.majority(rows));
    }
    let below = limits.below_a_split().expect("with no split left, a leaf is optimal");
    let reaches = |sides: &Sides| {
        least_errors_of(problem, &sides.no, below) + least_errors_of(problem, &sides.yes, below) == optimum
    };
    let (feature, sides) = questions_in_order(problem, rows, limits)
        .into_iter()
        .find(|(_, sides)| reaches(sides))
        .expect("an optimum below the leaf's errors is reached by some question");
    Tree::split(feature, tree_of(problem, &sides.no, below), tree_of(problem, &sides.yes, below))
}

/// The questions that may be asked of these rows, in the node's order.
pub(crate) fn questions_in_order(problem: &Problem, rows: &[usize], limits: Limits) -> Vec<(usize, Sides)> {
    let mut questions: Vec<(usize, Sides)> = (0..problem.features)
        .filter_map(|feature| Some((feature, problem.split(rows, feature, limits.min_samples_leaf)?)))
        .collect();
    // The sort is stable, so equal impurities stay in the order of their columns.
    questions.sort_by(|(_, left), (_, right)| by_impurity(Purity::of(problem, left), Purity::of(problem, right)));
    questions
}

/// How pure the two sides of a split are: the sum over both of (sum of squared class counts) / rows.
///
/// The weighted Gini impurity is the number of rows less this, so the order of one is the other's reversed.
#[derive(Clone, Copy, Debug)]
struct Purity {
    numerator: u128,
    denominator: u128,
}

impl Purity {
    fn of(problem: &Problem, sides: &Sides) -> Purity {
        let [no, yes] = [&sides.no, &sides.yes].map(|side| problem.size(side) as u128);
        let [no_squares, yes_squares] = [&sides.no, &sides.yes]
            .map(|side| problem.counts(side).into_iter().map(|count| u128::from(count).pow(2)).sum::<u128>());
        Purity { numerator: no_squares * yes + yes_squares * no, denominator: no * yes }
    }
}

/// Less impure first: the greater purity comes before the smaller.
fn by_impurity(left: Purity, right: Purity) -> Ordering {
    (right.numerator * left.denominator).cmp(&(left.numerator * right.denominator))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Limits = Limits { max_depth: None, min_samples_leaf: 1 };

    fn table(rows: &[(&str, u32)], classes: usize) -> Problem {
        let answers = rows.iter().map(|(row, _)| row.chars().map(|answer| answer == '1').collect()).collect();
        Problem::new(answers, rows.iter().map(|&(_, label)| label).collect(), classes)
    }

    #[test]
    fn a_leaf_comes_before_a_split_that_gains_nothing() {
        let problem = table(&[("0", 0), ("0", 0), ("1", 0), ("1", 0), ("1", 1)], 2);
        assert_eq!(tree(&problem, NONE), Tree::leaf(0));
    }

    #[test]
    fn equal_and_complementary_columns_are_asked_by_the_lowest() {
        let problem = table(&[("0101", 0), ("0101", 0), ("1010", 1)], 2);
        assert_eq!(tree(&problem, NONE), Tree::split(0, Tree::leaf(0), Tree::leaf(1)));
        let turned = table(&[("1010", 0), ("1010", 0), ("0101", 1)], 2);
        assert_eq!(tree(&turned, NONE), Tree::split(0, Tree::leaf(1), Tree::leaf(0)));
    }

    #[test]
    fn the_purer_question_comes_first_among_those_that_reach_the_optimum() {
        // Both columns alone leave one error; the second has the purer sides: 1|4 rows of 0|0,0,1,1
        // against a leaf of 3 with one error and a pure leaf of 2.
        let problem = table(&[("00", 0), ("01", 0), ("01", 1), ("11", 1), ("11", 1)], 2);
        let shallow = Limits { max_depth: Some(1), min_samples_leaf: 1 };
        let squares = [0, 1].map(|feature| {
            let sides = problem.split(&problem.all(), feature, 1).expect("no column is constant");
            let Purity { numerator, denominator } = Purity::of(&problem, &sides);
            (numerator, denominator)
        });
        assert_eq!(squares, [(5 * 2 + 4 * 3, 6), (4 + 10, 4)]);
        assert_eq!(tree(&problem, shallow), Tree::split(0, Tree::leaf(0), Tree::leaf(1)));
        let swapped = table(&[("00", 0), ("10", 0), ("10", 1), ("11", 1), ("11", 1)], 2);
        assert_eq!(tree(&swapped, shallow), Tree::split(1, Tree::leaf(0), Tree::leaf(1)));
    }

    #[test]
    fn a_purer_question_that_misses_the_optimum_is_passed_over() {
        // Exclusive or of the first two columns; the third is purer, but leads to no optimal tree of depth 2.
        let rows = [("000", 0), ("000", 0), ("011", 1), ("011", 1), ("101", 1), ("100", 1), ("110", 0), ("110", 0)];
        let problem = table(&rows, 2);
        let two = Limits { max_depth: Some(2), min_samples_leaf: 1 };
        let order: Vec<usize> = questions_in_order(&problem, &problem.all(), two).iter().map(|q| q.0).collect();
        assert_eq!(order, [2, 0, 1]);
        let second = |no, yes| Tree::split(1, Tree::leaf(no), Tree::leaf(yes));
        assert_eq!(tree(&problem, two), Tree::split(0, second(0, 1), second(1, 0)));
    }

    #[test]
    fn a_question_that_breaks_the_leaf_size_is_not_asked() {
        let problem = table(&[("01", 0), ("10", 1), ("10", 1), ("11", 1)], 2);
        assert_eq!(tree(&problem, NONE), Tree::split(0, Tree::leaf(0), Tree::leaf(1)));
        assert_eq!(tree(&problem, Limits { max_depth: None, min_samples_leaf: 2 }), Tree::leaf(1));
    }
}
