//! Questions that people ask about a puzzle: the next step, all steps, the difficulty.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use satdoku::logic::{Guide, GuideError, HintRequest, Rated, tenths_of};
use satdoku::{Grid, Options};
use serde_json::{Map, Value, json};

use crate::args::{MarksWord, ScaleWord, TechniqueWord};
use crate::candidates::{candidate, candidates};
use crate::errors::{engine_error, value_error};
use crate::grid::{self, CellLike};
use crate::json::{to_dict, to_python};
use crate::puzzles::puzzle_within;
use crate::running::run;
use crate::timeout::{TimeoutLike, budget};

/// How hard a puzzle is for people, as Sudoku Explainer rates it: the hardest step of all (er), the hardest up to the first digit
/// (ep), the first step (ed). False if the puzzle has no rating; str() then says why. Ratings of one scale are ordered, first by er
/// or by HoDoKu's score.
///
/// >>> import satdoku
/// >>> rating = satdoku.rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// >>> rating.er, rating.hardest, str(rating)
/// (1.2, 'hidden-single', '1.2/1.2/1.2')
/// >>> str(satdoku.rate("12.............."))
/// 'several solutions'
#[pyclass(frozen, module = "satdoku")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Rating {
    text: String,
    /// er, ep and ed in tenths.
    tenths: Option<(u16, u16, u16)>,
    /// The score by HoDoKu, with scale="hodoku", or None.
    #[pyo3(get)]
    score: Option<u32>,
    /// The level by HoDoKu, such as "hard", with scale="hodoku", or None.
    #[pyo3(get)]
    level: Option<String>,
    /// The technique of the hardest step, or None.
    #[pyo3(get)]
    hardest: Option<String>,
    /// How many steps there are, or None.
    #[pyo3(get)]
    steps: Option<usize>,
}

impl From<Rated> for Rating {
    fn from(rated: Rated) -> Self {
        let text = satdoku_ask::rated_in_words(&rated);
        let none = Self { text, tenths: None, score: None, level: None, hardest: None, steps: None };
        match rated {
            Rated::Rating(rating) => Self {
                tenths: Some((rating.er, rating.ep, rating.ed)),
                hardest: Some(rating.hardest.name.to_owned()),
                steps: Some(rating.steps),
                ..none
            },
            Rated::Scored(scored) => Self {
                score: Some(scored.score),
                level: Some(scored.level.name().to_owned()),
                hardest: Some(scored.hardest.name.to_owned()),
                steps: Some(scored.steps),
                ..none
            },
            _ => none,
        }
    }
}

#[pymethods]
impl Rating {
    /// Takes the values that pickle keeps.
    #[new]
    #[pyo3(signature = (text, tenths = None, score = None, level = None, hardest = None, steps = None))]
    fn new(
        text: String,
        tenths: Option<(u16, u16, u16)>,
        score: Option<u32>,
        level: Option<String>,
        hardest: Option<String>,
        steps: Option<usize>,
    ) -> Self {
        Self { text, tenths, score, level, hardest, steps }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Py<PyAny>, Bound<'py, PyTuple>)> {
        let Self { text, tenths, score, level, hardest, steps } = slf.get().clone();
        let kept = (text, tenths, score, level, hardest, steps).into_pyobject(slf.py())?;
        Ok((slf.get_type().into_any().unbind(), kept))
    }

    /// The rating of the hardest step, or None.
    #[getter]
    fn er(&self) -> Option<f64> {
        self.tenths.map(|(er, _, _)| f64::from(er) / 10.0)
    }

    /// The rating of the hardest step up to the first digit, or None.
    #[getter]
    fn ep(&self) -> Option<f64> {
        self.tenths.map(|(_, ep, _)| f64::from(ep) / 10.0)
    }

    /// The rating of the first step, or None.
    #[getter]
    fn ed(&self) -> Option<f64> {
        self.tenths.map(|(_, _, ed)| f64::from(ed) / 10.0)
    }

    fn __bool__(&self) -> bool {
        self.steps.is_some()
    }

