//! Staircases of trees of depth at most two, from counts alone.
//!
//! For a root and one of its sides every child gives two steps: its yes-side told 1 and its no-side 0, or the other way
//! round. What the two sides of a root reach adds up to what the root reaches.

use super::climb::{Change, Climb, Node, count_of};
use super::criterion::Prices;
use super::pairs::Pairs;
use super::shape::Shape;
use super::staircase::{Height, Step, parts_of};
use super::steps::{Run, Steps, fill_in};
use crate::rows::{Block, Side};
use crate::simd::{self, Job, Level, Machine};
use crate::stop::{Stop, Stopped};

/// The deepest trees that are found from counts.
pub(super) const DEPTH: usize = 2;

/// Roots between two times that the best steps so far are put in order. What is not in order beats less.
const ROOTS_A_SETTLING: usize = 4;

/// The memory that such trees are found in.
#[derive(Debug, Default)]
pub(super) struct Ends<V> {
    pairs: Pairs<V>,
    singles: Singles<V>,
    sides: [Climb<V>; 2],
    steps: Steps<V>,
}

/// A cover and what is asked of it.
#[derive(Clone, Copy)]
pub(super) struct Cover<'a, V> {
    pub block: &'a Block,
    pub prices: &'a Prices<V>,
    pub shape: Shape,
    pub min_leaf: u32,
    pub level: Level,
    pub stop: &'a dyn Stop,
}

/// How a step comes about: a question, and what its sides reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division<V> {
    /// The feature's place in the block.
    pub feature: usize,
    pub shapes: [Shape; 2],
    /// Of the yes-side and of the no-side.
    pub steps: [Step<V>; 2],
}

impl<V: Height> Ends<V> {
    /// All steps up to `limit`.
    pub fn solve(&mut self, cover: Cover<V>, limit: u32, into: &mut Vec<Step<V>>) -> Result<(), Stopped> {
        simd::run(cover.level, Solve { ends: self, cover, limit, into })
    }

    /// How trees reach a step that is not a leaf's; the first feature that does.
    pub fn divide(&mut self, cover: Cover<V>, target: Step<V>) -> Result<Option<Division<V>>, Stopped> {
        simd::run(cover.level, Divide { ends: self, cover, target })
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.pairs.bytes() + size_of_val(self.steps.heights())
    }
}

/// What each feature by itself changes: the prices of the rows that answer yes, told 1 instead of 0.
#[derive(Debug, Default)]
struct Singles<V> {
    along: Vec<i32>,
    height: Vec<V>,
    rows: Vec<i32>,
}

impl<V: Height> Singles<V> {
    #[inline(always)]
    fn count(&mut self, block: &Block, prices: &Prices<V>) {
        let features = block.features().len();
        self.along.clear();
        self.along.resize(features, 0);
        self.height.clear();
        self.height.resize(features, V::default());
        self.rows.clear();
        self.rows.resize(features, 0);
        for stratum in 0..block.classes() {
            let (along_change, height_change) = (prices.along_change[stratum], prices.height_change[stratum]);
            for (feature, &ones) in block.ones_of(stratum).iter().enumerate() {
                self.along[feature] += ones as i32 * along_change;
                self.height[feature] = self.height[feature] + V::of_count(ones) * height_change;
                self.rows[feature] += ones as i32;
            }
        }
    }

    #[inline(always)]
    fn change(&self, feature: usize) -> Change<V> {
        Change { along: self.along[feature], height: self.height[feature], rows: self.rows[feature] }
    }
}

struct Solve<'a, 'b, V> {
    ends: &'a mut Ends<V>,
    cover: Cover<'b, V>,
    limit: u32,
    into: &'a mut Vec<Step<V>>,
}

impl<V: Height> Job for Solve<'_, '_, V> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Result<(), Stopped> {
        let Solve { ends, cover, limit, into } = self;
        let Cover { block, prices, shape, stop, .. } = cover;
        ends.steps.clear(limit);
        for leaf in prices.leaves(block.counts().iter().copied()) {
            ends.steps.offer(leaf.along, leaf.height);
        }
        match shape.depth {
            0 => {}
            1 => {
                ends.singles.count(block, prices);
                let whole = ends.whole(cover, limit);
                for feature in 0..block.features().len() {
                    for step in whole.steps_of(ends.singles.change(feature)) {
                        ends.steps.offer(step.along, step.height);
                    }
                }
            }
            _ => {
                ends.count(machine, cover)?;
                for root in 0..block.features().len() {
                    if stop.should_stop() {
                        return Err(Stopped);
                    }
                    if root % ROOTS_A_SETTLING == 0 {
                        ends.steps.settle(into);
                    }
                    // The side that looks worse is more likely to be no use.
                    let [yes, no] = [Side::Yes, Side::No].map(|side| block.leaf_errors_of(root, side));
                    let first = if yes >= no { Side::Yes } else { Side::No };
                    for [yes, no] in shape.sides() {
                        let shape_of = |side: Side| if side == Side::Yes { yes } else { no };
                        ends.climb_side(cover, root, first, shape_of(first), limit);
                        if !ends.is_no_use(cover, root, first) {
                            ends.climb_side(cover, root, first.other(), shape_of(first.other()), limit);
                            ends.add_sides(stop)?;
                        }
                    }
                }
            }
        }
        ends.steps.settle(into);
        Ok(())
    }
}

