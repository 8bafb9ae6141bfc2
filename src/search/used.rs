//! The board as a search sees it: which digits are used in which unit.

use std::sync::Arc;

use crate::geometry::{Cell, Digit, Geometry, Incidence};
use crate::grid::Grid;

/// Digits in use, a bit each, whole words for each unit.
#[derive(Clone, Debug)]
pub(in crate::search) struct Used {
    words: usize,
    /// The bits of the digits that exist.
    all: Vec<u64>,
    bits: Vec<u64>,
    incidence: Arc<Incidence>,
}

impl Used {
    /// The digits that a puzzle's clues use. The clues must not clash.
    pub(in crate::search) fn by(puzzle: &Grid) -> Self {
        let geometry = puzzle.geometry();
        let words = geometry.side().div_ceil(64);
        let mut all = vec![0; words];
        geometry.digits().for_each(|digit| all[digit.index() / 64] |= 1 << (digit.index() % 64));
        let bits = vec![0; geometry.unit_count() * words];
        let mut used = Self { words, all, bits, incidence: Arc::clone(geometry.incidence()) };
        for clue in puzzle.clues() {
            used.flip(geometry.index(clue.cell), clue.digit);
        }
        used
    }

    /// Words that hold a set of digits.
    pub(in crate::search) fn words(&self) -> usize {
        self.words
    }

    /// Which cell is in which unit.
    pub(in crate::search) fn incidence(&self) -> &Incidence {
        &self.incidence
    }

    /// Writes a digit that is not used, or takes one back.
    pub(in crate::search) fn flip(&mut self, cell: usize, digit: Digit) {
        let (word, bit) = (digit.index() / 64, 1_u64 << (digit.index() % 64));
        for &unit in self.incidence.units(cell) {
            self.bits[unit as usize * self.words + word] ^= bit;
        }
    }

    /// A word of the digits that no unit of the cell uses.
    pub(in crate::search) fn free_word(&self, cell: usize, word: usize) -> u64 {
        let used = |bits, &unit: &u32| bits | self.bits[unit as usize * self.words + word];
        self.all[word] & !self.incidence.units(cell).iter().fold(0, used)
    }

    /// How many digits no unit of the cell uses.
    pub(in crate::search) fn free_count(&self, cell: usize) -> u32 {
        (0..self.words).map(|word| self.free_word(cell, word).count_ones()).sum()
    }
}

/// Takes the smallest digit out of a set.
pub(in crate::search) fn take_lowest(set: &mut [u64]) -> Option<Digit> {
    let (word, bits) = set.iter_mut().enumerate().find(|(_, bits)| **bits != 0)?;
    let digit = Digit::from_index(64 * word + bits.trailing_zeros() as usize);
    *bits &= *bits - 1;
    Some(digit)
}

/// The indices of a puzzle's empty cells, row by row.
pub(in crate::search) fn empty_cells(puzzle: &Grid) -> Vec<u32> {
    let index = |cell: Cell| Geometry::index(puzzle.geometry(), cell) as u32;
    puzzle.empty_cells().map(index).collect()
}
