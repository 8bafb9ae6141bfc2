//! Questions that people ask about a puzzle: the next step, all steps, the difficulty.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use satdoku::logic::{Guide, GuideError, HintRequest, Marks, Profile, Rated, technique_named, tenths_of};
use satdoku::{Grid, Options};

use crate::errors::{engine_error, value_error};
use crate::grid::puzzle_within;
use crate::questions::object;
use crate::running::run;

/// How hard a puzzle is for people, as Sudoku Explainer rates it: the hardest step of all (er), the hardest up to the first digit
/// (ep), the first step (ed). False if the puzzle has no rating; str() then says why.
///
/// >>> import satdoku
/// >>> rating = satdoku.rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// >>> rating.er, rating.hardest, str(rating)
/// (1.2, 'hidden-single', '1.2/1.2/1.2')
/// >>> str(satdoku.rate("12.............."))
/// 'several solutions'
#[pyclass(frozen, eq, hash, module = "satdoku")]
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

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Rating('{}')", self.text)
    }
}

/// Asks a guide a question on a second thread.
fn guided<T: Send + 'static>(
    grid: &Bound<'_, PyAny>,
    scale: &str,
    uniqueness: bool,
    timeout: Option<f64>,
    ask: impl FnOnce(&mut Guide, &Grid) -> Result<T, GuideError> + Send + 'static,
) -> PyResult<T> {
    let py = grid.py();
    let (grid, timeout) = puzzle_within(grid, timeout)?;
    let profile: Profile = scale.parse().map_err(value_error)?;
    let answer = run(py, crate::choice::budget(timeout)?, move |budget| {
        let mut guide = Guide::default();
        guide.profile = profile;
        guide.has_uniqueness = uniqueness;
        guide.options = Options { budget, ..Options::default() };
        ask(&mut guide, &grid)
    })?;
    answer.map_err(|error| match error {
        GuideError::Solver(error) => engine_error(py, &error),
        refused => value_error(refused),
    })
}

/// The next step that a person would take, or with all=True every step at hand; of one technique, or at one cell. `why` asks for
/// steps that rule a candidate out, without redundant steps. Returns a dict with 'hints' and, for a further remark, 'reason'.
///
/// >>> import satdoku
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> satdoku.hint(puzzle, cell="r5c5")["hints"][0]["places"]
/// ['r5c5=5']
#[pyfunction]
#[pyo3(signature = (puzzle, *, all = false, technique = None, cell = None, why = None, marks = None, scale = "se", uniqueness = true, timeout = None))]
#[allow(clippy::too_many_arguments)] // Keywords of Python.
pub(crate) fn hint(
    puzzle: &Bound<'_, PyAny>,
    all: bool,
    technique: Option<&str>,
    cell: Option<&str>,
    why: Option<&str>,
    marks: Option<&str>,
    scale: &str,
    uniqueness: bool,
    timeout: Option<f64>,
) -> PyResult<Py<PyAny>> {
    let named =
        |name: &str| technique_named(name).ok_or_else(|| value_error(format!("no technique is called '{name}'")));
    if why.is_some() && (all || technique.is_some() || cell.is_some()) {
        return Err(value_error("expected why without all, technique and cell, found both"));
    }
    let request = HintRequest {
        is_all: all,
        technique: technique.map(named).transpose()?,
        cell: cell.map(str::parse).transpose().map_err(value_error)?,
        why: why.map(str::parse).transpose().map_err(value_error)?,
        marks: marks.map(str::parse::<Marks>).transpose().map_err(value_error)?,
    };
    let py = puzzle.py();
    let found = guided(puzzle, scale, uniqueness, timeout, move |guide, grid| {
        Ok(satdoku_ask::hint(&guide.hint(grid, &request)?))
    })?;
    object(py, found)
}

/// All steps by which a person would solve a puzzle, or as far as named techniques go: a dict with 'verdict', 'reason' and 'path'.
///
/// >>> import satdoku
/// >>> path = satdoku.path("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// >>> path["verdict"], len(path["path"])
/// ('solved', 51)
#[pyfunction]
#[pyo3(signature = (puzzle, *, scale = "se", uniqueness = true, timeout = None))]
pub(crate) fn path(
    puzzle: &Bound<'_, PyAny>,
    scale: &str,
    uniqueness: bool,
    timeout: Option<f64>,
) -> PyResult<Py<PyAny>> {
    let py = puzzle.py();
    let found = guided(puzzle, scale, uniqueness, timeout, |guide, grid| Ok(satdoku_ask::path(&guide.path(grid)?)))?;
    object(py, found)
}

