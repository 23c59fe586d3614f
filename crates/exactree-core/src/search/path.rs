//! Best trees of every size, from one cache.
//!
//! What is proven of a cover for one size is remembered under that size, so larger trees find the answers for smaller
//! sides there. Every size begins with the best tree of the size before as its incumbent.

use super::crew::NOBODY;
use super::grow::Grower;
use super::size::Size;
use super::subproblem::Answer;
use super::{Search, Settings, Worker};
use crate::cost::Cost;
use crate::objective::Objective;
use crate::parts::Parts;
use crate::rows::{Block, Table, Taking};
use crate::stop::{Stop, Stopped};
use crate::trace::Statistics;
use crate::tree::Tree;

/// The best trees of every size up to the limits of a search.
#[derive(Clone, Debug)]
pub struct Path<C> {
    /// By depth and then by number of splits, from none to as many as help: a larger number costs the same.
    pub by_depth: Vec<Vec<Step<C>>>,
    /// Whether all of it is proven; otherwise the search was stopped, and sizes that it did not come to are left out.
    pub is_complete: bool,
    /// What it took.
    pub statistics: Statistics,
}

/// The best tree of one size.
#[derive(Clone, Debug)]
pub struct Step<C> {
    /// Its cost. No tree of at most this size costs less.
    pub cost: C,
    /// The tree.
    pub tree: Tree<C>,
}

/// Finds the cheapest trees for every depth and every number of splits within the limits.
///
/// ```
/// use exactree_core::{Errors, Never, Settings, Table, solve_path};
/// let table = Table::from_fn(&[0, 1, 1, 0], 2, 2, |row, feature| row >> feature & 1 == 1);
/// let settings = Settings { max_depth: Some(2), ..Settings::default() };
/// let path = solve_path(&table, &Errors::COUNTED, &settings, &Never);
/// let costs: Vec<u32> = path.by_depth[2].iter().map(|step| step.cost).collect();
/// assert_eq!(costs, [2, 2, 1, 0]);
/// ```
pub fn solve_path<O: Objective>(
    table: &Table,
    objective: &O,
    settings: &Settings<O::Cost>,
    stop: &dyn Stop,
) -> Path<O::Cost> {
    let search = Search { every_size: true, ..Search::new(objective, settings, stop, Parts::default()) };
    let Ok(mut block) = Block::of_table(table, Taking { stop, ..search.taking }) else {
        return Path { by_depth: vec![], is_complete: false, statistics: Statistics::default() };
    };
    // Without it the search only knows less.
    _ = objective.prepare(&mut block, settings.level, stop);
    search.path(&block, settings)
}

impl<O: Objective> Search<'_, O> {
    fn path(&self, block: &Block, settings: &Settings<O::Cost>) -> Path<O::Cost> {
        let largest = self.fitting(block, settings.size());
        let mut worker = self.new_worker();
        let mut by_depth: Vec<Vec<Step<O::Cost>>> = vec![];
        let mut is_complete = true;
        'depths: for depth in 0..=largest.depth {
            let mut steps: Vec<Step<O::Cost>> = vec![];
            let fitting = Size { depth, ..largest }.fitting(self.most_leaves(block.rows()));
            for splits in 0..=fitting.splits {
                let smaller = steps.last();
                let shallower = by_depth.last().and_then(|steps| steps.get(splits).or(steps.last()));
                let known = smaller.into_iter().chain(shallower).min_by_key(|step| step.cost);
                match self.step(&mut worker, block, Size { depth: depth.min(splits), splits }, known) {
                    Ok(step) => steps.push(step),
                    Err(Stopped) => {
                        is_complete = false;
                        by_depth.extend((!steps.is_empty()).then_some(steps));
                        break 'depths;
                    }
                }
            }
            by_depth.push(steps);
        }
        Path { by_depth, is_complete, statistics: self.statistics(worker) }
    }

    /// The best tree of a size, when the best of a smaller one is known.
    fn step(
        &self,
        worker: &mut Worker<O>,
        block: &Block,
        size: Size,
        known: Option<&Step<O::Cost>>,
    ) -> Result<Step<O::Cost>, Stopped> {
        let limit = known.map_or(self.objective.leaf(block), |step| step.cost.less(O::Cost::ONE));
        let nothing_to_gain = known.is_some_and(|step| step.cost <= self.objective.lost(block));
        if let Some(step) = known.filter(|_| nothing_to_gain) {
            return Ok(step.clone());
        }
        match (self.solve(worker, block, size, limit, NOBODY), known) {
            (Answer::Exact(cost), _) if cost <= limit => {
                let tree = Grower { search: self, worker, stop: &self.grace }.tree(block, size, cost)?;
                Ok(Step { cost, tree })
            }
            (Answer::Stopped(_), _) | (_, None) => Err(Stopped),
            (_, Some(step)) => Ok(step.clone()),
        }
    }
}
