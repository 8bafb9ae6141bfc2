//! The candidates that are left, counted by cell and by unit.

use crate::geometry::{Candidate, Cell, Digit, Geometry, UnitId};
use crate::grid::Grid;
use crate::reduction::{Contradiction, Step};

/// A grid and its live candidates. Each of them is struck out at most once.
///
/// A cell's candidates are bits of whole words. The places that a unit has left for a digit are counted, and so are
/// the digits left for a cell; what comes down to one is queued.
pub(in crate::reduction) struct Candidates {
    grid: Grid,
    words_per_cell: usize,
    bits: Vec<u64>,
    left_in_cell: Vec<u16>,
    /// For unit u and digit index d at `u * side + d`; meaningless once the digit is placed in the unit.
    left_in_unit: Vec<u16>,
    naked: Vec<Cell>,
    hidden: Vec<(UnitId, Digit)>,
}

/// Where a digit's bit is in the words of a cell.
fn place_of(digit: Digit) -> (usize, u64) {
    (digit.index() / 64, 1 << (digit.index() % 64))
}

impl Candidates {
    /// The candidates that the clues leave. The clues must not clash.
    pub(in crate::reduction) fn of(puzzle: &Grid) -> Result<Self, Contradiction> {
        let geometry = puzzle.geometry();
        let side = geometry.side();
        let words_per_cell = side.div_ceil(64);
        let mut free = vec![0; geometry.unit_count() * words_per_cell];
        for unit in free.chunks_mut(words_per_cell) {
            geometry.digits().map(place_of).for_each(|(word, bit)| unit[word] |= bit);
        }
        for clue in puzzle.clues() {
            let (word, bit) = place_of(clue.digit);
            geometry.units_of(clue.cell).for_each(|unit| free[unit.index() * words_per_cell + word] &= !bit);
        }
        let mut candidates = Self {
            grid: puzzle.clone(),
            words_per_cell,
            bits: vec![0; geometry.cell_count() * words_per_cell],
            left_in_cell: vec![0; geometry.cell_count()],
            left_in_unit: vec![0; geometry.unit_count() * side],
            naked: Vec::new(),
            hidden: Vec::new(),
        };
        for (index, cell) in geometry.cells().enumerate().filter(|&(index, _)| puzzle.digits()[index].is_none()) {
            for word in 0..words_per_cell {
                let bits =
                    geometry.units_of(cell).fold(u64::MAX, |bits, u| bits & free[u.index() * words_per_cell + word]);
                candidates.bits[index * words_per_cell + word] = bits;
                candidates.left_in_cell[index] += bits.count_ones() as u16;
                for digit in ones(bits, word) {
                    geometry.units_of(cell).for_each(|u| candidates.left_in_unit[u.index() * side + digit] += 1);
                }
            }
            candidates.see_cell(cell, index)?;
        }
        for unit in geometry.units() {
            for digit in geometry.digits() {
                let (word, bit) = place_of(digit);
                if free[unit.index() * words_per_cell + word] & bit != 0 {
                    candidates.see_unit(geometry, unit, digit)?;
                }
            }
        }
        Ok(candidates)
    }

    pub(in crate::reduction) fn into_grid(self) -> Grid {
        self.grid
    }

    /// The next digit that follows; naked singles first.
    pub(in crate::reduction) fn next_single(&mut self) -> Option<Step> {
        while let Some(cell) = self.naked.pop() {
            let index = self.grid.geometry().index(cell);
            if self.grid.digits()[index].is_none() {
                let words = &self.bits[index * self.words_per_cell..][..self.words_per_cell];
                let (word, bits) = words.iter().enumerate().find(|(_, bits)| **bits != 0)?;
                let digit = Digit::from_index(64 * word + bits.trailing_zeros() as usize);
                return Some(Step::NakedSingle(Candidate::new(cell, digit)));
            }
        }
        while let Some((unit, digit)) = self.hidden.pop() {
            let geometry = self.grid.geometry();
            // The digit may have been placed in the unit since it was queued; then no cell of it has the candidate.
            if let Some(&cell) = geometry.unit(unit).iter().find(|&&cell| self.is_live(cell, digit)) {
                return Some(Step::HiddenSingle(Candidate::new(cell, digit), geometry.unit_name(unit)));
            }
        }
        None
    }

    fn is_live(&self, cell: Cell, digit: Digit) -> bool {
        let (word, bit) = place_of(digit);
        self.bits[self.grid.geometry().index(cell) * self.words_per_cell + word] & bit != 0
    }

    /// Writes a live candidate into the grid and strikes out what it rules out.
    pub(in crate::reduction) fn place(&mut self, candidate: Candidate) -> Result<(), Contradiction> {
        let Candidate { cell, digit } = candidate;
        let geometry = std::sync::Arc::clone(self.grid.geometry());
        let index = geometry.index(cell);
        // A live candidate is in range.
        let _ = self.grid.set(cell, Some(digit));
        for word in 0..self.words_per_cell {
            let bits = std::mem::take(&mut self.bits[index * self.words_per_cell + word]);
            for other in ones(bits, word).map(Digit::from_index).filter(|&other| other != digit) {
                for unit in geometry.units_of(cell) {
                    self.left_in_unit[unit.index() * geometry.side() + other.index()] -= 1;
                    self.see_unit(&geometry, unit, other)?;
                }
            }
        }
        for unit in geometry.units_of(cell) {
            // The digit has its place here: nobody waits for another.
            self.left_in_unit[unit.index() * geometry.side() + digit.index()] = u16::MAX;
        }
        for unit in geometry.units_of(cell) {
            for &peer in geometry.unit(unit) {
                if self.is_live(peer, digit) {
                    self.strike_out(&geometry, Candidate::new(peer, digit))?;
                }
            }
        }
        Ok(())
    }

    fn strike_out(&mut self, geometry: &Geometry, candidate: Candidate) -> Result<(), Contradiction> {
        let Candidate { cell, digit } = candidate;
        let (word, bit) = place_of(digit);
        let index = geometry.index(cell);
        self.bits[index * self.words_per_cell + word] &= !bit;
        self.left_in_cell[index] -= 1;
        self.see_cell(cell, index)?;
        for unit in geometry.units_of(cell) {
            let left = &mut self.left_in_unit[unit.index() * geometry.side() + digit.index()];
            if *left != u16::MAX {
                *left -= 1;
                self.see_unit(geometry, unit, digit)?;
            }
        }
        Ok(())
    }

    fn see_cell(&mut self, cell: Cell, index: usize) -> Result<(), Contradiction> {
        match self.left_in_cell[index] {
            0 => return Err(Contradiction::NoDigit(cell)),
            1 => self.naked.push(cell),
            _ => {}
        }
        Ok(())
    }

    fn see_unit(&mut self, geometry: &Geometry, unit: UnitId, digit: Digit) -> Result<(), Contradiction> {
        match self.left_in_unit[unit.index() * geometry.side() + digit.index()] {
            0 => return Err(Contradiction::NoPlace(digit, unit, geometry.unit_name(unit))),
            1 => self.hidden.push((unit, digit)),
            _ => {}
        }
        Ok(())
    }
}

/// The digit indices of the bits of a word.
fn ones(mut bits: u64, word: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| 64 * word + bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(lowest)
    })
}
