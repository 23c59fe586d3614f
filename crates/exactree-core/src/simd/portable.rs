//! Vectors as plain arrays: correct everywhere, and the twin the others are tested against.

use super::{Bits, Counter, Counters, Line, Machine};

/// Needs nothing of the processor.
#[derive(Clone, Copy)]
pub(crate) struct Portable(());

impl Portable {
    pub(super) fn new() -> Self {
        Portable(())
    }
}

impl Machine for Portable {
    type Bits = Array<u8, 16>;
    type Narrow = Array<i8, 16>;
    type Short = Array<i16, 8>;
    type Wide = Array<i32, 4>;

    #[inline(always)]
    fn bit_of_each(self, words: &[u64; 8], bit: u32) -> u8 {
        bit_of_each(words, bit)
    }
    #[inline(always)]
    fn keep(self, words: &[u64; 8], mask: u8, to: &mut [u64; 8]) {
        keep(words, mask, to);
    }
    #[inline(always)]
    fn transpose(self, rows: &[u64; 8]) -> Line {
        transpose(rows)
    }
    #[inline(always)]
    fn compress(self, word: u64, mask: u64) -> u64 {
        compress(word, mask)
    }
    #[inline(always)]
    fn fold_names(self, lines: &[Line], keys: &[[u64; 8]], names: &mut [u64; 64]) {
        fold_names(lines, keys, names);
    }
    #[inline(always)]
    fn most(self, one: [f64; 8], other: [f64; 8]) -> [f64; 8] {
        most(one, other)
    }
    #[inline(always)]
    fn plus(self, one: [f64; 8], other: [f64; 8]) -> [f64; 8] {
        plus(one, other)
    }
    #[inline(always)]
    fn spread(self, mask: u8, number: f64) -> [f64; 8] {
        spread(mask, number)
    }
}

// What machines without an instruction of their own for it use as well.

#[inline(always)]
pub(super) fn bit_of_each(words: &[u64; 8], bit: u32) -> u8 {
    (0..8).fold(0, |mask, row| mask | (((words[row] >> bit) & 1) as u8) << row)
}

#[inline(always)]
pub(super) fn most(mut one: [f64; 8], other: [f64; 8]) -> [f64; 8] {
    for (one, other) in one.iter_mut().zip(other) {
        *one = if *one > other { *one } else { other };
    }
    one
}

#[inline(always)]
pub(super) fn plus(mut one: [f64; 8], other: [f64; 8]) -> [f64; 8] {
    one.iter_mut().zip(other).for_each(|(one, other)| *one += other);
    one
}

#[inline(always)]
pub(super) fn spread(mask: u8, number: f64) -> [f64; 8] {
    let mut lanes = [0.0; 8];
    for (lane, spread) in lanes.iter_mut().enumerate() {
        *spread = if mask >> lane & 1 == 1 { number } else { 0.0 };
    }
    lanes
}

#[inline(always)]
pub(super) fn keep(words: &[u64; 8], mask: u8, to: &mut [u64; 8]) {
    let mut kept = 0;
    for (row, &word) in words.iter().enumerate() {
        to[kept & 7] = word;
        kept += usize::from(mask >> row & 1);
    }
}

#[inline(always)]
pub(super) fn transpose(rows: &[u64; 8]) -> Line {
    let mut line = [0; 64];
    for (place, eight) in line.chunks_exact_mut(8).enumerate() {
        let bytes = std::array::from_fn(|row| (rows[row] >> (8 * place)) as u8);
        eight.copy_from_slice(&transposed_8x8(u64::from_le_bytes(bytes)).to_le_bytes());
    }
    line
}

/// Bit `c` of byte `r` becomes bit `r` of byte `c` (Hacker's Delight, 7-3).
#[inline(always)]
fn transposed_8x8(mut x: u64) -> u64 {
    let mut swap = |mask: u64, shift: u32| {
        let differ = (x ^ (x >> shift)) & mask;
        x ^= differ ^ (differ << shift);
    };
    swap(0x00aa_00aa_00aa_00aa, 7);
    swap(0x0000_cccc_0000_cccc, 14);
    swap(0x0000_0000_f0f0_f0f0, 28);
    x
}

