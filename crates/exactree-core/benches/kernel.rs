//! The kernel against the machine's own limit: `cargo bench --bench kernel`.
//!
//! A tree of depth two needs the rows that each pair of features has in common: one AND and one population count for
//! each pair and row, were there nothing else to do. How many of those the machine can do is measured in the same
//! run, on memory that lies in its first cache; the kernel's whole work, from the packed rows to the least errors, is
//! given as a share of that.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use exactree_core::parts::{DepthTwo, count_bits};
use exactree_core::{Level, Table};

fn main() {
    println!("| level | rows | features | classes | µs a cover | pairs x rows, 10^9/s | limit | share |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for level in Level::available() {
        for (rows, features, classes) in
            [(100, 64, 2), (100, 128, 2), (300, 128, 2), (1_000, 128, 2), (1_000, 128, 5), (10_000, 128, 2)]
        {
            let mut work = DepthTwo::of(&table(rows, features, classes), level);
            // Turn and turn about, so that both meet the same weather.
            let (mut kernel, mut limit) = (f64::INFINITY, f64::INFINITY);
            for _ in 0..5 {
                kernel = kernel.min(seconds_each(|| _ = black_box(work.least_errors())));
                limit = limit.min(seconds_each(|| _ = black_box(count_bits(&BYTES, ROUNDS, level))));
            }
            let (_, bits) = count_bits(&BYTES, ROUNDS, level);
            let (of_kernel, of_machine) = (work.pairs_times_rows() as f64 / kernel, bits as f64 / limit);
            println!(
                "| {level:?} | {rows} | {features} | {classes} | {:.2} | {:.0} | {:.0} | {:.0}% |",
                1e6 * kernel,
                1e-9 * of_kernel,
                1e-9 * of_machine,
                100.0 * of_kernel / of_machine,
            );
        }
    }
}

const ROUNDS: usize = 1_000;

/// Eight kilobytes of anything.
static BYTES: [u8; 8 << 10] = {
    let mut bytes = [0; 8 << 10];
    let mut at = 0;
    while at < bytes.len() {
        bytes[at] = ((at * 131) >> 3) as u8;
        at += 1;
    }
    bytes
};

/// Seconds that one call takes, over a tenth of a second of them.
fn seconds_each(mut work: impl FnMut()) -> f64 {
    let begin = Instant::now();
    let mut calls = 0;
    while begin.elapsed() < Duration::from_millis(100) {
        work();
        calls += 1;
    }
    begin.elapsed().as_secs_f64() / f64::from(calls)
}

fn table(rows: usize, features: usize, classes: usize) -> Table {
    let mixed = |number: usize| {
        (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40
    };
    let labels: Vec<u32> = (0..rows).map(|row| (mixed(row) % classes as u64) as u32).collect();
    Table::from_fn(&labels, classes, features, |row, feature| mixed(row * features + feature + 77).is_multiple_of(3))
}
