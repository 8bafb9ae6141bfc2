//! Grids: a board and its digits, which of them clash, and when a grid is a solution.
//!
//! A [`Grid`] carries clues or a full filling; a [`Solution`] is made only by a check. Nothing here knows how
//! a puzzle is solved; how grids are written and read is told in [`format`](mod@format).

pub mod canonical;
mod classic;
mod conflict;
pub mod format;
#[cfg(feature = "serde")]
mod serialized;
mod solution;

use std::sync::Arc;

pub use canonical::{Canonical, CanonicalError};
pub use classic::{ClassicGrid, NotClassic};
pub use conflict::Conflict;
pub use solution::{CheckError, Solution};

use crate::geometry::{Candidate, Cell, Digit, Geometry};

/// Why a digit cannot be written into a grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// The cell lies outside the board.
    #[error("{cell} lies outside a grid of side {side}")]
    Outside {
        /// The cell.
        cell: Cell,
        /// The side of the grid.
        side: usize,
    },
    /// The digit is larger than the side.
    #[error("digit {digit} does not exist in a grid of side {side}")]
    Digit {
        /// The digit.
        digit: Digit,
        /// The side of the grid.
        side: usize,
    },
    /// The number of values is not N².
    #[error("{found} values given, a grid of side {side} has {} cells", side * side)]
    Length {
        /// How many values were given.
        found: usize,
        /// The side of the grid.
        side: usize,
    },
}

/// A board with some of its cells filled: two bytes a cell beside the shared geometry.
///
/// `{}` prints the form that parses back, `{:#}` the boxed one.
///
/// ```
/// use satdoku::{Cell, Digit, Grid};
///
/// let puzzle: Grid = ".4.2...1.....3..".parse()?;
/// assert_eq!(puzzle.geometry().to_string(), "2x2");
/// assert!(puzzle.can_place(Cell::new(0, 0), Digit::new(3).unwrap()));
/// assert!(!puzzle.can_place(Cell::new(0, 0), Digit::new(4).unwrap()));
/// println!("{puzzle:#}");
/// # Ok::<(), satdoku::grid::format::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    geometry: Arc<Geometry>,
    digits: Vec<Option<Digit>>,
}

impl Grid {
    /// A grid without any digit.
    #[must_use]
    pub fn empty(geometry: &Arc<Geometry>) -> Self {
        Self { geometry: Arc::clone(geometry), digits: vec![None; geometry.cell_count()] }
    }

    /// A grid from N² values, row by row, 0 where a cell is empty.
    ///
    /// # Errors
    /// If there are not N² values or one is larger than N.
    pub fn from_values(geometry: &Arc<Geometry>, values: &[u16]) -> Result<Self, GridError> {
        let side = geometry.side();
        if values.len() != geometry.cell_count() {
            return Err(GridError::Length { found: values.len(), side });
        }
        let digit = |&value: &u16| match Digit::new(value) {
            Some(digit) if !geometry.has_digit(digit) => Err(GridError::Digit { digit, side }),
            digit => Ok(digit),
        };
        let digits = values.iter().map(digit).collect::<Result<_, _>>()?;
        Ok(Self { geometry: Arc::clone(geometry), digits })
    }

    /// A grid from N² values that are known to be in range, row by row, 0 where a cell is empty.
    pub(crate) fn of_values(geometry: &Arc<Geometry>, values: impl Iterator<Item = u16>) -> Self {
        Self { geometry: Arc::clone(geometry), digits: values.map(Digit::new).collect() }
    }

    /// The values of the cells, row by row, 0 where one is empty.
    pub(crate) fn values(&self) -> impl Iterator<Item = u16> + Clone + use<'_> {
        self.digits.iter().map(|digit| digit.map_or(0, Digit::get))
    }

    /// Fills the cells in the order of reading with digits that are known to be in range.
    pub(crate) fn fill<E>(&mut self, digits: impl Iterator<Item = Result<Option<Digit>, E>>) -> Result<(), E> {
        self.digits.iter_mut().zip(digits).try_for_each(|(cell, digit)| {
            *cell = digit?;
            Ok(())
        })
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// The digit in a cell.
    ///
    /// # Panics
    /// If the cell lies outside.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        assert!(self.geometry.contains(cell), "{cell} lies outside");
        self.digits[self.geometry.index(cell)]
    }

    /// Writes a digit into a cell, or empties it.
    ///
    /// # Errors
    /// If the cell lies outside or the digit is larger than the side.
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) -> Result<(), GridError> {
        let side = self.geometry.side();
        if !self.geometry.contains(cell) {
            return Err(GridError::Outside { cell, side });
        }
        if let Some(digit) = digit.filter(|&digit| !self.geometry.has_digit(digit)) {
            return Err(GridError::Digit { digit, side });
        }
        let index = self.geometry.index(cell);
        self.digits[index] = digit;
        Ok(())
    }

    /// All cells' digits, row by row.
    #[must_use]
    pub fn digits(&self) -> &[Option<Digit>] {
        &self.digits
    }

    /// The filled cells with their digits, row by row.
    pub fn clues(&self) -> impl Iterator<Item = Candidate> + use<'_> {
        let filled = |(cell, digit): (Cell, &Option<Digit>)| digit.map(|digit| Candidate { cell, digit });
        self.geometry.cells().zip(&self.digits).filter_map(filled)
    }

    /// How many cells are filled.
    #[must_use]
    pub fn clue_count(&self) -> usize {
        self.digits.iter().flatten().count()
    }

    /// The empty cells, row by row.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + use<'_> {
        self.geometry.cells().zip(&self.digits).filter_map(|(cell, digit)| digit.is_none().then_some(cell))
    }

    /// Whether every cell is filled and no rule is broken.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.digits.iter().all(Option::is_some) && self.first_conflict().is_none()
    }

    /// Whether `cell` is empty and none of its units has `digit` already.
    ///
    /// # Panics
    /// If the cell lies outside.
    #[must_use]
    pub fn can_place(&self, cell: Cell, digit: Digit) -> bool {
        let is_free = |unit| self.geometry.unit(unit).iter().all(|&other| self.get(other) != Some(digit));
        self.get(cell).is_none() && self.geometry.has_digit(digit) && self.geometry.units_of(cell).all(is_free)
    }
}
