//! The state of a puzzle as a person keeps it: written digits and the candidates of empty cells.
//!
//! A filled cell has no candidates, and its peers do not have its digit: placing a digit strikes it out.

use std::sync::Arc;

use satdoku_puzzle::geometry::{Candidate, Digit};
use satdoku_puzzle::grid::Grid;

use crate::bits::{lowest, ones};
use crate::layout::BoardTables;
use crate::pencil_mark::{PencilMark, Set};

/// Digits and candidates. A clone is a few short arrays.
///
/// ```
/// use satdoku_logic::board::Board;
/// use satdoku_logic::layout::{BoardTables, PencilMark};
/// use satdoku_puzzle::Grid;
///
/// let puzzle: Grid = "123.............".parse()?;
/// let mut board = Board::of(&BoardTables::of(&puzzle)?, &puzzle);
/// // Cells and digits are numbers from 0: the fourth cell has only the digit 4 left.
/// assert_eq!(board.digits(3), 0b1000);
/// board.place(PencilMark::new(3, 3));
/// assert_eq!(board.to_grid().to_string(), "1234............");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    layout: Arc<BoardTables>,
    /// The candidates of each cell, a bit for each digit; a filled cell has no bits.
    digits: Vec<u64>,
    /// The places of each digit in each unit, a bit each.
    places: Vec<u64>,
    /// The digit of a filled cell by index + 1, or 0.
    filled: Vec<u8>,
    /// Whether a cell's digit is a clue.
    given: Vec<bool>,
    open: usize,
    /// Cells in the order in which they came down to one digit; some are filled now.
    naked: Vec<u16>,
    /// Candidates in the order in which they became a unit's last place of their digit; some are written or struck out now.
    hidden: Vec<PencilMark>,
}

impl Board {
    /// The puzzle with all candidates that its digits leave.
    ///
    /// # Panics
    /// If the puzzle is on another board than the layout.
    #[must_use]
    pub fn of(layout: &Arc<BoardTables>, puzzle: &Grid) -> Self {
        let count = layout.cell_count();
        assert_eq!(puzzle.digits().len(), count, "the layout is of another board");
        let mut places = Vec::with_capacity(layout.unit_count() * layout.digit_count());
        for unit in 0..layout.unit_count() {
            let all = crate::bits::low(layout.unit(unit).len());
            places.extend(std::iter::repeat_n(all, layout.digit_count()));
        }
        let mut board = Self {
            layout: Arc::clone(layout),
            digits: vec![layout.all_digits(); count],
            places,
            filled: vec![0; count],
            given: puzzle.digits().iter().map(Option::is_some).collect(),
            open: count,
            naked: Vec::new(),
            hidden: Vec::new(),
        };
        let geometry = layout.geometry();
        if !geometry.layers().is_empty() {
            board.keep_values();
        }
        for (cell, digit) in puzzle.digits().iter().enumerate() {
            if let Some(digit) = digit {
                board.place(PencilMark::new(cell, geometry.digit_index(*digit)));
            }
        }
        board
    }

    /// Strikes the digits that are no values of their cells, where layers have other values than the grid.
    fn keep_values(&mut self) {
        let geometry = Arc::clone(self.layout.geometry());
        for (index, cell) in geometry.cells().enumerate() {
            let (first, last) = geometry.values(cell);
            for digit in geometry.digits().filter(|digit| !(first..=last).contains(&digit.get())) {
                self.strike(PencilMark::new(index, geometry.digit_index(digit)));
            }
        }
    }

    /// The puzzle with at most the given candidates: `digits` has a set of digits for each cell, by index.
    ///
    /// # Panics
    /// If the puzzle is on another board than the layout, or there are not as many sets as cells.
    #[must_use]
    pub fn with_candidates(layout: &Arc<BoardTables>, puzzle: &Grid, digits: &[u64]) -> Self {
        let mut board = Self::of(layout, puzzle);
        assert_eq!(digits.len(), layout.cell_count(), "a set of digits for each cell");
        for (cell, &kept) in digits.iter().enumerate() {
            for digit in ones(board.digits[cell] & !kept) {
                board.strike(PencilMark::new(cell, digit));
            }
        }
        board
    }

    /// The tables of the board.
    #[must_use]
    #[inline]
    pub fn layout(&self) -> &Arc<BoardTables> {
        &self.layout
    }

    /// The candidates of a cell, a bit for each digit's index; a filled cell has no bits.
    #[must_use]
    #[inline]
    pub fn digits(&self, cell: usize) -> u64 {
        self.digits[cell]
    }

    /// The candidates of all cells.
    #[must_use]
    #[inline]
    pub(crate) fn all_digits(&self) -> &[u64] {
        &self.digits
    }

    /// The places of a digit in a unit, a bit for each place; no bits if the digit is written.
    #[must_use]
    #[inline]
    pub fn places(&self, unit: usize, digit: usize) -> u64 {
        self.places[unit * self.layout.digit_count() + digit]
    }

    /// The index of the digit in a cell.
    #[must_use]
    #[inline]
    pub fn value(&self, cell: usize) -> Option<usize> {
        usize::from(self.filled[cell]).checked_sub(1)
    }

