//! The search: DL8.5's caching branch and bound, with MurTree's refinements and a few more.
//!
//! | file | what it does |
//! |---|---|
//! | `size` | how large a tree may be |
//! | `subproblem` | `solve(cover, size, limit)`: who answers which subproblem |
//! | `deep` | tries the splits of a node whose sides are searched in turn |
//! | `shallow` | tries the splits of a node whose sides the kernel answers; and the kernel's own depths |
//! | `every_size` | covers of depth three for every number of splits at once |
//! | `choice` | the split with the lowest floor |
//! | `node` | what the splits of one node know of each other; the tie rule |
//! | `crew` | lets idle threads help at a node |
//! | `greedy` | a good tree at once |
//! | `grow` | reads the tree off what was proven |
//! | `path` | best trees of every size |
//! | `unfinished` | what there is when the search is stopped |

mod choice;
mod crew;
mod deep;
mod every_size;
mod greedy;
mod grow;
mod node;
mod path;
mod shallow;
mod size;
mod subproblem;
mod unfinished;

use crate::cache::{Cache, Recent};
use crate::cost::Cost;
use crate::kernel::Kernel;
use crate::objective::{Building, Objective};
use crate::parts::Parts;
use crate::rows::{Block, Table, Taking};
use crate::simd::Level;
use crate::stop::{Stop, Stopped};
use crate::trace::Statistics;
use crate::tree::Tree;
use crew::{Crew, NOBODY};
use grow::Grower;
use size::Size;
use subproblem::Answer;
use unfinished::Grace;

pub use path::{Path, Step, solve_path};

/// What a tree may be, and how it is looked for.
#[derive(Clone, Debug)]
pub struct Settings<C = u32> {
    /// The most questions on any path; `None` for no limit.
    pub max_depth: Option<usize>,
    /// The most questions in all; `None` for no limit.
    pub max_splits: Option<usize>,
    /// The fewest rows in a leaf. A single leaf is always allowed.
    pub min_samples_leaf: u32,
    /// The least mass in a leaf, for objectives whose rows have one: what the dearest label of each costs, for
    /// [`Labels`](crate::Labels). A single leaf is always allowed.
    pub min_leaf_mass: f64,
    /// What each question costs.
    pub per_split: C,
    /// Only trees that cost less are looked for.
    pub below: Option<C>,
    /// How many threads search.
    pub threads: usize,
    /// The instructions to use.
    pub level: Level,
}

impl<C: Cost> Default for Settings<C> {
    fn default() -> Self {
        Settings {
            max_depth: None,
            max_splits: None,
            min_samples_leaf: 1,
            min_leaf_mass: 0.0,
            per_split: C::default(),
            below: None,
            threads: 1,
            level: Level::best(),
        }
    }
}

impl<C> Settings<C> {
    /// How large trees may be.
    fn size(&self) -> Size {
        let most = |limit: Option<usize>| limit.unwrap_or(usize::MAX);
        Size { depth: most(self.max_depth), splits: most(self.max_splits) }
    }
}

/// What a search can say of its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No tree within the limits costs less. Of those that cost as little, the tie rule chose this one.
    Optimal,
    /// No tree within the limits costs less than `below`; the tree is one that does not.
    NoBetterTree,
    /// The search was stopped; the tree is the best one it had.
    Stopped,
}

/// A tree and what is proven of it.
#[derive(Clone, Debug)]
pub struct Solution<C> {
    /// The tree.
    pub tree: Tree<C>,
    /// What it costs, its questions included.
    pub cost: C,
    /// No tree within the limits costs less.
    pub floor: C,
    /// What is proven.
    pub status: Status,
    /// What it took.
    pub statistics: Statistics,
}

/// Finds the cheapest tree within the limits, and proves that there is no cheaper one.
///
/// The tree does not depend on the number of threads: of several optimal trees it is the one in which every
/// node is a leaf if that is optimal, and else asks the first question in the objective's order that is.
///
/// ```
/// use exactree_core::{Errors, Never, Settings, Status, Table, solve};
/// let table = Table::from_fn(&[0, 0, 0, 1], 2, 2, |row, feature| row >> feature & 1 == 1);
/// let settings = Settings { max_depth: Some(2), ..Settings::default() };
/// let solution = solve(&table, &Errors::COUNTED, &settings, &Never);
/// assert_eq!((solution.status, solution.cost, solution.floor), (Status::Optimal, 0, 0));
/// assert_eq!(solution.tree.nodes.len(), 5);
/// ```
pub fn solve<O: Objective>(
    table: &Table,
    objective: &O,
    settings: &Settings<O::Cost>,
    stop: &dyn Stop,
) -> Solution<O::Cost> {
    solve_with(table, objective, settings, stop, Parts::default())
}

/// The same with parts of the search switched off.
pub(crate) fn solve_with<O: Objective>(
    table: &Table,
    objective: &O,
    settings: &Settings<O::Cost>,
    stop: &dyn Stop,
    parts: Parts,
) -> Solution<O::Cost> {
    let mut search = Search::new(objective, settings, stop, parts);
    let Ok(mut block) = Block::of_table(table, Taking { stop: &search.grace, ..search.taking }) else {
        return nothing_but_a_leaf(table, objective);
    };
    if parts.lost {
        // Without it the search only knows less.
        _ = objective.prepare(&mut block, settings.level, stop);
    }
    // With few splits to give away, a cover is asked for trees of many sizes.
    search.every_size = search.is_rationed(&block, search.fitting(&block, settings.size()));
    search.run(&block, settings)
}

