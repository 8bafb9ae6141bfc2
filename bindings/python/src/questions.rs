//! Questions about one puzzle.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use satdoku::explain::Explainer;
use satdoku::{Count as Counted, Options, Rule, StopReason, Verdict};
use satdoku_ask::words::{Standing, uniqueness};
use serde_json::{Map, Value};

use crate::answers::{self, Check};
use crate::args::{Dives, Limit, Seed, Threads};
use crate::asked::{Asked, SolverLike};
use crate::choice::{Choice, asked};
use crate::counts::{Count, Estimate};
use crate::errors::{engine_error, solver_error};
use crate::json::to_dict;
use crate::puzzles::{puzzle, puzzle_on, puzzle_within};
use crate::running::run;
use crate::session::Solutions;
use crate::timeout::TimeoutLike;

/// The steps that the 9×9 kernel may take on the calling thread: about a millisecond, too short for Ctrl-C to matter.
const FEW_STEPS: u64 = 2048;

/// Solve a puzzle: Satisfiable with a checked solution, Unsatisfiable, or Unknown where the time ran out.
///
/// Parameters:
///     puzzle: a Grid, a text in any format, rows of numbers or characters, a NumPy array or a table; see Grid.
///     solver: a Solver, the name of a solver (solvers() lists them), or a solver in Python (see Solver); 'auto' by default.
///     timeout: a time in seconds, a timedelta, or a Timeout.
///
/// >>> import satdoku
/// >>> match satdoku.solve(".4.2...1.....3.."):
/// ...     case satdoku.Satisfiable(solution):
/// ...         print(solution.to_text("line"), end="")
/// 1432324141232314
#[pyfunction]
#[pyo3(signature = (puzzle, *, solver = None, timeout = None))]
pub(crate) fn solve(
    puzzle: &Bound<'_, PyAny>,
    solver: Option<SolverLike<'_>>,
    timeout: Option<TimeoutLike>,
) -> PyResult<Py<PyAny>> {
    let py = puzzle.py();
    let (grid, choice) = asked(puzzle, solver, timeout)?;
    if let Some(options) = in_few_steps(&choice, &grid) {
        let verdict = py.detach(|| satdoku::Solver::Auto.solve_with(&grid, &options));
        if !matches!(verdict, Ok(Verdict::Unknown(StopReason::Steps))) {
            return answers::verdict(py, verdict.map_err(|error| engine_error(py, &error))?);
        }
    }
    answers::verdict(py, choice.ask(py, grid, satdoku::Session::solve)?)
}

/// The options for a question that the 9×9 kernel may answer in a few steps; `None` for other questions.
fn in_few_steps(choice: &Choice, grid: &satdoku::Grid) -> Option<Options> {
    let is_kernels = matches!(choice.asked, Asked::Ours(satdoku::Solver::Auto))
        && !choice.options.certified
        && choice.options.cubes.is_none()
        && !choice.has_steps
        && grid.as_classic().is_some();
    is_kernels.then(|| {
        let mut options = choice.options.clone();
        options.budget = std::mem::take(&mut options.budget).with_steps(FEW_STEPS);
        options
    })
}

/// The number of solutions, up to a limit.
fn counted(py: Python<'_>, choice: Choice, grid: satdoku::Grid, limit: Option<u64>) -> PyResult<Counted> {
    if let Some(options) = in_few_steps(&choice, &grid) {
        let count = |limit| {
            let count = py.detach(|| satdoku::Solver::Auto.count_with(&grid, limit, &options));
            count.map_err(|error| engine_error(py, &error))
        };
        // Most puzzles have one solution: without a limit, a count up to 2 is tried first.
        let mut answer = count(limit.or(Some(2)))?;
        if limit.is_none() && answer.stopped() == Some(StopReason::Limit) {
            answer = count(None)?;
        }
        if answer.stopped() != Some(StopReason::Steps) {
            return Ok(answer);
        }
    }
    choice.ask(py, grid, move |session, grid| session.count(grid, limit))
}

