//! Whatever the objective: brute force, the tie rule and the checker agree on random problems.
//!
//! None of them is told what the others found, so an error in one of them shows here.

use exactree_testkit::brute::{least_cost, least_cost_then_splits, least_costs};
use exactree_testkit::checker::{check_for, check_shape};
use exactree_testkit::generate::{self, Sizes, cases, small_support, within_splits};
use exactree_testkit::objective::{PerSplit, SquaredError, ThenSplits};
use exactree_testkit::order::ByColumn;
use exactree_testkit::{Fraction, Limits, Objective, Order, Problem, canonical};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

fn family() -> impl Strategy<Value = (Problem, Limits)> {
    let sizes = Sizes { rows: 0..=14, features: 0..=4, classes: 1..=4 };
    let cases = cases(sizes, prop_oneof![3 => (0_usize..=3).prop_map(Some), 1 => Just(None)], small_support());
    within_splits(cases, prop_oneof![1 => Just(None), 2 => (0_usize..=6).prop_map(Some)])
}

/// Holds a law against random cases, of which a first failure is shrunk.
fn hold<Case: std::fmt::Debug>(family: impl Strategy<Value = Case>, law: impl Fn(&Case)) {
    let config = Config { cases: 300, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new(config);
    let outcome = runner.run(&family, |case| {
        law(&case);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}\n{runner}");
    }
}

macro_rules! all_agree_on {
    ($($name:ident at $price:expr;)*) => {$(
        #[test]
        fn $name() {
            hold(generate::$name(family()), |(problem, limits, objective)| {
                assert_agreement(problem, *limits, objective, objective);
                let priced = PerSplit { objective, price: $price };
                assert_agreement(problem, *limits, &priced, objective);
                assert_agreement(problem, *limits, &ThenSplits(&priced), objective);
            });
        }
    )*};
}

all_agree_on! {
    misclassification at 1;
    cost_matrix at 2;
    squared_error at Fraction::new(5, 2);
    clusters at Fraction::whole(9);
}

#[test]
fn absolute_error() {
    hold(generate::absolute_error(family()), |(problem, limits, objective)| {
        let (targets, weights) = (objective.targets.clone(), objective.weights.clone());
        let by_gain = SquaredError { targets, weights };
        assert_agreement(problem, *limits, objective, &by_gain);
    });
}

#[test]
fn quantile() {
    hold(generate::quantile(family()), |(problem, limits, objective)| {
        assert_agreement(problem, *limits, objective, &ByColumn);
    });
}

fn assert_agreement<O: Objective>(problem: &Problem, limits: Limits, objective: &O, order: &impl Order) {
    let least = least_cost(problem, objective, limits);
    let tree = canonical::tree_for(problem, objective, order, limits);
    assert_eq!(check_for(problem, objective, &tree, limits).as_ref(), Ok(&least), "{tree:?}");
    let fewest = least_cost_then_splits(problem, objective, limits);
    assert_eq!(fewest.cost, least);
    assert!(tree.splits() as u64 >= fewest.splits, "{tree:?} has fewer splits than {}", fewest.splits);
    assert_table(problem, limits, objective);
}

/// The table of costs has the cost within each of its limits, and the limits' own in its last corner.
fn assert_table<O: Objective>(problem: &Problem, limits: Limits, objective: &O) {
    let Limits { max_depth: Some(depth), max_splits: Some(splits), .. } = limits else { return };
    let table = least_costs(problem, objective, limits);
    assert_eq!(table[depth][splits], least_cost(problem, objective, limits));
    assert_eq!(table[0][splits], objective.price(&problem.all()));
    let no_worse = |pair: &[O::Cost]| pair[1] <= pair[0];
    assert!(table.iter().all(|line| line.windows(2).all(no_worse)), "more splits cost more: {table:?}");
    assert!(
        table.windows(2).all(|lines| lines[0].iter().zip(&lines[1]).all(|(less, more)| more <= less)),
        "more depth costs more: {table:?}"
    );
}

#[test]
fn floats_cost_what_fractions_cost_but_for_rounding() {
    hold(generate::squared_error(family()), |(problem, limits, exact)| {
        assert_close(least_cost(problem, &exact.rounded(), *limits), least_cost(problem, exact, *limits));
        let tree = canonical::tree_for(problem, exact, exact, *limits);
        let floats = exact.rounded();
        let cost = check_for(problem, &floats, &tree.map(&|mean| mean.rounded()), *limits).expect("the tree is right");
        assert_close(cost, least_cost(problem, exact, *limits));
    });
    hold(generate::quantile(family()), |(problem, limits, exact)| {
        assert_close(least_cost(problem, &exact.rounded(), *limits), least_cost(problem, exact, *limits));
    });
    hold(generate::clusters(family()), |(problem, limits, exact)| {
        let tree = canonical::tree_for(problem, exact, exact, *limits);
        let cost = check_shape(problem, &exact.rounded(), &tree, *limits).expect("the tree is right");
        assert_close(cost, least_cost(problem, exact, *limits));
    });
}

fn assert_close(float: f64, exact: Fraction) {
    let exact = exact.rounded();
    assert!((float - exact).abs() <= 1e-12 * (1.0 + exact), "{float} is not {exact}");
}
