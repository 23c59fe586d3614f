//! Rows that every tree gets wrong.
//!
//! Rows that answer all questions alike end in the same leaf of any tree, whatever their classes. Of each such group those
//! of its most frequent class may be right, and all the others are *lost*: a cover costs at least as much as it has
//! lost rows (the equivalent points bound of Angelino et al. 2017). No split divides a group, so the lost rows of
//! the table are found once, and every cover below only counts its own.

use super::alike::{Alike, find_alike};
use super::block::{Block, Side};
use super::common::count_in_lines;
use super::layout::LINE;
use crate::simd::{self, Job, Level, Machine};
use crate::stop::{Stop, Stopped};

/// The lost rows of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Lost {
    /// One for each lost row, zero for all others, with a line to spare; empty where no row is lost.
    pub rows: Vec<u64>,
    pub total: u32,
    /// How many lost rows answer yes to each feature; empty where no row is lost.
    pub yes: Vec<u32>,
}

impl Lost {
    pub fn of_side(&self, feature: usize, side: Side) -> u32 {
        match (self.yes.get(feature), side) {
            (None, _) => 0,
            (Some(&yes), Side::Yes) => yes,
            (Some(&yes), Side::No) => self.total - yes,
        }
    }

    pub fn forget(&mut self) {
        self.rows.clear();
        self.yes.clear();
        self.total = 0;
    }
}

/// What is known of rows that answer all questions alike.
#[derive(Clone, Copy, Default)]
struct Group {
    /// The class whose rows are counted now, and how many there are.
    class: usize,
    rows: u32,
    /// The most frequent class so far, and how many rows it has.
    best_class: usize,
    most: u32,
}

/// Finds the rows of a whole table that are lost whatever is asked.
pub(super) fn find_lost(block: &mut Block, level: Level, stop: &dyn Stop) -> Result<(), Stopped> {
    let places = block.layout.places();
    let Alike { of_place, firsts } = find_alike(block, stop)?;
    let mut groups = vec![Group::default(); firsts.len()];
    // Classes come one after the other, so a group needs to count only one at a time.
    for class in 0..block.classes() {
        for place in block.layout.places_of(class) {
            let Some(group) = of_place[place].map(|number| &mut groups[number as usize]) else { continue };
            group.rows = if group.class == class { group.rows + 1 } else { 1 };
            group.class = class;
            if group.rows > group.most {
                (group.best_class, group.most) = (class, group.rows);
            }
        }
    }
    let mut rows = vec![0; places + LINE];
    let mut total = 0;
    for class in 0..block.classes() {
        for place in block.layout.places_of(class) {
            let is_lost = of_place[place].is_some_and(|number| groups[number as usize].best_class != class);
            rows[place] = u64::from(is_lost);
            total += u32::from(is_lost);
        }
    }
    block.lost = Lost { rows, total, yes: vec![] };
    count_lost(block, level);
    Ok(())
}

/// Counts the lost rows on the sides of all splits.
pub(super) fn count_lost(block: &mut Block, level: Level) {
    if block.lost.total == 0 {
        return block.lost.forget();
    }
    let mut yes = std::mem::take(&mut block.lost.yes);
    yes.clear();
    yes.resize(block.features.len(), 0);
    simd::run(level, CountLost { block, yes: &mut yes });
    block.lost.yes = yes;
}

struct CountLost<'a> {
    block: &'a Block,
    yes: &'a mut [u32],
}

impl Job for CountLost<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let (lines, _) = self.block.lost.rows[..self.block.layout.places()].as_chunks::<LINE>();
        let masks: Vec<u8> = lines.iter().map(|line| machine.bit_of_each(line, 0)).collect();
        count_in_lines(machine, self.block, &masks, self.yes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Table, Taking};
    use crate::stop::Never;

    /// Rows that are equal on all 90 features in groups of about 9, of 4 classes. Two groups each differ only in the
    /// last feature, which lies in another plane than the first 64.
    fn answers(row: usize, feature: usize) -> bool {
        let group = row % 33;
        if feature == 89 { group % 2 == 1 } else { (group / 2 + 2) * (feature + 1) * 53 % 113 < 45 }
    }

    #[test]
    fn lost_rows_are_those_that_are_not_of_their_group_s_most_frequent_class() {
        let labels: Vec<u32> = (0..300).map(|row| (row * row / 7 % 4) as u32).collect();
        let lost_on = |keep: &dyn Fn(usize) -> bool| -> u32 {
            let group_loses = |group: usize| {
                let counts = [0, 1, 2, 3]
                    .map(|class| (0..300).filter(|&r| r % 33 == group && keep(r) && labels[r] == class).count() as u32);
                counts.iter().sum::<u32>() - counts.iter().max().unwrap_or(&0)
            };
            (0..33).map(group_loses).sum()
        };
        let table = Table::from_fn(&labels, 4, 90, answers);
        for level in Level::available() {
            let taking = Taking { min_leaf: 1, min_mass: None, merge_twins: true, level, stop: &Never };
            let mut root = Block::of_table(&table, taking).expect("never stopped");
            root.find_lost(level, &Never).expect("never stopped");
            assert!(root.features.len() > 65, "the last feature lies in the second plane");
            assert_eq!(root.lost_rows(), lost_on(&|_| true));
            for (feature, &id) in root.features.iter().enumerate() {
                for side in [Side::Yes, Side::No] {
                    let on_side = |row: usize| answers(row, id as usize) == (side == Side::Yes);
                    assert_eq!(root.lost_rows_of(feature, side), lost_on(&on_side), "feature {id}");
                    let mut block = Block::default();
                    block.become_side(&root, feature, side, taking).expect("never stopped");
                    assert_eq!(block.lost_rows(), lost_on(&on_side));
                    for (next, &next_id) in block.features.iter().enumerate().step_by(9) {
                        let on_both = |row: usize| on_side(row) && answers(row, next_id as usize);
                        assert_eq!(block.lost_rows_of(next, Side::Yes), lost_on(&on_both), "features {id}, {next_id}");
                    }
                }
            }
        }
    }
}
