//! Which feature first: the one whose split leaves the purest sides.
//!
//! This order is part of the answer. Where several trees are optimal, the one that asks the first
//! feature in this order is returned, so it is computed exactly, without rounding.

use std::cmp::Ordering;

use crate::rows::{Block, Side};

/// The purity of a split, (sum of squared class counts) / rows, summed over both sides. The weighted Gini
/// impurity is the number of rows less this.
#[derive(Clone, Copy)]
struct Purity {
    exact: Fraction,
    rounded: f64,
}

#[derive(Clone, Copy)]
struct Fraction {
    numerator: u128,
    denominator: u128,
}

/// The features of a block, the purest split first, the lowest column first among equals.
pub(crate) fn by_purity(block: &Block) -> Vec<u32> {
    in_order(&purities(block))
}

fn in_order(purities: &[Purity]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..purities.len() as u32).collect();
    order.sort_unstable_by(|&left, &right| {
        purer(purities[left as usize], purities[right as usize]).then(left.cmp(&right))
    });
    order
}

/// The same for so many features and labels, where `right(label, feature, side)` is how much a label gets right on a
/// side of a split. All of it together is at most 2^41.
pub(crate) fn by_gini(features: usize, labels: usize, right: impl Fn(usize, usize, Side) -> u64) -> Vec<u32> {
    let purity = |feature: usize| {
        let [(yes, yes_squares), (no, no_squares)] = [Side::Yes, Side::No].map(|side| {
            (0..labels)
                .map(|label| u128::from(right(label, feature, side)))
                .fold((0, 0), |(sum, squares), right| (sum + right, squares + right * right))
        });
        let exact = match (yes, no) {
            (0, 0) => Fraction { numerator: 0, denominator: 1 },
            (0, _) => Fraction { numerator: no_squares, denominator: no },
            (_, 0) => Fraction { numerator: yes_squares, denominator: yes },
            _ => Fraction { numerator: yes_squares * no + no_squares * yes, denominator: yes * no },
        };
        Purity { exact, rounded: exact.numerator as f64 / exact.denominator as f64 }
    };
    in_order(&(0..features).map(purity).collect::<Vec<_>>())
}

/// The features with the largest numbers first, the lowest column first among equals.
pub(crate) fn by_promise(promises: impl Iterator<Item = f64>) -> Vec<u32> {
    let promises: Vec<f64> = promises.collect();
    let mut order: Vec<u32> = (0..promises.len() as u32).collect();
    order.sort_by(|&left, &right| promises[right as usize].total_cmp(&promises[left as usize]));
    order
}

/// The first of them, for a block that has features.
pub(crate) fn purest(block: &Block) -> usize {
    let purities = purities(block);
    let better = |best: usize, feature: usize| match purer(purities[feature], purities[best]) {
        Ordering::Less => feature,
        _ => best,
    };
    (1..purities.len()).fold(0, better)
}

fn purities(block: &Block) -> Vec<Purity> {
    // Up to here all that is multiplied fits 64 bits, which a processor multiplies at once.
    let few_rows = block.rows() < 1 << 21;
    let features = 0..block.features().len();
    features.map(|feature| if few_rows { purity_of_few(block, feature) } else { purity(block, feature) }).collect()
}

fn purity(block: &Block, feature: usize) -> Purity {
    let (mut yes, mut yes_squares, mut no_squares) = (0, 0, 0);
    for (class, &rows) in block.counts().iter().enumerate() {
        let yes_rows = u128::from(block.ones_of(class)[feature]);
        let no_rows = u128::from(rows) - yes_rows;
        yes += yes_rows;
        yes_squares += yes_rows * yes_rows;
        no_squares += no_rows * no_rows;
    }
    let no = u128::from(block.rows()) - yes;
    let exact = Fraction { numerator: yes_squares * no + no_squares * yes, denominator: yes * no };
    Purity { exact, rounded: exact.numerator as f64 / exact.denominator as f64 }
}

/// The same in 64 bits.
fn purity_of_few(block: &Block, feature: usize) -> Purity {
    let (mut yes, mut yes_squares, mut no_squares) = (0, 0, 0);
    for (class, &rows) in block.counts().iter().enumerate() {
        let yes_rows = u64::from(block.ones_of(class)[feature]);
        let no_rows = u64::from(rows) - yes_rows;
        yes += yes_rows;
        yes_squares += yes_rows * yes_rows;
        no_squares += no_rows * no_rows;
    }
    let no = u64::from(block.rows()) - yes;
    let (numerator, denominator) = (yes_squares * no + no_squares * yes, yes * no);
    let exact = Fraction { numerator: u128::from(numerator), denominator: u128::from(denominator) };
    Purity { exact, rounded: numerator as f64 / denominator as f64 }
}

/// The purer first.
fn purer(left: Purity, right: Purity) -> Ordering {
    // Rounding moves each quotient by less than this, so a larger difference needs no second look.
    if (left.rounded - right.rounded).abs() > 1e-12 * left.rounded {
        return right.rounded.total_cmp(&left.rounded);
    }
    right.exact.cmp(left.exact)
}

impl Fraction {
    /// Which is greater. Multiplied crosswise the numbers of a tall table would pass 128 bits, so whole parts
    /// are compared first, and then what is left of them, upside down.
    fn cmp(self, other: Self) -> Ordering {
        let (mut left, mut right) = (self, other);
        let mut turned = false;
        loop {
            let [whole_left, whole_right] = [left, right].map(|fraction| fraction.numerator / fraction.denominator);
            let [rest_left, rest_right] = [left, right].map(|fraction| fraction.numerator % fraction.denominator);
            let order = match (whole_left.cmp(&whole_right), rest_left, rest_right) {
                (Ordering::Equal, 0, 0) => Ordering::Equal,
                (Ordering::Equal, 0, _) => Ordering::Less,
                (Ordering::Equal, _, 0) => Ordering::Greater,
                (Ordering::Equal, _, _) => {
                    left = Fraction { numerator: left.denominator, denominator: rest_left };
                    right = Fraction { numerator: right.denominator, denominator: rest_right };
                    turned = !turned;
                    continue;
                }
                (unequal, _, _) => unequal,
            };
            return if turned { order.reverse() } else { order };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_compared_exactly() {
        for a in 0..12u128 {
            for b in 1..12u128 {
                for c in 0..12u128 {
                    for d in 1..12u128 {
                        let [one, two] =
                            [(a, b), (c, d)].map(|(numerator, denominator)| Fraction { numerator, denominator });
                        assert_eq!(one.cmp(two), (a * d).cmp(&(c * b)), "{a}/{b} and {c}/{d}");
                    }
                }
            }
        }
        let near = |numerator: u128| Fraction { numerator, denominator: 1 << 62 };
        assert_eq!(near((1 << 93) + 1).cmp(near(1 << 93)), Ordering::Greater);
    }
}
