//! Trees of depth two, solved from the counts of pairs of features.
//!
//! A tree of depth two needs no more of a cover than the rows in which two features are both yes: the
//! three other cells of a pair follow by subtraction. At a node of depth three the pairs are counted
//! once for its whole cover ([`Kernel::open`]); for each split of it only the smaller side is counted, and the
//! larger one follows by subtraction, in registers ([`Kernel::split`]).
//!
//! | file | what it does |
//! |---|---|
//! | `wheel` | how the pairs are arranged, so that neighbours meet neighbours |
//! | `sheet` | the rows of a cover as lines of bytes |
//! | `count` | how many rows each pair has in common |
//! | `pairs` | the counters of a cover, or of what is left of one |
//! | `balance` | the best tree for two classes |
//! | `classes` | the best tree for any number of classes and a least leaf size |
//! | `cover` | all of this for one cover |

mod balance;
mod classes;
mod count;
mod cover;
mod pairs;
mod sheet;
mod wheel;

use crate::rows::{Block, Side};
use crate::simd::{self, Counter, Counters, Job, Level, Machine, Plain};
use crate::stop::{Stop, Stopped};
use cover::{Cover, Method};
use wheel::Wheel;

/// The counters of pairs are not kept when they would take more than this.
const MOST_BYTES: usize = 256 << 20;

/// Least errors of trees of depth at most two over the two sides of a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sides {
    pub yes: u32,
    pub no: u32,
}

/// Solves covers of depth two, for one thread; keeps its memory from call to call.
pub(crate) struct Kernel {
    level: Level,
    min_leaf: u32,
    /// How the open cover is counted.
    width: Width,
    method: Method,
    wheel: Wheel,
    whole: Cover,
    part: Cover,
    rest: Cover,
    counted: Side,
}

/// How wide a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    Narrow,
    Short,
    Wide,
}

impl Kernel {
    pub fn new(level: Level, min_leaf: u32) -> Self {
        Kernel {
            level,
            min_leaf: min_leaf.max(1),
            width: Width::Wide,
            method: Method::Classes,
            wheel: Wheel::default(),
            whole: Cover::default(),
            part: Cover::default(),
            rest: Cover::default(),
            counted: Side::Yes,
        }
    }

    /// Least errors of any tree of depth at most two over the block, which is open from then on.
    pub fn open(&mut self, block: &Block, stop: &dyn Stop) -> Result<u32, Stopped> {
        let classes = block.counts().iter().filter(|&&rows| rows > 0).count();
        let two = block.classes() == 2 || classes < 2;
        self.method = if two && block.classes() == 2 && self.min_leaf == 1 { Method::Balance } else { Method::Classes };
        // What a counter must hold: rows of one class, or all rows of the cover.
        let most = match self.method {
            Method::Balance => block.counts().iter().copied().max().unwrap_or(0),
            Method::Classes => block.rows(),
        };
        self.width = if most <= i8::MAX as u32 {
            Width::Narrow
        } else if most <= i16::MAX as u32 {
            Width::Short
        } else {
            Width::Wide
        };
        self.wheel = Wheel::new(block.features().len());
        simd::run(self.level, Open { kernel: self, block, stop })?;
        Ok(self.whole.least_errors)
    }

    /// Least errors over both sides of a split of the open block by `feature`.
    pub fn split(&mut self, block: &Block, feature: usize, stop: &dyn Stop) -> Result<Sides, Stopped> {
        let yes = block.rows_of(feature, Side::Yes);
        self.counted = if 2 * yes <= block.rows() { Side::Yes } else { Side::No };
        simd::run(self.level, Split { kernel: self, block, feature, stop })?;
        let (part, rest) = (self.part.least_errors, self.rest.least_errors);
        Ok(match self.counted {
            Side::Yes => Sides { yes: part, no: rest },
            Side::No => Sides { yes: rest, no: part },
        })
    }

