//! What the splits of one node know of each other, whichever threads try them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::bound::{Searched, Siblings};
use crate::cache::Known;
use crate::order::by_purity;
use crate::parts::Parts;
use crate::rows::{Block, Side};
use crate::simd::Level;
use crate::tree::Tree;

/// A node whose splits are being tried.
pub(super) struct Node<'a> {
    pub block: &'a Block,
    /// How deep its trees may be.
    pub depth: usize,
    limit: u32,
    parts: Parts,
    /// The features in the order in which they are tried.
    order: Vec<u32>,
    progress: Mutex<Progress>,
}

struct Progress {
    /// The place in the order of the split that is tried next.
    next: usize,
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
    pub fn new(block: &'a Block, depth: usize, limit: u32, min_leaf: u32, parts: Parts) -> Self {
        let order = if parts.best_first { by_purity(block) } else { (0..block.features().len() as u32).collect() };
        let progress = Progress {
            next: 0,
            best: block.leaf_errors().min(limit + 1),
            best_place: None,
            siblings: Siblings::of(block, min_leaf),
            lowest: u32::MAX,
            unfinished: None,
            stopped: false,
        };
        Node { block, depth, limit, parts, order, progress: Mutex::new(progress) }
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

    /// The next split that may lead to a better tree.
    pub fn next_turn(&self) -> Option<Turn> {
        let mut progress = self.progress();
        loop {
            let place = progress.next;
            if place == self.order.len() || progress.stopped || progress.best == 0 {
                return None;
            }
            progress.next += 1;
            let feature = self.order[place] as usize;
            let floor = progress.siblings.floor(feature);
            if floor <= progress.allowed(place) {
                let (yes, no) = (progress.siblings.yes(feature), progress.siblings.no(feature));
                return Some(Turn { place, feature, yes, no });
            }
            progress.lowest = progress.lowest.min(floor);
        }
    }

    /// The most that the split may cost to change the answer.
    pub fn allowed(&self, turn: Turn) -> u32 {
        self.progress().allowed(turn.place)
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
        if progress.is_improved_by(turn.place, cost) {
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
            let untried = self.order[progress.next..].iter().map(|&feature| progress.siblings.floor(feature as usize));
            let floor = untried.fold(leaf.min(progress.lowest), u32::min);
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
}

impl Progress {
    /// The tie rule: of equally good splits the first in the order is kept, whichever was tried first.
    fn is_improved_by(&self, place: usize, cost: u32) -> bool {
        cost < self.best || cost == self.best && self.best_place.is_some_and(|best| place < best)
    }

    /// The most that the split at this place may cost to be an improvement.
    fn allowed(&self, place: usize) -> u32 {
        if self.is_improved_by(place, self.best) { self.best } else { self.best.saturating_sub(1) }
    }
}
