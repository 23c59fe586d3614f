//! The kernel against brute force: every level, every counter width, every leaf size.

use exactree_testkit::brute;
use exactree_testkit::generate::{Labels, Recipe};
use exactree_testkit::{Limits, Problem};

use super::*;
use crate::rows::{Table, Taking};
use crate::simd::Level;
use crate::stop::Never;

fn table(problem: &Problem) -> Table {
    let rows = problem.spread_out();
    let labels: Vec<u32> = rows.iter().map(|&row| problem.labels[row]).collect();
    Table::from_fn(&labels, problem.classes, problem.features, |row, feature| problem.rows[rows[row]][feature])
}

fn block_of(table: &Table, min_leaf: u32, level: Level) -> Block {
    let taking = Taking { min_leaf, min_mass: None, merge_twins: true, level, stop: &Never };
    Block::of_table(table, taking).expect("never stopped")
}

/// Least errors of trees of depth two over each side of each split, and over the whole.
fn check(problem: &Problem, min_leaf: u32, what: &str) {
    let table = table(problem);
    let limits = Limits { max_depth: Some(2), min_samples_leaf: min_leaf as usize, ..Limits::NONE };
    let all = problem.all();
    for level in Level::available() {
        let block = block_of(&table, min_leaf, level);
        let mut kernel = Counting::new(Building { level, min_leaf, min_mass: 0.0, narrow: true });
        let whole = kernel.open(&block, Wanted::Largest, &Never).expect("never stopped").within(3);
        assert_eq!(whole, brute::least_errors_of(problem, &all, limits), "{what}, {level:?}");
        for (feature, &id) in block.features().iter().enumerate() {
            let sides = problem.split(&all, id as usize, min_leaf as usize).expect("the block keeps what splits");
            let (part, rest) = match smaller_side(&block, feature) {
                Side::Yes => (&sides.yes, &sides.no),
                Side::No => (&sides.no, &sides.yes),
            };
            let counted = kernel.split(&block, feature, Wanted::Largest, &Never).expect("never stopped").within(3);
            assert_eq!(counted, brute::least_errors_of(problem, part, limits), "{what}, {level:?}, part by {id}");
            assert_eq!(
                kernel.rest(Wanted::Largest).within(3),
                brute::least_errors_of(problem, rest, limits),
                "{what}, {level:?}, rest by {id}"
            );
        }
    }
}

#[test]
fn both_sides_of_every_split_have_the_least_errors() {
    for seed in 0..400u64 {
        let classes = 2 + (seed % 4) as usize;
        let rows = 1 + (seed as usize * 7) % 60;
        let features = 1 + (seed as usize * 5) % 7;
        let labels = if seed % 3 == 0 { Labels::Tree { depth: 3, noise: 20 } } else { Labels::Even };
        let recipe =
            Recipe { rows, features, classes, ones: 20 + (seed % 60) as u32, related: 30, repeats: 20, labels };
        let min_leaf = [1, 1, 2, 3, 5][(seed % 5) as usize];
        check(&recipe.problem(seed), min_leaf, &format!("seed {seed}"));
    }
}

#[test]
fn every_counter_width_holds_what_it_must() {
    // Copies of few rows bring the counts to just below and above what a counter holds.
    for (copies, seeds) in [(9, 12), (13, 12), (3000, 4), (3300, 4)] {
        for seed in 0..seeds {
            for classes in [2, 3] {
                let recipe = Recipe {
                    rows: 12,
                    features: 5,
                    classes,
                    ones: 50,
                    related: 20,
                    repeats: 20,
                    labels: Labels::Unbalanced,
                };
                let problem = recipe.problem(seed).repeated((0..12).map(|row| copies + row).collect());
                for min_leaf in [1, copies + 3] {
                    check(&problem, min_leaf, &format!("copies {copies}, seed {seed}, classes {classes}"));
                }
            }
        }
    }
}

#[test]
fn more_features_than_a_vector_holds_are_all_paired() {
    for features in [63, 64, 65, 130] {
        for classes in [2, 3] {
            let recipe = Recipe { rows: 90, features, classes, ones: 30, related: 0, repeats: 0, labels: Labels::Even };
            let problem = recipe.problem(features as u64);
            let limits = Limits { max_depth: Some(2), ..Limits::NONE };
            let table = table(&problem);
            for level in Level::available() {
                let block = block_of(&table, 1, level);
                assert_eq!(block.features().len(), features);
                let mut kernel = Counting::new(Building { level, min_leaf: 1, min_mass: 0.0, narrow: true });
                let whole = kernel.open(&block, Wanted::Largest, &Never).expect("never stopped").within(3);
                assert_eq!(whole, brute::least_errors(&problem, limits), "{features} features, {level:?}");
            }
        }
    }
}
