//! Exact fractions: means and squared errors without rounding, so that equal is equal.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Sub};

/// A fraction in lowest terms, its denominator above zero. What does not fit 128 bits panics, and is never wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    pub const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };
    pub const ONE: Fraction = Fraction { numerator: 1, denominator: 1 };

    /// # Panics
    /// When the denominator is zero.
    pub fn new(numerator: i128, denominator: i128) -> Fraction {
        assert_ne!(denominator, 0, "{numerator} has no parts of size zero");
        let common = common_divisor(numerator, denominator) * denominator.signum();
        Fraction { numerator: numerator / common, denominator: denominator / common }
    }

    pub fn whole(number: impl Into<i128>) -> Fraction {
        Fraction { numerator: number.into(), denominator: 1 }
    }

    pub fn numerator(self) -> i128 {
        self.numerator
    }

    pub fn denominator(self) -> i128 {
        self.denominator
    }

    /// The nearest float, as long as neither part has more than 53 bits.
    pub fn rounded(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Both numerators over the least common denominator, which comes last.
    fn side_by_side(self, other: Fraction) -> (i128, i128, i128) {
        if self.denominator == other.denominator {
            return (self.numerator, other.numerator, self.denominator);
        }
        let common = common_divisor(self.denominator, other.denominator);
        let (left, right) = (other.denominator / common, self.denominator / common);
        (times(self.numerator, left), times(other.numerator, right), times(self.denominator, left))
    }
}

fn times(left: i128, right: i128) -> i128 {
    left.checked_mul(right).expect("fractions are made of small numbers")
}

fn plus(left: i128, right: i128) -> i128 {
    left.checked_add(right).expect("fractions are made of small numbers")
}

/// Euclid's, and never zero.
fn common_divisor(left: i128, right: i128) -> i128 {
    let (mut large, mut small) = (left.unsigned_abs(), right.unsigned_abs());
    if small == 1 {
        return 1;
    }
    while small != 0 {
        // Most numbers are short, and a processor divides those at once.
        (large, small) = match (u64::try_from(large), u64::try_from(small)) {
            (Ok(short), Ok(shorter)) => (small, u128::from(short % shorter)),
            _ => (small, large % small),
        };
    }
    large.max(1) as i128
}

impl Add for Fraction {
    type Output = Fraction;

    fn add(self, other: Fraction) -> Fraction {
        let (left, right, denominator) = self.side_by_side(other);
        Fraction::new(plus(left, right), denominator)
    }
}

impl Sub for Fraction {
    type Output = Fraction;

    fn sub(self, other: Fraction) -> Fraction {
        self + Fraction { numerator: -other.numerator, ..other }
    }
}

impl Mul for Fraction {
    type Output = Fraction;

    fn mul(self, other: Fraction) -> Fraction {
        Fraction::new(times(self.numerator, other.numerator), times(self.denominator, other.denominator))
    }
}

impl Div for Fraction {
    type Output = Fraction;

    fn div(self, other: Fraction) -> Fraction {
        Fraction::new(times(self.numerator, other.denominator), times(self.denominator, other.numerator))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        let (left, right, _) = self.side_by_side(*other);
        left.cmp(&right)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(out, "{}", self.numerator),
            _ => write!(out, "{}/{}", self.numerator, self.denominator),
        }
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numerator: i128, denominator: i128) -> Fraction {
        Fraction::new(numerator, denominator)
    }

    #[test]
    fn equal_fractions_are_written_the_same_way() {
        for (numerator, denominator) in [(3, -6), (-4, 8), (-1, 2)] {
            let half = of(numerator, denominator);
            assert_eq!((half.numerator(), half.denominator()), (-1, 2));
        }
        assert_eq!(of(0, -7), Fraction::ZERO);
        assert_eq!([of(6, 4), of(8, 4)].map(|fraction| fraction.to_string()), ["3/2", "2"]);
    }

    #[test]
    fn fractions_are_counted_as_at_school() {
        assert_eq!(of(1, 6) + of(1, 10), of(4, 15));
        assert_eq!(of(1, 6) - of(1, 10), of(1, 15));
        assert_eq!(of(-3, 4) * of(2, 9), of(-1, 6));
        assert_eq!(of(-3, 4) / of(-3, 2), of(1, 2));
        assert_eq!(Fraction::whole(7_u64) / Fraction::whole(2_i64), of(7, 2));
    }

    #[test]
    fn fractions_are_ordered_by_size_and_not_by_their_parts() {
        let in_order = [of(-1, 2), of(-1, 3), Fraction::ZERO, of(2, 5), of(3, 7), of(5, 2), of(8, 3)];
        assert!(in_order.is_sorted_by(|left, right| left < right), "{in_order:?}");
    }

    #[test]
    fn a_fraction_rounds_to_the_nearest_float() {
        assert_eq!([of(1, 3), of(-7, 2), of(9, 3)].map(Fraction::rounded), [1.0 / 3.0, -3.5, 3.0]);
    }

    #[test]
    #[should_panic(expected = "small numbers")]
    fn a_product_that_does_not_fit_is_refused() {
        let _ = Fraction::whole(i128::MAX / 2) * Fraction::whole(3);
    }

    #[test]
    #[should_panic(expected = "small numbers")]
    fn a_sum_that_does_not_fit_is_refused() {
        let _ = Fraction::whole(i128::MAX) + Fraction::ONE;
    }
}
