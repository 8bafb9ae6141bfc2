//! NumPy arrays with one row per puzzle, read and written in place.

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::value_error;
use crate::many::job::{Ask, Call, Found, answer, status};
use crate::many::question::asked;
use crate::many::rows::{Rows, empty_value, places};

/// The numbers of an array, in the order of its rows.
fn rows<'a>(array: &'a PyReadonlyArray2<'_, u8>, call: &Call) -> PyResult<Rows<'a>> {
    let width = array.shape()[1];
    check_width(width, call)?;
    let numbers = array.as_slice().map_err(|_| value_error("expected an array whose rows lie one after another"))?;
    Ok(Rows::Numbers { numbers, width, without: &[] })
}

/// Refuses rows of no numbers, and rows whose board may have digits that no byte holds.
pub(crate) fn check_width(width: usize, call: &Call) -> PyResult<()> {
    let most = call.board.as_ref().map_or(width.isqrt(), |board| board.last_digit().get().into());
    if most > usize::from(u8::MAX) {
        let board = call.board.as_ref().map_or_else(|| format!("{most}x{most} cells"), ToString::to_string);
        return Err(value_error(format!(
            "a row of bytes holds no digits beyond 255, as a board of {board} has; use texts"
        )));
    }
    if width == 0 {
        return Err(value_error("expected an array of a column for each cell, found no columns"));
    }
    Ok(())
}

/// The answers to a question about each puzzle of an array, and an array of statuses.
#[pyfunction]
pub(crate) fn many_numpy<'py>(
    question: &str,
    puzzles: PyReadonlyArray2<'py, u8>,
    keywords: &Bound<'py, PyDict>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArray1<u8>>)> {
    let py = keywords.py();
    let (call, ask) = asked(question, keywords)?;
    let rows = rows(&puzzles, &call)?;
    let (answers, statuses) = match ask {
        Ask::Solve => {
            let (solutions, statuses) = solved(py, &call, &rows, puzzles.shape()[1])?;
            (PyArray1::from_vec(py, solutions).reshape([rows.len(), puzzles.shape()[1]])?.into_any(), statuses)
        }
        Ask::Count(limit) => {
            let (counts, statuses) = counts(py, &call, &rows, limit)?;
            (PyArray1::from_vec(py, counts).into_any(), statuses)
        }
        Ask::Valid | Ask::Unique => {
            let (flags, statuses) = flags(py, &call, &rows, ask)?;
            (PyArray1::from_vec(py, flags).into_any(), statuses)
        }
        Ask::Rate => {
            let (ratings, statuses) = ratings(py, &call, &rows)?;
            (PyArray1::from_vec(py, ratings).into_any(), statuses)
        }
    };
    Ok((answers, PyArray1::from_vec(py, statuses)))
}

/// The solutions of rows of so many numbers, zeros in a row without one, and the statuses.
pub(crate) fn solved(py: Python<'_>, call: &Call, rows: &Rows<'_>, width: usize) -> PyResult<(Vec<u8>, Vec<u8>)> {
    let number = rows.len();
    let (mut solutions, mut statuses) = (vec![0; number * width], vec![0; number]);
    let part = call.part(number);
    let parts = solutions.chunks_mut(part * width).zip(statuses.chunks_mut(part)).collect();
    let put = |(solutions, statuses): &mut (&mut [u8], &mut [u8]), number: usize, found: Found<'_>| {
        let row = &mut solutions[number * width..][..width];
        statuses[number] = found.status();
        match found {
            Found::Record(record) => row.iter_mut().zip(record).for_each(|(value, byte)| *value = byte - b'0'),
            Found::Grid(grid) => {
                let board = grid.geometry();
                // Fills the places without a cell.
                row.fill(empty_value(board));
                for (at, digit) in places(board, width).zip(grid.digits()) {
                    row[at] = digit.map_or(empty_value(board), |digit| digit.get() as u8);
                }
            }
            _ => {}
        }
    };
    answer(py, call, rows, Ask::Solve, parts, put)?;
    Ok((solutions, statuses))
}

/// The counts and the statuses of rows; a count beyond 64 bits gets the status *unknown*.
pub(crate) fn counts(
    py: Python<'_>,
    call: &Call,
    rows: &Rows<'_>,
    limit: Option<u64>,
) -> PyResult<(Vec<u64>, Vec<u8>)> {
    let (mut counts, mut statuses) = (vec![0; rows.len()], vec![0; rows.len()]);
    let part = call.part(rows.len());
    let places = counts.chunks_mut(part).zip(statuses.chunks_mut(part)).collect();
    let put = |(counts, statuses): &mut (&mut [u64], &mut [u8]), number: usize, found: Found<'_>| {
        statuses[number] = found.status();
        if let Found::Count(count) = found {
            match count.to_u64() {
                Some(count) => counts[number] = count,
                None => statuses[number] = status::UNKNOWN,
            }
        }
    };
    answer(py, call, rows, Ask::Count(limit), places, put)?;
    Ok((counts, statuses))
}

/// Whether each row is fine, and the statuses.
pub(crate) fn flags(py: Python<'_>, call: &Call, rows: &Rows<'_>, ask: Ask) -> PyResult<(Vec<bool>, Vec<u8>)> {
    let (mut flags, mut statuses) = (vec![false; rows.len()], vec![0; rows.len()]);
    let part = call.part(rows.len());
    let places = flags.chunks_mut(part).zip(statuses.chunks_mut(part)).collect();
    let put = |(flags, statuses): &mut (&mut [bool], &mut [u8]), number: usize, found: Found<'_>| {
        statuses[number] = found.status();
        flags[number] = matches!(found, Found::Flag(true));
    };
    answer(py, call, rows, ask, places, put)?;
    Ok((flags, statuses))
}

/// The ratings of rows, NaN for a missing rating, and the statuses.
pub(crate) fn ratings(py: Python<'_>, call: &Call, rows: &Rows<'_>) -> PyResult<(Vec<f64>, Vec<u8>)> {
    let (mut ratings, mut statuses) = (vec![f64::NAN; rows.len()], vec![0; rows.len()]);
    let part = call.part(rows.len());
    let places = ratings.chunks_mut(part).zip(statuses.chunks_mut(part)).collect();
    let put = |(ratings, statuses): &mut (&mut [f64], &mut [u8]), number: usize, found: Found<'_>| {
        statuses[number] = found.status();
        if let Found::Rating(rating) = found {
            ratings[number] = rating;
        }
    };
    answer(py, call, rows, Ask::Rate, places, put)?;
    Ok((ratings, statuses))
}
