//! The class of puzzles and full grids, and cells and digits as arguments. The methods of the class are in `grid_methods`.

use pyo3::prelude::*;
use pyo3::types::PyString;
use satdoku::{Cell, Digit, Geometry};

use crate::args::{wrong_type, wrong_value};
use crate::errors::value_error;

/// A puzzle or a full grid: a board, its rules and its digits. It never changes.
///
/// A grid is a sequence of its rows, as an array of NumPy is: len(grid) is the number of rows, grid[0] is the first row, a tuple with
/// None for an empty cell, and `5 in grid` says whether a cell has the digit 5. A cell is named by (row, column), both from 0, or from
/// -1 backwards, or by a text such as 'r1c1', whose numbers count from 1 as in puzzle books.
///
/// Parameters:
///     source: a text in any format of the command line, or its bytes; rows of numbers or of characters, where 0, None, '.' or a
///         library's missing value is an empty cell; a NumPy array; or a table of pandas or Polars.
///     board: the board, a Board or its name, where the text or the numbers do not tell it; '3x3' is the classic board.
///     format: the format of the text, such as 'line', 'grid' or 'header', where detecting the format would be a guess.
///     rules: rules beyond those of the board, as lines such as 'killer 10 r1c1 r1c2 r1c3 r1c4'; rules() lists them.
///
/// >>> import satdoku
/// >>> grid = satdoku.Grid([[0, 4, 0, 2], [0, 0, 0, 1], [0, 0, 0, 0], [0, 3, 0, 0]])
/// >>> grid
/// Grid('.4.2...1.....3..')
/// >>> grid[0, 1], grid["r1c1"], grid.clue_count
/// (4, None, 4)
/// >>> grid[0], len(grid), 3 in grid
/// ((None, 4, None, 2), 4, True)
#[pyclass(frozen, eq, hash, module = "satdoku")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Grid(pub(crate) satdoku::Grid);

impl From<satdoku::Grid> for Grid {
    fn from(grid: satdoku::Grid) -> Self {
        Self(grid)
    }
}

/// A cell as an argument: (row, column) from 0, or from -1 backwards; or a name such as 'r1c1'.
pub(crate) struct CellLike {
    place: Place,
    /// The cell as it was given.
    pub(crate) name: String,
}

enum Place {
    /// The row and the column, below 0 backwards from the end.
    At(i64, i64),
    /// A cell of the grid or of a layer, or a number.
    Named(Cell),
}

impl CellLike {
    /// The cell, if a board has it.
    pub(crate) fn on(&self, board: &Geometry) -> Option<Cell> {
        let cell = match self.place {
            Place::At(row, column) => {
                let (row, column) = (from_start(row, board.rows())?, from_start(column, board.columns())?);
                Cell::new(u16::try_from(row).ok()?, u16::try_from(column).ok()?)
            }
            Place::Named(cell) => cell,
        };
        board.contains(cell).then_some(cell)
    }

    /// The cell of a board as the value of an argument.
    pub(crate) fn on_board(&self, argument: &str, board: &Geometry) -> PyResult<Cell> {
        self.on(board).ok_or_else(|| wrong_value(argument, format_args!("{} is no cell of the board", self.name)))
    }
}

impl<'py> FromPyObject<'_, 'py> for CellLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(at) = object.extract::<(i64, i64)>() {
            return Ok(Self { place: Place::At(at.0, at.1), name: format!("{at:?}") });
        }
        let name = object.cast::<PyString>();
        let name = name.map_err(|_| wrong_type("cell", "(row, column) from 0 or a name such as 'r1c1'", &object))?;
        let cell: Cell = name.to_str()?.parse().map_err(value_error)?;
        Ok(Self { place: Place::Named(cell), name: cell.to_string() })
    }
}

/// An index, below 0 backwards from the end, as an index from the start.
pub(crate) fn from_start(at: i64, len: usize) -> Option<usize> {
    let at = if at < 0 { i64::try_from(len).ok()?.checked_add(at)? } else { at };
    usize::try_from(at).ok()
}

/// A number as a digit, of whatever board.
pub(crate) fn digit(number: i64) -> PyResult<Digit> {
    let digit = u16::try_from(number).ok().and_then(Digit::try_new);
    digit.ok_or_else(|| value_error(format!("digit {number} does not exist")))
}