/// Count the solutions of a puzzle; int() of the answer is the number.
///
/// Parameters:
///     puzzle: a Grid, or any other form of a puzzle; see Grid.
///     limit: the number at which counting stops.
///     solver: a Solver, the name of a solver, or a solver in Python.
///     timeout: a time in seconds, a timedelta, or a Timeout, after which the count is inexact.
///
/// >>> import satdoku
/// >>> satdoku.count("." * 36) == 28200960
/// True
#[pyfunction]
#[pyo3(signature = (puzzle, *, limit = None, solver = None, timeout = None))]
pub(crate) fn count(
    puzzle: &Bound<'_, PyAny>,
    limit: Option<Limit>,
    solver: Option<SolverLike<'_>>,
    timeout: Option<TimeoutLike>,
) -> PyResult<Count> {
    let (grid, choice) = asked(puzzle, solver, timeout)?;
    counted(puzzle.py(), choice, grid, limit.map(|limit| limit.0)).map(Count)
}

/// Whether a puzzle has exactly one solution: a bool, or Unknown, which is neither true nor false, where the time ran out first.
///
/// Parameters:
///     puzzle: a Grid, or any other form of a puzzle; see Grid.
///     solver: a Solver, the name of a solver, or a solver in Python.
///     timeout: a time in seconds, a timedelta, or a Timeout.
///
/// >>> import satdoku
/// >>> satdoku.is_unique(".4.2...1.....3.."), satdoku.is_unique("." * 16)
/// (True, False)
#[pyfunction]
#[pyo3(signature = (puzzle, *, solver = None, timeout = None))]
pub(crate) fn is_unique(
    puzzle: &Bound<'_, PyAny>,
    solver: Option<SolverLike<'_>>,
    timeout: Option<TimeoutLike>,
) -> PyResult<Py<PyAny>> {
    let (py, (grid, choice)) = (puzzle.py(), asked(puzzle, solver, timeout)?);
    answers::uniqueness(py, &counted(py, choice, grid, Some(2))?)
}

/// List the distinct solutions of a puzzle, one after another.
///
/// A listing that the time limit cuts short raises satdoku.Stopped, so that it cannot pass for complete.
///
/// Parameters:
///     puzzle: a Grid, or any other form of a puzzle; see Grid.
///     solver: a Solver, the name of a solver, or a solver in Python.
///     timeout: a time in seconds, a timedelta, or a Timeout.
///
/// >>> import satdoku
/// >>> sum(1 for solution in satdoku.solutions("12.............."))
/// 24
#[pyfunction]
#[pyo3(signature = (puzzle, *, solver = None, timeout = None))]
pub(crate) fn solutions(
    puzzle: &Bound<'_, PyAny>,
    solver: Option<SolverLike<'_>>,
    timeout: Option<TimeoutLike>,
) -> PyResult<Solutions> {
    let (grid, choice) = asked(puzzle, solver, timeout)?;
    Solutions::begin(choice, grid)
}

/// The state of a grid: solved, valid so far or in conflict, and whether it keeps the clues of a puzzle.
///
/// Parameters:
///     grid: a Grid, or any other form of a puzzle, see Grid; with a puzzle also the answer of solve().
///     puzzle: the puzzle whose clues and rules the grid must keep.
///     unique: whether to ask as well if the grid has exactly one solution.
///     solver: the solver that is asked for uniqueness.
///     timeout: a time in seconds, a timedelta, or a Timeout.
///
/// >>> import satdoku
/// >>> satdoku.check("11..............")
/// Check('conflict', ["1 twice in row 1: r1c1 r1c2", "1 twice in box 1: r1c1 r1c2"])
/// >>> bool(satdoku.check(".4.2...1.....3..", unique=True))
/// True
#[pyfunction]
#[pyo3(signature = (grid, *, puzzle = None, unique = false, solver = None, timeout = None))]
pub(crate) fn check(
    grid: &Bound<'_, PyAny>,
    puzzle: Option<&Bound<'_, PyAny>>,
    unique: bool,
    solver: Option<SolverLike<'_>>,
    timeout: Option<TimeoutLike>,
) -> PyResult<Check> {
    let py = grid.py();
    let clues = puzzle.map(self::puzzle).transpose()?;
    let (own, timeout) = match &clues {
        // A grid without a named board is read on the puzzle's board.
        Some(clues) => (puzzle_on(grid, clues.without_rules().geometry())?, timeout),
        None => self::puzzle_within(grid, timeout)?,
    };
    let Standing { word, details } = Standing::of(&own, clues.as_ref());
    let own = match &clues {
        Some(clues) => own.as_answer_to(clues),
        None => own,
    };
    let choice = crate::choice::choice(solver.as_ref(), timeout);
    let uniqueness = if unique { Some(uniqueness(&counted(py, choice, own, Some(2))?)) } else { None };
    Ok(Check { word, details, uniqueness })
}

