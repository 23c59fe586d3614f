//! Trees of depth two by rows of each class, counted bit by bit.
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

use super::{Profile, Wanted, smaller_side};
use crate::objective::Building;
use crate::rows::{Block, Side};
use crate::simd::{self, Counters, Job, Machine, Plain};
use crate::stop::{Stop, Stopped};
use cover::{Cover, Method};
use wheel::Wheel;

/// The counters of pairs are not kept when they would take more than this.
const MOST_BYTES: usize = 256 << 20;

/// Counts covers of depth two, for one thread; keeps its memory from call to call.
pub(crate) struct Counting {
    building: Building,
    /// How the open cover is counted.
    width: Width,
    part_width: Width,
    method: Method,
    wheel: Wheel,
    whole: Cover,
    part: Cover,
    rest: Cover,
}

/// How wide a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    Narrow,
    Short,
    Wide,
}

impl Counting {
    pub fn new(building: Building) -> Self {
        Counting {
            building: Building { min_leaf: building.min_leaf.max(1), ..building },
            width: Width::Wide,
            part_width: Width::Wide,
            method: Method::Classes,
            wheel: Wheel::default(),
            whole: Cover::default(),
            part: Cover::default(),
            rest: Cover::default(),
        }
    }

    /// Least errors over the block, which is open from then on.
    pub fn open(&mut self, block: &Block, wanted: Wanted, stop: &dyn Stop) -> Result<Profile<u32>, Stopped> {
        let two_classes = block.classes() == 2;
        self.method = if two_classes && self.building.min_leaf == 1 { Method::Balance } else { Method::Classes };
        self.width = self.width_for(block.counts().iter().copied());
        self.wheel = Wheel::new(block.features().len());
        simd::run(self.building.level, Open { kernel: self, block, stop })?;
        Ok(profile(&self.whole, self.width, self.wheel, wanted))
    }

    /// Least errors over the smaller side of a split of the open block.
    pub fn split(
        &mut self,
        block: &Block,
        feature: usize,
        wanted: Wanted,
        stop: &dyn Stop,
    ) -> Result<Profile<u32>, Stopped> {
        let counted = smaller_side(block, feature);
        self.part_width = self.width_for(block.counts_of(feature, counted));
        simd::run(self.building.level, Split { kernel: self, block, feature, counted, stop })?;
        Ok(profile(&self.part, self.part_width, self.wheel, wanted))
    }

    /// After [`split`](Self::split): least errors over the other side.
    pub fn rest(&mut self, wanted: Wanted) -> Profile<u32> {
        simd::run(self.building.level, RestOfSplit { kernel: self });
        profile(&self.rest, self.width, self.wheel, wanted)
    }

    /// What holds the counts of a cover with so many rows of each class.
    fn width_for(&self, rows: impl Iterator<Item = u32>) -> Width {
        let most = match self.method {
            Method::Balance => rows.max().unwrap_or(0),
            Method::Classes => rows.sum(),
        };
        match most {
            _ if !self.building.narrow => Width::Wide,
            0..=0x7f => Width::Narrow,
            0x80..=0x7fff => Width::Short,
            _ => Width::Wide,
        }
    }

    /// After [`open`](Self::open): least errors of trees whose root asks each feature.
    pub fn by_root(&self) -> Vec<Profile<u32>> {
        match self.width {
            Width::Narrow => self.whole.by_root::<i8>(self.wheel),
            Width::Short => self.whole.by_root::<i16>(self.wheel),
            Width::Wide => self.whole.by_root::<i32>(self.wheel),
        }
    }

