//! `cargo run --release --example sums -- DEPTH THREADS [regression:]TABLE...`: seconds and counts of proofs with squared
//! errors, or with weighted rows.

#![expect(clippy::print_stdout, reason = "an example prints what it finds")]

use std::time::Instant;

use exactree_core::{Labels, Never, Objective, Settings, Squares, Sums, Table, Targets, solve};
use exactree_testkit::known;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |what: &str| -> usize { arguments.next().and_then(|text| text.parse().ok()).expect(what) };
    let (depth, threads) = (number("a depth"), number("a number of threads"));
    let folder = known::folder().expect("the data is there");
    for name in arguments {
        if let Some(name) = name.strip_prefix("regression:") {
            let text =
                std::fs::read_to_string(folder.join(format!("regression/{name}.txt"))).expect("the data is there");
            let rows: Vec<Vec<f64>> = text.lines().map(numbers).collect();
            let table = unlabelled(rows.len(), rows[0].len() - 1, |row, feature| rows[row][feature + 1] == 1.0);
            let targets = [rows.iter().map(|row| row[0]).collect()];
            let (objective, table, unit) =
                Sums::<Squares<1>>::of_targets(table, Targets { columns: &targets, weights: None });
            run(name, &table, &objective, depth, threads, unit, objective.least_price());
        } else {
            let problem = known::binary_problem(&name).expect("the data is there");
            let table = unlabelled(problem.rows.len(), problem.features, |row, feature| problem.rows[row][feature]);
            let weight = |row: usize| (row * 7919 % 1000 + 1) as f64;
            let cost = |label: u32| {
                let of_row = |row: usize| if problem.labels[row] == label { 0.0 } else { weight(row) };
                (0..problem.rows.len()).map(of_row).collect()
            };
            let (objective, table) = Sums::<Labels<1>>::of_labels(table, &[cost(0), cost(1)]);
            run(&name, &table, &objective, depth, threads, 1.0, 0);
        }
    }
}

fn numbers(line: &str) -> Vec<f64> {
    line.split_whitespace().map(|cell| cell.parse().expect("a number")).collect()
}

fn unlabelled(rows: usize, features: usize, value: impl Fn(usize, usize) -> bool) -> Table {
    Table::from_fn(&vec![0; rows], 1, features, value)
}

fn run<O: Objective<Cost = u64>>(
    name: &str,
    table: &Table,
    objective: &O,
    depth: usize,
    threads: usize,
    unit: f64,
    per_split: u64,
) {
    let settings = Settings { max_depth: Some(depth), threads, per_split, ..Settings::default() };
    let begin = Instant::now();
    let solution = solve(table, objective, &settings, &Never);
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{name} {depth}: {seconds:.4} s, costs {} {:?}, {:?}",
        solution.cost as f64 / unit,
        solution.status,
        solution.statistics
    );
}
