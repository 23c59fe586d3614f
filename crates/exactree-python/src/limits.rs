//! What a tree may be, and how long it may be looked for, as Python says it.

use std::time::{Duration, Instant};

use exactree_core::{Cost, FrontSettings, Level, Settings};
use pyo3::prelude::*;

use crate::refusal::Refusal;

/// Limits of a search. Prices and costs are in the goal's own terms.
#[pyclass(frozen, module = "exactree._core")]
#[derive(Clone, Debug)]
pub struct Limits {
    pub max_depth: Option<usize>,
    pub max_splits: Option<usize>,
    pub min_samples_leaf: u32,
    /// What a leaf must weigh, for goals whose rows have weights.
    pub min_leaf_weight: f64,
    /// What each split costs.
    pub per_split: f64,
    /// Whether the smallest of the cheapest trees is wanted.
    pub smallest: bool,
    /// Only trees that cost less are looked for.
    pub below: Option<f64>,
    pub time_limit: Option<f64>,
    pub n_threads: usize,
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (*, max_depth=None, max_splits=None, min_samples_leaf=1, min_leaf_weight=0.0, per_split=0.0, smallest=false, below=None, time_limit=None, n_threads=1))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments on the Python side")]
    fn new(
        max_depth: Option<usize>,
        max_splits: Option<usize>,
        min_samples_leaf: u32,
        min_leaf_weight: f64,
        per_split: f64,
        smallest: bool,
        below: Option<f64>,
        time_limit: Option<f64>,
        n_threads: usize,
    ) -> Self {
        Limits {
            max_depth,
            max_splits,
            min_samples_leaf,
            min_leaf_weight,
            per_split,
            smallest,
            below,
            time_limit,
            n_threads,
        }
    }
}

impl Limits {
    /// The moment at which the time is up; nothing when that is beyond the clock.
    pub fn deadline(&self) -> Option<Instant> {
        Instant::now().checked_add(Duration::try_from_secs_f64(self.time_limit?).ok()?)
    }

    /// The most splits of a tree over so many rows.
    pub fn most_splits(&self, rows: usize) -> usize {
        let full = self.max_depth.and_then(|depth| 1_usize.checked_shl(depth as u32)).unwrap_or(usize::MAX);
        let leaves = (rows / self.min_samples_leaf.max(1) as usize).min(full);
        leaves.saturating_sub(1).min(self.max_splits.unwrap_or(usize::MAX))
    }

    pub fn settings<C: Cost>(&self, per_split: C, below: Option<C>) -> Settings<C> {
        Settings {
            max_depth: self.max_depth,
            max_splits: self.max_splits,
            min_samples_leaf: self.min_samples_leaf,
            min_leaf_mass: 0.0,
            per_split,
            below,
            threads: self.n_threads,
            level: Level::best(),
        }
    }

    /// The same for a search that counts errors of two kinds and knows no prices.
    pub fn front_settings(&self) -> Result<FrontSettings, Refusal> {
        if self.per_split != 0.0 || self.min_leaf_weight != 0.0 || self.smallest || self.below.is_some() {
            return Err(Refusal::OnlyErrors);
        }
        Ok(FrontSettings {
            max_depth: self.max_depth,
            max_leaf_nodes: self.max_splits.map(|splits| splits.saturating_add(1)),
            min_samples_leaf: self.min_samples_leaf,
            level: Level::best(),
        })
    }
}
