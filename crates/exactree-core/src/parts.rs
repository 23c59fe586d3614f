//! For tests and benches only: the search with parts of it switched off, to see that none is needed for a right
//! answer, and what each is worth.

use crate::rows::Table;
use crate::search::{self, Settings, Solution};
use crate::stop::Stop;

/// What may be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Trees of depth two are solved from the counts of pairs.
    pub kernel: bool,
    /// Counters are as narrow as the counts allow.
    pub narrow: bool,
    /// What was proven of a cover is remembered.
    pub cache: bool,
    /// The last covers of depth two are remembered.
    pub recent: bool,
    /// Solved splits of a node give floors for its other splits.
    pub siblings: bool,
    /// Columns that are equal or complementary on a cover are merged.
    pub twins: bool,
    /// The purest splits are tried first. Without, the tie rule has another order too.
    pub best_first: bool,
    /// The side that looks worse is solved first.
    pub worse_first: bool,
    /// The search begins with a greedy tree.
    pub greedy: bool,
}

impl Default for Parts {
    fn default() -> Self {
        Parts::ALL
    }
}

impl Parts {
    /// The whole search.
    pub const ALL: Parts = Parts {
        kernel: true,
        narrow: true,
        cache: true,
        recent: true,
        siblings: true,
        twins: true,
        best_first: true,
        worse_first: true,
        greedy: true,
    };

    /// Every part by its name, and the search without it.
    pub fn each_without() -> [(&'static str, Parts); 9] {
        let all = Parts::ALL;
        [
            ("kernel", Parts { kernel: false, ..all }),
            ("narrow", Parts { narrow: false, ..all }),
            ("cache", Parts { cache: false, ..all }),
            ("recent", Parts { recent: false, ..all }),
            ("siblings", Parts { siblings: false, ..all }),
            ("twins", Parts { twins: false, ..all }),
            ("best_first", Parts { best_first: false, ..all }),
            ("worse_first", Parts { worse_first: false, ..all }),
            ("greedy", Parts { greedy: false, ..all }),
        ]
    }
}

/// [`solve`](crate::solve) with some parts only.
pub fn solve_with(table: &Table, settings: &Settings, stop: &dyn Stop, parts: Parts) -> Solution {
    search::solve_with(table, settings, stop, parts)
}
