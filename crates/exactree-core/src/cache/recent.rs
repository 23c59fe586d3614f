//! The last covers of depth two, for one thread.
//!
//! The same small cover turns up in many places, but the kernel answers it in less time than a large map takes to be
//! looked up. So only so many answers are kept as fit the processor's own caches, each in the one place its
//! name points to, and a newer one takes the place of an older.

use crate::cost::Cost;
use crate::rows::Fingerprint;

/// How many answers are kept: a mebibyte of them, when costs have 32 bits.
const PLACES: usize = 1 << 16;

/// Least costs of trees of depth at most two.
#[derive(Default)]
pub(crate) struct Recent<C> {
    /// Empty until the first answer; most small searches never have one.
    entries: Vec<Entry<C>>,
}

/// An answer with the bits of its name that its place does not tell.
#[derive(Clone, Copy, Default)]
struct Entry<C> {
    low: u64,
    high: u32,
    /// One more than the cost; 0 where there is no answer.
    cost_and_one: C,
}

impl<C: Cost> Recent<C> {
    pub fn get(&self, name: Fingerprint) -> Option<C> {
        let entry = self.entries.get(place(name))?;
        if (entry.low, entry.high) != rest(name) || entry.cost_and_one == C::default() {
            return None;
        }
        Some(entry.cost_and_one - C::ONE)
    }

    pub fn put(&mut self, name: Fingerprint, cost: C) {
        if self.entries.is_empty() {
            self.entries.resize(PLACES, Entry::default());
        }
        let (low, high) = rest(name);
        self.entries[place(name)] = Entry { low, high, cost_and_one: cost + C::ONE };
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.entries[..])
    }
}

fn place(name: Fingerprint) -> usize {
    name.0[1] as usize % PLACES
}

/// All bits but 16 of those that are the place, and 16 more that nobody misses: 112 bits tell covers apart.
fn rest(name: Fingerprint) -> (u64, u32) {
    (name.0[0], (name.0[1] >> 32) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_kept_until_another_takes_its_place() {
        let mut recent = Recent::<u32>::default();
        let name = Fingerprint([7, 5 << 32 | 3]);
        let others = [Fingerprint([8, 5 << 32 | 3]), Fingerprint([7, 6 << 32 | 3]), Fingerprint([7, 5 << 32 | 4])];
        assert_eq!(recent.get(name), None);
        recent.put(name, 0);
        assert_eq!(recent.get(name), Some(0));
        assert_eq!(others.map(|other| recent.get(other)), [None; 3]);
        recent.put(others[0], 9);
        assert_eq!((recent.get(name), recent.get(others[0])), (None, Some(9)));
    }

    #[test]
    fn places_without_an_answer_answer_nothing() {
        let mut recent = Recent::<u32>::default();
        recent.put(Fingerprint([1, 1]), 4);
        assert_eq!(recent.get(Fingerprint::default()), None);
    }
}
