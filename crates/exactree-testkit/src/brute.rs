//! How few errors any tree can make: every question is tried at every node, and nothing is skipped.

use crate::problem::{Limits, Problem};

/// The least training errors of any tree within the limits.
pub fn least_errors(problem: &Problem, limits: Limits) -> u32 {
    least_errors_of(problem, &problem.all(), limits)
}

/// The least training errors of any tree of depth at most two, as a kernel should find them.
pub fn depth_two(problem: &Problem, min_samples_leaf: usize) -> u32 {
    least_errors(problem, Limits { max_depth: Some(2), min_samples_leaf })
}

/// The least errors on these rows of any tree that is grown on them within the limits.
///
/// Without a depth limit this ends too: a split leaves fewer rows on either side.
pub fn least_errors_of(problem: &Problem, rows: &[usize], limits: Limits) -> u32 {
    let leaf = problem.leaf_errors(rows);
    let Some(below) = limits.below_a_split() else { return leaf };
    (0..problem.features)
        .filter_map(|feature| problem.split(rows, feature, limits.min_samples_leaf))
        .map(|sides| least_errors_of(problem, &sides.no, below) + least_errors_of(problem, &sides.yes, below))
        .fold(leaf, u32::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(max_depth: impl Into<Option<usize>>, min_samples_leaf: usize) -> Limits {
        Limits { max_depth: max_depth.into(), min_samples_leaf }
    }

    fn parity_of_three() -> Problem {
        let rows: Vec<Vec<bool>> = (0..8).map(|row| (0..3).map(|bit| row >> bit & 1 == 1).collect()).collect();
        let labels = rows.iter().map(|row| row.iter().filter(|&&answer| answer).count() as u32 % 2).collect();
        Problem::new(rows, labels, 2)
    }

    #[test]
    fn parity_needs_every_question() {
        let parity = parity_of_three();
        assert_eq!([0, 1, 2, 3].map(|depth| least_errors(&parity, limits(depth, 1))), [4, 4, 4, 0]);
        assert_eq!(least_errors(&parity, limits(None, 1)), 0);
        assert_eq!(depth_two(&parity, 1), 4);
    }

    #[test]
    fn every_leaf_needs_its_rows() {
        assert_eq!(least_errors(&parity_of_three(), limits(None, 2)), 4);
        let stairs = Problem::new((0..4).map(|row| vec![row > 0, row > 1, row > 2]).collect(), vec![0, 1, 0, 1], 2);
        assert_eq!([1, 2, 3].map(|support| least_errors(&stairs, limits(None, support))), [0, 2, 2]);
        assert_eq!(depth_two(&stairs, 1), 0);
        assert_eq!(least_errors(&stairs, limits(1, 1)), 1);
    }

    #[test]
    fn rows_that_agree_on_every_feature_stay_together() {
        let twins = Problem::new(vec![vec![true]; 3], vec![0, 1, 2], 3);
        assert_eq!(least_errors(&twins, limits(None, 1)), 2);
    }

    #[test]
    fn copies_cost_as_much_as_rows() {
        let rows = vec![vec![false], vec![false], vec![true]];
        let once = Problem::new(rows, vec![0, 1, 1], 2).repeated(vec![7, 5, 4]);
        assert_eq!([0, 1].map(|depth| least_errors(&once, limits(depth, 1))), [7, 5]);
        assert_eq!([4, 5].map(|support| least_errors(&once, limits(1, support))), [5, 7]);
    }

    #[test]
    fn an_empty_table_costs_nothing() {
        assert_eq!(least_errors(&Problem::new(vec![], vec![], 2), limits(None, 1)), 0);
    }
}
