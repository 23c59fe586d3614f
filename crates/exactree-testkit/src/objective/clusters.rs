//! Leaves as clusters: the squared distances from points to their centroid.

use crate::cost::Number;
use crate::fraction::Fraction;
use crate::objective::{Objective, SquaredError};

/// The squared errors of several columns together. A leaf says its centroid, the means of all columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Clusters<N> {
    pub columns: Vec<SquaredError<N>>,
}

impl<N: Number> Clusters<N> {
    /// Columns of coordinates, and one weight a row for all of them.
    pub fn new(columns: Vec<Vec<N>>, weights: &[N]) -> Clusters<N> {
        let of = |targets| SquaredError { targets, weights: weights.to_vec() };
        Clusters { columns: columns.into_iter().map(of).collect() }
    }
}

impl Clusters<Fraction> {
    /// The same points and weights as floats.
    pub fn rounded(&self) -> Clusters<f64> {
        Clusters { columns: self.columns.iter().map(SquaredError::rounded).collect() }
    }
}

impl<N: Number> Objective for Clusters<N> {
    type Cost = N;
    type Label = Vec<N>;

    fn label(&self, rows: &[usize]) -> Vec<N> {
        self.columns.iter().map(|column| column.label(rows)).collect()
    }

    fn cost(&self, rows: &[usize], label: &Vec<N>) -> N {
        N::sum(self.columns.iter().zip(label).map(|(column, mean)| column.cost(rows, mean)))
    }

    fn price(&self, rows: &[usize]) -> N {
        N::sum(self.columns.iter().map(|column| column.price(rows)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::fractions;

    #[test]
    fn points_are_measured_to_their_centroid() {
        // A triangle of (0, 0), (3, 0), (0, 6), and a point without weight.
        let columns = vec![fractions(&[0, 3, 0, 50]), fractions(&[0, 0, 6, 50])];
        let triangle = Clusters::new(columns.clone(), &fractions(&[1, 1, 1, 0]));
        for rows in [&[0, 1, 2][..], &[0, 1, 2, 3]] {
            assert_eq!(triangle.label(rows), fractions(&[1, 2]));
            // To (1, 2) it is 1 + 4, 4 + 4 and 1 + 16.
            assert_eq!(triangle.price(rows), Fraction::whole(30));
        }
        let leaning = Clusters::new(columns, &fractions(&[1, 2, 0, 0]));
        assert_eq!((leaning.label(&[0, 1]), leaning.price(&[0, 1])), (fractions(&[2, 0]), Fraction::whole(4 + 2)));
        assert_eq!(leaning.cost(&[0, 1], &fractions(&[1, 1])), Fraction::whole(2 + 2 * 5));
    }

    #[test]
    fn one_column_is_a_regression() {
        let targets = fractions(&[4, -2, 7]);
        let (line, regression) =
            (Clusters::new(vec![targets.clone()], &fractions(&[1; 3])), SquaredError::unweighted(targets));
        assert_eq!(line.label(&[0, 1, 2]), [regression.label(&[0, 1, 2])]);
        assert_eq!(line.price(&[0, 1, 2]), regression.price(&[0, 1, 2]));
        assert_eq!(line.rounded().price(&[0, 1, 2]), 42.0);
    }
}
