//! Puzzles as arguments: a text, rows of numbers or characters, an array or a table becomes a grid.

use std::borrow::Cow;
use std::str::Utf8Error;
use std::sync::Arc;

use pyo3::PyTypeInfo;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString};
use satdoku::budget::Stopwatch;
use satdoku::grid::format::{Format, Problem, Puzzles, ReadError, ReadOptions};
use satdoku::{Budget, Cell, Geometry};

use crate::answers::Satisfiable;
use crate::args::found;
use crate::errors::{parse_error, puzzle_error, value_error};
use crate::grid::{Grid, digit};
use crate::running::run;
use crate::timeout::{TimeoutLike, budget};

/// A puzzle as an argument: a Grid, the solution of an answer, a text, lists of numbers or characters, an array or a table.
pub(crate) fn puzzle(object: &Bound<'_, PyAny>) -> PyResult<satdoku::Grid> {
    if let Ok(answer) = object.cast::<Satisfiable>() {
        return Ok(answer.get().solution.0.clone());
    }
    match object.cast::<Grid>() {
        Ok(grid) => Ok(grid.get().0.clone()),
        Err(_) => of_object(object, None, None),
    }
}

/// A puzzle as an argument, read within a time, and the remaining time.
pub(crate) fn puzzle_within(
    object: &Bound<'_, PyAny>,
    timeout: Option<TimeoutLike>,
) -> PyResult<(satdoku::Grid, Option<TimeoutLike>)> {
    let Some(timeout) = timeout else { return Ok((puzzle(object)?, None)) };
    let watch = Stopwatch::start();
    let grid = match text(object)? {
        Some(text) => of_text(object.py(), &text, None, None, budget(Some(timeout.clone())))?,
        None => puzzle(object)?,
    };
    Ok((grid, Some(timeout.after(watch.elapsed()))))
}

/// A grid to hold against a puzzle: the solution of an answer, a Grid, or another object, which is read on the puzzle's board.
pub(crate) fn puzzle_on(object: &Bound<'_, PyAny>, board: &Arc<Geometry>) -> PyResult<satdoku::Grid> {
    match object.cast::<Grid>() {
        Err(_) if !object.is_instance_of::<Satisfiable>() => of_object(object, None, Some(Arc::clone(board))),
        _ => puzzle(object),
    }
}

/// A text from a str, bytes or bytearray; `None` for any other object.
pub(crate) fn text<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<Option<Cow<'a, str>>> {
    let wrong = |error: Utf8Error| parse_error(object.py(), &error.to_string(), None, None);
    Ok(if let Ok(text) = object.cast::<PyString>() {
        Some(text.to_str()?.into())
    } else if let Ok(bytes) = object.cast::<PyBytes>() {
        Some(str::from_utf8(bytes.as_bytes()).map_err(wrong)?.into())
    } else if let Ok(bytes) = object.cast::<PyByteArray>() {
        Some(String::from_utf8(bytes.to_vec()).map_err(|error| wrong(error.utf8_error()))?.into())
    } else {
        None
    })
}

/// Texts up to this length are read on the calling thread.
const LONGEST_AT_ONCE: usize = 1 << 12;

/// The one puzzle of a text.
fn of_text(
    py: Python<'_>,
    text: &str,
    format: Option<Format>,
    board: Option<Arc<Geometry>>,
    budget: Budget,
) -> PyResult<satdoku::Grid> {
    // The library reads a line of a classic puzzle at once. Where parsing refuses the line, `Puzzles` reads it again and names the fault.
    if format.is_none()
        && board.is_none()
        && text.trim_ascii().len() == 81
        && let Ok(grid) = text.parse()
    {
        return Ok(grid);
    }
    let read = move |text: &str, budget: Budget| {
        let options = ReadOptions::of(format, board).with_budget(budget);
        let mut puzzles = Puzzles::new(text.as_bytes(), options);
        (puzzles.next(), puzzles.next().is_some())
    };
    // Reading a long text may take a while, so another thread reads it while this thread checks for Ctrl-C.
    let (first, has_more) = if text.len() <= LONGEST_AT_ONCE {
        read(text, budget)
    } else {
        let text = text.to_owned();
        run(py, budget, move |budget| read(&text, budget))?
    };
    match (first, has_more) {
        (None, _) => Err(parse_error(py, &Problem::Nothing.to_string(), None, Some((1, 1)))),
        (Some(Err(ReadError::Parse(error))), _) if error.stopped().is_none() && is_name_of_file(text) => {
            let message = format!("{}; read({text:?}) reads a file", error.problem);
            Err(parse_error(py, &message, None, Some((error.line, error.column))))
        }
        (Some(Err(ReadError::Parse(error))), _) => Err(puzzle_error(py, &error, None)),
        (Some(Ok(grid)), false) => Ok(grid),
        (Some(Err(error)), _) => Err(value_error(error)),
        (Some(Ok(_)), true) => {
            let more = "expected one puzzle, found more text after it; solve_many and its like take several";
            Err(parse_error(py, more, None, None))
        }
    }
}

