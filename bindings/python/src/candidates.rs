//! Candidates as arguments: texts such as 'r1c1=5', pairs of a cell and a digit, and dicts of cells and digits.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use satdoku::{Candidate, Geometry};

use crate::args::{wrong_type, wrong_value};
use crate::grid::CellLike;

/// A candidate: a text such as 'r1c1=5', a cell and its digit, or an object that has both by name, as `satdoku.Candidate`.
pub(crate) fn candidate(argument: &str, object: &Bound<'_, PyAny>, board: &Geometry) -> PyResult<Candidate> {
    if let Ok(text) = object.cast::<PyString>() {
        let candidate: Candidate = text.to_str()?.parse().map_err(|error| wrong_value(argument, error))?;
        return of_board(argument, candidate, board);
    }
    let expected = "a candidate such as 'r1c1=5' or ((row, column), digit)";
    let (cell, digit) = match object.getattr_opt("cell")?.zip(object.getattr_opt("digit")?) {
        Some(pair) => pair,
        None => object.extract().map_err(|_| wrong_type(argument, expected, object))?,
    };
    // A text that is no cell says so itself.
    let cell: CellLike = match cell.extract() {
        Err(_) if !cell.is_instance_of::<PyString>() => return Err(wrong_type(argument, expected, object)),
        cell => cell?,
    };
    let digit: i64 = digit.extract().map_err(|_| wrong_type(argument, expected, object))?;
    of_cell(argument, &cell, digit, board)
}

/// Candidates in any order: an iterable of candidates, or a dict of cells and their digits.
pub(crate) fn candidates(argument: &str, object: &Bound<'_, PyAny>, board: &Geometry) -> PyResult<Vec<Candidate>> {
    if object.is_instance_of::<PyDict>() {
        return of_dict(argument, object, board);
    }
    let expected = "candidates such as ['r1c1=5'], or a dict of cells and digits";
    let wrong = || wrong_type(argument, expected, object);
    if object.is_instance_of::<PyString>() {
        return Err(wrong());
    }
    object.try_iter().map_err(|_| wrong())?.map(|item| candidate(argument, &item?, board)).collect()
}

/// The candidates of a dict of cells and their digits.
pub(crate) fn of_dict(argument: &str, object: &Bound<'_, PyAny>, board: &Geometry) -> PyResult<Vec<Candidate>> {
    let wrong = || wrong_type(argument, "a dict of cells and digits", object);
    let mut listed = Vec::new();
    for (cell, digits) in object.cast::<PyDict>().map_err(|_| wrong())?.iter() {
        let cell: CellLike = cell.extract()?;
        for digit in digits.try_iter().map_err(|_| wrong())? {
            listed.push(of_cell(argument, &cell, digit?.extract().map_err(|_| wrong())?, board)?);
        }
    }
    Ok(listed)
}

/// A digit in a cell of the board.
fn of_cell(argument: &str, cell: &CellLike, digit: i64, board: &Geometry) -> PyResult<Candidate> {
    of_board(argument, Candidate::new(cell.on_board(argument, board)?, crate::grid::digit(digit)?), board)
}

/// Refuses a candidate that the board does not have.
fn of_board(argument: &str, candidate: Candidate, board: &Geometry) -> PyResult<Candidate> {
    if board.contains(candidate.cell) && board.has_digit(candidate.digit) {
        return Ok(candidate);
    }
    Err(wrong_value(argument, format_args!("{candidate} is not on the board")))
}
