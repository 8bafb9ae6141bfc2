//! Lists of texts.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use satdoku::Geometry;
use satdoku::grid::format::Format;

use crate::answers;
use crate::errors::{parse_error, value_error};
use crate::grid::{Grid, is_missing, of_object, text};
use crate::many::Keywords;
use crate::many::job::{Ask, Call, Found, PART, answer};
use crate::many::rows::{Row, Rows};

/// The texts read between two checks for Ctrl-C: a few milliseconds.
const BETWEEN_LOOKS: usize = 1 << 15;

/// The puzzles of a list, readable without the GIL: the texts in one piece of memory.
struct Texts {
    bytes: Vec<u8>,
    /// Puzzles that are not texts.
    grids: Vec<satdoku::Grid>,
    /// For each row, the end of its text in `bytes`, and its kind.
    ends: Vec<(usize, Kind)>,
}

#[derive(Clone, Copy)]
enum Kind {
    Text,
    /// A grid, by index.
    Grid(usize),
    Missing,
    Wrong,
}

impl Texts {
    /// Reads the puzzles. An item that is no puzzle is an error if the call raises, else noted as wrong.
    fn of(list: &Bound<'_, PyAny>, call: &Call) -> PyResult<Self> {
        let mut texts = Self { bytes: Vec::new(), grids: Vec::new(), ends: Vec::new() };
        for (number, item) in list.try_iter()?.enumerate() {
            let item = item?;
            let kind = if is_missing(&item)? {
                Kind::Missing
            } else {
                match texts.push(&item, call.board.as_ref()) {
                    Ok(kind) => kind,
                    Err(error) if call.raises => return Err(of_row(list.py(), number, &error)),
                    Err(_) => Kind::Wrong,
                }
            };
            texts.ends.push((texts.bytes.len(), kind));
            if number % BETWEEN_LOOKS == 0 {
                list.py().check_signals()?;
            }
        }
        Ok(texts)
    }

    fn push(&mut self, item: &Bound<'_, PyAny>, board: Option<&Arc<Geometry>>) -> PyResult<Kind> {
        if let Some(text) = text(item)? {
            self.bytes.extend_from_slice(text.as_bytes());
            return Ok(Kind::Text);
        }
        let grid = match item.cast::<Grid>() {
            Ok(grid) if board.is_some_and(|board| grid.get().0.without_rules().geometry() != board) => {
                return Err(value_error("board: a grid has its own"));
            }
            Ok(grid) => grid.get().0.clone(),
            Err(_) => of_object(item, None, board.cloned())?,
        };
        self.grids.push(grid);
        Ok(Kind::Grid(self.grids.len() - 1))
    }

    fn rows(&self) -> Rows<'_> {
        let text = |number: usize| {
            let start = number.checked_sub(1).map_or(0, |before| self.ends[before].0);
            let (end, kind) = self.ends[number];
            match kind {
                Kind::Text => Row::Bytes(&self.bytes[start..end]),
                Kind::Grid(index) => Row::Grid(&self.grids[index]),
                Kind::Missing => Row::Missing,
                Kind::Wrong => Row::Wrong,
            }
        };
        Rows::Texts { len: self.ends.len(), text: Box::new(text) }
    }

    /// The answers of all rows, `None` for a row without an answer, and the statuses.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        call: &Call,
        ask: Ask,
        of: impl Fn(Found<'_>) -> Option<T> + Sync,
    ) -> PyResult<(Vec<Option<T>>, Vec<u8>)> {
        let place = |part: &[_]| std::iter::repeat_with(|| (None, 0)).take(part.len()).collect();
        let places: Vec<Vec<(Option<T>, u8)>> = self.ends.chunks(PART).map(place).collect();
        let put = |place: &mut Vec<(Option<T>, u8)>, number: usize, found: Found<'_>| {
            let status = found.status();
            place[number] = (of(found), status);
        };
        Ok(answer(py, call, &self.rows(), ask, places, put)?.into_iter().flatten().unzip())
    }
}