struct Divide<'a, 'b, V> {
    ends: &'a mut Ends<V>,
    cover: Cover<'b, V>,
    target: Step<V>,
}

impl<V: Height> Job for Divide<'_, '_, V> {
    type Output = Result<Option<Division<V>>, Stopped>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Self::Output {
        let Divide { ends, cover, target } = self;
        let Cover { block, prices, shape, stop, .. } = cover;
        if shape.depth == 1 {
            ends.singles.count(block, prices);
            let whole = ends.whole(cover, target.along);
            let reach = |feature: usize| {
                let leaves =
                    prices.leaves((0..block.classes()).map(|stratum| count_of(block, stratum, feature, Side::Yes)));
                let steps = whole.reach(ends.singles.change(feature), leaves, target)?;
                let leaf = Shape { depth: 0, leaves: None };
                Some(Division { feature, shapes: [leaf; 2], steps })
            };
            return Ok((0..block.features().len()).find_map(reach));
        }
        ends.count(machine, cover)?;
        for feature in 0..block.features().len() {
            if stop.should_stop() {
                return Err(Stopped);
            }
            for shapes in shape.sides() {
                ends.climb_side(cover, feature, Side::Yes, shapes[0], target.along);
                ends.climb_side(cover, feature, Side::No, shapes[1], target.along);
                let [yes, no] = &ends.sides;
                if let Some(steps) = parts_of(target, &yes.steps, &no.steps) {
                    return Ok(Some(Division { feature, shapes, steps }));
                }
            }
        }
        Ok(None)
    }
}

impl<V: Height> Ends<V> {
    #[inline(always)]
    fn count<M: Machine>(&mut self, machine: M, cover: Cover<V>) -> Result<(), Stopped> {
        self.singles.count(cover.block, cover.prices);
        self.pairs.count(machine, cover.block, cover.prices, cover.min_leaf > 1, cover.stop)
    }

    #[inline(always)]
    fn whole(&self, cover: Cover<V>, limit: u32) -> Node<V> {
        let counts = || cover.block.counts().iter().copied();
        Node {
            leaves: cover.prices.leaves(counts()),
            rows: cover.block.rows() as i32,
            min_leaf: cover.min_leaf as i32,
            limit,
        }
    }

    /// Finds the staircase of one side of a root.
    #[inline(always)]
    fn climb_side(&mut self, cover: Cover<V>, root: usize, side: Side, shape: Shape, limit: u32) {
        let Ends { pairs, singles, sides: [yes, no], .. } = self;
        let features = cover.block.features().len();
        let line = pairs.line(root, features);
        let rows_of = |child: usize| line.rows.get(child).copied().unwrap_or(0);
        let (along, height) = (&singles.along[..features], &singles.height[..features]);
        let node = Node::of_side(cover, root, side, limit);
        match side {
            Side::Yes if shape.leaves == Some(1) => yes.stand(node),
            Side::No if shape.leaves == Some(1) => no.stand(node),
            Side::Yes => yes.climb(node, features, |child| Change {
                along: line.along[child],
                height: line.height[child],
                rows: rows_of(child),
            }),
            Side::No => no.climb(node, features, |child| Change {
                along: along[child] - line.along[child],
                height: height[child] - line.height[child],
                rows: singles.rows[child] - rows_of(child),
            }),
        }
    }

    /// Whether a side of a root is beaten at every step, even if the other side were ideal.
    #[inline(always)]
    fn is_no_use(&self, cover: Cover<V>, root: usize, side: Side) -> bool {
        let other = side.other();
        let counts = (0..cover.block.classes()).map(|stratum| count_of(cover.block, stratum, root, other));
        let ideal = cover.prices.ideal(counts);
        let [yes, no] = &self.sides;
        let steps = if side == Side::Yes { &yes.steps } else { &no.steps };
        steps.iter().all(|step| self.steps.beats(step.along + ideal.along, step.height + ideal.height))
    }

    /// Adds up the staircases of both sides.
    #[inline(always)]
    fn add_sides(&mut self, stop: &dyn Stop) -> Result<(), Stopped> {
        let Ends { sides: [yes, no], steps, .. } = self;
        let (few, many) = if yes.steps.len() < no.steps.len() { (yes, no) } else { (no, yes) };
        let run: Run<V> = fill_in(&many.steps, &mut many.heights);
        steps.offer_sums(&few.steps, run, stop)
    }
}
