//! What a tree really costs, and whether it keeps its limits: every row is walked to its leaf.

use std::fmt;

use crate::cost::Cost;
use crate::objective::Objective;
use crate::problem::{Limits, Problem};
use crate::tree::Tree;

/// What is wrong with a tree, with the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    TooDeep { depth: usize, limit: usize },
    TooManySplits { splits: usize, limit: usize },
    UnknownFeature { feature: usize, features: usize },
    LeafTooSmall { rows: usize, limit: usize },
    WrongLabel { says: String, best: String },
}

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::TooDeep { depth, limit } => write!(out, "the tree is {depth} deep, the limit is {limit}"),
            Violation::TooManySplits { splits, limit } => {
                write!(out, "the tree has {splits} splits, the limit is {limit}")
            }
            Violation::UnknownFeature { feature, features } => {
                write!(out, "a node asks feature {feature}, but there are {features}")
            }
            Violation::LeafTooSmall { rows, limit } => write!(out, "a leaf holds {rows} rows, the least is {limit}"),
            Violation::WrongLabel { says, best } => write!(out, "a leaf says {says}, but its rows say {best}"),
        }
    }
}

impl std::error::Error for Violation {}

/// The training errors of a tree that keeps its limits, or the first thing that is wrong with it.
pub fn check(problem: &Problem, tree: &Tree, limits: Limits) -> Result<u32, Violation> {
    let errors = check_for(problem, problem, tree, limits)?;
    assert_eq!(errors, errors_by_prediction(problem, tree), "the checker contradicts itself");
    Ok(errors)
}

/// The cost of a tree that keeps its limits and says what is best, or the first thing that is wrong with it.
pub fn check_for<O: Objective>(
    problem: &Problem,
    objective: &O,
    tree: &Tree<O::Label>,
    limits: Limits,
) -> Result<O::Cost, Violation> {
    let cost = check_shape(problem, objective, tree, limits)?;
    for leaf in leaves(problem, tree) {
        let best = objective.label(&leaf.rows);
        if *leaf.label != best {
            return Err(Violation::WrongLabel { says: format!("{:?}", leaf.label), best: format!("{best:?}") });
        }
    }
    Ok(cost)
}

/// The same of a tree whose leaves may say anything: it costs what they would cost if each said what is best.
pub fn check_shape<O: Objective, Label>(
    problem: &Problem,
    objective: &O,
    tree: &Tree<Label>,
    limits: Limits,
) -> Result<O::Cost, Violation> {
    if let Some(limit) = limits.max_depth.filter(|&limit| tree.depth() > limit) {
        return Err(Violation::TooDeep { depth: tree.depth(), limit });
    }
    if let Some(limit) = limits.max_splits.filter(|&limit| tree.splits() > limit) {
        return Err(Violation::TooManySplits { splits: tree.splits(), limit });
    }
    if let Some(feature) = tree.features().into_iter().find(|&feature| feature >= problem.features) {
        return Err(Violation::UnknownFeature { feature, features: problem.features });
    }
    // One tree with one leaf is always allowed, however few rows there are.
    let least = if tree.leaves() == 1 { 0 } else { limits.min_samples_leaf.max(1) };
    let mut cost = O::Cost::sum((0..tree.splits()).map(|_| objective.per_split()));
    for leaf in leaves(problem, tree) {
        let rows = problem.size(&leaf.rows);
        if rows < least {
            return Err(Violation::LeafTooSmall { rows, limit: least });
        }
        cost = cost + objective.price(&leaf.rows);
    }
    Ok(cost)
}

/// A leaf, and the rows that come to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf<'tree, Label> {
    pub label: &'tree Label,
    pub rows: Vec<usize>,
}

/// The leaves of a tree with the rows that come to them, the no-side's before the yes-side's.
pub fn leaves<'tree, Label>(problem: &Problem, tree: &'tree Tree<Label>) -> Vec<Leaf<'tree, Label>> {
    let mut holding = tree.map(&|_| vec![]);
    for row in problem.all() {
        holding.label_mut(&problem.rows[row]).push(row);
    }
    let rows = holding.labels().into_iter().cloned();
    tree.labels().into_iter().zip(rows).map(|(label, rows)| Leaf { label, rows }).collect()
}

