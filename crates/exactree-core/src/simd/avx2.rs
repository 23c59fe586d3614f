//! AVX2: 32, 16 or 8 counters a vector. Ones are counted by looking up half bytes.

use std::arch::x86_64::*;

use super::{Bits, Counter, Counters, Job, Line, Machine, portable};

/// Proof of the features that [`supported`] asks for.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

pub(super) fn supported() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("popcnt")
}

#[inline]
pub(super) fn run<J: Job>(job: J) -> J::Output {
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn enter<J: Job>(job: J) -> J::Output {
        job.run(Avx2(()))
    }
    assert!(supported(), "this processor has no AVX2 with BMI2");
    // SAFETY: just asked.
    unsafe { enter(job) }
}

impl Machine for Avx2 {
    type Bits = Bytes;
    type Narrow = Narrow;
    type Short = Short;
    type Wide = Wide;

    #[inline(always)]
    fn bit_of_each(self, words: &[u64; 8], bit: u32) -> u8 {
        portable::bit_of_each(words, bit)
    }
    #[inline(always)]
    fn keep(self, words: &[u64; 8], mask: u8, to: &mut [u64; 8]) {
        portable::keep(words, mask, to);
    }
    #[inline(always)]
    fn transpose(self, rows: &[u64; 8]) -> Line {
        portable::transpose(rows)
    }
    #[inline(always)]
    fn compress(self, word: u64, mask: u64) -> u64 {
        // SAFETY: the token proves BMI2.
        unsafe { _pext_u64(word, mask) }
    }
    #[inline(always)]
    fn fold_names(self, lines: &[Line], keys: &[[u64; 8]], names: &mut [u64; 64]) {
        portable::fold_names(lines, keys, names);
    }
    #[inline(always)]
    fn most(self, one: [f64; 8], other: [f64; 8]) -> [f64; 8] {
        // SAFETY: the token proves AVX2.
        by_halves(one, other, |one, other| unsafe { _mm256_max_pd(one, other) })
    }
    #[inline(always)]
    fn plus(self, one: [f64; 8], other: [f64; 8]) -> [f64; 8] {
        // SAFETY: the token proves AVX2.
        by_halves(one, other, |one, other| unsafe { _mm256_add_pd(one, other) })
    }
    #[inline(always)]
    fn spread(self, mask: u8, number: f64) -> [f64; 8] {
        // SAFETY: the token proves AVX2.
        by_halves([1, 2, 4, 8, 16, 32, 64, 128].map(f64::from_bits), [number; 8], |bits, number| unsafe {
            let bits = _mm256_castpd_si256(bits);
            let taken = _mm256_and_si256(_mm256_set1_epi64x(i64::from(mask)), bits);
            _mm256_and_pd(number, _mm256_castsi256_pd(_mm256_cmpeq_epi64(taken, bits)))
        })
    }
}

/// Eight numbers in two vectors of four.
#[inline(always)]
fn by_halves(one: [f64; 8], other: [f64; 8], combine: impl Fn(__m256d, __m256d) -> __m256d) -> [f64; 8] {
    let mut combined = [0.0; 8];
    let halves = one.as_chunks::<4>().0.iter().zip(other.as_chunks::<4>().0);
    for ((one, other), into) in halves.zip(combined.as_chunks_mut::<4>().0) {
        // SAFETY: only reached through a token that proves AVX2; four numbers are as long as a vector.
        unsafe {
            let both = combine(_mm256_loadu_pd(one.as_ptr()), _mm256_loadu_pd(other.as_ptr()));
            _mm256_storeu_pd(into.as_mut_ptr(), both);
        }
    }
    combined
}

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Bytes(__m256i);

// SAFETY of every block below: a value of these types, or the token, proves AVX2; loads and stores
// do as their contracts say.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Bits<Avx2> for Bytes {
    const WIDTH: usize = 32;

    #[inline(always)]
    unsafe fn load_from(_: Avx2, from: *const u8) -> Self {
        Self(unsafe { _mm256_loadu_si256(from.cast()) })
    }
    #[inline(always)]
    fn zero(_: Avx2) -> Self {
        Self(unsafe { _mm256_setzero_si256() })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn count_ones(self) -> Self {
        unsafe {
            let table = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let half = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(table, _mm256_and_si256(self.0, half));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), half);
            Self(_mm256_add_epi8(low, _mm256_shuffle_epi8(table, high)))
        }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(unsafe { _mm256_add_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(unsafe { _mm256_sub_epi8(self.0, other.0) })
    }
}

