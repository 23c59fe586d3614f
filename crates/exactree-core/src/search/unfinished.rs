//! What there is of a subproblem when the search is stopped: a floor, and the best tree so far.
//!
//! On the way back from where it was stopped every node puts together the best tree it can: its best finished split,
//! or the split it was at, whose sides are finished, unfinished, or have a greedy tree at least. That takes
//! time after the deadline, so it ends after so many looks at the stop condition, whatever the table's size.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::grow::Grower;
use super::node::{Node, Turn};
use super::size::Size;
use super::subproblem::{Answer, Shape, SideOf};
use super::{Search, Worker};
use crate::objective::Objective;
use crate::rows::Block;
use crate::stop::Stop;
use crate::tree::Tree;

/// What is left of a subproblem whose search was stopped.
#[derive(Debug)]
pub(super) struct Unfinished<C> {
    /// No tree costs less.
    pub floor: C,
    /// The best tree there was.
    pub tree: Tree<C>,
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
        let is_out_of_looks = || self.looks.fetch_update(Relaxed, Relaxed, |looks| looks.checked_sub(1)).is_err();
        self.stop.should_stop() && (self.stop.should_end_at_once() || is_out_of_looks())
    }
}

impl<O: Objective> Search<'_, O> {
    /// A leaf over a block, and nothing more.
    pub(super) fn leaf_of(&self, block: &Block) -> Unfinished<O::Cost> {
        Unfinished { floor: self.objective.lost(block), tree: self.leaf_tree(block) }
    }

    /// A leaf in place of a side's tree.
    pub(super) fn leaf_instead(&self, side: SideOf) -> Unfinished<O::Cost> {
        let SideOf { block, feature, side: which, .. } = side;
        let floor = self.objective.lost_of(block, feature, which);
        Unfinished { floor, tree: Tree::leaf(self.objective.leaf_of(block, feature, which), side.counts()) }
    }

    /// The tree of a split that was being tried, from what there is of its no-side and its yes-side.
    pub(super) fn assemble(
        &self,
        worker: &mut Worker<O>,
        node: &Node<O>,
        turn: Turn<O::Cost>,
        sides: [SideOf; 2],
        answers: [Answer<O::Cost>; 2],
    ) -> Option<Tree<O::Cost>> {
        let mut tree_of = |side: SideOf, answer: Answer<O::Cost>| {
            let known = match answer {
                Answer::Stopped(unfinished) => return unfinished.tree,
                Answer::Exact(cost) => Some(cost),
                Answer::AtLeast(_) => None,
            };
            let stop = &self.grace;
            let grown = self.with_side(worker, side, stop, |worker, block| {
                let proven =
                    known.and_then(|cost| Grower { search: self, worker, stop }.tree(block, side.size, cost).ok());
                proven.unwrap_or_else(|| self.greedy(worker, block, side.size, stop))
            });
            grown.unwrap_or_else(|_| self.leaf_instead(side).tree)
        };
        let [no, yes] = answers;
        let (no, yes) = (tree_of(sides[0], no), tree_of(sides[1], yes));
        let block = node.block;
        Some(Tree::split(self.leaf_tree(block), block.features()[turn.feature] as usize, no, yes))
    }

    /// The best of a tree that is there at once, the best finished split and the best unfinished one.
    pub(super) fn best_there_is(
        &self,
        worker: &mut Worker<O>,
        block: &Block,
        size: Size,
        done: Option<(usize, O::Cost)>,
        unfinished: Option<Tree<O::Cost>>,
    ) -> Tree<O::Cost> {
        // Where the kernel was at work there is no half-tried split to make a tree of.
        let least = match self.shape(worker, block, size) {
            Shape::Shallow => self.greedy(worker, block, size, &self.grace),
            _ => self.leaf_tree(block),
        };
        let best = unfinished.filter(|tree| self.cost_of(tree) < self.cost_of(&least)).unwrap_or(least);
        match done {
            Some((feature, cost)) if cost < self.cost_of(&best) => {
                Grower { search: self, worker, stop: &self.grace }.split(block, size, feature, cost).unwrap_or(best)
            }
            _ => best,
        }
    }
}
