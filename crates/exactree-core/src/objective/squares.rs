//! Squared distances: a leaf says the mean of its rows, and costs their squared distances to it.
//!
//! With N the weight of a leaf's rows and S the sum of their weighted targets, the squared distances are the sum of
//! their squares (the base) less S^2 / N (the gain). With several columns, as for clusters, gains add up over them.

use super::Masses;
use super::sums::{Rows, Summed, Sums};
use crate::kernel::{Channels, Pricing};
use crate::rows::Table;

/// Prices leaves by the squared distances of their rows to the mean. `COLUMNS` is how many columns there are, where that
/// is known when the program is compiled, and zero elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Squares<const COLUMNS: usize = 0> {
    columns: usize,
    /// From squares of the targets' unit to units of cost.
    scale: f64,
}

/// Targets and weights of the rows, as they are given.
#[derive(Clone, Copy, Debug)]
pub struct Targets<'a> {
    /// One list a column; finite.
    pub columns: &'a [Vec<f64>],
    /// Not negative, finite, not all zero; all one without.
    pub weights: Option<&'a [f64]>,
}

/// What sums over a whole table stay below.
const MOST: f64 = (1_u64 << 51) as f64;

/// What a leaf over a whole table costs at most, in units. Up to here what is rounded in pricing a leaf is below
/// [`MARGIN`], even with dozens of columns.
const MOST_COST: f64 = (1_u64 << 46) as f64;

/// What a leaf is said to gain less than it does, so that it never gains more than its base.
const MARGIN: f64 = 4.0;

/// How much more than it should a tree may cost, in units a row: one for each row's base, and the margin, its own
/// rounding and one more for each leaf.
const SLACK_A_ROW: u64 = 8;

impl<const COLUMNS: usize> Squares<COLUMNS> {
    #[inline(always)]
    fn columns(&self) -> usize {
        if COLUMNS == 0 { self.columns } else { COLUMNS }
    }
}

impl<const COLUMNS: usize> Sums<Squares<COLUMNS>> {
    /// Over a table of one class. Costs are counted in units; says also how many make up one of the targets' own.
    ///
    /// Targets are rounded to 2^-51 of what they sum up to, and a unit is at most 2^-45 of what one leaf over all rows
    /// costs. So a tree that is optimal in units is so but for some 2^-42 a row of that cost.
    ///
    /// # Panics
    /// If a list has another length than the table, or there are not as many columns as `COLUMNS` says.
    pub fn of_targets(table: Table, targets: Targets) -> (Self, Table, f64) {
        let rows = table.rows();
        let (weights, weight_unit) = whole_weights(targets.weights, rows);
        let mut totals = vec![];
        let mut deviations = vec![];
        let all: f64 = weights.iter().sum();
        for column in targets.columns {
            assert_eq!(column.len(), rows, "a target for each row");
            let mean = column.iter().zip(&weights).map(|(target, weight)| target * weight).sum::<f64>() / all;
            let of_column: Vec<f64> = column.iter().map(|target| target - mean).collect();
            totals.push(of_column.iter().zip(&weights).map(|(target, weight)| target.abs() * weight).sum::<f64>());
            deviations.push(of_column);
        }
        let target_unit = power_of_two_below(MOST / totals.iter().copied().fold(f64::MIN_POSITIVE, f64::max));
        let whole: Vec<Vec<f64>> = deviations
            .iter()
            .map(|column| {
                column.iter().zip(&weights).map(|(target, weight)| (target * weight * target_unit).round()).collect()
            })
            .collect();
        let square_of = |row: usize| -> f64 {
            let weight = weights[row];
            if weight == 0.0 { 0.0 } else { whole.iter().map(|column| column[row] * column[row] / weight).sum() }
        };
        let squares: Vec<f64> = (0..rows).map(square_of).collect();
        let scale = power_of_two_below(MOST_COST / squares.iter().sum::<f64>().max(f64::MIN_POSITIVE));
        let base = squares.iter().map(|square| (square * scale).ceil()).collect();
        let mass = farthest(&whole, &weights).map(|square| (square * scale).ceil() + 1.0).collect();
        let columns = whole.len();
        assert!(COLUMNS == 0 || COLUMNS == columns, "as many columns as were announced");
        let priced = std::iter::once(weights).chain(whole).collect();
        let (objective, table) =
            Sums::over(table, Squares { columns, scale }, Rows { priced, base, mass }, SLACK_A_ROW * rows as u64);
        (objective, table, scale * target_unit * target_unit * weight_unit)
    }

    /// A price that no split is worth that gains no more than rounding.
    pub fn least_price(&self) -> u64 {
        self.slack()
    }
}

/// Weights in units so small that they are whole, with the number of units in one.
fn whole_weights(weights: Option<&[f64]>, rows: usize) -> (Vec<f64>, f64) {
    let Some(weights) = weights else { return (vec![1.0; rows], 1.0) };
    assert_eq!(weights.len(), rows, "a weight for each row");
    if weights.iter().all(|weight| weight.fract() == 0.0) && weights.iter().sum::<f64>() < MOST {
        return (weights.to_vec(), 1.0);
    }
    let unit = power_of_two_below(MOST / weights.iter().sum::<f64>());
    (weights.iter().map(|weight| (weight * unit).round()).collect(), unit)
}

/// The largest power of two that is not above a positive number.
fn power_of_two_below(number: f64) -> f64 {
    number.log2().floor().clamp(-1000.0, 1000.0).exp2()
}

/// The most that each row may cost in any leaf: a mean lies between the least and the greatest target.
fn farthest<'a>(whole: &'a [Vec<f64>], weights: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
    let target = |column: &'a [f64], row: usize| if weights[row] > 0.0 { column[row] / weights[row] } else { 0.0 };
    let ends: Vec<(f64, f64)> = whole
        .iter()
        .map(|column| {
            let targets = (0..column.len()).map(|row| target(column, row));
            targets.fold((0.0, 0.0), |(least, most): (f64, f64), target| (least.min(target), most.max(target)))
        })
        .collect();
    (0..weights.len()).map(move |row| {
        let of_column = |(column, &(least, most)): (&'a Vec<f64>, &(f64, f64))| {
            let target = target(column, row);
            (target - least).max(most - target).powi(2)
        };
        weights[row] * whole.iter().zip(&ends).map(of_column).sum::<f64>()
    })
}

impl<const COLUMNS: usize> Pricing for Squares<COLUMNS> {
    #[inline(always)]
    fn channels(&self) -> usize {
        1 + self.columns()
    }

    #[inline(always)]
    fn gain<const N: usize>(&self, sums: &impl Channels<N>) -> [f64; N] {
        let weight = sums.sum(0);
        let mut squares = [0.0; N];
        for column in 1..=self.columns() {
            for (squares, sum) in squares.iter_mut().zip(sums.sum(column)) {
                *squares += sum * sum;
            }
        }
        let mut gains = [0.0; N];
        for lane in 0..N {
            let gain = rounded(squares[lane] * self.scale / weight[lane] - MARGIN);
            // A leaf of no weight gains nothing, and is the only one whose quotient is no number.
            gains[lane] = if gain > 0.0 { gain } else { 0.0 };
        }
        gains
    }
}

impl<const COLUMNS: usize> Summed for Squares<COLUMNS> {}

/// The nearest whole number: adding and taking away 2^52 rounds, and is a vector's work on every machine.
#[inline(always)]
fn rounded(gain: f64) -> f64 {
    const WHOLE: f64 = (1_u64 << 52) as f64;
    (gain + WHOLE) - WHOLE
}
