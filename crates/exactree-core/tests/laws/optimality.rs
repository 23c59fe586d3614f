//! The cost is what brute force finds, it is proven, and the tree is worth it.

use exactree_core::Never;
use exactree_testkit::brute::least_errors;

use crate::cases::{self, Family, hold};
use crate::common::assert_proven;
use crate::variants;

macro_rules! the_cost_is_the_least_of_any_tree {
    ($($name:ident: $cases:literal cases of $family:expr;)*) => {$(
        #[test]
        fn $name() {
            the_cost_is_the_least($cases, $family);
        }
    )*};
}

the_cost_is_the_least_of_any_tree! {
    of_depth_up_to_four: 8000 cases of cases::shallow();
    of_any_depth: 8000 cases of cases::unlimited();
    with_leaves_as_large_as_can_be: 20_000 cases of cases::tight();
    over_larger_tables: 3000 cases of cases::hard();
    over_tall_tables: 2000 cases of cases::tall();
}

fn the_cost_is_the_least(cases: u32, family: Family) {
    hold(file!(), cases, family, |(problem, limits)| {
        let optimum = least_errors(problem, *limits);
        for variant in variants::all() {
            let solution = variant.solve(problem, *limits, None, &Never);
            assert_proven(problem, *limits, optimum, &solution);
        }
    });
}
