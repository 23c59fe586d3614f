//! What has been proven of covers, by their names.

mod recent;

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Mutex;

use crate::cost::Cost;
use crate::rows::{Fingerprint, NameHasher};
pub(crate) use recent::Recent;

/// What is known of a subproblem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known<C> {
    /// The cost of the best tree, and the first question in the node's order that reaches it; none for a leaf.
    Exact { cost: C, question: Option<u32> },
    /// A floor.
    AtLeast(C),
}

/// A map from subproblems to what is known of them, for many threads at once.
pub(crate) struct Cache<C> {
    shards: Vec<Mutex<Shard<C>>>,
}

type Shard<C> = HashMap<Fingerprint, Entry<C>, BuildHasherDefault<NameHasher>>;

/// `Known` in as few bytes as can be: eight for costs of four.
#[derive(Clone, Copy)]
struct Entry<C> {
    cost: C,
    question: u32,
}

const FLOOR: u32 = u32::MAX;
const LEAF: u32 = u32::MAX - 1;

const SHARDS: usize = 64;

impl<C: Cost> Cache<C> {
    pub fn new() -> Self {
        Cache { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }

    pub fn get(&self, name: Fingerprint) -> Option<Known<C>> {
        let entry = *self.shard(name).lock().unwrap_or_else(|broken| broken.into_inner()).get(&name)?;
        Some(match entry.question {
            FLOOR => Known::AtLeast(entry.cost),
            LEAF => Known::Exact { cost: entry.cost, question: None },
            question => Known::Exact { cost: entry.cost, question: Some(question) },
        })
    }

    /// Remembers what is better than what was known.
    pub fn put(&self, name: Fingerprint, known: Known<C>) {
        let entry = match known {
            Known::AtLeast(cost) => Entry { cost, question: FLOOR },
            Known::Exact { cost, question } => Entry { cost, question: question.unwrap_or(LEAF) },
        };
        let mut shard = self.shard(name).lock().unwrap_or_else(|broken| broken.into_inner());
        let old = shard.entry(name).or_insert(entry);
        if old.question == FLOOR && (entry.question != FLOOR || entry.cost > old.cost) {
            *old = entry;
        }
    }

    pub fn entries(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().unwrap_or_else(|broken| broken.into_inner()).len()).sum()
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        // An entry with one byte of control, in tables that are at most seven eighths full.
        let places =
            |shard: &Mutex<Shard<C>>| shard.lock().unwrap_or_else(|broken| broken.into_inner()).capacity() * 8 / 7;
        self.shards.iter().map(places).sum::<usize>() * (size_of::<(Fingerprint, Entry<C>)>() + 1)
    }

    fn shard(&self, name: Fingerprint) -> &Mutex<Shard<C>> {
        &self.shards[name.0[1] as usize % SHARDS]
    }
}
