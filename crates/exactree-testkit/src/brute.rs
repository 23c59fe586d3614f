//! How little any tree can cost: every question is tried at every node, and nothing is skipped.

use crate::cost::{CostThenSplits, cheaper};
use crate::objective::{Objective, ThenSplits};
use crate::problem::{Limits, Problem};

/// The least training errors of any tree within the limits.
pub fn least_errors(problem: &Problem, limits: Limits) -> u32 {
    least_cost(problem, problem, limits)
}

/// The least training errors of any tree of depth at most two, as a kernel should find them.
pub fn depth_two(problem: &Problem, min_samples_leaf: usize) -> u32 {
    least_errors(problem, Limits { max_depth: Some(2), min_samples_leaf, ..Limits::NONE })
}

/// The least errors on these rows of any tree that is grown on them within the limits.
pub fn least_errors_of(problem: &Problem, rows: &[usize], limits: Limits) -> u32 {
    least_cost_of(problem, problem, rows, limits)
}

/// The least that any tree within the limits costs.
pub fn least_cost<O: Objective>(problem: &Problem, objective: &O, limits: Limits) -> O::Cost {
    least_cost_of(problem, objective, &problem.all(), limits)
}

/// The least that any tree costs that is grown on these rows within the limits.
///
/// Without a depth limit this ends too: a split leaves fewer rows on either side.
pub fn least_cost_of<O: Objective>(problem: &Problem, objective: &O, rows: &[usize], limits: Limits) -> O::Cost {
    if limits.max_splits.is_some() {
        let costs = costs_by_splits(problem, objective, rows, limits.for_rows(rows.len()));
        return *costs.last().expect("a tree without splits is always allowed");
    }
    let leaf = objective.price(rows);
    let Some(below) = limits.below_a_split() else { return leaf };
    (0..problem.features)
        .filter_map(|feature| problem.split(rows, feature, limits.min_samples_leaf))
        .map(|sides| [sides.no, sides.yes].map(|side| least_cost_of(problem, objective, &side, below)))
        .map(|[no, yes]| objective.of_split(no, yes))
        .fold(leaf, cheaper)
}

/// The least cost, and the fewest splits of any tree that costs so little.
pub fn least_cost_then_splits<O: Objective>(
    problem: &Problem,
    objective: &O,
    limits: Limits,
) -> CostThenSplits<O::Cost> {
    least_cost(problem, &ThenSplits(objective), limits)
}

/// The least costs of trees of each depth and number of splits: `[depth][splits]`, either at most that many.
///
/// # Panics
/// When the limits leave the depth or the number of splits open: a table ends somewhere.
pub fn least_costs<O: Objective>(problem: &Problem, objective: &O, limits: Limits) -> Vec<Vec<O::Cost>> {
    let deepest = limits.max_depth.expect("a table of costs has a last depth");
    (0..=deepest)
        .map(|depth| costs_by_splits(problem, objective, &problem.all(), Limits { max_depth: Some(depth), ..limits }))
        .collect()
}

