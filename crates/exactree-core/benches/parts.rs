//! What each part of the search is worth: `cargo bench --bench parts [-- DEPTH TABLE ...]`.
//!
//! Every proof is run with the whole search and then without each part of it; the answers must agree. Counts do not
//! depend on the machine; seconds are the least of three.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

use std::time::Instant;

use exactree_core::parts::{Parts, solve_with};
use exactree_core::{Errors, Never, Settings, Solution, Table};
use exactree_testkit::known;

/// Proofs of a tenth of a second to a second.
const USUAL: [(&str, usize); 6] =
    [("german-credit", 5), ("yeast", 5), ("kr-vs-kp", 6), ("anneal", 6), ("pendigits", 4), ("vehicle", 4)];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let chosen: Vec<(&str, usize)> = match arguments.split_first() {
        Some((depth, tables)) => {
            let depth = depth.parse().expect("the first argument is a depth");
            tables.iter().map(|table| (table.as_str(), depth)).collect()
        }
        None => USUAL.to_vec(),
    };
    if known::folder().is_none() {
        return println!("skipped: the public tables are not at hand");
    }
    println!("| table | depth | without | seconds | times | kernel calls | times | subproblems | times |");
    println!("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, depth) in chosen {
        let problem = known::binary_problem(name).expect("the data is at hand");
        let table = Table::from_fn(&problem.labels, problem.classes, problem.features, |row, at| problem.rows[row][at]);
        let (whole, solution) = run(&table, depth, Parts::ALL);
        print(name, depth, "", (whole, &solution), (whole, &solution));
        for (without, parts) in Parts::each_without() {
            let (seconds, other) = run(&table, depth, parts);
            assert_eq!(other.cost, solution.cost, "{name} without {without}");
            print(name, depth, without, (seconds, &other), (whole, &solution));
        }
    }
}

fn run(table: &Table, depth: usize, parts: Parts) -> (f64, Solution<u32>) {
    let settings = Settings { max_depth: Some(depth), ..Settings::default() };
    let mut least = f64::INFINITY;
    loop {
        let begin = Instant::now();
        let solution = solve_with(table, &Errors::COUNTED, &settings, &Never, parts);
        let seconds = begin.elapsed().as_secs_f64();
        // A run that is not the first, or too long for a second, is the last.
        if least.is_finite() || seconds > 5.0 {
            return (least.min(seconds), solution);
        }
        least = seconds;
    }
}

fn print(
    table: &str,
    depth: usize,
    without: &str,
    (seconds, this): (f64, &Solution<u32>),
    (whole, all): (f64, &Solution<u32>),
) {
    let times = |this: u64, all: u64| this as f64 / all.max(1) as f64;
    let (counts, of_all) = (this.statistics, all.statistics);
    println!(
        "| {table} | {depth} | {without} | {seconds:.3} | {:.2} | {} | {:.2} | {} | {:.2} |",
        seconds / whole,
        counts.kernel_calls,
        times(counts.kernel_calls, of_all.kernel_calls),
        counts.subproblems,
        times(counts.subproblems, of_all.subproblems),
    );
}