/// The same number by the other way round: ask the tree about every row, and count the wrong answers.
pub fn errors_by_prediction(problem: &Problem, tree: &Tree) -> u32 {
    let wrong = |&row: &usize| tree.predict(&problem.rows[row]) != problem.labels[row];
    problem.all().into_iter().filter(wrong).map(|row| problem.copies[row]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::CostThenSplits;
    use crate::fraction::Fraction;
    use crate::objective::{PerSplit, PricedBy, SquaredError, ThenSplits};

    /// Three classes on two questions; the last row stands twice.
    fn table() -> Problem {
        let rows = vec![vec![false, false], vec![false, true], vec![true, false], vec![true, true]];
        Problem::new(rows, vec![0, 1, 2, 1], 3).repeated(vec![1, 1, 1, 2])
    }

    #[test]
    fn a_valid_tree_has_its_errors_counted() {
        let by_second = Tree::split(1, Tree::leaf(0), Tree::leaf(1));
        assert_eq!(
            check(&table(), &by_second, Limits { max_depth: Some(1), min_samples_leaf: 2, ..Limits::NONE }),
            Ok(1)
        );
        let full = Tree::split(1, Tree::split(0, Tree::leaf(0), Tree::leaf(2)), Tree::leaf(1));
        assert_eq!(check(&table(), &full, Limits::NONE), Ok(0));
    }

    #[test]
    fn a_single_leaf_is_always_allowed() {
        assert_eq!(
            check(&table(), &Tree::leaf(1), Limits { max_depth: Some(0), min_samples_leaf: 100, ..Limits::NONE }),
            Ok(2)
        );
        assert_eq!(check(&Problem::new(vec![], vec![], 2), &Tree::leaf(0), Limits::NONE), Ok(0));
    }

    #[test]
    fn an_invalid_tree_is_refused_by_name() {
        let split = |feature, no, yes| Tree::split(feature, Tree::leaf(no), Tree::leaf(yes));
        let shallow = Limits { max_depth: Some(0), ..Limits::NONE };
        let wide_leaves = Limits { min_samples_leaf: 3, ..Limits::NONE };
        let one_split = Limits { max_splits: Some(1), ..Limits::NONE };
        let wrong = |says: u32, best: u32| Violation::WrongLabel { says: says.to_string(), best: best.to_string() };
        let constant = Tree::split(0, split(0, 0, 1), Tree::leaf(1));
        let cases = [
            (split(1, 0, 1), shallow, Violation::TooDeep { depth: 1, limit: 0 }),
            (split(2, 0, 1), Limits::NONE, Violation::UnknownFeature { feature: 2, features: 2 }),
            (split(1, 0, 3), Limits::NONE, wrong(3, 1)),
            (split(1, 0, 1), wide_leaves, Violation::LeafTooSmall { rows: 2, limit: 3 }),
            (split(1, 2, 1), Limits::NONE, wrong(2, 0)),
            (split(1, 0, 2), Limits::NONE, wrong(2, 1)),
            (constant.clone(), one_split, Violation::TooManySplits { splits: 2, limit: 1 }),
            (constant, Limits::NONE, Violation::LeafTooSmall { rows: 0, limit: 1 }),
        ];
        for (tree, limits, why) in cases {
            assert_eq!(check(&table(), &tree, limits), Err(why), "{tree:?}");
        }
    }
    #[test]
    fn rows_are_found_in_the_leaf_that_they_come_to() {
        let tree = Tree::split(0, Tree::leaf("low"), Tree::split(1, Tree::leaf("middle"), Tree::leaf("high")));
        let problem = Problem::new(vec![vec![true, true], vec![false, true], vec![true, true]], vec![0; 3], 1);
        let leaf = |label, rows: &[usize]| (label, rows.to_vec());
        let found: Vec<_> = leaves(&problem, &tree).into_iter().map(|leaf| (*leaf.label, leaf.rows)).collect();
        assert_eq!(found, [leaf("low", &[1]), leaf("middle", &[]), leaf("high", &[0, 2])]);
    }

    #[test]
    fn a_tree_costs_its_leaves_and_its_splits() {
        let targets = SquaredError::unweighted([1, 3, 5, 5].map(|target: i64| Fraction::whole(target)).to_vec());
        let priced = PerSplit { objective: &targets, price: Fraction::new(1, 3) };
        let mean = |mean: i64| Tree::leaf(Fraction::whole(mean));
        let stump = Tree::split(0, mean(2), mean(5));
        assert_eq!(check_for(&table(), &priced, &stump, Limits::NONE), Ok(Fraction::new(7, 3)));
        let full = Tree::split(0, Tree::split(1, mean(1), mean(3)), mean(5));
        assert_eq!(check_for(&table(), &priced, &full, Limits::NONE), Ok(Fraction::new(2, 3)));
        let two_splits = CostThenSplits { cost: Fraction::new(2, 3), splits: 2 };
        assert_eq!(check_for(&table(), &ThenSplits(&priced), &full, Limits::NONE), Ok(two_splits));
    }

    #[test]
    fn a_leaf_that_says_another_number_is_refused_unless_only_the_shape_is_asked_for() {
        let targets = SquaredError::unweighted([1, 3, 5, 5].map(|target: i64| Fraction::whole(target)).to_vec());
        let wrong = Tree::split(0, Tree::leaf(Fraction::new(5, 2)), Tree::leaf(Fraction::whole(5)));
        let why = Violation::WrongLabel { says: "5/2".to_owned(), best: "2".to_owned() };
        assert_eq!(check_for(&table(), &targets, &wrong, Limits::NONE), Err(why));
        assert_eq!(check_shape(&table(), &targets, &wrong, Limits::NONE), Ok(Fraction::whole(2)));
        let sizes = PricedBy(|rows: &[usize]| rows.len() as u64);
        assert_eq!(check_shape(&table(), &sizes, &wrong, Limits { max_splits: Some(1), ..Limits::NONE }), Ok(4));
    }
}
