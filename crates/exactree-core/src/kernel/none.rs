//! No kernel: for objectives that need the rows themselves, so that every cover is searched.

use super::{Kernel, Profile, Wanted};
use crate::rows::Block;
use crate::stop::{Stop, Stopped};

/// Has room for nothing, so it is never asked for anything.
#[derive(Clone, Copy, Debug)]
pub struct NoKernel;

impl<C> Kernel<C> for NoKernel {
    fn has_room_for(&self, _: &Block) -> bool {
        false
    }

    fn open(&mut self, _: &Block, _: Wanted, _: &dyn Stop) -> Result<Profile<C>, Stopped> {
        unreachable!("no block is ever open")
    }

    fn split(&mut self, _: &Block, _: usize, _: Wanted, _: &dyn Stop) -> Result<Profile<C>, Stopped> {
        unreachable!("no block is ever open")
    }

    fn rest(&mut self, _: Wanted) -> Profile<C> {
        unreachable!("no block is ever open")
    }

    fn by_root(&self) -> Vec<Profile<C>> {
        unreachable!("no block is ever open")
    }

    fn mass_in_part(&mut self, _: &mut Vec<C>) {
        unreachable!("no block is ever open")
    }

    fn bytes(&self) -> usize {
        0
    }
}
