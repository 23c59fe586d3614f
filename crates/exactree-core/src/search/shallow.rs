//! Trees of depth three and less: the kernel's work.

use super::{Answer, Search, Worker};
use crate::bound::{Searched, Siblings};
use crate::cache::Known;
use crate::order::by_purity;
use crate::rows::Block;

impl Search<'_> {
    /// The best tree of depth one or two.
    pub(super) fn solve_pairs(&self, worker: &mut Worker, block: &Block, depth: usize) -> Answer {
        if depth == 1 {
            return Answer::Exact(best_stump(block));
        }
        worker.statistics.kernel_calls += 1;
        match worker.kernel.open(block, self.stop) {
            Ok(errors) => Answer::Exact(errors),
            Err(_) => Answer::Stopped(0),
        }
    }

    /// The best tree of depth three, if it costs no more than `limit`.
    pub(super) fn solve_shallow(&self, worker: &mut Worker, block: &Block, limit: u32) -> Answer {
        worker.statistics.subproblems += 1;
        let name = block.name().at_depth(self.useful_depth(3, block.rows()));
        let leaf = block.leaf_errors();
        let (mut best, mut question) = if leaf <= limit { (leaf, None) } else { (limit + 1, None) };
        let Ok(depth_two) = worker.kernel.open(block, self.stop) else { return Answer::Stopped(0) };
        worker.statistics.kernel_calls += 1;
        let mut siblings = Siblings::of(block);
        siblings.learn_whole(depth_two);
        // A tree of depth two is one of depth three, so there is a question that is at least as good.
        let mut allowed = (best - 1).min(depth_two);
        let mut lowest = u32::MAX;
        let words = self.root.layout().places().div_ceil(64);
        let cover = crate::bound::archive::cover_of(block, words);
        worker.archive.raise(&self.root, block, &cover, allowed, |f, yes, no| siblings.learn_sides(f, yes, no));
        let pairs = std::env::var("PAIRS").is_ok();
        let mut common = vec![];
        for feature in by_purity(block) {
            let feature = feature as usize;
            let floor = siblings.floor(feature);
            if floor > allowed {
                lowest = lowest.min(floor);
                continue;
            }
            if pairs {
                let yes = worker.pairs.get(&block.name_of(feature, crate::rows::Side::Yes)).copied();
                let no = worker.pairs.get(&block.name_of(feature, crate::rows::Side::No)).copied();
                worker.saved[0] += u64::from(yes.is_some());
                worker.saved[1] += u64::from(no.is_some());
                if let (Some(yes), Some(no)) = (yes, no) { worker.saved[2] += 1; if yes + no > allowed { worker.saved[3] += 1; siblings.learn_sides(feature, yes, no); lowest = lowest.min(yes + no); continue; } }
                siblings.learn_sides(feature, yes.unwrap_or(0), no.unwrap_or(0));
                let floor = siblings.floor(feature);
                if floor > allowed {
                    lowest = lowest.min(floor);
                    continue;
                }
            }
            worker.statistics.kernel_calls += 2;
            let Ok(sides) = worker.kernel.split(block, feature, self.stop) else { return Answer::Stopped(0) };
            if pairs {
                worker.pairs.insert(block.name_of(feature, crate::rows::Side::Yes), sides.yes);
                worker.pairs.insert(block.name_of(feature, crate::rows::Side::No), sides.no);
            }
            siblings.learn_sides(feature, sides.yes, sides.no);
            let side = worker.kernel.counted_side(&mut common);
            let side_rows = block.rows_of(feature, side);
            siblings.learn(Searched { yes: sides.yes, no: sides.no, side, side_rows, common: &common }, self.level);
            let cost = sides.yes + sides.no;
            lowest = lowest.min(cost);
            if cost <= allowed {
                (best, question) = (cost, Some(block.features()[feature]));
                if cost == 0 {
                    break;
                }
                allowed = cost - 1;
            }
        }
        let floor3 = if best <= limit { best } else { lowest.max(limit + 1).min(leaf) };
        worker.archive.keep(block, cover, self.root_features(), &siblings.yes, &siblings.no, floor3);
        if best <= limit {
            self.cache.put(name, Known::Exact { cost: best, question });
            Answer::Exact(best)
        } else {
            let floor = lowest.max(limit + 1).min(leaf);
            self.cache.put(name, Known::AtLeast(floor));
            Answer::AtLeast(floor)
        }
    }
}

/// The least errors of a tree that asks at most one question.
fn best_stump(block: &Block) -> u32 {
    use crate::rows::Side;
    (0..block.features().len())
        .map(|feature| block.leaf_errors_of(feature, Side::Yes) + block.leaf_errors_of(feature, Side::No))
        .fold(block.leaf_errors(), u32::min)
}
