//! What wrong labels cost: a weight of each row, a price of each mistake, or both.
//!
//! Every row has a cost for each label, and a leaf says the label that costs its rows least together. With the base what
//! the first label costs, another gains the difference: so one sum less is needed than there are labels.

use super::sums::{Rows, Summed, Sums};
use crate::kernel::{Channels, Pricing};
use crate::order::{by_gini, by_promise};
use crate::rows::{Block, Side, Table};

/// Prices leaves by the label that costs least. `OTHERS` is how many labels there are besides the first, where that is
/// known when the program is compiled, and zero elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Labels<const OTHERS: usize = 0> {
    others: usize,
}

impl<const OTHERS: usize> Labels<OTHERS> {
    #[inline(always)]
    fn others(&self) -> usize {
        if OTHERS == 0 { self.others } else { OTHERS }
    }
}

impl<const OTHERS: usize> Sums<Labels<OTHERS>> {
    /// Over a table of one class whose rows cost so much each when they get each label: `costs[label][row]`. Costs are
    /// whole numbers, not negative, and all together below 2^52.
    ///
    /// # Panics
    /// If there is no label, another number of them than `OTHERS` says, or a list of another length than the table.
    pub fn of_labels(table: Table, costs: &[Vec<f64>]) -> (Self, Table) {
        let (first, others) = costs.split_first().expect("a label at least");
        assert!(OTHERS == 0 || OTHERS == others.len(), "as many labels as were announced");
        let gained = |other: &Vec<f64>| first.iter().zip(other).map(|(first, other)| first - other).collect();
        let dearest = |row: usize| costs.iter().map(|costs| costs[row]).fold(1.0, f64::max);
        let rows = Rows {
            priced: others.iter().map(gained).collect(),
            base: first.clone(),
            mass: (0..first.len()).map(dearest).collect(),
        };
        Sums::over(table, Labels { others: others.len() }, rows, 0)
    }
}

impl<const OTHERS: usize> Pricing for Labels<OTHERS> {
    #[inline(always)]
    fn channels(&self) -> usize {
        self.others()
    }

    #[inline(always)]
    fn gain<const N: usize>(&self, sums: &impl Channels<N>) -> [f64; N] {
        let mut most = [0.0; N];
        for other in 0..self.others() {
            for (most, gain) in most.iter_mut().zip(sums.sum(other)) {
                *most = if gain > *most { gain } else { *most };
            }
        }
        most
    }
}

/// Weights up to this are squared and multiplied without loss.
const MOST_EXACT: f64 = (1_u64 << 41) as f64;

impl<const OTHERS: usize> Summed for Labels<OTHERS> {
    fn masses_are_weights(&self) -> bool {
        true
    }

    /// By the Gini impurity of what each label gets right, measured by what the worst label costs: of weighted rows that is
    /// the impurity of their classes' weights. So a row of weight two counts like two rows.
    fn order(&self, block: &Block) -> Vec<u32> {
        let mass = self.others + 2;
        let right = |label: usize, sum: &dyn Fn(usize) -> f64| {
            let by_first = sum(mass) - sum(self.others);
            if label == 0 { by_first } else { by_first + sum(label - 1) }
        };
        let of_side =
            |label: usize, feature: usize, side: Side| right(label, &|channel| block.sum_of(channel, feature, side));
        let features = block.features().len();
        if block.sum(mass) <= MOST_EXACT {
            let whole = |label: usize, feature: usize, side: Side| of_side(label, feature, side) as u64;
            return by_gini(features, self.others + 1, whole);
        }
        by_promise((0..features).map(|feature| {
            let purity = |side: Side| {
                let squares = (0..=self.others).map(|label| of_side(label, feature, side).powi(2)).sum::<f64>();
                let all = block.sum_of(mass, feature, side);
                if all > 0.0 { squares / all } else { 0.0 }
            };
            purity(Side::Yes) + purity(Side::No)
        }))
    }
}