/// The least costs of trees on these rows with no split, with at most one, and so on up to the limit.
fn costs_by_splits<O: Objective>(problem: &Problem, objective: &O, rows: &[usize], limits: Limits) -> Vec<O::Cost> {
    let most = limits.max_splits.expect("costs by splits have a last one");
    let mut costs = vec![objective.price(rows); most + 1];
    let Some(below) = limits.below_a_split() else { return costs };
    for sides in (0..problem.features).filter_map(|feature| problem.split(rows, feature, limits.min_samples_leaf)) {
        let [no, yes] = [sides.no, sides.yes].map(|side| costs_by_splits(problem, objective, &side, below));
        for splits in 1..=most {
            for no_splits in 0..splits {
                let cost = objective.of_split(no[no_splits], yes[splits - 1 - no_splits]);
                costs[splits] = cheaper(costs[splits], cost);
            }
        }
    }
    costs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fraction::Fraction;
    use crate::generate::{Labels, Recipe};
    use crate::objective::{Misclassification, PerSplit, PricedBy, SquaredError};

    fn limits(max_depth: impl Into<Option<usize>>, min_samples_leaf: usize) -> Limits {
        Limits { max_depth: max_depth.into(), min_samples_leaf, ..Limits::NONE }
    }

    fn splits(max_splits: usize) -> Limits {
        Limits { max_splits: Some(max_splits), ..Limits::NONE }
    }

    fn parity_of_three() -> Problem {
        let rows: Vec<Vec<bool>> = (0..8).map(|row| (0..3).map(|bit| row >> bit & 1 == 1).collect()).collect();
        let labels = rows.iter().map(|row| row.iter().filter(|&&answer| answer).count() as u32 % 2).collect();
        Problem::new(rows, labels, 2)
    }

    /// Row `r` is past the first `r` steps; the classes take turns.
    fn stairs() -> Problem {
        Problem::new((0..4).map(|row| vec![row > 0, row > 1, row > 2]).collect(), vec![0, 1, 0, 1], 2)
    }

    #[test]
    fn parity_needs_every_question() {
        let parity = parity_of_three();
        assert_eq!([0, 1, 2, 3].map(|depth| least_errors(&parity, limits(depth, 1))), [4, 4, 4, 0]);
        assert_eq!(least_errors(&parity, limits(None, 1)), 0);
        assert_eq!(depth_two(&parity, 1), 4);
    }

    #[test]
    fn every_leaf_needs_its_rows() {
        assert_eq!(least_errors(&parity_of_three(), limits(None, 2)), 4);
        assert_eq!([1, 2, 3].map(|support| least_errors(&stairs(), limits(None, support))), [0, 2, 2]);
        assert_eq!(depth_two(&stairs(), 1), 0);
        assert_eq!(least_errors(&stairs(), limits(1, 1)), 1);
    }

    #[test]
    fn rows_that_agree_on_every_feature_stay_together() {
        let twins = Problem::new(vec![vec![true]; 3], vec![0, 1, 2], 3);
        assert_eq!(least_errors(&twins, limits(None, 1)), 2);
    }

    #[test]
    fn copies_cost_as_much_as_rows() {
        let rows = vec![vec![false], vec![false], vec![true]];
        let once = Problem::new(rows, vec![0, 1, 1], 2).repeated(vec![7, 5, 4]);
        assert_eq!([0, 1].map(|depth| least_errors(&once, limits(depth, 1))), [7, 5]);
        assert_eq!([4, 5].map(|support| least_errors(&once, limits(1, support))), [5, 7]);
    }

    #[test]
    fn an_empty_table_costs_nothing() {
        let empty = Problem::new(vec![], vec![], 2);
        assert_eq!((least_errors(&empty, limits(None, 1)), least_errors(&empty, splits(3))), (0, 0));
    }

    #[test]
    fn weights_decide_which_rows_are_worth_a_question() {
        // One question parts the first row off, the other the last; each alone leaves an error, a light or a heavy one.
        let rows = vec![vec![true, false], vec![false, false], vec![false, true]];
        let problem = Problem::new(rows, vec![1, 0, 1], 2);
        let least = |weights: [u64; 3]| {
            least_cost(&problem, &Misclassification::weighed(&problem, weights.to_vec()), limits(1, 1))
        };
        assert_eq!([least([2, 9, 5]), least([5, 9, 4]), least([2, 1, 5]), least([2, 0, 5])], [2, 4, 1, 0]);
    }

    #[test]
    fn squared_errors_fall_with_the_depth() {
        let steps = SquaredError::unweighted([0, 4, 5, 9].map(|target: i64| Fraction::whole(target)).to_vec());
        // Of all: mean 9/2; without the first: mean 6; two and two: 8 and 8; at depth two all are alone.
        let least = [0, 1, 2].map(|depth| least_cost(&stairs(), &steps, limits(depth, 1)));
        assert_eq!(least, [Fraction::whole(41), Fraction::whole(14), Fraction::ZERO]);
        assert_eq!(least_cost(&stairs(), &steps, splits(2)), Fraction::new(1, 2));
    }

    #[test]
    fn a_budget_of_splits_is_for_the_whole_tree() {
        assert_eq!([0, 1, 2, 3, 4].map(|most| least_errors(&stairs(), splits(most))), [2, 1, 1, 0, 0]);
        let parity = [0, 5, 6, 7, usize::MAX].map(|most| least_errors(&parity_of_three(), splits(most)));
        assert_eq!(parity, [4, 2, 1, 0, 0]);
        assert_eq!(least_errors(&parity_of_three(), Limits { max_depth: Some(2), ..splits(7) }), 4);
        assert_eq!(least_errors(&stairs(), Limits { min_samples_leaf: 2, ..splits(3) }), 2);
    }

    #[test]
    fn a_split_is_made_when_it_is_worth_its_price() {
        // The stairs cost 2, 1, 1, 0 errors with 0, 1, 2, 3 splits; errors weigh 6.
        let sixes = Misclassification::weighed(&stairs(), vec![6; 4]);
        let least = |price| least_cost(&stairs(), &PerSplit { objective: &sixes, price }, Limits::NONE);
        assert_eq!([0, 1, 3, 4, 5, 6, 7].map(least), [0, 3, 9, 10, 11, 12, 12]);
        let one_split = |price| least_cost(&stairs(), &PerSplit { objective: &sixes, price }, splits(1));
        assert_eq!([1, 5, 7].map(one_split), [7, 11, 12]);
    }

    #[test]
    fn of_equally_good_trees_the_fewest_splits_are_known() {
        let counted = |problem: &Problem, limits| {
            let CostThenSplits { cost, splits } = least_cost_then_splits(problem, problem, limits);
            (cost, splits)
        };
        assert_eq!([0, 1, 2, 3].map(|most| counted(&stairs(), splits(most))), [(2, 0), (1, 1), (1, 1), (0, 3)]);
        assert_eq!(
            (counted(&parity_of_three(), limits(2, 1)), counted(&parity_of_three(), limits(3, 1))),
            ((4, 0), (0, 7))
        );
    }

    #[test]
    fn the_table_of_costs_has_a_line_a_depth_and_a_column_a_split() {
        let limits = Limits { max_depth: Some(3), ..splits(4) };
        let lines = [[2, 2, 2, 2, 2], [2, 1, 1, 1, 1], [2, 1, 1, 0, 0], [2, 1, 1, 0, 0]];
        assert_eq!(least_costs(&stairs(), &stairs(), limits), lines);
        let priced = PerSplit { objective: stairs(), price: 1 };
        assert_eq!(least_costs(&stairs(), &priced, limits)[2], [2, 2, 2, 2, 2]);
    }

    #[test]
    fn any_function_of_the_rows_may_be_the_price() {
        // Leaves pay the square of their size: the more leaves the better, but splits have a price, too.
        let squares = PricedBy(|rows: &[usize]| (rows.len() * rows.len()) as u64);
        let least = |price| least_cost(&stairs(), &PerSplit { objective: squares, price }, Limits::NONE);
        assert_eq!([0, 2, 3, 8, 9].map(least), [4, 10, 11, 16, 16]);
    }

    /// Every way to share the splits is tried at every node: slower yet, and nothing to be kept in a table.
    fn least_of_all_shares<O: Objective>(problem: &Problem, objective: &O, rows: &[usize], limits: Limits) -> O::Cost {
        let leaf = objective.price(rows);
        let Some(below) = limits.below_a_split() else { return leaf };
        let questions =
            (0..problem.features).filter_map(|feature| problem.split(rows, feature, limits.min_samples_leaf));
        let cost = |side: &[usize], limits| least_of_all_shares(problem, objective, side, limits);
        questions
            .flat_map(|sides| below.shares().into_iter().map(move |shares| (sides.clone(), shares)))
            .map(|(sides, [no, yes])| objective.of_split(cost(&sides.no, no), cost(&sides.yes, yes)))
            .fold(leaf, cheaper)
    }

    #[test]
    fn three_ways_to_the_least_cost_agree() {
        for seed in 0..60 {
            let labels = Labels::Tree { depth: 3, noise: 30 };
            let recipe = Recipe { rows: 9, features: 3, classes: 3, ones: 50, related: 20, repeats: 20, labels };
            let problem = recipe.problem(seed);
            let objective = PerSplit { objective: &problem, price: (seed % 2) as u32 };
            let within = limits(if seed % 3 == 0 { None } else { Some(3) }, 1 + (seed % 4) as usize / 3);
            for most in 0..5 {
                let within = Limits { max_splits: Some(most), ..within };
                let expected = least_of_all_shares(&problem, &objective, &problem.all(), within);
                assert_eq!(least_cost(&problem, &objective, within), expected, "seed {seed}, {most} splits");
            }
            let so_many_that_it_is_no_limit = Limits { max_splits: Some(9), ..within };
            let unlimited = least_cost(&problem, &objective, within);
            assert_eq!(least_cost(&problem, &objective, so_many_that_it_is_no_limit), unlimited, "seed {seed}");
        }
    }
}
