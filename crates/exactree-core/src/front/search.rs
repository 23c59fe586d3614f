//! `front(cover, shape, limit)`: all steps that trees of a shape reach over a cover, up to a limit.
//!
//! A step of a split is one of its yes-side and one of its no-side, added up; what the cover reaches is the best of all
//! splits and of the two leaves. Unlike in the search for one tree there is no single cost to prune with: a split is only
//! passed over where its sides are too far along, or where one side alone is beaten at every step, even if the other one
//! were ideal.

use std::sync::Arc;

use super::criterion::Prices;
use super::ends::{Cover, DEPTH, Ends};
use super::memory::Memory;
use super::shape::Shape;
use super::staircase::{Height, LEAF, Staircase, Step};
use super::steps::{Steps, fill_in};
use crate::order::by_purity;
use crate::rows::{Block, Side, Taking};
use crate::simd::{self, Job, Level, Machine};
use crate::stop::{Stop, Stopped};
use crate::trace::Statistics;

/// Where the stack has less room than this, it goes on elsewhere.
pub(super) const STACK_LEFT: usize = 64 << 10;
pub(super) const STACK_MORE: usize = 1 << 20;

/// All that a search needs, but for its rows.
#[derive(Debug)]
pub(super) struct Search<V> {
    pub prices: Prices<V>,
    pub min_leaf: u32,
    pub level: Level,
    pub statistics: Statistics,
    memory: Memory<V>,
    ends: Ends<V>,
    /// Memory of nodes that is not in use.
    rooms: Vec<Room<V>>,
}

/// What one node works with.
#[derive(Debug, Default)]
struct Room<V> {
    block: Block,
    steps: Steps<V>,
    /// What one split reaches.
    sums: Steps<V>,
    questions: Vec<u32>,
    heights: Vec<V>,
    list: Vec<Step<V>>,
}

/// What came of a node.
#[derive(Debug)]
pub(super) struct Explored<V> {
    pub staircase: Staircase<V>,
    /// Whether all splits were tried; if not, some steps may be missing or higher than need be.
    pub is_complete: bool,
}

impl<V: Height> Search<V> {
    pub fn new(prices: Prices<V>, min_leaf: u32, level: Level) -> Self {
        let (memory, ends) = (Memory::default(), Ends::default());
        let min_leaf = min_leaf.max(1);
        Search { prices, min_leaf, level, statistics: Statistics::default(), memory, ends, rooms: vec![] }
    }

