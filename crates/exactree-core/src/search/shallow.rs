//! Nodes whose sides are the kernel's work, and the kernel's own depths.

use super::crew::{Call, Joint};
use super::node::{Node, Outcome};
use super::size::Size;
use super::subproblem::{Answer, Shape};
use super::{Search, Worker};
use crate::cost::Cost;
use crate::kernel::{Kernel, Profile, Wanted, smaller_side};
use crate::objective::Objective;
use crate::rows::{Block, Fingerprint, Side};
use crate::stop::{Stop, Stopped};

/// Idle threads are only called to nodes of so many cells or more: below, the kernel is done before they come.
const CELLS_WORTH_HELP: usize = 1 << 22;

impl<O: Objective> Search<'_, O> {
    /// The best tree of depth two.
    pub(super) fn solve_pairs(&self, worker: &mut Worker<O>, block: &Block, size: Size) -> Answer<O::Cost> {
        match self.open(worker, block, self.wanted(block, size), self.taking.stop) {
            Ok(least) => Answer::Exact(least.within(size.splits)),
            Err(Stopped) => Answer::Stopped(Box::new(self.leaf_of(block))),
        }
    }

    /// What trees of depth two cost over a block, which the kernel holds open from then on.
    pub(super) fn open(
        &self,
        worker: &mut Worker<O>,
        block: &Block,
        wanted: Wanted,
        stop: &dyn Stop,
    ) -> Result<Profile<O::Cost>, Stopped> {
        worker.statistics.kernel_calls += 1;
        Ok(worker.kernel.open(block, wanted, stop)?.priced(self.per_split))
    }

    /// The best tree of depth three, if it costs no more than `limit`.
    pub(super) fn solve_shallow(
        &self,
        worker: &mut Worker<O>,
        block: &Block,
        size: Size,
        limit: O::Cost,
        call: Call,
    ) -> Answer<O::Cost> {
        worker.statistics.subproblems += 1;
        let node = self.new_node(block, size, Shape::Shallow, limit);
        self.crew.work_at(self, worker, &ShallowSplits { search: self, node: &node }, call);
        self.conclude(worker, node)
    }

    /// Tries the splits of the open block.
    fn try_splits(&self, worker: &mut Worker<O>, node: &Node<O>, whole: Profile<O::Cost>, call: Call) {
        let wanted = self.wanted(node.block, node.size);
        let left = node.size.splits - 1;
        node.learn_shallower(whole.within(node.size.splits), whole.within(left));
        while let Some(turn) = node.next_turn() {
            call();
            let block = node.block;
            let part = smaller_side(block, turn.feature);
            let names = [part, part.other()].map(|side| block.name_of(turn.feature, side));
            let recent = [part, part.other()].map(|side| self.recall(worker, block, turn.feature, side, wanted));
            if let [Some(of_part), Some(of_rest)] = recent {
                worker.statistics.cache_hits += 1;
                node.learn(turn, self.outcome(part, of_part, of_rest, left), None);
                continue;
            }
            worker.statistics.kernel_calls += 1;
            let Ok(of_part) = worker.kernel.split(block, turn.feature, wanted, self.taking.stop) else {
                return node.give_up(turn.yes + turn.no + self.per_split, None);
            };
            let of_part = of_part.priced(self.per_split);
            self.keep(worker, names[0], wanted, of_part);
            // Often the smaller side and a floor of the larger one are enough.
            let mut of_rest = recent[1].unwrap_or(Profile([turn.floor_of(part.other()); 4]));
            let least = of_part.within(left) + of_rest.within(left) + self.per_split;
            if recent[1].is_none() && least <= node.allowed(turn) {
                worker.statistics.kernel_calls += 1;
                of_rest = worker.kernel.rest(wanted).priced(self.per_split);
                self.keep(worker, names[1], wanted, of_rest);
            }
            worker.kernel.mass_in_part(&mut worker.common);
            node.learn(turn, self.outcome(part, of_part, of_rest, left), Some((part, &worker.common)));
        }
    }

    /// What a split comes to whose sides have `left` splits between them.
    fn outcome(
        &self,
        part: Side,
        of_part: Profile<O::Cost>,
        of_rest: Profile<O::Cost>,
        left: usize,
    ) -> Outcome<O::Cost> {
        let (yes, no) = part.pair(of_part, of_rest);
        // Three splits are as many as a side can use.
        let divisions = left.saturating_sub(3).min(3)..=left.min(3);
        let cost = divisions.map(|of_no| no.within(of_no) + yes.within(left - of_no)).fold(O::Cost::MOST, O::Cost::min);
        Outcome { yes: yes.within(left), no: no.within(left), cost: cost + self.per_split }
    }

    /// What was found of a side of a split lately.
    pub(super) fn recall(
        &self,
        worker: &Worker<O>,
        block: &Block,
        feature: usize,
        side: Side,
        wanted: Wanted,
    ) -> Option<Profile<O::Cost>> {
        if !self.parts.recent {
            return None;
        }
        let name = block.name_of(feature, side);
        let largest = worker.recent.get(name)?;
        Some(match wanted {
            Wanted::Largest => Profile([largest; 4]),
            Wanted::Every => {
                let within = |splits| worker.recent.get(name.sized(2, splits));
                Profile([self.objective.leaf_of(block, feature, side), within(1)?, within(2)?, largest])
            }
        })
    }

    /// Keeps what was found of a cover.
    pub(super) fn keep(&self, worker: &mut Worker<O>, name: Fingerprint, wanted: Wanted, found: Profile<O::Cost>) {
        worker.recent.put(name, found.within(3));
        if wanted == Wanted::Every {
            worker.recent.put(name.sized(2, 1), found.within(1));
            worker.recent.put(name.sized(2, 2), found.within(2));
        }
    }
}

/// The splits of a node, for all who join in.
struct ShallowSplits<'a, O: Objective> {
    search: &'a Search<'a, O>,
    node: &'a Node<'a, O>,
}

impl<O: Objective> Joint<O> for ShallowSplits<'_, O> {
    fn has_work(&self) -> bool {
        let cells = self.node.block.rows() as usize * self.node.block.features().len();
        cells >= CELLS_WORTH_HELP && self.node.has_untried()
    }

    /// Whoever joins sums up the whole cover once, and from then on only the smaller side of each split.
    fn work(&self, worker: &mut Worker<O>, call: Call) {
        let Search { taking, .. } = self.search;
        let wanted = self.search.wanted(self.node.block, self.node.size);
        match self.search.open(worker, self.node.block, wanted, taking.stop) {
            Ok(whole) => self.search.try_splits(worker, self.node, whole, call),
            Err(Stopped) => self.node.give_up(O::Cost::MOST, None),
        }
    }
}

/// The cost of a tree that asks one question.
pub(super) fn stump<O: Objective>(objective: &O, block: &Block, feature: usize, per_split: O::Cost) -> O::Cost {
    objective.leaf_of(block, feature, Side::Yes) + objective.leaf_of(block, feature, Side::No) + per_split
}
