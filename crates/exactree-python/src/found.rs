//! What a search found, before it crosses the border.

use exactree_core::{Cost, Path, Question, Solution, Statistics, Status, Table, Tree};

/// A tree with what is known about it, in the goal's own terms.
pub struct Found {
    pub tree: Shape,
    pub cost: f64,
    pub floor: f64,
    pub status: Status,
    pub statistics: Statistics,
}

/// The questions of a tree, and the rows in its nodes.
pub struct Shape {
    pub questions: Vec<Option<Question>>,
    /// Rows of each class in each node.
    pub counts: Vec<Vec<u32>>,
    /// The leaf of each row; empty where rows do not stand in their own order.
    pub leaves: Vec<u32>,
}

/// The best trees by depth and number of splits.
#[derive(Default)]
pub struct FoundPath {
    pub by_depth: Vec<Vec<(f64, Shape)>>,
    pub is_complete: bool,
    pub statistics: Statistics,
}

impl Shape {
    fn of<C>(table: &Table, tree: Tree<C>) -> Self {
        let leaves = if table.classes() == 1 { table.leaves(&tree) } else { vec![] };
        let (questions, counts) = tree.nodes.into_iter().map(|node| (node.question, node.counts)).unzip();
        Shape { questions, counts, leaves }
    }
}

impl Found {
    pub fn of<C: Cost>(table: &Table, solution: Solution<C>, to_cost: impl Fn(C) -> f64) -> Self {
        Found {
            cost: to_cost(solution.cost),
            floor: to_cost(solution.floor),
            tree: Shape::of(table, solution.tree),
            status: solution.status,
            statistics: solution.statistics,
        }
    }

    /// What is known before any cell was seen: the rows of each class.
    pub fn leaf(counts: Vec<u32>) -> Self {
        let rows: u32 = counts.iter().sum();
        let leaves = if counts.len() == 1 { vec![0; rows as usize] } else { vec![] };
        Found {
            cost: f64::from(rows - counts.iter().max().unwrap_or(&0)),
            floor: 0.0,
            tree: Shape { questions: vec![None], counts: vec![counts], leaves },
            status: Status::Stopped,
            statistics: Statistics::default(),
        }
    }
}

impl FoundPath {
    pub fn of<C: Cost>(table: &Table, path: Path<C>, to_cost: impl Fn(C) -> f64) -> Self {
        let step = |step: exactree_core::Step<C>| (to_cost(step.cost), Shape::of(table, step.tree));
        let of_depth = |steps: Vec<exactree_core::Step<C>>| steps.into_iter().map(step).collect();
        FoundPath {
            by_depth: path.by_depth.into_iter().map(of_depth).collect(),
            is_complete: path.is_complete,
            statistics: path.statistics,
        }
    }
}

/// What was found over rows that stood in another order.
pub trait Placed {
    /// The same with the rows in ascending order; `places` says which row stood where.
    fn placed(self, places: &[u32]) -> Self;
}

impl Placed for Shape {
    fn placed(self, places: &[u32]) -> Self {
        let mut by_row: Vec<(u32, u32)> = places.iter().copied().zip(self.leaves).collect();
        by_row.sort_unstable();
        Shape { leaves: by_row.into_iter().map(|(_, leaf)| leaf).collect(), ..self }
    }
}

impl Placed for Found {
    fn placed(self, places: &[u32]) -> Self {
        Found { tree: self.tree.placed(places), ..self }
    }
}

impl Placed for FoundPath {
    fn placed(self, places: &[u32]) -> Self {
        let of_depth =
            |steps: Vec<(f64, Shape)>| steps.into_iter().map(|(cost, tree)| (cost, tree.placed(places))).collect();
        FoundPath { by_depth: self.by_depth.into_iter().map(of_depth).collect(), ..self }
    }
}
