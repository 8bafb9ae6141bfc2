//! The digits of each unit: they rule digits out before any deduction.

use crate::geometry::Incidence;
use crate::grid::Grid;
use crate::reduction::bits::place_of;

/// The digits that each unit has, a bit each, whole words for each unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct UsedDigits {
    digit_count: usize,
    words: usize,
    bits: Vec<u64>,
}

impl UsedDigits {
    /// The digits of a puzzle's clues.
    pub(crate) fn of(puzzle: &Grid) -> Self {
        let mut used = Self::default();
        used.refill(puzzle.geometry().incidence(), puzzle.ordinals());
        used
    }

    /// Replaces all digits by these, given by index + 1, 0 where a cell is open.
    pub(super) fn refill(&mut self, incidence: &Incidence, ordinals: impl Iterator<Item = u16>) {
        self.digit_count = incidence.digit_count();
        self.words = self.digit_count.div_ceil(64);
        self.bits.clear();
        self.bits.resize(incidence.unit_count() * self.words, 0);
        for (cell, ordinal) in ordinals.enumerate().filter(|&(_, ordinal)| ordinal != 0) {
            self.add(incidence, cell, usize::from(ordinal) - 1);
        }
    }

    /// Copies `other` into the allocated memory.
    pub(super) fn copy_from(&mut self, other: &Self) {
        (self.digit_count, self.words) = (other.digit_count, other.words);
        self.bits.clone_from(&other.bits);
    }

    /// Bytes of a copy.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.bits[..])
    }

    /// Words that hold a set of digits.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Adds a digit to the units of a cell.
    #[inline]
    pub(crate) fn add(&mut self, incidence: &Incidence, cell: usize, digit: usize) {
        let (word, bit) = place_of(digit);
        for &unit in incidence.units(cell) {
            self.bits[unit as usize * self.words + word] |= bit;
        }
    }

    /// Removes a digit from the units of a cell.
    pub(crate) fn remove(&mut self, incidence: &Incidence, cell: usize, digit: usize) {
        let (word, bit) = place_of(digit);
        for &unit in incidence.units(cell) {
            self.bits[unit as usize * self.words + word] &= !bit;
        }
    }

    /// A word of the digits that exist.
    #[inline]
    fn all(&self, word: usize) -> u64 {
        let digits = self.digit_count - 64 * word;
        if digits < 64 { (1 << digits) - 1 } else { u64::MAX }
    }

    /// A word of the digits that a unit lacks.
    #[inline]
    pub(super) fn missing(&self, unit: usize, word: usize) -> u64 {
        self.all(word) & !self.bits[unit * self.words + word]
    }

    /// A word of the digits that no unit of the cell has.
    #[inline]
    pub(crate) fn free(&self, incidence: &Incidence, cell: usize, word: usize) -> u64 {
        let used = |bits, &unit: &u32| bits | self.bits[unit as usize * self.words + word];
        self.all(word) & !incidence.units(cell).iter().fold(0, used)
    }
}