    /// The rating as a dict of the values of JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rating = json!({
            "er": self.er(), "ep": self.ep(), "ed": self.ed(), "score": self.score, "level": self.level,
            "hardest": self.hardest, "steps": self.steps, "text": self.text,
        });
        to_python(py, &rating)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<satdoku.Rating {}>", self.text)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let answer = match op {
            CompareOp::Eq => self == other,
            CompareOp::Ne => self != other,
            _ => {
                let order = match (self.tenths, other.tenths, self.score, other.score) {
                    (Some(own), Some(other), ..) => own.cmp(&other),
                    (_, _, Some(own), Some(other)) => own.cmp(&other),
                    _ => {
                        let (own, other) = (&self.text, &other.text);
                        return Err(value_error(format!(
                            "ratings of one scale have an order, found {own} and {other}"
                        )));
                    }
                };
                op.matches(order)
            }
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }
}

/// How a guide reasons: the scale, and whether steps may rest on the puzzle's having one solution.
struct How {
    scale: Option<ScaleWord>,
    uniqueness: bool,
    timeout: Option<TimeoutLike>,
}

impl How {
    fn of(timeout: Option<TimeoutLike>) -> Self {
        Self { scale: None, uniqueness: true, timeout }
    }

    /// Asks a guide a question on a second thread.
    fn ask<T: Send + 'static>(
        self,
        puzzle: &Bound<'_, PyAny>,
        ask: impl FnOnce(&mut Guide, &Grid) -> Result<T, GuideError> + Send + 'static,
    ) -> PyResult<T> {
        let py = puzzle.py();
        let (grid, timeout) = puzzle_within(puzzle, self.timeout)?;
        let answer = run(py, budget(timeout), move |budget| {
            let mut guide = Guide::default();
            guide.profile = self.scale.map_or(guide.profile, |scale| scale.0);
            guide.has_uniqueness = self.uniqueness;
            guide.options = Options::default().with_budget(budget);
            ask(&mut guide, &grid)
        })?;
        answer.map_err(|error| match error {
            GuideError::Solver(error) => engine_error(py, &error),
            refused => value_error(refused),
        })
    }

    /// Asks a guide a question whose answer is an object of JSON.
    fn raw<'py>(
        self,
        puzzle: &Bound<'py, PyAny>,
        ask: impl FnOnce(&mut Guide, &Grid) -> Result<Map<String, Value>, GuideError> + Send + 'static,
    ) -> PyResult<Bound<'py, PyDict>> {
        to_dict(puzzle.py(), &self.ask(puzzle, ask)?)
    }
}

/// Hints, as the values of JSON; see satdoku.hint.
#[pyfunction]
#[pyo3(signature = (puzzle, all, technique, cell, why, marks, struck, scale, uniqueness, timeout))]
#[allow(clippy::too_many_arguments)] // Keywords of Python.
pub(crate) fn raw_hint<'py>(
    puzzle: &Bound<'py, grid::Grid>,
    all: bool,
    technique: Option<TechniqueWord>,
    cell: Option<CellLike>,
    why: Option<&Bound<'py, PyAny>>,
    marks: Option<MarksWord>,
    struck: Option<&Bound<'py, PyAny>>,
    scale: Option<ScaleWord>,
    uniqueness: bool,
    timeout: Option<TimeoutLike>,
) -> PyResult<Bound<'py, PyDict>> {
    if why.is_some() && (all || technique.is_some() || cell.is_some()) {
        return Err(value_error("why: expected no all, technique or cell beside it"));
    }
    let board = puzzle.get().0.geometry();
    let request = HintRequest::default()
        .with_all_steps(all)
        .with_technique(technique.map(|word| word.0.0))
        .with_cell(cell.map(|cell| cell.on_board("cell", board)).transpose()?)
        .with_why(why.map(|object| candidate("why", object, board)).transpose()?)
        .with_marks(marks.map(|word| word.0))
        .with_struck(struck.map(|object| candidates("struck", object, board)).transpose()?.unwrap_or_default());
    let how = How { scale, uniqueness, timeout };
    how.raw(puzzle, move |guide, grid| Ok(satdoku_ask::hint(&guide.hint(grid, &request)?)))
}

