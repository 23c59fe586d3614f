//! The table of one node: the rows of its cover, packed together, and the features that can still
//! split it.
//!
//! Every node packs its rows anew, so work on a cover of a hundred rows touches a hundred rows,
//! whatever the table's height. On the way features are dropped that cannot split the cover, and twins
//! (columns that are equal or complementary on these rows) merge into the first of them: smaller covers
//! only have more of both, so nothing is lost below.

use super::alike::{Alike, find_alike};
use super::census::Census;
use super::channels::{Channels, SumChannels};
use super::lost::{Lost, count_lost, find_lost};
use super::planes::keep_words;
use super::{Fingerprint, Layout, Planes, Table, layout::LINE};
use crate::simd::{self, Job, Level, Machine};
use crate::stop::{Never, Stop, Stopped};

/// One of the two sides of a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The rows that answer no.
    No,
    /// The rows that answer yes.
    Yes,
}

impl Side {
    /// The side across.
    pub fn other(self) -> Side {
        match self {
            Side::No => Side::Yes,
            Side::Yes => Side::No,
        }
    }

    /// What belongs to this side and to the other, as what belongs to yes and to no.
    pub fn pair<T>(self, this: T, other: T) -> (T, T) {
        match self {
            Side::Yes => (this, other),
            Side::No => (other, this),
        }
    }
}

/// How a block is made: what it leaves out, with which instructions, and who may stop it.
#[derive(Clone, Copy)]
pub(crate) struct Taking<'a> {
    /// A feature is kept if both sides of its split have so many rows.
    pub min_leaf: u32,
    /// A channel, and what it must come to at least on both sides.
    pub min_mass: Option<(usize, f64)>,
    /// Whether twins of a feature are left out. Only experiments keep them.
    pub merge_twins: bool,
    pub level: Level,
    pub stop: &'a dyn Stop,
}

/// Rows that are given keys between two looks at the stop condition: some ten microseconds' work.
pub(super) const ROWS_A_LOOK: usize = 1 << 10;

/// The rows of one cover, packed.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub(super) layout: Layout,
    pub(super) rows: u32,
    /// The number in the table of each feature.
    pub(super) features: Vec<u32>,
    /// Yes-answers to each feature in each class, class by class.
    pub(super) ones: Vec<u32>,
    /// The name of the rows that answer yes, for each feature.
    pub(super) names: Vec<Fingerprint>,
    pub(super) name: Fingerprint,
    pub(super) planes: Planes,
    /// Both halves of the rows' keys; zero in places without a row, with a line to spare at the end.
    pub(super) keys: [Vec<u64>; 2],
    pub(super) lost: Lost,
    /// Numbers that rows bring along to be summed up.
    pub(super) channels: Channels,
}

impl Block {
    /// All rows of a table.
    pub(crate) fn of_table(table: &Table, taking: Taking) -> Result<Block, Stopped> {
        let layout = table.layout().clone();
        let places = layout.places();
        let mut keys = [vec![0; places + LINE], vec![0; places + LINE]];
        let mut name = Fingerprint::default();
        let rows = (0..layout.classes()).flat_map(|class| layout.places_of(class));
        for (row, place) in rows.enumerate() {
            if row % ROWS_A_LOOK == 0 && taking.stop.should_stop() {
                return Err(Stopped);
            }
            let key = Fingerprint::of_row(row as u64);
            [keys[0][place], keys[1][place]] = key.0;
            name = name ^ key;
        }
        let mut block = Block {
            rows: layout.rows().iter().sum(),
            layout,
            features: (0..table.features() as u32).collect(),
            name,
            planes: table.planes().copy(taking.stop)?,
            keys,
            channels: Channels::of(&table.channels, places),
            ..Block::default()
        };
        simd::run(taking.level, Census { block: &mut block, taking })?;
        Ok(block)
    }