/// Whether a text that is no puzzle is the name of a file, or looks like one.
fn is_name_of_file(text: &str) -> bool {
    let is_word = |word: &str| (2..=5).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let has_ending = || text.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && is_word(ending));
    text.len() < 256 && !text.contains('\n') && (has_ending() || std::path::Path::new(text).is_file())
}

/// A grid from a text, from lists of numbers or characters, or from objects that convert to lists: arrays, columns and tables.
pub(crate) fn of_object(
    object: &Bound<'_, PyAny>,
    format: Option<Format>,
    board: Option<Arc<Geometry>>,
) -> PyResult<satdoku::Grid> {
    let py = object.py();
    if let Some(text) = text(object)? {
        return of_text(py, &text, format, board, Budget::unlimited());
    }
    let items = listed(object)?;
    let texts: Option<Vec<Cow<'_, str>>> =
        items.iter().map(|item| text(item).transpose()).collect::<Option<PyResult<_>>>().transpose()?;
    let has_cells = |rows: &[Cow<'_, str>]| rows.len() > 1 && rows.iter().all(|row| row.trim().chars().count() <= 1);
    match texts {
        Some(rows) if !rows.is_empty() && !has_cells(&rows) => {
            let lines = of_text(py, &rows.join("\n"), format, board.clone(), Budget::unlimited());
            // N rows of N characters are one grid, whatever else their lines could be.
            let is_cell = |c: char| c.is_ascii_alphanumeric() || c == '.';
            let is_square = rows.iter().all(|row| row.len() == rows.len() && row.chars().all(is_cell));
            return match lines {
                Err(error) if is_square && format.is_none() => {
                    of_text(py, &rows.concat(), format, board, Budget::unlimited()).map_err(|_| error)
                }
                lines => lines,
            };
        }
        _ if format.is_some() => return Err(value_error("format: only a text has one, found cells")),
        _ => {}
    }
    let is_row = |item: &Bound<'_, PyAny>| Ok::<_, PyErr>(text(item)?.is_none() && has_order(item)?);
    if !items.first().map_or(Ok(false), is_row)? {
        let numbered = items.iter().enumerate();
        let flat =
            numbered.map(|(index, cell)| value(cell, || format!("number {index}"))).collect::<PyResult<Vec<_>>>()?;
        let board = match board {
            Some(board) => board,
            None => nearly_square(flat.len().isqrt())?,
        };
        return of_values(&board, &flat);
    }
    let mut rows = Vec::with_capacity(items.len());
    for (row, item) in items.iter().enumerate() {
        if !is_row(item)? {
            let found = item.get_type().name()?;
            return Err(PyTypeError::new_err(format!("row {row}, from 0: expected numbers and None, found {found}")));
        }
        let cells = item.try_iter()?.enumerate();
        let cell = |(column, cell): (usize, PyResult<Bound<'_, PyAny>>)| {
            value(&cell?, || format!("row {row}, column {column}"))
        };
        rows.push(cells.map(cell).collect::<PyResult<Vec<_>>>()?);
    }
    of_rows(board, &rows)
}

/// The items of a list, an array, a column, or the rows of a table.
fn listed<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let list = if object.is_instance_of::<PyList>() {
        object.clone()
    } else if object.hasattr("tolist")? {
        object.call_method0("tolist")?
    } else if !has_order(object)? {
        let found = found(object);
        return Err(PyTypeError::new_err(format!(
            "puzzle: expected a text, or rows of numbers and None, found {found}"
        )));
    } else if object.hasattr("to_list")? {
        object.call_method0("to_list")?
    } else if object.hasattr("to_numpy")? {
        // Iterating over a table may yield its columns, or their names, instead of rows.
        object.call_method0("to_numpy")?.call_method0("tolist")?
    } else {
        PyList::type_object(object.py()).call1((object,))?
    };
    list.try_iter()?.collect()
}

