//! No fair tree makes fewer errors, and the tree that is returned is fair.

use exactree_core::{FairSolution, Fairness, Level, Never, Parity, Status, Stop, solve_fair};
use exactree_testkit::fronts::{Vector, all_vectors, keeps, vector_of};
use exactree_testkit::generate::{Sizes, Support, cases as random_cases, small_support, tight_support};
use exactree_testkit::{Limits, Problem};
use proptest::prelude::*;

use crate::cases::{Family, hold};
use crate::common::{After, table_of};
use crate::fronts::{assert_counts, leaves, nested, settings};

/// Problems whose labels are class + 2 * group.
fn family(
    rows: usize,
    features: usize,
    max_depth: impl Strategy<Value = Option<usize>> + 'static,
    support: impl Strategy<Value = Support> + 'static,
) -> Family {
    random_cases(Sizes { rows: 0..=rows, features: 0..=features, classes: 4..=4 }, max_depth, support).boxed()
}

fn shallow() -> Family {
    family(22, 5, (0_usize..=3).prop_map(Some), small_support())
}

fn hard() -> Family {
    let sizes = Sizes { rows: 24..=36, features: 4..=6, classes: 4..=4 };
    random_cases(sizes, Just(Some(3)), (1_usize..=3).prop_map(Support::Rows)).boxed()
}

fn deep() -> Family {
    family(12, 4, prop_oneof![Just(None), Just(Some(4))], small_support())
}

fn tight() -> Family {
    family(26, 5, prop_oneof![3 => (1_usize..=3).prop_map(Some), 1 => Just(None)], tight_support())
}

/// Groups so large that the product of their sizes passes 32 bits, or nearly does.
fn tall() -> Family {
    let copies = (prop_oneof![Just(30_u32), Just(9_000), Just(60_000)], 1_u32..=9);
    (family(8, 4, (0_usize..=3).prop_map(Some), Just(Support::Rows(1))), copies)
        .prop_map(|((problem, limits), (around, step))| {
            let copies = (0..problem.rows.len() as u32).map(|row| around / (1 + row * step % 4) + row).collect();
            (problem.repeated(copies), limits)
        })
        .boxed()
}

/// How fair, in percent.
fn parities() -> impl Strategy<Value = (Parity, u32)> {
    let percent = prop_oneof![Just(0_u32), 0_u32..=30, 0_u32..=100];
    (prop_oneof![Just(Parity::Told), Just(Parity::Found)], percent)
}

/// The fairness of a problem, said without the search.
struct Truth {
    /// Rows of each group that count when they are told 1.
    sizes: [i64; 2],
    parity: Parity,
    percent: u32,
}

impl Truth {
    fn of(problem: &Problem, (parity, percent): (Parity, u32)) -> Truth {
        let counts = problem.counts(&problem.all());
        let sizes = match parity {
            Parity::Told => [counts[0] + counts[1], counts[2] + counts[3]],
            Parity::Found => [counts[1], counts[3]],
        };
        Truth { sizes: sizes.map(i64::from), parity, percent }
    }

    /// Errors, and the difference of the rates times the sizes of both groups.
    fn price(&self, label: u32, said: u32) -> Vector {
        let counts = said == 1 && (self.parity == Parity::Told || label % 2 == 1);
        let lead = if label < 2 { self.sizes[1] } else { -self.sizes[0] };
        [i64::from(label % 2 != said), if counts { lead } else { 0 }]
    }

    fn allows(&self, vector: &Vector) -> bool {
        vector[1].abs() * 100 <= i64::from(self.percent) * self.sizes[0] * self.sizes[1]
    }

    fn fairness(&self) -> Fairness {
        Fairness { parity: self.parity, most: f64::from(self.percent) / 100.0 }
    }
}

fn solve(
    problem: &Problem,
    limits: Limits,
    leaves: Option<usize>,
    truth: &Truth,
    level: Level,
    stop: &dyn Stop,
) -> FairSolution {
    solve_fair(&table_of(problem), truth.fairness(), &settings(limits, leaves, level), stop)
}

fn assert_fair(problem: &Problem, limits: Limits, leaves: Option<usize>, truth: &Truth, solution: &FairSolution) {
    let tree = nested(&solution.tree);
    assert!(keeps(problem, &tree, limits, leaves), "{solution:?}");
    let vector = vector_of(problem, &tree, &|label, said| truth.price(label, said));
    assert_eq!(vector[0], solution.cost.into(), "{solution:?}");
    assert!(truth.allows(&vector), "{vector:?} is not fair: {solution:?}");
    assert_counts(problem, &solution.tree);
    let difference = vector[1] as f64 / (truth.sizes[0] * truth.sizes[1]).max(1) as f64;
    assert!(
        (solution.rates[0] - solution.rates[1] - difference).abs() <= 1e-12 || truth.sizes.contains(&0),
        "{solution:?}"
    );
}

fn fewest_errors(problem: &Problem, limits: Limits, leaves: Option<usize>, truth: &Truth) -> i64 {
    let all = all_vectors(problem, limits, leaves, &|label, said| truth.price(label, said));
    let fair = all.iter().filter(|vector| truth.allows(vector)).map(|vector| vector[0]);
    fair.min().expect("a leaf is fair")
}

macro_rules! no_fair_tree_makes_fewer_errors {
    ($($name:ident: $cases:literal cases of $family:expr;)*) => {$(
        #[test]
        fn $name() {
            hold(file!(), $cases, ($family, leaves(), parities()), |((problem, limits), leaves, parity)| {
                let truth = Truth::of(problem, *parity);
                let fewest = fewest_errors(problem, *limits, *leaves, &truth);
                for level in Level::available() {
                    let solution = solve(problem, *limits, *leaves, &truth, level, &Never);
                    let proven = (solution.status, solution.cost.into(), solution.floor.into());
                    assert_eq!(proven, (Status::Optimal, fewest, fewest), "{solution:?}");
                    assert_fair(problem, *limits, *leaves, &truth, &solution);
                }
            });
        }
    )*};
}

no_fair_tree_makes_fewer_errors! {
    of_depth_up_to_three: 4000 cases of shallow();
    of_more_depth: 3000 cases of deep();
    of_larger_tables: 2000 cases of hard();
    with_leaves_as_large_as_can_be: 3000 cases of tight();
    over_tall_tables: 2000 cases of tall();
}

#[test]
fn a_stopped_search_has_a_fair_tree_and_a_floor_that_is_true() {
    let any_time = prop_oneof![0_usize..8, 0_usize..100, 0_usize..3000];
    hold(file!(), 4000, (shallow(), leaves(), parities(), any_time), |(case, leaves, parity, questions)| {
        let (problem, limits) = case;
        let truth = Truth::of(problem, *parity);
        let fewest = fewest_errors(problem, *limits, *leaves, &truth);
        let stop = After::questions(*questions);
        let solution = solve(problem, *limits, *leaves, &truth, Level::best(), &stop);
        assert_fair(problem, *limits, *leaves, &truth, &solution);
        let in_order = [i64::from(solution.floor), fewest, solution.cost.into()];
        assert!(in_order.is_sorted(), "floor, fewest, cost are {in_order:?}: {solution:?}");
        match solution.status {
            Status::Optimal => assert_eq!((in_order[0], in_order[2]), (fewest, fewest)),
            status => assert_eq!((status, stop.asked() > *questions), (Status::Stopped, true)),
        }
    });
}
