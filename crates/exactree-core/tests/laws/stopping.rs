//! A search that is stopped, whenever that is, has a tree no worse than a greedy one and a floor that is true.

use std::time::{Duration, Instant};

use exactree_core::{Solution, Status};
use exactree_testkit::brute::least_errors;
use exactree_testkit::generate::{Labels, Recipe};
use exactree_testkit::random::Random;
use exactree_testkit::{Limits, Problem, check, greedy, known};
use proptest::prelude::*;

use crate::cases::{self, Family, hold};
use crate::common::{After, assert_proven, assert_sound};
use crate::variants;

/// At once, soon, or late.
fn any_time() -> impl Strategy<Value = usize> {
    prop_oneof![0_usize..8, 0_usize..60, 0_usize..4000]
}

macro_rules! a_stopped_search_holds_what_it_says {
    ($($name:ident: $cases:literal cases of $family:expr;)*) => {$(
        #[test]
        fn $name() {
            a_stopped_search_is_sound($cases, $family);
        }
    )*};
}

a_stopped_search_holds_what_it_says! {
    of_depth_up_to_four: 8000 cases of cases::shallow();
    of_any_depth: 8000 cases of cases::unlimited();
    with_leaves_as_large_as_can_be: 20_000 cases of cases::tight();
    over_larger_tables: 3000 cases of cases::hard();
}

fn a_stopped_search_is_sound(cases: u32, family: Family) {
    hold(file!(), cases, (family, any_time(), any::<bool>()), |((problem, limits), questions, bounded)| {
        let optimum = least_errors(problem, *limits);
        // A bound above the optimum: a stopped search knows that there are better trees, or does not.
        let max_error = bounded.then_some(optimum + 1 + (*questions % 5) as u32);
        for variant in variants::fastest() {
            let solution = variant.solve(problem, *limits, max_error, &After::questions(*questions));
            assert_stopped(problem, *limits, optimum, &solution);
        }
    });
}

fn assert_stopped(problem: &Problem, limits: Limits, optimum: u32, solution: &Solution<u32>) {
    match solution.status {
        Status::Optimal => assert_proven(problem, limits, optimum, solution),
        Status::NoBetterTree => panic!("there are better trees, with {optimum} errors: {solution:?}"),
        Status::Stopped => assert_sound(problem, limits, solution),
    }
    let in_order = [solution.floor, optimum, solution.cost, greedy_errors(problem, limits)];
    assert!(in_order.is_sorted(), "floor, optimum, cost, greedy cost are {in_order:?}: {solution:?}");
}

fn greedy_errors(problem: &Problem, limits: Limits) -> u32 {
    check(problem, &greedy::tree(problem, limits), limits).expect("a greedy tree keeps its limits")
}

#[test]
fn a_search_that_is_stopped_half_way_has_used_its_time() {
    let limits = Limits { max_depth: Some(5), ..Limits::NONE };
    let [variant, _] = variants::fastest()[..] else { panic!("alone and with company") };
    let (mut costs, mut floors) = ([0; 3], [0; 3]);
    for seed in 0..12 {
        let labels = Labels::Tree { depth: 4, noise: 30 };
        let recipe = Recipe { rows: 150, features: 24, classes: 2, ones: 50, related: 20, repeats: 10, labels };
        let problem = recipe.problem(seed);
        let whole = After::all_questions();
        let optimum = variant.solve(&problem, limits, None, &whole).cost;
        for (at, questions) in [0, whole.asked() / 2, whole.asked() + 1].into_iter().enumerate() {
            let solution = variant.solve(&problem, limits, None, &After::questions(questions));
            assert_stopped(&problem, limits, optimum, &solution);
            costs[at] += solution.cost;
            floors[at] += solution.floor;
        }
    }
    assert!(costs[0] > costs[1] && costs[1] >= costs[2], "at once, half way and at the end they cost {costs:?}");
    assert!(floors[0] <= floors[1] && floors[1] <= floors[2], "at once, half way and at the end floors are {floors:?}");
}

#[test]
fn published_optima_lie_between_floor_and_cost_whenever_the_search_is_stopped() {
    let mut random = Random::from_seed(7);
    let shallow = |optimum: &known::Optimum| (3..=4).contains(&optimum.max_depth);
    for optimum in known::binary_optima().into_iter().flatten().filter(shallow) {
        let problem = known::binary_problem(&optimum.dataset).expect("the optima lie beside the data");
        let limits = Limits { max_depth: Some(optimum.max_depth), ..Limits::NONE };
        for variant in variants::fastest() {
            let stop = After::questions(random.below(300));
            let solution = variant.solve(&problem, limits, None, &stop);
            assert_stopped(&problem, limits, optimum.training_errors, &solution);
        }
    }
}

#[test]
fn a_search_without_end_ends_when_it_is_stopped() {
    let (problem, limits) = cases::endless();
    for variant in variants::fastest() {
        for questions in [0, 1, 10, 300] {
            let begin = Instant::now();
            let solution = variant.solve(&problem, limits, None, &After::questions(questions));
            assert_eq!(solution.status, Status::Stopped);
            assert_sound(&problem, limits, &solution);
            assert!(solution.cost <= greedy_errors(&problem, limits), "worse than a greedy tree: {solution:?}");
            assert!(begin.elapsed() < Duration::from_secs(20), "{questions} questions took {:?}", begin.elapsed());
        }
    }
}

/// More than a search looks at the stop condition once it has been told to stop, however large the table.
const FEW_LOOKS: usize = 25_000;

#[test]
fn what_a_stopped_search_still_does_comes_to_an_end() {
    let recipe =
        Recipe { rows: 20_000, features: 90, classes: 2, ones: 50, related: 0, repeats: 0, labels: Labels::Even };
    let (problem, limits) = (recipe.problem(5), Limits::NONE);
    for variant in variants::fastest() {
        let stop = After::questions(0);
        let solution = variant.solve(&problem, limits, None, &stop);
        assert_eq!(solution.status, Status::Stopped);
        assert_sound(&problem, limits, &solution);
        assert!(stop.asked() < FEW_LOOKS, "{} looks at the stop condition", stop.asked());
    }
}
