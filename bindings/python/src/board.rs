//! Boards.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyString;
use satdoku::Geometry;

use crate::args::{wrong_type, wrong_value};
use crate::errors::{parse_error, value_error};

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
    fn new(py: Python<'_>, word: &Bound<'_, PyAny>) -> PyResult<Self> {
        let word =
            word.cast::<PyString>().map_err(|_| wrong_type("word", "the name of a board, such as '3x3'", word))?;
        let word = word.to_str()?;
        // A number alone is a number of rows.
        let board: Result<Geometry, _> = match word.parse() {
            Ok(rows) => return Geometry::nearly_square(rows).map(|board| Self(Arc::new(board))).map_err(value_error),
            Err(_) => word.parse(),
        };
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

/// A board as an argument: a Board, its name, or a number of rows.
pub(crate) struct BoardLike(pub(crate) Arc<Geometry>);

impl<'py> FromPyObject<'_, 'py> for BoardLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(board) = object.cast::<Board>() {
            return Ok(Self(Arc::clone(&board.get().0)));
        }
        if let Ok(word) = object.cast::<PyString>() {
            return Board::new(object.py(), &word).map(|board| Self(board.0));
        }
        if let Ok(rows) = object.extract::<usize>() {
            return Geometry::nearly_square(rows)
                .map(|board| Self(Arc::new(board)))
                .map_err(|error| wrong_value("board", error));
        }
        Err(wrong_type("board", "a Board or its name, such as '3x3'", &object))
    }
}
