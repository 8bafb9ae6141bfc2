//! Lists of texts.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use satdoku::grid::format::Format;

use crate::answers;
use crate::many::Keywords;
use crate::many::job::{Ask, Found, PART, answer};
use crate::many::rows::Rows;

/// The texts of a list in one piece of memory, which needs no GIL.
struct Texts {
    bytes: Vec<u8>,
    /// Where each text ends; none for a None.
    ends: Vec<(usize, bool)>,
}

impl Texts {
    fn of(list: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut texts = Self { bytes: Vec::new(), ends: Vec::new() };
        for item in list.try_iter()? {
            let item = item?;
            let is_there = !item.is_none();
            if is_there {
                match item.cast::<PyString>() {
                    Ok(text) => texts.bytes.extend_from_slice(text.to_str()?.as_bytes()),
                    Err(_) => texts.bytes.extend_from_slice(crate::grid::puzzle(&item)?.to_string().as_bytes()),
                }
            }
            texts.ends.push((texts.bytes.len(), is_there));
        }
        Ok(texts)
    }

    fn rows(&self) -> Rows<'_> {
        let text = |number: usize| {
            let start = number.checked_sub(1).map_or(0, |before| self.ends[before].0);
            let (end, is_there) = self.ends[number];
            is_there.then(|| &self.bytes[start..end])
        };
        Rows::Texts { len: self.ends.len(), text: Box::new(text) }
    }

    /// An empty place for the answers of each part.
    fn places<T>(&self) -> Vec<Vec<Option<T>>> {
        self.ends.chunks(PART).map(|part| std::iter::repeat_with(|| None).take(part.len()).collect()).collect()
    }
}

/// A solution in the form of its puzzle, where that is one of a character a cell.
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

/// Solve the puzzles of a list: a list of texts, None where there is no solution.
#[pyfunction]
pub(crate) fn solve_list<'py>(puzzles: &Bound<'py, PyAny>, keywords: Keywords<'py>) -> PyResult<Bound<'py, PyList>> {
    let py = puzzles.py();
    let (texts, call) = (Texts::of(puzzles)?, keywords.call(py)?);
    let put = |place: &mut Vec<Option<Box<str>>>, number: usize, found: Found<'_>| {
        place[number] = match found {
            Found::Record(record) => Some(String::from_utf8_lossy(record).into()),
            Found::Grid(grid) => Some(text_of(grid).into()),
            _ => None,
        };
    };
    let answers = answer(py, &call, &texts.rows(), Ask::Solve, texts.places(), put)?;
    PyList::new(py, answers.iter().flatten().map(Option::as_deref).collect::<Vec<_>>())
}

/// Count the solutions of the puzzles of a list: a list of numbers, None where one is not known.
#[pyfunction]
pub(crate) fn count_list<'py>(
    puzzles: &Bound<'py, PyAny>,
    limit: Option<u64>,
    keywords: Keywords<'py>,
) -> PyResult<Bound<'py, PyList>> {
    let py = puzzles.py();
    let (texts, call) = (Texts::of(puzzles)?, keywords.call(py)?);
    let put = |place: &mut Vec<Option<satdoku::Natural>>, number: usize, found: Found<'_>| {
        place[number] = if let Found::Count(count) = found { Some(count) } else { None };
    };
    let answers = answer(py, &call, &texts.rows(), Ask::Count(limit), texts.places(), put)?;
    let numbers = PyList::empty(py);
    for count in answers.into_iter().flatten() {
        match count {
            Some(count) => numbers.append(answers::integer(py, &count)?)?,
            None => numbers.append(py.None())?,
        }
    }
    Ok(numbers)
}

/// Check the grids of a list: True where no rule is broken or, with unique, where there is exactly one solution.
#[pyfunction]
pub(crate) fn check_list<'py>(
    puzzles: &Bound<'py, PyAny>,
    unique: bool,
    keywords: Keywords<'py>,
) -> PyResult<Bound<'py, PyList>> {
    let py = puzzles.py();
    let (texts, call) = (Texts::of(puzzles)?, keywords.call(py)?);
    let ask = if unique { Ask::Unique } else { Ask::Valid };
    let put = |place: &mut Vec<Option<bool>>, number: usize, found: Found<'_>| {
        place[number] = if let Found::Flag(is_fine) = found { Some(is_fine) } else { None };
    };
    PyList::new(py, answer(py, &call, &texts.rows(), ask, texts.places(), put)?.concat())
}

/// Rate the puzzles of a list: a list of ratings, None where there is none.
#[pyfunction]
pub(crate) fn rate_list<'py>(puzzles: &Bound<'py, PyAny>, keywords: Keywords<'py>) -> PyResult<Bound<'py, PyList>> {
    let py = puzzles.py();
    let (texts, call) = (Texts::of(puzzles)?, keywords.call(py)?);
    let put = |place: &mut Vec<Option<f64>>, number: usize, found: Found<'_>| {
        place[number] = if let Found::Rating(rating) = found { Some(rating) } else { None };
    };
    PyList::new(py, answer(py, &call, &texts.rows(), Ask::Rate, texts.places(), put)?.concat())
}