/// The path, as the values of JSON; see satdoku.path.
#[pyfunction]
#[pyo3(signature = (puzzle, scale, uniqueness, timeout))]
pub(crate) fn raw_path<'py>(
    puzzle: &Bound<'py, PyAny>,
    scale: Option<ScaleWord>,
    uniqueness: bool,
    timeout: Option<TimeoutLike>,
) -> PyResult<Bound<'py, PyDict>> {
    let how = How { scale, uniqueness, timeout };
    how.raw(puzzle, |guide, grid| Ok(satdoku_ask::path(&guide.path(grid)?)))
}

/// Rate how hard a puzzle is for people.
///
/// Parameters:
///     puzzle: a Grid, or any other form of a puzzle; see Grid.
///     max: a rating such as 7.0; rating ends at the first harder step.
///     scale: 'se' as Sudoku Explainer rates, 'hodoku' for a score and a level as HoDoKu has them, or 'own'.
///     uniqueness: whether steps may rest on the puzzle's having only one solution.
///     timeout: a time in seconds, a timedelta, or a Timeout.
///
/// >>> import satdoku
/// >>> satdoku.rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// <satdoku.Rating 1.2/1.2/1.2>
#[pyfunction]
#[pyo3(
    signature = (puzzle, *, max = None, scale = None, uniqueness = true, timeout = None),
    text_signature = "(puzzle, *, max=None, scale='se', uniqueness=True, timeout=None)"
)]
pub(crate) fn rate(
    puzzle: &Bound<'_, PyAny>,
    max: Option<f64>,
    scale: Option<ScaleWord>,
    uniqueness: bool,
    timeout: Option<TimeoutLike>,
) -> PyResult<Rating> {
    let tenths_or_error = |max: f64| {
        tenths_of(&max.to_string())
            .ok_or_else(|| value_error(format!("max: expected a rating such as 4.5, found {max}")))
    };
    let most = max.map(tenths_or_error).transpose()?;
    let how = How { scale, uniqueness, timeout };
    how.ask(puzzle, move |guide, grid| guide.rate(grid, most)).map(Rating::from)
}

/// The depth of trial and error, as the values of JSON; see satdoku.trial.
#[pyfunction]
#[pyo3(signature = (puzzle, timeout))]
pub(crate) fn raw_trial<'py>(puzzle: &Bound<'py, PyAny>, timeout: Option<TimeoutLike>) -> PyResult<Bound<'py, PyDict>> {
    How::of(timeout).raw(puzzle, |guide, grid| Ok(satdoku_ask::rating(&guide.trial(grid)?)))
}

/// The smallest backdoor, as the values of JSON; see satdoku.backdoor.
#[pyfunction]
#[pyo3(signature = (puzzle, timeout))]
pub(crate) fn raw_backdoor<'py>(
    puzzle: &Bound<'py, PyAny>,
    timeout: Option<TimeoutLike>,
) -> PyResult<Bound<'py, PyDict>> {
    How::of(timeout).raw(puzzle, |guide, grid| Ok(satdoku_ask::rating(&guide.backdoor(grid)?)))
}

/// The narrowest point, as the values of JSON; see satdoku.width.
#[pyfunction]
#[pyo3(signature = (puzzle, uniqueness, timeout))]
pub(crate) fn raw_width<'py>(
    puzzle: &Bound<'py, PyAny>,
    uniqueness: bool,
    timeout: Option<TimeoutLike>,
) -> PyResult<Bound<'py, PyDict>> {
    let how = How { scale: None, uniqueness, timeout };
    how.raw(puzzle, |guide, grid| Ok(satdoku_ask::rating(&guide.width(grid)?)))
}

/// The techniques of a scale: name, lowest and highest rating in tenths, and a sentence.
#[pyfunction]
#[pyo3(signature = (scale))]
pub(crate) fn raw_techniques(scale: Option<ScaleWord>) -> Vec<(&'static str, u16, u16, &'static str)> {
    let profile = scale.map_or_else(|| Guide::default().profile, |scale| scale.0);
    profile.techniques().map(|of| (of.name, of.rating, of.highest, of.summary)).collect()
}
