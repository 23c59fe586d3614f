//! `cargo run --release --example front -- DEPTH TABLE...`: CPU seconds and sizes of fronts on public tables.

#![expect(clippy::print_stdout, reason = "an example prints what it finds")]

use exactree_core::{FrontSettings, Never, Table, solve_front};
use exactree_testkit::known;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth: usize = arguments.next().and_then(|text| text.parse().ok()).expect("a depth");
    for name in arguments {
        let problem = known::binary_problem(&name).expect("the data is there");
        let table = Table::from_fn(&problem.labels, problem.classes, problem.features, |row, f| problem.rows[row][f]);
        let settings = FrontSettings { max_depth: Some(depth), ..FrontSettings::default() };
        let begin = cpu_seconds();
        let mut front = solve_front(&table, &settings, &Never);
        let seconds = cpu_seconds() - begin;
        let points = front.points().to_vec();
        let begin = cpu_seconds();
        let leaves: usize = (0..points.len()).map(|point| front.tree_of(point).nodes.len() / 2 + 1).sum();
        let trees = cpu_seconds() - begin;
        let positives = problem.labels.iter().filter(|&&label| label == 1).count() as f64;
        let f1 = points.iter().map(|point| {
            let found = positives - f64::from(point.false_negatives);
            2.0 * found / (2.0 * found + f64::from(point.false_positives + point.false_negatives))
        });
        println!(
            "{name} {depth}: {seconds:.4} s, {} points, best F1 {:.16}, trees in {trees:.4} s with {leaves} leaves, {:?}",
            points.len(),
            f1.fold(0.0, f64::max),
            front.statistics()
        );
    }
}

/// CPU time that this process has used, as Linux counts it.
fn cpu_seconds() -> f64 {
    // The count is brought up to date when somebody else may run.
    std::thread::yield_now();
    let counts = std::fs::read_to_string("/proc/self/schedstat").expect("Linux counts");
    let nanoseconds = counts.split_whitespace().next().and_then(|text| text.parse::<f64>().ok());
    nanoseconds.expect("the first count is the time on a processor") / 1e9
}
