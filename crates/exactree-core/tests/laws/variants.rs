//! The ways to run a search. None of them may change its answer.

use exactree_core::parts::{Parts, solve_with};
use exactree_core::{Errors, Level, Objective, Settings, Solution, Stop, Table};
use exactree_testkit::{Limits, Problem};

use crate::common::table_of;

/// One way to run the search.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    pub level: Level,
    pub threads: usize,
    pub parts: Parts,
}

/// Every level of this machine, alone and with company.
pub fn all() -> Vec<Variant> {
    Level::available().into_iter().flat_map(|level| alone_and_with_company(level, Parts::ALL)).collect()
}

/// As users run it, alone and with company.
pub fn fastest() -> Vec<Variant> {
    alone_and_with_company(Level::best(), Parts::ALL).to_vec()
}

/// Without one part of the search, for each of its parts; alone and with company.
pub fn each_without_a_part() -> Vec<Variant> {
    Parts::each_without().into_iter().flat_map(|(_, parts)| alone_and_with_company(Level::best(), parts)).collect()
}

fn alone_and_with_company(level: Level, parts: Parts) -> [Variant; 2] {
    [1, 4].map(|threads| Variant { level, threads, parts })
}

impl Variant {
    /// The same settings for this variant.
    pub fn settings<C>(self, settings: Settings<C>) -> Settings<C> {
        Settings { threads: self.threads, level: self.level, ..settings }
    }

    /// A search for any objective.
    pub fn solve_any<O: Objective>(
        self,
        table: &Table,
        objective: &O,
        settings: &Settings<O::Cost>,
        stop: &dyn Stop,
    ) -> Solution<O::Cost> {
        solve_with(table, objective, settings, stop, self.parts)
    }

    pub fn solve(self, problem: &Problem, limits: Limits, max_error: Option<u32>, stop: &dyn Stop) -> Solution<u32> {
        let settings = Settings {
            max_depth: limits.max_depth,
            min_samples_leaf: limits.min_samples_leaf as u32,
            below: max_error,
            threads: self.threads,
            level: self.level,
            ..Settings::default()
        };
        solve_with(&table_of(problem), &Errors::COUNTED, &settings, stop, self.parts)
    }
}
