//! Random problems of the kinds that searches get wrong: ties, twins, constants, near-twins, repeats.
//!
//! A [`Recipe`] says what kind of table it is; a recipe and a seed make the same table everywhere.
//! The strategies below draw recipes for proptest. Rows are made one after the other, so that a
//! failing table shrinks by losing its last rows.

mod objectives;

use std::ops::RangeInclusive;

pub use objectives::{
    Costs, Targets, Weights, absolute_error, clusters, cost_matrix, costs, misclassification, quantile, squared_error,
    targets, weights, within_splits,
};
use proptest::prelude::*;

use crate::problem::{Limits, Problem};
use crate::random::Random;

/// What kind of table to make.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub rows: usize,
    pub features: usize,
    pub classes: usize,
    /// How many of a hundred answers are yes.
    pub ones: u32,
    /// How many of a hundred columns follow an earlier one (the same, turned, nearly the same) or are constant.
    pub related: u32,
    /// How many of a hundred rows repeat an earlier one, with a label of their own.
    pub repeats: u32,
    pub labels: Labels,
}

/// Where the labels come from.
#[derive(Clone, Debug)]
pub enum Labels {
    /// Each class as likely as any other.
    Even,
    /// Most rows are of one class; the others share the rest.
    Unbalanced,
    /// A hidden tree decides, except for so many rows of a hundred.
    Tree { depth: usize, noise: u32 },
}

/// Where the answers of a column come from.
#[derive(Clone, Copy, Debug)]
enum Column {
    Free,
    Same { column: usize },
    Turned { column: usize },
    Nearly { column: usize },
    Constant(bool),
}

impl Recipe {
    /// The table of this kind that belongs to a seed.
    pub fn problem(&self, seed: u64) -> Problem {
        let mut random = Random::from_seed(seed);
        let columns = self.columns(&mut random);
        let hidden = random.next_u64();
        let mut rows: Vec<Vec<bool>> = Vec::with_capacity(self.rows);
        let mut labels = Vec::with_capacity(self.rows);
        for row in 0..self.rows {
            let answers = match row {
                1.. if random.percent(self.repeats) => rows[random.below(row)].clone(),
                _ => self.answers(&columns, &mut random),
            };
            labels.push(self.label(&answers, hidden, &mut random));
            rows.push(answers);
        }
        Problem { features: self.features, ..Problem::new(rows, labels, self.classes) }
    }

    fn columns(&self, random: &mut Random) -> Vec<Column> {
        let mut columns = vec![];
        for number in 0..self.features {
            let related = number > 0 && random.percent(self.related);
            columns.push(if related { related_column(number, random) } else { Column::Free });
        }
        columns
    }

    fn answers(&self, columns: &[Column], random: &mut Random) -> Vec<bool> {
        let mut answers: Vec<bool> = vec![];
        for &column in columns {
            answers.push(match column {
                Column::Free => random.percent(self.ones),
                Column::Same { column } => answers[column],
                Column::Turned { column } => !answers[column],
                Column::Nearly { column } => answers[column] ^ random.percent(10),
                Column::Constant(answer) => answer,
            });
        }
        answers
    }

    fn label(&self, answers: &[bool], hidden: u64, random: &mut Random) -> u32 {
        let any = random.below(self.classes) as u32;
        match self.labels {
            Labels::Even => any,
            Labels::Unbalanced if random.percent(80) => (hidden % self.classes as u64) as u32,
            Labels::Unbalanced => any,
            Labels::Tree { noise, .. } if random.percent(noise) => any,
            Labels::Tree { depth, .. } => hidden_label(answers, depth, hidden, self.classes),
        }
    }
}

fn related_column(number: usize, random: &mut Random) -> Column {
    let column = random.below(number);
    match random.below(5) {
        0 => Column::Same { column },
        1 => Column::Turned { column },
        2 | 3 => Column::Nearly { column },
        _ => Column::Constant(random.percent(50)),
    }
}

/// The label of a tree that is never built: what a node asks depends on the path that led to it.
fn hidden_label(answers: &[bool], depth: usize, seed: u64, classes: usize) -> u32 {
    let mut path = seed;
    for _ in 0..depth.min(answers.len()) {
        let asked = Random::from_seed(path).below(answers.len());
        path = Random::from_seed(path ^ u64::from(answers[asked])).next_u64();
    }
    Random::from_seed(path).below(classes) as u32
}

/// How large the tables may be.
#[derive(Clone, Debug)]
pub struct Sizes {
    pub rows: RangeInclusive<usize>,
    pub features: RangeInclusive<usize>,
    pub classes: RangeInclusive<usize>,
}

