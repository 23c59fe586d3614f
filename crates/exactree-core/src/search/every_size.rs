//! Covers of depth three solved for every number of splits at once.
//!
//! The kernel tells least costs for each number of splits at the price of one, and where small trees are wanted, too, few
//! splits can be ruled out anyway. So one pass over all of them answers for every size, and is remembered for each.

use super::size::Size;
use super::subproblem::Answer;
use super::unfinished::Unfinished;
use super::{Search, Worker};
use crate::cache::Known;
use crate::cost::Cost;
use crate::kernel::{Kernel, Profile, Wanted, smaller_side};
use crate::objective::Objective;
use crate::rows::Block;
use crate::stop::Stopped;

const DEPTH: usize = 3;

/// Splits of a tree of that depth.
const SPLITS: usize = 7;

/// The best trees found so far: their costs, and the first question that reaches them.
struct Best<C> {
    by_splits: [(C, Option<u32>); SPLITS + 1],
}

impl<O: Objective> Search<'_, O> {
    /// The best tree of depth three, after those of all sizes have been found.
    pub(super) fn solve_every_size(&self, worker: &mut Worker<O>, block: &Block, size: Size) -> Answer<O::Cost> {
        worker.statistics.subproblems += 1;
        match self.best_of_every_size(worker, block) {
            Ok(best) => {
                let sizes = (1..=SPLITS).map(|splits| Size { depth: DEPTH, splits });
                for size in sizes.chain([size]) {
                    let (cost, question) = best.by_splits[size.splits.min(SPLITS)];
                    let fitting = size.fitting(self.most_leaves(block.rows()));
                    self.remember(self.name_of(block, fitting), Known::Exact { cost, question });
                }
                Answer::Exact(best.by_splits[size.splits.min(SPLITS)].0)
            }
            Err(Stopped) => {
                let tree = self.greedy(worker, block, size, &self.grace);
                Answer::Stopped(Box::new(Unfinished { floor: self.objective.lost(block), tree }))
            }
        }
    }

    fn best_of_every_size(&self, worker: &mut Worker<O>, block: &Block) -> Result<Best<O::Cost>, Stopped> {
        self.open(worker, block, Wanted::Every, self.taking.stop)?;
        let mut best = Best { by_splits: [(self.objective.leaf(block), None); SPLITS + 1] };
        for feature in self.objective.order(block) {
            let part = smaller_side(block, feature as usize);
            let names = [part, part.other()].map(|side| block.name_of(feature as usize, side));
            let known =
                [part, part.other()].map(|side| self.recall(worker, block, feature as usize, side, Wanted::Every));
            let [of_part, of_rest] = if let [Some(of_part), Some(of_rest)] = known {
                worker.statistics.cache_hits += 1;
                [of_part, of_rest]
            } else {
                worker.statistics.kernel_calls += 2;
                let of_part = worker.kernel.split(block, feature as usize, Wanted::Every, self.taking.stop)?;
                let of_rest = worker.kernel.rest(Wanted::Every);
                [of_part, of_rest].map(|profile| profile.priced(self.per_split))
            };
            self.keep(worker, names[0], Wanted::Every, of_part);
            self.keep(worker, names[1], Wanted::Every, of_rest);
            let (yes, no) = part.pair(of_part, of_rest);
            best.learn(block.features()[feature as usize], no, yes, self.per_split);
        }
        Ok(best)
    }
}

impl<C: Cost> Best<C> {
    /// Learns what a split costs with every number of splits below it. Splits come in the node's order, so only a better one
    /// takes the place of another.
    fn learn(&mut self, question: u32, no: Profile<C>, yes: Profile<C>, per_split: C) {
        for (splits, best) in self.by_splits.iter_mut().enumerate().skip(1) {
            let left = splits - 1;
            let divisions = left.saturating_sub(3)..=left.min(3);
            let cost = divisions.map(|of_no| no.within(of_no) + yes.within(left - of_no)).fold(C::MOST, C::min);
            if cost + per_split < best.0 {
                *best = (cost + per_split, Some(question));
            }
        }
    }
}
