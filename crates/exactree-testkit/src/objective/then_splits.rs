//! Among trees that cost the same, the one with fewer splits.

use crate::cost::{Cost, CostThenSplits};
use crate::objective::Objective;

/// Another objective, and where that does not tell trees apart, the number of their splits.
///
/// Its costs should be exact: among floats, what costs the same may differ in the last digit.
#[derive(Clone, Debug)]
pub struct ThenSplits<O>(pub O);

impl<O: Objective> Objective for ThenSplits<O> {
    type Cost = CostThenSplits<O::Cost>;
    type Label = O::Label;

    fn label(&self, rows: &[usize]) -> O::Label {
        self.0.label(rows)
    }

    fn cost(&self, rows: &[usize], label: &O::Label) -> Self::Cost {
        CostThenSplits { cost: self.0.cost(rows, label), ..Cost::ZERO }
    }

    fn price(&self, rows: &[usize]) -> Self::Cost {
        CostThenSplits { cost: self.0.price(rows), ..Cost::ZERO }
    }

    fn per_split(&self) -> Self::Cost {
        CostThenSplits { cost: self.0.per_split(), splits: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::{PerSplit, PricedBy};

    #[test]
    fn splits_are_counted_beside_the_cost() {
        let rows = PricedBy(|rows: &[usize]| rows.len() as u64);
        let counted = ThenSplits(PerSplit { objective: rows, price: 5 });
        let leaf = counted.price(&[0, 1, 2]);
        assert_eq!(leaf, CostThenSplits { cost: 3, splits: 0 });
        assert_eq!(counted.of_split(leaf, leaf), CostThenSplits { cost: 11, splits: 1 });
    }
}