#[inline(always)]
pub(super) fn compress(word: u64, mask: u64) -> u64 {
    let mut result = 0;
    let mut rest = mask;
    let mut place = 0;
    while rest != 0 {
        result |= ((word >> rest.trailing_zeros()) & 1) << place;
        rest &= rest - 1;
        place += 1;
    }
    result
}

/// The combinations of eight keys are tabled once, then looked up for each feature.
#[inline(always)]
pub(super) fn fold_names(lines: &[Line], keys: &[[u64; 8]], names: &mut [u64; 64]) {
    let mut combined = [0u64; 256];
    for (line, keys) in lines.iter().zip(keys) {
        for (row, key) in keys.iter().enumerate() {
            let known = 1 << row;
            for which in 0..known {
                combined[known + which] = combined[which] ^ key;
            }
        }
        for (name, &which) in names.iter_mut().zip(line) {
            *name ^= combined[usize::from(which)];
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Array<T, const N: usize>([T; N]);

impl<T: Copy, const N: usize> Array<T, N> {
    #[inline(always)]
    fn zip(self, other: Self, op: impl Fn(T, T) -> T) -> Self {
        Array(std::array::from_fn(|lane| op(self.0[lane], other.0[lane])))
    }
}

impl Bits<Portable> for Array<u8, 16> {
    const WIDTH: usize = 16;

    #[inline(always)]
    unsafe fn load_from(_: Portable, from: *const u8) -> Self {
        // SAFETY: the caller promises `WIDTH` readable bytes.
        Array(unsafe { from.cast::<[u8; 16]>().read_unaligned() })
    }
    #[inline(always)]
    fn zero(_: Portable) -> Self {
        Array([0; 16])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn count_ones(self) -> Self {
        Array(self.0.map(|byte| byte.count_ones() as u8))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u8::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, u8::wrapping_sub)
    }
}

macro_rules! counters {
    ($lane:ty, $width:literal) => {
        impl Counters<Portable> for Array<$lane, $width> {
            type Lane = $lane;
            const WIDTH: usize = $width;

            #[inline(always)]
            unsafe fn load_from(_: Portable, from: *const $lane) -> Self {
                // SAFETY: the caller promises `WIDTH` readable counters.
                Array(unsafe { from.cast::<[$lane; $width]>().read_unaligned() })
            }
            #[inline(always)]
            unsafe fn store_to(self, to: *mut $lane) {
                // SAFETY: the caller promises `WIDTH` writable counters.
                unsafe { to.cast::<[$lane; $width]>().write_unaligned(self.0) }
            }
            #[inline(always)]
            fn splat(_: Portable, value: $lane) -> Self {
                Array([value; $width])
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.zip(other, <$lane>::wrapping_add)
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self.zip(other, <$lane>::wrapping_sub)
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                self.zip(other, Ord::min)
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                self.zip(other, Ord::max)
            }
            #[inline(always)]
            fn where_at_least(self, measure: Self, least: Self) -> Self {
                let enough = measure.zip(least, |a, b| if a < b { 0 } else { -1 });
                self.zip(enough, |a, b| a & b)
            }
            #[inline(always)]
            fn of_bytes(bytes: Array<u8, 16>, part: usize) -> Self {
                Array(std::array::from_fn(|lane| bytes.0[part * $width + lane] as i8 as $lane))
            }
            #[inline(always)]
            unsafe fn load_narrower<T: Counter>(_: Portable, from: *const T) -> Self {
                // SAFETY: the caller promises `WIDTH` readable counters.
                let narrower = unsafe { from.cast::<[T; $width]>().read_unaligned() };
                Array(narrower.map(|counter| counter.to_i32() as $lane))
            }
        }
    };
}
counters!(i8, 16);
counters!(i16, 8);
counters!(i32, 4);
