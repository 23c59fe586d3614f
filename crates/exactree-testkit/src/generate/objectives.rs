//! Random weights, costs and targets for the rows of random problems.
//!
//! As with tables, a kind and a seed make the same numbers everywhere, row after row: a failing case shrinks by losing
//! its last rows, then its weights shrink to ones, its costs and targets to small numbers.

use proptest::prelude::*;

use crate::fraction::Fraction;
use crate::objective::{AbsoluteError, Clusters, CostMatrix, Misclassification, Quantile, SquaredError};
use crate::problem::{Limits, Problem};
use crate::random::Random;

/// What rows weigh: whole numbers, some of them zero.
#[derive(Clone, Debug)]
pub struct Weights {
    /// The most that a row weighs, at least one.
    pub most: usize,
    /// How many of a hundred rows weigh nothing.
    pub zeros: u32,
    pub seed: u64,
}

impl Weights {
    /// The weight of each row, all its copies together.
    pub fn of(&self, problem: &Problem) -> Vec<u64> {
        let mut random = Random::from_seed(self.seed);
        let mut one = || if random.percent(self.zeros) { 0 } else { 1 + random.below(self.most) as u64 };
        problem.copies.iter().map(|&copies| one() * u64::from(copies)).collect()
    }
}

/// What it costs to say one class for another: whole numbers, some of them zero.
#[derive(Clone, Debug)]
pub struct Costs {
    pub most: usize,
    /// Whether the right class costs nothing.
    pub right_is_free: bool,
    pub seed: u64,
}

impl Costs {
    pub fn of(&self, classes: usize) -> Vec<Vec<u64>> {
        let mut random = Random::from_seed(self.seed);
        let mut one = |class, said| {
            let cost = random.below(self.most + 1) as u64;
            if class == said && self.right_is_free { 0 } else { cost }
        };
        (0..classes).map(|class| (0..classes).map(|said| one(class, said)).collect()).collect()
    }
}

/// Whole numbers that follow the classes: each class has its own, and rows lie around it.
#[derive(Clone, Debug)]
pub struct Targets {
    /// How far from zero the classes' numbers lie at most.
    pub most: usize,
    /// How far from its class a row lies at most.
    pub noise: usize,
    pub seed: u64,
}

impl Targets {
    pub fn of(&self, problem: &Problem) -> Vec<i64> {
        let mut random = Random::from_seed(self.seed);
        let mut around_zero = |most: usize| random.below(2 * most + 1) as i64 - most as i64;
        let centers: Vec<i64> = (0..problem.classes).map(|_| around_zero(self.most)).collect();
        problem.labels.iter().map(|&label| centers[label as usize] + around_zero(self.noise)).collect()
    }
}

pub fn weights() -> impl Strategy<Value = Weights> {
    let most = prop_oneof![1 => Just(1_usize), 3 => 1_usize..=5];
    let zeros = prop_oneof![1 => Just(0_u32), 2 => 0_u32..=50];
    (most, zeros, any::<u64>().no_shrink()).prop_map(|(most, zeros, seed)| Weights { most, zeros, seed })
}

pub fn costs() -> impl Strategy<Value = Costs> {
    (1_usize..=6, prop::bool::weighted(0.6), any::<u64>().no_shrink()).prop_map(|(most, right_is_free, seed)| Costs {
        most,
        right_is_free,
        seed,
    })
}

/// Few different targets or many, so that some optima are tied and some are not.
pub fn targets() -> impl Strategy<Value = Targets> {
    let noise = prop_oneof![1 => Just(0_usize), 2 => 0_usize..=3];
    (prop_oneof![1_usize..=2, 0_usize..=12], noise, any::<u64>().no_shrink()).prop_map(|(most, noise, seed)| Targets {
        most,
        noise,
        seed,
    })
}

/// The same cases with a budget of splits.
pub fn within_splits(
    cases: impl Strategy<Value = (Problem, Limits)>,
    max_splits: impl Strategy<Value = Option<usize>>,
) -> impl Strategy<Value = (Problem, Limits)> {
    (cases, max_splits).prop_map(|((problem, limits), max_splits)| (problem, Limits { max_splits, ..limits }))
}

/// The same cases with weights.
pub fn misclassification(
    cases: impl Strategy<Value = (Problem, Limits)>,
) -> impl Strategy<Value = (Problem, Limits, Misclassification)> {
    (cases, weights()).prop_map(|((problem, limits), weights)| {
        let objective = Misclassification::weighed(&problem, weights.of(&problem));
        (problem, limits, objective)
    })
}

/// The same cases with weights and a matrix of costs.
pub fn cost_matrix(
    cases: impl Strategy<Value = (Problem, Limits)>,
) -> impl Strategy<Value = (Problem, Limits, CostMatrix)> {
    (cases, weights(), costs()).prop_map(|((problem, limits), weights, costs)| {
        let objective = CostMatrix::weighed(&problem, weights.of(&problem), costs.of(problem.classes));
        (problem, limits, objective)
    })
}

/// The same cases with targets and weights.
pub fn squared_error(
    cases: impl Strategy<Value = (Problem, Limits)>,
) -> impl Strategy<Value = (Problem, Limits, SquaredError<Fraction>)> {
    (cases, targets(), weights()).prop_map(|((problem, limits), targets, weights)| {
        let objective = SquaredError { targets: exact(targets.of(&problem)), weights: exact(weights.of(&problem)) };
        (problem, limits, objective)
    })
}

