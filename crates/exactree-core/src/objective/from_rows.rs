//! Objectives that are priced from the rows themselves: medians, quantiles, anybody's own functions.
//!
//! Such prices follow from no sums, so no kernel can find trees of depth two, and every cover is searched. What was priced
//! is remembered by the name of the cover, and so are trees of one question.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::{Mutex, PoisonError};

use super::{Building, Objective};
use crate::kernel::NoKernel;
use crate::rows::{Block, Fingerprint, NameHasher, Side, Table};
use crate::simd::Level;
use crate::stop::{Stop, Stopped};

/// Prices sets of rows in whole units, for each of one or more objectives at once: what one of them asks for is there
/// when another comes to it. All prices of a table together stay below 2^60.
pub trait RowPricing: Sync {
    /// How many objectives there are.
    fn objectives(&self) -> usize;

    /// What a leaf over some rows costs for each objective. Rows come in the table's order.
    fn price(&self, rows: &[u32]) -> Vec<u64>;

    /// What every tree over these rows costs at least if no question tells them apart.
    fn price_of_alike(&self, rows: &[u32], objective: usize) -> u64;
}

/// What was priced so far. Objectives that are searched one after the other share it.
pub struct Priced<P> {
    pricing: P,
    leaves: Memory,
    /// The least costs of two leaves behind one question.
    stumps: Memory,
}

/// Costs by the names of covers.
#[derive(Default)]
struct Memory(Vec<Mutex<Names>>);

type Names = HashMap<Fingerprint, Box<[u64]>, BuildHasherDefault<NameHasher>>;

const SHARDS: usize = 16;

impl Memory {
    fn new() -> Self {
        Memory((0..SHARDS).map(|_| Mutex::default()).collect())
    }

    fn get(&self, name: Fingerprint, objective: usize) -> Option<u64> {
        self.shard(name).lock().unwrap_or_else(PoisonError::into_inner).get(&name).map(|costs| costs[objective])
    }

    fn all(&self, name: Fingerprint) -> Option<Box<[u64]>> {
        self.shard(name).lock().unwrap_or_else(PoisonError::into_inner).get(&name).cloned()
    }

    fn put(&self, name: Fingerprint, costs: Box<[u64]>) {
        self.shard(name).lock().unwrap_or_else(PoisonError::into_inner).insert(name, costs);
    }

    fn shard(&self, name: Fingerprint) -> &Mutex<Names> {
        &self.0[name.0[1] as usize % SHARDS]
    }
}

impl<P: RowPricing> Priced<P> {
    /// Nothing yet.
    pub fn new(pricing: P) -> Self {
        Priced { pricing, leaves: Memory::new(), stumps: Memory::new() }
    }

    /// One of its objectives.
    pub fn objective(&self, number: usize) -> FromRows<'_, P> {
        assert!(number < self.pricing.objectives(), "an objective that is there");
        FromRows { priced: self, number }
    }

    /// What it prices with.
    pub fn pricing(&self) -> &P {
        &self.pricing
    }

    /// The same without what was priced.
    pub fn into_pricing(self) -> P {
        self.pricing
    }

    /// A table whose rows know their places in it.
    pub fn table(&self, table: Table) -> Table {
        let rows = table.rows();
        table.with_channels(vec![(0..rows).map(|row| row as f64).collect(), vec![0.0; rows]])
    }

    fn price(&self, name: Fingerprint, rows: impl FnOnce() -> Vec<u32>) -> Box<[u64]> {
        self.leaves.all(name).unwrap_or_else(|| {
            let costs = self.pricing.price(&rows()).into_boxed_slice();
            self.leaves.put(name, costs.clone());
            costs
        })
    }
}

/// One of the objectives that are priced together.
pub struct FromRows<'a, P> {
    priced: &'a Priced<P>,
    number: usize,
}

/// The channels of a block: which row stands where, and what it loses whatever is asked.
const ROW: usize = 0;
const LOST: usize = 1;