    /// After [`open`](Self::open): least errors of trees of depth at most two whose root asks each feature.
    pub fn errors_by_root(&self) -> Vec<u32> {
        match self.width {
            Width::Narrow => self.whole.errors_by_root::<i8>(self.wheel),
            Width::Short => self.whole.errors_by_root::<i16>(self.wheel),
            Width::Wide => self.whole.errors_by_root::<i32>(self.wheel),
        }
    }

    /// After [`split`](Self::split): the side whose rows were counted, and how many of them answer yes to each
    /// feature of the block.
    pub fn counted_side(&self, into: &mut Vec<u32>) -> Side {
        match self.width {
            Width::Narrow => self.part.rows_by_feature::<i8>(self.wheel, into),
            Width::Short => self.part.rows_by_feature::<i16>(self.wheel, into),
            Width::Wide => self.part.rows_by_feature::<i32>(self.wheel, into),
        }
        self.counted
    }

    /// Whether the counters of this block's pairs may be kept.
    pub fn has_room_for(&self, block: &Block) -> bool {
        let numbers = Wheel::new(block.features().len()).pairs().saturating_mul(block.classes());
        numbers.saturating_mul(2 * size_of::<i32>()) <= MOST_BYTES
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.whole.bytes() + self.part.bytes() + self.rest.bytes()
    }
}

/// Calls the method of the job at the kernel's counter width.
macro_rules! at_width {
    ($width:expr, $machine:ident, $go:ident($($argument:expr),*)) => {
        match $width {
            Width::Narrow => $go::<M, M::Narrow>($machine, $($argument),*),
            Width::Short => $go::<M, M::Short>($machine, $($argument),*),
            Width::Wide => $go::<M, M::Wide>($machine, $($argument),*),
        }
    };
}

struct Open<'a> {
    kernel: &'a mut Kernel,
    block: &'a Block,
    stop: &'a dyn Stop,
}

impl Job for Open<'_> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Result<(), Stopped> {
        let Open { kernel, block, stop } = self;
        at_width!(kernel.width, machine, open(kernel, block, stop))
    }
}

#[inline(always)]
fn open<M: Machine, C: Counters<M>>(machine: M, kernel: &mut Kernel, block: &Block, stop: &dyn Stop) -> Result<(), Stopped>
where
    C::Lane: Plain,
{
    let Kernel { wheel, method, whole, .. } = kernel;
    whole.sheet.take_all(machine, block, *wheel);
    whole.count_features::<M, C>(machine, *wheel);
    whole.count_pairs::<M, C>(machine, *method, *wheel, stop)?;
    let min_leaf = C::Lane::exactly(kernel.min_leaf.min(C::Lane::MAX) as i32);
    whole.evaluate::<M, C>(machine, *method, *wheel, min_leaf);
    Ok(())
}

struct Split<'a> {
    kernel: &'a mut Kernel,
    block: &'a Block,
    feature: usize,
    stop: &'a dyn Stop,
}

impl Job for Split<'_> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Result<(), Stopped> {
        let Split { kernel, block, feature, stop } = self;
        at_width!(kernel.width, machine, split(kernel, block, feature, stop))
    }
}

#[inline(always)]
fn split<M: Machine, C: Counters<M>>(
    machine: M,
    kernel: &mut Kernel,
    block: &Block,
    feature: usize,
    stop: &dyn Stop,
) -> Result<(), Stopped>
where
    C::Lane: Plain,
{
    let Kernel { wheel, method, whole, part, rest, counted, .. } = kernel;
    let min_leaf = C::Lane::exactly(kernel.min_leaf.min(C::Lane::MAX) as i32);
    part.sheet.take_side(machine, block, feature, *counted, *wheel);
    part.count_features::<M, C>(machine, *wheel);
    part.count_pairs::<M, C>(machine, *method, *wheel, stop)?;
    part.evaluate::<M, C>(machine, *method, *wheel, min_leaf);
    rest.become_rest::<M, C>(machine, whole, part, *wheel);
    rest.evaluate_rest::<M, C>(machine, *method, *wheel, whole, part, min_leaf);
    Ok(())
}

#[cfg(test)]
mod tests;
