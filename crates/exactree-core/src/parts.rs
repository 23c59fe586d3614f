//! For tests and benches only: the search with parts of it switched off, to see that none is needed for a right
//! answer, and what each is worth.

use crate::kernel::{Counting, Wanted};
use crate::objective::{Building, Objective};
use crate::rows::{Block, Table, Taking};
use crate::search::{self, Settings, Solution};
use crate::simd::{self, Bits, Counters, Job, Level, Machine};
use crate::stop::{Never, Stop};

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
    /// Rows that every tree gets wrong are counted.
    pub lost: bool,
    /// Columns that are equal or complementary on a cover are merged.
    pub twins: bool,
    /// The purest splits are tried first. Without, the tie rule has another order too.
    pub best_first: bool,
    /// The side that looks worse is solved first.
    pub worse_first: bool,
    /// The search begins with a greedy tree.
    pub greedy: bool,
    /// Of equally good splits the first in the order is looked for. Without, it is the one that is found first.
    pub tie_rule: bool,
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
        lost: true,
        twins: true,
        best_first: true,
        worse_first: true,
        greedy: true,
        tie_rule: true,
    };

    /// Every part by its name, and the search without it.
    pub fn each_without() -> [(&'static str, Parts); 11] {
        let all = Parts::ALL;
        [
            ("kernel", Parts { kernel: false, ..all }),
            ("narrow", Parts { narrow: false, ..all }),
            ("cache", Parts { cache: false, ..all }),
            ("recent", Parts { recent: false, ..all }),
            ("siblings", Parts { siblings: false, ..all }),
            ("lost", Parts { lost: false, ..all }),
            ("twins", Parts { twins: false, ..all }),
            ("best_first", Parts { best_first: false, ..all }),
            ("worse_first", Parts { worse_first: false, ..all }),
            ("greedy", Parts { greedy: false, ..all }),
            ("tie_rule", Parts { tie_rule: false, ..all }),
        ]
    }
}

/// [`solve`](crate::solve) with some parts only.
pub fn solve_with<O: Objective>(
    table: &Table,
    objective: &O,
    settings: &Settings<O::Cost>,
    stop: &dyn Stop,
    parts: Parts,
) -> Solution<O::Cost> {
    search::solve_with(table, objective, settings, stop, parts)
}

/// The kernel on the whole of a table, over and over.
pub struct DepthTwo {
    block: Block,
    kernel: Counting,
}

impl DepthTwo {
    /// Packs the table.
    pub fn of(table: &Table, level: Level) -> Self {
        let taking = Taking { min_leaf: 1, min_mass: None, merge_twins: true, level, stop: &Never };
        let block = Block::of_table(table, taking).expect("nobody stops it");
        DepthTwo { block, kernel: Counting::new(Building { level, min_leaf: 1, min_mass: 0.0, narrow: true }) }
    }

    /// Least errors of any tree of depth two: everything from the packed rows to the answer.
    pub fn least_errors(&mut self) -> u32 {
        self.kernel.open(&self.block, Wanted::Largest, &Never).expect("nobody stops it").within(3)
    }

    /// How many rows of pairs of features it looks at for that.
    pub fn pairs_times_rows(&self) -> u64 {
        let features = self.block.features().len() as u64;
        features * (features - 1) / 2 * u64::from(self.block.rows())
    }
}

/// Combines and counts the bits of `bytes` with those 64 bytes further on, `rounds` times, as fast as the machine
/// can when nothing else is to be done. Returns what was counted, and how many bits were looked at.
pub fn count_bits(bytes: &[u8], rounds: usize, level: Level) -> (u64, u64) {
    (simd::run(level, CountBits { bytes, rounds }), rounds as u64 * 8 * (bytes.len() as u64 - 64) / 64 * 64)
}

struct CountBits<'a> {
    bytes: &'a [u8],
    rounds: usize,
}

impl Job for CountBits<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> u64 {
        let mut sums = [M::Bits::zero(machine); 8];
        for _ in 0..self.rounds {
            // Lines of one vector that meet their neighbours: what the kernel does, without its counters.
            let stride = M::Bits::WIDTH * 8;
            for piece in std::hint::black_box(self.bytes).windows(stride + 64).step_by(stride) {
                for (at, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: eight vectors and 64 bytes more are in the window.
                    let (these, those) = unsafe {
                        let start = piece.as_ptr().add(at * M::Bits::WIDTH);
                        (M::Bits::load_from(machine, start), M::Bits::load_from(machine, start.add(64)))
                    };
                    *sum = sum.add(these.and(those).count_ones());
                }
            }
        }
        let mut lanes = [0i32; 512];
        let parts = M::Bits::WIDTH / M::Wide::WIDTH;
        for (at, sum) in sums.into_iter().enumerate() {
            for part in 0..parts {
                M::Wide::of_bytes(sum, part).store(&mut lanes, (at * parts + part) * M::Wide::WIDTH);
            }
        }
        lanes.iter().map(|&lane| lane as u64).fold(0, u64::wrapping_add)
    }
}