/// A grid from a number for each place of the canvas, row by row.
fn of_rows(board: Option<Arc<Geometry>>, rows: &[Vec<Option<i64>>]) -> PyResult<satdoku::Grid> {
    let width = rows.first().map_or(0, Vec::len);
    let board = match board {
        Some(board) => board,
        None if rows.len() != width && rows.iter().all(|row| row.len() == width) => {
            let found = rows.len();
            return Err(value_error(format!("expected {width} rows of {width} cells, or board=; found {found} rows")));
        }
        None => nearly_square(rows.len())?,
    };
    let columns = board.columns();
    if rows.len() != board.rows() {
        return Err(value_error(format!(
            "expected {} rows of {columns} cells, found {} rows",
            board.rows(),
            rows.len()
        )));
    }
    if let Some((row, cells)) = rows.iter().enumerate().find(|(_, cells)| cells.len() != columns) {
        let (of, found) = (rows.len(), cells.len());
        return Err(value_error(format!("row {row}, from 0, of {of}: expected {columns} cells, found {found}")));
    }
    let is_filled = |row: usize, column: usize| rows[row][column].is_some_and(|value| value > 0);
    let outside = (0..board.rows())
        .flat_map(|row| (0..board.columns()).map(move |column| (row, column)))
        .find(|&(row, column)| is_filled(row, column) && !board.contains(Cell::new(row as u16, column as u16)));
    if let Some((row, column)) = outside {
        return Err(value_error(format!("there is no cell in row {row} and column {column}, from 0")));
    }
    let values: Vec<_> = board.cells().map(|cell| rows[cell.row()][cell.column()]).collect();
    of_values(&board, &values)
}

/// Whether an object is iterable in a meaningful order, unlike a dict or a set.
fn has_order(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_without =
        object.is_instance_of::<PyDict>() || object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>();
    Ok(!is_without && object.hasattr("__iter__")?)
}

/// The number of a cell, `None` for an empty cell. A table with empty cells gives its numbers as floats, and lists of characters have
/// a text in each cell.
fn value(cell: &Bound<'_, PyAny>, place: impl Fn() -> String) -> PyResult<Option<i64>> {
    if is_missing(cell)? {
        return Ok(None);
    }
    let number = if let Some(text) = text(cell)? {
        match text.trim() {
            "" | "." => return Ok(None),
            // Letters continue the digits, as in texts: A is 10.
            word if word.len() == 1 => {
                word.chars().next().filter(|c| !c.is_ascii_lowercase()).and_then(|c| c.to_digit(36)).map(i64::from)
            }
            word => word.parse().ok(),
        }
    } else if let Ok(float) = cell.cast::<PyFloat>() {
        whole(float.value())
    } else {
        // Some floats of NumPy are not Python floats.
        cell.extract::<i64>().ok().or_else(|| cell.extract().ok().and_then(whole))
    };
    if number.is_some() {
        return Ok(number);
    }
    let (place, found) = (place(), found(cell));
    if text(cell)?.is_some_and(|text| text.trim().len() > 1) {
        let more = "several puzzles are for solve_many and its like";
        return Err(PyTypeError::new_err(format!(
            "{place}, from 0: expected a digit or nothing, found {found}; {more}"
        )));
    }
    Err(PyTypeError::new_err(format!("{place}, from 0: expected a whole number or nothing, found {found}")))
}

/// A float as a whole number.
fn whole(number: f64) -> Option<i64> {
    let is_whole = number.fract() == 0.0 && number.abs() <= f64::from(u32::MAX);
    is_whole.then_some(number as i64)
}

/// Whether an object is a missing value: None, NaN, or the `NA` or `NaT` of a table.
pub(crate) fn is_missing(item: &Bound<'_, PyAny>) -> PyResult<bool> {
    if item.is_none() {
        return Ok(true);
    }
    if item.is_instance_of::<PyInt>() || item.is_instance_of::<PyString>() {
        return Ok(false);
    }
    if let Ok(number) = item.cast::<PyFloat>() {
        return Ok(number.value().is_nan());
    }
    let name = item.get_type().name()?;
    Ok(name == "NAType" || name == "NaTType")
}

fn nearly_square(side: usize) -> PyResult<Arc<Geometry>> {
    Geometry::nearly_square(side).map(Arc::new).map_err(value_error)
}

/// A grid from a number for each cell; None and -1 stand for an empty cell, and so does 0 if it is no digit.
fn of_values(board: &Arc<Geometry>, values: &[Option<i64>]) -> PyResult<satdoku::Grid> {
    let has_zero = board.first_digit().get() == 0;
    let digit = |value: &Option<i64>| match *value {
        None | Some(-1) => Ok(None),
        Some(0) if !has_zero => Ok(None),
        Some(value) => self::digit(value).map(Some),
    };
    let digits = values.iter().map(digit).collect::<PyResult<Vec<_>>>()?;
    satdoku::Grid::from_digits(board, digits).map_err(value_error)
}
