//! The cells of pairs: sums over the rows that answer two features in one way, for a root and a group of children.
//!
//! Types rather than closures, as only what is marked `#[inline(always)]` gets a machine's instructions.

use super::pairs::Pairs;
use super::pricing::{Channels, LANES, Lanes};

/// A root with a group of children.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a, S> {
    pub pairs: S,
    pub root: usize,
    /// Sums over the root's yes-side, in every lane.
    pub root_yes: &'a [Lanes],
    pub group: usize,
}

pub(super) struct YesYes<'a, S>(pub Pair<'a, S>);
pub(super) struct YesNo<'a, S>(pub Pair<'a, S>);
pub(super) struct NoYes<'a, S>(pub Pair<'a, S>);
pub(super) struct NoNo<'a, S>(pub Pair<'a, S>);

/// The yes-sides of a group of roots.
pub(super) struct Yes<S> {
    pub pairs: S,
    pub group: usize,
}

/// Their no-sides.
pub(super) struct No<S> {
    pub pairs: S,
    pub group: usize,
}

impl<S: Pairs> Pair<'_, S> {
    #[inline(always)]
    fn root(&self, channel: usize) -> Lanes {
        self.root_yes[channel]
    }

    #[inline(always)]
    fn both(&self, channel: usize) -> Lanes {
        self.pairs.both(channel, self.root, self.group)
    }

    #[inline(always)]
    fn children(&self, channel: usize) -> Lanes {
        self.pairs.yes(channel, self.group)
    }
}

impl<S: Pairs> Channels<LANES> for YesYes<'_, S> {
    #[inline(always)]
    fn sum(&self, channel: usize) -> Lanes {
        self.0.both(channel)
    }
}

impl<S: Pairs> Channels<LANES> for YesNo<'_, S> {
    #[inline(always)]
    fn sum(&self, channel: usize) -> Lanes {
        minus(self.0.root(channel), self.0.both(channel))
    }
}

impl<S: Pairs> Channels<LANES> for NoYes<'_, S> {
    #[inline(always)]
    fn sum(&self, channel: usize) -> Lanes {
        minus(self.0.children(channel), self.0.both(channel))
    }
}

impl<S: Pairs> Channels<LANES> for NoNo<'_, S> {
    #[inline(always)]
    fn sum(&self, channel: usize) -> Lanes {
        let yes_somewhere = minus(plus(self.0.root(channel), self.0.children(channel)), self.0.both(channel));
        minus([self.0.pairs.total(channel); LANES], yes_somewhere)
    }
}

impl<S: Pairs> Channels<LANES> for Yes<S> {
    #[inline(always)]
    fn sum(&self, channel: usize) -> Lanes {
        self.pairs.yes(channel, self.group)
    }
}

impl<S: Pairs> Channels<LANES> for No<S> {
    #[inline(always)]
    fn sum(&self, channel: usize) -> Lanes {
        minus([self.pairs.total(channel); LANES], self.pairs.yes(channel, self.group))
    }
}

macro_rules! lane_by_lane {
    ($($name:ident: |$one:ident, $two:ident| $result:expr;)*) => {$(
        #[inline(always)]
        pub(super) fn $name(one: Lanes, two: Lanes) -> Lanes {
            let mut lanes = [0.0; LANES];
            for lane in 0..LANES {
                let ($one, $two) = (one[lane], two[lane]);
                lanes[lane] = $result;
            }
            lanes
        }
    )*};
}

lane_by_lane! {
    plus: |one, two| one + two;
    minus: |one, two| one - two;
}
