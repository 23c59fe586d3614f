//! Which of a node's open splits has the lowest floor: asked before every split, so a vector's work.

use crate::bound::Siblings;
use crate::cost::Cost;
use crate::simd::{self, Job, Level, Machine};

/// An order of features, both ways round.
pub(super) struct Ranking {
    /// The features in order.
    pub order: Vec<u32>,
    /// The place of each feature in the order.
    pub place: Vec<u32>,
}

impl Ranking {
    pub fn of(order: Vec<u32>) -> Self {
        let mut place = vec![0; order.len()];
        for (at, &feature) in order.iter().enumerate() {
            place[feature as usize] = at as u32;
        }
        Ranking { order, place }
    }
}

/// The splits that have not been tried yet.
pub(super) struct Open<C> {
    /// All ones for a split that has been tried, and zero for one that has not.
    tried: Vec<C>,
    left: usize,
}

impl<C: Cost> Open<C> {
    pub fn all(features: usize) -> Self {
        Open { tried: vec![C::default(); features], left: features }
    }

    pub fn close(&mut self, feature: usize) {
        self.tried[feature] = C::MOST;
        self.left -= 1;
    }

    pub fn left(&self) -> usize {
        self.left
    }

    /// The open feature with the lowest floor, the first in the ranking among equals, with its floor.
    pub fn lowest(&self, siblings: &Siblings<C>, ranking: &Ranking, level: Level) -> Option<(C, usize)> {
        let least = simd::run(level, Lowest { tried: &self.tried, siblings, place: &ranking.place });
        let (floor, place) = C::unranked(least);
        (floor != C::MOST).then(|| (floor, ranking.order[place as usize] as usize))
    }

    /// The open features whose floor is `floor`.
    pub fn with_floor<'a>(&'a self, floor: C, siblings: &'a Siblings<C>) -> impl Iterator<Item = usize> + 'a {
        (0..self.tried.len()).filter(move |&feature| self.tried[feature] != C::MOST && siblings.floor(feature) == floor)
    }
}

struct Lowest<'a, C> {
    tried: &'a [C],
    siblings: &'a Siblings<C>,
    place: &'a [u32],
}

impl<C: Cost> Job for Lowest<'_, C> {
    type Output = C::Ranked;

    #[inline(always)]
    fn run<M: Machine>(self, _: M) -> C::Ranked {
        let features = self.tried.len();
        let (yes, no, place) = (&self.siblings.yes[..features], &self.siblings.no[..features], &self.place[..features]);
        let per_split = self.siblings.per_split();
        let mut least = C::LAST;
        for feature in 0..features {
            let floor = (yes[feature] + no[feature] + per_split) | self.tried[feature];
            least = least.min(floor.ranked(place[feature]));
        }
        least
    }
}
