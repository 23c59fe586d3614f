//! What there is of a subproblem when the search is stopped: a floor, and the best tree so far.
//!
//! On the way back from where it was stopped every node puts together the best tree it can: its best finished split,
//! or the split it was at, whose sides are finished, unfinished, or have a greedy tree at least. That takes
//! time after the deadline, so it ends after so many looks at the stop condition, whatever the table's size.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::node::{Node, Turn};
use super::subproblem::{Answer, Shape, SideOf};
use super::{Search, Worker};
use crate::rows::{Block, Side};
use crate::stop::Stop;
use crate::tree::Tree;

/// What is left of a subproblem whose search was stopped.
#[derive(Debug)]
pub(super) struct Unfinished {
    /// No tree costs less.
    pub floor: u32,
    /// The best tree there was.
    pub tree: Tree,
}

impl Unfinished {
    pub fn leaf_of(block: &Block) -> Self {
        Unfinished { floor: block.lost_rows(), tree: Tree::leaf(block.counts().to_vec()) }
    }

    pub fn leaf(side: SideOf) -> Self {
        Unfinished { floor: side.lost_rows(), tree: Tree::leaf(side.counts()) }
    }
}

/// How often the work that a stopped search still does may look at the stop condition: some ten milliseconds' worth.
const LOOKS: u32 = 20_000;

/// Says stop like another condition, but only after so many more looks: for what should be finished although the time
/// is up, and is, unless the table is large. All of it together has these looks.
pub(super) struct Grace<'a> {
    stop: &'a dyn Stop,
    looks: AtomicU32,
}

impl<'a> Grace<'a> {
    pub fn after(stop: &'a dyn Stop) -> Self {
        Grace { stop, looks: AtomicU32::new(LOOKS) }
    }
}

impl Stop for Grace<'_> {
    fn should_stop(&self) -> bool {
        self.stop.should_stop() && self.looks.fetch_update(Relaxed, Relaxed, |looks| looks.checked_sub(1)).is_err()
    }
}

impl Search<'_> {
    /// The tree of a split that was being tried.
    pub(super) fn assemble(&self, worker: &mut Worker, node: &Node, turn: Turn, sides: [Answer; 2]) -> Option<Tree> {
        let [yes, no] = sides;
        let mut tree_of = |side: Side, answer: Answer| {
            let side = self.side_of(node.block, turn.feature, side, node.depth);
            let known = match answer {
                Answer::Stopped(unfinished) => return unfinished.tree,
                Answer::Exact(cost) => Some(cost),
                Answer::AtLeast(_) => None,
            };
            let grown = self.with_side(worker, side, &self.grace, |worker, block| {
                let proven = known.and_then(|cost| self.grow(worker, block, side.depth, cost, &self.grace).ok());
                proven.unwrap_or_else(|| self.greedy(worker, block, side.depth, &self.grace))
            });
            grown.unwrap_or_else(|_| Tree::leaf(side.counts()))
        };
        let (no, yes) = (tree_of(Side::No, no), tree_of(Side::Yes, yes));
        let block = node.block;
        Some(Tree::split(block.features()[turn.feature] as usize, block.counts().to_vec(), no, yes))
    }

    /// The best of a tree that is there at once, the best finished split and the best unfinished one.
    pub(super) fn best_there_is(
        &self,
        worker: &mut Worker,
        block: &Block,
        depth: usize,
        done: Option<(usize, u32)>,
        unfinished: Option<Tree>,
    ) -> Tree {
        // Where the kernel was at work there is no half-tried split to make a tree of.
        let least = match self.shape(worker, block, depth) {
            Shape::Shallow => self.greedy(worker, block, depth, &self.grace),
            _ => Tree::leaf(block.counts().to_vec()),
        };
        let best = unfinished.filter(|tree| tree.errors() < least.errors()).unwrap_or(least);
        match done {
            Some((feature, cost)) if cost < best.errors() => {
                self.grow_split(worker, block, depth, feature, cost, &self.grace).unwrap_or(best)
            }
            _ => best,
        }
    }
}
