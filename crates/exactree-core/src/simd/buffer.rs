//! Memory that starts at a cache line, so that no aligned vector load straddles two.

#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct CacheLine([u64; 8]);

/// Memory that is read and written as bytes or as counters of any width. Reusing it keeps it.
#[derive(Default)]
pub(crate) struct Buffer {
    lines: Vec<CacheLine>,
}

/// A number of which every bit pattern is valid.
pub(crate) trait Plain: Copy {}
impl Plain for u8 {}
impl Plain for i8 {}
impl Plain for i16 {}
impl Plain for i32 {}

impl Buffer {
    /// The first `length` numbers, which hold whatever was written there last.
    #[inline(always)]
    pub fn make<T: Plain>(&mut self, length: usize) -> &mut [T] {
        let lines = (length * size_of::<T>()).div_ceil(size_of::<CacheLine>());
        if self.lines.len() < lines {
            self.lines.resize(lines, CacheLine([0; 8]));
        }
        // SAFETY: there are at least `length` numbers of initialised memory, for which every bit pattern
        // is valid, aligned to a cache line; `&mut self` makes the access the only one.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), length) }
    }

    /// All numbers there are.
    #[inline(always)]
    pub fn read<T: Plain>(&self) -> &[T] {
        let length = self.bytes() / size_of::<T>();
        // SAFETY: as for `make`; `&self` keeps writers away.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), length) }
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.lines[..])
    }
}
