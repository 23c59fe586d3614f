//! What the sides of a split reach: from memory if they are known, each only as far as the other one leaves it.

use std::sync::Arc;

use super::search::Search;
use super::shape::Shape;
use super::staircase::{Height, Staircase, Step};
use crate::rows::{Block, Side};
use crate::stop::{Stop, Stopped};

/// A side of a split of a block.
#[derive(Clone, Copy)]
struct SideOf<'a> {
    block: &'a Block,
    feature: usize,
    side: Side,
}

impl<V: Height> Search<V> {
    /// What both sides of a split reach, each as far along as the other leaves it; nothing if they are too far
    /// along together, or if it is no use whatever the second one reaches, as far as its ideal says.
    pub fn fronts_of_sides(
        &mut self,
        block: &Block,
        feature: usize,
        shapes: [Shape; 2],
        limit: u32,
        stop: &dyn Stop,
        is_no_use: impl FnOnce(&Staircase<V>, Step<V>) -> bool,
    ) -> Result<Option<[Arc<Staircase<V>>; 2]>, Stopped> {
        let sides = [Side::Yes, Side::No].map(|side| SideOf { block, feature, side });
        let floors = [0, 1].map(|place| self.floor_of(sides[place], shapes[place]));
        // The side that looks worse is more likely to be no use.
        let [yes_errors, no_errors] = sides.map(|SideOf { side, .. }| block.leaf_errors_of(feature, side));
        let (first, second) = if yes_errors >= no_errors { (0, 1) } else { (1, 0) };
        let left = limit.checked_sub(floors[second]).filter(|&left| left >= floors[first]);
        let Some(left) = left else { return Ok(None) };
        let this = self.front_of_side(sides[first], shapes[first], left, stop)?;
        let left = limit.checked_sub(this.floor()).filter(|&left| left >= floors[second]);
        let Some(left) = left else { return Ok(None) };
        if is_no_use(&this, self.prices.ideal(block.counts_of(feature, sides[second].side))) {
            return Ok(None);
        }
        let other = self.front_of_side(sides[second], shapes[second], left, stop)?;
        Ok(Some(if first == 0 { [this, other] } else { [other, this] }))
    }

    /// All steps of a side of a split up to `limit`.
    fn front_of_side(
        &mut self,
        side: SideOf,
        shape: Shape,
        limit: u32,
        stop: &dyn Stop,
    ) -> Result<Arc<Staircase<V>>, Stopped> {
        let SideOf { block, feature, side } = side;
        let shape = shape.over(block.rows_of(feature, side), self.min_leaf);
        let limit = limit.min(self.prices.furthest(block.counts_of(feature, side)));
        if let Some(known) = self.memory.get(block.name_of(feature, side), shape).filter(|known| known.limit >= limit) {
            self.statistics.cache_hits += 1;
            return Ok(known.clone());
        }
        self.with_side(block, feature, side, stop, |search, block| search.front(block, shape, limit, stop))?
    }

    /// No tree over a side of a split is less far along.
    fn floor_of(&self, side: SideOf, shape: Shape) -> u32 {
        let SideOf { block, feature, side } = side;
        let ideal = self.prices.ideal(block.counts_of(feature, side)).along;
        let shape = shape.over(block.rows_of(feature, side), self.min_leaf);
        self.memory.get(block.name_of(feature, side), shape).map_or(ideal, |known| known.floor())
    }
}