    /// Finds the rows of a whole table that every tree gets wrong, so that they are known of all covers. When it is
    /// stopped half way, none are known.
    pub(crate) fn find_lost(&mut self, level: Level, stop: &dyn Stop) -> Result<(), Stopped> {
        find_lost(self, level, stop)
    }

    /// Becomes one side of a split of `parent` by one of its features. When it is stopped half way, what the
    /// block holds is of no use but to become another side.
    pub(crate) fn become_side(
        &mut self,
        parent: &Block,
        feature: usize,
        side: Side,
        taking: Taking,
    ) -> Result<(), Stopped> {
        self.layout.refill(parent.counts_of(feature, side));
        self.rows = self.layout.rows().iter().sum();
        self.name = parent.name_of(feature, side);
        self.features.clone_from(&parent.features);
        self.lost.forget();
        self.lost.total = parent.lost_rows_of(feature, side);
        simd::run(taking.level, TakeSide { block: self, parent, feature, side, stop: taking.stop })?;
        simd::run(taking.level, Census { block: self, taking })?;
        count_lost(self, taking.level);
        Ok(())
    }

    /// How many rows every tree gets wrong.
    pub fn lost_rows(&self) -> u32 {
        self.lost.total
    }

    /// How many rows of a side of a split every tree gets wrong.
    pub fn lost_rows_of(&self, feature: usize, side: Side) -> u32 {
        self.lost.of_side(feature, side)
    }

    /// How many rows there are.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many classes there are.
    pub fn classes(&self) -> usize {
        self.layout.classes()
    }

    /// How many rows each class has.
    pub fn counts(&self) -> &[u32] {
        self.layout.rows()
    }

    /// The numbers in the table of the features that can split the cover.
    pub fn features(&self) -> &[u32] {
        &self.features
    }

    /// How many yes-answers each feature has in a class.
    pub fn ones_of(&self, class: usize) -> &[u32] {
        let features = self.features.len();
        &self.ones[class * features..][..features]
    }

    /// How many rows a side of a split has.
    pub fn rows_of(&self, feature: usize, side: Side) -> u32 {
        let yes = (0..self.classes()).map(|class| self.ones_of(class)[feature]).sum();
        match side {
            Side::Yes => yes,
            Side::No => self.rows - yes,
        }
    }

    /// The errors of a leaf over the cover.
    pub fn leaf_errors(&self) -> u32 {
        self.rows - self.counts().iter().max().copied().unwrap_or(0)
    }

    /// How many rows of each class a side of a split has.
    pub fn counts_of(&self, feature: usize, side: Side) -> impl Iterator<Item = u32> + '_ {
        (0..self.classes()).map(move |class| {
            let yes = self.ones_of(class)[feature];
            match side {
                Side::Yes => yes,
                Side::No => self.counts()[class] - yes,
            }
        })
    }

    /// The errors of a leaf over a side of a split.
    pub fn leaf_errors_of(&self, feature: usize, side: Side) -> u32 {
        let counts = self.counts_of(feature, side);
        let (rows, most) = counts.fold((0, 0), |(rows, most), count| (rows + count, count.max(most)));
        rows - most
    }

    /// What a channel's numbers come to over the cover.
    pub(crate) fn sum(&self, channel: usize) -> f64 {
        self.channels.totals[channel]
    }

    /// The same over a side of a split.
    pub(crate) fn sum_of(&self, channel: usize, feature: usize, side: Side) -> f64 {
        let yes = self.channels.yes[channel * self.features.len() + feature];
        match side {
            Side::Yes => yes,
            Side::No => self.channels.totals[channel] - yes,
        }
    }

    /// The number that the row in a place brings along.
    #[inline(always)]
    pub(crate) fn number(&self, channel: usize, place: usize) -> f64 {
        f64::from_bits(self.channels.numbers[channel][place])
    }

    /// Gives the rows in some places other numbers, before anything is split.
    pub(crate) fn set_numbers(&mut self, channel: usize, numbers: impl Iterator<Item = (usize, f64)>, level: Level) {
        for (place, number) in numbers {
            self.channels.numbers[channel][place] = number.to_bits();
        }
        simd::run(level, SumChannels { block: self, stop: &Never }).expect("nobody stops it");
    }

    /// The groups of rows that answer all questions alike.
    pub(crate) fn alike(&self, stop: &dyn Stop) -> Result<Alike, Stopped> {
        find_alike(self, stop)
    }

    /// The name of the cover.
    pub fn name(&self) -> Fingerprint {
        self.name
    }

    /// The name of a side of a split.
    pub fn name_of(&self, feature: usize, side: Side) -> Fingerprint {
        match side {
            Side::Yes => self.names[feature],
            Side::No => self.names[feature] ^ self.name,
        }
    }

    pub(crate) fn planes(&self) -> &Planes {
        &self.planes
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.planes.bytes()
            + size_of_val(&self.lost.rows[..])
            + self.keys.iter().map(|keys| size_of_val(&keys[..])).sum::<usize>()
            + self.channels.bytes()
    }
}

