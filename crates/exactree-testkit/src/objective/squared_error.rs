//! The squared distances from a leaf's targets to their mean.

use crate::cost::Number;
use crate::fraction::Fraction;
use crate::objective::{Objective, rounded};

/// The weighted sum of squared errors. A leaf says the weighted mean, and zero when its rows weigh nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct SquaredError<N> {
    pub targets: Vec<N>,
    pub weights: Vec<N>,
}

impl<N: Number> SquaredError<N> {
    /// Every row weighs the same.
    pub fn unweighted(targets: Vec<N>) -> SquaredError<N> {
        let weights = vec![N::ONE; targets.len()];
        SquaredError { targets, weights }
    }

    /// The weight of these rows together.
    pub fn weight(&self, rows: &[usize]) -> N {
        N::sum(rows.iter().map(|&row| self.weights[row]))
    }

    /// The weighted sum of their targets.
    pub fn sum(&self, rows: &[usize]) -> N {
        N::sum(rows.iter().map(|&row| self.weights[row] * self.targets[row]))
    }
}

impl SquaredError<Fraction> {
    /// The same targets and weights as floats.
    pub fn rounded(&self) -> SquaredError<f64> {
        SquaredError { targets: rounded(&self.targets), weights: rounded(&self.weights) }
    }
}

impl<N: Number> Objective for SquaredError<N> {
    type Cost = N;
    type Label = N;

    fn label(&self, rows: &[usize]) -> N {
        self.sum(rows).shared(self.weight(rows))
    }

    fn cost(&self, rows: &[usize], label: &N) -> N {
        N::sum(rows.iter().map(|&row| self.weights[row] * (self.targets[row] - *label).squared()))
    }

    /// The same with every distance taken times the leaf's weight: whole targets then stay whole to the end.
    fn price(&self, rows: &[usize]) -> N {
        let (weight, sum) = (self.weight(rows), self.sum(rows));
        let stretched =
            N::sum(rows.iter().map(|&row| self.weights[row] * (self.targets[row] * weight - sum).squared()));
        stretched.shared(weight.squared())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::fractions;
    use crate::random::Random;

    #[test]
    fn errors_are_squared_distances_to_the_mean() {
        let plain = SquaredError::unweighted(fractions(&[1, 2, 6, -4]));
        // 1, 2, 6 have the mean 3 and lie 2, 1, 3 from it.
        assert_eq!((plain.label(&[0, 1, 2]), plain.price(&[0, 1, 2])), (Fraction::whole(3), Fraction::whole(14)));
        assert_eq!((plain.label(&[0, 1]), plain.price(&[0, 1])), (Fraction::new(3, 2), Fraction::new(1, 2)));
        assert_eq!((plain.label(&[3]), plain.price(&[3])), (Fraction::whole(-4), Fraction::ZERO));
    }

    #[test]
    fn weights_pull_the_mean() {
        let weighed = SquaredError { targets: fractions(&[0, 4, 7]), weights: fractions(&[3, 1, 0]) };
        // The mean of 0, 0, 0, 4 is 1: three distances of 1 and one of 3.
        for rows in [&[0, 1][..], &[0, 1, 2]] {
            assert_eq!((weighed.label(rows), weighed.price(rows)), (Fraction::ONE, Fraction::whole(12)));
        }
        assert_eq!(weighed.cost(&[0, 1], &Fraction::whole(2)), Fraction::whole(16));
    }

    #[test]
    fn rows_that_weigh_nothing_say_zero_for_nothing() {
        let light = SquaredError { targets: fractions(&[5, 6]), weights: fractions(&[0, 0]) };
        for rows in [&[0, 1][..], &[1], &[]] {
            assert_eq!((light.label(rows), light.price(rows)), (Fraction::ZERO, Fraction::ZERO));
        }
    }

    #[test]
    fn floats_have_the_same_rules() {
        let exact = SquaredError { targets: fractions(&[0, 4, 7]), weights: fractions(&[3, 1, 0]) };
        let floats = exact.rounded();
        assert_eq!((floats.label(&[0, 1, 2]), floats.price(&[0, 1, 2])), (1.0, 12.0));
        assert_eq!(floats.price(&[2]), 0.0);
    }

    #[test]
    fn the_short_way_to_the_price_leads_to_the_cost_of_the_label() {
        let mut random = Random::from_seed(3);
        let rows: Vec<usize> = (0..9).collect();
        for _ in 0..200 {
            let targets: Vec<i64> = rows.iter().map(|_| random.below(41) as i64 - 20).collect();
            let weights: Vec<i64> = rows.iter().map(|_| random.below(4) as i64).collect();
            let exact = SquaredError { targets: fractions(&targets), weights: fractions(&weights) };
            assert_eq!(exact.price(&rows), exact.cost(&rows, &exact.label(&rows)), "{exact:?}");
        }
    }

    #[test]
    fn no_other_label_costs_less_than_the_mean() {
        let weighed = SquaredError { targets: fractions(&[0, 4, 7, 2]), weights: fractions(&[3, 1, 2, 1]) };
        let rows = [0, 1, 2, 3];
        for label in -40..=40 {
            assert!(weighed.price(&rows) <= weighed.cost(&rows, &Fraction::new(label, 8)), "{label}/8");
        }
    }
}
