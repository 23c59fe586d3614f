//! `cargo run --release --example fair -- told|found MOST DEPTH FEATURE TABLE...`: CPU seconds and errors of fair trees,
//! the answers to one feature being the groups; the trees do not ask it.

#![expect(clippy::print_stdout, reason = "an example prints what it finds")]

use exactree_core::{Fairness, FrontSettings, Never, Parity, Table, solve_fair, stratum_of};
use exactree_testkit::known;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [parity, most, depth, group, names @ ..] = &arguments[..] else {
        panic!("told or found, the most, a depth, a feature, and tables")
    };
    let parity = match parity.as_str() {
        "told" => Parity::Told,
        "found" => Parity::Found,
        other => panic!("told or found, not {other}"),
    };
    let fairness = Fairness { parity, most: most.parse().expect("a number between 0 and 1") };
    let depth = depth.parse().expect("a depth");
    let group: usize = group.parse().expect("the number of a feature");
    for name in names {
        let problem = known::binary_problem(name).expect("the data is there");
        let stratum = |row: usize| stratum_of(problem.labels[row], u32::from(problem.rows[row][group]));
        let strata: Vec<u32> = (0..problem.rows.len()).map(stratum).collect();
        let column = |feature: usize| feature + usize::from(feature >= group);
        let table = Table::from_fn(&strata, 4, problem.features - 1, |row, feature| problem.rows[row][column(feature)]);
        let settings = FrontSettings { max_depth: Some(depth), ..FrontSettings::default() };
        let begin = cpu_seconds();
        let solution = solve_fair(&table, fairness, &settings, &Never);
        let seconds = cpu_seconds() - begin;
        let [first, second] = solution.rates;
        println!(
            "{name} {depth}: {seconds:.4} s, {} errors {:?}, rates {first:.6} {second:.6}, {:?}",
            solution.cost, solution.status, solution.statistics
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
