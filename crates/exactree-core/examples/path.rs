//! `cargo run --release --example path -- DEPTH TABLE...`: seconds for the best trees of every size, and for each by itself.

#![expect(clippy::print_stdout, reason = "an example prints what it finds")]

use std::time::Instant;

use exactree_core::{Errors, Never, Settings, Table, solve, solve_path};
use exactree_testkit::known;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth: usize = arguments.next().and_then(|text| text.parse().ok()).expect("a depth");
    for name in arguments {
        let problem = known::binary_problem(&name).expect("the data is there");
        let table = Table::from_fn(&problem.labels, problem.classes, problem.features, |row, f| problem.rows[row][f]);
        let settings = Settings { max_depth: Some(depth), ..Settings::default() };
        let begin = Instant::now();
        let path = solve_path(&table, &Errors::COUNTED, &settings, &Never);
        let together = begin.elapsed().as_secs_f64();
        let begin = Instant::now();
        let by_itself = |splits| {
            let settings = Settings { max_splits: Some(splits), ..settings.clone() };
            solve(&table, &Errors::COUNTED, &settings, &Never).cost
        };
        let each: Vec<u32> = (0..1 << depth).map(by_itself).collect();
        let apart = begin.elapsed().as_secs_f64();
        let steps = path.by_depth.last().expect("depth zero at least");
        println!("{name} {depth}: {together:.4} s together, {apart:.4} s apart, {:?}", path.statistics);
        assert!(steps.iter().map(|step| step.cost).eq(each.into_iter().take(steps.len())));
    }
}
