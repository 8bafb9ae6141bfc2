//! The digits that each cell may still have.

use std::sync::Arc;

use crate::geometry::{Candidate, Cell, Digit, Geometry};
use crate::grid::Grid;
use crate::reduction::bits::{ones, place_of};
use crate::reduction::used_digits::UsedDigits;

/// The live candidates of a grid's empty cells: a bit for each digit of each cell, in whole words of 64.
///
/// Filled cells have no candidates. The bits take N²·⌈N/64⌉ words.
///
/// ```
/// use satdoku::reduction::Candidates;
/// use satdoku::{Cell, Grid};
///
/// let puzzle: Grid = ".4.2...1.....3..".parse()?;
/// let candidates = Candidates::of(&puzzle);
/// assert_eq!(candidates.digits(Cell::new(0, 0)).map(|digit| digit.get()).collect::<Vec<_>>(), [1, 3]);
/// assert_eq!((candidates.count(Cell::new(0, 1)), candidates.len()), (0, 26));
/// # Ok::<(), satdoku::grid::format::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Candidates {
    geometry: Arc<Geometry>,
    words_per_cell: usize,
    words: Vec<u64>,
}

impl Candidates {
    /// The candidates of each empty cell: the digits that its units do not have. Takes time in the cells of the units and in the
    /// words.
    #[must_use]
    pub fn of(grid: &Grid) -> Self {
        let (used, incidence) = (UsedDigits::of(grid), grid.geometry().incidence());
        let mut words = Vec::with_capacity(grid.digits().len() * used.words());
        for (cell, digit) in grid.digits().iter().enumerate() {
            let free = |word| if digit.is_none() { used.free(incidence, cell, word) } else { 0 };
            words.extend((0..used.words()).map(free));
        }
        Self::from_words(grid.geometry(), words)
    }

    pub(super) fn from_words(geometry: &Arc<Geometry>, words: Vec<u64>) -> Self {
        Self { geometry: Arc::clone(geometry), words_per_cell: geometry.digit_count().div_ceil(64), words }
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// Whether the cell is empty and may still have the digit.
    ///
    /// # Panics
    /// If the cell or the digit is none of the board's.
    #[must_use]
    pub fn is_live(&self, candidate: Candidate) -> bool {
        let (word, bit) = place_of(self.geometry.digit_index(candidate.digit));
        self.words(candidate.cell)[word] & bit != 0
    }

    pub(super) fn remove(&mut self, candidate: Candidate) {
        let (word, bit) = place_of(self.geometry.digit_index(candidate.digit));
        self.words[self.geometry.index(candidate.cell) * self.words_per_cell + word] &= !bit;
    }

    /// The bits of a cell: digit index i has bit i mod 64 of word i / 64.
    ///
    /// # Panics
    /// If the cell lies outside.
    #[must_use]
    pub fn words(&self, cell: Cell) -> &[u64] {
        assert!(self.geometry.contains(cell), "{cell} lies outside");
        &self.words[self.geometry.index(cell) * self.words_per_cell..][..self.words_per_cell]
    }

    /// The bits of all cells in the order of reading, ⌈N/64⌉ words each.
    #[must_use]
    pub(crate) fn all_words(&self) -> &[u64] {
        &self.words
    }

    /// The digits left for a cell, in ascending order.
    ///
    /// # Panics
    /// If the cell lies outside.
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = Digit> + use<'_> {
        ones(self.words(cell)).map(|digit| self.geometry.digit(digit))
    }

    /// How many digits are left for a cell.
    ///
    /// # Panics
    /// If the cell lies outside.
    #[must_use]
    pub fn count(&self, cell: Cell) -> usize {
        self.words(cell).iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many candidates there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no candidate is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The candidates that are not among `others`.
    pub(super) fn without(mut self, others: &Self) -> Vec<Candidate> {
        self.words.iter_mut().zip(&others.words).for_each(|(word, other)| *word &= !other);
        self.iter().collect()
    }

    /// All candidates, cell by cell in the order of reading and by digit.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> + use<'_> {
        let cells = self.geometry.cells().zip(self.words.chunks(self.words_per_cell));
        cells.flat_map(move |(cell, words)| {
            ones(words).map(move |digit| Candidate::new(cell, self.geometry.digit(digit)))
        })
    }
}

impl std::fmt::Debug for Candidates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
