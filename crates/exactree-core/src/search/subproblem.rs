//! `solve(cover, size, limit)`: the cheapest tree if it costs at most `limit`, else a floor above that.

use super::crew::Call;
use super::size::{Division, Size};
use super::unfinished::Unfinished;
use super::{Search, Worker};
use crate::cache::Known;
use crate::cost::Cost;
use crate::kernel::{Kernel, Wanted};
use crate::objective::Objective;
use crate::rows::{Block, Fingerprint, Side, Taking};
use crate::stop::{Stop, Stopped};

/// What came of a subproblem.
#[derive(Debug)]
pub(super) enum Answer<C> {
    /// The cost of the best tree.
    Exact(C),
    /// No tree costs as little as the limit that was given, nor less than this.
    AtLeast(C),
    /// The search was stopped.
    Stopped(Box<Unfinished<C>>),
}

impl<C: Cost> Answer<C> {
    /// No tree costs less.
    pub fn floor(&self) -> C {
        match self {
            Answer::Exact(floor) | Answer::AtLeast(floor) => *floor,
            Answer::Stopped(unfinished) => unfinished.floor,
        }
    }

    /// Learns a floor from elsewhere.
    pub fn raise(&mut self, known: C) {
        match self {
            Answer::Exact(_) => {}
            Answer::AtLeast(floor) => *floor = known.max(*floor),
            Answer::Stopped(unfinished) => unfinished.floor = known.max(unfinished.floor),
        }
    }
}

