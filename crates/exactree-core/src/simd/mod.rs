//! Vectors of narrow counters, and the only room with `unsafe` code for speed.
//!
//! A [`Machine`] is a proof that the processor has certain instructions: values of it can only be
//! made by [`run`], which checks first. Code that wants speed is a [`Job`]: written once over any
//! `Machine`, compiled once for each of them with its instructions switched on.
//!
//! To add a machine: one file with its token and its vector types, one line in [`Level`], one in
//! [`run`]. The tests below then hold it to the same laws as all others.

mod buffer;
mod lanes;
mod portable;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;

pub(crate) use buffer::{Buffer, Plain};
pub(crate) use lanes::{Bits, Counter, Counters, LINES_PER_BYTE, Line, Machine, Minus, Plus, count_common};

/// Work that can be compiled for any machine. Mark `run` and all it calls in its hot loops
/// `#[inline(always)]`: only inlined code gets the machine's instructions.
pub(crate) trait Job {
    type Output;
    fn run<M: Machine>(self, machine: M) -> Self::Output;
}

/// A family of instructions the search can be run with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// No more than the compiler assumes of any processor of this kind.
    Portable,
    /// x86-64 with AVX2, BMI2 and POPCNT.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// x86-64 with AVX-512 F, BW, VL, VBMI, BITALG and VPOPCNTDQ, and GFNI.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 64-bit ARM.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Level {
    /// Every level this processor can run, slowest first.
    pub fn available() -> Vec<Level> {
        #[allow(unused_mut)]
        let mut levels = vec![Level::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if avx2::supported() {
                levels.push(Level::Avx2);
            }
            if avx512::supported() {
                levels.push(Level::Avx512);
            }
        }
        #[cfg(target_arch = "aarch64")]
        levels.push(Level::Neon);
        levels
    }

    /// The fastest level this processor can run.
    pub fn best() -> Level {
        *Level::available().last().expect("portable code always runs")
    }
}

/// Runs a job with the instructions of `level`.
///
/// # Panics
/// If the processor lacks them; levels from [`Level::available`] are always fine.
#[inline]
pub(crate) fn run<J: Job>(level: Level, job: J) -> J::Output {
    match level {
        Level::Portable => job.run(portable::Portable::new()),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => avx2::run(job),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => avx512::run(job),
        #[cfg(target_arch = "aarch64")]
        Level::Neon => neon::run(job),
    }
}

#[cfg(test)]
mod tests;
