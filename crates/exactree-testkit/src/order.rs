//! Which question comes first at a node, exactly: the tie rule looks at it.

use crate::cost::{Cost, Number};
use crate::fraction::Fraction;
use crate::objective::{Clusters, CostMatrix, Misclassification, SquaredError};
use crate::problem::Problem;

/// The question whose sides have the greatest merit together comes first, the lowest column on ties.
pub trait Order {
    type Merit: Cost;

    /// How good it is to have these rows on one side.
    fn merit(&self, side: &[usize]) -> Self::Merit;
}

/// Column after column.
#[derive(Clone, Copy, Debug)]
pub struct ByColumn;

impl Order for ByColumn {
    type Merit = u32;

    fn merit(&self, _side: &[usize]) -> u32 {
        0
    }
}

/// By the weighted Gini impurity of the classes, every row counted.
impl Order for Problem {
    type Merit = Fraction;

    fn merit(&self, side: &[usize]) -> Fraction {
        purity(self.classes, side, |row| (self.labels[row], self.copies[row].into()))
    }
}

/// By the weighted Gini impurity of the classes, every row weighed.
impl Order for Misclassification {
    type Merit = Fraction;

    fn merit(&self, side: &[usize]) -> Fraction {
        purity(self.classes, side, |row| (self.labels[row], self.weights[row]))
    }
}

/// By the weighted Gini impurity of the classes, every row weighed; whatever the matrix says.
impl Order for CostMatrix {
    type Merit = Fraction;

    fn merit(&self, side: &[usize]) -> Fraction {
        purity(self.costs.len(), side, |row| (self.labels[row], self.weights[row]))
    }
}

/// By gain: a split lowers the squared error by as much as the two sides have more of this than the whole.
impl<N: Number> Order for SquaredError<N> {
    type Merit = N;

    fn merit(&self, side: &[usize]) -> N {
        self.sum(side).squared().shared(self.weight(side))
    }
}

/// By the gain of all columns together.
impl<N: Number> Order for Clusters<N> {
    type Merit = N;

    fn merit(&self, side: &[usize]) -> N {
        N::sum(self.columns.iter().map(|column| column.merit(side)))
    }
}

/// (Sum of squared class weights) / weight; nothing when no row weighs anything.
///
/// The weighted Gini impurity of a side is its weight less this, so the order of one is the other's reversed.
fn purity(classes: usize, side: &[usize], class_and_weight: impl Fn(usize) -> (u32, u64)) -> Fraction {
    let mut weights = vec![0_i128; classes];
    for &row in side {
        let (class, weight) = class_and_weight(row);
        weights[class as usize] += i128::from(weight);
    }
    let squares = Fraction::whole(weights.iter().map(|weight| weight * weight).sum::<i128>());
    squares.shared(Fraction::whole(weights.iter().sum::<i128>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::Objective;

    fn problem() -> Problem {
        Problem::new(vec![vec![]; 5], vec![0, 0, 1, 2, 1], 3)
    }

    #[test]
    fn purity_is_the_sum_of_squared_class_weights_by_weight() {
        assert_eq!(problem().merit(&[0, 1, 2, 3, 4]), Fraction::new(4 + 4 + 1, 5));
        let weighed = Misclassification::weighed(&problem(), vec![1, 2, 5, 0, 1]);
        assert_eq!(weighed.merit(&[0, 1, 2, 3]), Fraction::new(9 + 25, 8));
        assert_eq!([&[3][..], &[]].map(|side| weighed.merit(side)), [Fraction::ZERO; 2]);
        let matrix = CostMatrix::weighed(&problem(), weighed.weights.clone(), vec![vec![7; 3]; 3]);
        assert_eq!(matrix.merit(&[0, 1, 2, 3]), Fraction::new(34, 8));
        let tall = problem().repeated(vec![1, 2, 5, 3, 1]);
        assert_eq!(tall.merit(&[0, 1, 2, 3]), Fraction::new(9 + 25 + 9, 11));
    }

    #[test]
    fn gain_is_the_squared_sum_by_weight() {
        let numbers = |numbers: [i64; 4]| numbers.map(Fraction::whole).to_vec();
        let targets = SquaredError { targets: numbers([1, -4, 2, 3]), weights: numbers([1, 2, 3, 0]) };
        assert_eq!(targets.merit(&[0, 1]), Fraction::new(49, 3));
        assert_eq!([&[3][..], &[]].map(|side| targets.merit(side)), [Fraction::ZERO; 2]);
        assert_eq!(targets.rounded().merit(&[0, 1, 2]), 1.0 / 6.0);
        let points = Clusters::new(vec![numbers([1, -4, 2, 3]), numbers([5, 1, 0, 0])], &numbers([1, 2, 3, 0]));
        assert_eq!(points.merit(&[0, 1]), Fraction::new(49 + 49, 3));
    }

    #[test]
    fn what_a_split_gains_in_merit_it_saves_in_squared_error() {
        let numbers = |numbers: [i64; 5]| numbers.map(Fraction::whole).to_vec();
        let targets = SquaredError { targets: numbers([1, -4, 2, 3, 8]), weights: numbers([1, 2, 3, 0, 1]) };
        let (whole, no, yes) = ([0, 1, 2, 3, 4], [0, 2], [1, 3, 4]);
        let saved = targets.price(&whole) - (targets.price(&no) + targets.price(&yes));
        assert_eq!(targets.merit(&no) + targets.merit(&yes) - targets.merit(&whole), saved);
    }

    #[test]
    fn by_column_all_are_equal() {
        assert_eq!(ByColumn.merit(&[0, 1]), ByColumn.merit(&[]));
    }
}
