//! The ways to run a search. None of them may change its answer.

use exactree_core::{Level, Settings, Solution, Stop, solve};
use exactree_testkit::{Limits, Problem};

use crate::common::table_of;

/// One way to run the search.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    pub level: Level,
    pub threads: usize,
}

/// Every level of this machine, alone and with company.
pub fn all() -> Vec<Variant> {
    Level::available().into_iter().flat_map(|level| [1, 4].map(|threads| Variant { level, threads })).collect()
}

/// As users run it, alone and with company.
pub fn fastest() -> Vec<Variant> {
    [1, 4].map(|threads| Variant { level: Level::best(), threads }).to_vec()
}

impl Variant {
    pub fn solve(self, problem: &Problem, limits: Limits, max_error: Option<u32>, stop: &dyn Stop) -> Solution {
        let settings = Settings {
            max_depth: limits.max_depth,
            min_samples_leaf: limits.min_samples_leaf as u32,
            max_error,
            threads: self.threads,
            level: self.level,
        };
        solve(&table_of(problem), &settings, stop)
    }
}
