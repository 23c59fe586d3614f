//! For every objective the cost is what brute force finds, and the tree is the one that the tie rule names.

use exactree_core::{
    Errors, Labels, Never, Priced, Quantiles, RowPricing, Settings, Solution, Squares, Status, Sums, Table, Targets,
};
use exactree_testkit::fraction::Fraction;
use exactree_testkit::generate::{cost_matrix, misclassification, quantile, squared_error, weights};
use exactree_testkit::objective::{self as truth, Objective as _};
use exactree_testkit::{Limits, Problem, Tree, brute, canonical, checker};
use proptest::prelude::*;

use crate::cases::{self, Family, hold};
use crate::common::{After, table_of, unlabelled, with_labels};
use crate::variants::{self, Variant};

/// Trees of any size up to so many splits.
fn rationed(family: Family) -> Family {
    exactree_testkit::generate::within_splits(family, prop_oneof![Just(None), (0_usize..=6).prop_map(Some)]).boxed()
}

fn settings<C: exactree_core::Cost>(limits: Limits, per_split: C) -> Settings<C> {
    Settings {
        max_depth: limits.max_depth,
        max_splits: limits.max_splits,
        min_samples_leaf: limits.min_samples_leaf as u32,
        per_split,
        ..Settings::default()
    }
}

/// Whole units of an objective, at a price of splits, are the least there are, and the tree costs as much.
fn assert_least<T: truth::Objective<Cost = u64, Label = u32>>(
    problem: &Problem,
    limits: Limits,
    truth: &T,
    solution: &Solution<u64>,
    what: &dyn std::fmt::Debug,
) -> Tree {
    let optimum = brute::least_cost(problem, truth, limits);
    let proven = (solution.status, solution.cost, solution.floor);
    assert_eq!(proven, (Status::Optimal, optimum, optimum), "{what:?}: {solution:?}");
    let tree = with_labels(problem, &solution.tree, |rows| truth.label(rows));
    assert_eq!(checker::check_for(problem, truth, &tree, limits), Ok(optimum), "{what:?}");
    tree
}

#[test]
fn errors_with_a_price_for_splits_within_a_budget_of_them() {
    let family = (rationed(cases::shallow()), 1_u64..5, 0_u64..12);
    hold(file!(), 3000, family, |((problem, limits), unit, price)| {
        let weights = problem.copies.iter().map(|&copies| u64::from(copies) * unit).collect();
        let truth = truth::PerSplit { objective: truth::Misclassification::weighed(problem, weights), price: *price };
        let expected = canonical::tree_for(problem, &truth, problem, *limits);
        for variant in variants::all() {
            let settings = variant.settings(settings(*limits, *price));
            let solution = variant.solve_any(&table_of(problem), &Errors::of_units(*unit), &settings, &Never);
            let tree = assert_least(problem, *limits, &truth, &solution, &variant);
            assert_eq!(tree, expected, "{variant:?}");
        }
    });
}

#[test]
fn errors_within_a_budget_in_deep_trees_and_tight_leaves() {
    let family = (rationed(prop_oneof![cases::tight(), cases::unlimited(), cases::hard()].boxed()), 0_u64..4);
    hold(file!(), 4000, family, |((problem, limits), price)| {
        let truth = truth::PerSplit {
            objective: truth::Misclassification::weighed(problem, vec![2; problem.rows.len()]),
            price: *price,
        };
        for variant in variants::fastest() {
            let settings = variant.settings(settings(*limits, *price));
            let solution = variant.solve_any(&table_of(problem), &Errors::of_units(2), &settings, &Never);
            assert_least(problem, *limits, &truth, &solution, &variant);
        }
    });
}

#[test]
fn of_trees_with_least_errors_the_smallest() {
    hold(file!(), 2000, rationed(cases::shallow()), |(problem, limits)| {
        let least = brute::least_cost_then_splits(problem, problem, *limits);
        let units = problem.rows.len() as u32 + 1;
        for variant in variants::fastest() {
            let settings = variant.settings(settings(*limits, 1));
            let solution = variant.solve_any(&table_of(problem), &Errors::of_units(units), &settings, &Never);
            assert_eq!(solution.cost, least.cost * units + least.splits as u32, "{variant:?}: {solution:?}");
            assert_eq!(solution.tree.splits() as u64, least.splits);
        }
    });
}

