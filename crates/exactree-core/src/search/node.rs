//! What the splits of one node know of each other, whichever threads try them.

use std::sync::{Mutex, MutexGuard, PoisonError};

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
    shape: Shape,
    limit: u32,
    parts: Parts,
    /// The features in the order of the tie rule: of equally good splits the first is kept.
    order: Vec<u32>,
    progress: Mutex<Progress>,
}

struct Progress {
    /// The places in the order of the splits that may be tried yet.
    untried: Vec<usize>,
    /// The cost of the best tree so far; one more than the limit where there is none.
    best: u32,
    /// The place in the order of its first question; nothing for a leaf, or where there is none.
    best_place: Option<usize>,
    siblings: Siblings,
    /// The least floor of all splits that were tried or passed over.
    lowest: u32,
    /// The best tree of the splits that were being tried when the search was stopped.
    unfinished: Option<Tree>,
    stopped: bool,
}

/// A split that is to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    place: usize,
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
        let order = if parts.best_first { by_purity(block) } else { (0..block.features().len() as u32).collect() };
        let progress = Progress {
            untried: (0..order.len()).collect(),
            best: block.leaf_errors().min(limit + 1),
            best_place: None,
            siblings: Siblings::of(block, taking.min_leaf),
            lowest: u32::MAX,
            unfinished: None,
            stopped: false,
        };
        Node { block, depth, shape, limit, parts, order, progress: Mutex::new(progress) }
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
        let Progress { untried, siblings, lowest, best, best_place, stopped, .. } = &mut *progress;
        if *stopped {
            return None;
        }
        let is_first = untried.len() == self.order.len();
        let mut next: Option<(u32, u32, usize)> = None;
        let mut at = 0;
        while let Some(&place) = untried.get(at) {
            let feature = self.order[place] as usize;
            let floor = siblings.floor(feature);
            if !self.is_better(floor, place, *best, *best_place) {
                *lowest = floor.min(*lowest);
                untried.swap_remove(at);
                continue;
            }
            let unevenness = if is_first || self.shape == Shape::Shallow { 0 } else { siblings.unevenness(feature) };
            let this = (floor, unevenness, place);
            if next.is_none_or(|least| this < least) {
                next = Some(this);
                untried.swap(0, at);
            }
            at += 1;
        }
        let (_, _, place) = next?;
        // The next one was brought to the front.
        untried.swap_remove(0);
        let feature = self.order[place] as usize;
        Some(Turn { place, feature, yes: siblings.yes(feature), no: siblings.no(feature) })
    }

    /// Whether some split has not been tried yet, though it may turn out that it need not be.
    pub fn has_untried(&self) -> bool {
        !self.progress().untried.is_empty()
    }

    /// The most that the split may cost to change the answer.
    pub fn allowed(&self, turn: Turn) -> u32 {
        let progress = self.progress();
        self.allowed_at(progress.best, progress.best_place, turn.place)
    }

    /// Learns what came of a split: floors of its sides, each of them a cost if the two together are allowed.
    /// `counted` is a side with how many of its rows answer yes to each feature.
    pub fn learn(&self, turn: Turn, (yes, no): (u32, u32), counted: Option<(Side, &[u32])>, level: Level) {
        let mut progress = self.progress();
        if let Some((side, common)) = counted.filter(|_| self.parts.siblings) {
            let side_rows = self.block.rows_of(turn.feature, side);
            progress.siblings.learn_sides(turn.feature, yes, no);
            progress.siblings.learn(Searched { yes, no, side, side_rows, common }, level);
        }
        let cost = yes + no;
        progress.lowest = progress.lowest.min(cost);
        if self.is_better(cost, turn.place, progress.best, progress.best_place) {
            (progress.best, progress.best_place) = (cost, Some(turn.place));
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
        let feature = progress.best_place.map(|place| self.order[place] as usize);
        let leaf = self.block.leaf_errors();
        if progress.stopped {
            let floor_of = |&place: &usize| progress.siblings.floor(self.order[place] as usize);
            let floor = progress.untried.iter().map(floor_of).fold(leaf.min(progress.lowest), u32::min);
            let done = feature.map(|feature| (feature, progress.best));
            return Conclusion::Stopped { floor, done, unfinished: progress.unfinished };
        }
        Conclusion::Known(if feature.is_some() || leaf <= self.limit {
            Known::Exact { cost: progress.best, question: feature.map(|feature| self.block.features()[feature]) }
        } else {
            Known::AtLeast(progress.lowest.max(self.limit + 1).min(leaf))
        })
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        // A thread that panics ends the whole search; until then the others only need numbers.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tie rule: of equally good splits the first in the order is kept, whichever was tried first.
    fn is_better(&self, cost: u32, place: usize, best: u32, best_place: Option<usize>) -> bool {
        let is_before = |best: usize| self.parts.tie_rule && place < best;
        cost < best || cost == best && best_place.is_some_and(is_before)
    }

    /// The most that a split may cost to be better.
    fn allowed_at(&self, best: u32, best_place: Option<usize>, place: usize) -> u32 {
        if self.is_better(best, place, best, best_place) { best } else { best.saturating_sub(1) }
    }
}
