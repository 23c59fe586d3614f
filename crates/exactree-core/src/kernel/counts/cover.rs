//! All that the kernel knows of one cover.

use super::balance::{self, Balances};
use super::classes::{self, ClassCounts};
use super::count::{Sum, count_pairs};
use super::pairs::{Counted, Pairs, Rest};
use super::sheet::Sheet;
use super::wheel::Wheel;
use crate::kernel::{Profile, Wanted};
use crate::simd::{Buffer, Counter, Counters, Machine, Plain};
use crate::stop::{Stop, Stopped};

/// How trees are priced: see the rooms of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Balance,
    Classes,
}

/// The counters of one cover.
#[derive(Default)]
pub(super) struct Cover {
    pub sheet: Sheet,
    /// Rows of each class.
    rows: Vec<u32>,
    /// Yes-answers, class after class, each twice around the wheel.
    yes: Buffer,
    /// Balances of the yes-sides, twice around the wheel.
    balance: Buffer,
    pairs: Buffer,
    /// Least errors of trees whose root asks each feature: one line for those with one split, one for at most two
    /// and one for at most three.
    errors: Buffer,
}

impl Cover {
    /// Counts each feature by itself.
    #[inline(always)]
    pub fn count_features<M: Machine, C: Counters<M>>(&mut self, machine: M, wheel: Wheel)
    where
        C::Lane: Plain,
    {
        self.rows.clear();
        self.rows.extend_from_slice(self.sheet.layout().rows());
        let yes = self.yes.make::<C::Lane>(self.rows.len() * wheel.stride);
        for (class, line) in yes.chunks_exact_mut(wheel.stride).enumerate() {
            self.sheet.count_yes::<M, C>(machine, wheel, class, line);
        }
        self.balance_features::<M, C>(machine, wheel);
    }

    /// The same for the rows of `whole` that are not in `part`, which is counted in `N`.
    #[inline(always)]
    pub fn become_rest<M: Machine, C: Counters<M>, N: Counter + Plain>(
        &mut self,
        machine: M,
        whole: &Cover,
        part: &Cover,
        wheel: Wheel,
    ) where
        C::Lane: Plain,
    {
        self.rows.clear();
        self.rows.extend(whole.rows.iter().zip(&part.rows).map(|(whole, part)| whole - part));
        let yes = self.yes.make::<C::Lane>(self.rows.len() * wheel.stride);
        let rest = Rest { whole: whole.yes.read::<C::Lane>(), part: part.yes.read::<N>() };
        assert!(Pairs::<M, C>::length(rest) >= yes.len());
        for at in (0..yes.len()).step_by(C::WIDTH) {
            // SAFETY: both have as many counters as `yes`, whose lines are a multiple of any vector.
            let counts: C = unsafe { rest.load(machine, at) };
            counts.store(yes, at);
        }
        self.balance_features::<M, C>(machine, wheel);
    }

    #[inline(always)]
    fn balance_features<M: Machine, C: Counters<M>>(&mut self, machine: M, wheel: Wheel)
    where
        C::Lane: Plain,
    {
        if let [_, _] = self.rows[..] {
            let balance = self.balance.make::<C::Lane>(wheel.stride);
            let (zeros, ones) = self.yes.read().split_at(wheel.stride);
            for at in (0..wheel.stride).step_by(C::WIDTH) {
                C::load(machine, ones, at).sub(C::load(machine, zeros, at)).store(balance, at);
            }
        }
    }

    /// Counts the pairs: one matrix of balances, or one of rows for each class.
    #[inline(always)]
    pub fn count_pairs<M: Machine, C: Counters<M>>(
        &mut self,
        machine: M,
        method: Method,
        wheel: Wheel,
        stop: &dyn Stop,
    ) -> Result<(), Stopped>
    where
        C::Lane: Plain,
    {
        let layout = self.sheet.layout();
        match method {
            Method::Balance => {
                let pairs = self.pairs.make::<C::Lane>(wheel.pairs());
                let sum = Sum { plus: layout.lines_of(1), minus: layout.lines_of(0) };
                count_pairs::<M, C>(machine, &self.sheet, wheel, sum, pairs, stop)
            }
            Method::Classes => {
                let pairs = self.pairs.make::<C::Lane>(self.rows.len() * wheel.pairs());
                for (class, pairs) in pairs.chunks_exact_mut(wheel.pairs()).enumerate() {
                    let sum = Sum { plus: layout.lines_of(class), minus: 0..0 };
                    count_pairs::<M, C>(machine, &self.sheet, wheel, sum, pairs, stop)?;
                }
                Ok(())
            }
        }
    }