#[test]
fn weighted_rows_are_the_rows_that_often() {
    let family = (rationed(cases::shallow()), weights());
    hold(file!(), 2000, family, |((problem, limits), weights)| {
        let weights: Vec<u64> = weights.of(problem).into_iter().map(|weight| weight.max(1)).collect();
        let repeated = problem.clone().repeated(weights.iter().map(|&weight| weight as u32).collect());
        let limits = Limits { min_samples_leaf: 1, ..*limits };
        for variant in variants::fastest() {
            let plain = variant.settings(settings(limits, 0));
            let expected = variant.solve_any(&table_of(&repeated), &Errors::COUNTED, &plain, &Never);
            let costs = label_costs(problem, |row, label| if problem.labels[row] == label { 0 } else { weights[row] });
            let (objective, table) = Sums::<Labels>::of_labels(unlabelled(problem), &costs);
            let weighted = variant.settings(settings(limits, 0));
            let solution = variant.solve_any(&table, &objective, &weighted, &Never);
            assert_eq!(solution.cost, u64::from(expected.cost), "{variant:?}");
            assert_eq!(questions(&solution), questions(&expected), "{variant:?}: weights {weights:?}");
        }
    });
}

/// A problem whose rows stand once each.
fn once(problem: &Problem) -> Problem {
    problem.clone().repeated(vec![1; problem.rows.len()])
}

fn label_costs(problem: &Problem, cost: impl Fn(usize, u32) -> u64) -> Vec<Vec<f64>> {
    let of_label = |label: u32| (0..problem.rows.len()).map(|row| cost(row, label) as f64).collect();
    (0..problem.classes as u32).map(of_label).collect()
}

fn questions<C>(solution: &Solution<C>) -> Vec<Option<exactree_core::Question>> {
    solution.tree.nodes.iter().map(|node| node.question).collect()
}

#[test]
fn weighted_errors() {
    let family = (misclassification(rationed(cases::shallow())), 0_u64..6);
    hold(file!(), 3000, family, |((problem, limits, truth), price)| {
        let problem = &once(problem);
        let truth = truth::PerSplit { objective: truth.clone(), price: *price };
        let costs = label_costs(problem, |row, label| truth.objective.cost(&[row], &label));
        for variant in variants::all() {
            solve_labels::<_, 0>(problem, *limits, &truth, &costs, variant);
            if problem.classes == 2 {
                solve_labels::<_, 1>(problem, *limits, &truth, &costs, variant);
            }
        }
    });
}

#[test]
fn weighted_errors_with_leaves_that_weigh_enough() {
    let family = (misclassification(cases::shallow()), 1_u64..30);
    hold(file!(), 3000, family, |((problem, limits, truth), least)| {
        let problem = &once(problem);
        // Every row weighs something: one of weight zero has the mass of the smallest unit all the same.
        let weights: Vec<u64> = truth.weights.iter().map(|&weight| weight.max(1)).collect();
        let truth = &truth::Misclassification::weighed(problem, weights.clone());
        let weighs = |rows: &[usize]| rows.iter().map(|&row| weights[row]).sum::<u64>() >= *least;
        let optimum = least_with_leaves(problem, truth, &problem.all(), *limits, &weighs);
        let costs = label_costs(problem, |row, label| truth.cost(&[row], &label));
        for variant in variants::all() {
            let (objective, table) = Sums::<Labels>::of_labels(unlabelled(problem), &costs);
            let settings = variant.settings(settings(*limits, 0));
            let settings = Settings { min_leaf_mass: *least as f64, ..settings };
            let solution = variant.solve_any(&table, &objective, &settings, &Never);
            let proven = (solution.status, solution.cost, solution.floor);
            assert_eq!(proven, (Status::Optimal, optimum, optimum), "{variant:?}: {solution:?}");
            let tree = with_labels(problem, &solution.tree, |rows| truth.label(rows));
            assert_eq!(checker::check_for(problem, truth, &tree, *limits), Ok(optimum), "{variant:?}");
            let leaves = checker::leaves(problem, &tree);
            assert!(leaves.len() == 1 || leaves.iter().all(|leaf| weighs(&leaf.rows)), "{solution:?}");
        }
    });
}

/// The least cost of trees whose leaves all are as some want them, but for a single leaf.
fn least_with_leaves(
    problem: &Problem,
    truth: &truth::Misclassification,
    rows: &[usize],
    limits: Limits,
    wanted: &dyn Fn(&[usize]) -> bool,
) -> u64 {
    let leaf = truth.price(rows);
    let Some(below) = limits.below_a_split() else { return leaf };
    (0..problem.features)
        .filter_map(|feature| problem.split(rows, feature, limits.min_samples_leaf))
        .filter(|sides| wanted(&sides.no) && wanted(&sides.yes))
        .map(|sides| [sides.no, sides.yes].map(|side| least_with_leaves(problem, truth, &side, below, wanted)))
        .fold(leaf, |least, [no, yes]| least.min(no + yes))
}

