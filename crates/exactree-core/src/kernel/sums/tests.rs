//! The kernel against all trees of depth two, each summed up row by row.

use super::*;
use crate::kernel::smaller_side;
use crate::objective::{Labels, Masses, Objective, Squares, Sums, Targets};
use crate::rows::{Side, Table, Taking};
use crate::simd::Level;
use crate::stop::Never;

const ROWS: usize = 60;

fn holds(row: usize, feature: usize, seed: usize) -> bool {
    (row * 7919 + feature * 104_729 + seed * 15_485_863) % 101 < 20 + 7 * (feature % 8)
}

fn number(row: usize, seed: usize) -> f64 {
    ((row * row * 31 + seed * 17) % 23) as f64
}

/// What a leaf over some rows costs.
type Price<'a> = &'a dyn Fn(&[usize]) -> u64;

/// The least costs of all trees over some rows, for at most 0 to 3 splits and with leaves of `least` rows.
fn brute(rows: &[usize], features: &[usize], seed: usize, least: usize, price: Price) -> [u64; 4] {
    let split = |rows: &[usize], feature: usize| -> Option<[Vec<usize>; 2]> {
        let (yes, no): (Vec<usize>, Vec<usize>) = rows.iter().partition(|&&row| holds(row, feature, seed));
        (yes.len() >= least && no.len() >= least).then_some([yes, no])
    };
    let stump = |rows: &[usize]| -> u64 {
        let splits = features.iter().filter_map(|&feature| split(rows, feature));
        splits.map(|sides| price(&sides[0]) + price(&sides[1])).fold(price(rows), u64::min)
    };
    let mut least_of = [price(rows), stump(rows), stump(rows), stump(rows)];
    for sides in features.iter().filter_map(|&feature| split(rows, feature)) {
        let [leaves, stumps] = [sides.each_ref().map(|side| price(side)), sides.each_ref().map(|side| stump(side))];
        let two = (leaves[0] + stumps[1]).min(stumps[0] + leaves[1]);
        least_of[2] = least_of[2].min(two);
        least_of[3] = least_of[3].min(two).min(stumps[0] + stumps[1]);
    }
    least_of
}

fn check<P: crate::objective::Summed>(objective: &Sums<P>, table: &Table, seed: usize, price: Price) {
    for level in Level::available() {
        for min_leaf in [1, 2, 7] {
            let taking = Taking { min_leaf, min_mass: None, merge_twins: true, level, stop: &Never };
            let block = Block::of_table(table, taking).expect("never stopped");
            let mut kernel = objective.kernel(Building { level, min_leaf, min_mass: 0.0, narrow: true });
            let features: Vec<usize> = block.features().iter().map(|&id| id as usize).collect();
            let least = |rows: &[usize]| Profile(brute(rows, &features, seed, min_leaf as usize, price));
            let all: Vec<usize> = (0..ROWS).collect();
            let what = format!("seed {seed}, leaves of {min_leaf}, {level:?}");
            assert_eq!(kernel.open(&block, Wanted::Every, &Never), Ok(least(&all)), "{what}");
            let best_roots = kernel.by_root().into_iter().map(|root| root.rooted(3, 0)).min();
            assert_eq!(best_roots.map(|cost| cost.min(price(&all))), Some(least(&all).within(3)), "{what}");
            for (feature, &id) in features.iter().enumerate().step_by(3) {
                let yes_is_part = smaller_side(&block, feature) == Side::Yes;
                let (part, rest): (Vec<usize>, Vec<usize>) =
                    all.iter().partition(|&&row| holds(row, id, seed) == yes_is_part);
                let found = kernel.split(&block, feature, Wanted::Every, &Never);
                assert_eq!(found, Ok(least(&part)), "{what}, part by {id}");
                assert_eq!(kernel.rest(Wanted::Every), least(&rest), "{what}, rest by {id}");
            }
        }
    }
}

fn table(features: usize, seed: usize) -> Table {
    Table::from_fn(&[0; ROWS], 1, features, |row, feature| holds(row, feature, seed))
}

#[test]
fn wrong_labels_cost_the_least_they_can() {
    for (seed, labels) in [(1, 2), (2, 3), (3, 5), (4, 1)] {
        let costs: Vec<Vec<f64>> =
            (0..labels).map(|label| (0..ROWS).map(|row| number(row, seed + 5 * label)).collect()).collect();
        let (objective, table) = Sums::<Labels>::of_labels(table(9 + seed, seed), &costs);
        let price = |rows: &[usize]| {
            let by_label = costs.iter().map(|costs| rows.iter().map(|&row| costs[row]).sum::<f64>());
            by_label.fold(f64::INFINITY, f64::min) as u64
        };
        check(&objective, &table, seed, &price);
    }
}

#[test]
fn squared_distances_are_the_least_they_can_be() {
    for (seed, columns) in [(1, 1), (2, 1), (3, 2), (4, 4)] {
        let targets: Vec<Vec<f64>> =
            (0..columns).map(|column| (0..ROWS).map(|row| number(row, seed + 9 * column) / 8.0).collect()).collect();
        let weights: Vec<f64> = (0..ROWS).map(|row| 1.0 + (row % 4) as f64 / 2.0).collect();
        for weights in [None, Some(&weights[..])] {
            let targets = Targets { columns: &targets, weights };
            let (objective, table, unit) = Sums::<Squares>::of_targets(table(7 + seed, seed), targets);
            // Priced from the same sums in another way: as a block of its own, whose price is compared with the truth.
            let price = |rows: &[usize]| objective.price_of_rows(&table, rows);
            for rows in [(0..ROWS).collect::<Vec<_>>(), (0..9).collect(), vec![5]] {
                let truth = squared_distances(targets, &rows) * unit;
                let priced = price(&rows) as f64;
                assert!((priced - truth).abs() <= objective.slack() as f64, "{priced} is not {truth}");
            }
            check(&objective, &table, seed, &price);
        }
    }
}

fn squared_distances(targets: Targets, rows: &[usize]) -> f64 {
    let weight = |row: usize| targets.weights.map_or(1.0, |weights| weights[row]);
    let all: f64 = rows.iter().map(|&row| weight(row)).sum();
    let of_column = |column: &Vec<f64>| {
        let mean = rows.iter().map(|&row| weight(row) * column[row]).sum::<f64>() / all;
        rows.iter().map(|&row| weight(row) * (column[row] - mean).powi(2)).sum::<f64>()
    };
    targets.columns.iter().map(of_column).sum()
}

#[test]
fn more_features_than_a_plane_holds_are_all_paired() {
    let costs: Vec<Vec<f64>> = (0..2).map(|label| (0..ROWS).map(|row| number(row, 8 * label)).collect()).collect();
    let (objective, table) = Sums::<Labels>::of_labels(table(70, 6), &costs);
    let price = |rows: &[usize]| {
        costs.iter().map(|costs| rows.iter().map(|&row| costs[row]).sum::<f64>()).fold(f64::INFINITY, f64::min) as u64
    };
    let taking = Taking { min_leaf: 1, min_mass: None, merge_twins: false, level: Level::best(), stop: &Never };
    let block = Block::of_table(&table, taking).expect("never stopped");
    let mut kernel = objective.kernel(Building { level: Level::best(), min_leaf: 1, min_mass: 0.0, narrow: true });
    let all: Vec<usize> = (0..ROWS).collect();
    let least = brute(&all, &(0..70).collect::<Vec<_>>(), 6, 1, &price);
    assert_eq!(kernel.open(&block, Wanted::Every, &Never), Ok(Profile(least)));
}
