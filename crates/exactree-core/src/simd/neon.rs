//! NEON: 16, 8 or 4 counters a vector.

use std::arch::aarch64::*;

use super::{Bits, Counter, Counters, Job, Line, Machine, portable};

/// Every 64-bit ARM processor has NEON.
#[derive(Clone, Copy)]
pub(crate) struct Neon(());

#[inline]
pub(super) fn run<J: Job>(job: J) -> J::Output {
    job.run(Neon(()))
}

impl Machine for Neon {
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
        portable::compress(word, mask)
    }
    #[inline(always)]
    fn fold_names(self, lines: &[Line], keys: &[[u64; 8]], names: &mut [u64; 64]) {
        portable::fold_names(lines, keys, names);
    }
    #[inline(always)]
    fn most(self, one: [f64; 8], other: [f64; 8]) -> [f64; 8] {
        portable::most(one, other)
    }
    #[inline(always)]
    fn plus(self, one: [f64; 8], other: [f64; 8]) -> [f64; 8] {
        portable::plus(one, other)
    }
    #[inline(always)]
    fn spread(self, mask: u8, number: f64) -> [f64; 8] {
        portable::spread(mask, number)
    }
}

#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Bytes(uint8x16_t);

// SAFETY of every block below: NEON is part of every aarch64 target; loads and stores do as their
// contracts say.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Bits<Neon> for Bytes {
    const WIDTH: usize = 16;

    #[inline(always)]
    unsafe fn load_from(_: Neon, from: *const u8) -> Self {
        Self(unsafe { vld1q_u8(from) })
    }
    #[inline(always)]
    fn zero(_: Neon) -> Self {
        Self(unsafe { vdupq_n_u8(0) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(unsafe { vandq_u8(self.0, other.0) })
    }
    #[inline(always)]
    fn count_ones(self) -> Self {
        Self(unsafe { vcntq_u8(self.0) })
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(unsafe { vaddq_u8(self.0, other.0) })
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(unsafe { vsubq_u8(self.0, other.0) })
    }
}

macro_rules! counters {
    ($name:ident, $vector:ty, $lane:ty, $width:literal, $load:ident, $store:ident, $splat:ident, $add:ident,
     $sub:ident, $min:ident, $max:ident, $at_least:ident, $as_mask:ident, $from_mask:ident, $and:ident, $of_bytes:path) => {
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub(crate) struct $name($vector);

        #[allow(clippy::undocumented_unsafe_blocks)]
        impl Counters<Neon> for $name {
            type Lane = $lane;
            const WIDTH: usize = $width;

            #[inline(always)]
            unsafe fn load_from(_: Neon, from: *const $lane) -> Self {
                Self(unsafe { $load(from) })
            }
            #[inline(always)]
            unsafe fn store_to(self, to: *mut $lane) {
                unsafe { $store(to, self.0) }
            }
            #[inline(always)]
            fn splat(_: Neon, value: $lane) -> Self {
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
                unsafe {
                    let enough = $at_least(measure.0, least.0);
                    Self($from_mask($and($as_mask(self.0), enough)))
                }
            }
            #[inline(always)]
            fn of_bytes(bytes: Bytes, part: usize) -> Self {
                Self(unsafe { $of_bytes(bytes.0, part) })
            }
            #[inline(always)]
            unsafe fn load_narrower<T: Counter>(_: Neon, from: *const T) -> Self {
                // SAFETY: the caller promises `WIDTH` readable counters.
                let narrower = unsafe { from.cast::<[T; $width]>().read_unaligned() };
                let lanes = narrower.map(|counter| counter.to_i32() as $lane);
                Self(unsafe { $load(lanes.as_ptr()) })
            }
        }
    };
}

#[inline(always)]
unsafe fn bytes_as_bytes(bytes: uint8x16_t, _: usize) -> int8x16_t {
    // SAFETY: NEON is part of every aarch64 target.
    unsafe { vreinterpretq_s8_u8(bytes) }
}

#[inline(always)]
unsafe fn half_to_shorts(bytes: uint8x16_t, part: usize) -> int16x8_t {
    // SAFETY: as above.
    unsafe {
        let bytes = vreinterpretq_s8_u8(bytes);
        match part {
            0 => vmovl_s8(vget_low_s8(bytes)),
            _ => vmovl_high_s8(bytes),
        }
    }
}

#[inline(always)]
unsafe fn quarter_to_words(bytes: uint8x16_t, part: usize) -> int32x4_t {
    // SAFETY: as above.
    unsafe {
        let half = half_to_shorts(bytes, part / 2);
        match part % 2 {
            0 => vmovl_s16(vget_low_s16(half)),
            _ => vmovl_high_s16(half),
        }
    }
}

counters!(
    Narrow,
    int8x16_t,
    i8,
    16,
    vld1q_s8,
    vst1q_s8,
    vdupq_n_s8,
    vaddq_s8,
    vsubq_s8,
    vminq_s8,
    vmaxq_s8,
    vcgeq_s8,
    vreinterpretq_u8_s8,
    vreinterpretq_s8_u8,
    vandq_u8,
    bytes_as_bytes
);
counters!(
    Short,
    int16x8_t,
    i16,
    8,
    vld1q_s16,
    vst1q_s16,
    vdupq_n_s16,
    vaddq_s16,
    vsubq_s16,
    vminq_s16,
    vmaxq_s16,
    vcgeq_s16,
    vreinterpretq_u16_s16,
    vreinterpretq_s16_u16,
    vandq_u16,
    half_to_shorts
);
counters!(
    Wide,
    int32x4_t,
    i32,
    4,
    vld1q_s32,
    vst1q_s32,
    vdupq_n_s32,
    vaddq_s32,
    vsubq_s32,
    vminq_s32,
    vmaxq_s32,
    vcgeq_s32,
    vreinterpretq_u32_s32,
    vreinterpretq_s32_u32,
    vandq_u32,
    quarter_to_words
);
