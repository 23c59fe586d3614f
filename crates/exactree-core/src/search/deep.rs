//! Trees of any depth: the recursion.

use super::{Answer, Search, SideOf, Worker};
use crate::bound::{Searched, Siblings};
use crate::cache::Known;
use crate::order::by_purity;
use crate::rows::{Block, Side};

impl Search<'_> {
    /// The best tree of at most `depth`, if it costs no more than `limit`.
    pub(super) fn solve_deep(&self, worker: &mut Worker, block: &Block, depth: usize, limit: u32) -> Answer {
        worker.statistics.subproblems += 1;
        let name = block.name().at_depth(self.useful_depth(depth, block.rows()));
        let leaf = block.leaf_errors();
        let (mut best, mut question) = if leaf <= limit { (leaf, None) } else { (limit + 1, None) };
        let mut siblings = Siblings::of(block);
        let mut allowed = best - 1;
        let mut lowest = u32::MAX;
        let mut common = vec![];
        for feature in by_purity(block) {
            let feature = feature as usize;
            let floor = siblings.floor(feature);
            if floor > allowed {
                lowest = lowest.min(floor);
                continue;
            }
            let (yes, no) = self.solve_sides(worker, block, feature, depth, allowed, &siblings);
            if matches!(yes, Answer::Stopped(_)) || matches!(no, Answer::Stopped(_)) {
                return Answer::Stopped(0);
            }
            let cost = yes.floor() + no.floor();
            lowest = lowest.min(cost);
            crate::rows::common_rows(block, feature, &mut common);
            let side_rows = block.rows_of(feature, Side::Yes);
            let searched = Searched { yes: yes.floor(), no: no.floor(), side: Side::Yes, side_rows, common: &common };
            siblings.learn(searched, self.level);
            if cost <= allowed {
                (best, question) = (cost, Some(block.features()[feature]));
                if cost == 0 {
                    break;
                }
                allowed = cost - 1;
            }
        }
        if best <= limit {
            self.cache.put(name, Known::Exact { cost: best, question });
            Answer::Exact(best)
        } else {
            let floor = lowest.max(limit + 1).min(leaf);
            self.cache.put(name, Known::AtLeast(floor));
            Answer::AtLeast(floor)
        }
    }

    fn solve_sides(
        &self,
        worker: &mut Worker,
        block: &Block,
        feature: usize,
        depth: usize,
        allowed: u32,
        siblings: &Siblings,
    ) -> (Answer, Answer) {
        let side_of = |side: Side| {
            let rows = block.rows_of(feature, side);
            SideOf { block, feature, side, depth: self.useful_depth(depth - 1, rows) }
        };
        let (yes_side, no_side) = (side_of(Side::Yes), side_of(Side::No));
        let better = |known: Answer, floor: u32| match known {
            Answer::AtLeast(known) => Answer::AtLeast(known.max(floor)),
            exact => exact,
        };
        let mut yes = better(self.known_of(yes_side), siblings.yes(feature));
        let mut no = better(self.known_of(no_side), siblings.no(feature));
        // The side that looks worse first: it leaves the other less.
        let yes_first = (yes.floor(), block.leaf_errors_of(feature, Side::Yes)) >= (no.floor(), block.leaf_errors_of(feature, Side::No));
        for which in [yes_first, !yes_first] {
            if yes.floor() + no.floor() > allowed {
                worker.statistics.cache_hits += 1;
                break;
            }
            let (side, answer, other) = if which { (yes_side, &mut yes, no) } else { (no_side, &mut no, yes) };
            if matches!(answer, Answer::AtLeast(_)) {
                *answer = self.solve_side(worker, side, allowed - other.floor());
            }
            if matches!(answer, Answer::Stopped(_)) {
                break;
            }
        }
        (yes, no)
    }
}
