//! The families of random problems, and how a law is held against them.
//!
//! What fails is written to `proptest-regressions` beside this folder, and tried first from then on.

use exactree_testkit::generate::{Labels, Recipe, Sizes, Support, cases, small_support, tight_support};
use exactree_testkit::{Limits, Problem};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Problems of one kind, with limits on their trees.
pub type Family = BoxedStrategy<(Problem, Limits)>;

/// Trees of any depth up to four, leaves of any size.
pub fn shallow() -> Family {
    family((1, 36), (0, 8), (0_usize..=4).prop_map(Some), small_support())
}

/// As deep as the rows allow.
pub fn unlimited() -> Family {
    family((1, 24), (0, 6), Just(None), small_support())
}

/// Leaves so large that the table has just enough rows for two, three or four of them, or just too few.
pub fn tight() -> Family {
    family((1, 36), (1, 7), prop_oneof![3 => (1_usize..=5).prop_map(Some), 1 => Just(None)], tight_support())
}

/// Trees of depth two, and of three, whose ends have depth two; few rows, so most optima are tied.
pub fn depth_two_ends() -> Family {
    let support = prop_oneof![2 => tight_support(), 1 => (2_usize..=5).prop_map(Support::Rows)];
    family((2, 30), (2, 8), (2_usize..=3).prop_map(Some), support)
}

/// More rows and features than elsewhere, for searches that take a while.
pub fn hard() -> Family {
    let support = prop_oneof![1 => Just(1), 2 => 2_usize..=6].prop_map(Support::Rows);
    family((16, 60), (5, 9), (3_usize..=5).prop_map(Some), support)
}

/// Rows that stand many times, so that counts pass what a byte holds, with and without a sign.
pub fn tall() -> Family {
    let around = [60_u32, 125, 250, 260, 1000];
    let copies = (0..around.len(), 1_u32..=9).prop_map(move |(at, step)| (around[at], step));
    let cases = (family((2, 10), (2, 5), (2_usize..=4).prop_map(Some), small_support()), copies);
    cases
        .prop_map(|((problem, limits), (around, step))| {
            let copies = (0..problem.rows.len() as u32).map(|row| around / (1 + row * step % 4) + row).collect();
            let min_samples_leaf = limits.min_samples_leaf * (around as usize / 4);
            (problem.repeated(copies), Limits { min_samples_leaf, ..limits })
        })
        .boxed()
}

/// A table whose proof would take years.
pub fn endless() -> (Problem, Limits) {
    let recipe = Recipe { rows: 600, features: 80, classes: 3, ones: 50, related: 0, repeats: 0, labels: Labels::Even };
    (recipe.problem(11), Limits { max_depth: Some(6), ..Limits::NONE })
}

fn family(
    rows: (usize, usize),
    features: (usize, usize),
    max_depth: impl Strategy<Value = Option<usize>> + 'static,
    support: impl Strategy<Value = Support> + 'static,
) -> Family {
    let sizes = Sizes { rows: rows.0..=rows.1, features: features.0..=features.1, classes: 2..=5 };
    cases(sizes, max_depth, support).boxed()
}

/// Holds a law against so many random cases. `file` is the law's own, for its regressions.
pub fn hold<Case: std::fmt::Debug>(
    file: &'static str,
    cases: u32,
    family: impl Strategy<Value = Case>,
    law: impl Fn(&Case),
) {
    let config = Config { cases, source_file: Some(file), ..Config::default() };
    let mut runner = TestRunner::new(config);
    let outcome = runner.run(&family, |case| {
        law(&case);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}\n{runner}");
    }
}
