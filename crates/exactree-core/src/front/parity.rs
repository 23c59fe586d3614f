//! Which trees are fair: the rates of two groups, and the lead of one over the other as a whole number.

use super::criterion::Criterion;
use super::spoken::SpokenTree;

/// Which rates of two groups are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// How many rows of a group are told 1 (demographic parity).
    Told,
    /// How many rows of a group that are of class 1 are told 1 (equal opportunity: the true positive rate).
    Found,
}

/// How much two groups may be treated differently.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fairness {
    /// What is compared.
    pub parity: Parity,
    /// The most that the rates may differ, either way; between 0 and 1.
    pub most: f64,
}

/// The stratum of a row in a table for [`solve_fair`](crate::solve_fair), of its class (0 or 1) and its group (0 or 1).
pub fn stratum_of(class: u32, group: u32) -> u32 {
    2 * group + class
}

/// Errors go along; the lead goes up, seen from one end or the other.
pub(super) struct Lead {
    /// What telling a row 1 does to the lead, stratum by stratum.
    pub steps: [i64; 4],
}

impl Criterion for Lead {
    fn along(&self, stratum: usize, said: usize) -> u32 {
        u32::from(stratum % 2 != said)
    }

    fn height(&self, stratum: usize, said: usize) -> i64 {
        if said == 1 { self.steps[stratum] } else { 0 }
    }
}

/// Rates over a common denominator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// What telling a row 1 does to the lead of the first group, stratum by stratum.
    pub steps: [i64; 4],
    /// The highest lead there is.
    pub farthest: i64,
    /// The highest lead that is fair.
    pub most: i64,
    /// How many rows of each group may be told 1 to a purpose.
    sizes: [u32; 2],
    parity: Parity,
}

impl Scale {
    pub fn of(counts: &[u32], fairness: Fairness) -> Scale {
        let Fairness { parity, most } = fairness;
        let sizes = [0, 2].map(|group| match parity {
            Parity::Told => counts[group] + counts[group + 1],
            Parity::Found => counts[group + 1],
        });
        let common = greatest_common_divisor(sizes[0], sizes[1]).max(1);
        // One row more of a group is one part of its size more; written over the product of both sizes.
        let [first, second] = [i64::from(sizes[1] / common), -i64::from(sizes[0] / common)];
        let zeros = |step| if parity == Parity::Told { step } else { 0 };
        let farthest = i64::from(sizes[0]) * first;
        let mut fair = ((most * farthest as f64).max(0.0) as i64).min(farthest);
        // The product is rounded, too: 0.29 of 100 comes out as less than 29.
        while fair < farthest && (fair + 1) as f64 / farthest as f64 <= most {
            fair += 1;
        }
        Scale { steps: [zeros(first), first, zeros(second), second], farthest, most: fair, sizes, parity }
    }

    /// The rates of both groups under a tree.
    pub fn rates(&self, tree: &SpokenTree) -> [f64; 2] {
        let mut told = [0, 0];
        for node in &tree.nodes {
            if node.question.is_none() && node.says == 1 {
                for group in [0, 1] {
                    let zeros = if self.parity == Parity::Told { node.counts[2 * group] } else { 0 };
                    told[group] += zeros + node.counts[2 * group + 1];
                }
            }
        }
        [0, 1].map(|group| f64::from(told[group]) / f64::from(self.sizes[group].max(1)))
    }
}

fn greatest_common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_of_just_as_much_as_is_allowed_is_fair() {
        for percent in 0..=100 {
            for parity in [Parity::Told, Parity::Found] {
                let fairness = Fairness { parity, most: f64::from(percent) / 100.0 };
                let scale = Scale::of(&[0, 100, 0, 300], fairness);
                assert_eq!((scale.farthest, scale.most), (300, 3 * i64::from(percent)));
                let zeros = if parity == Parity::Told { [3, -1] } else { [0, 0] };
                assert_eq!(scale.steps, [zeros[0], 3, zeros[1], -1]);
            }
        }
    }

    #[test]
    fn without_a_group_every_tree_is_fair() {
        let scale = Scale::of(&[5, 7, 0, 0], Fairness { parity: Parity::Told, most: 0.0 });
        assert_eq!((scale.steps[..2].to_vec(), scale.farthest, scale.most), (vec![0, 0], 0, 0));
    }
}
