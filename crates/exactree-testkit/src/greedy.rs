//! The tree that a greedy learner grows: what no exact search may ever be worse than.

use crate::canonical::questions_in_order;
use crate::problem::{Limits, Problem};
use crate::tree::Tree;

/// CART within the limits: the split of least weighted Gini impurity at every node, the lowest column on
/// ties, until a node is pure or may not be split.
///
/// # Panics
/// When there is a budget of splits: which node greed would spend it on is another question.
pub fn tree(problem: &Problem, limits: Limits) -> Tree {
    assert_eq!(limits.max_splits, None, "greed has no budget");
    tree_of(problem, &problem.all(), limits)
}

fn tree_of(problem: &Problem, rows: &[usize], limits: Limits) -> Tree {
    let purest = |below| Some((below, questions_in_order(problem, problem, rows, limits).into_iter().next()?));
    match limits.below_a_split().and_then(purest) {
        Some((below, (feature, sides))) if problem.leaf_errors(rows) > 0 => {
            Tree::split(feature, tree_of(problem, &sides.no, below), tree_of(problem, &sides.yes, below))
        }
        _ => Tree::leaf(problem.majority(rows)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute::least_errors;
    use crate::check;

    /// Exclusive or of the first two columns; the third is purer, and misleads.
    fn misleading() -> Problem {
        let rows = ["000", "000", "011", "011", "101", "100", "110", "110"];
        let answers = rows.map(|row| row.chars().map(|answer| answer == '1').collect());
        Problem::new(answers.to_vec(), vec![0, 0, 1, 1, 1, 1, 0, 0], 2)
    }

    #[test]
    fn greed_takes_the_purest_split_and_pays_for_it() {
        let limits = Limits { max_depth: Some(2), ..Limits::NONE };
        let greedy = tree(&misleading(), limits);
        assert!(matches!(greedy, Tree::Split { feature: 2, .. }), "{greedy:?}");
        assert_eq!((check(&misleading(), &greedy, limits), least_errors(&misleading(), limits)), (Ok(1), 0));
    }

    #[test]
    fn greed_stops_at_the_limits_and_at_pure_nodes() {
        let limits = |max_depth, min_samples_leaf| Limits { max_depth, min_samples_leaf, ..Limits::NONE };
        assert_eq!(tree(&misleading(), limits(Some(0), 1)), Tree::leaf(0));
        assert_eq!(tree(&misleading(), limits(None, 5)), Tree::leaf(0));
        let stump = Problem::new(vec![vec![false, false], vec![true, true], vec![true, false]], vec![0, 1, 1], 2);
        assert_eq!(tree(&stump, limits(None, 1)), Tree::split(0, Tree::leaf(0), Tree::leaf(1)));
    }
}
