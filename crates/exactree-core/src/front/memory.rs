//! What covers reach, for those that come back.
//!
//! Covers are known by their names. Those whose sides had to be searched are kept; those that are solved from counts
//! are soon solved again, so only the last of them are, each in the one place its name points to.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use super::ends;
use super::shape::Shape;
use super::staircase::{Height, Staircase};
use crate::rows::{Fingerprint, NameHasher};

/// How many of the covers that are solved from counts are kept.
const PLACES: usize = 1 << 15;

/// Staircases by the names of their covers.
#[derive(Debug)]
pub(super) struct Memory<V> {
    searched: HashMap<Fingerprint, Arc<Staircase<V>>, BuildHasherDefault<NameHasher>>,
    counted: Vec<Option<(Fingerprint, Arc<Staircase<V>>)>>,
    /// What all staircases take.
    bytes: usize,
}

impl<V> Default for Memory<V> {
    fn default() -> Self {
        Memory { searched: HashMap::default(), counted: vec![], bytes: 0 }
    }
}

impl<V: Height> Memory<V> {
    /// What is known of a cover, up to whatever limit.
    pub fn get(&self, cover: Fingerprint, shape: Shape) -> Option<&Arc<Staircase<V>>> {
        let name = shape.name(cover);
        if shape.depth > ends::DEPTH {
            return self.searched.get(&name);
        }
        let (there, staircase) = self.counted.get(place(name))?.as_ref()?;
        (*there == name).then_some(staircase)
    }

    /// Remembers what a cover reaches; for covers that are solved from counts until another one takes the place.
    pub fn put(&mut self, cover: Fingerprint, shape: Shape, staircase: Arc<Staircase<V>>) {
        let name = shape.name(cover);
        self.bytes += staircase.bytes();
        let replaced = if shape.depth > ends::DEPTH {
            self.searched.insert(name, staircase)
        } else {
            if self.counted.is_empty() {
                self.counted.resize_with(PLACES, || None);
            }
            self.counted[place(name)].replace((name, staircase)).map(|(_, staircase)| staircase)
        };
        self.bytes -= replaced.map_or(0, |staircase| staircase.bytes());
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        // A map keeps a name and a pointer an entry, and up to as much room to spare.
        self.bytes + 24 * (2 * self.searched.len() + self.counted.len())
    }

    /// How many covers are known whose sides had to be searched.
    pub fn entries(&self) -> usize {
        self.searched.len()
    }
}

fn place(name: Fingerprint) -> usize {
    name.0[1] as usize % PLACES
}
