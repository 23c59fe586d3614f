//! The search: DL8.5's caching branch and bound, with MurTree's refinements and a few more.
//!
//! | file | what it does |
//! |---|---|
//! | `subproblem` | `solve(cover, depth, limit)`: who answers which subproblem |
//! | `deep` | tries the splits of a node whose sides are searched in turn |
//! | `shallow` | tries the splits of a node whose sides the kernel answers; and the kernel's own depths |
//! | `choice` | the split with the lowest floor |
//! | `node` | what the splits of one node know of each other; the tie rule |
//! | `crew` | lets idle threads help at a node |
//! | `greedy` | a good tree at once |
//! | `grow` | reads the tree off what was proven |
//! | `unfinished` | what there is when the search is stopped |

mod choice;
mod crew;
mod deep;
mod greedy;
mod grow;
mod node;
mod shallow;
mod subproblem;
mod unfinished;

use crate::cache::{Cache, Recent};
use crate::kernel::Kernel;
use crate::parts::Parts;
use crate::rows::{Block, Table, Taking};
use crate::simd::Level;
use crate::stop::{Stop, Stopped};
use crate::trace::Statistics;
use crate::tree::Tree;
use crew::{Crew, NOBODY};
use subproblem::Answer;
use unfinished::Grace;

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
    /// No tree within the limits has fewer errors. Of those that have as few, the tie rule chose this one.
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

/// Finds the tree with the fewest training errors within the limits, and proves that there is no better one.
///
/// The tree does not depend on the number of threads: of several optimal trees it is the one in which every
/// node is a leaf if that is optimal, and else asks the purest question (weighted Gini) that is, the first
/// feature on ties.
///
/// ```
/// use exactree_core::{Never, Settings, Status, Table, solve};
/// let table = Table::from_fn(&[0, 0, 0, 1], 2, 2, |row, feature| row >> feature & 1 == 1);
/// let solution = solve(&table, &Settings { max_depth: Some(2), ..Settings::default() }, &Never);
/// assert_eq!((solution.status, solution.cost, solution.floor), (Status::Optimal, 0, 0));
/// assert_eq!(solution.tree.nodes.len(), 5);
/// ```
pub fn solve(table: &Table, settings: &Settings, stop: &dyn Stop) -> Solution {
    solve_with(table, settings, stop, Parts::default())
}

/// The same with parts of the search switched off.
pub(crate) fn solve_with(table: &Table, settings: &Settings, stop: &dyn Stop, parts: Parts) -> Solution {
    let min_leaf = settings.min_samples_leaf.max(1);
    let taking = Taking { min_leaf, merge_twins: parts.twins, level: settings.level, stop };
    let grace = Grace::after(stop);
    let Ok(mut block) = Block::of_table(table, Taking { stop: &grace, ..taking }) else {
        return nothing_but_a_leaf(table);
    };
    if parts.lost {
        // Without it the search only knows less.
        _ = block.find_lost(settings.level, stop);
    }
    let search = Search { cache: Cache::new(), taking, crew: Crew::of(settings.threads), grace, parts };
    let depth = search.useful_depth(settings.max_depth.unwrap_or(usize::MAX), block.rows());
    let mut worker = search.new_worker();
    let mut tree = if parts.greedy {
        search.greedy(&mut worker, &block, depth, &search.grace)
    } else {
        Tree::leaf(block.counts().to_vec())
    };
    let mut cost = tree.errors();
    let answer = match settings.max_error {
        Some(0) => Answer::AtLeast(0),
        Some(max_error) if max_error <= cost => search.solve(&mut worker, &block, depth, max_error - 1, NOBODY),
        _ => search.solve(&mut worker, &block, depth, cost, NOBODY),
    };
    let (status, floor) = match answer {
        // The kernel answers exactly, whatever the limit was.
        Answer::Exact(least) if settings.max_error.is_some_and(|max_error| least >= max_error) => {
            (Status::NoBetterTree, least)
        }
        Answer::Exact(least) => match search.grow(&mut worker, &block, depth, least, &search.grace) {
            Ok(best) => {
                (cost, tree) = (least, best);
                (Status::Optimal, least)
            }
            Err(Stopped) => (Status::Stopped, least),
        },
        Answer::AtLeast(floor) => (Status::NoBetterTree, floor),
        Answer::Stopped(unfinished) => {
            if unfinished.tree.errors() < cost {
                (cost, tree) = (unfinished.tree.errors(), unfinished.tree);
            }
            (Status::Stopped, unfinished.floor)
        }
    };
    let statistics = search.statistics(worker);
    Solution { tree, cost, floor: floor.min(cost), status, statistics }
}

/// What is known of a table before its cells were looked at.
fn nothing_but_a_leaf(table: &Table) -> Solution {
    let tree = Tree::leaf(table.layout().rows().to_vec());
    Solution { cost: tree.errors(), tree, floor: 0, status: Status::Stopped, statistics: Statistics::default() }
}

/// What all threads of a search share.
struct Search<'a> {
    cache: Cache,
    taking: Taking<'a>,
    crew: Crew,
    /// Ends what a stopped search still has to do.
    grace: Grace<'a>,
    parts: Parts,
}

/// What one thread needs for itself.
struct Worker {
    kernel: Kernel,
    recent: Recent,
    /// Blocks that are not in use, for their memory.
    blocks: Vec<Block>,
    /// Rows in common with a feature.
    common: Vec<u32>,
    statistics: Statistics,
}

impl Search<'_> {
    fn new_worker(&self) -> Worker {
        Worker {
            kernel: Kernel::new(self.taking.level, self.taking.min_leaf, self.parts.narrow),
            recent: Recent::default(),
            blocks: vec![],
            common: vec![],
            statistics: Statistics::default(),
        }
    }

    /// A tree has at most as many leaves as fit its rows, and so many splits less one on a path.
    fn useful_depth(&self, depth: usize, rows: u32) -> usize {
        depth.min(((rows / self.taking.min_leaf) as usize).saturating_sub(1))
    }

    fn statistics(&self, worker: Worker) -> Statistics {
        let mut total = Statistics::default();
        let mut bytes = self.cache.bytes();
        for worker in self.crew.dismiss().into_iter().chain([worker]) {
            total += worker.statistics;
            bytes += worker.bytes();
        }
        total.cache_entries = self.cache.entries() as u64;
        total.peak_bytes = bytes as u64;
        total
    }
}

impl Worker {
    /// Memory held, in bytes.
    fn bytes(&self) -> usize {
        self.kernel.bytes() + self.recent.bytes() + self.blocks.iter().map(Block::bytes).sum::<usize>()
    }
}
