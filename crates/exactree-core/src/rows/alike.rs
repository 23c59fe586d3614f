//! Rows that answer all questions alike. No split divides them, so whatever tree: they end in the same leaf.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::block::{Block, ROWS_A_LOOK};
use super::fingerprint::{Fingerprint, NameHasher};
use crate::stop::{Stop, Stopped};

/// The groups of rows that are alike.
pub(crate) struct Alike {
    /// The group of the row in each place; none for a place without a row.
    pub of_place: Vec<Option<u32>>,
    /// Where the first row of each group stands.
    pub firsts: Vec<usize>,
}

/// Groups there is room for from the start.
const MOST_ROOM: usize = 1 << 22;

/// Finds the groups of a block.
pub(super) fn find_alike(block: &Block, stop: &dyn Stop) -> Result<Alike, Stopped> {
    let mut alike = Alike { of_place: vec![None; block.layout.places()], firsts: vec![] };
    // Room from the start, as a map that grows moves all its entries without a look at the stop condition.
    let mut by_answers: HashMap<Fingerprint, u32, BuildHasherDefault<NameHasher>> =
        HashMap::with_capacity_and_hasher((block.rows as usize).min(MOST_ROOM), BuildHasherDefault::default());
    for class in 0..block.classes() {
        for place in block.layout.places_of(class) {
            if place % ROWS_A_LOOK == 0 && stop.should_stop() {
                return Err(Stopped);
            }
            let new = alike.firsts.len() as u32;
            let number = *by_answers.entry(answers_of(block, place)).or_insert(new);
            if number == new {
                alike.firsts.push(place);
            }
            // Another row of the same name, as likely as two covers of one name, is left alone.
            if answer_alike(block, alike.firsts[number as usize], place) {
                alike.of_place[place] = Some(number);
            }
        }
    }
    Ok(alike)
}

/// A name for all answers of a row.
fn answers_of(block: &Block, place: usize) -> Fingerprint {
    let planes = 0..block.features.len().div_ceil(64);
    planes.fold(Fingerprint::default(), |name, plane| name.then(block.planes.plane(plane)[place]))
}

fn answer_alike(block: &Block, one: usize, other: usize) -> bool {
    (0..block.features.len().div_ceil(64)).map(|plane| block.planes.plane(plane)).all(|rows| rows[one] == rows[other])
}
