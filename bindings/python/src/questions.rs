//! Questions about one puzzle.

use pyo3::prelude::*;
use satdoku::explain::Explainer;
use satdoku::{Budget, Options, Rule, StopReason, Verdict};
use satdoku_ask::words::{Standing, uniqueness};
use serde_json::{Map, Value};

use crate::answers::{self, Check, Count, Estimate};
use crate::asked::{Asked, SolverLike};
use crate::choice::{Choice, choice};
use crate::errors::{engine_error, solver_error};
use crate::grid::{puzzle, puzzle_on, puzzle_within};
use crate::running::run;
use crate::session::Solutions;

/// The steps that the 9×9 kernel may take on the calling thread: about a millisecond, too short for Ctrl-C to matter.
const FEW_STEPS: u64 = 2048;

/// Solve a puzzle: Satisfiable with a checked solution, Unsatisfiable, or Unknown where the time in seconds ran out.
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
    timeout: Option<f64>,
) -> PyResult<Py<PyAny>> {
    let py = puzzle.py();
    let (grid, timeout) = self::puzzle_within(puzzle, timeout)?;
    let choice = choice(solver.as_ref(), timeout)?;
    if is_kernel_question(&choice, &grid) {
        let options = Options { budget: choice.options.budget.clone().with_steps(FEW_STEPS), ..choice.options.clone() };
        let verdict = py.detach(|| satdoku::Solver::Auto.solve_with(&grid, &options));
        if !matches!(verdict, Ok(Verdict::Unknown(StopReason::Steps))) {
            return answers::verdict(py, verdict.map_err(|error| engine_error(py, &error))?);
        }
    }
    let (asked, budget) = (choice.asked.clone(), choice.options.budget.clone());
    let verdict = run(py, budget, move |budget| choice.session(grid.geometry(), budget)?.solve(&grid))?;
    answers::verdict(py, verdict.map_err(|error| asked.error(py, &error))?)
}

/// Whether the 9×9 kernel answers the question; never with a step limit.
fn is_kernel_question(choice: &Choice, grid: &satdoku::Grid) -> bool {
    let is_auto = matches!(choice.asked, Asked::Ours(satdoku::Solver::Auto));
    is_auto
        && !choice.options.certified
        && choice.options.cubes.is_none()
        && !choice.has_steps
        && grid.as_classic().is_some()
}

/// Count the solutions of a puzzle, up to a limit if one is given; int() of the answer is the number.
///
/// >>> import satdoku
/// >>> satdoku.count("." * 36) == 28200960
/// True
#[pyfunction]
#[pyo3(signature = (puzzle, *, limit = None, solver = None, timeout = None))]
pub(crate) fn count(
    puzzle: &Bound<'_, PyAny>,
    limit: Option<u64>,
    solver: Option<SolverLike<'_>>,
    timeout: Option<f64>,
) -> PyResult<Count> {
    let py = puzzle.py();
    let (grid, timeout) = self::puzzle_within(puzzle, timeout)?;
    let choice = choice(solver.as_ref(), timeout)?;
    let (asked, budget) = (choice.asked.clone(), choice.options.budget.clone());
    let count = run(py, budget, move |budget| choice.session(grid.geometry(), budget)?.count(&grid, limit))?;
    count.map(Count).map_err(|error| asked.error(py, &error))
}

/// Whether a puzzle has exactly one solution; None if the time ran out first.
///
/// >>> import satdoku
/// >>> satdoku.is_unique(".4.2...1.....3.."), satdoku.is_unique("." * 16)
/// (True, False)
#[pyfunction]
#[pyo3(signature = (puzzle, *, solver = None, timeout = None))]
pub(crate) fn is_unique(
    puzzle: &Bound<'_, PyAny>,
    solver: Option<SolverLike<'_>>,
    timeout: Option<f64>,
) -> PyResult<Option<bool>> {
    let py = puzzle.py();
    let (grid, timeout) = self::puzzle_within(puzzle, timeout)?;
    let choice = choice(solver.as_ref(), timeout)?;
    let (asked, budget) = (choice.asked.clone(), choice.options.budget.clone());
    let unique = run(py, budget, move |budget| choice.session(grid.geometry(), budget)?.is_unique(&grid))?;
    unique.map_err(|error| asked.error(py, &error))
}

