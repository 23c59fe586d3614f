//! Looks once at all rows of a block: what each feature counts, what its side is called, and which
//! features are worth keeping.

use super::channels::SumChannels;
use super::{Block, Fingerprint, Taking, layout::LINE};
use crate::simd::{Bits, Counters, Job, LINES_PER_BYTE, Line, Machine};
use crate::stop::{Stop, Stopped};

/// Fills in the counts and names of a block's features, and drops the features that cannot split
/// it or that repeat an earlier one.
pub(super) struct Census<'a> {
    pub block: &'a mut Block,
    pub taking: Taking<'a>,
}

impl Job for Census<'_> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Result<(), Stopped> {
        let Census { block, taking } = self;
        let features = block.features.len();
        block.ones.clear();
        block.ones.resize(features * block.classes(), 0);
        block.names.clear();
        for plane in 0..features.div_ceil(64) {
            count_plane(machine, block, plane, taking.stop)?;
        }
        SumChannels { block, stop: taking.stop }.run(machine)?;
        let kept = worth_keeping(block, taking);
        if kept.len() < features {
            keep_only(machine, block, &kept);
        }
        Ok(())
    }
}

#[inline(always)]
fn count_plane<M: Machine>(machine: M, block: &mut Block, plane: usize, stop: &dyn Stop) -> Result<(), Stopped> {
    let classes = block.classes();
    let features = block.features.len();
    let first = 64 * plane;
    let width = (features - first).min(64);
    let mut names = [[0; 64]; 2];
    let mut lines = [[0; 64]; LINES_PER_BYTE];
    let (rows, _) = block.planes.plane(plane).as_chunks::<LINE>();
    for start in (0..rows.len()).step_by(LINES_PER_BYTE) {
        if stop.should_stop() {
            return Err(Stopped);
        }
        let end = rows.len().min(start + LINES_PER_BYTE);
        let lines = &mut lines[..end - start];
        for (line, rows) in lines.iter_mut().zip(&rows[start..end]) {
            *line = machine.transpose(rows);
        }
        for (names, keys) in names.iter_mut().zip(&block.keys) {
            machine.fold_names(lines, &keys.as_chunks::<LINE>().0[start..end], names);
        }
        for class in 0..classes {
            let of_class = block.layout.lines_of(class);
            let of_class = of_class.start.clamp(start, end)..of_class.end.clamp(start, end);
            if of_class.is_empty() {
                continue;
            }
            let sums = column_sums(machine, &lines[of_class.start - start..of_class.end - start]);
            let ones = &mut block.ones[class * features + first..][..width];
            for (count, sum) in ones.iter_mut().zip(sums) {
                *count += sum as u32;
            }
        }
    }
    let names = std::iter::zip(names[0], names[1]).map(|(low, high)| Fingerprint([low, high]));
    block.names.extend(names.take(width));
    Ok(())
}

/// How many rows of at most [`LINES_PER_BYTE`] lines answer yes, for each of 64 features.
#[inline(always)]
pub(super) fn column_sums<M: Machine>(machine: M, lines: &[Line]) -> [i32; 64] {
    let mut sums = [0; 64];
    for first in (0..64).step_by(M::Bits::WIDTH) {
        let mut sum = M::Bits::zero(machine);
        for line in lines {
            // SAFETY: `first` and the vector behind it lie within the line.
            let bits = unsafe { M::Bits::load_from(machine, line.as_ptr().add(first)) };
            sum = sum.add(bits.count_ones());
        }
        for part in 0..M::Bits::WIDTH / M::Wide::WIDTH {
            M::Wide::of_bytes(sum, part).store(&mut sums, first + part * M::Wide::WIDTH);
        }
    }
    sums
}

/// The features that can split the block into sides of at least `min_leaf` rows and enough mass, but for those that
/// split it as an earlier one does.
#[inline(always)]
fn worth_keeping(block: &Block, taking: Taking) -> Vec<u32> {
    let features = block.features.len();
    let least = taking.min_leaf.max(1);
    let last = (4 * features).next_power_of_two() - 1;
    // The names of the splits seen so far, as place + 1 in a small hash table.
    let mut seen = vec![0u32; last + 1];
    let split_name = |feature: usize| block.names[feature].min(block.names[feature] ^ block.name);
    let mut kept = Vec::with_capacity(features);
    'features: for feature in 0..features {
        let yes: u32 = (0..block.classes()).map(|class| block.ones[class * features + feature]).sum();
        if yes.min(block.rows - yes) < least {
            continue;
        }
        if let Some((channel, least)) = taking.min_mass {
            let yes = block.channels.yes[channel * features + feature];
            if yes.min(block.channels.totals[channel] - yes) < least {
                continue;
            }
        }
        let name = split_name(feature);
        let mut place = name.0[0] as usize & last;
        while seen[place] != 0 {
            if taking.merge_twins && split_name(seen[place] as usize - 1) == name {
                continue 'features;
            }
            place = (place + 1) & last;
        }
        seen[place] = feature as u32 + 1;
        kept.push(feature as u32);
    }
    kept
}

/// Moves the kept features together.
#[inline(always)]
fn keep_only<M: Machine>(machine: M, block: &mut Block, kept: &[u32]) {
    let features = block.features.len();
    let mut masks = vec![0u64; features.div_ceil(64)];
    for &feature in kept {
        masks[feature as usize / 64] |= 1 << (feature % 64);
    }
    let mut filled = 0;
    for (plane, &mask) in masks.iter().enumerate() {
        if mask != 0 {
            block.planes.compress(machine, plane, mask, filled);
            filled += mask.count_ones() as usize;
        }
    }
    for class in 0..block.classes() {
        for (place, &feature) in kept.iter().enumerate() {
            block.ones[class * kept.len() + place] = block.ones[class * features + feature as usize];
        }
    }
    block.ones.truncate(block.classes() * kept.len());
    block.channels.keep(features, kept);
    for (place, &feature) in kept.iter().enumerate() {
        block.features[place] = block.features[feature as usize];
        block.names[place] = block.names[feature as usize];
    }
    block.features.truncate(kept.len());
    block.names.truncate(kept.len());
}
