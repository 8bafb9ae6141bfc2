//! Grids on the classic board, and conversions to and from plain arrays.

use std::sync::Arc;

use crate::geometry::{Classic, Geometry};
use crate::grid::cells::{Grid, GridError};
use crate::grid::solution::Solution;

/// A 9×9 grid as rows of values, 0 where a cell is empty.
type Rows = [[u8; 9]; 9];

/// A grid on the classic board: boxes of 3 × 3 cells and no further unit. [`Grid::as_classic`] is the only source.
///
/// Every entry point of the 9×9 kernel takes a `ClassicGrid` or a [`Classic`].
#[derive(Clone, Copy, Debug)]
pub struct ClassicGrid<'a>(&'a Grid);

impl Grid {
    /// The grid as a [`ClassicGrid`], if its board is classic.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// use satdoku::Grid;
    ///
    /// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// assert_eq!(puzzle.as_classic().expect("boxes of 3x3").values()[..5], [5, 3, 0, 0, 7]);
    /// assert!("1.............3.".parse::<Grid>()?.as_classic().is_none());
    /// # Ok::<(), satdoku::grid::format::ParseError>(())
    /// ```
    #[must_use]
    pub fn as_classic(&self) -> Option<ClassicGrid<'_>> {
        self.geometry().as_classic().map(|_: Classic| ClassicGrid(self))
    }
}

impl<'a> ClassicGrid<'a> {
    /// The grid.
    #[must_use]
    pub fn grid(self) -> &'a Grid {
        self.0
    }

    /// The 81 values row by row, 0 where a cell is empty.
    #[must_use]
    pub fn values(self) -> [u8; 81] {
        let mut values = [0; 81];
        for (value, digit) in values.iter_mut().zip(self.0.digits()) {
            *value = digit.map_or(0, |digit| digit.get() as u8);
        }
        values
    }

    /// The 81 values row by row in ASCII, `.` where a cell is empty: a `nine::GridBytes`.
    #[must_use]
    pub fn record(self) -> [u8; 81] {
        self.values().map(|value| if value == 0 { b'.' } else { b'0' + value })
    }
}

/// Why a grid is no 9×9 array.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a grid on the board 3x3, found {0}")]
pub struct NotClassic(pub String);

impl TryFrom<Rows> for Grid {
    type Error = GridError;

    /// Reads rows of values, 0 where a cell is empty, onto the board 3x3.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// use satdoku::Grid;
    ///
    /// let mut rows = [[0; 9]; 9];
    /// rows[0] = [5, 3, 0, 0, 7, 0, 0, 0, 0];
    /// let puzzle = Grid::try_from(rows)?;
    /// assert_eq!(puzzle.clue_count(), 3);
    /// assert_eq!(<[[u8; 9]; 9]>::try_from(&puzzle), Ok(rows));
    /// rows[8][8] = 10;
    /// assert_eq!(Grid::try_from(rows).unwrap_err().to_string(), "expected a digit from 1 to 9, found 10");
    /// # Ok::<(), satdoku::grid::GridError>(())
    /// ```
    fn try_from(rows: Rows) -> Result<Self, GridError> {
        let values: Vec<u16> = rows.as_flattened().iter().map(|&value| value.into()).collect();
        let board = Geometry::of_order(3).expect("the classic board");
        Self::from_values(&Arc::new(board), &values)
    }
}

impl TryFrom<&Grid> for Rows {
    type Error = NotClassic;

    /// Writes a grid as rows of values, 0 where a cell is empty. An array cannot name a board, so a grid on a board that is not
    /// classic is refused.
    fn try_from(grid: &Grid) -> Result<Self, NotClassic> {
        let classic = grid.as_classic().ok_or_else(|| NotClassic(grid.geometry().to_string()))?;
        let values = classic.values();
        Ok(std::array::from_fn(|row| std::array::from_fn(|column| values[9 * row + column])))
    }
}

impl TryFrom<&Solution> for Rows {
    type Error = NotClassic;

    fn try_from(solution: &Solution) -> Result<Self, NotClassic> {
        solution.grid().try_into()
    }
}
