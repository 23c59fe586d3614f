//! The errors of a leaf that says one class, counted or weighed.

use crate::cost::Cost;
use crate::objective::{Objective, cheapest_class};
use crate::problem::Problem;

/// The weight of the rows that are of another class than their leaf says. The lowest class on ties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misclassification {
    pub labels: Vec<u32>,
    pub weights: Vec<u64>,
    pub classes: usize,
}

impl Misclassification {
    /// The errors of a problem, each row weighed as told.
    pub fn weighed(problem: &Problem, weights: Vec<u64>) -> Misclassification {
        assert_eq!(problem.rows.len(), weights.len(), "one weight a row");
        Misclassification { labels: problem.labels.clone(), weights, classes: problem.classes }
    }
}

impl Objective for Misclassification {
    type Cost = u64;
    type Label = u32;

    fn label(&self, rows: &[usize]) -> u32 {
        cheapest_class(self.classes, |class| self.cost(rows, &class))
    }

    fn cost(&self, rows: &[usize], label: &u32) -> u64 {
        let wrong = rows.iter().filter(|&&row| self.labels[row] != *label);
        u64::sum(wrong.map(|&row| self.weights[row]))
    }
}

/// A problem is its own first objective: how many rows are of another class than their leaf says.
impl Objective for Problem {
    type Cost = u32;
    type Label = u32;

    fn label(&self, rows: &[usize]) -> u32 {
        self.majority(rows)
    }

    fn cost(&self, rows: &[usize], label: &u32) -> u32 {
        let wrong = rows.iter().filter(|&&row| self.labels[row] != *label);
        u32::sum(wrong.map(|&row| self.copies[row]))
    }

    fn price(&self, rows: &[usize]) -> u32 {
        self.leaf_errors(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rows of class 2, one of each other; without features.
    fn problem() -> Problem {
        Problem::new(vec![vec![]; 4], vec![2, 0, 1, 2], 3)
    }

    #[test]
    fn errors_weigh_what_their_rows_weigh() {
        let heavy_first = Misclassification::weighed(&problem(), vec![3, 1, 5, 1]);
        assert_eq!((heavy_first.label(&[0, 1, 2, 3]), heavy_first.price(&[0, 1, 2, 3])), (1, 5));
        assert_eq!([0, 1, 2].map(|class| heavy_first.cost(&[0, 1, 2, 3], &class)), [9, 5, 6]);
        assert_eq!((heavy_first.label(&[0, 1]), heavy_first.price(&[0, 1])), (2, 1));
    }

    #[test]
    fn the_lowest_class_is_said_on_ties_and_when_nothing_weighs() {
        let weights = |weights: [u64; 4]| Misclassification::weighed(&problem(), weights.to_vec());
        assert_eq!(weights([1, 1, 2, 1]).label(&[0, 1, 2, 3]), 1);
        assert_eq!(weights([0, 0, 0, 0]).label(&[0, 2]), 0);
        assert_eq!((weights([1; 4]).label(&[]), weights([1; 4]).price(&[])), (0, 0));
    }

    #[test]
    fn a_problem_counts_its_copies() {
        let tall = problem().repeated(vec![3, 1, 5, 1]);
        let weighed = Misclassification::weighed(&tall, vec![3, 1, 5, 1]);
        for rows in [&[0, 1, 2, 3][..], &[0, 1], &[1, 2], &[]] {
            assert_eq!(Objective::label(&tall, rows), weighed.label(rows), "{rows:?}");
            assert_eq!(u64::from(tall.price(rows)), weighed.price(rows), "{rows:?}");
            assert_eq!(tall.price(rows), tall.cost(rows, &tall.majority(rows)), "{rows:?}");
        }
    }
}
