//! Sets of up to 64 numbers as words: digits of a cell, places of a unit.

pub(crate) use satdoku_base::bits::ones;

/// The number of the lowest bit that is set.
pub(crate) fn lowest(word: u64) -> usize {
    word.trailing_zeros() as usize
}

/// The lowest `count` bits; `count` is 64 at most.
pub(crate) fn low(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// The most cells of a [`Cells`]; boards with more do not use these sets.
pub(crate) const MOST_CELLS: usize = 256;

/// A set of cells by index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Cells([u64; MOST_CELLS / 64]);

impl Cells {
    /// The set of some cells, each below [`MOST_CELLS`].
    pub(crate) fn of(cells: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::default();
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }

    /// The set with the given words; words beyond its size are left out.
    pub(crate) fn of_words(words: &[u64]) -> Self {
        let mut set = Self::default();
        set.0.iter_mut().zip(words).for_each(|(word, &of)| *word = of);
        set
    }

    #[inline]
    pub(crate) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub(crate) fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; MOST_CELLS / 64]
    }

    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is a subset of another.
    #[inline]
    pub(crate) fn is_within(&self, other: Self) -> bool {
        self.without(other).is_empty()
    }

    #[inline]
    pub(crate) fn meets(&self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    #[inline]
    pub(crate) fn and(&self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    #[inline]
    pub(crate) fn or(&self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    #[inline]
    pub(crate) fn without(&self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// The cells, ascending.
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> + Clone {
        self.0.into_iter().enumerate().flat_map(|(at, word)| ones(word).map(move |bit| at * 64 + bit))
    }
}
