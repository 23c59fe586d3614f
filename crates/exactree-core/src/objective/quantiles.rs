//! Quantiles: a leaf says a quantile of its rows' targets, and costs what they are off, more on one side than on the other.
//!
//! A target above what is said costs `share` of the difference, one below costs the rest of it (the pinball loss); half
//! and half is half of the absolute error. Several shares are priced in one pass over the rows.

use super::from_rows::RowPricing;

/// Prices sets of rows by their quantiles.
#[derive(Clone, Debug)]
pub struct Quantiles {
    /// Targets of the rows, in ascending order, with their weights.
    rows: Vec<(f64, f64)>,
    shares: Vec<f64>,
    /// How many units make up one of the targets' own, for each share.
    units: Vec<f64>,
}

/// What a leaf over all rows costs at most, in units.
const MOST: f64 = (1_u64 << 48) as f64;

impl Quantiles {
    /// For rows with ascending targets and positive weights, and shares between zero and one.
    ///
    /// # Panics
    /// If targets do not ascend, or the lists differ in length.
    pub fn of(targets: &[f64], weights: &[f64], shares: &[f64]) -> Self {
        assert_eq!(targets.len(), weights.len(), "a weight for each target");
        assert!(targets.is_sorted(), "rows come in the order of their targets");
        let rows = targets.iter().copied().zip(weights.iter().copied()).collect();
        let mut quantiles = Quantiles { rows, shares: shares.to_vec(), units: vec![1.0; shares.len()] };
        let all: Vec<u32> = (0..targets.len() as u32).collect();
        let unit = |share: usize| {
            let cost = quantiles.cost(&all, share).max(f64::MIN_POSITIVE);
            (MOST / cost).log2().floor().clamp(-1000.0, 1000.0).exp2()
        };
        let units = (0..shares.len()).map(unit).collect();
        quantiles.units = units;
        quantiles
    }

    /// How many units make up one of the targets' own, for a share.
    pub fn unit(&self, share: usize) -> f64 {
        self.units[share]
    }

    /// What rounding may be worth: no split should be asked for less.
    pub fn least_price(&self) -> u64 {
        2 * self.rows.len() as u64
    }

    /// What rows cost that are told a quantile of theirs. The same rows in the same order always cost the same.
    fn cost(&self, rows: &[u32], share: usize) -> f64 {
        let share = self.shares[share];
        let rows = || rows.iter().map(|&row| self.rows[row as usize]);
        let whole: f64 = rows().map(|(_, weight)| weight).sum();
        let mut below = 0.0;
        let reached = rows().find(|(_, weight)| {
            below += weight;
            below >= share * whole
        });
        let Some(says) = reached.or(rows().next_back()).map(|(target, _)| target) else { return 0.0 };
        rows()
            .map(|(target, weight)| {
                let off = target - says;
                weight * if off > 0.0 { share * off } else { (share - 1.0) * off }
            })
            .sum()
    }
}

impl RowPricing for Quantiles {
    fn objectives(&self) -> usize {
        self.shares.len()
    }

    fn price(&self, rows: &[u32]) -> Vec<u64> {
        (0..self.shares.len()).map(|share| (self.cost(rows, share) * self.units[share]).round() as u64).collect()
    }

    fn price_of_alike(&self, rows: &[u32], objective: usize) -> u64 {
        let units = (self.cost(rows, objective) * self.units[objective]).round() as u64;
        units.saturating_sub(self.least_price())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_cost_what_they_are_off() {
        let quantiles = Quantiles::of(&[1.0, 2.0, 4.0, 8.0], &[1.0, 1.0, 1.0, 1.0], &[0.5, 0.25, 0.9]);
        assert_eq!(quantiles.cost(&[0, 1, 2, 3], 0), 0.5 * (1.0 + 2.0 + 6.0));
        assert_eq!(quantiles.cost(&[0, 1, 2, 3], 1), 0.25 * (1.0 + 3.0 + 7.0));
        assert!((quantiles.cost(&[0, 1, 2, 3], 2) - 0.1 * (7.0 + 6.0 + 4.0)).abs() < 1e-12);
        assert_eq!(quantiles.cost(&[2], 0), 0.0);
        assert_eq!(quantiles.cost(&[], 0), 0.0);
    }

    #[test]
    fn weights_count_like_rows() {
        let weighted = Quantiles::of(&[1.0, 2.0, 4.0], &[1.0, 3.0, 2.0], &[0.4]);
        let repeated = Quantiles::of(&[1.0, 2.0, 2.0, 2.0, 4.0, 4.0], &[1.0; 6], &[0.4]);
        let [one, other] = [weighted.cost(&[0, 1, 2], 0), repeated.cost(&[0, 1, 2, 3, 4, 5], 0)];
        assert!((one - other).abs() < 1e-12, "{one} and {other}");
    }
}
