//! What the splits of one node know of each other, whichever threads try them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::choice::{Open, Ranking};
use super::size::Size;
use super::subproblem::Shape;
use crate::bound::{Searched, Siblings};
use crate::cache::Known;
use crate::cost::Cost;
use crate::objective::Objective;
use crate::parts::Parts;
use crate::rows::{Block, Side, Taking};
use crate::simd::Level;
use crate::tree::Tree;

/// A node whose splits are being tried.
pub(super) struct Node<'a, O: Objective> {
    pub block: &'a Block,
    /// How large its trees may be.
    pub size: Size,
    objective: &'a O,
    limit: O::Cost,
    level: Level,
    parts: Parts,
    /// The order of the tie rule: of equally good splits the first is kept.
    by_promise: Ranking,
    /// The order in which splits of equal floors are tried, where it is another one.
    by_evenness: Option<Ranking>,
    progress: Mutex<Progress<O::Cost>>,
}

struct Progress<C> {
    open: Open<C>,
    /// Whether no open split may lead to a better tree.
    exhausted: bool,
    /// The cost of the best tree so far; one more than the limit where there is none.
    best: C,
    /// The feature it asks first; nothing for a leaf, or where there is none.
    best_feature: Option<usize>,
    siblings: Siblings<C>,
    /// The least floor of all splits that were tried.
    lowest: C,
    /// The best tree of the splits that were being tried when the search was stopped.
    unfinished: Option<Tree<C>>,
    stopped: bool,
}

/// A split that is to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<C> {
    pub feature: usize,
    /// Floors of its two sides, for trees with all the splits that the question leaves.
    pub yes: C,
    pub no: C,
}

impl<C: Copy> Turn<C> {
    pub fn floor_of(self, side: Side) -> C {
        match side {
            Side::Yes => self.yes,
            Side::No => self.no,
        }
    }
}

/// What came of a split.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome<C> {
    /// Floors of its two sides, for trees with all the splits that the question leaves.
    pub yes: C,
    pub no: C,
    /// What it costs if that is allowed, or else a floor of it.
    pub cost: C,
}

/// What came of a node.
pub(super) enum Conclusion<C> {
    Known(Known<C>),
    /// The search was stopped. The best of the splits that were done, with its cost, and the best tree of those
    /// that were not.
    Stopped {
        floor: C,
        done: Option<(usize, C)>,
        unfinished: Option<Tree<C>>,
    },
}

impl<'a, O: Objective> Node<'a, O> {
    #[expect(clippy::too_many_arguments, reason = "all that a search knows of a node")]
    pub fn new(
        objective: &'a O,
        block: &'a Block,
        size: Size,
        shape: Shape,
        limit: O::Cost,
        per_split: O::Cost,
        taking: Taking,
        parts: Parts,
    ) -> Self {
        let features = block.features().len();
        let order = if parts.best_first { objective.order(block) } else { (0..features as u32).collect() };
        let any_leaf = taking.min_leaf == 1 && taking.min_mass.is_none();
        let siblings = Siblings::of(objective, block, any_leaf, per_split, size.splits - 1);
        let by_evenness = (shape == Shape::Deep).then(|| {
            // The sort is stable: among equals the order of the tie rule stands.
            let mut order = order.clone();
            let yes_rows = |feature: u32| block.rows_of(feature as usize, Side::Yes);
            order.sort_by_key(|&feature| (2 * yes_rows(feature)).abs_diff(block.rows()));
            Ranking::of(order)
        });
        let progress = Progress {
            open: Open::all(features),
            exhausted: false,
            best: objective.leaf(block).min(limit + O::Cost::ONE),
            best_feature: None,
            siblings,
            lowest: O::Cost::MOST,
            unfinished: None,
            stopped: false,
        };
        let (by_promise, progress, level) = (Ranking::of(order), Mutex::new(progress), taking.level);
        Node { block, size, objective, limit, level, parts, by_promise, by_evenness, progress }
    }

    /// Learns what trees one level shallower than the node's may be cost: `best` those that have as many splits as the
    /// node's, which some split of the node is as good as, and `floor` those that have as many as the sides'.
    pub fn learn_shallower(&self, best: O::Cost, floor: O::Cost) {
        let mut progress = self.progress();
        if self.parts.siblings {
            progress.siblings.learn_whole(floor);
        }
        progress.best = progress.best.min(best + O::Cost::ONE);
    }

