//! Fair trees that neither end has an answer for: all leads count, and not only the lowest or the highest ones.
//!
//! Of all trees of a cover with the same lead only those with the fewest errors matter; but no lead makes another
//! needless. There may be very many, so only those are looked for that can still become a fair tree with few errors: from
//! both ends' staircases it is known how far the other side of a split can lead either way with the errors that are left
//! to it, and so which leads of this side are of any use. At the root the fair leads are a narrow window, and the windows
//! of sides follow from it.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;

use super::marks::{Mark, Marks, Partners, Use, keep_fewest_errors};
use super::search::{STACK_LEFT, STACK_MORE, Search};
use super::shape::Shape;
use super::spoken::SpokenTree;
use super::staircase::{Height, Staircase, Step};
use crate::rows::{Block, Fingerprint, NameHasher, Side};
use crate::stop::{Stop, Stopped};

/// A question, and what its sides make of theirs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    feature: usize,
    shapes: [Shape; 2],
    marks: [Mark; 2],
}

/// Marks that are remembered, in all covers together.
const MOST_MARKS: usize = 1 << 24;

/// The search between both ends.
pub(super) struct Between<'a, V> {
    /// Trees whose lead is low, and trees whose lead is high, seen from the other end.
    ends: &'a mut [Search<V>; 2],
    stop: &'a dyn Stop,
    memory: HashMap<Fingerprint, Rc<Marks>, BuildHasherDefault<NameHasher>>,
    remembered: usize,
    blocks: Vec<Block>,
}

impl<'a, V: Height> Between<'a, V> {
    pub fn new(ends: &'a mut [Search<V>; 2], stop: &'a dyn Stop) -> Self {
        Between { ends, stop, memory: HashMap::default(), remembered: 0, blocks: vec![] }
    }

    /// The tree with the fewest errors whose lead is in a window, if it makes at most so many and is no leaf.
    pub fn solve(
        &mut self,
        block: &Block,
        shape: Shape,
        limit: u32,
        leads: RangeInclusive<i64>,
    ) -> Result<Option<(Mark, Division)>, Stopped> {
        let shape = shape.over(block.rows(), self.ends[0].min_leaf);
        let mut of_use = Use { limit, leads };
        let mut best = None;
        if shape.depth == 0 {
            return Ok(None);
        }
        for feature in 0..block.features().len() {
            for shapes in shape.sides() {
                let Some([yes, no]) = self.marks_of_sides(block, feature, shapes, &of_use)? else { continue };
                let pairs = Partners::with(&no);
                for mark in &yes.list {
                    self.look_up()?;
                    for other in pairs.of_use_with(*mark, &of_use) {
                        let sum = Mark { lead: mark.lead + other.lead, errors: mark.errors + other.errors };
                        if best.is_none_or(|(best, _): (Mark, Division)| sum.errors < best.errors) {
                            best = Some((sum, Division { feature, shapes, marks: [*mark, other] }));
                        }
                    }
                }
                match best {
                    Some((Mark { errors: 0, .. }, _)) => return Ok(best),
                    Some((mark, _)) => of_use.limit = of_use.limit.min(mark.errors - 1),
                    None => {}
                }
            }
        }
        Ok(best)
    }

    /// The tree that a division divides into.
    pub fn grow(&mut self, block: &Block, division: Division) -> Result<SpokenTree, Stopped> {
        let Division { feature, shapes, marks } = division;
        let mut grown = vec![];
        for (place, side) in [Side::Yes, Side::No].into_iter().enumerate() {
            let side = self.take_side(block, feature, side)?;
            let (shape, mark) = (shapes[place], marks[place]);
            grown.push(stacker::maybe_grow(STACK_LEFT, STACK_MORE, || self.grow_mark(&side, shape, mark))?);
            self.blocks.push(side);
        }
        let [yes, no] = <[SpokenTree; 2]>::try_from(grown).expect("a split has two sides");
        Ok(SpokenTree::split(block.features()[feature] as usize, block.counts().to_vec(), no, yes))
    }

    fn grow_mark(&mut self, block: &Block, shape: Shape, mark: Mark) -> Result<SpokenTree, Stopped> {
        let leaves = self.leaves(block.counts());
        if let Some(says) = leaves.iter().position(|&leaf| leaf == mark) {
            return Ok(SpokenTree::leaf(block.counts().to_vec(), says as u32));
        }
        let found = self.solve(block, shape, mark.errors, mark.lead..=mark.lead)?;
        let (_, division) = found.expect("some tree makes the mark");
        self.grow(block, division)
    }

    /// All marks of a cover that are of use.
    fn marks(&mut self, block: &Block, shape: Shape, of_use: &Use) -> Result<Rc<Marks>, Stopped> {
        let mut list: Vec<Mark> = self.leaves(block.counts()).into();
        list.retain(|&mark| of_use.allows(mark));
        let mut tidy = 0;
        for feature in 0..block.features().len() {
            for shapes in shape.sides() {
                let Some([yes, no]) = self.marks_of_sides(block, feature, shapes, of_use)? else { continue };
                let pairs = Partners::with(&no);
                for mark in &yes.list {
                    self.look_up()?;
                    list.extend(
                        pairs
                            .of_use_with(*mark, of_use)
                            .map(|other| Mark { lead: mark.lead + other.lead, errors: mark.errors + other.errors }),
                    );
                    if list.len() > 2 * tidy + (1 << 14) {
                        keep_fewest_errors(&mut list);
                        tidy = list.len();
                    }
                }
            }
        }
        keep_fewest_errors(&mut list);
        Ok(Rc::new(Marks { list, of_use: of_use.clone() }))
    }

