//! The search without its kernel, its cache, its floors and so on gives the same answers, only later.

use exactree_core::parts::Parts;
use exactree_core::{Never, Status};
use exactree_testkit::brute::least_errors;
use exactree_testkit::canonical;

use crate::cases::{self, Family, hold};
use crate::common::{After, assert_proven, assert_sound, nested};
use crate::variants;

macro_rules! every_part_is_worth_no_more_than_time {
    ($($name:ident: $cases:literal cases of $family:expr;)*) => {$(
        #[test]
        fn $name() {
            no_part_is_needed($cases, $family);
        }
    )*};
}

every_part_is_worth_no_more_than_time! {
    of_depth_up_to_four: 2000 cases of cases::shallow();
    of_any_depth: 2000 cases of cases::unlimited();
    with_leaves_as_large_as_can_be: 4000 cases of cases::tight();
    at_the_ends_of_the_tree: 4000 cases of cases::depth_two_ends();
}

fn no_part_is_needed(cases: u32, family: Family) {
    hold(file!(), cases, family, |(problem, limits)| {
        let optimum = least_errors(problem, *limits);
        let expected = canonical::tree(problem, *limits);
        for variant in variants::each_without_a_part() {
            let solution = variant.solve(problem, *limits, None, &Never);
            assert_proven(problem, *limits, optimum, &solution);
            // Without them the tie rule is another one.
            if variant.parts.best_first && variant.parts.tie_rule {
                assert_eq!(nested(&solution.tree), expected, "{variant:?}");
            }
        }
    });
}

#[test]
fn what_no_part_finds_is_not_there() {
    hold(file!(), 2000, (cases::shallow(), 0_u32..4), |((problem, limits), less)| {
        let optimum = least_errors(problem, *limits);
        let max_error = optimum.saturating_sub(*less);
        for variant in variants::each_without_a_part() {
            let solution = variant.solve(problem, *limits, Some(max_error), &Never);
            assert_sound(problem, *limits, &solution);
            assert_eq!(solution.status, Status::NoBetterTree, "{variant:?}, max_error {max_error}: {solution:?}");
            let in_order = [max_error, solution.floor, optimum, solution.cost];
            assert!(in_order.is_sorted(), "max_error, floor, optimum, cost are {in_order:?}: {variant:?}");
        }
    });
}

#[test]
fn a_search_without_a_part_can_be_stopped() {
    hold(file!(), 3000, (cases::shallow(), 0_usize..200), |((problem, limits), questions)| {
        let optimum = least_errors(problem, *limits);
        for variant in variants::each_without_a_part() {
            let solution = variant.solve(problem, *limits, None, &After::questions(*questions));
            match solution.status {
                Status::Optimal => assert_proven(problem, *limits, optimum, &solution),
                _ => assert_sound(problem, *limits, &solution),
            }
            let in_order = [solution.floor, optimum, solution.cost];
            assert!(in_order.is_sorted(), "floor, optimum, cost are {in_order:?}: {variant:?}, {solution:?}");
        }
    });
}

#[test]
fn every_part_can_be_switched_off() {
    assert!(Parts::each_without().iter().all(|(_, parts)| *parts != Parts::ALL));
}