#[test]
fn prices_of_mistakes() {
    let family = cost_matrix(rationed(prop_oneof![cases::shallow(), cases::tight(), cases::unlimited()].boxed()));
    hold(file!(), 4000, family, |(problem, limits, truth)| {
        let problem = &once(problem);
        let costs = label_costs(problem, |row, label| truth.cost(&[row], &label));
        for variant in variants::fastest() {
            solve_labels::<_, 0>(problem, *limits, truth, &costs, variant);
        }
    });
}

#[test]
fn prices_of_mistakes_without_parts_of_the_search() {
    hold(file!(), 1000, cost_matrix(cases::shallow()), |(problem, limits, truth)| {
        let problem = &once(problem);
        let costs = label_costs(problem, |row, label| truth.cost(&[row], &label));
        for variant in variants::each_without_a_part() {
            solve_labels::<_, 0>(problem, *limits, truth, &costs, variant);
        }
    });
}

fn solve_labels<T: truth::Objective<Cost = u64, Label = u32>, const OTHERS: usize>(
    problem: &Problem,
    limits: Limits,
    truth: &T,
    costs: &[Vec<f64>],
    variant: Variant,
) {
    let (objective, table) = Sums::<Labels<OTHERS>>::of_labels(unlabelled(problem), costs);
    let settings = variant.settings(settings(limits, truth.per_split()));
    let solution = variant.solve_any(&table, &objective, &settings, &Never);
    assert_least(problem, limits, truth, &solution, &variant);
}

#[test]
fn squared_errors() {
    let family = squared_error(rationed(prop_oneof![2 => cases::shallow(), 1 => cases::tight()].boxed()));
    hold(file!(), 3000, family, |(problem, limits, truth)| {
        let problem = &once(problem);
        let optimum = brute::least_cost(problem, truth, *limits);
        for variant in variants::all() {
            let (objective, table, unit) = squares(problem, truth);
            let settings = variant.settings(settings(*limits, objective.least_price()));
            let solution = variant.solve_any(&table, &objective, &settings, &Never);
            assert_eq!((solution.status, solution.floor), (Status::Optimal, solution.cost), "{variant:?}");
            assert_squares(problem, *limits, truth, &solution, optimum, unit);
        }
    });
}

#[test]
fn squared_errors_without_parts_of_the_search() {
    hold(file!(), 1000, squared_error(cases::shallow()), |(problem, limits, truth)| {
        let problem = &once(problem);
        let optimum = brute::least_cost(problem, truth, *limits);
        for variant in variants::each_without_a_part() {
            let (objective, table, unit) = squares(problem, truth);
            let settings = variant.settings(settings(*limits, objective.least_price()));
            let solution = variant.solve_any(&table, &objective, &settings, &Never);
            assert_squares(problem, *limits, truth, &solution, optimum, unit);
        }
    });
}

fn squares(problem: &Problem, truth: &truth::SquaredError<Fraction>) -> (Sums<Squares<1>>, Table, f64) {
    let rounded = truth.rounded();
    let weights = &rounded.weights[..];
    // A table of rows without any weight is nobody's.
    let weights = if weights.iter().all(|&weight| weight == 0.0) { None } else { Some(weights) };
    Sums::of_targets(unlabelled(problem), Targets { columns: std::slice::from_ref(&rounded.targets), weights })
}

/// Targets are small whole numbers, so trees that do not cost the same differ by much more than what is rounded.
fn assert_squares(
    problem: &Problem,
    limits: Limits,
    truth: &truth::SquaredError<Fraction>,
    solution: &Solution<u64>,
    optimum: Fraction,
    unit: f64,
) {
    if truth.weights.iter().all(|&weight| weight == Fraction::ZERO) {
        return;
    }
    let tree = with_labels(problem, &solution.tree, |rows| truth.label(rows));
    assert_eq!(checker::check_for(problem, truth, &tree, limits), Ok(optimum), "{solution:?}");
    let cost = solution.cost as f64 / unit;
    assert!((cost - optimum.rounded()).abs() <= 1e-6 * (1.0 + optimum.rounded()), "{cost} for {optimum:?}");
}

