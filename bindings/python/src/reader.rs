//! The puzzles of a file, one after another.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use satdoku::grid::format::{Format, Puzzles, ReadError, ReadOptions};

use crate::board::BoardLike;
use crate::errors::{puzzle_error, value_error};
use crate::grid::Grid;
use crate::running::Lookout;

/// The puzzles of a file; made by read(). A bad puzzle raises a ParseError, after which the next puzzles can still be read.
#[pyclass(frozen, module = "satdoku")]
pub(crate) struct Reader {
    file: Option<String>,
    puzzles: Mutex<Puzzles<Box<dyn BufRead + Send>>>,
    lookout: Lookout,
}

#[pymethods]
impl Reader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Grid>> {
        self.lookout.look(py)?;
        let next = py.detach(|| self.puzzles.lock().unwrap_or_else(PoisonError::into_inner).next());
        match next {
            None => Ok(None),
            Some(Ok(grid)) => Ok(Some(Grid(grid))),
            Some(Err(ReadError::Parse(error))) => Err(puzzle_error(py, &error, self.file.as_deref())),
            Some(Err(error)) => Err(PyOSError::new_err(error.to_string())),
        }
    }
}

/// A path, or the bytes of a text.
#[derive(FromPyObject)]
pub(crate) enum Source {
    Bytes(PyBackedBytes),
    Path(PathBuf),
}

/// Read the puzzles of a file, or of bytes, in any format: an iterator in constant memory.
///
/// >>> import satdoku
/// >>> [grid.clue_count for grid in satdoku.read(b".4.2...1.....3..\n12..............\n")]
/// [4, 2]
#[pyfunction]
#[pyo3(signature = (source, *, format = None, board = None))]
pub(crate) fn read(
    py: Python<'_>,
    source: Source,
    format: Option<&str>,
    board: Option<BoardLike<'_>>,
) -> PyResult<Reader> {
    let format: Option<Format> = format.map(str::parse).transpose().map_err(value_error)?;
    let board = board.map(|board| board.board(py)).transpose()?;
    let (file, reader): (_, Box<dyn BufRead + Send>) = match source {
        Source::Bytes(bytes) => (None, Box::new(Cursor::new(bytes))),
        Source::Path(path) => {
            let file = File::open(&path)?;
            (Some(path.display().to_string()), Box::new(BufReader::new(file)))
        }
    };
    Ok(Reader {
        file,
        puzzles: Mutex::new(Puzzles::new(reader, ReadOptions::of(format, board))),
        lookout: Lookout::new(),
    })
}
