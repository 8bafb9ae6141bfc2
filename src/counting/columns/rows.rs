//! Data of the inner loop: rows of numbers, and the pairs of rows to multiply.

/// So many numbers fill a cache line and the widest vector.
pub(super) const LINE: usize = 32;

/// The indices of two rows, and their weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) one: u16,
    pub(super) other: u16,
    pub(super) weight: u32,
}

/// Rows of equal length, each beginning at a cache line.
pub(super) struct Rows<'a> {
    pub(super) numbers: &'a [i16],
    /// How many [`LINE`]s a row has.
    pub(super) lines: usize,
}

impl Rows<'_> {
    /// The lines of a row.
    #[inline]
    pub(super) fn row(&self, at: u16) -> &[[i16; LINE]] {
        let width = self.lines * LINE;
        let start = usize::from(at) * width;
        self.numbers[start..start + width].as_chunks().0
    }
}
