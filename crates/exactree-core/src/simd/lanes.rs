//! What vectors can do, and what a machine offers.

use std::fmt::Debug;

/// One counter: a signed number of 8, 16 or 32 bits.
pub(crate) trait Counter: Copy + Ord + Default + Debug + Send + Sync + 'static {
    const LARGEST: Self;
    const MAX: u32;
    /// # Panics
    /// In debug builds, if the value does not fit.
    fn exactly(value: i32) -> Self;
    fn to_i32(self) -> i32;
}

macro_rules! counter {
    ($($type:ty),*) => {$(
        impl Counter for $type {
            const LARGEST: Self = <$type>::MAX;
            const MAX: u32 = <$type>::MAX as u32;
            #[inline(always)]
            fn exactly(value: i32) -> Self {
                debug_assert_eq!(value as $type as i32, value, "a counter of {} bits is too narrow", <$type>::BITS);
                value as $type
            }
            #[inline(always)]
            fn to_i32(self) -> i32 {
                self as i32
            }
        }
    )*};
}
counter!(i8, i16, i32);

/// A vector of bytes, each of which holds one feature's answers in eight rows. A value of it
/// proves, like the token it was made with, that its instructions are there.
pub(crate) trait Bits<M: Machine>: Copy {
    /// How many bytes there are; a power of two.
    const WIDTH: usize;

    /// # Safety
    /// `from` points to `WIDTH` readable bytes.
    unsafe fn load_from(machine: M, from: *const u8) -> Self;
    fn zero(machine: M) -> Self;
    fn and(self, other: Self) -> Self;
    /// The number of ones in each byte.
    fn count_ones(self) -> Self;
    /// Wraps around.
    fn add(self, other: Self) -> Self;
    /// Wraps around.
    fn sub(self, other: Self) -> Self;
}

/// A vector of counters.
pub(crate) trait Counters<M: Machine>: Copy {
    type Lane: Counter;
    /// How many counters there are; a power of two.
    const WIDTH: usize;

    /// # Safety
    /// `from` points to `WIDTH` readable counters.
    unsafe fn load_from(machine: M, from: *const Self::Lane) -> Self;
    /// # Safety
    /// `to` points to `WIDTH` writable counters.
    unsafe fn store_to(self, to: *mut Self::Lane);
    fn splat(machine: M, value: Self::Lane) -> Self;
    /// Wraps around.
    fn add(self, other: Self) -> Self;
    /// Wraps around.
    fn sub(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    /// `self`, but zero wherever `measure < least`.
    fn where_at_least(self, measure: Self, least: Self) -> Self;
    /// Part `part` of the bytes, as signed numbers: of a whole vector of bytes the counters hold the
    /// `part`-th share that fits.
    fn of_bytes(bytes: M::Bits, part: usize) -> Self;
    /// Counters that are stored in no more bits than these.
    ///
    /// # Safety
    /// `from` points to `WIDTH` readable counters.
    unsafe fn load_narrower<T: Counter>(machine: M, from: *const T) -> Self;

    /// The counters `from[at..at + WIDTH]`.
    #[inline(always)]
    fn load(machine: M, from: &[Self::Lane], at: usize) -> Self {
        let lanes = &from[at..at + Self::WIDTH];
        // SAFETY: the slice just taken has `WIDTH` counters.
        unsafe { Self::load_from(machine, lanes.as_ptr()) }
    }

    /// Writes to `to[at..at + WIDTH]`.
    #[inline(always)]
    fn store(self, to: &mut [Self::Lane], at: usize) {
        let lanes = &mut to[at..at + Self::WIDTH];
        // SAFETY: the slice just taken has `WIDTH` counters.
        unsafe { self.store_to(lanes.as_mut_ptr()) }
    }
}

/// Eight rows of 64 features: byte `f` has feature `f`'s answer in row `r` as its bit `r`.
pub(crate) type Line = [u8; 64];

/// A proof that the processor has certain instructions.
pub(crate) trait Machine: Copy {
    type Bits: Bits<Self>;
    type Narrow: Counters<Self, Lane = i8>;
    type Short: Counters<Self, Lane = i16>;
    type Wide: Counters<Self, Lane = i32>;

