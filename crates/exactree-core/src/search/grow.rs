//! Reads the tree off what was proven.
//!
//! At every node: a leaf if it costs no more than the optimum, and else the first question, in the node's order, that
//! reaches it. That is the tie rule; whoever proved the optimum, and in which order, makes no difference.

use super::crew::NOBODY;
use super::shallow::stump;
use super::subproblem::{Answer, Shape};
use super::{Search, Worker};
use crate::cache::Known;
use crate::order::by_purity;
use crate::rows::{Block, Side};
use crate::stop::{Stop, Stopped};
use crate::tree::Tree;

impl Search<'_> {
    /// The tree over a block whose best tree costs `cost`.
    pub(super) fn grow(
        &self,
        worker: &mut Worker,
        block: &Block,
        depth: usize,
        cost: u32,
        stop: &dyn Stop,
    ) -> Result<Tree, Stopped> {
        if block.leaf_errors() == cost {
            return Ok(Tree::leaf(block.counts().to_vec()));
        }
        let feature = self.question(worker, block, depth, cost, stop)?;
        self.grow_split(worker, block, depth, feature, cost, stop)
    }

    /// The tree that asks a feature first, when it is known to cost `cost`.
    pub(super) fn grow_split(
        &self,
        worker: &mut Worker,
        block: &Block,
        depth: usize,
        feature: usize,
        cost: u32,
        stop: &dyn Stop,
    ) -> Result<Tree, Stopped> {
        let mut sides = vec![];
        for side in [Side::No, Side::Yes] {
            let side = self.side_of(block, feature, side, depth);
            sides.push(self.with_side(worker, side, stop, |worker, block| {
                let least = match self.known_of(side) {
                    Answer::Exact(least) => least,
                    _ => self.least_errors(worker, block, side.depth, cost, stop)?,
                };
                self.grow(worker, block, side.depth, least, stop)
            })??);
        }
        let [no, yes] = <[Tree; 2]>::try_from(sides).expect("a split has two sides");
        Ok(Tree::split(block.features()[feature] as usize, block.counts().to_vec(), no, yes))
    }

    /// The best tree over a block that the kernel can solve.
    pub(super) fn grow_best(
        &self,
        worker: &mut Worker,
        block: &Block,
        depth: usize,
        stop: &dyn Stop,
    ) -> Result<Tree, Stopped> {
        let cost = self.least_errors(worker, block, depth, block.leaf_errors(), stop)?;
        self.grow(worker, block, depth, cost, stop)
    }

    /// The cost of the best tree, which is at most `limit`.
    fn least_errors(
        &self,
        worker: &mut Worker,
        block: &Block,
        depth: usize,
        limit: u32,
        stop: &dyn Stop,
    ) -> Result<u32, Stopped> {
        if self.shape(worker, block, depth) == Shape::Pairs {
            return worker.kernel.open(block, stop);
        }
        match self.solve(worker, block, depth, limit, NOBODY) {
            Answer::Exact(cost) => Ok(cost),
            _ => Err(Stopped),
        }
    }

    /// The first question in the node's order with which the optimum is reached.
    fn question(
        &self,
        worker: &mut Worker,
        block: &Block,
        depth: usize,
        cost: u32,
        stop: &dyn Stop,
    ) -> Result<usize, Stopped> {
        let shape = self.shape(worker, block, depth);
        let mut by_root = vec![];
        if shape == Shape::Pairs {
            worker.kernel.open(block, stop)?;
            by_root = worker.kernel.errors_by_root();
        } else if let Some(Known::Exact { question: Some(id), .. }) = self.look_up(self.name_at(block, depth)) {
            let place = block.features().iter().position(|&feature| feature == id);
            return Ok(place.expect("a feature of the same cover"));
        }
        for feature in by_purity(block) {
            let feature = feature as usize;
            let reaches = match shape {
                Shape::Leaf => false,
                Shape::Stump => stump(block, feature) == cost,
                Shape::Pairs => by_root[feature] == cost,
                Shape::Shallow | Shape::Deep => self.reaches(worker, block, depth, feature, cost)?,
            };
            if reaches {
                return Ok(feature);
            }
        }
        unreachable!("an optimum below a leaf's errors is reached by some question")
    }

    /// Whether a tree that asks the feature first costs no more than `cost`. Only asked when nothing is remembered.
    fn reaches(
        &self,
        worker: &mut Worker,
        block: &Block,
        depth: usize,
        feature: usize,
        cost: u32,
    ) -> Result<bool, Stopped> {
        let mut left = Some(cost);
        for side in [Side::No, Side::Yes] {
            let side = self.side_of(block, feature, side, depth);
            let Some(limit) = left else { return Ok(false) };
            let answer = match self.known_of(side) {
                Answer::AtLeast(_) => self.solve_side(worker, side, limit, NOBODY),
                known => known,
            };
            left = match answer {
                Answer::Stopped(_) => return Err(Stopped),
                known => limit.checked_sub(known.floor()),
            };
        }
        Ok(left.is_some())
    }
}