/// Rate how hard a puzzle is for people; with max, such as 7.0, rating ends at the first harder step.
///
/// >>> import satdoku
/// >>> satdoku.rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// Rating('1.2/1.2/1.2')
#[pyfunction]
#[pyo3(signature = (puzzle, *, max = None, scale = "se", uniqueness = true, timeout = None))]
pub(crate) fn rate(
    puzzle: &Bound<'_, PyAny>,
    max: Option<f64>,
    scale: &str,
    uniqueness: bool,
    timeout: Option<f64>,
) -> PyResult<Rating> {
    let tenths_or_error = |max: f64| {
        tenths_of(&max.to_string())
            .ok_or_else(|| value_error(format!("max: expected a rating such as 4.5, found {max}")))
    };
    let most = max.map(tenths_or_error).transpose()?;
    guided(puzzle, scale, uniqueness, timeout, move |guide, grid| guide.rate(grid, most)).map(Rating::from)
}

/// The least depth of trial and error that suffices, and the least length of the innermost contradictions, as braids. Returns a
/// dict with 'trial', whose 'depth' is None if depth 3 does not suffice, or with 'verdict' if the puzzle has no unique solution.
/// For puzzles without further rules.
///
/// >>> import satdoku
/// >>> satdoku.trial("..3.........78.1....9.234..2.4..5..83..6...14.6.....7.5....7..66...4...........37")["trial"]["depth"]
/// 0
#[pyfunction]
#[pyo3(signature = (puzzle, *, timeout = None))]
pub(crate) fn trial(puzzle: &Bound<'_, PyAny>, timeout: Option<f64>) -> PyResult<Py<PyAny>> {
    let py = puzzle.py();
    let found = guided(puzzle, "se", true, timeout, |guide, grid| Ok(satdoku_ask::rating(&guide.trial(grid)?)))?;
    object(py, found)
}

/// The fewest digits of the solution with which singles solve a puzzle. Returns a dict with 'backdoor', whose 'size' is the number
/// of digits and whose 'digits' are words such as 'r1c2=4', or with 'verdict' if the puzzle has no unique solution. For puzzles
/// without further rules.
///
/// >>> import satdoku
/// >>> satdoku.backdoor(".7.....8.95...2......9..4.......78428....5......13...6589......2..5...6..4......3")["backdoor"]["size"]
/// 1
#[pyfunction]
#[pyo3(signature = (puzzle, *, timeout = None))]
pub(crate) fn backdoor(puzzle: &Bound<'_, PyAny>, timeout: Option<f64>) -> PyResult<Py<PyAny>> {
    let py = puzzle.py();
    let found = guided(puzzle, "se", true, timeout, |guide, grid| Ok(satdoku_ask::rating(&guide.backdoor(grid)?)))?;
    object(py, found)
}

/// The narrowest point of a puzzle: the least number of different available steps no harder than its hardest step. Returns a dict
/// with 'width', which has 'count', 'er', 'step' and 'steps', or with 'verdict' if the puzzle has no rating.
///
/// >>> import satdoku
/// >>> satdoku.width("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")["width"]["er"]
/// 1.2
#[pyfunction]
#[pyo3(signature = (puzzle, *, uniqueness = true, timeout = None))]
pub(crate) fn width(puzzle: &Bound<'_, PyAny>, uniqueness: bool, timeout: Option<f64>) -> PyResult<Py<PyAny>> {
    let py = puzzle.py();
    let found = guided(puzzle, "se", uniqueness, timeout, |guide, grid| Ok(satdoku_ask::rating(&guide.width(grid)?)))?;
    object(py, found)
}

/// The techniques of hints and ratings in the order in which they are tried: name, lowest and highest rating (0.0 for a technique
/// that the scale se lacks), and a description.
///
/// >>> import satdoku
/// >>> satdoku.techniques()[0][0]
/// 'full-house'
#[pyfunction]
#[pyo3(signature = (scale = "se"))]
pub(crate) fn techniques(scale: &str) -> PyResult<Vec<(&'static str, f64, f64, &'static str)>> {
    let profile: Profile = scale.parse().map_err(value_error)?;
    let number = |rating: u16| f64::from(rating) / 10.0;
    Ok(profile.techniques().map(|of| (of.name, number(of.rating), number(of.highest), of.summary)).collect())
}
