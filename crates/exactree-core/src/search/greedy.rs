//! A good tree at once: the most promising splits, with exact trees of depth two at the ends.
//!
//! For training errors it is never worse than a tree that is grown by the purest splits all the way down (CART), as its
//! ends are at least as good. Where splits are rationed, a side gets so many of them as its share of the cost.

use super::grow::Grower;
use super::size::Size;
use super::subproblem::{Shape, SideOf};
use super::{Search, Worker};
use crate::cost::Cost;
use crate::objective::Objective;
use crate::rows::Block;
use crate::stop::Stop;
use crate::tree::Tree;

impl<O: Objective> Search<'_, O> {
    /// A tree within the limits; smaller than it might be when it is stopped.
    pub(super) fn greedy(&self, worker: &mut Worker<O>, block: &Block, size: Size, stop: &dyn Stop) -> Tree<O::Cost> {
        let leaf = || self.leaf_tree(block);
        let tree = match self.shape(worker, block, size) {
            Shape::Leaf => return leaf(),
            Shape::Stump | Shape::Pairs => {
                return Grower { search: self, worker, stop }.best(block, size).unwrap_or_else(|_| leaf());
            }
            Shape::Shallow | Shape::Deep => {
                let feature = self.objective.first(block);
                let ways = self.ways_to_split(block, feature, size);
                let sides = ways.min_by_key(|&sides| self.unfairness(sides)).expect("there is a way to split");
                let [no, yes] = sides.map(|side| {
                    self.with_side(worker, side, stop, |worker, block| self.greedy(worker, block, side.size, stop))
                        .unwrap_or_else(|_| self.leaf_instead(side).tree)
                });
                Tree::split(leaf(), block.features()[feature] as usize, no, yes)
            }
        };
        // A question that gains nothing is not asked.
        if self.cost_of(&tree) < self.objective.leaf(block) { tree } else { leaf() }
    }

    /// How far the sides' shares of the splits are from their shares of the cost.
    fn unfairness(&self, sides: [SideOf; 2]) -> u128 {
        let [no, yes] = sides.map(|side| {
            let cost = self.objective.leaf_of(side.block, side.feature, side.side);
            (u128::from(cost.to_u64()), side.size.splits as u128)
        });
        (no.0 * yes.1).abs_diff(yes.0 * no.1)
    }
}
