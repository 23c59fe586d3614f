//! Nodes whose children are leaves: what they reach follows from what each child changes.
//!
//! Two leaves that say the same are one leaf. So of a child only two steps are of interest: its yes-side told 1 and its
//! no-side 0, or the other way round.

use super::ends::Cover;
use super::staircase::{Height, Step};
use super::steps::Steps;
use crate::rows::{Block, Side};

/// What a child changes at a node: the prices of its yes-side, told 1 instead of 0, and how many rows that has.
#[derive(Clone, Copy)]
pub(super) struct Change<V> {
    pub along: i32,
    pub height: V,
    pub rows: i32,
}

/// A node whose children are leaves.
#[derive(Clone, Copy)]
pub(super) struct Node<V> {
    pub leaves: [Step<V>; 2],
    pub rows: i32,
    pub min_leaf: i32,
    pub limit: u32,
}

impl<V: Height> Node<V> {
    #[inline(always)]
    pub fn of_side(cover: Cover<V>, feature: usize, side: Side, limit: u32) -> Self {
        let counts = || (0..cover.block.classes()).map(|stratum| count_of(cover.block, stratum, feature, side));
        Node {
            leaves: cover.prices.leaves(counts()),
            rows: counts().sum::<u32>() as i32,
            min_leaf: cover.min_leaf as i32,
            limit: limit.min(cover.prices.furthest(counts())),
        }
    }

    /// The two steps of a child whose sides are told different things; the first tells its yes-side 1.
    #[inline(always)]
    pub fn steps_of(self, change: Change<V>) -> [Step<V>; 2] {
        let [zero, one] = self.leaves;
        [
            Step { along: (zero.along as i32 + change.along) as u32, height: zero.height + change.height },
            Step { along: (one.along as i32 - change.along) as u32, height: one.height - change.height },
        ]
    }

    /// What a child's yes-side and no-side reach, if it reaches the target.
    #[inline(always)]
    pub fn reach(self, change: Change<V>, yes: [Step<V>; 2], target: Step<V>) -> Option<[Step<V>; 2]> {
        let told = self.steps_of(change).iter().position(|&step| step == target)?;
        let said = 1 - told;
        let rest = Step { along: target.along - yes[said].along, height: target.height - yes[said].height };
        self.allows(change).then_some([yes[said], rest])
    }

    /// Whether both sides of a child are large enough. One that is empty is: it reaches what a leaf does, so nothing
    /// is counted for its sake.
    #[inline(always)]
    fn allows(self, change: Change<V>) -> bool {
        self.min_leaf <= 1 || change.rows >= self.min_leaf && self.rows - change.rows >= self.min_leaf
    }
}

/// How many rows of a stratum a side of a split has.
#[inline(always)]
pub(super) fn count_of(block: &Block, stratum: usize, feature: usize, side: Side) -> u32 {
    let yes = block.ones_of(stratum)[feature];
    match side {
        Side::Yes => yes,
        Side::No => block.counts()[stratum] - yes,
    }
}

/// The staircase of a node whose children are leaves, and the memory it is found in.
#[derive(Debug, Default)]
pub(super) struct Climb<V> {
    dense: Steps<V>,
    loose: Vec<Step<V>>,
    pub steps: Vec<Step<V>>,
    /// Room for the heights of the steps.
    pub heights: Vec<V>,
}

impl<V: Height> Climb<V> {
    /// Finds all steps of a node; `changes` says what each child changes.
    #[inline(always)]
    pub fn climb(&mut self, node: Node<V>, children: usize, changes: impl Fn(usize) -> Change<V>) {
        // Where steps are few on a long way, they are sorted instead.
        if node.limit as usize / 16 > children {
            self.loose.clear();
            self.loose.extend(node.leaves);
            for change in (0..children).map(changes).filter(|&change| node.allows(change)) {
                self.loose.extend(node.steps_of(change));
            }
            self.loose.sort_unstable();
            self.steps.clear();
            let mut least = V::FAR;
            for step in self.loose.iter().filter(|step| step.along <= node.limit) {
                if step.height < least {
                    least = step.height;
                    self.steps.push(*step);
                }
            }
            return;
        }
        self.dense.clear(node.limit);
        let mut offer = |step: Step<V>| self.dense.offer(step.along, step.height);
        node.leaves.into_iter().for_each(&mut offer);
        for change in (0..children).map(changes).filter(|&change| node.allows(change)) {
            node.steps_of(change).into_iter().for_each(&mut offer);
        }
        self.dense.settle(&mut self.steps);
    }

    /// Only the leaves' steps.
    #[inline(always)]
    pub fn stand(&mut self, node: Node<V>) {
        let mut leaves = node.leaves;
        leaves.sort_unstable();
        self.steps.clear();
        self.steps.extend(leaves.into_iter().filter(|step| step.along <= node.limit));
        if self.steps.len() == 2 && self.steps[1].height >= self.steps[0].height {
            self.steps.pop();
        }
    }
}
