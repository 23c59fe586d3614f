//! Sets of vectors none of which is better than another in both respects: staircases.
//!
//! A tree is priced by two numbers that add up over its leaves: how far *along* it is (a count) and how *high* (any
//! integer). Less of both is better. Of all vectors that trees reach only those are kept that no other one is at most
//! as far along and at most as high as; put in order they go along and down, like stairs.

use std::fmt::Debug;
use std::ops::{Add, Mul, Sub};

/// A height in few or many bits; sums of two heights of any trees fit in it, and so does [`FAR`](Height::FAR) with one.
pub(super) trait Height:
    Copy
    + Ord
    + Default
    + Debug
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Into<i64>
    + 'static
{
    /// Higher than any tree.
    const FAR: Self;

    fn of_count(count: u32) -> Self;
    /// # Panics
    /// If it does not fit, or could not be told from [`FAR`](Height::FAR).
    fn exactly(height: i64) -> Self;
}

macro_rules! height {
    ($($type:ty),*) => {$(
        impl Height for $type {
            const FAR: Self = <$type>::MAX / 2;

            #[inline(always)]
            fn of_count(count: u32) -> Self {
                count as $type
            }

            fn exactly(height: i64) -> Self {
                assert!(height.abs() < i64::from(Self::FAR) / 2, "a height of {height} is too much for {} bits", <$type>::BITS);
                height as $type
            }
        }
    )*};
}
height!(i32, i64);

/// One vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step<V> {
    pub along: u32,
    pub height: V,
}

impl<V: Height> Add for Step<V> {
    type Output = Step<V>;

    fn add(self, other: Self) -> Self {
        Step { along: self.along + other.along, height: self.height + other.height }
    }
}

/// What trees of some shape reach over a cover: all steps up to some length.
#[derive(Clone, Debug)]
pub(super) struct Staircase<V> {
    /// Further along, and lower, with each step.
    pub steps: Box<[Step<V>]>,
    /// The question that a tree asks first to reach each step, as its number in the table, or [`LEAF`]; empty for
    /// covers that are solved from counts, as the questions are easily found again.
    pub questions: Box<[u32]>,
    /// Up to here no step is missing.
    pub limit: u32,
}

/// In place of a question, where a leaf reaches the step.
pub(super) const LEAF: u32 = u32::MAX;

impl<V: Height> Staircase<V> {
    /// A staircase of which nothing is known.
    pub fn empty() -> Self {
        Staircase { steps: Box::default(), questions: Box::default(), limit: 0 }
    }

    /// No tree is less far along than this.
    pub fn floor(&self) -> u32 {
        self.steps.first().map_or(self.limit.saturating_add(1), |step| step.along)
    }

    /// The question that reaches exactly this step, if it is remembered.
    pub fn question_of(&self, step: Step<V>) -> Option<u32> {
        let place = self.steps.binary_search_by_key(&step.along, |step| step.along).ok()?;
        self.questions.get(place).copied().filter(|_| self.steps[place] == step)
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self.steps[..]) + size_of_val(&self.questions[..])
    }
}

/// Two steps of two staircases that add up to `sum`; of several the pair with the first step of `left`.
pub(super) fn parts_of<V: Height>(sum: Step<V>, left: &[Step<V>], right: &[Step<V>]) -> Option<[Step<V>; 2]> {
    let mut rest = right;
    for &step in left.iter().take_while(|step| step.along <= sum.along) {
        let wanted = sum.along - step.along;
        // The further along the left one is, the less far is the right one.
        rest = &rest[..rest.partition_point(|step| step.along <= wanted)];
        match rest.last() {
            Some(&other) if step + other == sum => return Some([step, other]),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stairs(steps: &[(u32, i32)]) -> Vec<Step<i32>> {
        steps.iter().map(|&(along, height)| Step { along, height }).collect()
    }

    #[test]
    fn parts_add_up_or_there_are_none() {
        let (left, right) = (stairs(&[(0, 9), (2, 4), (5, 0)]), stairs(&[(1, 7), (3, 3)]));
        for along in 0..10 {
            for height in -1..20 {
                let sum = Step { along, height };
                let expected = left.iter().find_map(|&l| right.iter().find(|&&r| l + r == sum).map(|&r| [l, r]));
                assert_eq!(parts_of(sum, &left, &right), expected, "{sum:?}");
            }
        }
    }

    #[test]
    fn an_empty_staircase_has_its_limit_for_a_floor() {
        let none = Staircase::<i32> { steps: Box::default(), questions: Box::default(), limit: 6 };
        assert_eq!(none.floor(), 7);
        let some = Staircase { steps: stairs(&[(2, 5), (4, 1)]).into(), questions: [7, LEAF].into(), limit: 6 };
        assert_eq!(some.floor(), 2);
        assert_eq!(some.question_of(Step { along: 4, height: 1 }), Some(LEAF));
        assert_eq!(some.question_of(Step { along: 4, height: 2 }), None);
    }
}
