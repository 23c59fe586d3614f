//! Which of the optimal trees is *the* tree: the tie rule, spelled out by brute force.
//!
//! At every node: a leaf when no tree within the limits costs less than it. Otherwise the first
//! question, in the node's order, with which the optimum can be reached; of the ways to share what is
//! left of a budget of splits, the one that reaches it with the most on the no-side, but no more than it can
//! have; then the same rule on the no-side, and on the yes-side.

use crate::brute::least_cost_of;
use crate::objective::Objective;
use crate::order::Order;
use crate::problem::{Limits, Problem, Sides};
use crate::tree::Tree;

/// The one tree that a proven search must return: fewest errors, questions by weighted Gini impurity.
pub fn tree(problem: &Problem, limits: Limits) -> Tree {
    tree_for(problem, problem, problem, limits)
}

/// The one tree that a proven search for an objective must return, under an order of its questions.
///
/// Costs and merits that are exact make it one: among floats, what is tied may differ in the last digit.
pub fn tree_for<O: Objective>(problem: &Problem, objective: &O, order: &impl Order, limits: Limits) -> Tree<O::Label> {
    tree_of(problem, objective, order, &problem.all(), limits)
}

fn tree_of<O: Objective>(
    problem: &Problem,
    objective: &O,
    order: &impl Order,
    rows: &[usize],
    limits: Limits,
) -> Tree<O::Label> {
    let least = |rows: &[usize], limits| least_cost_of(problem, objective, rows, limits);
    let optimum = least(rows, limits);
    if objective.price(rows) == optimum {
        return Tree::leaf(objective.label(rows));
    }
    let below = limits.below_a_split().expect("with no split left, a leaf is optimal");
    let share_that_reaches = |sides: &Sides| {
        let cost = |[no, yes]: [Limits; 2]| objective.of_split(least(&sides.no, no), least(&sides.yes, yes));
        below.fair_shares().into_iter().find(|&share| cost(share) == optimum)
    };
    let (feature, sides, [no, yes]) = questions_in_order(problem, order, rows, limits)
        .into_iter()
        .find_map(|(feature, sides)| share_that_reaches(&sides).map(|share| (feature, sides, share)))
        .expect("an optimum below the leaf's price is reached by some question");
    let side = |rows: &[usize], limits| tree_of(problem, objective, order, rows, limits);
    Tree::split(feature, side(&sides.no, no), side(&sides.yes, yes))
}

