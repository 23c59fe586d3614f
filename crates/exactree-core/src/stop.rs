//! When to give up: the search asks, the caller knows.

/// Asked often, from every thread of the search. Once it says yes, it says yes for good.
///
/// The search has no clock and hears no signals: a deadline, Ctrl-C and the like are the caller's.
pub trait Stop: Sync {
    /// Whether the search should return with what it has.
    fn should_stop(&self) -> bool;

    /// Once it should: whether even the work that puts the best tree together should end. It ends by itself after so
    /// many questions, unless what is done between two of them takes long.
    fn should_end_at_once(&self) -> bool {
        false
    }
}

/// Never stops the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Never;

impl Stop for Never {
    fn should_stop(&self) -> bool {
        false
    }
}

/// The search was told to stop before it had its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;