/// What is known of a table before its cells were looked at.
fn nothing_but_a_leaf<O: Objective>(table: &Table, objective: &O) -> Solution<O::Cost> {
    let cost = objective.leaf_of_table(table);
    let tree = Tree::leaf(cost, table.layout().rows().to_vec());
    Solution { cost, tree, floor: O::Cost::default(), status: Status::Stopped, statistics: Statistics::default() }
}

/// What all threads of a search share.
struct Search<'a, O: Objective> {
    objective: &'a O,
    per_split: O::Cost,
    /// Whether trees of all sizes are looked for.
    every_size: bool,
    cache: Cache<O::Cost>,
    taking: Taking<'a>,
    crew: Crew<O>,
    /// Ends what a stopped search still has to do.
    grace: Grace<'a>,
    parts: Parts,
}

/// What one thread needs for itself.
struct Worker<O: Objective> {
    kernel: O::Kernel,
    recent: Recent<O::Cost>,
    /// Blocks that are not in use, for their memory.
    blocks: Vec<Block>,
    /// The mass that is common with a feature.
    common: Vec<O::Cost>,
    statistics: Statistics,
}

impl<'a, O: Objective> Search<'a, O> {
    fn new(objective: &'a O, settings: &Settings<O::Cost>, stop: &'a dyn Stop, parts: Parts) -> Self {
        let min_leaf = settings.min_samples_leaf.max(1);
        let least = Some(settings.min_leaf_mass).filter(|&least| least > 0.0);
        let min_mass = objective.mass_channel().zip(least);
        Search {
            objective,
            per_split: settings.per_split,
            every_size: false,
            cache: Cache::new(),
            taking: Taking { min_leaf, min_mass, merge_twins: parts.twins, level: settings.level, stop },
            crew: Crew::of(settings.threads),
            grace: Grace::after(stop),
            parts,
        }
    }

    /// The search from its greedy beginning to its tree.
    fn run(&self, block: &Block, settings: &Settings<O::Cost>) -> Solution<O::Cost> {
        let size = self.fitting(block, settings.size());
        let mut worker = self.new_worker();
        let mut tree =
            if self.parts.greedy { self.greedy(&mut worker, block, size, &self.grace) } else { self.leaf_tree(block) };
        let mut cost = self.cost_of(&tree);
        let none = O::Cost::default();
        let answer = match settings.below {
            Some(below) if below == none => Answer::AtLeast(none),
            Some(below) if below <= cost => self.solve(&mut worker, block, size, below.less(O::Cost::ONE), NOBODY),
            _ => self.solve(&mut worker, block, size, cost, NOBODY),
        };
        let (status, floor) = match answer {
            // The kernel answers exactly, whatever the limit was.
            Answer::Exact(least) if settings.below.is_some_and(|below| least >= below) => (Status::NoBetterTree, least),
            Answer::Exact(least) => {
                let mut grower = Grower { search: self, worker: &mut worker, stop: &self.grace };
                match grower.tree(block, settings.size(), least) {
                    Ok(best) => {
                        (cost, tree) = (least, best);
                        (Status::Optimal, least)
                    }
                    Err(Stopped) => (Status::Stopped, least),
                }
            }
            Answer::AtLeast(floor) => (Status::NoBetterTree, floor),
            Answer::Stopped(unfinished) => {
                if self.cost_of(&unfinished.tree) < cost {
                    (cost, tree) = (self.cost_of(&unfinished.tree), unfinished.tree);
                }
                (Status::Stopped, unfinished.floor)
            }
        };
        let statistics = self.statistics(worker);
        Solution { tree, cost, floor: floor.min(cost), status, statistics }
    }

    fn new_worker(&self) -> Worker<O> {
        let Taking { level, min_leaf, min_mass, .. } = self.taking;
        let min_mass = min_mass.map_or(0.0, |(_, least)| least);
        Worker {
            kernel: self.objective.kernel(Building { level, min_leaf, min_mass, narrow: self.parts.narrow }),
            recent: Recent::default(),
            blocks: vec![],
            common: vec![],
            statistics: Statistics::default(),
        }
    }

    /// A tree has at most as many leaves as fit its rows.
    fn most_leaves(&self, rows: u32) -> u32 {
        rows / self.taking.min_leaf
    }

    fn leaf_tree(&self, block: &Block) -> Tree<O::Cost> {
        Tree::leaf(self.objective.leaf(block), block.counts().to_vec())
    }

    fn cost_of(&self, tree: &Tree<O::Cost>) -> O::Cost {
        tree.cost(self.per_split)
    }

    fn statistics(&self, worker: Worker<O>) -> Statistics {
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

impl<O: Objective> Worker<O> {
    /// Memory held, in bytes.
    fn bytes(&self) -> usize {
        self.kernel.bytes() + self.recent.bytes() + self.blocks.iter().map(Block::bytes).sum::<usize>()
    }
}
