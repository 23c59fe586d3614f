//! `max_error` asks for strictly better trees: the search finds the best of them, or says that there is none.

use exactree_core::{Never, Status};
use exactree_testkit::brute::least_errors;
use exactree_testkit::{Limits, Problem, canonical};
use proptest::prelude::*;

use crate::cases::{self, Family, hold};
use crate::common::{assert_proven, assert_sound, nested};
use crate::variants::{self, Variant};

/// Around the optimum, where it matters, and anywhere.
fn around_the_optimum() -> impl Strategy<Value = MaxError> {
    prop_oneof![4 => (-3_i32..=3).prop_map(MaxError::OptimumAnd), 1 => (0_u32..=40).prop_map(MaxError::Exactly)]
}

#[derive(Clone, Copy, Debug)]
enum MaxError {
    OptimumAnd(i32),
    Exactly(u32),
}

macro_rules! only_strictly_better_trees_are_found {
    ($($name:ident: $cases:literal cases of $family:expr;)*) => {$(
        #[test]
        fn $name() {
            only_strictly_better_trees($cases, $family);
        }
    )*};
}

only_strictly_better_trees_are_found! {
    of_depth_up_to_four: 8000 cases of cases::shallow();
    of_any_depth: 8000 cases of cases::unlimited();
    with_leaves_as_large_as_can_be: 20_000 cases of cases::tight();
    at_the_ends_of_the_tree: 20_000 cases of cases::depth_two_ends();
}

fn only_strictly_better_trees(cases: u32, family: Family) {
    hold(file!(), cases, (family, around_the_optimum()), |((problem, limits), max_error)| {
        let optimum = least_errors(problem, *limits);
        let max_error = match *max_error {
            MaxError::OptimumAnd(more) => optimum.saturating_add_signed(more),
            MaxError::Exactly(errors) => errors,
        };
        for variant in variants::all() {
            if optimum < max_error {
                the_best_is_found(variant, problem, *limits, max_error, optimum);
            } else {
                it_is_said_that_there_is_none(variant, problem, *limits, max_error, optimum);
            }
        }
    });
}

fn the_best_is_found(variant: Variant, problem: &Problem, limits: Limits, max_error: u32, optimum: u32) {
    let solution = variant.solve(problem, limits, Some(max_error), &Never);
    assert_proven(problem, limits, optimum, &solution);
    assert_eq!(nested(&solution.tree), canonical::tree(problem, limits), "{variant:?}, max_error {max_error}");
}

fn it_is_said_that_there_is_none(variant: Variant, problem: &Problem, limits: Limits, max_error: u32, optimum: u32) {
    let solution = variant.solve(problem, limits, Some(max_error), &Never);
    assert_sound(problem, limits, &solution);
    assert_eq!(solution.status, Status::NoBetterTree, "{variant:?}, max_error {max_error}: {solution:?}");
    let in_order = [max_error, solution.floor, optimum, solution.cost];
    assert!(in_order.is_sorted(), "max_error, floor, optimum, cost are {in_order:?}: {variant:?}, {solution:?}");
}