    /// The next split that may lead to a better tree: the one with the lowest floor. Among equals the most promising
    /// is the first of all, and then the most even one.
    ///
    /// The floors of a split come from others that are alike, so the lowest belongs to the one least like any that was
    /// tried: solving it says most about those that are left. Of an even split both sides have many rows to say it of;
    /// but the kernel counts the smaller side, and what an even split saves it there is lost in counting.
    pub fn next_turn(&self) -> Option<Turn<O::Cost>> {
        let mut progress = self.progress();
        let next = self.next_feature(&progress);
        let Some(feature) = next else {
            progress.exhausted = true;
            return None;
        };
        progress.open.close(feature);
        Some(Turn { feature, yes: progress.siblings.yes(feature), no: progress.siblings.no(feature) })
    }

    fn next_feature(&self, progress: &Progress<O::Cost>) -> Option<usize> {
        let Progress { open, siblings, best, stopped, .. } = progress;
        if *stopped {
            return None;
        }
        let is_first = open.left() == self.block.features().len();
        let ranking = self.by_evenness.as_ref().filter(|_| !is_first).unwrap_or(&self.by_promise);
        let (floor, feature) = open.lowest(siblings, ranking, self.level)?;
        if floor < *best {
            return Some(feature);
        }
        // Only a split that ties with the best one, and comes before it, may change the answer now.
        let ties = open.with_floor(*best, siblings).filter(|&feature| self.is_better(progress, *best, feature));
        ties.min_by_key(|&feature| self.by_promise.place[feature])
    }

    /// Whether there is a split that has not been tried, and nobody found that it need not be.
    pub fn has_untried(&self) -> bool {
        let progress = self.progress();
        progress.open.left() > 0 && !progress.exhausted
    }

    /// The most that the split may cost to change the answer.
    pub fn allowed(&self, turn: Turn<O::Cost>) -> O::Cost {
        let progress = self.progress();
        let best = progress.best;
        if self.is_better(&progress, best, turn.feature) { best } else { best.less(O::Cost::ONE) }
    }

    /// Learns what came of a split. `counted` is a side with how much of its mass answers yes to each feature.
    pub fn learn(&self, turn: Turn<O::Cost>, outcome: Outcome<O::Cost>, counted: Option<(Side, &[O::Cost])>) {
        let mut progress = self.progress();
        let Outcome { yes, no, cost } = outcome;
        if let Some(((side, common), masses)) = counted.filter(|_| self.parts.siblings).zip(self.objective.masses()) {
            let side_mass = masses.mass_of(self.block, turn.feature, side);
            progress.siblings.learn(Searched { yes, no, side, side_mass, common }, self.level);
        }
        progress.lowest = progress.lowest.min(cost);
        if self.is_better(&progress, cost, turn.feature) {
            (progress.best, progress.best_feature) = (cost, Some(turn.feature));
        }
    }

    /// Gives the node up while a split is tried. `floor` is the split's, and `tree` what there is of it.
    pub fn give_up(&self, floor: O::Cost, tree: Option<Tree<O::Cost>>) {
        let mut progress = self.progress();
        progress.stopped = true;
        progress.lowest = progress.lowest.min(floor);
        let cost = |tree: &Tree<O::Cost>| tree.cost(progress.siblings.per_split());
        let cheaper = |tree: &Tree<O::Cost>| progress.unfinished.as_ref().is_none_or(|best| cost(tree) < cost(best));
        if let Some(tree) = tree.filter(cheaper) {
            progress.unfinished = Some(tree);
        }
    }

    /// What came of the node, when no thread tries its splits any more.
    pub fn conclude(self) -> Conclusion<O::Cost> {
        let progress = self.progress.into_inner().unwrap_or_else(PoisonError::into_inner);
        let feature = progress.best_feature;
        let leaf = self.objective.leaf(self.block);
        let untried = progress.open.lowest(&progress.siblings, &self.by_promise, self.level);
        let lowest = untried.map_or(progress.lowest, |(floor, _)| floor.min(progress.lowest));
        if progress.stopped {
            let done = feature.map(|feature| (feature, progress.best));
            return Conclusion::Stopped { floor: lowest.min(leaf), done, unfinished: progress.unfinished };
        }
        Conclusion::Known(if feature.is_some() || leaf <= self.limit {
            Known::Exact { cost: progress.best, question: feature.map(|feature| self.block.features()[feature]) }
        } else {
            Known::AtLeast(lowest.max(self.limit + O::Cost::ONE).min(leaf))
        })
    }

    fn progress(&self) -> MutexGuard<'_, Progress<O::Cost>> {
        // A thread that panics ends the whole search; until then the others only need numbers.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tie rule: of equally good splits the first in the order is kept, whichever was tried first.
    fn is_better(&self, progress: &Progress<O::Cost>, cost: O::Cost, feature: usize) -> bool {
        let place = |feature: usize| self.by_promise.place[feature];
        let is_before = |best: usize| self.parts.tie_rule && place(feature) < place(best);
        cost < progress.best || cost == progress.best && progress.best_feature.is_some_and(is_before)
    }
}