    /// Bit `bit` of each of eight words.
    fn bit_of_each(self, words: &[u64; 8], bit: u32) -> u8;
    /// Moves the words at the ones of `mask` together at the front of `to`; what follows them there is
    /// unspecified.
    fn keep(self, words: &[u64; 8], mask: u8, to: &mut [u64; 8]);
    /// Turns eight rows of 64 answers around.
    fn transpose(self, rows: &[u64; 8]) -> Line;
    /// The bits of `word` at the ones of `mask`, moved together at the low end (PEXT).
    fn compress(self, word: u64, mask: u64) -> u64;
    /// For each of 64 features the exclusive or of the keys of the rows that answer yes, combined with
    /// what `names` held. `keys` has eight keys for each line.
    fn fold_names(self, lines: &[Line], keys: &[[u64; 8]], names: &mut [u64; 64]);
    /// The greater of two numbers, lane by lane; neither is NaN.
    fn most(self, one: [f64; 8], other: [f64; 8]) -> [f64; 8];
    /// Sums, lane by lane.
    fn plus(self, one: [f64; 8], other: [f64; 8]) -> [f64; 8];
    /// `sums`, with `number` added wherever `mask` has a one, its lowest bit for the first lane.
    #[inline(always)]
    fn plus_where(self, sums: [f64; 8], mask: u8, number: f64) -> [f64; 8] {
        self.plus(sums, self.spread(mask, number))
    }
    /// The number wherever `mask` has a one, its lowest bit for the first lane, and zero elsewhere.
    fn spread(self, mask: u8, number: f64) -> [f64; 8];
}

/// How many lines may be added up before the sum in a signed byte could pass 127: each adds at most eight.
pub(crate) const LINES_PER_BYTE: usize = 15;

/// Adds to each of `sums` how many of the lines' rows have two features in common: in byte `i` of
/// `sums[j]`, the features in places `first + i` and `first + turn + j` of a line.
///
/// A line is `stride` bytes of `lines`. More than [`LINES_PER_BYTE`] lines may overflow.
///
/// # Panics
/// If a line is too short for that.
#[inline(always)]
pub(crate) fn count_common<M: Machine, const N: usize>(
    lines: &[u8],
    stride: usize,
    first: usize,
    turn: usize,
    machine: M,
    mut sums: [M::Bits; N],
    more: impl Sign,
) -> [M::Bits; N] {
    assert!(first + turn + N - 1 + M::Bits::WIDTH <= stride);
    for line in lines.chunks_exact(stride) {
        // SAFETY: a line has `stride` bytes, and both places with what follows lie within it.
        let (these, others) = unsafe {
            let start = line.as_ptr().add(first);
            (M::Bits::load_from(machine, start), start.add(turn))
        };
        for (turned, sum) in sums.iter_mut().enumerate() {
            // SAFETY: as above, and `turned < N`.
            let those = unsafe { M::Bits::load_from(machine, others.add(turned)) };
            *sum = more.apply(*sum, these.and(those).count_ones());
        }
    }
    sums
}

/// Whether counts are added or taken away.
pub(crate) trait Sign: Copy {
    fn apply<M: Machine, B: Bits<M>>(self, sum: B, count: B) -> B;
}

#[derive(Clone, Copy)]
pub(crate) struct Plus;
#[derive(Clone, Copy)]
pub(crate) struct Minus;

impl Sign for Plus {
    #[inline(always)]
    fn apply<M: Machine, B: Bits<M>>(self, sum: B, count: B) -> B {
        sum.add(count)
    }
}
impl Sign for Minus {
    #[inline(always)]
    fn apply<M: Machine, B: Bits<M>>(self, sum: B, count: B) -> B {
        sum.sub(count)
    }
}
