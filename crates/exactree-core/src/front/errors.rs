//! The errors of two classes, told apart: false positives and false negatives.
//!
//! Any score of a confusion matrix that is never better for more errors of either kind is best at some point of the
//! front, so whoever looks at all points finds the best score of all trees: F1, balanced accuracy, any cost matrix.

use super::FrontSettings;
use super::criterion::{Criterion, Prices};
use super::search::{Explored, Search};
use super::shape::Shape;
use super::spoken::SpokenTree;
use super::staircase::{Staircase, Step};
use crate::rows::{Block, Table};
use crate::search::Status;
use crate::stop::{Never, Stop};
use crate::trace::Statistics;

/// What errors a tree makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FrontPoint {
    /// Rows of class 0 that are told 1.
    pub false_positives: u32,
    /// Rows of class 1 that are told 0.
    pub false_negatives: u32,
}

/// All pairs of false positives and false negatives that no tree within the limits beats in both, with a tree for each.
///
/// ```
/// use exactree_core::{FrontPoint, FrontSettings, Never, Status, Table, solve_front};
/// // Feature 0 finds three of four positives, and no negative.
/// let table = Table::from_fn(&[0, 0, 1, 1, 1, 1], 2, 1, |row, _| row >= 3);
/// let mut front = solve_front(&table, &FrontSettings { max_depth: Some(1), ..Default::default() }, &Never);
/// let point = |false_positives, false_negatives| FrontPoint { false_positives, false_negatives };
/// assert_eq!(front.status(), Status::Optimal);
/// assert_eq!(front.points(), [point(0, 1), point(2, 0)]);
/// let careful = front.tree_of(0);
/// assert_eq!(careful.nodes.iter().map(|node| node.says).collect::<Vec<_>>(), [0, 0, 1]);
/// ```
#[derive(Debug)]
pub struct Front {
    search: Search<i32>,
    rarer: Class,
    counts: Vec<u32>,
    /// Missing if the search was stopped before it had looked at all cells.
    root: Option<Block>,
    passes: Vec<Pass>,
    points: Vec<FrontPoint>,
    /// What each point is called in the search, and the pass that found it; `None` for a leaf.
    sources: Vec<(Step<i32>, Option<usize>)>,
    status: Status,
}

/// What trees of one shape reach.
#[derive(Debug)]
struct Pass {
    shape: Shape,
    staircase: Staircase<i32>,
}

/// One of the two classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Zero,
    One,
}

/// Errors on the rarer class go along, so that staircases are short; those on the other go up.
struct Errors {
    rarer: Class,
}

impl Criterion for Errors {
    fn along(&self, stratum: usize, said: usize) -> u32 {
        u32::from(stratum == self.rarer as usize && said != stratum)
    }

    fn height(&self, stratum: usize, said: usize) -> i64 {
        i64::from(stratum != self.rarer as usize && said != stratum)
    }
}

/// Finds the front of false positives and false negatives of a table with two classes.
///
/// When the search is stopped, the front is that of the depths that were done, together with what was found of the next.
///
/// # Panics
/// If the table does not have two classes.
pub fn solve_front(table: &Table, settings: &FrontSettings, stop: &dyn Stop) -> Front {
    assert_eq!(table.classes(), 2, "the table has {} classes, a front needs two", table.classes());
    let counts = table.layout().rows().to_vec();
    let rarer = if counts[0] <= counts[1] { Class::Zero } else { Class::One };
    let search = Search::new(Prices::of(&Errors { rarer }, 2), settings.min_samples_leaf, settings.level);
    let root = Block::of_table(table, search.taking(stop)).ok();
    let status = Status::Stopped;
    let mut front = Front { search, rarer, counts, root, passes: vec![], points: vec![], sources: vec![], status };
    front.run(settings.shape(), stop);
    front.gather();
    front
}

/// The deepest trees that are looked at before the deepest that are asked for: each depth takes many times as long as the
/// one before, but for those that the rows hardly allow.
const DEEPEST_FIRST: usize = 4;

impl Front {
    /// The points, fewest false positives first. If the status is optimal, every tree within the limits makes at least
    /// as many errors of both kinds as one of them; otherwise points may be missing, or worse than need be.
    pub fn points(&self) -> &[FrontPoint] {
        &self.points
    }

    /// Whether this is the front of all trees within the limits.
    pub fn status(&self) -> Status {
        self.status
    }

    /// A tree that makes exactly the errors of a point, which is given by its place in [`points`](Front::points).
    ///
    /// # Panics
    /// If there are not so many points.
    pub fn tree_of(&mut self, point: usize) -> SpokenTree {
        let (target, pass) = self.sources[point];
        let (Some(pass), Some(root)) = (pass, &self.root) else {
            let says = self.leaves().iter().position(|&leaf| leaf == target).expect("the point is a leaf's");
            return SpokenTree::leaf(self.counts.clone(), says as u32);
        };
        let Pass { shape, staircase } = &self.passes[pass];
        let grown = match staircase.question_of(target) {
            Some(question) => self.search.grow_split(root, *shape, question, target, &Never),
            None => self.search.grow(root, *shape, target, &Never),
        };
        grown.expect("nobody stops it")
    }

    /// What it took.
    pub fn statistics(&self) -> Statistics {
        self.search.statistics()
    }

    fn leaves(&self) -> [Step<i32>; 2] {
        self.search.prices.leaves(self.counts.iter().copied())
    }

    /// Finds what trees of all depths reach, the shallowest first: where the search is stopped, all of those are known.
    fn run(&mut self, wanted: Shape, stop: &dyn Stop) {
        let Some(root) = &self.root else { return };
        let wanted = wanted.over(root.rows(), self.search.min_leaf);
        let furthest = self.search.prices.furthest(self.counts.iter().copied());
        for depth in (0..wanted.depth.min(DEEPEST_FIRST)).chain([wanted.depth]) {
            let shape = Shape { depth, ..wanted }.over(root.rows(), self.search.min_leaf);
            let Explored { staircase, is_complete } = self.search.reach(root, shape, furthest, None, stop);
            self.passes.push(Pass { shape, staircase });
            if !is_complete {
                return;
            }
        }
        self.status = Status::Optimal;
    }

    /// Makes the points of the best that all passes found.
    fn gather(&mut self) {
        let mut found: Vec<(Step<i32>, Option<usize>)> = self.leaves().map(|leaf| (leaf, None)).to_vec();
        for (pass, Pass { staircase, .. }) in self.passes.iter().enumerate() {
            found.extend(staircase.steps.iter().map(|&step| (step, Some(pass))));
        }
        found.sort_unstable();
        let mut least = i32::MAX;
        found.retain(|(step, _)| {
            let is_lower = step.height < least;
            least = least.min(step.height);
            is_lower
        });
        if self.rarer == Class::One {
            found.reverse();
        }
        self.points = found.iter().map(|(step, _)| self.point_of(*step)).collect();
        self.sources = found;
    }

    fn point_of(&self, step: Step<i32>) -> FrontPoint {
        let (along, height) = (step.along, step.height as u32);
        match self.rarer {
            Class::Zero => FrontPoint { false_positives: along, false_negatives: height },
            Class::One => FrontPoint { false_positives: height, false_negatives: along },
        }
    }
}
