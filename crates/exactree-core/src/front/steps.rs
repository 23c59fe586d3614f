//! Staircases under construction: for every place along, the least height seen there.
//!
//! Unions and sums of staircases are then plain loops over heights, which the compiler turns into vectors. A sum takes
//! one run over the longer staircase's heights for each step of the shorter one; where the longer one has few
//! steps on its long way, the pairs of steps are added up one by one.

use super::staircase::{Height, Step};
use crate::stop::{Stop, Stopped};

/// The least height at each place from 0 to a limit.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps<V> {
    heights: Vec<V>,
}

impl<V: Height> Steps<V> {
    /// Forgets everything; from now on places beyond `limit` are not kept.
    #[inline(always)]
    pub fn clear(&mut self, limit: u32) {
        self.heights.clear();
        self.heights.resize(limit as usize + 1, V::FAR);
    }

    /// Some tree reaches this.
    #[inline(always)]
    pub fn offer(&mut self, along: u32, height: V) {
        if let Some(least) = self.heights.get_mut(along as usize) {
            *least = height.min(*least);
        }
    }

    /// Whether some tree is at most so far along and at most so high, or that is too far along to be kept. What was
    /// offered since the steps were last settled may be missed.
    pub fn beats(&self, along: u32, height: V) -> bool {
        self.heights.get(along as usize).is_none_or(|&least| least <= height)
    }

    /// The first place with something at most so high.
    pub fn first_below(&self, height: V) -> Option<u32> {
        self.heights.iter().position(|&least| least <= height).map(|along| along as u32)
    }

    pub fn heights(&self) -> &[V] {
        &self.heights
    }

    /// Keeps the steps, in order, and nothing else; makes every height the least up to its place.
    #[inline(always)]
    pub fn settle(&mut self, steps: &mut Vec<Step<V>>) {
        steps.clear();
        let mut least = V::FAR;
        for (along, height) in self.heights.iter_mut().enumerate() {
            if *height < least {
                least = *height;
                steps.push(Step { along: along as u32, height: least });
            }
            *height = least;
        }
    }

    /// Any two trees, one of each staircase, side by side.
    ///
    /// The steps of both are in order, and of the longer one the heights at all places from its first step to its last,
    /// if they are at hand.
    #[inline(always)]
    pub fn offer_sums(&mut self, few: &[Step<V>], many: Run<V>, stop: &dyn Stop) -> Result<(), Stopped> {
        let Some(first) = many.steps.first() else { return Ok(()) };
        for (number, step) in few.iter().enumerate() {
            let start = (step.along + first.along) as usize;
            if start >= self.heights.len() {
                break;
            }
            if number % STEPS_A_LOOK == STEPS_A_LOOK - 1 && stop.should_stop() {
                return Err(Stopped);
            }
            if many.heights.is_empty() {
                for other in many.steps {
                    self.offer(step.along + other.along, step.height + other.height);
                }
            } else {
                for (least, &height) in self.heights[start..].iter_mut().zip(many.heights) {
                    *least = (step.height + height).min(*least);
                }
            }
        }
        Ok(())
    }

    /// Takes over whatever is lower elsewhere, and writes down who brought it.
    #[inline(always)]
    pub fn take_lower(&mut self, other: &Steps<V>, name: u32, names: &mut [u32]) {
        for ((least, &height), by) in self.heights.iter_mut().zip(&other.heights).zip(names) {
            let is_lower = height < *least;
            *least = if is_lower { height } else { *least };
            *by = if is_lower { name } else { *by };
        }
    }
}

/// Steps that are added to a staircase between two looks at the stop condition.
const STEPS_A_LOOK: usize = 16;

/// A staircase step by step and, if they are worth having, with its heights between the first step and the last.
#[derive(Clone, Copy)]
pub(super) struct Run<'a, V> {
    pub steps: &'a [Step<V>],
    pub heights: &'a [V],
}

/// Whether heights at all places make sums faster than the steps alone.
#[inline(always)]
pub(super) fn heights_pay<V: Height>(steps: &[Step<V>]) -> bool {
    let length = steps.last().map_or(0, |last| last.along) - steps.first().map_or(0, |first| first.along);
    (length as usize) < 8 * steps.len()
}

/// Fills in the heights from the first step of a staircase to the last, if that pays.
#[inline(always)]
pub(super) fn fill_in<'a, V: Height>(steps: &'a [Step<V>], heights: &'a mut Vec<V>) -> Run<'a, V> {
    heights.clear();
    if heights_pay(steps) {
        for pair in steps.windows(2) {
            heights.resize(heights.len() + (pair[1].along - pair[0].along) as usize, pair[0].height);
        }
        heights.extend(steps.last().map(|last| last.height));
    }
    Run { steps, heights }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::Never;

    fn stairs(steps: &[(u32, i32)]) -> Vec<Step<i32>> {
        steps.iter().map(|&(along, height)| Step { along, height }).collect()
    }

    fn settled(steps: &mut Steps<i32>) -> Vec<(u32, i32)> {
        let mut list = vec![];
        steps.settle(&mut list);
        list.into_iter().map(|step| (step.along, step.height)).collect()
    }

    #[test]
    fn what_is_not_lower_is_no_step() {
        let mut steps = Steps::default();
        steps.clear(6);
        for (along, height) in [(3, 4), (1, 5), (2, 5), (5, 4), (6, -2), (7, -9), (3, 6)] {
            steps.offer(along, height);
        }
        assert_eq!((steps.first_below(4), steps.first_below(-3)), (Some(3), None));
        assert_eq!(settled(&mut steps), [(1, 5), (3, 4), (6, -2)]);
        assert_eq!(steps.heights()[1..], [5, 5, 4, 4, 4, -2]);
        assert!(steps.beats(3, 4) && !steps.beats(2, 4) && !steps.beats(6, -3) && steps.beats(7, -9));
    }

    #[test]
    fn sums_are_those_of_all_pairs_with_heights_or_without() {
        let (few, many) = (stairs(&[(0, 9), (4, 2)]), stairs(&[(1, 8), (2, 7), (5, 3), (6, 0)]));
        for limit in 0..12 {
            let mut plain = Steps::default();
            plain.clear(limit);
            for left in &few {
                for right in &many {
                    plain.offer(left.along + right.along, left.height + right.height);
                }
            }
            let expected = settled(&mut plain);
            let mut heights = vec![];
            let with_heights = fill_in(&many, &mut heights);
            assert_eq!(with_heights.heights, [8, 7, 7, 7, 3, 0]);
            for run in [with_heights, Run { steps: &many, heights: &[] }] {
                let mut sums = Steps::default();
                sums.clear(limit);
                sums.offer_sums(&few, run, &Never).expect("never stopped");
                assert_eq!(settled(&mut sums), expected, "limit {limit}");
            }
        }
    }

    #[test]
    fn who_was_first_to_be_lowest_is_remembered() {
        let (mut steps, mut names) = (Steps::default(), vec![0; 3]);
        steps.clear(2);
        for (name, heights) in [(1, [5, 5, 5]), (2, [5, 4, 6]), (3, [6, 4, 1])] {
            let other = Steps { heights: heights.to_vec() };
            steps.take_lower(&other, name, &mut names);
        }
        assert_eq!((steps.heights(), &names[..]), (&[5, 4, 1][..], &[1, 2, 3][..]));
    }
}
