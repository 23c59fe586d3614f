//! What the splits of one node know of each other, whichever threads try them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::choice::{Open, Ranking};
use super::subproblem::Shape;
use crate::bound::{Searched, Siblings};
use crate::cache::Known;
use crate::order::by_purity;
use crate::parts::Parts;
use crate::rows::{Block, Side, Taking};
use crate::simd::Level;
use crate::tree::Tree;

/// A node whose splits are being tried.
pub(super) struct Node<'a> {
    pub block: &'a Block,
    /// How deep its trees may be.
    pub depth: usize,
    limit: u32,
    level: Level,
    parts: Parts,
    /// The order of the tie rule: of equally good splits the first is kept.
    by_purity: Ranking,
    /// The order in which splits of equal floors are tried, where it is another one.
    by_evenness: Option<Ranking>,
    progress: Mutex<Progress>,
}

struct Progress {
    open: Open,
    /// Whether no open split may lead to a better tree.
    exhausted: bool,
    /// The cost of the best tree so far; one more than the limit where there is none.
    best: u32,
    /// The feature it asks first; nothing for a leaf, or where there is none.
    best_feature: Option<usize>,
    siblings: Siblings,
    /// The least floor of all splits that were tried.
    lowest: u32,
    /// The best tree of the splits that were being tried when the search was stopped.
    unfinished: Option<Tree>,
    stopped: bool,
}

/// A split that is to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub feature: usize,
    /// Floors of its two sides.
    pub yes: u32,
    pub no: u32,
}

impl Turn {
    pub fn floor_of(self, side: Side) -> u32 {
        match side {
            Side::Yes => self.yes,
            Side::No => self.no,
        }
    }
}

/// What came of a node.
pub(super) enum Conclusion {
    Known(Known),
    /// The search was stopped. The best of the splits that were done, with its cost, and the best tree of those
    /// that were not.
    Stopped {
        floor: u32,
        done: Option<(usize, u32)>,
        unfinished: Option<Tree>,
    },
}

impl<'a> Node<'a> {
    pub fn new(block: &'a Block, depth: usize, shape: Shape, limit: u32, taking: Taking, parts: Parts) -> Self {
        let features = block.features().len();
        let order = if parts.best_first { by_purity(block) } else { (0..features as u32).collect() };
        let siblings = Siblings::of(block, taking.min_leaf);
        let by_evenness = (shape == Shape::Deep).then(|| {
            // The sort is stable: among equals the order of the tie rule stands.
            let mut order = order.clone();
            order.sort_by_key(|&feature| siblings.unevenness(feature as usize));
            Ranking::of(order)
        });
        let progress = Progress {
            open: Open::all(features),
            exhausted: false,
            best: block.leaf_errors().min(limit + 1),
            best_feature: None,
            siblings,
            lowest: u32::MAX,
            unfinished: None,
            stopped: false,
        };
        let by_purity = Ranking::of(order);
        Node { block, depth, limit, level: taking.level, parts, by_purity, by_evenness, progress: Mutex::new(progress) }
    }

    /// Learns the cost of the best tree that is one level shallower than the node's may be: a floor for the sides, and
    /// some split of the node is at least as good.
    pub fn learn_shallower(&self, cost: u32) {
        let mut progress = self.progress();
        if self.parts.siblings {
            progress.siblings.learn_whole(cost);
        }
        progress.best = progress.best.min(cost + 1);
    }

    /// The next split that may lead to a better tree: the one with the lowest floor. Among equals the purest is the
    /// first of all, and then the most even one.
    ///
    /// The floors of a split come from others that are alike, so the lowest belongs to the one least like any that was
    /// tried: solving it says most about those that are left. Of an even split both sides have many rows to say it of;
    /// but the kernel counts the smaller side, and what an even split saves it there is lost in counting.
    pub fn next_turn(&self) -> Option<Turn> {
        let mut progress = self.progress();
        let next = self.next_feature(&progress);
        let Some(feature) = next else {
            progress.exhausted = true;
            return None;
        };
        progress.open.close(feature);
        Some(Turn { feature, yes: progress.siblings.yes(feature), no: progress.siblings.no(feature) })
    }

