//! What a tree is paid for: one objective a file.
//!
//! An objective owns what it knows of the rows, and is asked about row numbers. A row that stands in its table
//! several times has one number, so its weight is that of all its copies together.
//!
//! To add one: say what a leaf over some rows says, and what rows cost where that is said. All else follows.

mod absolute_error;
mod clusters;
mod cost_matrix;
mod misclassification;
mod per_split;
mod priced_by;
mod quantile;
mod squared_error;
mod then_splits;

use std::fmt::Debug;

pub use absolute_error::AbsoluteError;
pub use clusters::Clusters;
pub use cost_matrix::CostMatrix;
pub use misclassification::Misclassification;
pub use per_split::PerSplit;
pub use priced_by::PricedBy;
pub use quantile::{Quantile, weighted_quantile};
pub use squared_error::SquaredError;
pub use then_splits::ThenSplits;

use crate::cost::Cost;
use crate::fraction::Fraction;

/// Prices leaves from the rows in them. A tree costs what its leaves and its splits cost together.
pub trait Objective {
    type Cost: Cost;
    /// What a leaf says.
    type Label: Clone + Debug + PartialEq;

    /// What a leaf over these rows says. No label costs less; of those that cost the same, a rule picks one.
    fn label(&self, rows: &[usize]) -> Self::Label;

    /// What these rows cost in a leaf that says this.
    fn cost(&self, rows: &[usize], label: &Self::Label) -> Self::Cost;

    /// What a leaf over these rows costs.
    fn price(&self, rows: &[usize]) -> Self::Cost {
        self.cost(rows, &self.label(rows))
    }

    /// What a split costs by itself.
    fn per_split(&self) -> Self::Cost {
        Self::Cost::ZERO
    }

    /// What a split costs with the trees on its sides.
    fn of_split(&self, no: Self::Cost, yes: Self::Cost) -> Self::Cost {
        self.per_split() + (no + yes)
    }
}

impl<O: Objective> Objective for &O {
    type Cost = O::Cost;
    type Label = O::Label;

    fn label(&self, rows: &[usize]) -> O::Label {
        (**self).label(rows)
    }

    fn cost(&self, rows: &[usize], label: &O::Label) -> O::Cost {
        (**self).cost(rows, label)
    }

    fn price(&self, rows: &[usize]) -> O::Cost {
        (**self).price(rows)
    }

    fn per_split(&self) -> O::Cost {
        (**self).per_split()
    }
}

/// The lowest class that costs the least.
fn cheapest_class<C: Cost>(classes: usize, cost: impl Fn(u32) -> C) -> u32 {
    (1..classes as u32).fold(0, |best, class| if cost(class) < cost(best) { class } else { best })
}

fn rounded(exact: &[Fraction]) -> Vec<f64> {
    exact.iter().map(|number| number.rounded()).collect()
}

#[cfg(test)]
fn fractions(numbers: &[i64]) -> Vec<Fraction> {
    numbers.iter().map(|&number| Fraction::whole(number)).collect()
}