/// Which rows of each line are on a side: class after class, a byte a line, for `emit`.
#[inline(always)]
pub(crate) fn side_masks<M: Machine>(machine: M, block: &Block, feature: usize, side: Side, masks: &mut Vec<u8>) {
    let (lines, _) = block.planes().plane(feature / 64).as_chunks::<LINE>();
    let bit = (feature % 64) as u32;
    masks.resize(lines.len(), 0);
    match side {
        Side::Yes => {
            for (mask, line) in masks.iter_mut().zip(lines) {
                *mask = machine.bit_of_each(line, bit);
            }
        }
        Side::No => {
            for (mask, line) in masks.iter_mut().zip(lines) {
                *mask = !machine.bit_of_each(line, bit);
            }
            let layout = block.layout();
            for (class, rows) in layout.rows().iter().enumerate() {
                if rows % LINE as u32 != 0 {
                    masks[layout.lines_of(class).end - 1] &= (1 << (rows % LINE as u32)) - 1;
                }
            }
        }
    }
}

struct TakeSide<'a> {
    block: &'a mut Block,
    parent: &'a Block,
    feature: usize,
    side: Side,
    stop: &'a dyn Stop,
}

impl Job for TakeSide<'_> {
    type Output = Result<(), Stopped>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Result<(), Stopped> {
        let TakeSide { block, parent, feature, side, stop } = self;
        let mut masks = Vec::new();
        side_masks(machine, parent, feature, side, &mut masks);
        let places = block.layout.places();
        block.planes.make_room(parent.features.len(), places);
        for keys in &mut block.keys {
            keys.resize(places + LINE, 0);
        }
        // Behind the last word it keeps `keep_words` may write up to a line more, so a plane comes after the one before.
        for plane in 0..parent.features.len().div_ceil(64) {
            if stop.should_stop() {
                return Err(Stopped);
            }
            take(machine, parent, &block.layout, &masks, parent.planes.plane(plane), block.planes.writer(plane));
        }
        for (keys, parent_keys) in block.keys.iter_mut().zip(&parent.keys) {
            take(machine, parent, &block.layout, &masks, parent_keys, keys);
        }
        block.channels.numbers.resize(parent.channels.numbers.len(), vec![]);
        for (numbers, of_parent) in block.channels.numbers.iter_mut().zip(&parent.channels.numbers) {
            numbers.resize(places + LINE, 0);
            take(machine, parent, &block.layout, &masks, of_parent, numbers);
        }
        if block.lost.total > 0 {
            block.lost.rows.resize(places + LINE, 0);
            take(machine, parent, &block.layout, &masks, &parent.lost.rows, &mut block.lost.rows);
        }
        Ok(())
    }
}

