//! Solvers by name, with their options: the methods of the class.

use std::sync::Arc;

use pyo3::prelude::*;
use satdoku::{Budget, Geometry, Mode, Options};

use crate::asked::{Asked, Solver, SolverLike};
use crate::backend::PythonBackend;
use crate::board::BoardLike;
use crate::choice::threads;
use crate::errors::value_error;
use crate::questions;
use crate::session;

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (
        solver, *, encoding = None, at_most_one = None, reduce = None, seed = None, steps = None, memory = None,
        threads = None, cubes = None, fresh = false, certified = false, settings = Vec::new()
    ))]
    #[allow(clippy::too_many_arguments)] // Keywords.
    fn new(
        solver: &Bound<'_, PyAny>,
        encoding: Option<&str>,
        at_most_one: Option<&str>,
        reduce: Option<&str>,
        seed: Option<u64>,
        steps: Option<u64>,
        memory: Option<u64>,
        threads: Option<usize>,
        cubes: Option<usize>,
        fresh: bool,
        certified: bool,
        settings: Vec<(String, String)>,
    ) -> PyResult<Self> {
        let asked = match solver.extract::<String>() {
            Ok(name) => Asked::Ours(name.parse().map_err(value_error)?),
            Err(_) => Asked::Python(PythonBackend::new(solver)?),
        };
        let mut options = Options {
            encoding: encoding.map(str::parse).transpose().map_err(value_error)?,
            at_most_one: at_most_one.map(str::parse).transpose().map_err(value_error)?,
            reduce: reduce.map(str::parse).transpose().map_err(value_error)?,
            mode: if fresh { Mode::Fresh } else { Mode::Auto },
            budget: steps.map_or_else(Budget::unlimited, |steps| Budget::unlimited().with_steps(steps)),
            seed,
            settings,
            memory,
            cubes: crate::choice::threads(cubes)?,
            certified,
            ..Options::default()
        };
        options.portfolio.threads = self::threads(threads)?;
        asked.check(&options)?;
        Ok(Self { asked, options, has_steps: steps.is_some() })
    }

    /// The name.
    #[getter]
    fn name(&self) -> String {
        self.asked.to_string()
    }

    /// Solve a puzzle; see satdoku.solve.
    #[pyo3(signature = (puzzle, *, timeout = None))]
    fn solve(slf: PyRef<'_, Self>, puzzle: &Bound<'_, PyAny>, timeout: Option<f64>) -> PyResult<Py<PyAny>> {
        questions::solve(puzzle, Some(SolverLike::Solver(slf)), timeout)
    }

    /// Count the solutions of a puzzle; see satdoku.count.
    #[pyo3(signature = (puzzle, *, limit = None, timeout = None))]
    fn count(
        slf: PyRef<'_, Self>,
        puzzle: &Bound<'_, PyAny>,
        limit: Option<u64>,
        timeout: Option<f64>,
    ) -> PyResult<crate::answers::Count> {
        questions::count(puzzle, limit, Some(SolverLike::Solver(slf)), timeout)
    }

    /// Whether a puzzle has exactly one solution; see satdoku.is_unique.
    #[pyo3(signature = (puzzle, *, timeout = None))]
    fn is_unique(slf: PyRef<'_, Self>, puzzle: &Bound<'_, PyAny>, timeout: Option<f64>) -> PyResult<Option<bool>> {
        questions::is_unique(puzzle, Some(SolverLike::Solver(slf)), timeout)
    }

    /// The solutions of a puzzle, one after another; see satdoku.solutions.
    #[pyo3(signature = (puzzle, *, timeout = None))]
    fn solutions(
        slf: PyRef<'_, Self>,
        puzzle: &Bound<'_, PyAny>,
        timeout: Option<f64>,
    ) -> PyResult<session::Solutions> {
        questions::solutions(puzzle, Some(SolverLike::Solver(slf)), timeout)
    }

    /// Open a session on a board: a solver that is kept from puzzle to puzzle.
    #[pyo3(signature = (board = None))]
    fn session(&self, py: Python<'_>, board: Option<BoardLike<'_>>) -> PyResult<session::Session> {
        let board = match board {
            Some(board) => board.board(py)?,
            None => Arc::new("3x3".parse::<Geometry>().map_err(value_error)?),
        };
        session::Session::open(py, self.choice(), &board)
    }

    fn __repr__(&self) -> String {
        format!("Solver('{}')", self.name())
    }
}