    /// After [`split`](Self::split): how many rows of the counted side answer yes to each feature of the block.
    pub fn rows_in_part(&self, into: &mut Vec<u32>) {
        match self.part_width {
            Width::Narrow => self.part.rows_by_feature::<i8>(self.wheel, into),
            Width::Short => self.part.rows_by_feature::<i16>(self.wheel, into),
            Width::Wide => self.part.rows_by_feature::<i32>(self.wheel, into),
        }
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

/// Least errors over a cover whose pairs are priced.
fn profile(cover: &Cover, width: Width, wheel: Wheel, wanted: Wanted) -> Profile<u32> {
    match width {
        Width::Narrow => cover.profile::<i8>(wheel, wanted),
        Width::Short => cover.profile::<i16>(wheel, wanted),
        Width::Wide => cover.profile::<i32>(wheel, wanted),
    }
}

struct Open<'a> {
    kernel: &'a mut Counting,
    block: &'a Block,
    stop: &'a dyn Stop,
}

impl Job for Open<'_> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Result<(), Stopped> {
        match self.kernel.width {
            Width::Narrow => self.count_in::<M, M::Narrow>(machine),
            Width::Short => self.count_in::<M, M::Short>(machine),
            Width::Wide => self.count_in::<M, M::Wide>(machine),
        }
    }
}

impl Open<'_> {
    #[inline(always)]
    fn count_in<M: Machine, C: Counters<M>>(self, machine: M) -> Result<(), Stopped>
    where
        C::Lane: Plain,
    {
        let Counting { wheel, method, whole, building, .. } = self.kernel;
        whole.sheet.take_all(machine, self.block, *wheel, self.stop)?;
        whole.count_features::<M, C>(machine, *wheel);
        whole.count_pairs::<M, C>(machine, *method, *wheel, self.stop)?;
        whole.evaluate::<M, C>(machine, *method, *wheel, building.min_leaf);
        Ok(())
    }
}

struct Split<'a> {
    kernel: &'a mut Counting,
    block: &'a Block,
    feature: usize,
    counted: Side,
    stop: &'a dyn Stop,
}

impl Job for Split<'_> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Result<(), Stopped> {
        match self.kernel.part_width {
            Width::Narrow => self.count_in::<M, M::Narrow>(machine),
            Width::Short => self.count_in::<M, M::Short>(machine),
            Width::Wide => self.count_in::<M, M::Wide>(machine),
        }
    }
}

impl Split<'_> {
    #[inline(always)]
    fn count_in<M: Machine, C: Counters<M>>(self, machine: M) -> Result<(), Stopped>
    where
        C::Lane: Plain,
    {
        let Counting { wheel, method, part, building, .. } = self.kernel;
        part.sheet.take_side(machine, self.block, self.feature, self.counted, *wheel, self.stop)?;
        part.count_features::<M, C>(machine, *wheel);
        part.count_pairs::<M, C>(machine, *method, *wheel, self.stop)?;
        part.evaluate::<M, C>(machine, *method, *wheel, building.min_leaf);
        Ok(())
    }
}

struct RestOfSplit<'a> {
    kernel: &'a mut Counting,
}

impl Job for RestOfSplit<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        // A part is never counted in more bits than the whole.
        match (self.kernel.width, self.kernel.part_width) {
            (Width::Narrow, _) => self.evaluate_in::<M, M::Narrow, M::Narrow>(machine),
            (Width::Short, Width::Narrow) => self.evaluate_in::<M, M::Short, M::Narrow>(machine),
            (Width::Short, _) => self.evaluate_in::<M, M::Short, M::Short>(machine),
            (Width::Wide, Width::Narrow) => self.evaluate_in::<M, M::Wide, M::Narrow>(machine),
            (Width::Wide, Width::Short) => self.evaluate_in::<M, M::Wide, M::Short>(machine),
            (Width::Wide, Width::Wide) => self.evaluate_in::<M, M::Wide, M::Wide>(machine),
        }
    }
}

impl RestOfSplit<'_> {
    #[inline(always)]
    fn evaluate_in<M: Machine, C: Counters<M>, N: Counters<M>>(self, machine: M)
    where
        C::Lane: Plain,
        N::Lane: Plain,
    {
        let Counting { wheel, method, whole, part, rest, building, .. } = self.kernel;
        rest.become_rest::<M, C, N::Lane>(machine, whole, part, *wheel);
        rest.evaluate_rest::<M, C, N::Lane>(machine, *method, *wheel, whole, part, building.min_leaf);
    }
}

#[cfg(test)]
mod tests;
