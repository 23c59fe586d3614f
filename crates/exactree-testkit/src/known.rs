//! Published optima of public data sets, for when the data is at hand; the tests skip when it is not.
//!
//! The data lies in the folder named by `EXACTREE_DATA`, or else in `../shared/data` beside the checkout.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::problem::Problem;

/// One row of `optima.csv`: the least training errors of any tree of a depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    pub kind: String,
    pub dataset: String,
    pub rows: usize,
    pub features: usize,
    pub max_depth: usize,
    pub training_errors: u32,
    pub proven_by: String,
}

/// Where the data is, if it is at hand.
pub fn folder() -> Option<PathBuf> {
    let beside_the_checkout = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("EXACTREE_DATA").map_or_else(beside_the_checkout, PathBuf::from);
    folder.join("optima.csv").is_file().then_some(folder)
}

/// The published optima over binary features, in the order of their file; `None`, and a printed reason, without data.
#[expect(clippy::print_stdout, reason = "a test that is skipped says why")]
pub fn binary_optima() -> Option<Vec<Optimum>> {
    let Some(folder) = folder() else {
        println!("skipped: no optima.csv in EXACTREE_DATA or in ../shared/data beside the checkout");
        return None;
    };
    let text = read(&folder.join("optima.csv"));
    Some(parse_optima(&text).into_iter().filter(|optimum| optimum.kind == "binary").collect())
}

/// The binary data set of that name; `None` without data.
pub fn binary_problem(dataset: &str) -> Option<Problem> {
    let path = folder()?.join("binary").join(format!("{dataset}.txt"));
    Some(parse_binary(&read(&path)))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn parse_optima(text: &str) -> Vec<Optimum> {
    text.lines().skip(1).filter(|line| !line.trim().is_empty()).map(parse_optimum).collect()
}

fn parse_optimum(line: &str) -> Optimum {
    let fields: Vec<&str> = line.trim().split(',').collect();
    let [kind, dataset, rows, features, max_depth, training_errors, proven_by] = fields[..] else {
        panic!("an optimum has 7 fields, not {}: {line}", fields.len());
    };
    Optimum {
        kind: kind.to_owned(),
        dataset: dataset.to_owned(),
        rows: number(rows),
        features: number(features),
        max_depth: number(max_depth),
        training_errors: number(training_errors),
        proven_by: proven_by.to_owned(),
    }
}

/// A table of blanks between values, the class first, no header.
fn parse_binary(text: &str) -> Problem {
    let mut rows = vec![];
    let mut labels = vec![];
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut values = line.split_whitespace().map(number::<u32>);
        labels.push(values.next().expect("a line that is not blank has a value"));
        rows.push(values.map(|value| [false, true][value as usize]).collect());
    }
    let classes = labels.iter().max().map_or(0, |&label| label as usize + 1);
    Problem::new(rows, labels, classes)
}

fn number<Number: FromStr>(text: &str) -> Number {
    text.parse().unwrap_or_else(|_| panic!("not a number: {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute::least_errors;
    use crate::problem::Limits;

    #[test]
    fn a_line_of_optima_is_read() {
        let text =
            "kind,dataset,rows,features,max_depth,training_errors,proven_by\nbinary,vote,435,48,3,12,murtree+streed\n";
        let [vote] = &parse_optima(text)[..] else { panic!("one line is one optimum") };
        assert_eq!((vote.dataset.as_str(), vote.rows, vote.features), ("vote", 435, 48));
        assert_eq!((vote.max_depth, vote.training_errors, vote.proven_by.as_str()), (3, 12, "murtree+streed"));
    }

    #[test]
    fn a_binary_file_has_its_class_first() {
        let problem = parse_binary("2 1 0 \n0 0 0\n");
        assert_eq!(problem.rows, [[true, false], [false, false]]);
        assert_eq!((problem.labels.as_slice(), problem.classes), (&[2, 0][..], 3));
    }

    #[test]
    fn the_data_has_the_shapes_that_the_optima_name() {
        for optimum in binary_optima().into_iter().flatten() {
            let problem = binary_problem(&optimum.dataset).expect("the optima lie beside the data");
            assert_eq!((problem.rows.len(), problem.features), (optimum.rows, optimum.features), "{optimum:?}");
        }
    }

    #[test]
    fn brute_force_agrees_with_two_published_optima() {
        let small =
            |optimum: &Optimum| optimum.max_depth == 3 && matches!(optimum.dataset.as_str(), "primary-tumor" | "vote");
        for optimum in binary_optima().into_iter().flatten().filter(small) {
            let problem = binary_problem(&optimum.dataset).expect("the optima lie beside the data");
            let limits = Limits { max_depth: Some(3), ..Limits::NONE };
            assert_eq!(least_errors(&problem, limits), optimum.training_errors, "{optimum:?}");
        }
    }
}
