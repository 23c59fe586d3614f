//! The search.
mod deep;
mod extract;
mod greedy;
mod shallow;

use std::sync::Mutex;

use crate::cache::{Cache, Known};
use crate::kernel::Kernel;
use crate::rows::{Block, Fingerprint, Side, Table};
use crate::simd::Level;
use crate::stop::Stop;
use crate::trace::Statistics;
use crate::tree::Tree;

/// What a tree may be, and how it is looked for.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The most questions on any path; `None` for no limit.
    pub max_depth: Option<usize>,
    /// The fewest rows in a leaf. A single leaf is always allowed.
    pub min_samples_leaf: u32,
    /// Only trees with fewer errors are looked for.
    pub max_error: Option<u32>,
    /// How many threads search.
    pub threads: usize,
    /// The instructions to use.
    pub level: Level,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { max_depth: None, min_samples_leaf: 1, max_error: None, threads: 1, level: Level::best() }
    }
}

/// What a search can say of its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No tree within the limits has fewer errors.
    Optimal,
    /// No tree within the limits has fewer errors than `max_error`; the tree is one that does not.
    NoBetterTree,
    /// The search was stopped; the tree is the best one it had.
    Stopped,
}

/// A tree and what is proven of it.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The tree.
    pub tree: Tree,
    /// Its training errors.
    pub cost: u32,
    /// No tree within the limits makes fewer errors.
    pub floor: u32,
    /// What is proven.
    pub status: Status,
    /// What it took.
    pub statistics: Statistics,
}

/// What all threads of a search share.
struct Search<'a> {
    cache: Cache,
    stop: &'a dyn Stop,
    min_leaf: u32,
    level: Level,
    root: Block,
    threads: usize,
    /// Workers that wait for work.
    idle: Mutex<Vec<Worker>>,
}

/// What one thread needs for itself.
struct Worker {
    kernel: Kernel,
    blocks: Vec<Block>,
    archive: crate::bound::archive::Archive,
    pairs: std::collections::HashMap<Fingerprint, u32>,
    pub saved: [u64; 4],
    statistics: Statistics,
}

/// What came of a subproblem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// The cost of the best tree.
    Exact(u32),
    /// No tree costs as little as the limit that was given, nor less than this.
    AtLeast(u32),
    /// The search was stopped. No tree costs less than this.
    Stopped(u32),
}

impl Answer {
    fn floor(self) -> u32 {
        match self {
            Answer::Exact(floor) | Answer::AtLeast(floor) | Answer::Stopped(floor) => floor,
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

impl Worker {
    fn new(level: Level, min_leaf: u32) -> Self {
        Worker { kernel: Kernel::new(level, min_leaf), blocks: vec![], archive: Default::default(), pairs: Default::default(), saved: [0; 4], statistics: Statistics::default() }
    }
}

/// Finds the best tree.
pub fn solve(table: &Table, settings: &Settings, stop: &dyn Stop) -> Solution {
    let min_leaf = settings.min_samples_leaf.max(1);
    let block = Block::of_table(table, min_leaf, settings.level);
    let search = Search {
        cache: Cache::new(),
        stop,
        min_leaf,
        level: settings.level,
        root: block.clone(),
        threads: settings.threads.max(1),
        idle: Mutex::default(),
    };
    let depth = search.useful_depth(settings.max_depth.unwrap_or(usize::MAX), block.rows());
    let mut worker = Worker::new(settings.level, min_leaf);
    let (mut cost, mut tree) = search.greedy(&mut worker, &block, depth);
    let limit = match settings.max_error {
        Some(max_error) if max_error <= cost => max_error.checked_sub(1),
        _ => Some(cost),
    };
    let answer = match limit {
        None => Answer::AtLeast(0),
        Some(limit) => search.solve_block(&mut worker, &block, depth, limit),
    };
    let status = match answer {
        Answer::Exact(best) => {
            cost = best;
            if let Some(found) = search.extract(&mut worker, &block, depth, best) {
                tree = found;
            }
            Status::Optimal
        }
        Answer::AtLeast(_) => Status::NoBetterTree,
        Answer::Stopped(_) => Status::Stopped,
    };
    if std::env::var("SAVED").is_ok() { eprintln!("{:?}", worker.saved); }
    let mut statistics = worker.statistics;
    statistics.cache_entries = search.cache.entries() as u64;
    statistics.peak_bytes = (search.cache.bytes() + worker.kernel.bytes()) as u64;
    Solution { cost, floor: answer.floor().min(cost), tree, status, statistics }
}

impl Search<'_> {
    fn root_features(&self) -> usize {
        self.root.features().iter().max().map_or(0, |&id| id as usize + 1)
    }

    /// A tree has at most as many leaves as fit its rows, and so many splits less one on a path.
    fn useful_depth(&self, depth: usize, rows: u32) -> usize {
        depth.min(((rows / self.min_leaf) as usize).saturating_sub(1))
    }

    /// The cheapest tree of at most `depth` over the block if it costs at most `limit`, else a floor
    /// above that.
    fn solve_block(&self, worker: &mut Worker, block: &Block, depth: usize, limit: u32) -> Answer {
        let leaf = block.leaf_errors();
        let depth = depth.min(block.features().len());
        if leaf == 0 || depth == 0 {
            return Answer::Exact(leaf);
        }
        match depth {
            1 | 2 => self.solve_pairs(worker, block, depth),
            3 if worker.kernel.has_room_for(block) => self.solve_shallow(worker, block, limit),
            _ => self.solve_deep(worker, block, depth, limit),
        }
    }

    /// The same for a side of a split, whose rows are only packed if it has to be searched.
    fn solve_side(&self, worker: &mut Worker, side: SideOf, limit: u32) -> Answer {
        let mut block = worker.blocks.pop().unwrap_or_default();
        block.become_side(side.block, side.feature, side.side, self.min_leaf, self.level);
        let answer = self.solve_block(worker, &block, side.depth, limit);
        worker.blocks.push(block);
        answer
    }

    /// What is known of a side without looking at its rows.
    fn known_of(&self, side: SideOf) -> Answer {
        let leaf = side.block.leaf_errors_of(side.feature, side.side);
        if leaf == 0 || side.depth == 0 {
            return Answer::Exact(leaf);
        }
        self.cache.get(side.name()).map_or(Answer::AtLeast(0), Answer::from)
    }
}

/// A side of a split as a subproblem.
#[derive(Clone, Copy)]
struct SideOf<'a> {
    block: &'a Block,
    feature: usize,
    side: Side,
    /// How deep its trees may be.
    depth: usize,
}

impl SideOf<'_> {
    fn name(self) -> Fingerprint {
        self.block.name_of(self.feature, self.side).at_depth(self.depth)
    }
}
