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
    pub memory: Memory<V>,
    ends: Ends<V>,
    /// Memory of nodes that is not in use.
    rooms: Vec<Room<V>>,
    blocks: Vec<Block>,
}

/// What one node works with.
#[derive(Debug, Default)]
struct Room<V> {
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
        Search {
            prices,
            min_leaf: min_leaf.max(1),
            level,
            statistics: Statistics::default(),
            memory: Memory::default(),
            ends: Ends::default(),
            rooms: vec![],
            blocks: vec![],
        }
    }

    /// How the blocks of this search are made.
    pub fn taking<'a>(&self, stop: &'a dyn Stop) -> Taking<'a> {
        Taking { min_leaf: self.min_leaf, min_mass: None, merge_twins: true, level: self.level, stop }
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
        self.memory.put(block.name(), shape, found.clone());
        Ok(found)
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
        let mut packed = self.blocks.pop().unwrap_or_default();
        let taken = packed.become_side(block, feature, side, self.taking(stop));
        let done = taken.map(|()| stacker::maybe_grow(STACK_LEFT, STACK_MORE, || work(self, &packed)));
        self.blocks.push(packed);
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

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        let rooms: usize = self.rooms.iter().map(|room| size_of_val(room.steps.heights())).sum();
        self.memory.bytes() + self.ends.bytes() + 3 * rooms + self.blocks.iter().map(Block::bytes).sum::<usize>()
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
