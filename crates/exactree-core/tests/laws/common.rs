//! From the testkit's words to the search's and back, and what must hold of any answer.

use std::sync::atomic::{AtomicUsize, Ordering};

use exactree_core::{Solution, Status, Stop, Table, Tree as Answer};
use exactree_testkit::flat::{FlatNode, unfold};
use exactree_testkit::{Limits, Problem, Tree, check};

/// The problem as the search takes it, each row as often as it has copies.
pub fn table_of(problem: &Problem) -> Table {
    let rows = problem.spread_out();
    let labels: Vec<u32> = rows.iter().map(|&row| problem.labels[row]).collect();
    Table::from_fn(&labels, problem.classes, problem.features, |row, feature| problem.rows[rows[row]][feature])
}

/// The search's list of nodes as a tree; each leaf says its most frequent class, the lowest on ties.
pub fn nested(answer: &Answer) -> Tree {
    let node = |node: &exactree_core::Node| match node.question {
        Some(question) => FlatNode::Split { feature: question.feature, no: question.no, yes: question.yes },
        None => FlatNode::Leaf { label: most_frequent(&node.counts) },
    };
    let nodes: Vec<FlatNode> = answer.nodes.iter().map(node).collect();
    unfold(&nodes).unwrap_or_else(|why| panic!("{why}: {answer:?}"))
}

fn most_frequent(counts: &[u32]) -> u32 {
    let most = counts.iter().max().copied().unwrap_or(0);
    counts.iter().position(|&count| count == most).unwrap_or(0) as u32
}

/// What holds of every answer, stopped or not: the tree keeps its limits, makes exactly `cost` errors, its
/// nodes count the rows that reach them, and the floor is no higher than the cost.
pub fn assert_sound(problem: &Problem, limits: Limits, solution: &Solution) {
    assert_eq!(check(problem, &nested(&solution.tree), limits), Ok(solution.cost), "the tree's errors: {solution:?}");
    assert_counts(problem, &solution.tree);
    assert!(solution.floor <= solution.cost, "the floor is above the cost: {solution:?}");
}

/// What holds of every answer that is said to be proven.
pub fn assert_proven(problem: &Problem, limits: Limits, optimum: u32, solution: &Solution) {
    assert_eq!((solution.status, solution.cost, solution.floor), (Status::Optimal, optimum, optimum), "{solution:?}");
    assert_sound(problem, limits, solution);
}

fn assert_counts(problem: &Problem, tree: &Answer) {
    let mut open = vec![(0, problem.all())];
    while let Some((number, rows)) = open.pop() {
        let node = &tree.nodes[number];
        assert_eq!(node.counts, problem.counts(&rows), "the rows at node {number} of {tree:?}");
        if let Some(question) = node.question {
            let (yes, no) = rows.into_iter().partition(|&row| problem.rows[row][question.feature]);
            open.extend([(question.no, no), (question.yes, yes)]);
        }
    }
}

/// Says yes after so many questions, and from then on.
#[derive(Debug)]
pub struct After {
    questions: usize,
    asked: AtomicUsize,
}

impl After {
    pub fn questions(questions: usize) -> Self {
        After { questions, asked: AtomicUsize::new(0) }
    }

    /// Never says yes, but counts the questions.
    pub fn all_questions() -> Self {
        After::questions(usize::MAX)
    }

    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Stop for After {
    fn should_stop(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.questions
    }
}
