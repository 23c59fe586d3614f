//! Of all optimal trees it is *the* tree of the tie rule: for any number of threads, run after run.

use exactree_core::Never;
use exactree_testkit::canonical;

use crate::cases::{self, Family, hold};
use crate::common::nested;
use crate::variants;

macro_rules! the_tree_is_the_one_of_the_tie_rule {
    ($($name:ident: $cases:literal cases of $family:expr;)*) => {$(
        #[test]
        fn $name() {
            the_tree_is_the_one($cases, $family);
        }
    )*};
}

the_tree_is_the_one_of_the_tie_rule! {
    of_depth_up_to_four: 8000 cases of cases::shallow();
    of_any_depth: 8000 cases of cases::unlimited();
    with_leaves_as_large_as_can_be: 20_000 cases of cases::tight();
    at_the_ends_of_the_tree: 20_000 cases of cases::depth_two_ends();
    over_larger_tables: 3000 cases of cases::hard();
    over_tall_tables: 2000 cases of cases::tall();
}

fn the_tree_is_the_one(cases: u32, family: Family) {
    hold(file!(), cases, family, |(problem, limits)| {
        let expected = canonical::tree(problem, *limits);
        for variant in variants::all() {
            let solution = variant.solve(problem, *limits, None, &Never);
            assert_eq!(nested(&solution.tree), expected, "{variant:?}");
        }
    });
}

#[test]
fn the_same_search_gives_the_same_tree_again() {
    hold(file!(), 8000, cases::shallow(), |(problem, limits)| {
        for variant in variants::fastest() {
            let [first, second] = [(); 2].map(|()| variant.solve(problem, *limits, None, &Never).tree);
            assert_eq!(first, second, "{variant:?}");
        }
    });
}
