//! Nodes whose sides are searched: the recursion.

use super::crew::{Call, Joint};
use super::node::{Conclusion, Node, Turn};
use super::subproblem::{Answer, Shape, SideOf};
use super::unfinished::Unfinished;
use super::{Search, Worker};
use crate::rows::{Block, Side, common_rows};

impl Search<'_> {
    /// The best tree of at most `depth`, if it costs no more than `limit`.
    pub(super) fn solve_deep(
        &self,
        worker: &mut Worker,
        block: &Block,
        depth: usize,
        limit: u32,
        call: Call,
    ) -> Answer {
        worker.statistics.subproblems += 1;
        let node = Node::new(block, depth, Shape::Deep, limit, self.taking, self.parts);
        self.crew.work_at(self, worker, &DeepSplits { search: self, node: &node }, call);
        self.conclude(worker, node)
    }

    /// Solves the sides of a split, or so much of them as shows that it does not lead to a better tree.
    fn solve_sides(&self, worker: &mut Worker, node: &Node, turn: Turn, call: Call) -> [Answer; 2] {
        let sides = [Side::Yes, Side::No].map(|side| self.side_of(node.block, turn.feature, side, node.depth));
        let [mut yes, mut no] = sides.map(|side| self.known_of(side));
        yes.raise(turn.yes);
        no.raise(turn.no);
        let mut answers = [yes, no];
        for this in self.worse_first(sides, &answers) {
            let other = 1 - this;
            let allowed = node.allowed(turn);
            if answers[0].floor() + answers[1].floor() > allowed {
                worker.statistics.cache_hits += 1;
                break;
            }
            if let Answer::AtLeast(floor) = answers[this] {
                answers[this] = self.solve_side(worker, sides[this], allowed - answers[other].floor(), call);
                answers[this].raise(floor);
            }
            if matches!(answers[this], Answer::Stopped(_)) {
                break;
            }
        }
        answers
    }

    /// The side that may turn out worse by more than is known comes first: what it costs leaves the other less.
    fn worse_first(&self, sides: [SideOf; 2], answers: &[Answer; 2]) -> [usize; 2] {
        let unknown = |side: usize| sides[side].leaf_errors().saturating_sub(answers[side].floor());
        if !self.parts.worse_first || unknown(0) >= unknown(1) { [0, 1] } else { [1, 0] }
    }

    /// Tells the node what came of a split.
    fn settle(&self, worker: &mut Worker, node: &Node, turn: Turn, sides: [Answer; 2]) {
        let floors @ (yes, no) = (sides[0].floor(), sides[1].floor());
        if sides.iter().any(|side| matches!(side, Answer::Stopped(_))) {
            return node.give_up(yes + no, self.assemble(worker, node, turn, sides));
        }
        if !self.parts.siblings {
            return node.learn(turn, floors, None);
        }
        common_rows(node.block, turn.feature, self.taking.level, &mut worker.common);
        node.learn(turn, floors, Some((Side::Yes, &worker.common)));
    }

    /// Remembers what came of a node.
    pub(super) fn conclude(&self, worker: &mut Worker, node: Node) -> Answer {
        let (block, depth) = (node.block, node.depth);
        match node.conclude() {
            Conclusion::Known(known) => {
                self.remember(self.name_at(block, depth), known);
                Answer::from(known)
            }
            Conclusion::Stopped { floor, done, unfinished } => {
                let tree = self.best_there_is(worker, block, depth, done, unfinished);
                Answer::Stopped(Box::new(Unfinished { floor, tree }))
            }
        }
    }
}

/// The splits of a node, for all who join in.
struct DeepSplits<'a> {
    search: &'a Search<'a>,
    node: &'a Node<'a>,
}

impl Joint for DeepSplits<'_> {
    fn has_work(&self) -> bool {
        self.node.has_untried()
    }

    fn work(&self, worker: &mut Worker, call: Call) {
        while let Some(turn) = self.node.next_turn() {
            call();
            if self.search.crew.has_failed() {
                return;
            }
            let sides = self.search.solve_sides(worker, self.node, turn, call);
            self.search.settle(worker, self.node, turn, sides);
        }
    }
}
