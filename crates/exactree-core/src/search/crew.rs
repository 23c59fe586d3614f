//! Threads that help where there is most to do.
//!
//! A thread that tries the splits of a node calls for help before each of them. If a thread is idle, it joins at the
//! highest node on the caller's way from the root that has splits left, takes them in turn like everybody there, and
//! goes idle again when there are none. While a thread waits for the others at its node to finish their last
//! splits, somebody else may use its place. So idle threads find work as long as there is any, as large pieces as
//! there are; and a search with one thread never pays for more than a look at a number.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};

use super::subproblem::{STACK_LEFT, STACK_MORE};
use super::{Search, Worker};
use crate::objective::Objective;

/// Calls an idle thread to a node or to one above it; says whether one came.
pub(super) type Call<'a> = &'a (dyn Fn() -> bool + Sync);

/// The call that nobody hears, from above the root.
pub(super) const NOBODY: Call<'static> = &|| false;

/// The threads of a search that are not searching.
pub(super) struct Crew<O: Objective> {
    /// How many more threads may search.
    idle: AtomicIsize,
    alone: bool,
    /// Whether one of them panicked, so that nobody needs to go on.
    failed: AtomicBool,
    /// What it panicked with, for the thread at whose node it helped.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    /// What the idle ones need to begin.
    workers: Mutex<Vec<Worker<O>>>,
}

/// A node at which threads may join.
pub(super) trait Joint<O: Objective>: Sync {
    /// Whether there is anything left to begin with.
    fn has_work(&self) -> bool;

    /// Works until there is nothing left, and calls for help meanwhile.
    fn work(&self, worker: &mut Worker<O>, call: Call);
}

impl<O: Objective> Crew<O> {
    /// A crew for so many threads, the calling one included.
    pub fn of(threads: usize) -> Self {
        let others = threads.clamp(1, 1 << 16) as isize - 1;
        Crew {
            idle: AtomicIsize::new(others),
            alone: others == 0,
            failed: AtomicBool::new(false),
            panic: Mutex::default(),
            workers: Mutex::new(vec![]),
        }
    }

    /// Works at a node here, and in idle threads too when they are called. `above` calls them to the nodes above.
    pub fn work_at(&self, search: &Search<O>, worker: &mut Worker<O>, joint: &impl Joint<O>, above: Call) {
        if self.alone {
            return joint.work(worker, NOBODY);
        }
        let meeting = Meeting { crew: self, search, joint, above };
        thread::scope(|scope| {
            let _alarm = Alarm(&self.failed);
            joint.work(worker, &|| meeting.call(scope));
            // This thread waits from here on, so another one may search in its place.
            self.leave_place();
        });
        self.idle.fetch_sub(1, Relaxed);
        // From one node to the next above it, and so to whoever began the search.
        if let Some(panic) = self.panic().take() {
            resume_unwind(panic);
        }
    }

    /// Whether a thread panicked. The panic comes up where that thread joined; until then there is nothing to gain.
    pub fn has_failed(&self) -> bool {
        self.failed.load(Relaxed)
    }

    /// Ends the crew: what its threads did is in their workers.
    pub fn dismiss(&self) -> Vec<Worker<O>> {
        std::mem::take(&mut self.idle_workers())
    }

    fn take_place(&self) -> bool {
        let taken = self.idle.fetch_sub(1, Relaxed) > 0;
        if !taken {
            self.leave_place();
        }
        taken
    }

    fn leave_place(&self) {
        self.idle.fetch_add(1, Relaxed);
    }

    fn panic(&self) -> MutexGuard<'_, Option<Box<dyn Any + Send>>> {
        self.panic.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn idle_workers(&self) -> MutexGuard<'_, Vec<Worker<O>>> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells the crew when a thread panics.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

/// What a thread needs to join at a node.
struct Meeting<'a, O: Objective, J> {
    crew: &'a Crew<O>,
    search: &'a Search<'a, O>,
    joint: &'a J,
    above: Call<'a>,
}

impl<O: Objective, J: Joint<O>> Meeting<'_, O, J> {
    fn call<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) -> bool {
        if self.crew.idle.load(Relaxed) <= 0 {
            return false;
        }
        // A path may be as long as there are features.
        if stacker::maybe_grow(STACK_LEFT, STACK_MORE, || (self.above)()) {
            return true;
        }
        if !self.joint.has_work() || !self.crew.take_place() {
            return false;
        }
        let help = move || {
            let _alarm = Alarm(&self.crew.failed);
            let mut worker = self.crew.idle_workers().pop().unwrap_or_else(|| self.search.new_worker());
            self.joint.work(&mut worker, &|| self.call(scope));
            self.crew.idle_workers().push(worker);
            self.crew.leave_place();
        };
        // A scope would say that a thread panicked, and not why. What is half done then, nobody looks at.
        let help = move || {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(help)) {
                *self.crew.panic() = Some(panic);
            }
        };
        let joined = thread::Builder::new().name("exactree".into()).spawn_scoped(scope, help).is_ok();
        if !joined {
            // No thread to be had is no fault: those that there are do the work, and nobody calls again.
            self.crew.idle.store(isize::MIN / 2, Relaxed);
        }
        joined
    }
}
