//! A thread that panics ends the search, whichever thread it is and whatever the others are at: nobody waits for good.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use exactree_core::Stop;
use exactree_testkit::{Limits, Problem};

use crate::cases::endless;
use crate::variants::{self, Variant};

/// Panics at one question, and never says stop: whatever goes on after it goes on for years.
struct PanicsAt {
    question: usize,
    asked: AtomicUsize,
}

const REASON: &str = "a question too many";

impl Stop for PanicsAt {
    fn should_stop(&self) -> bool {
        assert!(self.asked.fetch_add(1, Ordering::Relaxed) != self.question, "{REASON}");
        false
    }
}

/// What a search panicked with; an error if it has not after a time that is long enough for any.
fn panic_of(variant: Variant, problem: Problem, limits: Limits, question: usize) -> Box<dyn Any + Send> {
    let (ended, news) = channel();
    let search = move || {
        let stop = PanicsAt { question, asked: AtomicUsize::new(0) };
        let search = || variant.solve(&problem, limits, None, &stop);
        let _ = ended.send(catch_unwind(AssertUnwindSafe(search)));
    };
    // Never joined: it would hang this test where it hangs itself.
    thread::Builder::new().spawn(search).expect("a thread can be had");
    let outcome = news.recv_timeout(Duration::from_secs(60));
    let outcome = outcome.unwrap_or_else(|_| panic!("{variant:?} goes on after a panic at question {question}"));
    match outcome {
        Err(panic) => panic,
        Ok(solution) => panic!("{variant:?} ended before question {question}, with {} errors", solution.cost),
    }
}

#[test]
fn a_search_ends_with_the_panic_of_any_of_its_threads() {
    let (problem, limits) = endless();
    for variant in variants::fastest() {
        for question in [0, 1, 10, 100, 1000, 10_000, 30_000] {
            let panic = panic_of(variant, problem.clone(), limits, question);
            assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some(REASON), "{variant:?}, {question}");
        }
    }
}
