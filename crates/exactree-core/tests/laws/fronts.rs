//! The front of false positives and false negatives is that of all trees, and every point has its tree.

use exactree_core::{
    Front, FrontPoint, FrontSettings, Level, Never, SpokenNode, SpokenTree, Status, Stop, solve_front,
};
use exactree_testkit::flat::{FlatNode, unfold};
use exactree_testkit::fronts::{all_vectors, errors, keeps, unbeaten, vector_of};
use exactree_testkit::generate::{Sizes, Support, cases as random_cases, small_support, tight_support};
use exactree_testkit::{Limits, Problem, Tree};
use proptest::prelude::*;

use crate::cases::{Family, hold};
use crate::common::{After, table_of};

/// Problems of two classes.
fn family(
    rows: usize,
    features: usize,
    max_depth: impl Strategy<Value = Option<usize>> + 'static,
    support: impl Strategy<Value = Support> + 'static,
) -> Family {
    random_cases(Sizes { rows: 0..=rows, features: 0..=features, classes: 2..=2 }, max_depth, support).boxed()
}

pub fn shallow() -> Family {
    family(24, 6, (0_usize..=3).prop_map(Some), small_support())
}

/// More rows than shallow trees tell apart, so that every question at every node counts.
pub fn hard() -> Family {
    random_cases(
        Sizes { rows: 24..=44, features: 4..=7, classes: 2..=2 },
        Just(Some(3)),
        (1_usize..=3).prop_map(Support::Rows),
    )
    .boxed()
}

pub fn deep() -> Family {
    family(14, 4, prop_oneof![Just(None), Just(Some(4)), Just(Some(5))], small_support())
}

pub fn tight() -> Family {
    family(30, 6, prop_oneof![3 => (1_usize..=4).prop_map(Some), 1 => Just(None)], tight_support())
}

/// Rows that stand many times, so that staircases have few steps on a long way.
pub fn tall() -> Family {
    let copies = (prop_oneof![Just(20_u32), Just(300), Just(40_000)], 1_u32..=9);
    (family(9, 4, (0_usize..=3).prop_map(Some), small_support()), copies)
        .prop_map(|((problem, limits), (around, step))| {
            let copies = (0..problem.rows.len() as u32).map(|row| around / (1 + row * step % 4) + row).collect();
            let min_samples_leaf = (limits.min_samples_leaf - 1) * (around as usize / 4) + 1;
            (problem.repeated(copies), Limits { min_samples_leaf, ..limits })
        })
        .boxed()
}

/// Mostly none, or few.
pub fn leaves() -> impl Strategy<Value = Option<usize>> {
    prop_oneof![2 => Just(None), 3 => (0_usize..=7).prop_map(Some)]
}

pub fn settings(limits: Limits, max_leaf_nodes: Option<usize>, level: Level) -> FrontSettings {
    FrontSettings {
        max_depth: limits.max_depth,
        max_leaf_nodes,
        min_samples_leaf: limits.min_samples_leaf as u32,
        level,
    }
}

/// The tree as a nested one, its leaves saying what they say.
pub fn nested(spoken: &SpokenTree) -> Tree {
    let node = |node: &SpokenNode| match node.question {
        Some(question) => FlatNode::Split { feature: question.feature, no: question.no, yes: question.yes },
        None => FlatNode::Leaf { label: node.says },
    };
    let nodes: Vec<FlatNode> = spoken.nodes.iter().map(node).collect();
    unfold(&nodes).unwrap_or_else(|why| panic!("{why}: {spoken:?}"))
}

/// Every node counts the rows that reach it.
pub fn assert_counts(problem: &Problem, spoken: &SpokenTree) {
    let mut open = vec![(0, problem.all())];
    while let Some((number, rows)) = open.pop() {
        let node = &spoken.nodes[number];
        assert_eq!(node.counts, problem.counts(&rows), "the rows at node {number} of {spoken:?}");
        if let Some(question) = node.question {
            let (yes, no) = rows.into_iter().partition(|&row| problem.rows[row][question.feature]);
            open.extend([(question.no, no), (question.yes, yes)]);
        }
    }
}

fn solve(problem: &Problem, limits: Limits, leaves: Option<usize>, level: Level, stop: &dyn Stop) -> Front {
    solve_front(&table_of(problem), &settings(limits, leaves, level), stop)
}

fn as_vector(point: &FrontPoint) -> [i64; 2] {
    [point.false_positives.into(), point.false_negatives.into()]
}

/// Every point has a tree within the limits that makes just its errors, and counts its rows.
fn assert_reached(problem: &Problem, limits: Limits, leaves: Option<usize>, front: &mut Front) {
    for (place, point) in front.points().to_vec().iter().enumerate() {
        let spoken = front.tree_of(place);
        let tree = nested(&spoken);
        assert!(keeps(problem, &tree, limits, leaves), "{point:?} has {tree:?}");
        assert_eq!(vector_of(problem, &tree, &errors), as_vector(point), "{tree:?}");
        assert_counts(problem, &spoken);
    }
}

macro_rules! the_front_is_that_of_all_trees {
    ($($name:ident: $cases:literal cases of $family:expr;)*) => {$(
        #[test]
        fn $name() {
            hold(file!(), $cases, ($family, leaves()), |((problem, limits), leaves)| {
                let expected = unbeaten(&all_vectors(problem, *limits, *leaves, &errors));
                for level in Level::available() {
                    let mut front = solve(problem, *limits, *leaves, level, &Never);
                    assert_eq!(front.status(), Status::Optimal);
                    let found: Vec<_> = front.points().iter().map(as_vector).collect();
                    assert_eq!(found, expected, "{level:?}");
                    assert_reached(problem, *limits, *leaves, &mut front);
                }
            });
        }
    )*};
}

the_front_is_that_of_all_trees! {
    of_depth_up_to_three: 3000 cases of shallow();
    of_more_depth: 3000 cases of deep();
    of_larger_tables: 2000 cases of hard();
    with_leaves_as_large_as_can_be: 3000 cases of tight();
    over_tall_tables: 2000 cases of tall();
}

#[test]
fn a_stopped_front_has_a_tree_for_every_point() {
    let any_time = prop_oneof![0_usize..8, 0_usize..60, 0_usize..2000];
    hold(file!(), 4000, (shallow(), leaves(), any_time), |((problem, limits), leaves, questions)| {
        let stop = After::questions(*questions);
        let mut front = solve(problem, *limits, *leaves, Level::best(), &stop);
        let all = all_vectors(problem, *limits, *leaves, &errors);
        let found: Vec<_> = front.points().iter().map(as_vector).collect();
        assert!(found.iter().all(|point| all.contains(point)), "{found:?}");
        assert!(found.is_sorted_by(|one, next| one[0] < next[0] && one[1] > next[1]), "{found:?}");
        assert_eq!(unbeaten(&found.iter().copied().collect()), found);
        match front.status() {
            Status::Optimal => assert_eq!(found, unbeaten(&all)),
            status => assert_eq!((status, stop.asked() > *questions), (Status::Stopped, true)),
        }
        assert_reached(problem, *limits, *leaves, &mut front);
    });
}