    fn next_feature(&self, progress: &Progress) -> Option<usize> {
        let Progress { open, siblings, best, stopped, .. } = progress;
        if *stopped {
            return None;
        }
        let is_first = open.left() == self.block.features().len();
        let ranking = self.by_evenness.as_ref().filter(|_| !is_first).unwrap_or(&self.by_purity);
        let (floor, feature) = open.lowest(siblings, ranking, self.level)?;
        if floor < *best {
            return Some(feature);
        }
        // Only a split that ties with the best one, and comes before it, may change the answer now.
        let ties = open.with_floor(*best, siblings).filter(|&feature| self.is_better(progress, *best, feature));
        ties.min_by_key(|&feature| self.by_purity.place[feature])
    }

    /// Whether there is a split that has not been tried, and nobody found that it need not be.
    pub fn has_untried(&self) -> bool {
        let progress = self.progress();
        progress.open.left() > 0 && !progress.exhausted
    }

    /// The most that the split may cost to change the answer.
    pub fn allowed(&self, turn: Turn) -> u32 {
        let progress = self.progress();
        let best = progress.best;
        if self.is_better(&progress, best, turn.feature) { best } else { best.saturating_sub(1) }
    }

    /// Learns what came of a split: floors of its sides, each of them a cost if the two together are allowed.
    /// `counted` is a side with how many of its rows answer yes to each feature.
    pub fn learn(&self, turn: Turn, (yes, no): (u32, u32), counted: Option<(Side, &[u32])>) {
        let mut progress = self.progress();
        if let Some((side, common)) = counted.filter(|_| self.parts.siblings) {
            let side_rows = self.block.rows_of(turn.feature, side);
            progress.siblings.learn_sides(turn.feature, yes, no);
            progress.siblings.learn(Searched { yes, no, side, side_rows, common }, self.level);
        }
        let cost = yes + no;
        progress.lowest = progress.lowest.min(cost);
        if self.is_better(&progress, cost, turn.feature) {
            (progress.best, progress.best_feature) = (cost, Some(turn.feature));
        }
    }

    /// Gives the node up while a split is tried. `floor` is the split's, and `tree` what there is of it.
    pub fn give_up(&self, floor: u32, tree: Option<Tree>) {
        let mut progress = self.progress();
        progress.stopped = true;
        progress.lowest = progress.lowest.min(floor);
        let cheaper = |tree: &Tree| progress.unfinished.as_ref().is_none_or(|best| tree.errors() < best.errors());
        if let Some(tree) = tree.filter(cheaper) {
            progress.unfinished = Some(tree);
        }
    }

    /// What came of the node, when no thread tries its splits any more.
    pub fn conclude(self) -> Conclusion {
        let progress = self.progress.into_inner().unwrap_or_else(PoisonError::into_inner);
        let feature = progress.best_feature;
        let leaf = self.block.leaf_errors();
        let untried = progress.open.lowest(&progress.siblings, &self.by_purity, self.level);
        let lowest = untried.map_or(progress.lowest, |(floor, _)| floor.min(progress.lowest));
        if progress.stopped {
            let done = feature.map(|feature| (feature, progress.best));
            return Conclusion::Stopped { floor: lowest.min(leaf), done, unfinished: progress.unfinished };
        }
        Conclusion::Known(if feature.is_some() || leaf <= self.limit {
            Known::Exact { cost: progress.best, question: feature.map(|feature| self.block.features()[feature]) }
        } else {
            Known::AtLeast(lowest.max(self.limit + 1).min(leaf))
        })
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        // A thread that panics ends the whole search; until then the others only need numbers.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tie rule: of equally good splits the first in the order is kept, whichever was tried first.
    fn is_better(&self, progress: &Progress, cost: u32, feature: usize) -> bool {
        let place = |feature: usize| self.by_purity.place[feature];
        let is_before = |best: usize| self.parts.tie_rule && place(feature) < place(best);
        cost < progress.best || cost == progress.best && progress.best_feature.is_some_and(is_before)
    }
}
