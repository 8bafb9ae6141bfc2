//! Boards.

use std::sync::Arc;

use pyo3::prelude::*;
use satdoku::Geometry;

use crate::errors::parse_error;

/// A board: its cells, digits and units, named by a word such as '3x3', '2x3+diagonals', 'windoku', 'latin9' or 'samurai'.
///
/// >>> import satdoku
/// >>> board = satdoku.Board("2x3")
/// >>> board.rows, board.columns, board.digits
/// (6, 6, [1, 2, 3, 4, 5, 6])
#[pyclass(frozen, eq, hash, module = "satdoku")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Board(pub(crate) Arc<Geometry>);

#[pymethods]
impl Board {
    #[new]
    fn new(py: Python<'_>, word: &str) -> PyResult<Self> {
        let board: Result<Geometry, _> = word.parse();
        board.map(|board| Self(Arc::new(board))).map_err(|error| parse_error(py, &error.to_string(), None, None))
    }

    /// Rows of the canvas.
    #[getter]
    fn rows(&self) -> usize {
        self.0.rows()
    }

    /// Columns of the canvas.
    #[getter]
    fn columns(&self) -> usize {
        self.0.columns()
    }

    /// The digits, in ascending order.
    #[getter]
    fn digits(&self) -> Vec<u16> {
        self.0.digits().map(satdoku::Digit::get).collect()
    }

    /// The cells as (row, column) from 0, row by row.
    #[getter]
    fn cells(&self) -> Vec<(usize, usize)> {
        self.0.cells().map(|cell| (cell.row(), cell.column())).collect()
    }

    /// The units by name, each with its cells as (row, column) from 0.
    #[getter]
    fn units(&self) -> Vec<(String, Vec<(usize, usize)>)> {
        let cells = |unit| self.0.unit(unit).iter().map(|cell| (cell.row(), cell.column())).collect();
        self.0.units().map(|unit| (self.0.unit_name(unit).to_string(), cells(unit))).collect()
    }

    fn __len__(&self) -> usize {
        self.0.cell_count()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String,)) {
        (slf.get_type().into_any().unbind(), (slf.get().0.to_string(),))
    }
}

/// A board, or the name of a board.
#[derive(FromPyObject)]
pub(crate) enum BoardLike<'py> {
    Board(PyRef<'py, Board>),
    Word(String),
}

impl BoardLike<'_> {
    pub(crate) fn board(&self, py: Python<'_>) -> PyResult<Arc<Geometry>> {
        match self {
            Self::Board(board) => Ok(Arc::clone(&board.0)),
            Self::Word(word) => Ok(Board::new(py, word)?.0),
        }
    }
}