    /// Whether the digit of a cell is a clue.
    #[must_use]
    pub fn is_given(&self, cell: usize) -> bool {
        self.given[cell]
    }

    /// How many cells are empty.
    #[must_use]
    #[inline]
    pub fn open(&self) -> usize {
        self.open
    }

    /// Whether a cell may have a digit.
    #[must_use]
    #[inline]
    pub fn has(&self, mark: PencilMark) -> bool {
        self.digits[mark.cell()] >> mark.digit() & 1 == 1
    }

    /// The empty cells, in the order of reading.
    pub fn empty_cells(&self) -> impl Iterator<Item = usize> + Clone + use<'_> {
        (0..self.filled.len()).filter(|&cell| self.filled[cell] == 0)
    }

    /// Whether a unit has the digit written.
    #[must_use]
    pub fn is_written(&self, unit: usize, digit: usize) -> bool {
        self.layout.unit(unit).iter().any(|&cell| usize::from(self.filled[usize::from(cell)]) == digit + 1)
    }

    /// The cells that have one digit left, in the order in which they came down to it.
    pub fn naked_singles(&self) -> impl Iterator<Item = usize> + use<'_> {
        let cells = self.naked.iter().map(|&cell| usize::from(cell));
        cells.filter(|&cell| self.digits[cell].is_power_of_two())
    }

    /// The candidates that became a unit's last place of their digit, in that order.
    ///
    /// The last place of two units is listed twice; candidates struck out since are left out.
    pub(crate) fn last_places(&self) -> impl Iterator<Item = PencilMark> + use<'_> {
        self.hidden.iter().copied().filter(|&mark| self.has(mark))
    }

    /// A cell without a digit, or a unit without a place for a digit.
    #[must_use]
    pub fn dead_end(&self) -> Option<Set> {
        if let Some(cell) = self.empty_cells().find(|&cell| self.digits[cell] == 0) {
            return Some(Set::cell(cell));
        }
        let full = (0..self.layout.unit_count()).filter(|&unit| self.layout.is_full(unit));
        full.flat_map(|unit| (0..self.layout.digit_count()).map(move |digit| (unit, digit)))
            .find(|&(unit, digit)| self.places(unit, digit) == 0 && !self.is_written(unit, digit))
            .map(|(unit, digit)| Set::unit(unit, digit))
    }

    /// Strikes a candidate out, if it is not out already.
    #[inline]
    pub fn strike(&mut self, mark: PencilMark) {
        let (cell, digit) = (mark.cell(), mark.digit());
        if self.digits[cell] >> digit & 1 == 0 {
            return;
        }
        self.digits[cell] &= !(1 << digit);
        if self.digits[cell].is_power_of_two() {
            self.naked.push(cell as u16);
        }
        self.leave(mark);
        self.note_last_places(mark);
    }

    /// Takes a candidate out of the places of its units.
    #[inline]
    fn leave(&mut self, mark: PencilMark) {
        let digits = self.layout.digit_count();
        for &(unit, place) in self.layout.units_of(mark.cell()) {
            self.places[usize::from(unit) * digits + mark.digit()] &= !(1 << place);
        }
    }

    /// Notes the last place of the digit in each unit of a candidate that was struck out.
    #[inline]
    fn note_last_places(&mut self, mark: PencilMark) {
        for &(unit, _) in self.layout.units_of(mark.cell()) {
            let left = self.places(usize::from(unit), mark.digit());
            if left.is_power_of_two() {
                let cell = self.layout.unit(usize::from(unit))[lowest(left)];
                self.hidden.push(PencilMark::new(cell.into(), mark.digit()));
            }
        }
    }

    /// Writes a digit into a cell and strikes the digit out of the cell's peers.
    ///
    /// A filled cell stays unchanged.
    pub fn place(&mut self, mark: PencilMark) {
        let (cell, digit) = (mark.cell(), mark.digit());
        if self.filled[cell] != 0 {
            return;
        }
        let before = std::mem::take(&mut self.digits[cell]);
        ones(before).for_each(|own| self.leave(PencilMark::new(cell, own)));
        self.filled[cell] = digit as u8 + 1;
        self.open -= 1;
        let layout = Arc::clone(&self.layout);
        for &peer in layout.peers(cell) {
            self.strike(PencilMark::new(usize::from(peer), digit));
        }
        ones(before & !(1 << digit)).for_each(|own| self.note_last_places(PencilMark::new(cell, own)));
    }

    /// The digits that are written.
    ///
    /// # Panics
    /// If [`place`](Self::place) wrote a digit that is no value of its cell.
    #[must_use]
    pub fn to_grid(&self) -> Grid {
        let board = self.layout.geometry();
        let mut grid = self.layout.grid().emptied();
        for cell in 0..self.filled.len() {
            let digit: Option<Digit> = self.value(cell).map(|digit| board.digit(digit));
            grid.set(board.cell(cell), digit).expect("a cell and a digit of the board");
        }
        grid
    }

    /// The candidates of the empty cells.
    pub fn candidates(&self) -> impl Iterator<Item = Candidate> + use<'_> {
        let of_cell = |cell: usize| ones(self.digits[cell]).map(move |digit| PencilMark::new(cell, digit));
        (0..self.digits.len()).flat_map(of_cell).map(|mark| self.layout.candidate(mark))
    }
}
