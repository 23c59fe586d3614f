//! Where the sums of pairs come from.

use super::cells::minus;
use super::cover::Cover;
use super::pricing::Lanes;

/// Gives sums over a cover.
pub(super) trait Pairs: Copy {
    fn features(self) -> usize;
    fn groups(self) -> usize;
    fn channels(self) -> usize;
    /// Over all rows.
    fn total(self, channel: usize) -> f64;
    /// Over the rows that answer yes to each feature of a group.
    fn yes(self, channel: usize, group: usize) -> Lanes;
    /// Over those that answer yes to `feature`, too.
    fn both(self, channel: usize, feature: usize, group: usize) -> Lanes;
}

/// Sums of the cover itself.
#[derive(Clone, Copy)]
pub(super) struct Whole<'a>(pub &'a Cover);

/// Sums over the rows of a whole that are not in a part of it.
#[derive(Clone, Copy)]
pub(super) struct Rest<'a> {
    pub whole: &'a Cover,
    pub part: &'a Cover,
}

impl Pairs for Whole<'_> {
    fn features(self) -> usize {
        self.0.features
    }
    fn groups(self) -> usize {
        self.0.groups
    }
    fn channels(self) -> usize {
        self.0.channels
    }
    #[inline(always)]
    fn total(self, channel: usize) -> f64 {
        self.0.totals[channel]
    }
    #[inline(always)]
    fn yes(self, channel: usize, group: usize) -> Lanes {
        self.0.yes[channel * self.0.groups + group]
    }
    #[inline(always)]
    fn both(self, channel: usize, feature: usize, group: usize) -> Lanes {
        self.0.pairs[(channel * self.0.features + feature) * self.0.groups + group]
    }
}

impl Pairs for Rest<'_> {
    fn features(self) -> usize {
        self.whole.features
    }
    fn groups(self) -> usize {
        self.whole.groups
    }
    fn channels(self) -> usize {
        self.whole.channels
    }
    #[inline(always)]
    fn total(self, channel: usize) -> f64 {
        Whole(self.whole).total(channel) - Whole(self.part).total(channel)
    }
    #[inline(always)]
    fn yes(self, channel: usize, group: usize) -> Lanes {
        minus(Whole(self.whole).yes(channel, group), Whole(self.part).yes(channel, group))
    }
    #[inline(always)]
    fn both(self, channel: usize, feature: usize, group: usize) -> Lanes {
        minus(Whole(self.whole).both(channel, feature, group), Whole(self.part).both(channel, feature, group))
    }
}