    /// How the blocks of this search are made.
    pub fn taking<'a>(&self, stop: &'a dyn Stop) -> Taking<'a> {
        Taking { min_leaf: self.min_leaf, merge_twins: true, level: self.level, stop }
    }

    /// All steps of a cover up to `limit`.
    pub fn front(
        &mut self,
        block: &Block,
        shape: Shape,
        limit: u32,
        stop: &dyn Stop,
    ) -> Result<Arc<Staircase<V>>, Stopped> {
        let shape = shape.over(block.rows(), self.min_leaf);
        let limit = limit.min(self.prices.furthest(block.counts().iter().copied()));
        if let Some(known) = self.memory.get(block.name(), shape).filter(|known| known.limit >= limit) {
            self.statistics.cache_hits += 1;
            return Ok(known.clone());
        }
        let found = if shape.depth <= DEPTH {
            self.count(block, shape, limit, stop)?
        } else {
            let explored = self.explore(block, shape, limit, None, stop);
            if !explored.is_complete {
                return Err(Stopped);
            }
            explored.staircase
        };
        let found = Arc::new(found);
        self.statistics.peak_bytes += found.bytes() as u64;
        self.memory.put(block.name(), shape, found.clone());
        Ok(found)
    }

    /// The same for a side of a split.
    pub fn front_of_side(
        &mut self,
        side: SideOf,
        shape: Shape,
        limit: u32,
        stop: &dyn Stop,
    ) -> Result<Arc<Staircase<V>>, Stopped> {
        let SideOf { block, feature, side } = side;
        let shape = shape.over(block.rows_of(feature, side), self.min_leaf);
        let limit = limit.min(self.prices.furthest(block.counts_of(feature, side)));
        if let Some(known) = self.memory.get(block.name_of(feature, side), shape).filter(|known| known.limit >= limit) {
            self.statistics.cache_hits += 1;
            return Ok(known.clone());
        }
        self.with_side(block, feature, side, stop, |search, block| search.front(block, shape, limit, stop))?
    }

    /// No tree over a side of a split is less far along.
    fn floor_of(&self, side: SideOf, shape: Shape) -> u32 {
        let SideOf { block, feature, side } = side;
        let ideal = self.prices.ideal(block.counts_of(feature, side)).along;
        let shape = shape.over(block.rows_of(feature, side), self.min_leaf);
        self.memory.get(block.name_of(feature, side), shape).map_or(ideal, |known| known.floor())
    }

    /// Packs a side of a split and does something with it.
    pub fn with_side<T>(
        &mut self,
        block: &Block,
        feature: usize,
        side: Side,
        stop: &dyn Stop,
        work: impl FnOnce(&mut Self, &Block) -> T,
    ) -> Result<T, Stopped> {
        let mut room = self.rooms.pop().unwrap_or_default();
        let taken = room.block.become_side(block, feature, side, self.taking(stop));
        let side = std::mem::take(&mut room.block);
        self.rooms.push(room);
        let done = taken.map(|()| stacker::maybe_grow(STACK_LEFT, STACK_MORE, || work(self, &side)));
        // The memory of the block goes back to whichever room is free now.
        if let Some(room) = self.rooms.last_mut() {
            room.block = side;
        }
        done
    }

    /// Solves a cover from counts.
    fn count(&mut self, block: &Block, shape: Shape, limit: u32, stop: &dyn Stop) -> Result<Staircase<V>, Stopped> {
        self.statistics.kernel_calls += 1;
        let mut list = vec![];
        let Search { prices, min_leaf, level, ends, .. } = self;
        let cover = Cover { block, prices, shape, min_leaf: *min_leaf, level: *level, stop };
        ends.solve(cover, limit, &mut list)?;
        Ok(Staircase { steps: list.into(), questions: Box::default(), limit })
    }

    /// What a whole table reaches, as far as it is found before somebody stops the search.
    pub fn reach(&mut self, root: &Block, shape: Shape, limit: u32, goal: Option<V>, stop: &dyn Stop) -> Explored<V> {
        if shape.depth > DEPTH {
            return self.explore(root, shape, limit, goal, stop);
        }
        match self.front(root, shape, limit, stop) {
            Ok(front) => Explored { staircase: Staircase::clone(&front), is_complete: true },
            Err(Stopped) => Explored { staircase: Staircase::empty(), is_complete: false },
        }
    }

    /// Tries all splits of a cover that is too deep to be counted.
    ///
    /// With a goal only such steps matter as are less far along than the first that is no higher than it.
    pub fn explore(
        &mut self,
        block: &Block,
        shape: Shape,
        mut limit: u32,
        goal: Option<V>,
        stop: &dyn Stop,
    ) -> Explored<V> {
        self.statistics.subproblems += 1;
        let mut room = self.rooms.pop().unwrap_or_default();
        room.steps.clear(limit);
        room.questions.clear();
        room.questions.resize(limit as usize + 1, LEAF);
        for leaf in self.prices.leaves(block.counts().iter().copied()) {
            room.steps.offer(leaf.along, leaf.height);
        }
        let ideal = self.prices.ideal(block.counts().iter().copied());
        let mut is_complete = true;
        for feature in by_purity(block) {
            room.steps.settle(&mut room.list);
            if room.steps.beats(ideal.along, ideal.height) {
                break;
            }
            if let Some(first) = goal.and_then(|goal| room.steps.first_below(goal)) {
                limit = limit.min(first.saturating_sub(1));
            }
            if self.try_split(&mut room, block, feature as usize, shape, limit, stop).is_err() {
                is_complete = false;
                break;
            }
        }
        let mut list = std::mem::take(&mut room.list);
        room.steps.settle(&mut list);
        let questions = list.iter().map(|step| room.questions[step.along as usize]).collect();
        let staircase = Staircase { steps: list.as_slice().into(), questions, limit };
        room.list = list;
        self.rooms.push(room);
        Explored { staircase, is_complete }
    }

    fn try_split(
        &mut self,
        room: &mut Room<V>,
        block: &Block,
        feature: usize,
        shape: Shape,
        limit: u32,
        stop: &dyn Stop,
    ) -> Result<(), Stopped> {
        if stop.should_stop() {
            return Err(Stopped);
        }
        for shapes in shape.sides() {
            let steps = &mut room.steps;
            let sides = self.fronts_of_sides(block, feature, shapes, limit, stop, |first, ideal| {
                first.steps.iter().all(|step| steps.beats(step.along + ideal.along, step.height + ideal.height))
            })?;
            if let Some([yes, no]) = sides {
                let sides = [&yes.steps[..], &no.steps[..]];
                simd::run(self.level, AddSides { room, sides, limit, question: block.features()[feature], stop })?;
            }
        }
        Ok(())
    }

    /// What both sides of a split reach, each as far along as the other leaves it; nothing if they are too far
    /// along together, or if it is no use whatever the second one reaches, as far as its ideal says.
    pub fn fronts_of_sides(
        &mut self,
        block: &Block,
        feature: usize,
        shapes: [Shape; 2],
        limit: u32,
        stop: &dyn Stop,
        is_no_use: impl FnOnce(&Staircase<V>, Step<V>) -> bool,
    ) -> Result<Option<[Arc<Staircase<V>>; 2]>, Stopped> {
        let sides = [Side::Yes, Side::No].map(|side| SideOf { block, feature, side });
        let floors = [0, 1].map(|place| self.floor_of(sides[place], shapes[place]));
        // The side that looks worse is more likely to be no use.
        let [yes_errors, no_errors] = sides.map(|SideOf { side, .. }| block.leaf_errors_of(feature, side));
        let (first, second) = if yes_errors >= no_errors { (0, 1) } else { (1, 0) };
        let left = limit.checked_sub(floors[second]).filter(|&left| left >= floors[first]);
        let Some(left) = left else { return Ok(None) };
        let this = self.front_of_side(sides[first], shapes[first], left, stop)?;
        let left = limit.checked_sub(this.floor()).filter(|&left| left >= floors[second]);
        let Some(left) = left else { return Ok(None) };
        if is_no_use(&this, self.prices.ideal(block.counts_of(feature, sides[second].side))) {
            return Ok(None);
        }
        let other = self.front_of_side(sides[second], shapes[second], left, stop)?;
        Ok(Some(if first == 0 { [this, other] } else { [other, this] }))
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.statistics.peak_bytes as usize
            + self.ends.bytes()
            + self.rooms.iter().map(|room| room.block.bytes() + size_of_val(room.steps.heights())).sum::<usize>()
    }

    /// What the search took.
    pub fn statistics(&self) -> Statistics {
        let (cache_entries, peak_bytes) = (self.memory.entries() as u64, self.bytes() as u64);
        Statistics { cache_entries, peak_bytes, ..self.statistics }
    }

    /// The counting room and what it needs to know.
    pub fn ends(&mut self) -> (&mut Ends<V>, &Prices<V>) {
        (&mut self.ends, &self.prices)
    }
}

/// A side of a split of a block.
#[derive(Clone, Copy)]
pub(super) struct SideOf<'a> {
    pub block: &'a Block,
    pub feature: usize,
    pub side: Side,
}

/// Adds up what both sides of a split reach, and keeps what is better than what other splits do.
struct AddSides<'a, V> {
    room: &'a mut Room<V>,
    sides: [&'a [Step<V>]; 2],
    limit: u32,
    question: u32,
    stop: &'a dyn Stop,
}

impl<V: Height> Job for AddSides<'_, V> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run<M: Machine>(self, _: M) -> Result<(), Stopped> {
        let AddSides { room, sides: [yes, no], limit, question, stop } = self;
        let (few, many) = if yes.len() < no.len() { (yes, no) } else { (no, yes) };
        let Room { steps, sums, questions, heights, .. } = room;
        sums.clear(limit);
        sums.offer_sums(few, fill_in(many, heights), stop)?;
        steps.take_lower(sums, question, questions);
        Ok(())
    }
}