/// The candidates of a puzzle, or the counts of its candidates, as the values of JSON.
#[pyfunction]
#[pyo3(signature = (puzzle, counts, solver, timeout))]
pub(crate) fn raw_candidates<'py>(
    puzzle: &Bound<'py, PyAny>,
    counts: bool,
    solver: Option<SolverLike<'_>>,
    timeout: Option<TimeoutLike>,
) -> PyResult<Bound<'py, PyDict>> {
    let (py, (grid, choice)) = (puzzle.py(), asked(puzzle, solver, timeout)?);
    if counts {
        return answered(py, choice, move |solver, options| {
            Ok(satdoku_ask::candidate_counts(&solver.candidate_counts_with(&grid, options)?))
        });
    }
    answered(py, choice, move |solver, options| {
        let mut explainer = Explainer::new(solver, grid.geometry(), options)?;
        Ok(satdoku_ask::candidates(&explainer.true_candidates(&grid)?))
    })
}

/// The explanation of a puzzle, as the values of JSON.
#[pyfunction]
#[pyo3(signature = (puzzle, solver, timeout))]
pub(crate) fn raw_explain<'py>(
    puzzle: &Bound<'py, PyAny>,
    solver: Option<SolverLike<'_>>,
    timeout: Option<TimeoutLike>,
) -> PyResult<Bound<'py, PyDict>> {
    let (py, (grid, choice)) = (puzzle.py(), asked(puzzle, solver, timeout)?);
    answered(py, choice, move |solver, options| {
        let mut explainer = Explainer::new(solver, grid.geometry(), options)?;
        Ok(satdoku_ask::explanation(&grid, &explainer.explain(&grid)?))
    })
}

/// Asks a solver for values of JSON.
fn answered(
    py: Python<'_>,
    choice: Choice,
    ask: impl FnOnce(&satdoku::Solver, &Options) -> Result<Map<String, Value>, satdoku::Error> + Send + 'static,
) -> PyResult<Bound<'_, PyDict>> {
    let (solver, asked) = (choice.solver(), choice.asked.clone());
    let found =
        run(py, choice.options.budget.clone(), move |budget| ask(&solver, &choice.options.with_budget(budget)))?;
    to_dict(py, &found.map_err(|error| asked.error(py, &error))?)
}

/// Estimate the number of solutions by random dives. An estimate never equals a count.
///
/// Parameters:
///     puzzle: a Grid, or any other form of a puzzle; see Grid.
///     dives: the number of dives; by default as many as the time allows.
///     seed: the seed of the random choices.
///     timeout: a time in seconds, a timedelta, or a Timeout; 3 seconds if neither dives nor a timeout is given.
///     threads: the most threads; by default one for each core.
///
/// >>> import satdoku
/// >>> 5e21 < satdoku.estimate("." * 81, dives=2000, seed=7).mean < 9e21
/// True
#[pyfunction]
#[pyo3(signature = (puzzle, *, dives = None, seed = Seed(0), timeout = None, threads = None),
    text_signature = "(puzzle, *, dives=None, seed=0, timeout=None, threads=None)")]
pub(crate) fn estimate(
    puzzle: &Bound<'_, PyAny>,
    dives: Option<Dives>,
    seed: Seed,
    timeout: Option<TimeoutLike>,
    threads: Option<Threads>,
) -> PyResult<Estimate> {
    /// The seconds if neither dives nor a timeout is given.
    const USUAL: u64 = 3;
    let py = puzzle.py();
    let (grid, timeout) = self::puzzle_within(puzzle, timeout)?;
    let limit = crate::timeout::budget(timeout.or(dives.is_none().then(|| TimeoutLike::seconds(USUAL))));
    let mut options = Options::default().with_seed(seed.0);
    options.portfolio.threads = threads.and_then(Threads::number);
    let estimate = run(py, limit, move |budget| {
        let options = options.with_budget(budget);
        satdoku::Solver::Auto.estimate_with(&grid, dives.map_or(u64::MAX, |dives| dives.0), &options)
    })?;
    estimate.map(Estimate::from).map_err(|error| solver_error(py, error))
}

/// The rules that a puzzle may have: the form and the sentence of each.
#[pyfunction]
pub(crate) fn raw_rules() -> Vec<(&'static str, &'static str)> {
    Rule::FORMS.iter().map(|form| (form.form, form.sentence)).collect()
}

/// The names of all solvers, each with a short description.
#[pyfunction]
pub(crate) fn solvers() -> Vec<(&'static str, &'static str)> {
    satdoku::Solver::names()
}
