//! `cargo run --release --example speed -- DEPTH THREADS TABLE...`: seconds and counts of proofs on public tables.

#![expect(clippy::print_stdout, reason = "an example prints what it finds")]

use std::time::Instant;

use exactree_core::{Errors, Never, Settings, Table, solve};
use exactree_testkit::known;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |what: &str| -> usize { arguments.next().and_then(|text| text.parse().ok()).expect(what) };
    let (depth, threads) = (number("a depth"), number("a number of threads"));
    for name in arguments {
        let problem = known::binary_problem(&name).expect("the data is there");
        let table = Table::from_fn(&problem.labels, problem.classes, problem.features, |row, f| problem.rows[row][f]);
        let settings = Settings { max_depth: Some(depth), threads, ..Settings::default() };
        let begin = Instant::now();
        let solution = solve(&table, &Errors::COUNTED, &settings, &Never);
        let seconds = begin.elapsed().as_secs_f64();
        assert_eq!(solution.tree.cost(0), solution.cost);
        println!(
            "{name} {depth}: {seconds:.4} s, {} errors {:?}, {:?}",
            solution.cost, solution.status, solution.statistics
        );
    }
}
