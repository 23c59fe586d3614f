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
use super::criterion::{Criterion, Prices};
use super::grow::SpokenTree;
use super::search::Search;
use super::shape::Shape;
use super::staircase::Height;
use crate::rows::{Block, Table};
use crate::search::Status;
use crate::stop::{Never, Stop};
use crate::trace::Statistics;

/// Which rates of two groups are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// How many rows of a group are told 1 (demographic parity).
    Told,
    /// How many rows of a group that are of class 1 are told 1 (equal opportunity: the true positive rate).
    Found,
}

/// How much two groups may be treated differently.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fairness {
    /// What is compared.
    pub parity: Parity,
    /// The most that the rates may differ, either way; between 0 and 1.
    pub most: f64,
}

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

/// The stratum of a row in a table for [`solve_fair`], of its class (0 or 1) and its group (0 or 1).
pub fn stratum_of(class: u32, group: u32) -> u32 {
    2 * group + class
}

/// Errors go along; the lead goes up, seen from one end or the other.
struct Lead {
    /// What telling a row 1 does to the lead of its group, stratum by stratum.
    steps: [i64; 4],
}

impl Criterion for Lead {
    fn along(&self, stratum: usize, said: usize) -> u32 {
        u32::from(stratum % 2 != said)
    }

    fn height(&self, stratum: usize, said: usize) -> i64 {
        if said == 1 { self.steps[stratum] } else { 0 }
    }
}

/// Finds the fair tree with the fewest training errors, and proves that there is no better one.
///
/// The classes of the table are strata: class and group together, see [`stratum_of`]. A tree that tells all rows the
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

/// Rates over a common denominator.
#[derive(Clone, Copy, Debug)]
struct Scale {
    /// What telling a row 1 does to the lead of the first group, stratum by stratum.
    steps: [i64; 4],
    /// The highest lead there is.
    farthest: i64,
    /// The highest lead that is fair.
    most: i64,
    /// How many rows of each group may be told 1 to a purpose.
    sizes: [u32; 2],
    parity: Parity,
}

impl Scale {
    fn of(counts: &[u32], fairness: Fairness) -> Scale {
        let Fairness { parity, most } = fairness;
        let sizes = [0, 2].map(|group| match parity {
            Parity::Told => counts[group] + counts[group + 1],
            Parity::Found => counts[group + 1],
        });
        let common = greatest_common_divisor(sizes[0], sizes[1]).max(1);
        // One row more of a group is one part of its size more; written over the product of both sizes.
        let [first, second] = [i64::from(sizes[1] / common), -i64::from(sizes[0] / common)];
        let zeros = |step| if parity == Parity::Told { step } else { 0 };
        let farthest = i64::from(sizes[0]) * first;
        let mut fair = ((most * farthest as f64).max(0.0) as i64).min(farthest);
        // The product is rounded, too: 0.29 of 100 comes out as less than 29.
        while fair < farthest && (fair + 1) as f64 / farthest as f64 <= most {
            fair += 1;
        }
        Scale { steps: [zeros(first), first, zeros(second), second], farthest, most: fair, sizes, parity }
    }

    fn rates(&self, tree: &SpokenTree) -> [f64; 2] {
        let mut told = [0, 0];
        for (node, &says) in tree.tree.nodes.iter().zip(&tree.says) {
            if node.question.is_none() && says == 1 {
                for group in [0, 1] {
                    let zeros = if self.parity == Parity::Told { node.counts[2 * group] } else { 0 };
                    told[group] += zeros + node.counts[2 * group + 1];
                }
            }
        }
        [0, 1].map(|group| f64::from(told[group]) / f64::from(self.sizes[group].max(1)))
    }
}

fn greatest_common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
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
