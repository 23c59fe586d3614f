//! Reads a tree off what covers reach.
//!
//! A step that is not a leaf's was reached by some question, and its sides' steps add up to it. The question is remembered or
//! found again, the sides' steps likewise, and so on down to the leaves.

use super::ends::{Cover, DEPTH, Division};
use super::search::Search;
use super::shape::Shape;
use super::spoken::SpokenTree;
use super::staircase::{Height, LEAF, Step, parts_of};
use crate::rows::{Block, Side};
use crate::stop::{Stop, Stopped};

impl<V: Height> Search<V> {
    /// The tree that reaches a step of a cover.
    ///
    /// # Panics
    /// If no tree of the shape does.
    pub fn grow(
        &mut self,
        block: &Block,
        shape: Shape,
        target: Step<V>,
        stop: &dyn Stop,
    ) -> Result<SpokenTree, Stopped> {
        let leaves = self.prices.leaves(block.counts().iter().copied());
        if let Some(says) = leaves.iter().position(|&leaf| leaf == target) {
            return Ok(SpokenTree::leaf(block.counts().to_vec(), says as u32));
        }
        let shape = shape.over(block.rows(), self.min_leaf);
        if shape.depth > DEPTH {
            let front = self.front(block, shape, target.along, stop)?;
            let question = front.question_of(target).expect("the step is one of the cover's");
            return self.grow_split(block, shape, question, target, stop);
        }
        let (min_leaf, level) = (self.min_leaf, self.level);
        let (ends, prices) = self.ends();
        let cover = Cover { block, prices, shape, min_leaf, level, stop };
        let division = ends.divide(cover, target)?.expect("some question reaches the step");
        self.grow_sides(block, division, stop)
    }

    /// The tree that reaches a step and asks a question first, which is given by its number in the table.
    pub fn grow_split(
        &mut self,
        block: &Block,
        shape: Shape,
        question: u32,
        target: Step<V>,
        stop: &dyn Stop,
    ) -> Result<SpokenTree, Stopped> {
        if question == LEAF {
            return self.grow(block, Shape { depth: 0, leaves: None }, target, stop);
        }
        let place = block.features().iter().position(|&feature| feature == question);
        let feature = place.expect("a feature of the same cover");
        for shapes in shape.sides() {
            let Some([yes, no]) = self.fronts_of_sides(block, feature, shapes, target.along, stop, |_, _| false)?
            else {
                continue;
            };
            if let Some(steps) = parts_of(target, &yes.steps, &no.steps) {
                return self.grow_sides(block, Division { feature, shapes, steps }, stop);
            }
        }
        unreachable!("the sides' steps add up to the step that their question reaches")
    }

    /// The tree that a division divides into.
    pub fn grow_sides(&mut self, block: &Block, division: Division<V>, stop: &dyn Stop) -> Result<SpokenTree, Stopped> {
        let Division { feature, shapes, steps } = division;
        let mut grow = |place: usize, side: Side| {
            self.with_side(block, feature, side, stop, |search, block| {
                search.grow(block, shapes[place], steps[place], stop)
            })?
        };
        let (yes, no) = (grow(0, Side::Yes)?, grow(1, Side::No)?);
        Ok(SpokenTree::split(block.features()[feature] as usize, block.counts().to_vec(), no, yes))
    }
}
