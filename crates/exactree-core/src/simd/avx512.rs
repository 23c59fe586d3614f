//! AVX-512 with byte counts, byte permutations and bit matrices (Ice Lake, Zen 4 and later).

use std::arch::x86_64::*;

use super::{Bits, Counter, Counters, Job, Line, Machine};

/// Proof of the features that [`supported`] asks for.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

pub(super) fn supported() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("gfni")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

#[inline]
pub(super) fn run<J: Job>(job: J) -> J::Output {
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,avx512vpopcntdq,gfni,bmi1,bmi2,popcnt,lzcnt"
    )]
    fn enter<J: Job>(job: J) -> J::Output {
        job.run(Avx512(()))
    }
    assert!(supported(), "this processor lacks the AVX-512 instructions this level needs");
    // SAFETY: just asked.
    unsafe { enter(job) }
}

/// Where each byte of `turned` comes from: byte `7 - r` of word `j` is byte `j` of word `r`.
const TURN: [u8; 64] = {
    let mut from = [0; 64];
    let mut place = 0;
    while place < 64 {
        let (word, byte) = (place / 8, place % 8);
        from[place] = (8 * (7 - byte) + word) as u8;
        place += 1;
    }
    from
};

/// Byte `j` of each of eight words, together in word `j`, the last word's first: the order in which
/// the bit matrices of GFNI count their rows.
#[inline(always)]
unsafe fn turned(words: &[u64; 8]) -> __m512i {
    // SAFETY: only reached through a token that proves AVX-512 VBMI; an array is as long as a vector.
    unsafe {
        let bytes = _mm512_loadu_si512(words.as_ptr().cast());
        _mm512_permutexvar_epi8(_mm512_loadu_si512(TURN.as_ptr().cast()), bytes)
    }
}

#[inline(always)]
fn stored(vector: __m512d) -> [f64; 8] {
    let mut numbers = [0.0; 8];
    // SAFETY: a vector of this kind proves AVX-512; eight numbers are as long as it is.
    unsafe { _mm512_storeu_pd(numbers.as_mut_ptr(), vector) };
    numbers
}

impl Machine for Avx512 {
    type Bits = Bytes;
    type Narrow = Narrow;
    type Short = Short;
    type Wide = Wide;

    #[inline(always)]
    fn bit_of_each(self, words: &[u64; 8], bit: u32) -> u8 {
        // SAFETY: the token proves AVX-512; an array is as long as a vector.
        unsafe {
            let words = _mm512_loadu_si512(words.as_ptr().cast());
            _mm512_test_epi64_mask(words, _mm512_set1_epi64(1 << bit))
        }
    }

    #[inline(always)]
    fn keep(self, words: &[u64; 8], mask: u8, to: &mut [u64; 8]) {
        // SAFETY: as above.
        unsafe {
            let words = _mm512_loadu_si512(words.as_ptr().cast());
            _mm512_storeu_si512(to.as_mut_ptr().cast(), _mm512_maskz_compress_epi64(mask, words));
        }
    }

    #[inline(always)]
    fn transpose(self, rows: &[u64; 8]) -> Line {
        let mut line = [0; 64];
        // SAFETY: as above. Each byte of the unit vector picks one column of the matrix it meets.
        unsafe {
            let units = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
            let columns = _mm512_gf2p8affine_epi64_epi8::<0>(units, turned(rows));
            _mm512_storeu_si512(line.as_mut_ptr().cast(), columns);
        }
        line
    }

    #[inline(always)]
    fn compress(self, word: u64, mask: u64) -> u64 {
        // SAFETY: the token proves BMI2.
        unsafe { _pext_u64(word, mask) }
    }

