//! Covers and packed tables: sets of rows as bits.
//!
//! A row is a few words of 64 answers each. Rows stand class after class, and each class begins at
//! a multiple of eight, so that eight rows at a time can be turned into a line of one byte a feature.

mod alike;
mod block;
mod census;
mod channels;
mod common;
mod fingerprint;
mod layout;
mod lost;
mod packer;
mod planes;
mod table;

pub use block::{Block, Side};
pub(crate) use block::{Taking, side_masks};
pub(crate) use channels::common_sums;
pub(crate) use common::common_rows;
pub use fingerprint::Fingerprint;
pub(crate) use fingerprint::NameHasher;
pub(crate) use layout::Layout;
pub use packer::Packer;
pub(crate) use planes::{Planes, keep_words};
pub use table::Table;
