//! Which of a node's open splits has the lowest floor: asked before every split, so a vector's work.

use crate::bound::Siblings;
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
pub(super) struct Open {
    /// All ones for a split that has been tried, and zero for one that has not.
    tried: Vec<u32>,
    left: usize,
}

const TRIED: u32 = u32::MAX;

impl Open {
    pub fn all(features: usize) -> Self {
        Open { tried: vec![0; features], left: features }
    }

    pub fn close(&mut self, feature: usize) {
        self.tried[feature] = TRIED;
        self.left -= 1;
    }

    pub fn left(&self) -> usize {
        self.left
    }

    /// The open feature with the lowest floor, the first in the ranking among equals, with its floor.
    pub fn lowest(&self, siblings: &Siblings, ranking: &Ranking, level: Level) -> Option<(u32, usize)> {
        let least = simd::run(level, Lowest { tried: &self.tried, siblings, place: &ranking.place });
        let (floor, place) = ((least >> 32) as u32, least as u32);
        (floor != TRIED).then(|| (floor, ranking.order[place as usize] as usize))
    }

    /// The open features whose floor is `floor`.
    pub fn with_floor<'a>(&'a self, floor: u32, siblings: &'a Siblings) -> impl Iterator<Item = usize> + 'a {
        (0..self.tried.len()).filter(move |&feature| self.tried[feature] != TRIED && siblings.floor(feature) == floor)
    }
}

struct Lowest<'a> {
    tried: &'a [u32],
    siblings: &'a Siblings,
    place: &'a [u32],
}

impl Job for Lowest<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<M: Machine>(self, _: M) -> u64 {
        let features = self.tried.len();
        let (yes, no, place) = (&self.siblings.yes[..features], &self.siblings.no[..features], &self.place[..features]);
        let mut least = u64::MAX;
        for feature in 0..features {
            let floor = (yes[feature] + no[feature]) | self.tried[feature];
            least = least.min(u64::from(floor) << 32 | u64::from(place[feature]));
        }
        least
    }
}
