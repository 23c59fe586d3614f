//! How many rows one feature has in common with each of the others.

use super::block::{Block, Side, side_masks};
use super::census::column_sums;
use super::layout::LINE;
use crate::simd::{self, Job, LINES_PER_BYTE, Level, Machine};

/// Counts the rows of a block that answer yes to `feature` and to each other feature.
pub(crate) fn common_rows(block: &Block, feature: usize, level: Level, counts: &mut Vec<u32>) {
    counts.clear();
    counts.resize(block.features().len(), 0);
    simd::run(level, CommonRows { block, feature, counts });
}

struct CommonRows<'a> {
    block: &'a Block,
    feature: usize,
    counts: &'a mut [u32],
}

impl Job for CommonRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let mut masks = vec![];
        side_masks(machine, self.block, self.feature, Side::Yes, &mut masks);
        count_in_lines(machine, self.block, &masks, self.counts);
    }
}

/// Adds to `counts` how many rows of those that `masks` marks, a byte a line, answer yes to each feature.
#[inline(always)]
pub(super) fn count_in_lines<M: Machine>(machine: M, block: &Block, masks: &[u8], counts: &mut [u32]) {
    for (plane, counts) in counts.chunks_mut(64).enumerate() {
        let (rows, _) = block.planes().plane(plane).as_chunks::<LINE>();
        let mut lines = [[0; 64]; LINES_PER_BYTE];
        for (rows, masks) in rows.chunks(LINES_PER_BYTE).zip(masks.chunks(LINES_PER_BYTE)) {
            for ((line, rows), &mask) in lines.iter_mut().zip(rows).zip(masks) {
                *line = machine.transpose(rows);
                line.iter_mut().for_each(|byte| *byte &= mask);
            }
            for (count, sum) in counts.iter_mut().zip(column_sums(machine, &lines[..rows.len()])) {
                *count += sum as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Table, Taking};
    use crate::stop::Never;

    #[test]
    fn pairs_have_the_rows_in_common_that_answer_yes_to_both() {
        let holds = |row: usize, feature: usize| (row * 7919 + feature * 104_729) % 101 < 40;
        let labels: Vec<u32> = (0..250).map(|row| (row % 3) as u32).collect();
        let table = Table::from_fn(&labels, 3, 70, holds);
        for level in Level::available() {
            let taking = Taking { min_leaf: 1, min_mass: None, merge_twins: true, level, stop: &Never };
            let block = Block::of_table(&table, taking).expect("never stopped");
            let mut counts = vec![];
            for feature in [0, 5, 66] {
                common_rows(&block, feature, level, &mut counts);
                for (other, &count) in counts.iter().enumerate() {
                    let [one, two] = [feature, other].map(|feature| block.features()[feature] as usize);
                    let common = (0..250).filter(|&row| holds(row, one) && holds(row, two)).count();
                    assert_eq!(count, common as u32, "features {one} and {two}, {level:?}");
                }
            }
        }
    }
}
