//! Reads the tree off what was proven.
//!
//! At every node: a leaf if it costs no more than the optimum, and else the first question, in the node's order, that
//! reaches it; where splits are rationed, with as many of them for the no-side as can be. That is the tie rule; whoever
//! proved the optimum, and in which order, makes no difference. Sizes here are those of the rule: what a cover's rows
//! can use of them is the search's affair.

use super::crew::NOBODY;
use super::shallow::stump;
use super::size::{Division, Size};
use super::subproblem::{Answer, Shape, SideOf};
use super::{Search, Worker};
use crate::cache::Known;
use crate::kernel::Kernel;
use crate::objective::Objective;
use crate::rows::{Block, Side};
use crate::stop::{Stop, Stopped};
use crate::tree::Tree;

/// Grows trees from what a search has proven, in one of its threads.
pub(super) struct Grower<'s, 'a, O: Objective> {
    pub search: &'s Search<'a, O>,
    pub worker: &'s mut Worker<O>,
    pub stop: &'s dyn Stop,
}

impl<O: Objective> Grower<'_, '_, O> {
    /// The best tree over a block that needs no search.
    pub fn best(&mut self, block: &Block, size: Size) -> Result<Tree<O::Cost>, Stopped> {
        let fitting = self.search.fitting(block, size);
        let least = self.least(block, fitting, self.search.objective.leaf(block))?;
        self.tree(block, size, least.expect("a leaf is a tree"))
    }

    /// The tree over a block whose best tree costs `cost`.
    pub fn tree(&mut self, block: &Block, size: Size, cost: O::Cost) -> Result<Tree<O::Cost>, Stopped> {
        if self.search.objective.leaf(block) == cost {
            return Ok(self.search.leaf_tree(block));
        }
        let feature = self.question(block, size, cost)?;
        self.split(block, size, feature, cost)
    }

    /// The tree that asks a feature first, when the best such tree costs `cost`.
    pub fn split(
        &mut self,
        block: &Block,
        size: Size,
        feature: usize,
        cost: O::Cost,
    ) -> Result<Tree<O::Cost>, Stopped> {
        for Division { no, yes } in size.divisions_by_rule(block.rows()) {
            let sizes = [no, yes].map(|splits| Size { splits, ..size.below() });
            let sides = self.sides(block, feature, sizes);
            let Some(costs) = self.reach(sides, cost)? else { continue };
            let mut grown = vec![];
            for ((side, size), cost) in sides.into_iter().zip(sizes).zip(costs) {
                let search = self.search;
                let stop = self.stop;
                let tree = search.with_side(self.worker, side, stop, |worker, block| {
                    Grower { search, worker, stop }.tree(block, size, cost)
                });
                grown.push(tree??);
            }
            let [no, yes] = <[Tree<O::Cost>; 2]>::try_from(grown).expect("a split has two sides");
            let root = self.search.leaf_tree(block);
            return Ok(Tree::split(root, block.features()[feature] as usize, no, yes));
        }
        unreachable!("the cost of a split is reached in one of the ways to divide its splits")
    }

    /// The sides of a question, the no-side first, with so much of their sizes as they can use.
    fn sides<'b>(&self, block: &'b Block, feature: usize, [no, yes]: [Size; 2]) -> [SideOf<'b>; 2] {
        [(Side::No, no), (Side::Yes, yes)].map(|(side, size)| self.search.side_of(block, feature, side, size))
    }

    /// The first question in the node's order with which the optimum is reached.
    fn question(&mut self, block: &Block, size: Size, cost: O::Cost) -> Result<usize, Stopped> {
        let search = self.search;
        let size = search.fitting(block, size);
        let shape = search.shape(self.worker, block, size);
        let mut by_root = vec![];
        if shape == Shape::Pairs {
            self.worker.kernel.open(block, search.wanted(block, size), self.stop)?;
            by_root = self.worker.kernel.by_root();
        } else if let Some(Known::Exact { question: Some(id), .. }) = search.look_up(search.name_of(block, size)) {
            let place = block.features().iter().position(|&feature| feature == id);
            return Ok(place.expect("a feature of the same cover"));
        }
        for feature in search.objective.order(block) {
            let feature = feature as usize;
            let reaches = match shape {
                Shape::Leaf => false,
                Shape::Stump => stump(search.objective, block, feature, search.per_split) == cost,
                Shape::Pairs => by_root[feature].rooted(size.splits, search.per_split) == cost,
                Shape::Shallow | Shape::Deep => self.reaches(block, size, feature, cost)?,
            };
            if reaches {
                return Ok(feature);
            }
        }
        unreachable!("an optimum below a leaf's cost is reached by some question")
    }

    /// Whether a tree that asks the feature first costs no more than `cost`. Only asked when nothing is remembered.
    fn reaches(&mut self, block: &Block, size: Size, feature: usize, cost: O::Cost) -> Result<bool, Stopped> {
        for sides in self.search.ways_to_split(block, feature, size) {
            if self.reach(sides, cost)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What the sides of a split cost, if all of it costs no more than `cost`.
    fn reach(&mut self, sides: [SideOf; 2], cost: O::Cost) -> Result<Option<[O::Cost; 2]>, Stopped> {
        if cost < self.search.per_split {
            return Ok(None);
        }
        let mut left = cost - self.search.per_split;
        let mut costs = [left; 2];
        for (side, cost) in sides.into_iter().zip(&mut costs) {
            let Some(least) = self.least_of_side(side, left)? else { return Ok(None) };
            (*cost, left) = (least, left - least);
        }
        Ok(Some(costs))
    }

    /// The cost of a side's best tree, if it is at most `limit`.
    fn least_of_side(&mut self, side: SideOf, limit: O::Cost) -> Result<Option<O::Cost>, Stopped> {
        let (search, stop) = (self.search, self.stop);
        if let Answer::Exact(least) = search.known_of(side) {
            return Ok(Some(least).filter(|&least| least <= limit));
        }
        search.with_side(self.worker, side, stop, |worker, block| {
            Grower { search, worker, stop }.least(block, side.size, limit)
        })?
    }

    /// The cost of a block's best tree, if it is at most `limit`.
    fn least(&mut self, block: &Block, size: Size, limit: O::Cost) -> Result<Option<O::Cost>, Stopped> {
        let search = self.search;
        let least = if search.shape(self.worker, block, size) == Shape::Pairs {
            search.open(self.worker, block, search.wanted(block, size), self.stop)?.within(size.splits)
        } else {
            match search.solve(self.worker, block, size, limit, NOBODY) {
                Answer::Exact(least) => least,
                Answer::AtLeast(_) => return Ok(None),
                Answer::Stopped(_) => return Err(Stopped),
            }
        };
        Ok(Some(least).filter(|&least| least <= limit))
    }
}
