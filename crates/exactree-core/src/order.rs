//! Which feature first: the one whose split leaves the purest sides.
//!
//! This order is part of the answer. Where several trees are optimal, the one that asks the first
//! feature in this order is returned, so it is computed exactly, without rounding.

use std::cmp::Ordering;

use crate::rows::Block;

/// The purity of a split, (sum of squared class counts) / rows, summed over both sides, as a fraction. The
/// weighted Gini impurity is the number of rows less this.
#[derive(Clone, Copy)]
struct Purity {
    numerator: u128,
    denominator: u128,
    rounded: f64,
}

/// The features of a block, the purest split first, the lowest column first among equals.
pub(crate) fn by_purity(block: &Block) -> Vec<u32> {
    let purities: Vec<Purity> = (0..block.features().len()).map(|feature| purity(block, feature)).collect();
    let mut order: Vec<u32> = (0..purities.len() as u32).collect();
    order.sort_unstable_by(|&left, &right| {
        purer(purities[left as usize], purities[right as usize]).then(left.cmp(&right))
    });
    order
}

/// The first of them, for a block that has features.
pub(crate) fn purest(block: &Block) -> usize {
    let better = |best: usize, feature: usize| match purer(purity(block, feature), purity(block, best)) {
        Ordering::Less => feature,
        _ => best,
    };
    (1..block.features().len()).fold(0, better)
}

fn purity(block: &Block, feature: usize) -> Purity {
    let (mut yes, mut yes_squares, mut no_squares) = (0u64, 0u128, 0u128);
    for (class, &rows) in block.counts().iter().enumerate() {
        let yes_rows = u64::from(block.ones_of(class)[feature]);
        let no_rows = u64::from(rows) - yes_rows;
        yes += yes_rows;
        yes_squares += u128::from(yes_rows * yes_rows);
        no_squares += u128::from(no_rows * no_rows);
    }
    let (yes, no) = (u128::from(yes), u128::from(u64::from(block.rows()) - yes));
    let (numerator, denominator) = (yes_squares * no + no_squares * yes, yes * no);
    Purity { numerator, denominator, rounded: numerator as f64 / denominator as f64 }
}

/// The purer first.
fn purer(left: Purity, right: Purity) -> Ordering {
    // Rounding moves each quotient by less than this, so a larger difference needs no second look.
    if (left.rounded - right.rounded).abs() > 1e-12 * left.rounded {
        return right.rounded.total_cmp(&left.rounded);
    }
    (right.numerator * left.denominator).cmp(&(left.numerator * right.denominator))
}
