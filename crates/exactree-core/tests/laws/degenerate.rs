//! Tables at the edge, and trees so deep that the search stands hundreds of questions below its root.

use std::thread;

use exactree_core::{Never, Solution};
use exactree_testkit::brute::least_errors;
use exactree_testkit::generate::{Labels, Recipe};
use exactree_testkit::{Limits, Problem, canonical};

use crate::common::{assert_proven, nested};
use crate::variants::{self, Variant};

fn table(rows: &[&str], labels: &[u32], classes: usize) -> Problem {
    let answers = rows.iter().map(|row| row.chars().map(|answer| answer == '1').collect()).collect();
    Problem::new(answers, labels.to_vec(), classes)
}

/// Holds a table to brute force and the tie rule, under limits of every kind.
fn assert_best(problem: &Problem) {
    for max_depth in [Some(0), Some(1), Some(2), Some(3), Some(4), Some(5), Some(usize::MAX), None] {
        for min_samples_leaf in [0, 1, 2, problem.rows.len(), u32::MAX as usize] {
            let limits = Limits { max_depth, min_samples_leaf, ..Limits::NONE };
            let (optimum, expected) = (least_errors(problem, limits), canonical::tree(problem, limits));
            for variant in variants::all() {
                let solution = variant.solve(problem, limits, None, &Never);
                assert_proven(problem, limits, optimum, &solution);
                assert_eq!(nested(&solution.tree), expected, "{variant:?}, {limits:?}");
            }
        }
    }
}

macro_rules! the_best_tree_is_found {
    ($($name:ident: $rows:expr, $labels:expr, $classes:literal classes;)*) => {$(
        #[test]
        fn $name() {
            assert_best(&table(&$rows, &$labels, $classes));
        }
    )*};
}

the_best_tree_is_found! {
    without_rows: [], [], 2 classes;
    without_features: ["", "", ""], [0, 1, 1], 2 classes;
    with_one_row: ["0101"], [1], 2 classes;
    with_one_row_a_class: ["00", "01", "10", "11"], [3, 1, 0, 2], 4 classes;
    with_one_row_a_class_that_look_the_same: ["01", "01", "01"], [2, 1, 0], 3 classes;
    with_one_class: ["00", "01", "10"], [0, 0, 0], 1 classes;
    with_one_class_of_five_in_use: ["00", "01", "10"], [3, 3, 3], 5 classes;
    with_an_unused_class_between_two: ["00", "01", "10", "11"], [0, 2, 2, 0], 3 classes;
    with_constant_columns: ["0101", "0101", "0111", "0111"], [0, 1, 1, 1], 2 classes;
    with_only_constant_columns: ["01", "01", "01"], [1, 0, 1], 2 classes;
    with_rows_that_are_all_equal: ["011", "011", "011", "011"], [1, 0, 1, 2], 3 classes;
    with_columns_that_are_all_equal: ["000", "111", "000", "111"], [0, 1, 0, 0], 2 classes;
    with_columns_and_their_opposites: ["0110", "1001", "0101", "1010"], [0, 1, 1, 0], 2 classes;
    with_more_features_than_rows: ["01011101011", "11010101110", "00110111001"], [0, 1, 0], 2 classes;
}

#[test]
fn a_thousand_features_of_ten_rows() {
    for (seed, classes) in (2..=4).enumerate() {
        let recipe =
            Recipe { rows: 10, features: 1030, classes, ones: 50, related: 5, repeats: 0, labels: Labels::Even };
        let problem = recipe.problem(seed as u64);
        for (max_depth, min_samples_leaf) in [(Some(1), 1), (Some(1), 3), (None, 4), (None, 6)] {
            let limits = Limits { max_depth, min_samples_leaf, ..Limits::NONE };
            let optimum = least_errors(&problem, limits);
            for variant in variants::all() {
                let solution = variant.solve(&problem, limits, None, &Never);
                assert_proven(&problem, limits, optimum, &solution);
                assert_eq!(nested(&solution.tree), canonical::tree(&problem, limits), "{variant:?}, {limits:?}");
            }
        }
        // So many columns shatter so few rows: a few questions tell all of them apart.
        for variant in variants::fastest() {
            let limits = Limits::NONE;
            assert_proven(&problem, limits, 0, &variant.solve(&problem, limits, None, &Never));
        }
    }
}

/// Rows in steps of ten, which feature `k` parts after step `k`; the classes of the steps take turns, and on
/// some steps one row is of the other class.
fn staircase(steps: usize, has_stray: impl Fn(usize) -> bool) -> Problem {
    let rows = (0..10 * steps).map(|row| (1..steps).map(|step| row >= 10 * step).collect()).collect();
    let stray = |row: usize| row % 10 == 7 && has_stray(row / 10);
    let labels = (0..10 * steps).map(|row| ((row / 10 + usize::from(stray(row))) % 2) as u32).collect();
    Problem::new(rows, labels, 2)
}

/// Runs on a stack an eighth of what Rust gives to its threads, so that three hundred steps would not fit.
fn on_a_small_stack(work: impl FnOnce() -> Solution<u32> + Send) -> Solution<u32> {
    thread::scope(|scope| {
        let small = thread::Builder::new().stack_size(256 << 10);
        small.spawn_scoped(scope, work).expect("a thread can be had").join().expect("the search ends well")
    })
}

fn assert_climbs(variant: Variant, problem: &Problem, optimum: u32) {
    let limits = Limits::NONE;
    let solution = on_a_small_stack(|| variant.solve(problem, limits, None, &Never));
    assert_proven(problem, limits, optimum, &solution);
}

#[test]
fn a_staircase_of_three_hundred_steps_is_climbed_on_a_small_stack() {
    let problem = staircase(300, |_| false);
    for variant in variants::fastest() {
        assert_climbs(variant, &problem, 0);
    }
}

#[test]
fn a_staircase_with_errors_on_its_steps_is_climbed_on_a_small_stack() {
    let problem = staircase(60, |step| step % 4 == 0);
    for variant in variants::fastest() {
        assert_climbs(variant, &problem, 15);
    }
}
