//! Threads that help where there is work.
//!
//! A thread that tries the splits of a node calls for help before each of them. If a thread is idle, it joins at that
//! node, takes splits in turn like the first one, and goes idle again when there are none left. While the first one waits
//! for the others to finish their last splits, somebody else may use its place. So idle threads find work at any
//! depth, and a search with one thread never pays for more than a look at a number.

use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::{Search, Worker};

/// The threads of a search that are not searching.
pub(super) struct Crew {
    /// How many more threads may search.
    idle: AtomicIsize,
    alone: bool,
    /// What the idle ones need to begin.
    workers: Mutex<Vec<Worker>>,
}

impl Crew {
    /// A crew for so many threads, the calling one included.
    pub fn of(threads: usize) -> Self {
        let others = threads.clamp(1, 1 << 16) as isize - 1;
        Crew { idle: AtomicIsize::new(others), alone: others == 0, workers: Mutex::default() }
    }

    /// Does `work` here, and in idle threads too when it calls for help.
    pub fn share(&self, search: &Search, worker: &mut Worker, work: impl Fn(&mut Worker, &dyn Fn()) + Sync) {
        if self.alone {
            return work(worker, &|| {});
        }
        thread::scope(|scope| {
            let work = &work;
            let call_for_help = || {
                if self.take_place() {
                    let help = || {
                        let mut helper = self.idle_workers().pop().unwrap_or_else(|| search.new_worker());
                        work(&mut helper, &|| {});
                        self.idle_workers().push(helper);
                        self.leave_place();
                    };
                    // No thread to be had is no fault: the others do the work.
                    if thread::Builder::new().name("exactree".into()).spawn_scoped(scope, help).is_err() {
                        self.leave_place();
                    }
                }
            };
            work(worker, &call_for_help);
            // This thread waits from here on, so another one may search in its place.
            self.leave_place();
        });
        self.idle.fetch_sub(1, Relaxed);
    }

    /// Ends the crew: what its threads did is in their workers.
    pub fn dismiss(&self) -> Vec<Worker> {
        std::mem::take(&mut self.idle_workers())
    }

    fn take_place(&self) -> bool {
        self.idle.load(Relaxed) > 0
            && (self.idle.fetch_sub(1, Relaxed) > 0 || {
                self.leave_place();
                false
            })
    }

    fn leave_place(&self) {
        self.idle.fetch_add(1, Relaxed);
    }

    fn idle_workers(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