/// The same cases with targets and weights.
pub fn absolute_error(
    cases: impl Strategy<Value = (Problem, Limits)>,
) -> impl Strategy<Value = (Problem, Limits, AbsoluteError<Fraction>)> {
    squared_error(cases).prop_map(|(problem, limits, SquaredError { targets, weights })| {
        (problem, limits, AbsoluteError { targets, weights })
    })
}

/// The same cases with targets, weights and a quantile in whole percents.
pub fn quantile(
    cases: impl Strategy<Value = (Problem, Limits)>,
) -> impl Strategy<Value = (Problem, Limits, Quantile<Fraction>)> {
    let percents = prop_oneof![Just(50_i128), Just(90), 1_i128..=99];
    (squared_error(cases), percents).prop_map(|((problem, limits, SquaredError { targets, weights }), percents)| {
        (problem, limits, Quantile { targets, weights, quantile: Fraction::new(percents, 100) })
    })
}

/// The same cases with points of up to four coordinates, and weights.
pub fn clusters(
    cases: impl Strategy<Value = (Problem, Limits)>,
) -> impl Strategy<Value = (Problem, Limits, Clusters<Fraction>)> {
    (cases, prop::collection::vec(targets(), 1..=4), weights()).prop_map(|((problem, limits), columns, weights)| {
        let columns = columns.iter().map(|targets| exact(targets.of(&problem))).collect();
        let objective = Clusters::new(columns, &exact(weights.of(&problem)));
        (problem, limits, objective)
    })
}

fn exact(numbers: impl IntoIterator<Item = impl Into<i128>>) -> Vec<Fraction> {
    numbers.into_iter().map(Fraction::whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute::least_cost;
    use crate::generate::{Labels, Recipe};

    fn recipe(rows: usize) -> Recipe {
        let labels = Labels::Tree { depth: 2, noise: 0 };
        Recipe { rows, features: 5, classes: 4, ones: 50, related: 20, repeats: 20, labels }
    }

    #[test]
    fn fewer_rows_keep_their_numbers() {
        let (long, short) = (recipe(30).problem(1), recipe(9).problem(1));
        let weights = Weights { most: 4, zeros: 30, seed: 2 };
        assert_eq!(weights.of(&short), weights.of(&long)[..9]);
        let targets = Targets { most: 9, noise: 2, seed: 2 };
        assert_eq!(targets.of(&short), targets.of(&long)[..9]);
        assert_ne!(targets.of(&short), Targets { seed: 3, ..targets }.of(&short));
    }

    #[test]
    fn weights_are_small_whole_numbers_and_sometimes_zero() {
        let problem = recipe(200).problem(1);
        let mut drawn = Weights { most: 3, zeros: 25, seed: 5 }.of(&problem);
        assert!((20..80).contains(&drawn.iter().filter(|&&weight| weight == 0).count()), "{drawn:?}");
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn, [0, 1, 2, 3]);
        assert_eq!(Weights { most: 1, zeros: 0, seed: 5 }.of(&problem), vec![1; 200]);
        let twice = problem.repeated(vec![2; 200]);
        assert_eq!(Weights { most: 1, zeros: 0, seed: 5 }.of(&twice), vec![2; 200]);
    }

    #[test]
    fn the_right_class_is_free_or_not() {
        let free = Costs { most: 3, right_is_free: true, seed: 1 }.of(4);
        assert!((0..4).all(|class| free[class][class] == 0), "{free:?}");
        assert!(free.iter().flatten().any(|&cost| cost == 3), "{free:?}");
        assert!(free.iter().flatten().all(|&cost| cost <= 3), "{free:?}");
        let dear = Costs { most: 3, right_is_free: false, seed: 1 }.of(4);
        assert!((0..4).any(|class| dear[class][class] > 0), "{dear:?}");
    }

    #[test]
    fn targets_without_noise_follow_a_hidden_tree() {
        for seed in 0..20 {
            let problem = recipe(40).problem(seed);
            let targets = Targets { most: 9, noise: 0, seed };
            let objective = SquaredError::unweighted(exact(targets.of(&problem)));
            let two = Limits { max_depth: Some(2), ..Limits::NONE };
            assert_eq!(least_cost(&problem, &objective, two), Fraction::ZERO, "seed {seed}");
        }
    }

    #[test]
    fn targets_lie_around_the_number_of_their_class() {
        let problem = recipe(60).problem(1);
        let drawn = Targets { most: 50, noise: 2, seed: 8 }.of(&problem);
        for class in 0..4 {
            let mut of_class: Vec<i64> =
                problem.all().into_iter().filter(|&row| problem.labels[row] == class).map(|row| drawn[row]).collect();
            of_class.sort_unstable();
            of_class.dedup();
            let span = of_class.last().map_or(0, |last| last - of_class[0]);
            assert!((0..=4).contains(&span) && (span > 0 || of_class.len() < 2), "{of_class:?}");
        }
        assert!(drawn.iter().any(|target| target.abs() > 4), "{drawn:?}");
        assert!(drawn.iter().all(|target| target.abs() <= 52), "{drawn:?}");
    }

    #[test]
    fn nothing_is_drawn_for_no_rows() {
        let empty = Problem::new(vec![], vec![], 3);
        assert_eq!(Weights { most: 3, zeros: 25, seed: 5 }.of(&empty), []);
        assert_eq!(Targets { most: 3, noise: 2, seed: 5 }.of(&empty), []);
    }
}
