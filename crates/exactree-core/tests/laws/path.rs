//! The best trees of every size in one search are those that brute force finds for each size.

use exactree_core::{Errors, Level, Settings, solve_path};
use exactree_core::{Labels, Never, Sums};
use exactree_testkit::generate::cost_matrix;
use exactree_testkit::objective::Objective as _;
use exactree_testkit::{Limits, Problem, brute, canonical, checker};
use proptest::prelude::*;

use crate::cases::{self, hold};
use crate::common::{After, nested, table_of, unlabelled};

fn settings<C: exactree_core::Cost>(limits: Limits, threads: usize) -> Settings<C> {
    Settings {
        max_depth: limits.max_depth,
        max_splits: limits.max_splits,
        min_samples_leaf: limits.min_samples_leaf as u32,
        threads,
        level: Level::best(),
        ..Settings::default()
    }
}

/// The same limits with a number of splits: as many as fit the deepest trees, if there was none.
fn counted(limits: Limits) -> Limits {
    let full = (1 << limits.max_depth.expect("a path has a last depth")) - 1;
    Limits { max_splits: Some(limits.max_splits.unwrap_or(full)), ..limits }
}

/// What brute force finds for a depth and a number of splits, of which there may be fewer that help.
fn least<C: Copy>(table: &[Vec<C>], depth: usize, splits: usize) -> C {
    let of_depth = &table[depth];
    of_depth[splits.min(of_depth.len() - 1)]
}

#[test]
fn every_size_has_its_best_tree() {
    let family = (cases::shallow(), prop_oneof![Just(None), (0_usize..=9).prop_map(Some)]);
    hold(file!(), 2000, family, |((problem, limits), max_splits)| {
        let limits = Limits { max_splits: *max_splits, ..*limits };
        let truth = brute::least_costs(problem, problem, counted(limits));
        for threads in [1, 4] {
            let path = solve_path(&table_of(problem), &Errors::COUNTED, &settings(limits, threads), &Never);
            assert!(path.is_complete);
            for (depth, steps) in path.by_depth.iter().enumerate() {
                for (splits, step) in steps.iter().enumerate() {
                    assert_eq!(step.cost, least(&truth, depth, splits), "depth {depth}, {splits} splits");
                    let within = Limits { max_depth: Some(depth), max_splits: Some(splits), ..limits };
                    let tree = nested(&step.tree);
                    assert_eq!(checker::check(problem, &tree, within), Ok(step.cost));
                    let is_smallest = splits == 0 || steps[splits - 1].cost > step.cost;
                    let is_shallowest = depth == 0 || least(&truth, depth - 1, splits) > step.cost;
                    if is_smallest && is_shallowest {
                        assert_eq!(tree, canonical::tree(problem, within), "depth {depth}, {splits} splits");
                    }
                }
            }
            // Where the path ends, more does not help.
            let deepest = path.by_depth.last().expect("depth zero at least");
            let most = truth.last().and_then(|costs| costs.last()).expect("a tree without splits at least");
            assert_eq!(deepest.last().map(|step| step.cost), Some(*most));
        }
    });
}

#[test]
fn every_size_for_prices_of_mistakes() {
    hold(file!(), 1000, cost_matrix(cases::shallow()), |(problem, limits, truth)| {
        let problem = &problem.clone().repeated(vec![1; problem.rows.len()]);
        let least_costs = brute::least_costs(problem, truth, counted(*limits));
        let costs: Vec<Vec<f64>> = (0..problem.classes as u32)
            .map(|label| (0..problem.rows.len()).map(|row| truth.cost(&[row], &label) as f64).collect())
            .collect();
        let (objective, table) = Sums::<Labels>::of_labels(unlabelled(problem), &costs);
        let path = solve_path(&table, &objective, &settings(*limits, 1), &Never);
        for (depth, steps) in path.by_depth.iter().enumerate() {
            for (splits, step) in steps.iter().enumerate() {
                assert_eq!(step.cost, least(&least_costs, depth, splits), "depth {depth}, {splits} splits");
            }
        }
    });
}

#[test]
fn a_stopped_path_has_only_what_is_proven() {
    hold(file!(), 2000, (cases::hard(), 0_usize..2000), |((problem, limits), questions)| {
        let problem: &Problem = problem;
        let limits = Limits { max_splits: Some(6), ..*limits };
        let path =
            solve_path(&table_of(problem), &Errors::COUNTED, &settings(limits, 1), &After::questions(*questions));
        for (depth, steps) in path.by_depth.iter().enumerate() {
            for (splits, step) in steps.iter().enumerate() {
                let within = Limits { max_depth: Some(depth), max_splits: Some(splits), ..limits };
                assert_eq!(step.cost, brute::least_cost(problem, problem, within), "depth {depth}, {splits} splits");
            }
        }
    });
}
