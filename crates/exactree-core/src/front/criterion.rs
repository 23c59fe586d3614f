//! What trees are judged by: the vector that a row costs, by its stratum and by what a leaf says to it.
//!
//! A *stratum* is what the table calls a class: rows of one stratum cost the same. Leaves say 0 or 1. For the errors of
//! two classes the strata are the classes; for fairness they are class and group together.
//!
//! To add a criterion: implement [`Criterion`] for a type of its own, so that less of either number is never worse, and
//! that what is asked of a whole tree can be said of the sums over its leaves. If both ends of a number
//! matter, see `fairness`. Then give the brute force in the testkit the same prices, for the laws to compare.

use super::staircase::{Height, Step};

/// A price for every row, whatever is said to it.
pub(super) trait Criterion {
    /// How far along a row of a stratum brings a tree that says `said` to it.
    fn along(&self, stratum: usize, said: usize) -> u32;

    /// How high, as seen from where it was.
    fn height(&self, stratum: usize, said: usize) -> i64;
}

/// The prices of a criterion, written down for all strata.
#[derive(Clone, Debug)]
pub(super) struct Prices<V> {
    /// What a row costs that is told 0, and what one is that is told 1; stratum by stratum.
    said: [Vec<Step<V>>; 2],
    /// What telling it 1 instead of 0 changes.
    pub along_change: Vec<i32>,
    pub height_change: Vec<V>,
}

impl<V: Height> Prices<V> {
    pub fn of(criterion: &dyn Criterion, strata: usize) -> Self {
        let said = [0, 1].map(|said| {
            let price = |stratum| Step {
                along: criterion.along(stratum, said),
                height: V::exactly(criterion.height(stratum, said)),
            };
            (0..strata).map(price).collect::<Vec<_>>()
        });
        let both = || said[0].iter().zip(&said[1]);
        let along_change = both().map(|(zero, one)| one.along as i32 - zero.along as i32).collect();
        let height_change = both().map(|(zero, one)| one.height - zero.height).collect();
        Prices { said, along_change, height_change }
    }

    /// The two leaves over rows of which each stratum has so many.
    #[inline(always)]
    pub fn leaves(&self, counts: impl Iterator<Item = u32> + Clone) -> [Step<V>; 2] {
        [0, 1].map(|said| {
            let mut sum = Step::default();
            for (price, rows) in self.said[said].iter().zip(counts.clone()) {
                sum.along += price.along * rows;
                sum.height = sum.height + price.height * V::of_count(rows);
            }
            sum
        })
    }

    /// No tree over these rows is further along.
    pub fn furthest(&self, counts: impl Iterator<Item = u32>) -> u32 {
        let worst = |stratum: usize| self.said.iter().map(|said| said[stratum].along).max().unwrap_or(0);
        counts.enumerate().map(|(stratum, rows)| worst(stratum) * rows).sum()
    }

    /// No tree over these rows is less far along, nor lower.
    pub fn ideal(&self, counts: impl Iterator<Item = u32>) -> Step<V> {
        let mut sum = Step::default();
        for (stratum, rows) in counts.enumerate() {
            let [zero, one] = [0, 1].map(|said: usize| self.said[said][stratum]);
            sum.along += zero.along.min(one.along) * rows;
            sum.height = sum.height + zero.height.min(one.height) * V::of_count(rows);
        }
        sum
    }
}