    /// A name is linear in the answers over the field of two elements, so eight rows change one byte of 64 names by
    /// one product with an 8 x 8 bit matrix made of their keys.
    #[inline(always)]
    fn fold_names(self, lines: &[Line], keys: &[[u64; 8]], names: &mut [u64; 64]) {
        // SAFETY: the token proves AVX-512 with GFNI; every array is as long as its vectors.
        unsafe {
            let zero = _mm512_setzero_si512();
            let mut bytes = [zero; 8];
            let units = _mm512_set1_epi64(0x0102_0408_1020_4080);
            for (line, keys) in lines.iter().zip(keys) {
                let answers = _mm512_loadu_si512(line.as_ptr().cast());
                let mut matrices = [0u64; 8];
                let columns = _mm512_gf2p8affine_epi64_epi8::<0>(units, turned(keys));
                _mm512_storeu_si512(matrices.as_mut_ptr().cast(), columns);
                for (byte, &matrix) in bytes.iter_mut().zip(&matrices) {
                    let matrix = _mm512_set1_epi64(matrix as i64);
                    *byte = _mm512_xor_si512(*byte, _mm512_gf2p8affine_epi64_epi8::<0>(answers, matrix));
                }
            }
            // `bytes[j]` holds byte j of all names; bring the eight bytes of each together.
            let mut planes = [[0u64; 8]; 8];
            for (plane, byte) in planes.iter_mut().zip(bytes) {
                _mm512_storeu_si512(plane.as_mut_ptr().cast(), byte);
            }
            for (group, names) in names.chunks_exact_mut(8).enumerate() {
                let eight: [u64; 8] = std::array::from_fn(|plane| planes[7 - plane][group]);
                let old = _mm512_loadu_si512(names.as_ptr().cast());
                _mm512_storeu_si512(names.as_mut_ptr().cast(), _mm512_xor_si512(old, turned(&eight)));
            }
        }
    }
    #[inline(always)]
    fn most(self, one: [f64; 8], other: [f64; 8]) -> [f64; 8] {
        // SAFETY: the token proves AVX-512; eight numbers are as long as a vector.
        stored(unsafe { _mm512_max_pd(_mm512_loadu_pd(one.as_ptr()), _mm512_loadu_pd(other.as_ptr())) })
    }
    #[inline(always)]
    fn plus(self, one: [f64; 8], other: [f64; 8]) -> [f64; 8] {
        // SAFETY: as above.
        stored(unsafe { _mm512_add_pd(_mm512_loadu_pd(one.as_ptr()), _mm512_loadu_pd(other.as_ptr())) })
    }
    #[inline(always)]
    fn plus_where(self, sums: [f64; 8], mask: u8, number: f64) -> [f64; 8] {
        // SAFETY: as above.
        stored(unsafe {
            let sums = _mm512_loadu_pd(sums.as_ptr());
            _mm512_mask_add_pd(sums, mask, sums, _mm512_set1_pd(number))
        })
    }
    #[inline(always)]
    fn spread(self, mask: u8, number: f64) -> [f64; 8] {
        // SAFETY: as above.
        stored(unsafe { _mm512_maskz_mov_pd(mask, _mm512_set1_pd(number)) })
    }
}

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Bytes(__m512i);

