//! Nodes whose sides are the kernel's work, and the kernel's own depths.

use super::crew::{Call, Joint};
use super::node::Node;
use super::subproblem::{Answer, Shape};
use super::unfinished::Unfinished;
use super::{Search, Worker};
use crate::kernel::Kernel;
use crate::rows::{Block, Side};
use crate::stop::Stopped;

/// Idle threads are only called to nodes of so many cells or more: below, the kernel is done before they come.
const CELLS_WORTH_HELP: usize = 1 << 22;

impl Search<'_> {
    /// The best tree of depth two.
    pub(super) fn solve_pairs(&self, worker: &mut Worker, block: &Block) -> Answer {
        worker.statistics.kernel_calls += 1;
        match worker.kernel.open(block, self.taking.stop) {
            Ok(errors) => Answer::Exact(errors),
            Err(Stopped) => Answer::Stopped(Box::new(Unfinished::leaf_of(block))),
        }
    }

    /// The best tree of depth three, if it costs no more than `limit`.
    pub(super) fn solve_shallow(
        &self,
        worker: &mut Worker,
        block: &Block,
        depth: usize,
        limit: u32,
        call: Call,
    ) -> Answer {
        worker.statistics.subproblems += 1;
        let node = Node::new(block, depth, Shape::Shallow, limit, self.taking, self.parts);
        self.crew.work_at(self, worker, &ShallowSplits { search: self, node: &node }, call);
        self.conclude(worker, node)
    }

    /// Tries the splits of the open block.
    fn try_splits(&self, worker: &mut Worker, node: &Node, depth_two: u32, call: Call) {
        worker.statistics.kernel_calls += 1;
        node.learn_shallower(depth_two);
        while let Some(turn) = node.next_turn() {
            call();
            let part = Kernel::smaller_side(node.block, turn.feature);
            let names = [part, part.other()].map(|side| node.block.name_of(turn.feature, side));
            let recent = names.map(|name| worker.recent.get(name).filter(|_| self.parts.recent));
            if let [Some(of_part), Some(of_rest)] = recent {
                worker.statistics.cache_hits += 1;
                node.learn(turn, part.pair(of_part, of_rest), None);
                continue;
            }
            worker.statistics.kernel_calls += 1;
            let Ok(of_part) = worker.kernel.split(node.block, turn.feature, self.taking.stop) else {
                return node.give_up(turn.yes + turn.no, None);
            };
            worker.recent.put(names[0], of_part);
            let mut of_rest = recent[1].unwrap_or(turn.floor_of(part.other()));
            // Often the smaller side and a floor of the larger one are enough.
            if recent[1].is_none() && of_part + of_rest <= node.allowed(turn) {
                worker.statistics.kernel_calls += 1;
                of_rest = worker.kernel.rest();
                worker.recent.put(names[1], of_rest);
            }
            worker.kernel.rows_in_part(&mut worker.common);
            node.learn(turn, part.pair(of_part, of_rest), Some((part, &worker.common)));
        }
    }
}

/// The splits of a node, for all who join in.
struct ShallowSplits<'a> {
    search: &'a Search<'a>,
    node: &'a Node<'a>,
}

impl Joint for ShallowSplits<'_> {
    fn has_work(&self) -> bool {
        let cells = self.node.block.rows() as usize * self.node.block.features().len();
        cells >= CELLS_WORTH_HELP && self.node.has_untried()
    }

    /// Whoever joins counts the whole cover once, and from then on only the smaller side of each split.
    fn work(&self, worker: &mut Worker, call: Call) {
        match worker.kernel.open(self.node.block, self.search.taking.stop) {
            Ok(depth_two) => self.search.try_splits(worker, self.node, depth_two, call),
            Err(Stopped) => self.node.give_up(u32::MAX, None),
        }
    }
}

/// The least errors of a tree that asks at most one question.
pub(super) fn best_stump(block: &Block) -> u32 {
    (0..block.features().len()).map(|feature| stump(block, feature)).fold(block.leaf_errors(), u32::min)
}

/// The errors of a tree that asks one question.
pub(super) fn stump(block: &Block, feature: usize) -> u32 {
    block.leaf_errors_of(feature, Side::Yes) + block.leaf_errors_of(feature, Side::No)
}
