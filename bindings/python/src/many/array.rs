//! NumPy arrays with one row per puzzle, read and written in place.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::errors::value_error;
use crate::many::Keywords;
use crate::many::job::{Ask, Call, Found, PART, answer, status};
use crate::many::rows::{Rows, empty_value, places};

/// The numbers of an array, in the order of its rows.
fn rows<'a>(array: &'a PyReadonlyArray2<'_, u8>, call: &Call) -> PyResult<Rows<'a>> {
    let width = array.shape()[1];
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
    let numbers = array.as_slice().map_err(|_| value_error("expected an array whose rows lie one after another"))?;
    Ok(Rows::Numbers { numbers, width })
}

/// Solve the puzzles of an array: an array of solutions, zeros in a row without one, and an array of statuses.
#[pyfunction]
pub(crate) fn solve_numpy<'py>(
    py: Python<'py>,
    puzzles: PyReadonlyArray2<'py, u8>,
    keywords: Keywords<'py>,
) -> PyResult<(Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u8>>)> {
    let call = keywords.call(py)?;
    let rows = rows(&puzzles, &call)?;
    let [number, width] = [puzzles.shape()[0], puzzles.shape()[1]];
    let (mut solutions, mut statuses) = (vec![0; number * width], vec![0; number]);
    let parts = solutions.chunks_mut(PART * width).zip(statuses.chunks_mut(PART)).collect();
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
    answer(py, &call, &rows, Ask::Solve, parts, put)?;
    let solutions = PyArray1::from_vec(py, solutions).reshape([number, width])?;
    Ok((solutions, PyArray1::from_vec(py, statuses)))
}

/// Count the solutions of the puzzles of an array: an array of numbers and an array of statuses.
#[pyfunction]
pub(crate) fn count_numpy<'py>(
    py: Python<'py>,
    puzzles: PyReadonlyArray2<'py, u8>,
    limit: Option<u64>,
    keywords: Keywords<'py>,
) -> PyResult<(Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u8>>)> {
    let call = keywords.call(py)?;
    let rows = rows(&puzzles, &call)?;
    let (counts, statuses) = counts(py, &call, &rows, limit)?;
    Ok((PyArray1::from_vec(py, counts), PyArray1::from_vec(py, statuses)))
}

/// Check the grids of an array: an array of bools and an array of statuses.
#[pyfunction]
pub(crate) fn check_numpy<'py>(
    py: Python<'py>,
    puzzles: PyReadonlyArray2<'py, u8>,
    unique: bool,
    keywords: Keywords<'py>,
) -> PyResult<(Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<u8>>)> {
    let call = keywords.call(py)?;
    let rows = rows(&puzzles, &call)?;
    let (flags, statuses) = flags(py, &call, &rows, unique)?;
    Ok((PyArray1::from_vec(py, flags), PyArray1::from_vec(py, statuses)))
}

/// Rate the puzzles of an array: an array of ratings, NaN for a missing rating, and an array of statuses.
#[pyfunction]
pub(crate) fn rate_numpy<'py>(
    py: Python<'py>,
    puzzles: PyReadonlyArray2<'py, u8>,
    keywords: Keywords<'py>,
) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<u8>>)> {
    let call = keywords.call(py)?;
    let rows = rows(&puzzles, &call)?;
    let (ratings, statuses) = ratings(py, &call, &rows)?;
    Ok((PyArray1::from_vec(py, ratings), PyArray1::from_vec(py, statuses)))
}

/// The counts and the statuses of rows; a count beyond 64 bits gets the status *unknown*.
pub(crate) fn counts(
    py: Python<'_>,
    call: &Call,
    rows: &Rows<'_>,
    limit: Option<u64>,
) -> PyResult<(Vec<u64>, Vec<u8>)> {
    let (mut counts, mut statuses) = (vec![0; rows.len()], vec![0; rows.len()]);
    let places = counts.chunks_mut(PART).zip(statuses.chunks_mut(PART)).collect();
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
pub(crate) fn flags(py: Python<'_>, call: &Call, rows: &Rows<'_>, unique: bool) -> PyResult<(Vec<bool>, Vec<u8>)> {
    let (mut flags, mut statuses) = (vec![false; rows.len()], vec![0; rows.len()]);
    let places = flags.chunks_mut(PART).zip(statuses.chunks_mut(PART)).collect();
    let put = |(flags, statuses): &mut (&mut [bool], &mut [u8]), number: usize, found: Found<'_>| {
        statuses[number] = found.status();
        flags[number] = matches!(found, Found::Flag(true));
    };
    answer(py, call, rows, if unique { Ask::Unique } else { Ask::Valid }, places, put)?;
    Ok((flags, statuses))
}

/// The ratings of rows, NaN for a missing rating, and the statuses.
pub(crate) fn ratings(py: Python<'_>, call: &Call, rows: &Rows<'_>) -> PyResult<(Vec<f64>, Vec<u8>)> {
    let (mut ratings, mut statuses) = (vec![f64::NAN; rows.len()], vec![0; rows.len()]);
    let places = ratings.chunks_mut(PART).zip(statuses.chunks_mut(PART)).collect();
    let put = |(ratings, statuses): &mut (&mut [f64], &mut [u8]), number: usize, found: Found<'_>| {
        statuses[number] = found.status();
        if let Found::Rating(rating) = found {
            ratings[number] = rating;
        }
    };
    answer(py, call, rows, Ask::Rate, places, put)?;
    Ok((ratings, statuses))
}
