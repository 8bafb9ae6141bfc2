//! Lists of texts.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use satdoku::grid::format::Format;
use satdoku::{Geometry, Natural};

use crate::args::wrong_type;
use crate::counts;
use crate::errors::{parse_error, value_error};
use crate::grid::Grid;
use crate::many::job::{Call, Found, answer};
use crate::many::question::asked;
use crate::many::rows::{Row, Rows};
use crate::puzzles::{is_missing, of_object, text};

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
        let wrong = |_| wrong_type("puzzles", "a list of puzzles, an array or a column", list);
        for (number, item) in list.try_iter().map_err(wrong)?.enumerate() {
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

/// An answer to a question about a row.
enum Answer {
    Text(Box<str>),
    Count(Natural),
    Flag(bool),
    Rating(f64),
}

impl Answer {
    fn of(found: &Found<'_>) -> Option<Self> {
        Some(match found {
            Found::Record(record) => Self::Text(String::from_utf8_lossy(&record[..]).into()),
            Found::Grid(grid) => Self::Text(text_of(grid).into()),
            Found::Count(count) => Self::Count(count.clone()),
            Found::Flag(flag) => Self::Flag(*flag),
            Found::Rating(rating) => Self::Rating(*rating),
            Found::None | Found::Unknown | Found::Invalid | Found::Missing => return None,
        })
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self {
            Self::Text(text) => text.into_pyobject(py)?.into_any(),
            Self::Count(count) => counts::integer(py, count)?,
            Self::Flag(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
            Self::Rating(rating) => rating.into_pyobject(py)?.into_any(),
        })
    }
}

/// The answers to a question about each puzzle of a list, None for a row without an answer, and the statuses.
#[pyfunction]
pub(crate) fn many_list<'py>(
    question: &str,
    puzzles: &Bound<'py, PyAny>,
    keywords: &Bound<'py, PyDict>,
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyBytes>)> {
    let py = puzzles.py();
    let (call, ask) = asked(question, keywords)?;
    let texts = Texts::of(puzzles, &call)?;
    let place = |part: &[_]| std::iter::repeat_with(|| (None, 0)).take(part.len()).collect();
    let places: Vec<Vec<(Option<Answer>, u8)>> = texts.ends.chunks(call.part(texts.ends.len())).map(place).collect();
    let put = |place: &mut Vec<(Option<Answer>, u8)>, number: usize, found: Found<'_>| {
        place[number] = (Answer::of(&found), found.status());
    };
    let answered = answer(py, &call, &texts.rows(), ask, places, put)?;
    let (answers, mut statuses) = (PyList::empty(py), Vec::with_capacity(texts.ends.len()));
    for (answer, status) in answered.into_iter().flatten() {
        match answer {
            Some(answer) => answers.append(answer.object(py)?)?,
            None => answers.append(py.None())?,
        }
        statuses.push(status);
    }
    Ok((answers, PyBytes::new(py, &statuses)))
}
