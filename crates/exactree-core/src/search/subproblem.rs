//! `solve(cover, depth, limit)`: the cheapest tree if it costs at most `limit`, else a floor above that.

use super::crew::Call;
use super::shallow::best_stump;
use super::unfinished::Unfinished;
use super::{Search, Worker};
use crate::cache::Known;
use crate::rows::{Block, Fingerprint, Side, Taking};
use crate::stop::{Stop, Stopped};

/// What came of a subproblem.
#[derive(Debug)]
pub(super) enum Answer {
    /// The cost of the best tree.
    Exact(u32),
    /// No tree costs as little as the limit that was given, nor less than this.
    AtLeast(u32),
    /// The search was stopped.
    Stopped(Box<Unfinished>),
}

impl Answer {
    /// No tree costs less.
    pub fn floor(&self) -> u32 {
        match self {
            Answer::Exact(floor) | Answer::AtLeast(floor) => *floor,
            Answer::Stopped(unfinished) => unfinished.floor,
        }
    }

    /// Learns a floor from elsewhere.
    pub fn raise(&mut self, known: u32) {
        match self {
            Answer::Exact(_) => {}
            Answer::AtLeast(floor) => *floor = known.max(*floor),
            Answer::Stopped(unfinished) => unfinished.floor = known.max(unfinished.floor),
        }
    }
}

impl From<Known> for Answer {
    fn from(known: Known) -> Self {
        match known {
            Known::Exact { cost, .. } => Answer::Exact(cost),
            Known::AtLeast(floor) => Answer::AtLeast(floor),
        }
    }
}

/// A side of a split as a subproblem.
#[derive(Clone, Copy)]
pub(super) struct SideOf<'a> {
    pub block: &'a Block,
    pub feature: usize,
    pub side: Side,
    /// How deep its trees may be.
    pub depth: usize,
}

impl SideOf<'_> {
    fn name(self) -> Fingerprint {
        self.block.name_of(self.feature, self.side).at_depth(self.depth)
    }

    pub fn leaf_errors(self) -> u32 {
        self.block.leaf_errors_of(self.feature, self.side)
    }

    pub fn lost_rows(self) -> u32 {
        self.block.lost_rows_of(self.feature, self.side)
    }

    /// How many rows of each class it has.
    pub fn counts(self) -> Vec<u32> {
        self.block.counts_of(self.feature, self.side).collect()
    }
}

/// Who solves a subproblem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Nothing to ask, or nothing to gain.
    Leaf,
    /// One question: the block has counted its sides already.
    Stump,
    /// Two levels of questions: the kernel's own work.
    Pairs,
    /// Three: the kernel solves the sides of each split.
    Shallow,
    /// More: the sides are searched.
    Deep,
}

/// Stack that is there when a subproblem is begun, and what is added when it is not: a path may be as long as
/// there are features.
pub(super) const STACK_LEFT: usize = 128 << 10;
pub(super) const STACK_MORE: usize = 2 << 20;

impl Search<'_> {
    pub(super) fn shape(&self, worker: &Worker, block: &Block, depth: usize) -> Shape {
        let kernel = || self.parts.kernel && worker.kernel.has_room_for(block);
        match depth.min(block.features().len()) {
            _ if block.leaf_errors() == block.lost_rows() => Shape::Leaf,
            0 => Shape::Leaf,
            1 => Shape::Stump,
            2 if kernel() => Shape::Pairs,
            3 if kernel() => Shape::Shallow,
            _ => Shape::Deep,
        }
    }

    /// The cheapest tree of at most `depth` over the block if it costs at most `limit`, else a floor above that.
    pub(super) fn solve(&self, worker: &mut Worker, block: &Block, depth: usize, limit: u32, call: Call) -> Answer {
        match self.shape(worker, block, depth) {
            Shape::Leaf => Answer::Exact(block.leaf_errors()),
            Shape::Stump => Answer::Exact(best_stump(block)),
            Shape::Pairs => self.solve_pairs(worker, block),
            Shape::Shallow => self.solve_shallow(worker, block, depth, limit, call),
            Shape::Deep => self.solve_deep(worker, block, depth, limit, call),
        }
    }

    /// The same for a side of a split, of which nothing is known yet.
    pub(super) fn solve_side(&self, worker: &mut Worker, side: SideOf, limit: u32, call: Call) -> Answer {
        let taken = self.with_side(worker, side, self.taking.stop, |worker, block| {
            self.solve(worker, block, side.depth, limit, call)
        });
        taken.unwrap_or_else(|Stopped| Answer::Stopped(Box::new(Unfinished::leaf(side))))
    }

    /// Lends the rows of a side, packed, to `work`.
    pub(super) fn with_side<T>(
        &self,
        worker: &mut Worker,
        side: SideOf,
        stop: &dyn Stop,
        work: impl FnOnce(&mut Worker, &Block) -> T,
    ) -> Result<T, Stopped> {
        let mut block = worker.blocks.pop().unwrap_or_default();
        let taking = Taking { stop, ..self.taking };
        let taken = block.become_side(side.block, side.feature, side.side, taking);
        let done = taken.map(|()| stacker::maybe_grow(STACK_LEFT, STACK_MORE, || work(worker, &block)));
        worker.blocks.push(block);
        done
    }

    pub(super) fn side_of<'a>(&self, block: &'a Block, feature: usize, side: Side, depth: usize) -> SideOf<'a> {
        let rows = block.rows_of(feature, side);
        SideOf { block, feature, side, depth: self.useful_depth(depth - 1, rows) }
    }

    /// What is known of a side without looking at its rows.
    pub(super) fn known_of(&self, side: SideOf) -> Answer {
        let (leaf, lost) = (side.leaf_errors(), side.lost_rows());
        if leaf == lost || side.depth == 0 {
            return Answer::Exact(leaf);
        }
        let mut known = self.look_up(side.name()).map_or(Answer::AtLeast(0), Answer::from);
        known.raise(lost);
        known
    }

    pub(super) fn name_at(&self, block: &Block, depth: usize) -> Fingerprint {
        block.name().at_depth(self.useful_depth(depth, block.rows()))
    }

    pub(super) fn look_up(&self, name: Fingerprint) -> Option<Known> {
        if self.parts.cache { self.cache.get(name) } else { None }
    }

    pub(super) fn remember(&self, name: Fingerprint, known: Known) {
        if self.parts.cache {
            self.cache.put(name, known);
        }
    }
}
