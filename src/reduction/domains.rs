//! The domain of each cell, and the effects of writing or striking out a digit: the one propagation core.
//!
//! A search copies [`Domains`] or takes changes back; the table of units is shared and passed as an argument. Code that draws
//! conclusions subscribes as a [`Watch`]: it sees every loss of a cell and every written digit, and queues the work that the
//! change makes necessary. Deduction watches from the units' side and queues the looks of its techniques
//! ([`places`](crate::reduction::places)); a search queues naked singles and units
//! ([`propagation`](crate::reduction::propagation)).

use crate::geometry::Incidence;
use crate::grid::Grid;
use crate::reduction::bits::place_of;
use crate::reduction::used_digits::UsedDigits;

/// The remaining digits of each cell. The clues must not clash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Domains {
    words: usize,
    /// The digits of open cells, a bit each, in whole words for each cell; a filled cell has no bits.
    digits: Vec<u64>,
    /// How many digits each open cell has left.
    left: Vec<u16>,
    /// The digits of filled cells by index + 1; 0 where a cell is open.
    ordinals: Vec<u16>,
    used: UsedDigits,
    open: usize,
}

/// Why a puzzle has no solution: a cell without a digit, or a unit without a place for a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wipeout {
    /// The cell has no digit left.
    Cell(u32),
    /// The digit of a unit has no place left, as `unit * digit_count + digit`.
    Place(u32),
}

/// A subscriber to the changes of domains.
pub(crate) trait Watch {
    /// A digit was struck out of an open cell, which still has `left` digits, at least one.
    fn lost(&mut self, incidence: &Incidence, cell: usize, digit: usize, left: u16) -> Result<(), Wipeout>;

    /// A digit was written into a cell, whose domain was `before`. Its peers are about to lose the digit.
    fn placed(&mut self, incidence: &Incidence, cell: usize, digit: usize, before: &[u64]) -> Result<(), Wipeout>;
}

impl Domains {
    /// The domains that a puzzle's clues leave.
    pub(crate) fn of(puzzle: &Grid) -> Self {
        let mut domains = Self::default();
        domains.refill(puzzle.geometry().incidence(), puzzle.ordinals());
        domains
    }

    /// Replaces all digits by these, given by index + 1, 0 where a cell is open.
    pub(super) fn refill(&mut self, incidence: &Incidence, ordinals: impl Iterator<Item = u16> + Clone) {
        self.used.refill(incidence, ordinals.clone());
        self.words = self.used.words();
        self.ordinals.clear();
        self.ordinals.extend(ordinals);
        self.digits.clear();
        self.left.clear();
        self.open = 0;
        for (cell, &ordinal) in self.ordinals.iter().enumerate() {
            let mut left = 0;
            for word in 0..self.words {
                let free = if ordinal == 0 { self.used.free(incidence, cell, word) } else { 0 };
                self.digits.push(free);
                left += free.count_ones() as u16;
            }
            self.left.push(left);
            self.open += usize::from(ordinal == 0);
        }
    }