impl<C> From<Known<C>> for Answer<C> {
    fn from(known: Known<C>) -> Self {
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
    /// How large its trees may be.
    pub size: Size,
}

impl SideOf<'_> {
    fn name(self) -> Fingerprint {
        self.block.name_of(self.feature, self.side).sized(self.size.depth, self.size.splits)
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
    /// One question: the block has summed up its sides already.
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

impl<O: Objective> Search<'_, O> {
    pub(super) fn shape(&self, worker: &Worker<O>, block: &Block, size: Size) -> Shape {
        let kernel = || self.parts.kernel && worker.kernel.has_room_for(block);
        let nothing_to_gain = self.objective.leaf(block) <= self.objective.lost(block) + self.per_split;
        match size.depth.min(block.features().len()) {
            _ if nothing_to_gain => Shape::Leaf,
            0 => Shape::Leaf,
            1 => Shape::Stump,
            2 if kernel() => Shape::Pairs,
            3 if kernel() => Shape::Shallow,
            _ => Shape::Deep,
        }
    }

    /// The cheapest tree within `size` over the block if it costs at most `limit`, else a floor above that.
    pub(super) fn solve(
        &self,
        worker: &mut Worker<O>,
        block: &Block,
        size: Size,
        limit: O::Cost,
        call: Call,
    ) -> Answer<O::Cost> {
        match self.shape(worker, block, size) {
            Shape::Leaf => Answer::Exact(self.objective.leaf(block)),
            Shape::Stump => {
                let stump = self.objective.best_stump(block) + self.per_split;
                Answer::Exact(stump.min(self.objective.leaf(block)))
            }
            Shape::Pairs => self.solve_pairs(worker, block, size),
            Shape::Shallow if self.every_size => self.solve_every_size(worker, block, size),
            Shape::Shallow => self.solve_shallow(worker, block, size, limit, call),
            Shape::Deep => self.solve_deep(worker, block, size, limit, call),
        }
    }

    /// The same for a side of a split, of which nothing is known yet.
    pub(super) fn solve_side(
        &self,
        worker: &mut Worker<O>,
        side: SideOf,
        limit: O::Cost,
        call: Call,
    ) -> Answer<O::Cost> {
        let taken = self.with_side(worker, side, self.taking.stop, |worker, block| {
            self.solve(worker, block, side.size, limit, call)
        });
        taken.unwrap_or_else(|Stopped| Answer::Stopped(Box::new(self.leaf_instead(side))))
    }

    /// Lends the rows of a side, packed, to `work`.
    pub(super) fn with_side<T>(
        &self,
        worker: &mut Worker<O>,
        side: SideOf,
        stop: &dyn Stop,
        work: impl FnOnce(&mut Worker<O>, &Block) -> T,
    ) -> Result<T, Stopped> {
        let mut block = worker.blocks.pop().unwrap_or_default();
        let taking = Taking { stop, ..self.taking };
        let taken = block.become_side(side.block, side.feature, side.side, taking);
        let done = taken.map(|()| stacker::maybe_grow(STACK_LEFT, STACK_MORE, || work(worker, &block)));
        worker.blocks.push(block);
        done
    }

    /// So much of a size as a tree over the block can use.
    pub(super) fn fitting(&self, block: &Block, size: Size) -> Size {
        size.fitting(self.most_leaves(block.rows()))
    }

    /// A side with all of `size` that it can use.
    pub(super) fn side_of<'a>(&self, block: &'a Block, feature: usize, side: Side, size: Size) -> SideOf<'a> {
        let leaves = self.most_leaves(block.rows_of(feature, side));
        SideOf { block, feature, side, size: size.fitting(leaves) }
    }

    /// Both sides of a question, the no-side first, for each way to divide the splits that it leaves.
    pub(super) fn ways_to_split<'a>(
        &self,
        block: &'a Block,
        feature: usize,
        size: Size,
    ) -> impl Iterator<Item = [SideOf<'a>; 2]> + use<'a, O> {
        let [no, yes] = [Side::No, Side::Yes].map(|side| self.side_of(block, feature, side, size.below()));
        size.divisions(no.size.splits, yes.size.splits).map(move |Division { no: of_no, yes: of_yes }| {
            [(no, of_no), (yes, of_yes)].map(|(side, splits)| {
                let depth = side.size.depth.min(splits);
                SideOf { size: Size { depth, splits }, ..side }
            })
        })
    }

    /// Whether a tree over a block could use more splits than it may have.
    pub(super) fn is_rationed(&self, block: &Block, size: Size) -> bool {
        let unrationed = self.fitting(block, Size { splits: usize::MAX, ..size });
        size.splits < unrationed.splits
    }

    /// Which trees of depth two matter below a block: where splits cost nothing and are not rationed, only the largest.
    pub(super) fn wanted(&self, block: &Block, size: Size) -> Wanted {
        let is_free = self.per_split == O::Cost::default() && !self.is_rationed(block, size);
        if is_free { Wanted::Largest } else { Wanted::Every }
    }

    /// What is known of a side without looking at its rows.
    pub(super) fn known_of(&self, side: SideOf) -> Answer<O::Cost> {
        let SideOf { block, feature, side: which, size } = side;
        let leaf = self.objective.leaf_of(block, feature, which);
        let lost = self.objective.lost_of(block, feature, which);
        if leaf <= lost + self.per_split || size.depth == 0 {
            return Answer::Exact(leaf);
        }
        if size.depth == 1
            && let Some(stump) = self.objective.known_stump(block.name_of(feature, which))
        {
            return Answer::Exact(leaf.min(stump + self.per_split));
        }
        let mut known = self.look_up(side.name()).map_or(Answer::AtLeast(O::Cost::default()), Answer::from);
        known.raise(lost);
        known
    }

    pub(super) fn name_of(&self, block: &Block, size: Size) -> Fingerprint {
        block.name().sized(size.depth, size.splits)
    }

    pub(super) fn look_up(&self, name: Fingerprint) -> Option<Known<O::Cost>> {
        if self.parts.cache { self.cache.get(name) } else { None }
    }

    pub(super) fn remember(&self, name: Fingerprint, known: Known<O::Cost>) {
        if self.parts.cache {
            self.cache.put(name, known);
        }
    }
}
