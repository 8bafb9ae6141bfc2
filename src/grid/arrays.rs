//! Classic grids as plain arrays, and back.

use std::sync::Arc;

use crate::geometry::{Digit, Geometry};
use crate::grid::{Grid, GridError, Solution};

/// A 9×9 grid as rows of values, 0 where a cell is empty.
type Rows = [[u8; 9]; 9];

/// Why a grid is no 9×9 array.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a grid on the board 3x3, found {0}")]
pub struct NotClassic(pub String);

impl TryFrom<Rows> for Grid {
    type Error = GridError;

    /// Reads rows of values, 0 where a cell is empty, onto the board 3x3.
    ///
    /// ```
    /// use satdoku::Grid;
    ///
    /// let mut rows = [[0; 9]; 9];
    /// rows[0] = [5, 3, 0, 0, 7, 0, 0, 0, 0];
    /// let puzzle = Grid::try_from(rows)?;
    /// assert_eq!(puzzle.clue_count(), 3);
    /// assert_eq!(<[[u8; 9]; 9]>::try_from(&puzzle), Ok(rows));
    /// rows[8][8] = 10;
    /// assert_eq!(Grid::try_from(rows).unwrap_err().to_string(), "digit 10 does not exist in a grid of side 9");
    /// # Ok::<(), satdoku::grid::GridError>(())
    /// ```
    fn try_from(rows: Rows) -> Result<Self, GridError> {
        let values: Vec<u16> = rows.as_flattened().iter().map(|&value| value.into()).collect();
        let board = Geometry::order(3).expect("the classic board");
        Self::from_values(&Arc::new(board), &values)
    }
}

impl TryFrom<&Grid> for Rows {
    type Error = NotClassic;

    /// Writes a grid as rows of values, 0 where a cell is empty. An array says nothing of its board, so a grid of another
    /// side, with other boxes or with extra units is refused.
    fn try_from(grid: &Grid) -> Result<Self, NotClassic> {
        let board = grid.geometry();
        if board.side() != 9 || !board.is_default_shape() {
            return Err(NotClassic(board.to_string()));
        }
        let value =
            |row: usize, column: usize| grid.digits()[9 * row + column].map_or(0, |digit: Digit| digit.get() as u8);
        Ok(std::array::from_fn(|row| std::array::from_fn(|column| value(row, column))))
    }
}

impl TryFrom<&Solution> for Rows {
    type Error = NotClassic;

    fn try_from(solution: &Solution) -> Result<Self, NotClassic> {
        solution.grid().try_into()
    }
}
