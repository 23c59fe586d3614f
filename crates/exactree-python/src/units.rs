//! From the terms of a goal (errors, weight, squares) to the whole units in which the core counts costs.

use crate::limits::Limits;

/// All that a tree may cost stays below this, so that sums of floors fit 64 bits.
const MOST: f64 = (1_u64 << 50) as f64;

/// How costs are counted.
///
/// Where the smallest of the cheapest trees is wanted, every unit is multiplied by more than the number of splits, and
/// each split costs one more: fewer splits then decide between trees that cost the same.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    /// How many units make up one of the goal's own, before they are multiplied.
    one: f64,
    multiplied: f64,
    /// What each split costs besides its price.
    extra: f64,
}

impl Units {
    /// For costs that come to so much at most, and are whole or not.
    pub fn of(limits: &Limits, rows: usize, most: f64, is_whole: bool) -> Self {
        let splits = limits.most_splits(rows) as f64;
        let fits = (splits + 1.0) * most.max(1.0) <= MOST;
        let multiplied = if limits.smallest && fits { splits + 1.0 } else { 1.0 };
        let is_whole = is_whole && limits.per_split.fract() == 0.0 && most * multiplied <= MOST;
        let one = if is_whole { 1.0 } else { power_of_two_below(MOST / multiplied / most.max(f64::MIN_POSITIVE)) };
        // Costs that had to be rounded differ by as much as a unit a row for no reason.
        let rounded = if is_whole { 0.0 } else { rows as f64 };
        Units { one, multiplied, extra: f64::from(u8::from(limits.smallest)).max(rounded) }
    }

    /// For costs that the core counts in units of its own, with the least that a split must cost.
    pub fn given(one: f64, least_price: u64) -> Self {
        Units { one, multiplied: 1.0, extra: least_price as f64 }
    }

    /// How many units a cost may be off for having been rounded.
    pub fn rounding(self) -> f64 {
        if self.one == 1.0 { 0.0 } else { self.multiplied }
    }

    /// A cost in units.
    pub fn of_cost(self, cost: f64) -> f64 {
        (cost * self.one).round() * self.multiplied
    }

    /// The price of a split, when a leaf over all rows costs so much.
    pub fn of_split(self, limits: &Limits, leaf: f64) -> u64 {
        // What costs more than a leaf is never asked.
        (self.of_cost(limits.per_split).min(self.of_cost(leaf) + 1.0) + self.extra).min(MOST) as u64
    }

    /// The least cost in units that is not looked for any more.
    pub fn of_bound(self, below: f64) -> u64 {
        ((below * self.one).ceil() * self.multiplied).clamp(0.0, 4.0 * MOST) as u64
    }

    /// Units as a cost.
    pub fn to_cost(self, units: u64) -> f64 {
        (units as f64 / self.multiplied).floor() / self.one
    }
}

/// The largest power of two that is not above a positive number.
fn power_of_two_below(number: f64) -> f64 {
    number.log2().floor().clamp(-1000.0, 1000.0).exp2()
}
