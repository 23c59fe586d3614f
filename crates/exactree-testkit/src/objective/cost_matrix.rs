//! What it costs to say one class for another, by a matrix.

use crate::cost::Cost;
use crate::objective::{Objective, cheapest_class};
use crate::problem::Problem;

/// Each row costs its weight times `costs[its class][the class its leaf says]`. The lowest class on ties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostMatrix {
    pub labels: Vec<u32>,
    pub weights: Vec<u64>,
    pub costs: Vec<Vec<u64>>,
}

impl CostMatrix {
    /// A problem's rows, weighed as told, under these costs.
    pub fn weighed(problem: &Problem, weights: Vec<u64>, costs: Vec<Vec<u64>>) -> CostMatrix {
        assert_eq!(problem.rows.len(), weights.len(), "one weight a row");
        assert_eq!(costs.len(), problem.classes, "one row of costs a class");
        assert!(costs.iter().all(|of_class| of_class.len() == problem.classes), "one cost for every class to say");
        CostMatrix { labels: problem.labels.clone(), weights, costs }
    }
}

impl Objective for CostMatrix {
    type Cost = u64;
    type Label = u32;

    fn label(&self, rows: &[usize]) -> u32 {
        cheapest_class(self.costs.len(), |class| self.cost(rows, &class))
    }

    fn cost(&self, rows: &[usize], label: &u32) -> u64 {
        u64::sum(rows.iter().map(|&row| self.weights[row] * self.costs[self.labels[row] as usize][*label as usize]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::Misclassification;

    fn problem() -> Problem {
        Problem::new(vec![vec![]; 4], vec![0, 0, 1, 2], 3)
    }

    #[test]
    fn the_class_that_is_said_need_not_be_in_the_leaf() {
        // To say 2 for another class is cheap, and to say 1 for class 0 or 0 for class 1 is not.
        let costs = vec![vec![0, 9, 1], vec![9, 0, 1], vec![4, 4, 0]];
        let wary = CostMatrix::weighed(&problem(), vec![1; 4], costs);
        assert_eq!((wary.label(&[0, 1, 2]), wary.price(&[0, 1, 2])), (2, 3));
        assert_eq!([0, 1, 2].map(|class| wary.cost(&[0, 1, 2, 3], &class)), [13, 22, 3]);
        assert_eq!((wary.label(&[0, 1]), wary.price(&[0, 1])), (0, 0));
    }

    #[test]
    fn the_right_class_may_cost_something_and_rows_weigh() {
        let costs = vec![vec![2, 1, 5], vec![3, 3, 3], vec![0, 0, 1]];
        let odd = CostMatrix::weighed(&problem(), vec![1, 2, 0, 4], costs);
        assert_eq!([0, 1, 2].map(|class| odd.cost(&[0, 1, 2, 3], &class)), [6, 3, 19]);
        assert_eq!((odd.label(&[0, 1, 2, 3]), odd.price(&[0, 1, 2, 3])), (1, 3));
        assert_eq!((odd.label(&[2, 3]), odd.price(&[2, 3])), (0, 0));
    }

    #[test]
    fn ones_beside_the_diagonal_are_errors() {
        let weights = vec![3, 1, 5, 2];
        let ones = (0..3).map(|class| (0..3).map(|said| u64::from(class != said)).collect()).collect();
        let matrix = CostMatrix::weighed(&problem(), weights.clone(), ones);
        let errors = Misclassification::weighed(&problem(), weights);
        for rows in [&[0, 1, 2, 3][..], &[1, 3], &[2, 3], &[]] {
            assert_eq!((matrix.label(rows), matrix.price(rows)), (errors.label(rows), errors.price(rows)), "{rows:?}");
        }
    }
}
