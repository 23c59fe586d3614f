//! Training errors: a leaf says its most frequent class, and gets all other rows wrong.

use super::{Building, Masses, Objective};
use crate::cost::Cost;
use crate::kernel::{Counting, Kernel, Profile, Wanted};
use crate::order::{by_purity, purest};
use crate::rows::{Block, Side, Table, common_rows};
use crate::simd::Level;
use crate::stop::{Stop, Stopped};

/// Counts rows of other classes than their leaf's most frequent one.
#[derive(Clone, Copy, Debug)]
pub struct Errors<C = u32> {
    /// What one error costs.
    unit: C,
}

impl Errors {
    /// Each error costs one.
    pub const COUNTED: Errors = Errors { unit: 1 };
}

impl<C: Cost> Errors<C> {
    /// Each error costs `unit`, so that a split may cost a fraction of one.
    pub fn of_units(unit: C) -> Self {
        Errors { unit }
    }
}

impl<C: Cost> Objective for Errors<C> {
    type Cost = C;
    type Kernel = ErrorKernel<C>;

    fn leaf(&self, block: &Block) -> C {
        self.unit.times(block.leaf_errors())
    }

    fn leaf_of(&self, block: &Block, feature: usize, side: Side) -> C {
        self.unit.times(block.leaf_errors_of(feature, side))
    }

    fn leaf_of_table(&self, table: &Table) -> C {
        let counts = table.layout().rows();
        self.unit.times(counts.iter().sum::<u32>() - counts.iter().max().copied().unwrap_or(0))
    }

    fn order(&self, block: &Block) -> Vec<u32> {
        by_purity(block)
    }

    fn kernel(&self, building: Building) -> ErrorKernel<C> {
        ErrorKernel { counting: Counting::new(building), unit: self.unit, common: vec![] }
    }

    fn first(&self, block: &Block) -> usize {
        purest(block)
    }

    fn prepare(&self, whole: &mut Block, level: Level, stop: &dyn Stop) -> Result<(), Stopped> {
        whole.find_lost(level, stop)
    }

    fn lost(&self, block: &Block) -> C {
        self.unit.times(block.lost_rows())
    }

    fn lost_of(&self, block: &Block, feature: usize, side: Side) -> C {
        self.unit.times(block.lost_rows_of(feature, side))
    }

    fn masses(&self) -> Option<&dyn Masses<C>> {
        Some(self)
    }
}

/// A row is one error at most.
impl<C: Cost> Masses<C> for Errors<C> {
    fn mass_of(&self, block: &Block, feature: usize, side: Side) -> C {
        self.unit.times(block.rows_of(feature, side))
    }

    fn common(&self, block: &Block, feature: usize, level: Level, into: &mut Vec<C>) {
        let mut rows = vec![];
        common_rows(block, feature, level, &mut rows);
        into.clear();
        into.extend(rows.into_iter().map(|rows| self.unit.times(rows)));
    }

    fn slack(&self) -> C {
        C::default()
    }
}

/// The counting kernel, with its counts as costs.
pub struct ErrorKernel<C> {
    counting: Counting,
    unit: C,
    /// Rows in common with a feature.
    common: Vec<u32>,
}

impl<C: Cost> ErrorKernel<C> {
    fn costs(&self, errors: Profile<u32>) -> Profile<C> {
        Profile(errors.0.map(|errors| self.unit.times(errors)))
    }
}

impl<C: Cost> Kernel<C> for ErrorKernel<C> {
    fn has_room_for(&self, block: &Block) -> bool {
        self.counting.has_room_for(block)
    }

    fn open(&mut self, block: &Block, wanted: Wanted, stop: &dyn Stop) -> Result<Profile<C>, Stopped> {
        self.counting.open(block, wanted, stop).map(|errors| self.costs(errors))
    }

    fn split(&mut self, block: &Block, feature: usize, wanted: Wanted, stop: &dyn Stop) -> Result<Profile<C>, Stopped> {
        self.counting.split(block, feature, wanted, stop).map(|errors| self.costs(errors))
    }

    fn rest(&mut self, wanted: Wanted) -> Profile<C> {
        let errors = self.counting.rest(wanted);
        self.costs(errors)
    }

    fn by_root(&self) -> Vec<Profile<C>> {
        self.counting.by_root().into_iter().map(|errors| self.costs(errors)).collect()
    }

    fn mass_in_part(&mut self, into: &mut Vec<C>) {
        self.counting.rows_in_part(&mut self.common);
        into.clear();
        into.extend(self.common.iter().map(|&rows| self.unit.times(rows)));
    }

    fn bytes(&self) -> usize {
        self.counting.bytes()
    }
}
