//! The width of the indices of a linked matrix.

use std::fmt::Debug;
use std::ops::IndexMut;

/// An index type together with the tables that it indexes.
///
/// A narrow index reaches every place of its table, so the table has a fixed length and needs no bounds check; and a node is half
/// as large. Both together are worth a tenth of the time of all 2×3 grids.
pub(crate) trait Width: Copy + Debug + Eq + 'static {
    /// A table that is indexed by this width.
    type Table<T: Copy>: ?Sized + IndexMut<usize, Output = T>;

    /// Added to the sizes of secondary items, so that they never look forced or hopeless.
    const SECONDARY: Self;

    /// Whether a matrix of `options` options and `nodes` nodes, headers and the sentinel included, fits.
    fn fits(options: usize, nodes: usize) -> bool;

    /// A table with room for `len` entries at least.
    fn table<T: Copy>(zero: T, len: usize) -> Box<Self::Table<T>>;

    /// The index, which must fit.
    fn new(index: usize) -> Self;

    /// The index as a place in a table.
    fn index(self) -> usize;
}

/// As many places as 16 bits reach.
const NARROW: usize = 1 << 16;

impl Width for u16 {
    type Table<T: Copy> = [T; NARROW];

    const SECONDARY: Self = 1 << 15;

    fn fits(options: usize, nodes: usize) -> bool {
        options < usize::from(Self::SECONDARY) && nodes <= NARROW
    }

    fn table<T: Copy>(zero: T, _: usize) -> Box<[T; NARROW]> {
        let table = vec![zero; NARROW].into_boxed_slice();
        let Ok(table) = table.try_into() else { unreachable!("the length is the array's") };
        table
    }

    #[inline]
    fn new(index: usize) -> Self {
        index as Self
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self)
    }
}

impl Width for u32 {
    type Table<T: Copy> = [T];

    const SECONDARY: Self = 1 << 31;

    fn fits(options: usize, nodes: usize) -> bool {
        options < Self::SECONDARY as usize && nodes < Self::SECONDARY as usize
    }

    fn table<T: Copy>(zero: T, len: usize) -> Box<[T]> {
        vec![zero; len].into_boxed_slice()
    }

    #[inline]
    fn new(index: usize) -> Self {
        index as Self
    }

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}
