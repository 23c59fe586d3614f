//! A good tree at once: the purest splits, with exact trees of depth two at the ends.
//!
//! Never worse than a tree that is grown by the purest splits all the way down (CART), as its ends are at least as good.

use super::subproblem::Shape;
use super::{Search, Worker};
use crate::order::purest;
use crate::rows::{Block, Side};
use crate::stop::Stop;
use crate::tree::Tree;

impl Search<'_> {
    /// A tree within the limits; less deep than it might be when it is stopped.
    pub(super) fn greedy(&self, worker: &mut Worker, block: &Block, depth: usize, stop: &dyn Stop) -> Tree {
        let leaf = || Tree::leaf(block.counts().to_vec());
        let tree = match self.shape(worker, block, depth) {
            Shape::Leaf => return leaf(),
            Shape::Stump | Shape::Pairs => {
                return self.grow_best(worker, block, depth, stop).unwrap_or_else(|_| leaf());
            }
            Shape::Shallow | Shape::Deep => {
                let feature = purest(block);
                let [no, yes] = [Side::No, Side::Yes].map(|side| {
                    let side = self.side_of(block, feature, side, depth);
                    self.with_side(worker, side, stop, |worker, block| self.greedy(worker, block, side.depth, stop))
                        .unwrap_or_else(|_| Tree::leaf(side.counts()))
                });
                Tree::split(block.features()[feature] as usize, block.counts().to_vec(), no, yes)
            }
        };
        // A question that gains nothing is not asked.
        if tree.errors() < block.leaf_errors() { tree } else { leaf() }
    }
}
