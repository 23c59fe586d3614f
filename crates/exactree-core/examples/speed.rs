//! `cargo run --release --example speed -- DEPTH TABLE...`: seconds and counts of proofs on shared tables.
use std::time::Instant;

use exactree_core::{Never, Settings, Table, solve};
use exactree_testkit::known;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth: usize = arguments.next().expect("a depth").parse().expect("a depth");
    for name in arguments {
        let problem = known::binary_problem(&name).expect("the data is there");
        let table = Table::from_fn(&problem.labels, problem.classes, problem.features, |row, f| problem.rows[row][f]);
        let settings = Settings { max_depth: Some(depth), ..Settings::default() };
        let begin = Instant::now();
        let solution = solve(&table, &settings, &Never);
        let seconds = begin.elapsed().as_secs_f64();
        println!("{name} {depth}: {seconds:.4} s, {} errors {:?}, {:?}", solution.cost, solution.status, solution.statistics);
    }
}
