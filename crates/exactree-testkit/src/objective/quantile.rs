//! The pinball loss: errors above and below a leaf's word are not equally bad.

use crate::cost::Number;
use crate::fraction::Fraction;
use crate::objective::{Objective, rounded};

/// A target above what its leaf says costs the distance times `quantile`, one below it the distance times the
/// rest to one; both times the row's weight. A leaf says [`weighted_quantile`].
#[derive(Clone, Debug, PartialEq)]
pub struct Quantile<N> {
    pub targets: Vec<N>,
    pub weights: Vec<N>,
    /// Between zero and one.
    pub quantile: N,
}

impl Quantile<Fraction> {
    /// The same numbers as floats.
    pub fn rounded(&self) -> Quantile<f64> {
        let quantile = self.quantile.rounded();
        Quantile { targets: rounded(&self.targets), weights: rounded(&self.weights), quantile }
    }
}

impl<N: Number> Objective for Quantile<N> {
    type Cost = N;
    type Label = N;

    fn label(&self, rows: &[usize]) -> N {
        weighted_quantile(&self.targets, &self.weights, rows, self.quantile)
    }

    fn cost(&self, rows: &[usize], label: &N) -> N {
        let (above, below): (Vec<usize>, Vec<usize>) = rows.iter().partition(|&&row| self.targets[row] > *label);
        let above = N::sum(above.iter().map(|&row| self.weights[row] * (self.targets[row] - *label)));
        let below = N::sum(below.iter().map(|&row| self.weights[row] * (*label - self.targets[row])));
        self.quantile * above + (N::ONE - self.quantile) * below
    }
}

/// The lowest target that this share of the rows' weight does not lie above; zero without rows.
///
/// So it is always a target, and of the two middle ones of an even number of rows, the lower is the median.
pub fn weighted_quantile<N: Number>(targets: &[N], weights: &[N], rows: &[usize], share: N) -> N {
    let mut by_target = rows.to_vec();
    by_target.sort_by(|&left, &right| targets[left].partial_cmp(&targets[right]).expect("no target is NaN"));
    let needed = share * N::sum(rows.iter().map(|&row| weights[row]));
    let mut so_far = N::ZERO;
    let reaches = |&&row: &&usize| {
        so_far = so_far + weights[row];
        so_far >= needed
    };
    // Rounded weights may fail to reach their own sum; then all of them are needed.
    by_target.iter().find(reaches).or(by_target.last()).map_or(N::ZERO, |&row| targets[row])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::fractions;

    fn of(quantile: Fraction) -> Quantile<Fraction> {
        Quantile { targets: fractions(&[9, 1, 5, 3]), weights: fractions(&[1; 4]), quantile }
    }

    #[test]
    fn the_quantile_is_the_lowest_target_with_enough_weight_up_to_it() {
        let all = [0, 1, 2, 3];
        let cases = [((1, 10), 1), ((1, 4), 1), ((26, 100), 3), ((1, 2), 3), ((3, 4), 5), ((9, 10), 9)];
        for ((numerator, denominator), target) in cases {
            let quantile = Fraction::new(numerator, denominator);
            assert_eq!(of(quantile).label(&all), Fraction::whole(target), "{quantile}");
        }
        assert_eq!(of(Fraction::new(1, 2)).label(&[]), Fraction::ZERO);
    }

    #[test]
    fn weights_move_the_quantile_and_rows_without_weight_do_not() {
        let quarter = Quantile { weights: fractions(&[8, 1, 0, 1]), ..of(Fraction::new(1, 4)) };
        assert_eq!(quarter.label(&[0, 1, 2, 3]), Fraction::whole(9));
        assert_eq!((quarter.label(&[2]), quarter.price(&[2])), (Fraction::whole(5), Fraction::ZERO));
        let fifth = Quantile { quantile: Fraction::new(1, 5), ..quarter };
        assert_eq!(fifth.label(&[0, 1, 2, 3]), Fraction::whole(3));
    }

    #[test]
    fn what_lies_above_costs_the_quantile_and_what_lies_below_the_rest() {
        // Three quarters say 5: 9 lies 4 above, 1 and 3 lie 4 and 2 below.
        assert_eq!(of(Fraction::new(3, 4)).price(&[0, 1, 2, 3]), Fraction::whole(3) + Fraction::new(6, 4));
        let weighed = Quantile { weights: fractions(&[2, 3, 1, 1]), ..of(Fraction::new(3, 4)) };
        assert_eq!(weighed.cost(&[0, 1, 2, 3], &Fraction::whole(5)), Fraction::whole(6) + Fraction::new(14, 4));
    }

    #[test]
    fn no_other_label_costs_less_than_the_quantile() {
        for tenths in 1..10 {
            let objective = Quantile { weights: fractions(&[2, 3, 1, 1]), ..of(Fraction::new(tenths, 10)) };
            for label in 0..=20 {
                let other = objective.cost(&[0, 1, 2, 3], &Fraction::new(label, 2));
                assert!(objective.price(&[0, 1, 2, 3]) <= other, "{tenths}/10, {label}/2");
            }
        }
    }

    #[test]
    fn floats_have_the_same_rules() {
        let floats = of(Fraction::new(3, 4)).rounded();
        assert_eq!((floats.label(&[0, 1, 2, 3]), floats.price(&[0, 1, 2, 3])), (5.0, 4.5));
    }
}
