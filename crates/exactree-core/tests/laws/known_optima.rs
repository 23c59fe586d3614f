//! The published optima of public data sets, each proven by other solvers. Skipped without the data.

use exactree_core::Never;
use exactree_testkit::Limits;
use exactree_testkit::known::{self, Optimum};

use crate::common::assert_proven;
use crate::variants;

/// Deep proofs that take longer than all others together.
fn takes_minutes(optimum: &Optimum) -> bool {
    optimum.max_depth >= 7 || (optimum.max_depth == 6 && optimum.dataset == "german-credit")
}

#[test]
fn trees_of_depth_three_are_as_good_as_published() {
    assert_published(|optimum| optimum.max_depth == 3);
}

#[test]
fn trees_of_depth_four_are_as_good_as_published() {
    assert_published(|optimum| optimum.max_depth == 4);
}

#[test]
fn trees_of_depth_five_are_as_good_as_published() {
    assert_published(|optimum| optimum.max_depth == 5);
}

#[test]
fn trees_of_depth_six_are_as_good_as_published() {
    assert_published(|optimum| optimum.max_depth == 6 && !takes_minutes(optimum));
}

#[test]
#[ignore = "takes minutes: cargo test --release -- --ignored"]
fn the_deepest_trees_are_as_good_as_published() {
    assert_published(takes_minutes);
}

fn assert_published(which: impl Fn(&Optimum) -> bool) {
    for optimum in known::binary_optima().into_iter().flatten().filter(which) {
        let problem = known::binary_problem(&optimum.dataset).expect("the optima lie beside the data");
        let limits = Limits { max_depth: Some(optimum.max_depth), ..Limits::NONE };
        let mut trees = vec![];
        for variant in variants::fastest() {
            let solution = variant.solve(&problem, limits, None, &Never);
            assert_proven(&problem, limits, optimum.training_errors, &solution);
            trees.push(solution.tree);
        }
        assert!(trees.windows(2).all(|pair| pair[0] == pair[1]), "threads change the tree: {optimum:?}");
    }
}
