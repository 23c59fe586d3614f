//! Floors: costs that no tree for a subproblem goes below. One idea a file.

mod siblings;

pub(crate) use siblings::{Searched, Siblings};
