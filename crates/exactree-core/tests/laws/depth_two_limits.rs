//! Where the search hands over to the kernel: leaf sizes, ties, and two to five classes at depth two and three.
//!
//! Two public solvers return trees that are not optimal here, or not allowed. The usual benchmark sets never
//! show it; small tables with repeated rows do.

use exactree_core::Never;
use exactree_testkit::brute::least_errors;
use exactree_testkit::generate::{Labels, Recipe};
use exactree_testkit::{Limits, Problem, canonical};

use crate::cases::{self, hold};
use crate::common::{assert_proven, nested};
use crate::variants;

#[test]
fn random_tables_with_leaf_sizes_and_ties() {
    hold(file!(), 40_000, cases::depth_two_ends(), |(problem, limits)| assert_best(problem, *limits));
}

/// The best tree of one side is a tree for another side too, give or take the rows they differ in: a floor that
/// is true of leaves of any size, and not of leaves that have a least size. It had cost an error here.
#[test]
fn leaves_that_are_large_enough_on_one_side_may_be_too_small_on_another() {
    let rows = [
        "0000", "0000", "0000", "0001", "1110", "0000", "0000", "0000", "0000", "0010", "0000", "0000", "0011", "0000",
        "1100",
    ];
    let answers = rows.map(|row| row.chars().map(|answer| answer == '1').collect());
    let problem = Problem::new(answers.to_vec(), vec![1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1], 2);
    for max_depth in [Some(2), Some(3), Some(4), None] {
        assert_best(&problem, Limits { max_depth, min_samples_leaf: 2, ..Limits::NONE });
    }
}

#[test]
fn every_leaf_size_of_every_small_table() {
    for seed in 0..250 {
        let classes = 2 + (seed % 4) as usize;
        let labels = if seed % 3 == 0 { Labels::Tree { depth: 3, noise: 20 } } else { Labels::Even };
        let rows = 6 + (seed % 13) as usize;
        let recipe = Recipe { rows, features: 5, classes, ones: 40, related: 30, repeats: 50, labels };
        let problem = recipe.problem(seed);
        for min_samples_leaf in 1..=rows / 2 + 1 {
            for depth in 1..=3 {
                assert_best(&problem, Limits { max_depth: Some(depth), min_samples_leaf, ..Limits::NONE });
            }
        }
    }
}

#[test]
fn more_features_than_a_vector_holds() {
    for features in [63, 64, 65, 130] {
        for (seed, classes) in (2..=5).enumerate() {
            let labels = Labels::Tree { depth: 3, noise: 30 };
            let recipe = Recipe { rows: 24, features, classes, ones: 40, related: 10, repeats: 20, labels };
            for min_samples_leaf in [1, 3, 5] {
                assert_best(
                    &recipe.problem(seed as u64),
                    Limits { max_depth: Some(2), min_samples_leaf, ..Limits::NONE },
                );
            }
        }
    }
}

fn assert_best(problem: &Problem, limits: Limits) {
    let optimum = least_errors(problem, limits);
    let expected = canonical::tree(problem, limits);
    for variant in variants::all() {
        let solution = variant.solve(problem, limits, None, &Never);
        assert_proven(problem, limits, optimum, &solution);
        assert_eq!(nested(&solution.tree), expected, "{variant:?}, {limits:?}, {problem:?}");
    }
}
