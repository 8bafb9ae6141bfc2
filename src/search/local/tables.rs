//! Tables of items and of candidates, in numbers as short as a puzzle allows.

use std::fmt::Debug;
use std::ops::{Index, IndexMut};

/// The number of an item or of a candidate. Two-byte numbers suffice for nearly all puzzles and keep the tables near the core.
pub(super) trait Number: Copy + Eq + Debug + Send + Sync + 'static {
    /// No item, no candidate.
    const NONE: Self;
    /// A value for each number.
    type Table<T: Debug + Send + Sync>: Index<Self, Output = T> + IndexMut<Self> + Debug + Send + Sync;

    /// A table of values by number; a table of fixed length is padded with `filling`.
    fn table<T: Copy + Debug + Send + Sync>(values: Vec<T>, filling: T) -> Self::Table<T>;

    /// The number of an index, which fits.
    fn of(index: usize) -> Self;

    /// The index of the number.
    fn index(self) -> usize;
}

impl Number for u16 {
    const NONE: Self = Self::MAX;
    type Table<T: Debug + Send + Sync> = Short<T>;

    fn table<T: Copy + Debug + Send + Sync>(mut values: Vec<T>, filling: T) -> Short<T> {
        values.resize(SHORT, filling);
        let Ok(table) = values.into_boxed_slice().try_into() else { unreachable!("the length was just set") };
        Short(table)
    }

    fn of(index: usize) -> Self {
        index as Self
    }

    fn index(self) -> usize {
        usize::from(self)
    }
}

impl Number for u32 {
    const NONE: Self = Self::MAX;
    type Table<T: Debug + Send + Sync> = Long<T>;

    fn table<T: Copy + Debug + Send + Sync>(values: Vec<T>, _: T) -> Long<T> {
        Long(values)
    }

    fn of(index: usize) -> Self {
        index as Self
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// How many numbers of two bytes there are.
const SHORT: usize = 1 << 16;

/// A table indexed by two-byte numbers, which are always in bounds.
#[derive(Debug)]
pub(super) struct Short<T>(Box<[T; SHORT]>);

impl<T> Index<u16> for Short<T> {
    type Output = T;

    #[inline]
    fn index(&self, number: u16) -> &T {
        &self.0[usize::from(number)]
    }
}

impl<T> IndexMut<u16> for Short<T> {
    #[inline]
    fn index_mut(&mut self, number: u16) -> &mut T {
        &mut self.0[usize::from(number)]
    }
}

/// A table by numbers of four bytes.
#[derive(Debug)]
pub(super) struct Long<T>(Vec<T>);

impl<T> Index<u32> for Long<T> {
    type Output = T;

    #[inline]
    fn index(&self, number: u32) -> &T {
        &self.0[number as usize]
    }
}

impl<T> IndexMut<u32> for Long<T> {
    #[inline]
    fn index_mut(&mut self, number: u32) -> &mut T {
        &mut self.0[number as usize]
    }
}