/// List the distinct solutions of a puzzle, one after another.
///
/// A listing that the time limit cuts short raises satdoku.Stopped, so that it cannot pass for complete.
///
/// >>> import satdoku
/// >>> sum(1 for solution in satdoku.solutions("12.............."))
/// 24
#[pyfunction]
#[pyo3(signature = (puzzle, *, solver = None, timeout = None))]
pub(crate) fn solutions(
    puzzle: &Bound<'_, PyAny>,
    solver: Option<SolverLike<'_>>,
    timeout: Option<f64>,
) -> PyResult<Solutions> {
    let (grid, timeout) = self::puzzle_within(puzzle, timeout)?;
    Solutions::begin(choice(solver.as_ref(), timeout)?, grid)
}

/// The state of a grid: solved, valid so far or in conflict, also against the clues of a given `puzzle`; with unique=True, also
/// whether the grid has exactly one solution.
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
    timeout: Option<f64>,
) -> PyResult<Check> {
    let py = grid.py();
    let clues = puzzle.map(self::puzzle).transpose()?;
    let own = match &clues {
        // A grid without a named board is read on the puzzle's board.
        Some(clues) => puzzle_on(grid, clues.without_rules().geometry())?,
        None => self::puzzle_within(grid, timeout)?.0,
    };
    let Standing { word, details } = Standing::of(&own, clues.as_ref());
    let own = match &clues {
        Some(clues) => own.as_answer_to(clues),
        None => own,
    };
    let uniqueness = if unique {
        let choice = choice(solver.as_ref(), timeout)?;
        let (asked, budget) = (choice.asked.clone(), choice.options.budget.clone());
        let count = run(py, budget, move |budget| choice.session(own.geometry(), budget)?.count(&own, Some(2)))?;
        Some(uniqueness(&count.map_err(|error| asked.error(py, &error))?))
    } else {
        None
    };
    Ok(Check { word, details, uniqueness })
}

/// The digits of each empty cell that occur in a solution, in the form of the command line's JSON.
///
/// >>> import satdoku
/// >>> satdoku.candidates(".4.2...1.....3..")["candidates"]["r1c1"]
/// [1]
///
/// With `counts`, the number of solutions with each digit, as a text, in place of the list of digits.
///
/// >>> satdoku.candidates("1.34...2..4.....", counts=True)["counts"]["r3c2"]
/// {'1': '2', '3': '1'}
#[pyfunction]
#[pyo3(signature = (puzzle, *, counts = false, solver = None, timeout = None))]
pub(crate) fn candidates(
    puzzle: &Bound<'_, PyAny>,
    counts: bool,
    solver: Option<SolverLike<'_>>,
    timeout: Option<f64>,
) -> PyResult<Py<PyAny>> {
    let py = puzzle.py();
    let (grid, timeout) = self::puzzle_within(puzzle, timeout)?;
    if counts {
        let counted = answered(py, solver, timeout, "counts of candidates", move |solver, options| {
            Ok(satdoku_ask::candidate_counts(&solver.candidate_counts_with(&grid, options)?))
        })?;
        return object(py, counted);
    }
    let found = explained(py, grid, solver, timeout, |explainer, grid| {
        Ok(satdoku_ask::candidates(&explainer.true_candidates(grid)?))
    })?;
    object(py, found)
}