/// The rows of a cover, in the table's order.
fn rows_of(block: &Block) -> Vec<u32> {
    block.layout().places_of(0).map(|place| block.number(ROW, place) as u32).collect()
}

/// Those of a side of a split.
fn rows_of_side(block: &Block, feature: usize, side: Side) -> Vec<u32> {
    let answers = block.planes().plane(feature / 64);
    let wanted = u64::from(side == Side::Yes);
    let places = block.layout().places_of(0).filter(|&place| answers[place] >> (feature % 64) & 1 == wanted);
    places.map(|place| block.number(ROW, place) as u32).collect()
}

impl<P: RowPricing> FromRows<'_, P> {
    fn prices_of(&self, block: &Block, feature: usize, side: Side) -> Box<[u64]> {
        self.priced.price(block.name_of(feature, side), || rows_of_side(block, feature, side))
    }
}

impl<P: RowPricing> Objective for FromRows<'_, P> {
    type Cost = u64;
    type Kernel = NoKernel;

    fn leaf(&self, block: &Block) -> u64 {
        let name = block.name();
        let known = self.priced.leaves.get(name, self.number);
        known.unwrap_or_else(|| self.priced.price(name, || rows_of(block))[self.number])
    }

    fn leaf_of(&self, block: &Block, feature: usize, side: Side) -> u64 {
        let known = self.priced.leaves.get(block.name_of(feature, side), self.number);
        known.unwrap_or_else(|| self.prices_of(block, feature, side)[self.number])
    }

    fn leaf_of_table(&self, table: &Table) -> u64 {
        self.priced.pricing.price(&(0..table.rows() as u32).collect::<Vec<_>>())[self.number]
    }

    /// The cheapest pair of leaves first, the lowest column on ties.
    fn order(&self, block: &Block) -> Vec<u32> {
        let cost = |feature: u32| {
            let leaf = |side| self.leaf_of(block, feature as usize, side);
            leaf(Side::Yes) + leaf(Side::No)
        };
        let mut order: Vec<u32> = (0..block.features().len() as u32).collect();
        order.sort_by_cached_key(|&feature| cost(feature));
        order
    }

    fn kernel(&self, _: Building) -> NoKernel {
        NoKernel
    }

    fn best_stump(&self, block: &Block) -> u64 {
        let mut least = vec![u64::MAX; self.priced.pricing.objectives()];
        for feature in 0..block.features().len() {
            let [yes, no] = [Side::Yes, Side::No].map(|side| self.prices_of(block, feature, side));
            for ((least, yes), no) in least.iter_mut().zip(&yes).zip(&no) {
                *least = (*least).min(yes + no);
            }
        }
        let of_this = least[self.number];
        self.priced.stumps.put(block.name(), least.into_boxed_slice());
        of_this
    }

    fn known_stump(&self, name: Fingerprint) -> Option<u64> {
        self.priced.stumps.get(name, self.number)
    }

    fn prepare(&self, whole: &mut Block, level: Level, stop: &dyn Stop) -> Result<(), Stopped> {
        let groups = whole.alike(stop)?;
        let mut rows = vec![vec![]; groups.firsts.len()];
        for (place, group) in groups.of_place.iter().enumerate() {
            if let Some(group) = group {
                rows[*group as usize].push(whole.number(ROW, place) as u32);
            }
        }
        let lost = groups
            .firsts
            .iter()
            .zip(&rows)
            .filter(|(_, rows)| rows.len() > 1)
            .map(|(&first, rows)| (first, self.priced.pricing.price_of_alike(rows, self.number) as f64));
        whole.set_numbers(LOST, lost.collect::<Vec<_>>().into_iter(), level);
        Ok(())
    }

    fn lost(&self, block: &Block) -> u64 {
        block.sum(LOST) as u64
    }

    fn lost_of(&self, block: &Block, feature: usize, side: Side) -> u64 {
        block.sum_of(LOST, feature, side) as u64
    }
}
