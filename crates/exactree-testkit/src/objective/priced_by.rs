//! Whatever a function makes of the rows in a leaf.

use crate::cost::Cost;
use crate::objective::Objective;

/// Leaves are priced by a function of their row numbers, and say nothing.
#[derive(Clone, Copy, Debug)]
pub struct PricedBy<Price>(pub Price);

impl<C: Cost, Price: Fn(&[usize]) -> C> Objective for PricedBy<Price> {
    type Cost = C;
    type Label = ();

    fn label(&self, _rows: &[usize]) {}

    fn cost(&self, rows: &[usize], _label: &()) -> C {
        (self.0)(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_prices_what_it_likes() {
        let span = PricedBy(|rows: &[usize]| (rows[rows.len() - 1] - rows[0]) as u64);
        assert_eq!((span.price(&[2, 3, 9]), span.price(&[5])), (7, 0));
        assert_eq!(span.per_split(), 0);
    }
}