/// The questions that may be asked of these rows, in the node's order.
pub(crate) fn questions_in_order(
    problem: &Problem,
    order: &impl Order,
    rows: &[usize],
    limits: Limits,
) -> Vec<(usize, Sides)> {
    let mut questions: Vec<_> = (0..problem.features)
        .filter_map(|feature| Some((feature, problem.split(rows, feature, limits.min_samples_leaf)?)))
        .map(|(feature, sides)| (order.merit(&sides.no) + order.merit(&sides.yes), feature, sides))
        .collect();
    // The sort is stable, so equal merits stay in the order of their columns.
    questions.sort_by(|(left, ..), (right, ..)| right.partial_cmp(left).expect("no merit is NaN"));
    questions.into_iter().map(|(_, feature, sides)| (feature, sides)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::fraction::Fraction;
    use crate::objective::{CostMatrix, Misclassification, PerSplit, PricedBy, SquaredError, ThenSplits};
    use crate::order::ByColumn;

    fn table(rows: &[(&str, u32)], classes: usize) -> Problem {
        let answers = rows.iter().map(|(row, _)| row.chars().map(|answer| answer == '1').collect()).collect();
        Problem::new(answers, rows.iter().map(|&(_, label)| label).collect(), classes)
    }

    #[test]
    fn a_leaf_comes_before_a_split_that_gains_nothing() {
        let problem = table(&[("0", 0), ("0", 0), ("1", 0), ("1", 0), ("1", 1)], 2);
        assert_eq!(tree(&problem, Limits::NONE), Tree::leaf(0));
    }

    #[test]
    fn equal_and_complementary_columns_are_asked_by_the_lowest() {
        let problem = table(&[("0101", 0), ("0101", 0), ("1010", 1)], 2);
        assert_eq!(tree(&problem, Limits::NONE), Tree::split(0, Tree::leaf(0), Tree::leaf(1)));
        let turned = table(&[("1010", 0), ("1010", 0), ("0101", 1)], 2);
        assert_eq!(tree(&turned, Limits::NONE), Tree::split(0, Tree::leaf(1), Tree::leaf(0)));
    }

    #[test]
    fn the_purer_question_comes_first_among_those_that_reach_the_optimum() {
        // Both columns alone leave one error; the second has the purer sides: 1|4 rows of 0|0,0,1,1
        // against a leaf of 3 with one error and a pure leaf of 2.
        let problem = table(&[("00", 0), ("01", 0), ("01", 1), ("11", 1), ("11", 1)], 2);
        let shallow = Limits { max_depth: Some(1), ..Limits::NONE };
        let purities = [0, 1].map(|feature| {
            let sides = problem.split(&problem.all(), feature, 1).expect("no column is constant");
            problem.merit(&sides.no) + problem.merit(&sides.yes)
        });
        assert_eq!(purities, [Fraction::new(5, 3) + Fraction::new(4, 2), Fraction::new(1, 1) + Fraction::new(10, 4)]);
        assert_eq!(tree(&problem, shallow), Tree::split(0, Tree::leaf(0), Tree::leaf(1)));
        let swapped = table(&[("00", 0), ("10", 0), ("10", 1), ("11", 1), ("11", 1)], 2);
        assert_eq!(tree(&swapped, shallow), Tree::split(1, Tree::leaf(0), Tree::leaf(1)));
    }

    #[test]
    fn a_purer_question_that_misses_the_optimum_is_passed_over() {
        // Exclusive or of the first two columns; the third is purer, but leads to no optimal tree of depth 2.
        let rows = [("000", 0), ("000", 0), ("011", 1), ("011", 1), ("101", 1), ("100", 1), ("110", 0), ("110", 0)];
        let problem = table(&rows, 2);
        let two = Limits { max_depth: Some(2), ..Limits::NONE };
        let order: Vec<usize> =
            questions_in_order(&problem, &problem, &problem.all(), two).iter().map(|q| q.0).collect();
        assert_eq!(order, [2, 0, 1]);
        let second = |no, yes| Tree::split(1, Tree::leaf(no), Tree::leaf(yes));
        assert_eq!(tree(&problem, two), Tree::split(0, second(0, 1), second(1, 0)));
    }

    #[test]
    fn a_question_that_breaks_the_leaf_size_is_not_asked() {
        let problem = table(&[("01", 0), ("10", 1), ("10", 1), ("11", 1)], 2);
        assert_eq!(tree(&problem, Limits::NONE), Tree::split(0, Tree::leaf(0), Tree::leaf(1)));
        assert_eq!(tree(&problem, Limits { min_samples_leaf: 2, ..Limits::NONE }), Tree::leaf(1));
    }
    fn splits(max_splits: usize) -> Limits {
        Limits { max_splits: Some(max_splits), ..Limits::NONE }
    }

    #[test]
    fn the_order_is_another_when_rows_weigh() {
        // Counted, the second column is purer: 1 + 8/4 against 5/3 + 2/2. When the last row weighs nine, the first
        // is: 5/3 + 82/10 against 1 + 104/12.
        let problem = table(&[("00", 0), ("01", 0), ("01", 1), ("11", 1), ("11", 0)], 2);
        let first = |weights: [u64; 5]| {
            let weighed = Misclassification::weighed(&problem, weights.to_vec());
            questions_in_order(&problem, &weighed, &problem.all(), Limits::NONE)[0].0
        };
        assert_eq!([first([1; 5]), first([1, 1, 1, 1, 9])], [1, 0]);
        assert_eq!(questions_in_order(&problem, &ByColumn, &problem.all(), Limits::NONE)[0].0, 0);
    }

    #[test]
    fn equal_gains_are_asked_by_the_lowest_column() {
        let stairs = table(&[("000", 0), ("100", 0), ("110", 0), ("111", 0)], 1);
        let targets = SquaredError::unweighted([0, 4, 5, 9].map(|target: i64| Fraction::whole(target)).to_vec());
        // The gains are 18^2 / 3, 4^2 / 2 + 14^2 / 2 and 9^2 / 3 + 9^2.
        let order: Vec<usize> =
            questions_in_order(&stairs, &targets, &stairs.all(), Limits::NONE).iter().map(|q| q.0).collect();
        assert_eq!(order, [0, 2, 1]);
        let mean = |mean: i64| Tree::leaf(Fraction::whole(mean));
        let one = Limits { max_depth: Some(1), ..Limits::NONE };
        assert_eq!(tree_for(&stairs, &targets, &targets, one), Tree::split(0, mean(0), mean(6)));
    }

    #[test]
    fn a_leaf_says_what_its_objective_says() {
        let problem = table(&[("0", 0), ("1", 0), ("1", 1)], 3);
        let matrix = CostMatrix::weighed(&problem, vec![1; 3], vec![vec![0, 9, 1], vec![9, 0, 1], vec![4, 4, 0]]);
        assert_eq!(tree_for(&problem, &matrix, &matrix, splits(0)), Tree::leaf(2));
        assert_eq!(tree_for(&problem, &matrix, &matrix, splits(1)), Tree::split(0, Tree::leaf(0), Tree::leaf(2)));
    }

    #[test]
    fn without_merits_questions_are_asked_by_column() {
        let swapped = table(&[("00", 0), ("10", 0), ("10", 1), ("11", 1), ("11", 1)], 2);
        let one = Limits { max_depth: Some(1), ..Limits::NONE };
        assert_eq!(tree_for(&swapped, &swapped, &ByColumn, one), Tree::split(0, Tree::leaf(0), Tree::leaf(1)));
        let squares = PricedBy(|rows: &[usize]| rows.len().pow(2) as u64);
        // Five rows: one and four cost 17, three and two cost 13.
        assert_eq!(tree_for(&swapped, &squares, &ByColumn, one), Tree::split(1, Tree::leaf(()), Tree::leaf(())));
    }

    #[test]
    fn a_split_that_only_earns_its_price_is_not_made() {
        let problem = table(&[("00", 0), ("00", 0), ("10", 1), ("10", 1), ("11", 0)], 2);
        let priced = |price| tree_for(&problem, &PerSplit { objective: &problem, price }, &problem, Limits::NONE);
        let stump = |yes| Tree::split(0, Tree::leaf(0), yes);
        assert_eq!(priced(0), stump(Tree::split(1, Tree::leaf(1), Tree::leaf(0))));
        assert_eq!(priced(1), Tree::leaf(0));
        let doubled = PerSplit { objective: Misclassification::weighed(&problem, vec![2, 2, 2, 2, 1]), price: 1 };
        assert_eq!(tree_for(&problem, &doubled, &problem, Limits::NONE), stump(Tree::leaf(1)));
    }

    #[test]
    fn splits_that_are_as_good_on_either_side_are_made_on_the_no_side() {
        let problem = table(&[("00", 0), ("00", 0), ("01", 1), ("10", 2), ("10", 2), ("11", 3)], 4);
        let second = |no, yes| Tree::split(1, Tree::leaf(no), Tree::leaf(yes));
        assert_eq!(tree(&problem, splits(1)), Tree::split(0, Tree::leaf(0), Tree::leaf(2)));
        assert_eq!(tree(&problem, splits(2)), Tree::split(0, second(0, 1), Tree::leaf(2)));
        for enough in [3, usize::MAX] {
            assert_eq!(tree(&problem, splits(enough)), Tree::split(0, second(0, 1), second(2, 3)));
        }
    }

    #[test]
    fn a_purer_question_that_needs_more_splits_is_asked_when_there_are_enough() {
        // Class 1 is where both of the first questions are answered with yes; the third one nearly tells.
        let rows = [("111", 1, 4), ("110", 1, 1), ("010", 0, 3), ("100", 0, 3), ("101", 0, 1)];
        let (once, copies) = (rows.map(|(row, label, _)| (row, label)), rows.map(|(_, _, copies)| copies));
        let problem = table(&once, 2).repeated(copies.to_vec());
        let (class_0, class_1) = (|| Tree::leaf(0), || Tree::leaf(1));
        let short = Tree::split(1, class_0(), Tree::split(0, class_0(), class_1()));
        let no = Tree::split(0, class_0(), Tree::split(1, class_0(), class_1()));
        let long = Tree::split(2, no, Tree::split(1, class_0(), class_1()));
        assert_eq!([2, 3].map(|most| tree(&problem, splits(most))), [short.clone(), short.clone()]);
        assert_eq!([tree(&problem, splits(4)), tree(&problem, Limits::NONE)], [long.clone(), long]);
        assert_eq!(tree_for(&problem, &ThenSplits(&problem), &problem, Limits::NONE), short);
    }
}