/// Tables of all kinds.
pub fn problems(sizes: Sizes) -> impl Strategy<Value = Problem> {
    let labels = prop_oneof![
        Just(Labels::Even),
        Just(Labels::Unbalanced),
        (1_usize..=4, 0_u32..=30).prop_map(|(depth, noise)| Labels::Tree { depth, noise }),
    ];
    let kind = (prop_oneof![Just(50_u32), 5_u32..=95], 0_u32..=60, 0_u32..=60, labels);
    (sizes.rows, sizes.features, sizes.classes, kind, any::<u64>().no_shrink()).prop_map(
        |(rows, features, classes, (ones, related, repeats, labels), seed)| {
            Recipe { rows, features, classes, ones, related, repeats, labels }.problem(seed)
        },
    )
}

/// Tables with limits on their trees.
pub fn cases(
    sizes: Sizes,
    max_depth: impl Strategy<Value = Option<usize>>,
    support: impl Strategy<Value = Support>,
) -> impl Strategy<Value = (Problem, Limits)> {
    (problems(sizes), max_depth, support).prop_map(|(problem, max_depth, support)| {
        let min_samples_leaf = support.of(problem.rows.len());
        (problem, Limits { max_depth, min_samples_leaf, ..Limits::NONE })
    })
}

/// A least leaf size, by number or in proportion to the table.
#[derive(Clone, Copy, Debug)]
pub enum Support {
    Rows(usize),
    /// A leaf may hold one part of so many; give or take one row, where the allowed meets the forbidden.
    Part {
        parts: usize,
        more: isize,
    },
}

impl Support {
    pub fn of(self, rows: usize) -> usize {
        match self {
            Support::Rows(rows) => rows,
            Support::Part { parts, more } => (rows / parts).saturating_add_signed(more).max(1),
        }
    }
}

/// Small leaf sizes, mostly none to speak of.
pub fn small_support() -> impl Strategy<Value = Support> {
    prop_oneof![Just(1_usize), 1_usize..=6].prop_map(Support::Rows)
}

/// Leaf sizes that leave a table just enough rows for two, three or four leaves, or just too few.
pub fn tight_support() -> impl Strategy<Value = Support> {
    (2_usize..=4, -1_isize..=1).prop_map(|(parts, more)| Support::Part { parts, more })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe(labels: Labels) -> Recipe {
        Recipe { rows: 40, features: 6, classes: 3, ones: 50, related: 50, repeats: 30, labels }
    }

    #[test]
    fn a_seed_makes_the_same_table_and_another_seed_another() {
        let recipe = recipe(Labels::Even);
        assert_eq!(recipe.problem(1), recipe.problem(1));
        assert_ne!(recipe.problem(1), recipe.problem(2));
    }

    #[test]
    fn fewer_rows_are_the_first_rows() {
        let long = recipe(Labels::Tree { depth: 3, noise: 20 });
        let short = Recipe { rows: 10, ..long.clone() };
        assert_eq!(short.problem(5).rows, long.problem(5).rows[..10]);
        assert_eq!(short.problem(5).labels, long.problem(5).labels[..10]);
    }

    #[test]
    fn a_hidden_tree_without_noise_is_found_again() {
        use crate::brute::least_errors;
        for seed in 0..50 {
            let problem = recipe(Labels::Tree { depth: 2, noise: 0 }).problem(seed);
            assert_eq!(least_errors(&problem, Limits { max_depth: Some(2), ..Limits::NONE }), 0, "seed {seed}");
        }
    }

    #[test]
    fn twins_constants_and_contradictions_do_turn_up() {
        let problems: Vec<Problem> = (0..50).map(|seed| recipe(Labels::Even).problem(seed)).collect();
        let column =
            |problem: &Problem, feature: usize| problem.rows.iter().map(|row| row[feature]).collect::<Vec<_>>();
        let some_pair = |holds: &dyn Fn(bool, bool) -> bool| {
            problems.iter().any(|problem| {
                (1..problem.features).any(|feature| {
                    let other = column(problem, feature);
                    column(problem, 0).into_iter().zip(other).all(|(left, right)| holds(left, right))
                })
            })
        };
        assert!(some_pair(&|left, right| left == right), "no equal columns");
        assert!(some_pair(&|left, right| left != right), "no complementary columns");
        assert!(some_pair(&|_, right| right), "no constant columns");
        let contradicts = |problem: &Problem| {
            let all = problem.all();
            all.iter().any(|&a| {
                all.iter().any(|&b| problem.rows[a] == problem.rows[b] && problem.labels[a] != problem.labels[b])
            })
        };
        assert!(problems.iter().any(contradicts), "no contradicting rows");
    }

    #[test]
    fn tight_support_stands_around_the_parts() {
        let sizes = [-1, 0, 1].map(|more| Support::Part { parts: 3, more }.of(12));
        assert_eq!(sizes, [3, 4, 5]);
        assert_eq!(Support::Part { parts: 4, more: -1 }.of(3), 1);
    }
}
