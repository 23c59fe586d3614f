//! Nodes whose sides are searched: the recursion.

use super::crew::{Call, Joint};
use super::node::{Conclusion, Node, Outcome, Turn};
use super::size::Size;
use super::subproblem::{Answer, Shape, SideOf};
use super::unfinished::Unfinished;
use super::{Search, Worker};
use crate::cost::Cost;
use crate::objective::Objective;
use crate::rows::{Block, Side};

impl<O: Objective> Search<'_, O> {
    /// The best tree within `size`, if it costs no more than `limit`.
    pub(super) fn solve_deep(
        &self,
        worker: &mut Worker<O>,
        block: &Block,
        size: Size,
        limit: O::Cost,
        call: Call,
    ) -> Answer<O::Cost> {
        worker.statistics.subproblems += 1;
        let node = self.new_node(block, size, Shape::Deep, limit);
        self.crew.work_at(self, worker, &DeepSplits { search: self, node: &node }, call);
        self.conclude(worker, node)
    }

    /// Tries a split, with its splits divided among its sides in every way that may lead to a better tree, and tells
    /// the node what came of it.
    fn try_split(&self, worker: &mut Worker<O>, node: &Node<O>, turn: Turn<O::Cost>, call: Call) {
        let largest = [Side::No, Side::Yes].map(|side| self.side_of(node.block, turn.feature, side, node.size.below()));
        let mut floors = [turn.no, turn.yes];
        let mut cost = O::Cost::MOST;
        for sides in self.ways_to_split(node.block, turn.feature, node.size) {
            let answers = sides.map(|side| self.known_of(side));
            let mut way = Way { sides, answers };
            way.answers[0].raise(turn.no);
            way.answers[1].raise(turn.yes);
            self.solve_sides(worker, node, turn, &mut way, cost, call);
            for at in 0..2 {
                if sides[at].size == largest[at].size {
                    floors[at] = floors[at].max(way.answers[at].floor());
                }
            }
            cost = cost.min(way.floor() + self.per_split);
            if way.answers.iter().any(|side| matches!(side, Answer::Stopped(_))) {
                // Other divisions have not been tried.
                let floor = cost.min(floors[0] + floors[1] + self.per_split);
                return node.give_up(floor, self.assemble(worker, node, turn, sides, way.answers));
            }
        }
        let outcome = Outcome { yes: floors[1], no: floors[0], cost };
        let Some(masses) = self.objective.masses().filter(|_| self.parts.siblings) else {
            return node.learn(turn, outcome, None);
        };
        masses.common(node.block, turn.feature, self.taking.level, &mut worker.common);
        node.learn(turn, outcome, Some((Side::Yes, &worker.common)));
    }

    /// Solves the sides of a split, or so much of them as shows that it does not lead to a better tree than the node's
    /// best or one that costs `best_here`.
    fn solve_sides(
        &self,
        worker: &mut Worker<O>,
        node: &Node<O>,
        turn: Turn<O::Cost>,
        way: &mut Way<O::Cost>,
        best_here: O::Cost,
        call: Call,
    ) {
        for this in self.worse_first(way) {
            let other = 1 - this;
            let allowed = node.allowed(turn).min(best_here.less(O::Cost::ONE));
            if way.floor() + self.per_split > allowed {
                worker.statistics.cache_hits += 1;
                break;
            }
            if let Answer::AtLeast(floor) = way.answers[this] {
                let left = allowed - (way.answers[other].floor() + self.per_split);
                way.answers[this] = self.solve_side(worker, way.sides[this], left, call);
                way.answers[this].raise(floor);
            }
            if matches!(way.answers[this], Answer::Stopped(_)) {
                break;
            }
        }
    }

    /// The side that may turn out worse by more than is known comes first: what it costs leaves the other less.
    fn worse_first(&self, way: &Way<O::Cost>) -> [usize; 2] {
        let unknown = |at: usize| {
            let SideOf { block, feature, side, .. } = way.sides[at];
            self.objective.leaf_of(block, feature, side).less(way.answers[at].floor())
        };
        if self.parts.worse_first && unknown(0) > unknown(1) { [0, 1] } else { [1, 0] }
    }

    pub(super) fn new_node<'a>(&'a self, block: &'a Block, size: Size, shape: Shape, limit: O::Cost) -> Node<'a, O> {
        Node::new(self.objective, block, size, shape, limit, self.per_split, self.taking, self.parts)
    }

    /// Remembers what came of a node.
    pub(super) fn conclude(&self, worker: &mut Worker<O>, node: Node<O>) -> Answer<O::Cost> {
        let (block, size) = (node.block, node.size);
        match node.conclude() {
            Conclusion::Known(known) => {
                self.remember(self.name_of(block, size), known);
                Answer::from(known)
            }
            Conclusion::Stopped { floor, done, unfinished } => {
                let tree = self.best_there_is(worker, block, size, done, unfinished);
                Answer::Stopped(Box::new(Unfinished { floor, tree }))
            }
        }
    }
}

/// One way to divide the splits of a question among its sides, the no-side first, with what is known of them.
struct Way<'a, C> {
    sides: [SideOf<'a>; 2],
    answers: [Answer<C>; 2],
}

impl<C: Cost> Way<'_, C> {
    /// What both sides cost at least.
    fn floor(&self) -> C {
        self.answers[0].floor() + self.answers[1].floor()
    }
}

/// The splits of a node, for all who join in.
struct DeepSplits<'a, O: Objective> {
    search: &'a Search<'a, O>,
    node: &'a Node<'a, O>,
}

impl<O: Objective> Joint<O> for DeepSplits<'_, O> {
    fn has_work(&self) -> bool {
        self.node.has_untried()
    }

    fn work(&self, worker: &mut Worker<O>, call: Call) {
        while let Some(turn) = self.node.next_turn() {
            call();
            if self.search.crew.has_failed() {
                return;
            }
            self.search.try_split(worker, self.node, turn, call);
        }
    }
}
