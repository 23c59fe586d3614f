//! What trees cost: whole numbers, so that sums are exact and equal costs are equal.
//!
//! Counts of rows fit 32 bits, and the search is fastest with those. Everything else (weights, squares, prices of
//! splits) is counted in units so small that nobody misses what is rounded away, in 64 bits.

use std::fmt::Debug;
use std::iter::Sum;
use std::ops::{Add, AddAssign, BitOr, Sub};

/// A cost, or a floor of one. All costs of a search, added up, stay below half of [`MOST`](Cost::MOST).
pub trait Cost:
    Copy
    + Ord
    + Default
    + Debug
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + AddAssign
    + BitOr<Output = Self>
    + Sum
    + 'static
{
    /// More than any tree costs; all its bits are ones.
    const MOST: Self;
    /// The smallest difference between two costs.
    const ONE: Self;
    /// A cost with a place behind it, so that the least of them is the first of the cheapest.
    type Ranked: Copy + Ord;
    /// More than any other.
    const LAST: Self::Ranked;

    /// So much for each of `count` things.
    fn times(self, count: u32) -> Self;
    /// The difference, or zero where there is none left.
    fn less(self, other: Self) -> Self;
    /// With a place behind it.
    fn ranked(self, place: u32) -> Self::Ranked;
    /// The cost and the place apart.
    fn unranked(ranked: Self::Ranked) -> (Self, u32);
    /// The same number in 64 bits.
    fn to_u64(self) -> u64;
}

macro_rules! cost {
    ($type:ty, ranked in $ranked:ty) => {
        impl Cost for $type {
            const MOST: Self = <$type>::MAX;
            const ONE: Self = 1;
            type Ranked = $ranked;
            const LAST: $ranked = <$ranked>::MAX;
            #[inline(always)]
            fn times(self, count: u32) -> Self {
                self * Self::from(count)
            }
            #[inline(always)]
            fn less(self, other: Self) -> Self {
                self.saturating_sub(other)
            }
            #[inline(always)]
            fn ranked(self, place: u32) -> $ranked {
                <$ranked>::from(self) << 32 | <$ranked>::from(place)
            }
            #[inline(always)]
            fn unranked(ranked: $ranked) -> (Self, u32) {
                ((ranked >> 32) as Self, ranked as u32)
            }
            #[inline(always)]
            fn to_u64(self) -> u64 {
                self.into()
            }
        }
    };
}
cost!(u32, ranked in u64);
cost!(u64, ranked in u128);
