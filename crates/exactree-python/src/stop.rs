//! When a search must end, and whom it hears: the clock, and the signals that only Python's main thread receives.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use exactree_core::Stop;
use pyo3::prelude::*;

/// How long a signal may wait to be heard.
const POLL: Duration = Duration::from_millis(20);

/// Why a search was told to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    TimeLimit,
    Interrupt,
}

/// A bell that the waiting thread rings and the searching threads look at; looking costs one load.
#[derive(Debug, Default)]
pub struct Bell(AtomicU8);

impl Bell {
    /// Rings; the first cause stays.
    fn ring(&self, cause: Cause) {
        // An exchange that fails found an earlier cause, which is the one to keep.
        let _ = self.0.compare_exchange(0, cause as u8 + 1, Relaxed, Relaxed);
    }

    pub fn cause(&self) -> Option<Cause> {
        match self.0.load(Relaxed) {
            0 => None,
            code if code == Cause::TimeLimit as u8 + 1 => Some(Cause::TimeLimit),
            _ => Some(Cause::Interrupt),
        }
    }
}

impl Stop for Bell {
    #[inline]
    fn should_stop(&self) -> bool {
        self.0.load(Relaxed) != 0
    }
}

/// Waits, with the interpreter released, until `done` says that the search has ended, and rings the bell at the
/// deadline and on a signal whose handler raises. Returns what it raised.
pub fn wait(py: Python<'_>, mut done: Receiver<()>, bell: &Bell, deadline: Option<Instant>) -> Option<PyErr> {
    let mut raised = None;
    loop {
        let receiver = &mut done;
        // The bell is rung before the interpreter is taken back, which another thread may hold for long.
        let wait = move || {
            let patience = ring_when_due(bell, deadline);
            let news = receiver.recv_timeout(patience);
            ring_when_due(bell, deadline);
            news
        };
        // A sender that is gone belonged to a search that panicked: it has ended as well.
        match py.detach(wait) {
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return raised,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if raised.is_none()
            && let Err(error) = py.check_signals()
        {
            bell.ring(Cause::Interrupt);
            raised = Some(error);
        }
    }
}

/// Rings the bell if the deadline is over. Returns how long to wait before the next look.
fn ring_when_due(bell: &Bell, deadline: Option<Instant>) -> Duration {
    match deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())) {
        None => POLL,
        Some(Duration::ZERO) => {
            bell.ring(Cause::TimeLimit);
            POLL
        }
        Some(left) => left.min(POLL),
    }
}