/// Explain why a puzzle has no solution or several, or which clues are redundant, in the form of the command line's JSON.
///
/// >>> import satdoku
/// >>> satdoku.explain("123....4........")["clues"]
/// ['r1c1=1', 'r1c2=2', 'r2c4=4']
#[pyfunction]
#[pyo3(signature = (puzzle, *, solver = None, timeout = None))]
pub(crate) fn explain(
    puzzle: &Bound<'_, PyAny>,
    solver: Option<SolverLike<'_>>,
    timeout: Option<f64>,
) -> PyResult<Py<PyAny>> {
    let py = puzzle.py();
    let (grid, timeout) = self::puzzle_within(puzzle, timeout)?;
    let found = explained(py, grid, solver, timeout, |explainer, grid| {
        Ok(satdoku_ask::explanation(grid, &explainer.explain(grid)?))
    })?;
    object(py, found)
}

/// Asks an explainer.
fn explained(
    py: Python<'_>,
    grid: satdoku::Grid,
    solver: Option<SolverLike<'_>>,
    timeout: Option<f64>,
    ask: impl FnOnce(&mut Explainer, &satdoku::Grid) -> Result<Map<String, Value>, satdoku::Error> + Send + 'static,
) -> PyResult<Map<String, Value>> {
    answered(py, solver, timeout, "an explanation", move |solver, options| {
        ask(&mut Explainer::new(solver, grid.geometry(), options)?, &grid)
    })
}

/// Asks a solver of the crate; `what` names the answer in the error for a Python solver.
fn answered(
    py: Python<'_>,
    solver: Option<SolverLike<'_>>,
    timeout: Option<f64>,
    what: &str,
    ask: impl FnOnce(&satdoku::Solver, &Options) -> Result<Map<String, Value>, satdoku::Error> + Send + 'static,
) -> PyResult<Map<String, Value>> {
    let choice = choice(solver.as_ref(), timeout)?;
    let solver = choice.ours(what)?.clone();
    let found =
        run(py, choice.options.budget.clone(), move |budget| ask(&solver, &Options { budget, ..choice.options }))?;
    found.map_err(|error| engine_error(py, &error))
}

/// A JSON object as a dict.
pub(crate) fn object(py: Python<'_>, object: Map<String, Value>) -> PyResult<Py<PyAny>> {
    let text = Value::Object(object).to_string();
    Ok(py.import("json")?.call_method1("loads", (text,))?.unbind())
}

/// Estimate the number of solutions by a number of random dives, or by as many dives as the time allows.
///
/// >>> import satdoku
/// >>> 5e21 < satdoku.estimate("." * 81, dives=2000, seed=7).mean < 9e21
/// True
#[pyfunction]
#[pyo3(signature = (puzzle, *, dives = None, seed = 0, timeout = None, threads = None))]
pub(crate) fn estimate(
    puzzle: &Bound<'_, PyAny>,
    dives: Option<u64>,
    seed: u64,
    timeout: Option<f64>,
    threads: Option<usize>,
) -> PyResult<Estimate> {
    /// The time if neither dives nor a timeout is given.
    const SECONDS: f64 = 3.0;
    let py = puzzle.py();
    let (grid, timeout) = self::puzzle_within(puzzle, timeout)?;
    let limit: Budget = crate::choice::budget(timeout.or((dives.is_none()).then_some(SECONDS)))?;
    let mut options = Options { seed: Some(seed), ..Options::default() };
    options.portfolio.threads = crate::choice::threads(threads)?;
    let estimate = run(py, limit, move |budget| {
        let options = Options { budget, ..options };
        satdoku::Solver::Auto.estimate_with(&grid, dives.unwrap_or(u64::MAX), &options)
    })?;
    estimate.map(Estimate::from).map_err(|error| solver_error(py, error))
}

/// The rules that a puzzle may have beyond its board: the form of each line and its meaning.
#[pyfunction]
pub(crate) fn rules() -> Vec<(&'static str, &'static str)> {
    Rule::FORMS.iter().map(|form| (form.form, form.sentence)).collect()
}

/// The names of all solvers, each with a short description.
#[pyfunction]
pub(crate) fn solvers() -> Vec<(&'static str, &'static str)> {
    satdoku::Solver::names()
}