macro_rules! counters {
    ($name:ident, $lane:ty, $width:literal, $splat:ident, $add:ident, $sub:ident, $min:ident, $max:ident,
     $above:ident, $of_bytes:path, $narrower:path) => {
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub(crate) struct $name(__m256i);

        #[allow(clippy::undocumented_unsafe_blocks)]
        impl Counters<Avx2> for $name {
            type Lane = $lane;
            const WIDTH: usize = $width;

            #[inline(always)]
            unsafe fn load_from(_: Avx2, from: *const $lane) -> Self {
                Self(unsafe { _mm256_loadu_si256(from.cast()) })
            }
            #[inline(always)]
            unsafe fn store_to(self, to: *mut $lane) {
                unsafe { _mm256_storeu_si256(to.cast(), self.0) }
            }
            #[inline(always)]
            fn splat(_: Avx2, value: $lane) -> Self {
                Self(unsafe { $splat(value) })
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                Self(unsafe { $add(self.0, other.0) })
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Self(unsafe { $sub(self.0, other.0) })
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                Self(unsafe { $min(self.0, other.0) })
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                Self(unsafe { $max(self.0, other.0) })
            }
            #[inline(always)]
            fn where_at_least(self, measure: Self, least: Self) -> Self {
                Self(unsafe { _mm256_andnot_si256($above(least.0, measure.0), self.0) })
            }
            #[inline(always)]
            fn of_bytes(bytes: Bytes, part: usize) -> Self {
                Self(unsafe { $of_bytes(bytes.0, part) })
            }
            #[inline(always)]
            unsafe fn load_narrower<T: Counter>(_: Avx2, from: *const T) -> Self {
                Self(unsafe { $narrower(from.cast(), size_of::<T>()) })
            }
        }
    };
}

// SAFETY of every function: only reached through values or tokens that prove AVX2, with as much
// readable memory as the vector to be made has counters.
#[allow(clippy::undocumented_unsafe_blocks)]
mod widen {
    use std::arch::x86_64::*;

    #[inline(always)]
    unsafe fn half(bytes: __m256i, part: usize) -> __m128i {
        unsafe {
            match part {
                0 => _mm256_castsi256_si128(bytes),
                _ => _mm256_extracti128_si256::<1>(bytes),
            }
        }
    }
    #[inline(always)]
    pub unsafe fn bytes(bytes: __m256i, _: usize) -> __m256i {
        bytes
    }
    #[inline(always)]
    pub unsafe fn half_to_shorts(bytes: __m256i, part: usize) -> __m256i {
        unsafe { _mm256_cvtepi8_epi16(half(bytes, part)) }
    }
    #[inline(always)]
    pub unsafe fn quarter_to_words(bytes: __m256i, part: usize) -> __m256i {
        unsafe {
            let half = half(bytes, part / 2);
            _mm256_cvtepi8_epi32(if part.is_multiple_of(2) { half } else { _mm_srli_si128::<8>(half) })
        }
    }
    #[inline(always)]
    pub unsafe fn load_bytes(from: *const __m256i, _: usize) -> __m256i {
        unsafe { _mm256_loadu_si256(from) }
    }
    #[inline(always)]
    pub unsafe fn load_shorts(from: *const __m256i, bytes: usize) -> __m256i {
        unsafe {
            match bytes {
                1 => _mm256_cvtepi8_epi16(_mm_loadu_si128(from.cast())),
                _ => _mm256_loadu_si256(from),
            }
        }
    }
    #[inline(always)]
    pub unsafe fn load_words(from: *const __m256i, bytes: usize) -> __m256i {
        unsafe {
            match bytes {
                1 => _mm256_cvtepi8_epi32(_mm_loadl_epi64(from.cast())),
                2 => _mm256_cvtepi16_epi32(_mm_loadu_si128(from.cast())),
                _ => _mm256_loadu_si256(from),
            }
        }
    }
}

counters!(
    Narrow,
    i8,
    32,
    _mm256_set1_epi8,
    _mm256_add_epi8,
    _mm256_sub_epi8,
    _mm256_min_epi8,
    _mm256_max_epi8,
    _mm256_cmpgt_epi8,
    widen::bytes,
    widen::load_bytes
);
counters!(
    Short,
    i16,
    16,
    _mm256_set1_epi16,
    _mm256_add_epi16,
    _mm256_sub_epi16,
    _mm256_min_epi16,
    _mm256_max_epi16,
    _mm256_cmpgt_epi16,
    widen::half_to_shorts,
    widen::load_shorts
);
counters!(
    Wide,
    i32,
    8,
    _mm256_set1_epi32,
    _mm256_add_epi32,
    _mm256_sub_epi32,
    _mm256_min_epi32,
    _mm256_max_epi32,
    _mm256_cmpgt_epi32,
    widen::quarter_to_words,
    widen::load_words
);