#[test]
fn quantiles_of_several_shares_in_one_go() {
    let family = (quantile(rationed(cases::shallow())), 1_i128..100);
    hold(file!(), 1000, family, |((problem, limits, truth), other)| {
        let problem = &once(problem);
        let shares = [truth.quantile, Fraction::new(*other, 100)];
        // The search knows rows in the order of their targets, and none without a weight.
        let mut rows: Vec<usize> =
            problem.all().into_iter().filter(|&row| truth.weights[row] > Fraction::ZERO).collect();
        rows.sort_by(|&one, &two| truth.targets[one].partial_cmp(&truth.targets[two]).expect("fractions are ordered"));
        if rows.is_empty() {
            return;
        }
        let in_order = |list: &[Fraction]| -> Vec<Fraction> { rows.iter().map(|&row| list[row]).collect() };
        let answers = rows.iter().map(|&row| problem.rows[row].clone()).collect();
        let labels = rows.iter().map(|&row| problem.labels[row]).collect();
        let problem = &Problem::new(answers, labels, problem.classes);
        let (targets, weights) = (in_order(&truth.targets), in_order(&truth.weights));
        let rounded = |list: &[Fraction]| -> Vec<f64> { list.iter().map(|number| number.rounded()).collect() };
        for variant in variants::fastest() {
            let pricing = Quantiles::of(&rounded(&targets), &rounded(&weights), &rounded(&shares));
            let priced = Priced::new(pricing);
            let table = priced.table(unlabelled(problem));
            for (number, &share) in shares.iter().enumerate() {
                let truth = truth::Quantile { targets: targets.clone(), weights: weights.clone(), quantile: share };
                let optimum = brute::least_cost(problem, &truth, *limits);
                let settings = variant.settings(settings(*limits, priced.pricing().least_price()));
                let solution = variant.solve_any(&table, &priced.objective(number), &settings, &Never);
                assert_eq!((solution.status, solution.floor), (Status::Optimal, solution.cost), "{variant:?}");
                let tree = with_labels(problem, &solution.tree, |rows| truth.label(rows));
                assert_eq!(checker::check_for(problem, &truth, &tree, *limits), Ok(optimum), "{solution:?}");
            }
        }
    });
}

/// Any price of rows: what nobody could guess from sums.
struct Odd<'a>(&'a Problem);

impl Odd<'_> {
    fn of(&self, rows: &[usize]) -> u64 {
        let labels = rows.iter().map(|&row| u64::from(self.0.labels[row]));
        labels.fold(7_u64, |odd, label| (odd * 31 + label * 17 + 3) % 101) * (rows.len() as u64 % 3)
    }
}

impl RowPricing for Odd<'_> {
    fn objectives(&self) -> usize {
        1
    }

    fn price(&self, rows: &[u32]) -> Vec<u64> {
        vec![self.of(&rows.iter().map(|&row| row as usize).collect::<Vec<_>>())]
    }

    fn price_of_alike(&self, _: &[u32], _: usize) -> u64 {
        0
    }
}

#[test]
fn any_price_of_rows() {
    let family = (rationed(prop_oneof![cases::shallow(), cases::tight()].boxed()), 0_u64..4);
    hold(file!(), 2000, family, |((problem, limits), price)| {
        let problem = &once(problem);
        let truth =
            truth::PerSplit { objective: truth::PricedBy(|rows: &[usize]| Odd(problem).of(rows)), price: *price };
        let optimum = brute::least_cost(problem, &truth, *limits);
        for variant in variants::fastest() {
            let priced = Priced::new(Odd(problem));
            let settings = variant.settings(settings(*limits, *price));
            let table = priced.table(unlabelled(problem));
            let solution = variant.solve_any(&table, &priced.objective(0), &settings, &Never);
            let proven = (solution.status, solution.cost, solution.floor);
            assert_eq!(proven, (Status::Optimal, optimum, optimum), "{variant:?}: {solution:?}");
            let tree = with_labels(problem, &solution.tree, |_| ());
            let cost = |rows: &[usize]| Odd(problem).of(rows);
            let leaves = checker::leaves(problem, &tree).iter().map(|leaf| cost(&leaf.rows)).sum::<u64>();
            assert_eq!(leaves + price * tree.splits() as u64, optimum);
        }
    });
}

#[test]
fn a_stopped_search_for_any_objective_has_a_tree_and_a_floor() {
    let family = (cost_matrix(rationed(cases::hard())), 0_usize..400, 0_u64..5);
    hold(file!(), 2000, family, |((problem, limits, truth), questions, price)| {
        let problem = &once(problem);
        let truth = truth::PerSplit { objective: truth.clone(), price: *price };
        let costs = label_costs(problem, |row, label| truth.objective.cost(&[row], &label));
        let optimum = brute::least_cost(problem, &truth, *limits);
        for variant in variants::fastest() {
            let (objective, table) = Sums::<Labels>::of_labels(unlabelled(problem), &costs);
            let settings = variant.settings(settings(*limits, *price));
            let solution = variant.solve_any(&table, &objective, &settings, &After::questions(*questions));
            let tree = with_labels(problem, &solution.tree, |rows| truth.label(rows));
            assert_eq!(checker::check_for(problem, &truth, &tree, *limits), Ok(solution.cost), "{solution:?}");
            assert!(solution.floor <= optimum && optimum <= solution.cost, "{solution:?}, at best {optimum}");
        }
    });
}
