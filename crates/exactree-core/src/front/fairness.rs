//! The fewest errors of a tree that treats two groups nearly alike.
//!
//! The rates at which two groups are told 1 differ by a number that adds up over leaves, once it is written over a
//! common denominator: the *lead* of the first group. A tree is fair if its lead is neither too high nor too low. That
//! is no matter of less being better, so no tree of a cover is worse than another just for its lead. But if only one end
//! mattered it would be: then a staircase of errors and leads answers. And nearly always that is enough: the tree with
//! the fewest errors that does not lead too far one way does not lead too far the other way either. Where it does,
//! both staircases say how far all others can lead, and `between` looks at what is left.

use super::FrontSettings;
use super::between::Between;
use super::criterion::Prices;
use super::parity::{Fairness, Lead, Scale};
use super::search::Search;
use super::shape::Shape;
use super::spoken::SpokenTree;
use super::staircase::Height;
use crate::rows::{Block, Table};
use crate::search::Status;
use crate::stop::{Never, Stop};
use crate::trace::Statistics;

/// A fair tree and what is proven of it.
#[derive(Clone, Debug)]
pub struct FairSolution {
    /// The tree; its nodes count rows of each class of each group.
    pub tree: SpokenTree,
    /// Its training errors.
    pub cost: u32,
    /// No fair tree within the limits makes fewer errors.
    pub floor: u32,
    /// The rates of both groups; 0 for a group without rows to tell 1.
    pub rates: [f64; 2],
    /// What is proven.
    pub status: Status,
    /// What it took.
    pub statistics: Statistics,
}

/// Finds the fair tree with the fewest training errors, and proves that there is no better one.
///
/// The classes of the table are strata: class and group together, see [`stratum_of`](crate::stratum_of). A tree that tells all rows the
/// same is always fair, so there is always a solution. The difference of two rates is a fraction; a tree is fair if that,
/// rounded once to double precision, is at most `fairness.most`.
///
/// ```
/// use exactree_core::{Fairness, FrontSettings, Never, Parity, Status, Table, solve_fair, stratum_of};
/// // Feature 0 tells the classes apart, but group 0 has three rows of class 1 and group 1 has one.
/// let (classes, groups) = ([1, 1, 1, 0, 1, 0, 0, 0], [0, 0, 0, 0, 1, 1, 1, 1]);
/// let strata: Vec<u32> = std::iter::zip(classes, groups).map(|(class, group)| stratum_of(class, group)).collect();
/// let table = Table::from_fn(&strata, 4, 1, |row, _| classes[row] == 1);
/// let errors = |most| {
///     let fairness = Fairness { parity: Parity::Told, most };
///     solve_fair(&table, fairness, &FrontSettings::default(), &Never).cost
/// };
/// assert_eq!([0.5, 0.49].map(errors), [0, 4]);
/// ```
///
/// # Panics
/// If the table does not have four classes.
pub fn solve_fair(table: &Table, fairness: Fairness, settings: &FrontSettings, stop: &dyn Stop) -> FairSolution {
    assert_eq!(table.classes(), 4, "the table has {} classes, two groups of two classes are four", table.classes());
    let scale = Scale::of(table.layout().rows(), fairness);
    match scale.farthest < i64::from(i32::FAR) / 2 {
        true => solve_in::<i32>(table, scale, settings, stop),
        false => solve_in::<i64>(table, scale, settings, stop),
    }
}

/// The deepest trees that are looked at before the deepest that are asked for.
const DEEPEST_FIRST: usize = 4;

fn solve_in<V: Height>(table: &Table, scale: Scale, settings: &FrontSettings, stop: &dyn Stop) -> FairSolution {
    let ends = [1, -1].map(|sign| {
        let criterion = Lead { steps: scale.steps.map(|step| sign * step) };
        Search::<V>::new(Prices::of(&criterion, 4), settings.min_samples_leaf, settings.level)
    });
    let counts = table.layout().rows().to_vec();
    let leaves = ends[0].prices.leaves(counts.iter().copied());
    let says = u32::from(leaves[1].along < leaves[0].along);
    let cost = leaves[says as usize].along;
    let mut fair = Fair { ends, most: V::exactly(scale.most), best: SpokenTree::leaf(counts, says), cost, floor: 0 };
    let root = Block::of_table(table, fair.ends[0].taking(stop));
    let status = match root {
        Ok(root) => fair.run(&root, settings.shape(), stop),
        Err(_) => Status::Stopped,
    };
    let mut statistics = Statistics::default();
    fair.ends.iter().for_each(|search| statistics += search.statistics());
    let rates = scale.rates(&fair.best);
    let floor = if status == Status::Optimal { fair.cost } else { fair.floor.min(fair.cost) };
    FairSolution { tree: fair.best, cost: fair.cost, floor, rates, status, statistics }
}