// SAFETY of every block below: a value of these types, or the token, proves AVX-512 with what
// `supported` asks for; loads and stores do as their contracts say.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Bits<Avx512> for Bytes {
    const WIDTH: usize = 64;

    #[inline(always)]
    unsafe fn load_from(_: Avx512, from: *const u8) -> Self {
        Self(unsafe { _mm512_loadu_si512(from.cast()) })
    }
    #[inline(always)]
    fn zero(_: Avx512) -> Self {
        Self(unsafe { _mm512_setzero_si512() })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn count_ones(self) -> Self {
        Self(unsafe { _mm512_popcnt_epi8(self.0) })
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(unsafe { _mm512_add_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(unsafe { _mm512_sub_epi8(self.0, other.0) })
    }
}

macro_rules! counters {
    ($name:ident, $lane:ty, $width:literal, $splat:ident, $add:ident, $sub:ident, $min:ident, $max:ident,
     $at_least:ident, $mask:ident, $of_bytes:path, $narrower:path) => {
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub(crate) struct $name(__m512i);

        #[allow(clippy::undocumented_unsafe_blocks)]
        impl Counters<Avx512> for $name {
            type Lane = $lane;
            const WIDTH: usize = $width;

            #[inline(always)]
            unsafe fn load_from(_: Avx512, from: *const $lane) -> Self {
                Self(unsafe { _mm512_loadu_si512(from.cast()) })
            }
            #[inline(always)]
            unsafe fn store_to(self, to: *mut $lane) {
                unsafe { _mm512_storeu_si512(to.cast(), self.0) }
            }
            #[inline(always)]
            fn splat(_: Avx512, value: $lane) -> Self {
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
                Self(unsafe { $mask($at_least(measure.0, least.0), self.0) })
            }
            #[inline(always)]
            fn of_bytes(bytes: Bytes, part: usize) -> Self {
                Self(unsafe { $of_bytes(bytes.0, part) })
            }
            #[inline(always)]
            unsafe fn load_narrower<T: Counter>(_: Avx512, from: *const T) -> Self {
                Self(unsafe { $narrower(from.cast(), size_of::<T>()) })
            }
        }
    };
}

// SAFETY of every function: only reached through values or tokens that prove AVX-512, with as much
// readable memory as the vector to be made has counters.
#[allow(clippy::undocumented_unsafe_blocks)]
mod widen {
    use std::arch::x86_64::*;

    #[inline(always)]
    pub unsafe fn bytes(bytes: __m512i, _: usize) -> __m512i {
        bytes
    }
    #[inline(always)]
    pub unsafe fn half_to_shorts(bytes: __m512i, part: usize) -> __m512i {
        unsafe {
            _mm512_cvtepi8_epi16(match part {
                0 => _mm512_castsi512_si256(bytes),
                _ => _mm512_extracti64x4_epi64::<1>(bytes),
            })
        }
    }
    #[inline(always)]
    pub unsafe fn quarter_to_words(bytes: __m512i, part: usize) -> __m512i {
        unsafe {
            _mm512_cvtepi8_epi32(match part {
                0 => _mm512_castsi512_si128(bytes),
                1 => _mm512_extracti32x4_epi32::<1>(bytes),
                2 => _mm512_extracti32x4_epi32::<2>(bytes),
                _ => _mm512_extracti32x4_epi32::<3>(bytes),
            })
        }
    }
    #[inline(always)]
    pub unsafe fn load_bytes(from: *const __m512i, _: usize) -> __m512i {
        unsafe { _mm512_loadu_si512(from) }
    }
    #[inline(always)]
    pub unsafe fn load_shorts(from: *const __m512i, bytes: usize) -> __m512i {
        unsafe {
            match bytes {
                1 => _mm512_cvtepi8_epi16(_mm256_loadu_si256(from.cast())),
                _ => _mm512_loadu_si512(from),
            }
        }
    }
    #[inline(always)]
    pub unsafe fn load_words(from: *const __m512i, bytes: usize) -> __m512i {
        unsafe {
            match bytes {
                1 => _mm512_cvtepi8_epi32(_mm_loadu_si128(from.cast())),
                2 => _mm512_cvtepi16_epi32(_mm256_loadu_si256(from.cast())),
                _ => _mm512_loadu_si512(from),
            }
        }
    }
}

counters!(
    Narrow,
    i8,
    64,
    _mm512_set1_epi8,
    _mm512_add_epi8,
    _mm512_sub_epi8,
    _mm512_min_epi8,
    _mm512_max_epi8,
    _mm512_cmpge_epi8_mask,
    _mm512_maskz_mov_epi8,
    widen::bytes,
    widen::load_bytes
);
counters!(
    Short,
    i16,
    32,
    _mm512_set1_epi16,
    _mm512_add_epi16,
    _mm512_sub_epi16,
    _mm512_min_epi16,
    _mm512_max_epi16,
    _mm512_cmpge_epi16_mask,
    _mm512_maskz_mov_epi16,
    widen::half_to_shorts,
    widen::load_shorts
);
counters!(
    Wide,
    i32,
    16,
    _mm512_set1_epi32,
    _mm512_add_epi32,
    _mm512_sub_epi32,
    _mm512_min_epi32,
    _mm512_max_epi32,
    _mm512_cmpge_epi32_mask,
    _mm512_maskz_mov_epi32,
    widen::quarter_to_words,
    widen::load_words
);