    /// Copies `other` into the allocated memory.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        (self.words, self.open) = (other.words, other.open);
        self.digits.clone_from(&other.digits);
        self.left.clone_from(&other.left);
        self.ordinals.clone_from(&other.ordinals);
        self.used.copy_from(&other.used);
    }

    /// Bytes of a copy.
    pub(crate) fn bytes(&self) -> u64 {
        let Self { digits, left, ordinals, used, .. } = self;
        (size_of_val(&digits[..]) + size_of_val(&left[..]) + size_of_val(&ordinals[..]) + used.bytes()) as u64
    }

    /// Words that hold a set of digits.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The digits of a cell as bits; a filled cell has no bits.
    #[inline]
    pub(crate) fn digits(&self, cell: usize) -> &[u64] {
        &self.digits[cell * self.words..][..self.words]
    }

    /// A word of a cell's digits.
    #[inline]
    pub(super) fn word(&self, cell: usize, word: usize) -> u64 {
        self.digits[cell * self.words + word]
    }

    /// The digits of all cells.
    pub(super) fn into_words(self) -> Vec<u64> {
        self.digits
    }

    /// How many digits each open cell has left; 0 for a filled one.
    pub(crate) fn left(&self) -> &[u16] {
        &self.left
    }

    /// The digits of filled cells by index + 1; 0 where a cell is open.
    pub(crate) fn ordinals(&self) -> &[u16] {
        &self.ordinals
    }

    /// How many cells are open.
    pub(crate) fn open(&self) -> usize {
        self.open
    }

    #[inline]
    pub(crate) fn is_open(&self, cell: usize) -> bool {
        self.ordinals[cell] == 0
    }

    #[inline]
    pub(crate) fn is_live(&self, cell: usize, digit: usize) -> bool {
        let (word, bit) = place_of(digit);
        self.digits[cell * self.words + word] & bit != 0
    }

    /// A word of the digits that a unit lacks.
    #[inline]
    pub(super) fn missing(&self, unit: usize, word: usize) -> u64 {
        self.used.missing(unit, word)
    }

    /// An open cell without a digit left.
    pub(crate) fn empty_cell(&self) -> Option<usize> {
        (0..self.left.len()).find(|&cell| self.left[cell] == 0 && self.ordinals[cell] == 0)
    }

    /// Strikes a live digit out of an open cell.
    #[inline]
    pub(crate) fn strike(
        &mut self,
        incidence: &Incidence,
        cell: usize,
        digit: usize,
        watch: &mut impl Watch,
    ) -> Result<(), Wipeout> {
        let (word, bit) = place_of(digit);
        self.digits[cell * self.words + word] &= !bit;
        let left = &mut self.left[cell];
        *left -= 1;
        if *left == 0 {
            return Err(Wipeout::Cell(cell as u32));
        }
        watch.lost(incidence, cell, digit, *left)
    }

    /// Writes a live digit into an open cell and strikes it out of the cell's peers.
    #[inline]
    pub(crate) fn place(
        &mut self,
        incidence: &Incidence,
        cell: usize,
        digit: usize,
        watch: &mut impl Watch,
    ) -> Result<(), Wipeout> {
        self.ordinals[cell] = digit as u16 + 1;
        self.left[cell] = 0;
        self.open -= 1;
        self.used.add(incidence, cell, digit);
        let before = &mut self.digits[cell * self.words..][..self.words];
        watch.placed(incidence, cell, digit, before)?;
        // One word, the common case, without a call.
        match before {
            [word] => *word = 0,
            words => words.fill(0),
        }
        for &unit in incidence.units(cell) {
            for &peer in incidence.cells(unit as usize) {
                if self.is_live(peer as usize, digit) {
                    self.strike(incidence, peer as usize, digit, watch)?;
                }
            }
        }
        Ok(())
    }

    /// Takes the digit of a cell back. `lost_by` are the cells that lost the digit when it was written; the last may have an
    /// empty domain. The cell gets every digit that its units do not have, so no further digit may have been struck out of the
    /// cell.
    pub(crate) fn take_back(&mut self, incidence: &Incidence, cell: usize, lost_by: impl Iterator<Item = u32>) {
        let digit = usize::from(std::mem::take(&mut self.ordinals[cell])) - 1;
        let (word, bit) = place_of(digit);
        for peer in lost_by {
            self.digits[peer as usize * self.words + word] |= bit;
            self.left[peer as usize] += 1;
        }
        self.open += 1;
        self.used.remove(incidence, cell, digit);
        let mut left = 0;
        for word in 0..self.words {
            let free = self.used.free(incidence, cell, word);
            self.digits[cell * self.words + word] = free;
            left += free.count_ones() as u16;
        }
        self.left[cell] = left;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::geometry::Geometry;
    use crate::reduction::bits::ones;

    #[derive(Default)]
    struct LostBy(Vec<u32>);

    impl Watch for LostBy {
        fn lost(&mut self, _: &Incidence, cell: usize, _: usize, _: u16) -> Result<(), Wipeout> {
            self.0.push(cell as u32);
            Ok(())
        }

        fn placed(&mut self, _: &Incidence, _: usize, _: usize, _: &[u64]) -> Result<(), Wipeout> {
            Ok(())
        }
    }

    #[test]
    fn a_digit_leaves_what_its_grid_has_left_and_is_taken_back_without_a_trace() {
        for board in [
            "2x2",
            "2x3+diagonals",
            "windoku",
            "8x9",
            "regions:1121221233334444",
            "samurai",
            "6x8/8",
            "9x9/10+digits:0..9",
        ] {
            let board = Arc::new(board.parse::<Geometry>().unwrap());
            let mut grid = Grid::empty(&board);
            let incidence = board.incidence();
            let mut domains = Domains::of(&grid);
            // Every third cell gets the last digit of the domain, unless the digit empties another cell.
            for cell in (0..board.cell_count()).step_by(3) {
                let digit = ones(domains.digits(cell)).last().unwrap();
                let before = domains.clone();
                let mut lost_by = LostBy::default();
                let placed = domains.place(incidence, cell, digit, &mut lost_by);
                if let Err(Wipeout::Cell(emptied)) = placed {
                    lost_by.0.push(emptied);
                } else {
                    let mut filled = grid.clone();
                    filled.set(board.cell(cell), Some(board.digit(digit))).unwrap();
                    assert_eq!(domains, Domains::of(&filled), "{filled}");
                }
                let after = domains.clone();
                domains.take_back(incidence, cell, lost_by.0.into_iter());
                assert_eq!(domains, before, "{board}, cell {cell}");
                if placed.is_ok() {
                    domains = after;
                    grid.set(board.cell(cell), Some(board.digit(digit))).unwrap();
                }
            }
        }
    }
}