/// The search for a fair tree.
struct Fair<V> {
    /// For both ends: trees whose lead is low, and trees whose lead is high.
    ends: [Search<V>; 2],
    most: V,
    best: SpokenTree,
    cost: u32,
    /// No fair tree of the depth that is looked at makes fewer errors.
    floor: u32,
}

/// What came of a depth.
enum Outcome {
    /// The best tree so far is the best of this depth.
    Proven,
    /// A better tree might be between both ends.
    Open,
    Stopped,
}

impl<V: Height> Fair<V> {
    /// Looks at all depths, the shallowest first: their trees are there if the search is stopped, and bounds if not.
    fn run(&mut self, root: &Block, wanted: Shape, stop: &dyn Stop) -> Status {
        let wanted = wanted.over(root.rows(), self.ends[0].min_leaf);
        for depth in (1..wanted.depth.min(DEEPEST_FIRST)).chain([wanted.depth]) {
            let shape = Shape { depth, ..wanted }.over(root.rows(), self.ends[0].min_leaf);
            match self.look_from_both_ends(root, shape, stop) {
                Outcome::Stopped => {
                    // What is known of shallower trees says nothing of deeper ones.
                    self.floor = if depth == wanted.depth { self.floor } else { 0 };
                    return Status::Stopped;
                }
                Outcome::Open if depth == wanted.depth => return self.look_between(root, shape, stop),
                Outcome::Open | Outcome::Proven => {}
            }
        }
        Status::Optimal
    }

    fn look_from_both_ends(&mut self, root: &Block, shape: Shape, stop: &dyn Stop) -> Outcome {
        self.floor = 0;
        for _ in 0..2 {
            let Some(limit) = self.cost.checked_sub(1) else { return Outcome::Proven };
            let [search, _] = &mut self.ends;
            let explored = search.reach(root, shape, limit, Some(self.most), stop);
            let first = explored.staircase.steps.iter().find(|step| step.height <= self.most);
            let fair = first.filter(|step| V::default() - self.most <= step.height).copied();
            if let Some(step) = fair {
                let grown = match explored.staircase.question_of(step) {
                    Some(question) => search.grow_split(root, shape, question, step, &Never),
                    None => search.grow(root, shape, step, &Never),
                };
                (self.best, self.cost) = (grown.expect("nobody stops it"), step.along);
            }
            match (explored.is_complete, first) {
                (false, _) => return Outcome::Stopped,
                (true, None) => return Outcome::Proven,
                (true, Some(_)) if fair.is_some() => return Outcome::Proven,
                (true, Some(step)) => self.floor = self.floor.max(step.along),
            }
            // The end that has the answer at one depth will most likely have it at the next, so it comes first then.
            self.ends.swap(0, 1);
        }
        Outcome::Open
    }

    /// Looks at all trees that lead too far neither way, those with few errors first.
    fn look_between(&mut self, root: &Block, shape: Shape, stop: &dyn Stop) -> Status {
        let most: i64 = self.most.into();
        let mut more = 0;
        while self.floor < self.cost {
            let limit = (self.floor + more).min(self.cost - 1);
            let mut between = Between::new(&mut self.ends, stop);
            let found = between.solve(root, shape, limit, -most..=most);
            match found {
                Err(_) => return Status::Stopped,
                Ok(Some((target, division))) => {
                    let mut between = Between::new(&mut self.ends, &Never);
                    self.best = between.grow(root, division).expect("nobody stops it");
                    self.cost = target.errors;
                    return Status::Optimal;
                }
                Ok(None) => (self.floor, more) = (limit + 1, 2 * more + 1),
            }
        }
        Status::Optimal
    }
}