/// The error of a row, with its number.
fn of_row(py: Python<'_>, number: usize, error: &PyErr) -> PyErr {
    let message = format!("row {number}: {}", error.value(py));
    if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(message)
    } else {
        parse_error(py, &message, None, None)
    }
}

/// A solution as a text, on one line if the board has digits of one character.
pub(crate) fn text_of(grid: &satdoku::Grid) -> String {
    let mut text = String::new();
    match Format::Line.write(grid, &mut text) {
        Ok(()) => {
            text.truncate(text.trim_end().len());
            text
        }
        Err(_) => grid.to_string(),
    }
}

/// Solve the puzzles of a list: a list of texts, None for a puzzle without a solution, and the statuses.
#[pyfunction]
pub(crate) fn solve_list<'py>(
    puzzles: &Bound<'py, PyAny>,
    keywords: Keywords<'py>,
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyBytes>)> {
    let py = puzzles.py();
    let call = keywords.call(py)?;
    let text = |found: Found<'_>| match found {
        Found::Record(record) => Some(Box::from(String::from_utf8_lossy(record))),
        Found::Grid(grid) => Some(text_of(grid).into_boxed_str()),
        _ => None,
    };
    let (texts, statuses): (Vec<Option<Box<str>>>, _) = Texts::of(puzzles, &call)?.ask(py, &call, Ask::Solve, text)?;
    Ok((PyList::new(py, texts.iter().map(Option::as_deref))?, PyBytes::new(py, &statuses)))
}

/// Count the solutions of the puzzles of a list: a list of numbers, None for an unknown count, and the statuses.
#[pyfunction]
pub(crate) fn count_list<'py>(
    puzzles: &Bound<'py, PyAny>,
    limit: Option<u64>,
    keywords: Keywords<'py>,
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyBytes>)> {
    let py = puzzles.py();
    let call = keywords.call(py)?;
    let count = |found: Found<'_>| if let Found::Count(count) = found { Some(count) } else { None };
    let (counts, statuses) = Texts::of(puzzles, &call)?.ask(py, &call, Ask::Count(limit), count)?;
    let numbers = PyList::empty(py);
    for count in counts {
        match count {
            Some(count) => numbers.append(answers::integer(py, &count)?)?,
            None => numbers.append(py.None())?,
        }
    }
    Ok((numbers, PyBytes::new(py, &statuses)))
}

/// Check the grids of a list: True for a grid that breaks no rule or, with unique, has exactly one solution; and the statuses.
#[pyfunction]
pub(crate) fn check_list<'py>(
    puzzles: &Bound<'py, PyAny>,
    unique: bool,
    keywords: Keywords<'py>,
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyBytes>)> {
    let py = puzzles.py();
    let call = keywords.call(py)?;
    let ask = if unique { Ask::Unique } else { Ask::Valid };
    let flag = |found: Found<'_>| if let Found::Flag(is_fine) = found { Some(is_fine) } else { None };
    let (flags, statuses) = Texts::of(puzzles, &call)?.ask(py, &call, ask, flag)?;
    Ok((PyList::new(py, flags)?, PyBytes::new(py, &statuses)))
}

/// Rate the puzzles of a list: a list of ratings, None for a missing rating, and the statuses.
#[pyfunction]
pub(crate) fn rate_list<'py>(
    puzzles: &Bound<'py, PyAny>,
    keywords: Keywords<'py>,
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyBytes>)> {
    let py = puzzles.py();
    let call = keywords.call(py)?;
    let rating = |found: Found<'_>| if let Found::Rating(rating) = found { Some(rating) } else { None };
    let (ratings, statuses) = Texts::of(puzzles, &call)?.ask(py, &call, Ask::Rate, rating)?;
    Ok((PyList::new(py, ratings)?, PyBytes::new(py, &statuses)))
}