    /// Finds the least errors from this cover's own pairs.
    #[inline(always)]
    pub fn evaluate<M: Machine, C: Counters<M>>(&mut self, machine: M, method: Method, wheel: Wheel, min_leaf: u32)
    where
        C::Lane: Plain,
    {
        // The pairs are lent to the evaluation while it writes to the rest of the cover.
        let pairs = std::mem::take(&mut self.pairs);
        let counted = |class: usize| Counted(&pairs.read::<C::Lane>()[class * wheel.pairs()..][..wheel.pairs()]);
        match method {
            Method::Balance => self.evaluate_balance::<M, C>(machine, wheel, counted(0)),
            Method::Classes => {
                let counted: Vec<_> = (0..self.rows.len()).map(counted).collect();
                self.evaluate_classes::<M, C>(machine, wheel, &counted, min_leaf);
            }
        }
        self.pairs = pairs;
    }

    /// Finds the least errors from the pairs of `whole` that are not in `part`.
    #[inline(always)]
    pub fn evaluate_rest<M: Machine, C: Counters<M>, N: Counter + Plain>(
        &mut self,
        machine: M,
        method: Method,
        wheel: Wheel,
        whole: &Cover,
        part: &Cover,
        min_leaf: u32,
    ) where
        C::Lane: Plain,
    {
        let (whole, part) = (whole.pairs.read::<C::Lane>(), part.pairs.read::<N>());
        let rest = |class: usize| {
            let of_class = class * wheel.pairs()..(class + 1) * wheel.pairs();
            Rest { whole: &whole[of_class.clone()], part: &part[of_class] }
        };
        match method {
            Method::Balance => self.evaluate_balance::<M, C>(machine, wheel, rest(0)),
            Method::Classes => {
                let rest: Vec<_> = (0..self.rows.len()).map(rest).collect();
                self.evaluate_classes::<M, C>(machine, wheel, &rest, min_leaf);
            }
        }
    }

    #[inline(always)]
    fn evaluate_balance<M: Machine, C: Counters<M>>(&mut self, machine: M, wheel: Wheel, pairs: impl Pairs<M, C>)
    where
        C::Lane: Plain,
    {
        let errors = self.errors.make::<C::Lane>(3 * wheel.stride);
        let (zeros, ones) = self.yes.read().split_at(wheel.stride);
        let rows = [self.rows[0], self.rows[1]].map(|rows| C::Lane::exactly(rows as i32));
        let cover = Balances { yes: [zeros, ones], balance: self.balance.read(), rows };
        balance::errors_by_root(machine, wheel, pairs, cover, errors);
    }

    #[inline(always)]
    fn evaluate_classes<M: Machine, C: Counters<M>>(
        &mut self,
        machine: M,
        wheel: Wheel,
        pairs: &[impl Pairs<M, C>],
        min_leaf: u32,
    ) where
        C::Lane: Plain,
    {
        let errors = self.errors.make::<C::Lane>(3 * wheel.stride);
        // More than a counter holds is more than the cover has.
        let min_leaf = C::Lane::exactly(min_leaf.min(C::Lane::MAX) as i32);
        let cover = ClassCounts { yes: self.yes.read(), rows: &self.rows, min_leaf };
        classes::errors_by_root(machine, wheel, pairs, cover, errors);
    }

    /// Least errors over the cover.
    pub fn profile<T: Counter + Plain>(&self, wheel: Wheel, wanted: Wanted) -> Profile<u32> {
        let leaf = self.rows.iter().sum::<u32>() - self.rows.iter().max().copied().unwrap_or(0);
        let errors = self.errors.read::<T>();
        let least = |splits: usize| {
            // A fold over plain numbers, which the compiler turns into vectors.
            let by_root = &errors[(splits - 1) * wheel.stride..][..wheel.features];
            leaf.min(by_root.iter().fold(T::LARGEST, |least, &errors| least.min(errors)).to_i32() as u32)
        };
        let largest = least(3);
        match wanted {
            Wanted::Largest => Profile([largest; 4]),
            Wanted::Every => Profile([leaf, least(1), least(2), largest]),
        }
    }

    /// Least errors for each root.
    pub fn by_root<T: Counter + Plain>(&self, wheel: Wheel) -> Vec<Profile<u32>> {
        let errors = self.errors.read::<T>();
        let of = |root: usize, splits: usize| errors[(splits - 1) * wheel.stride + root].to_i32() as u32;
        (0..wheel.features).map(|root| Profile([of(root, 1), of(root, 1), of(root, 2), of(root, 3)])).collect()
    }

    /// How many rows answer yes to each feature.
    pub fn rows_by_feature<T: Counter + Plain>(&self, wheel: Wheel, into: &mut Vec<u32>) {
        into.clear();
        into.resize(wheel.features, 0);
        for of_class in self.yes.read::<T>().chunks_exact(wheel.stride).take(self.rows.len()) {
            for (sum, yes) in into.iter_mut().zip(of_class) {
                *sum += yes.to_i32() as u32;
            }
        }
    }

    pub fn bytes(&self) -> usize {
        self.sheet.bytes() + self.yes.bytes() + self.balance.bytes() + self.pairs.bytes() + self.errors.bytes()
    }
}
