//! The puzzles of a file, one after another.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyString, PyTuple};
use satdoku::grid::format::{Puzzles, ReadError, ReadOptions};

use crate::args::{FormatWord, wrong_type};
use crate::board::BoardLike;
use crate::errors::{os_error, puzzle_error, value_error};
use crate::grid::Grid;
use crate::running::Lookout;

/// The puzzles of a file; made by read(). A bad puzzle raises a ParseError, after which the next puzzles can still be read.
#[pyclass(frozen, module = "satdoku")]
pub(crate) struct Reader {
    file: Option<String>,
    /// `None` once the reader is closed.
    puzzles: Mutex<Option<Puzzles<Box<dyn BufRead + Send>>>>,
    lookout: Lookout,
    /// Whether a bad puzzle is left out.
    skips: bool,
}

impl Reader {
    fn lock(&self) -> MutexGuard<'_, Option<Puzzles<Box<dyn BufRead + Send>>>> {
        self.puzzles.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Reader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Grid>> {
        loop {
            self.lookout.look(py)?;
            let next = py.detach(|| self.lock().as_mut().and_then(Iterator::next));
            return match next {
                None => Ok(None),
                Some(Ok(grid)) => Ok(Some(Grid::from(grid))),
                Some(Err(ReadError::Parse(error))) if self.skips && error.stopped().is_none() => continue,
                Some(Err(ReadError::Parse(error))) => Err(puzzle_error(py, &error, self.file.as_deref())),
                // An exception of a file of Python, Ctrl-C included, stays what it is.
                Some(Err(ReadError::Io(error))) => Err(error.into()),
                Some(Err(error)) => Err(PyOSError::new_err(error.to_string())),
            };
        }
    }

    /// End the reading: no puzzles follow, and a file that was opened by its path is closed.
    fn close(&self, py: Python<'_>) {
        // Another thread may be reading, and an open file of Python needs the GIL.
        drop(py.detach(|| self.lock().take()));
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) {
        self.close(py);
    }
}

/// Read the puzzles of a file in any format: an iterator in constant memory.
///
/// Parameters:
///     source: the path of a file, a file that is open for reading in binary or text mode, or the bytes of a text.
///     format: the format of the puzzles, such as 'line' or 'grid'; by default the format is detected.
///     board: the board, a Board or its name, where the text does not tell it.
///     errors: 'raise' raises ParseError at a bad puzzle, after which the next puzzles can still be read; 'skip' leaves bad puzzles
///         out.
///
/// >>> import satdoku
/// >>> [grid.clue_count for grid in satdoku.read(b".4.2...1.....3..\n12..............\n")]
/// [4, 2]
#[pyfunction]
#[pyo3(signature = (source, *, format = None, board = None, errors = "raise"))]
pub(crate) fn read(
    source: &Bound<'_, PyAny>,
    format: Option<FormatWord>,
    board: Option<BoardLike>,
    errors: &str,
) -> PyResult<Reader> {
    let skips = match errors {
        "raise" => false,
        "skip" => true,
        other => return Err(value_error(format!("errors: expected 'raise' or 'skip', found '{other}'"))),
    };
    let (file, reader): (_, Box<dyn BufRead + Send>) = if let Ok(bytes) = source.extract::<PyBackedBytes>() {
        (None, Box::new(Cursor::new(bytes)))
    } else if source.hasattr("read")? {
        let name = source.getattr_opt("name")?.and_then(|name| name.extract::<String>().ok());
        (name, Box::new(BufReader::new(PythonFile { file: source.clone().unbind(), rest: Vec::new() })))
    } else {
        let path: PathBuf = source
            .extract()
            .map_err(|_| wrong_type("source", "a path, an open file, or the bytes of a text", source))?;
        let file = File::open(&path).map_err(|error| os_error(&path, error))?;
        (Some(path.display().to_string()), Box::new(BufReader::new(file)))
    };
    let options = ReadOptions::of(format.map(|word| word.0), board.map(|board| board.0));
    Ok(Reader { file, puzzles: Mutex::new(Some(Puzzles::new(reader, options))), lookout: Lookout::new(), skips })
}

/// An open file of Python.
struct PythonFile {
    file: Py<PyAny>,
    /// Bytes that were read and not yet handed on: characters of a text take several.
    rest: Vec<u8>,
}

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = Python::attach(|py| {
                let part = self.file.bind(py).call_method1("read", (buffer.len(),))?;
                match part.cast::<PyString>() {
                    Ok(text) => Ok(text.to_str()?.as_bytes().to_vec()),
                    Err(_) => part.extract::<Vec<u8>>(),
                }
            })?;
        }
        let number = self.rest.len().min(buffer.len());
        buffer[..number].copy_from_slice(&self.rest[..number]);
        self.rest.drain(..number);
        Ok(number)
    }
}
