//! Every split has its price, so that a tree grows only where it is worth it.

use crate::objective::Objective;

/// Another objective, and so much for every split of the tree.
#[derive(Clone, Debug)]
pub struct PerSplit<O: Objective> {
    pub objective: O,
    pub price: O::Cost,
}

impl<O: Objective> Objective for PerSplit<O> {
    type Cost = O::Cost;
    type Label = O::Label;

    fn label(&self, rows: &[usize]) -> O::Label {
        self.objective.label(rows)
    }

    fn cost(&self, rows: &[usize], label: &O::Label) -> O::Cost {
        self.objective.cost(rows, label)
    }

    fn price(&self, rows: &[usize]) -> O::Cost {
        self.objective.price(rows)
    }

    fn per_split(&self) -> O::Cost {
        self.objective.per_split() + self.price
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::PricedBy;

    #[test]
    fn splits_are_paid_and_leaves_cost_what_they_cost() {
        let rows = PricedBy(|rows: &[usize]| rows.len() as u64);
        let priced = PerSplit { objective: PerSplit { objective: rows, price: 3 }, price: 4 };
        assert_eq!((priced.per_split(), priced.price(&[0, 1])), (7, 2));
        assert_eq!(priced.of_split(10, 20), 37);
    }
}
