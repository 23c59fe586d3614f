//! What trees cost, in whole units, in fractions or in floats: added up, and compared.

use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Sub};

use crate::fraction::Fraction;

/// A cost of leaves, of splits, and of trees of them.
pub trait Cost: Copy + Debug + PartialOrd + Add<Output = Self> {
    const ZERO: Self;

    fn sum(costs: impl IntoIterator<Item = Self>) -> Self {
        costs.into_iter().fold(Self::ZERO, |sum, cost| sum + cost)
    }
}

/// A cost that targets and weights can be of, too: exact as a [`Fraction`], rounded as a float.
pub trait Number: Cost + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> {
    const ONE: Self;

    /// What so many parts of a whole are each; nothing when there is no whole.
    fn shared(self, whole: Self) -> Self {
        if whole == Self::ZERO { Self::ZERO } else { self / whole }
    }

    fn squared(self) -> Self {
        self * self
    }
}

/// The cheaper of two costs.
pub fn cheaper<C: Cost>(one: C, other: C) -> C {
    if other < one { other } else { one }
}

macro_rules! costs {
    ($($kind:ty: $zero:expr;)*) => {$(
        impl Cost for $kind {
            const ZERO: Self = $zero;
        }
    )*};
}

costs! {
    u32: 0;
    u64: 0;
    f64: 0.0;
    Fraction: Fraction::ZERO;
}

impl Number for f64 {
    const ONE: f64 = 1.0;
}

impl Number for Fraction {
    const ONE: Fraction = Fraction::ONE;
}

/// Costs first; among equal costs, the number of splits.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct CostThenSplits<C> {
    // In this order they are compared.
    pub cost: C,
    pub splits: u64,
}

impl<C: Cost> Add for CostThenSplits<C> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        CostThenSplits { cost: self.cost + other.cost, splits: self.splits + other.splits }
    }
}

impl<C: Cost> Cost for CostThenSplits<C> {
    const ZERO: Self = CostThenSplits { cost: C::ZERO, splits: 0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheaper_one_is_the_smaller_one() {
        assert_eq!([cheaper(3_u64, 2), cheaper(2, 3), cheaper(2, 2)], [2, 2, 2]);
    }

    #[test]
    fn splits_are_looked_at_when_costs_are_equal() {
        let of = |cost: u64, splits| CostThenSplits { cost, splits };
        assert!(of(1, 9) < of(2, 0) && of(2, 0) < of(2, 1));
        assert_eq!(CostThenSplits::sum([of(1, 2), of(3, 4)]), of(4, 6));
    }

    #[test]
    fn nothing_shared_by_nobody_is_nothing() {
        assert_eq!([3.0.shared(2.0), 0.0.shared(0.0)], [1.5, 0.0]);
    }
}
