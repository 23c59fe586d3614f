//! The distances from a leaf's targets to their median.

use crate::cost::Number;
use crate::fraction::Fraction;
use crate::objective::quantile::weighted_quantile;
use crate::objective::{Objective, rounded};

/// The weighted sum of absolute errors. A leaf says the weighted median, the lower one of two.
#[derive(Clone, Debug, PartialEq)]
pub struct AbsoluteError<N> {
    pub targets: Vec<N>,
    pub weights: Vec<N>,
}

impl AbsoluteError<Fraction> {
    /// The same targets and weights as floats.
    pub fn rounded(&self) -> AbsoluteError<f64> {
        AbsoluteError { targets: rounded(&self.targets), weights: rounded(&self.weights) }
    }
}

impl<N: Number> Objective for AbsoluteError<N> {
    type Cost = N;
    type Label = N;

    fn label(&self, rows: &[usize]) -> N {
        weighted_quantile(&self.targets, &self.weights, rows, N::ONE / (N::ONE + N::ONE))
    }

    fn cost(&self, rows: &[usize], label: &N) -> N {
        let distance = |target: N| if target > *label { target - *label } else { *label - target };
        N::sum(rows.iter().map(|&row| self.weights[row] * distance(self.targets[row])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::{Quantile, fractions};

    fn table() -> AbsoluteError<Fraction> {
        AbsoluteError { targets: fractions(&[8, -1, 3, 4]), weights: fractions(&[1, 1, 1, 1]) }
    }

    #[test]
    fn errors_are_distances_to_the_lower_median() {
        assert_eq!((table().label(&[0, 1, 2]), table().price(&[0, 1, 2])), (Fraction::whole(3), Fraction::whole(9)));
        // 3 and 4 both lie in the middle and cost the same.
        let all = [0, 1, 2, 3];
        assert_eq!((table().label(&all), table().price(&all)), (Fraction::whole(3), Fraction::whole(10)));
        assert_eq!(table().cost(&all, &Fraction::whole(4)), Fraction::whole(10));
        assert_eq!((table().label(&[]), table().price(&[])), (Fraction::ZERO, Fraction::ZERO));
    }

    #[test]
    fn weights_move_the_median() {
        let weighed = AbsoluteError { weights: fractions(&[5, 1, 0, 2]), ..table() };
        let all = [0, 1, 2, 3];
        assert_eq!((weighed.label(&all), weighed.price(&all)), (Fraction::whole(8), Fraction::whole(9 + 8)));
    }

    #[test]
    fn it_is_twice_the_pinball_loss_of_one_half() {
        let AbsoluteError { targets, weights } = AbsoluteError { weights: fractions(&[2, 0, 1, 4]), ..table() };
        let absolute = AbsoluteError { targets: targets.clone(), weights: weights.clone() };
        let pinball = Quantile { targets, weights, quantile: Fraction::new(1, 2) };
        for rows in [&[0, 1, 2, 3][..], &[0, 3], &[1, 2], &[1]] {
            assert_eq!(absolute.label(rows), pinball.label(rows), "{rows:?}");
            assert_eq!(absolute.price(rows), pinball.price(rows) + pinball.price(rows), "{rows:?}");
        }
    }

    #[test]
    fn floats_have_the_same_rules() {
        assert_eq!((table().rounded().label(&[0, 1, 2, 3]), table().rounded().price(&[0, 1, 2, 3])), (3.0, 10.0));
    }
}