/// Takes one word of each row that is on the side, class after class.
#[inline(always)]
fn take<M: Machine>(machine: M, parent: &Block, layout: &Layout, masks: &[u8], from: &[u64], to: &mut [u64]) {
    for class in 0..parent.classes() {
        let lines = parent.layout.lines_of(class);
        let words = &from[LINE * lines.start..LINE * lines.end];
        keep_words(machine, words, &masks[lines], to, LINE * layout.lines_of(class).start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: usize = 300;

    /// 300 rows of 3 classes and 70 features: constant, parity, its complement, row % 3, row < 70, then noise.
    fn holds(row: usize, feature: usize) -> bool {
        match feature {
            0 => true,
            1 => row % 2 == 1,
            2 => row.is_multiple_of(2),
            3 => row.is_multiple_of(3),
            4 => row < 70,
            _ => (row * 7919 + feature * 104_729) % 101 < 40,
        }
    }

    fn label(row: usize) -> u32 {
        (row * row / 7 % 3) as u32
    }

    fn taking(min_leaf: u32, level: Level) -> Taking<'static> {
        Taking { min_leaf, min_mass: None, merge_twins: true, level, stop: &Never }
    }

    fn root(min_leaf: u32, level: Level) -> Block {
        let labels: Vec<u32> = (0..ROWS).map(label).collect();
        Block::of_table(&Table::from_fn(&labels, 3, 70, holds), taking(min_leaf, level)).expect("never stopped")
    }

    #[test]
    fn constants_and_rare_answers_are_dropped_and_twins_merge_into_the_first() {
        for level in Level::available() {
            let first =
                |min_leaf| root(min_leaf, level).features.iter().copied().filter(|&id| id < 5).collect::<Vec<_>>();
            assert_eq!(first(1), [1, 3, 4]);
            assert_eq!(first(70), [1, 3, 4]);
            assert_eq!(first(71), [1, 3]);
            assert_eq!(first(150), [1]);
        }
    }

    #[test]
    fn a_side_holds_the_rows_of_its_side_with_their_counts_and_names() {
        for level in Level::available() {
            for side in [Side::Yes, Side::No] {
                let root = root(1, level);
                let split = root.features.iter().position(|&id| id == 3).expect("it splits the rows");
                let mut block = Block::default();
                block.become_side(&root, split, side, taking(1, level)).expect("never stopped");
                let on_side = |&row: &usize| holds(row, 3) == (side == Side::Yes);
                let rows: Vec<usize> = (0..ROWS).filter(on_side).collect();
                assert_eq!((block.rows, block.rows), (rows.len() as u32, root.rows_of(split, side)));
                assert!(block.features.len() > 64 && !block.features.contains(&3));
                for (feature, &id) in block.features.iter().enumerate() {
                    for class in 0..3 {
                        let count = rows.iter().filter(|&&row| holds(row, id as usize) && label(row) == class).count();
                        assert_eq!(block.ones_of(class as usize)[feature], count as u32, "feature {id}");
                        let answers = block.layout.places_of(class as usize);
                        assert_eq!(answers.filter(|&place| block.planes.answer(place, feature)).count(), count);
                    }
                }
            }
        }
    }

    #[test]
    fn names_of_covers_do_not_depend_on_the_way_to_them() {
        for level in Level::available() {
            let root = root(1, level);
            let go = |from: &Block, id: u32, side: Side| {
                let feature = from.features.iter().position(|&known| known == id).expect("the feature can split");
                let mut to = Block::default();
                to.become_side(from, feature, side, taking(1, level)).expect("never stopped");
                let keys = |half: usize| to.keys[half][..to.layout.places()].iter().fold(0, |name, key| name ^ key);
                assert_eq!(to.name, Fingerprint([keys(0), keys(1)]));
                assert_eq!(to.name, from.name_of(feature, side));
                to
            };
            let one_way = go(&go(&root, 1, Side::Yes), 69, Side::No);
            let other_way = go(&go(&root, 69, Side::No), 1, Side::Yes);
            assert_eq!(one_way.name, other_way.name);
            assert_ne!(one_way.name, go(&root, 1, Side::Yes).name);
        }
    }
}
