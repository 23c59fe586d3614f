//! A 128-bit name for a cover.
//!
//! Every row has a random key of 128 bits, and the name of a cover is the exclusive or of its
//! rows' keys (Zobrist). For two different covers the keys of the rows that only one of them
//! has combine to a uniformly random number, so the names agree with probability 2^-128: after
//! ten million covers a single wrong match is less likely than one in 10^24, far below a bit flip in
//! memory. The name of a side follows from the names of the whole and the other side.

use std::hash::{Hash, Hasher};
use std::ops::BitXor;

/// The name of a set of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint(pub [u64; 2]);

impl Hash for Fingerprint {
    /// The name is random already: half of it is a hash of it.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0[0]);
    }
}

/// A name is random already, so half of it is a hash of it.
#[derive(Default)]
pub(crate) struct NameHasher(u64);

impl Hasher for NameHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("a name is written as words");
    }
    fn write_u64(&mut self, word: u64) {
        self.0 ^= word;
    }
}

impl BitXor for Fingerprint {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Fingerprint([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
}

impl Fingerprint {
    /// The key of row number `row`. Fixed for all time, so that runs can be compared.
    pub(crate) fn of_row(row: u64) -> Self {
        let first = mixed(row.wrapping_mul(2).wrapping_add(1));
        Fingerprint([first, mixed(first ^ mixed(row.wrapping_mul(2)))])
    }

    /// The name of a list that goes on with `word`.
    #[inline(always)]
    pub(crate) fn then(self, word: u64) -> Self {
        Fingerprint([mixed(self.0[0] ^ word), mixed(self.0[1].rotate_left(32) ^ !word)])
    }

    /// The name of the subproblem that asks for trees of at most so much depth and so many splits over this cover.
    #[inline(always)]
    pub(crate) fn sized(self, depth: usize, splits: usize) -> Self {
        let salt = (depth as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ (splits as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Fingerprint([self.0[0] ^ salt, self.0[1] ^ salt.rotate_left(32)])
    }
}

/// SplitMix64's finaliser: every bit of the answer depends on every bit of the question.
fn mixed(seed: u64) -> u64 {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_small_covers_have_names_of_their_own_for_trees_of_every_size() {
        let mut seen = HashSet::new();
        for cover in 0..1u32 << 14 {
            let rows = (0..14).filter(|row| cover >> row & 1 == 1);
            let name = rows.fold(Fingerprint::default(), |name, row| name ^ Fingerprint::of_row(row));
            for (depth, splits) in [(0, 0), (1, 1), (2, 2), (2, 3), (3, 3), (3, 7)] {
                assert!(seen.insert(name.sized(depth, splits)));
            }
        }
    }

    #[test]
    fn keys_of_rows_use_all_their_bits() {
        for half in 0..2 {
            for bit in 0..64 {
                let ones = (0..4096).filter(|&row| Fingerprint::of_row(row).0[half] >> bit & 1 == 1).count();
                assert!((1800..2300).contains(&ones), "bit {bit} of half {half} is set {ones} times");
            }
        }
    }
}