    fn marks_of_side(
        &mut self,
        block: &Block,
        feature: usize,
        side: Side,
        shape: Shape,
        of_use: &Use,
    ) -> Result<Rc<Marks>, Stopped> {
        let shape = shape.over(block.rows_of(feature, side), self.ends[0].min_leaf);
        if shape.depth == 0 {
            let mut list: Vec<Mark> = self.leaves(&block.counts_of(feature, side).collect::<Vec<_>>()).into();
            list.retain(|&mark| of_use.allows(mark));
            keep_fewest_errors(&mut list);
            return Ok(Rc::new(Marks { list, of_use: of_use.clone() }));
        }
        let name = shape.name(block.name_of(feature, side));
        if let Some(known) = self.memory.get(&name).filter(|known| known.of_use.covers(of_use)) {
            return Ok(known.clone());
        }
        let side = self.take_side(block, feature, side)?;
        let marks = stacker::maybe_grow(STACK_LEFT, STACK_MORE, || self.marks(&side, shape, of_use))?;
        self.blocks.push(side);
        self.remembered += marks.list.len() + 8;
        if self.remembered > MOST_MARKS {
            self.memory.clear();
            self.remembered = marks.list.len() + 8;
        }
        self.memory.insert(name, marks.clone());
        Ok(marks)
    }

    /// The marks of both sides of a split that are of use together, or nothing if there are none.
    fn marks_of_sides(
        &mut self,
        block: &Block,
        feature: usize,
        shapes: [Shape; 2],
        of_use: &Use,
    ) -> Result<Option<[Rc<Marks>; 2]>, Stopped> {
        let uses = if shapes[0].depth <= 1 {
            // Nothing is faster than to look.
            let all = Use { limit: of_use.limit, leads: i64::MIN / 4..=i64::MAX / 4 };
            [all.clone(), all]
        } else {
            match self.uses_of_sides(block, feature, shapes, of_use)? {
                Some(uses) => uses,
                None => return Ok(None),
            }
        };
        let yes = self.marks_of_side(block, feature, Side::Yes, shapes[0], &uses[0])?;
        if yes.list.is_empty() {
            return Ok(None);
        }
        let no = self.marks_of_side(block, feature, Side::No, shapes[1], &uses[1])?;
        Ok(Some([yes, no]))
    }

    /// Which marks of both sides of a split may be of use together.
    fn uses_of_sides(
        &mut self,
        block: &Block,
        feature: usize,
        shapes: [Shape; 2],
        of_use: &Use,
    ) -> Result<Option<[Use; 2]>, Stopped> {
        let Use { limit, leads } = of_use;
        let (limit, stop) = (*limit, self.stop);
        let Some(low) = self.ends[0].fronts_of_sides(block, feature, shapes, limit, stop, |_, _| false)? else {
            return Ok(None);
        };
        let Some(high) = self.ends[1].fronts_of_sides(block, feature, shapes, limit, stop, |_, _| false)? else {
            return Ok(None);
        };
        let both = |ends: &[Arc<Staircase<V>>; 2]| lowest_sum(&ends[0].steps, &ends[1].steps, limit);
        let (Some(lowest), Some(highest)) = (both(&low), both(&high).map(|height| -height)) else { return Ok(None) };
        if lowest > *leads.end() || highest < *leads.start() {
            return Ok(None);
        }
        let use_of = |this: usize, other: usize| {
            let left = limit - low[this].floor();
            let (lowest, highest) = (lowest_within(&low[other].steps, left), lowest_within(&high[other].steps, left));
            let (lowest, highest) = lowest.zip(highest.map(|height| -height))?;
            Some(Use { limit: limit - low[other].floor(), leads: leads.start() - highest..=leads.end() - lowest })
        };
        Ok(use_of(0, 1).zip(use_of(1, 0)).map(|(yes, no)| [yes, no]))
    }

    fn leaves(&self, counts: &[u32]) -> [Mark; 2] {
        let leaves = self.ends[0].prices.leaves(counts.iter().copied());
        leaves.map(|leaf| Mark { lead: leaf.height.into(), errors: leaf.along })
    }

    fn take_side(&mut self, block: &Block, feature: usize, side: Side) -> Result<Block, Stopped> {
        let mut taken = self.blocks.pop().unwrap_or_default();
        taken.become_side(block, feature, side, self.ends[0].taking(self.stop))?;
        Ok(taken)
    }

    fn look_up(&self) -> Result<(), Stopped> {
        if self.stop.should_stop() { Err(Stopped) } else { Ok(()) }
    }
}

/// The lowest that a staircase gets no further along than `limit`.
fn lowest_within<V: Height>(steps: &[Step<V>], limit: u32) -> Option<i64> {
    let place = steps.partition_point(|step| step.along <= limit);
    Some(steps[..place].last()?.height.into())
}

/// The lowest that two staircases get together no further along than `limit`.
fn lowest_sum<V: Height>(one: &[Step<V>], other: &[Step<V>], limit: u32) -> Option<i64> {
    let with = |step: &Step<V>| Some(step.height.into() + lowest_within(other, limit.checked_sub(step.along)?)?);
    one.iter().filter_map(with).min()
}
