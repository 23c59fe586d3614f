//! What a search took, in numbers that do not depend on the machine.

use std::ops::AddAssign;

/// Counts of a search's work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Covers that were searched: those of depth three or more that the cache could not answer.
    pub subproblems: u64,
    /// Questions that the cache answered well enough to search no further.
    pub cache_hits: u64,
    /// Subproblems the cache held at the end.
    pub cache_entries: u64,
    /// Covers whose trees of depth two the kernel found.
    pub kernel_calls: u64,
    /// What the cache and the threads' tables took at most, in bytes; the packed table itself is not in it.
    pub peak_bytes: u64,
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.subproblems += other.subproblems;
        self.cache_hits += other.cache_hits;
        self.cache_entries += other.cache_entries;
        self.kernel_calls += other.kernel_calls;
        self.peak_bytes += other.peak_bytes;
    }
}
