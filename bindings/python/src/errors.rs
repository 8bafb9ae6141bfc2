//! The exceptions, which are classes of the Python module `satdoku.errors`.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::exceptions::{PyFileExistsError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// The class of this name, imported once.
fn class<'py>(
    py: Python<'py>,
    place: &'static PyOnceLock<Py<PyType>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyType>> {
    place.import(py, "satdoku.errors", name)
}

/// A text that is no puzzle, board, rule or formula: a `ParseError` with file, line and column where known.
pub(crate) fn parse_error(py: Python<'_>, message: &str, file: Option<&str>, at: Option<(u64, u64)>) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (line, column) = at.unzip();
    let message = of_python(message);
    match class(py, &CLASS, "ParseError") {
        Ok(class) => PyErr::from_type(class.clone(), (message, file.map(str::to_owned), line, column)),
        Err(error) => error,
    }
}

/// A message that names arguments of Python in place of the program's options.
fn of_python(message: &str) -> String {
    let arguments = [("--format", "format="), ("--box", "board=")];
    let message = arguments.iter().fold(message.to_owned(), |message, (option, argument)| {
        message.replace(&format!("{option} "), argument).replace(option, argument)
    });
    message.replace("satdoku rules lists", "satdoku.rules() lists")
}

/// The error for the text of a puzzle: a `ParseError`, or a `Stopped` if a limit ended the reading.
pub(crate) fn puzzle_error(py: Python<'_>, error: &satdoku::grid::format::ParseError, file: Option<&str>) -> PyErr {
    if let Some(reason) = error.stopped() {
        return stopped(py, format!("{reason}, while the puzzle was read: line {}", error.line));
    }
    parse_error(py, &error.problem.to_string(), file, Some((error.line, error.column)))
}

/// A file or a folder that cannot be worked with: an `OSError` with its number and the file's name, of the class that Python has for
/// the number.
pub(crate) fn os_error(path: &Path, error: io::Error) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        let error = match error.kind() {
            io::ErrorKind::AlreadyExists => {
                return PyFileExistsError::new_err((EEXIST, error.to_string(), path.as_os_str().to_owned()));
            }
            _ => error,
        };
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text).to_owned();
    PyOSError::new_err((number, words, path.as_os_str().to_owned()))
}

/// The number of *file exists*, the same on all systems.
const EEXIST: i32 = 17;

/// A question that could not be answered: a `SolverError`.
pub(crate) fn solver_error(py: Python<'_>, error: impl Display) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    match class(py, &CLASS, "SolverError") {
        Ok(class) => PyErr::from_type(class.clone(), (error.to_string(),)),
        Err(error) => error,
    }
}

/// A listing that was cut short: a `Stopped`.
pub(crate) fn stopped(py: Python<'_>, reason: impl Display) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    match class(py, &CLASS, "Stopped") {
        Ok(class) => PyErr::from_type(class.clone(), (reason.to_string(),)),
        Err(error) => error,
    }
}

/// The error of an engine: a `SolverError`, or a `Stopped` for a listing that was cut short.
pub(crate) fn engine_error(py: Python<'_>, error: &satdoku::Error) -> PyErr {
    match error {
        satdoku::Error::Stopped(reason) => stopped(py, reason),
        error => solver_error(py, error),
    }
}

/// An invalid argument: a `ValueError`.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Work that panicked.
pub(crate) fn panicked(message: &str) -> PyErr {
    PyRuntimeError::new_err(format!("satdoku panicked: {message}"))
}
