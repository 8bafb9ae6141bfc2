//! Solvers by name, with their options.

use std::fmt;
use std::sync::Arc;

use pyo3::prelude::*;
use satdoku::solver::Ability;
use satdoku::{Budget, Geometry, Mode, Options, Session};

use crate::backend::PythonBackend;
use crate::board::BoardLike;
use crate::choice::{Choice, SolverLike, threads};
use crate::errors::{engine_error, value_error};
use crate::questions;
use crate::session;

/// Who is asked.
#[derive(Clone)]
pub(crate) enum Asked {
    /// A solver of the crate.
    Ours(satdoku::Solver),
    /// A SAT solver in Python, under a name.
    Python(PythonBackend),
}

impl Asked {
    /// What the solver failed with, and what was raised in Python meanwhile as the cause.
    pub(crate) fn error(&self, py: Python<'_>, error: &satdoku::Error) -> PyErr {
        self.explained(py, engine_error(py, error))
    }

    /// An error with what was raised in Python as the cause.
    pub(crate) fn explained(&self, py: Python<'_>, error: PyErr) -> PyErr {
        if let Self::Python(backend) = self {
            backend.explain(py, &error);
        }
        error
    }

    /// Refuses an option that the solver would ignore, as the command line does.
    fn check(&self, options: &Options) -> PyResult<()> {
        let (has_clauses, is_random, has_settings, is_certifying) = match self {
            Self::Ours(solver) => {
                let is_sat = matches!(solver, satdoku::Solver::Sat(_));
                let has_clauses = is_sat || *solver == satdoku::Solver::Portfolio;
                let is_random = has_clauses || *solver == satdoku::Solver::Local;
                (has_clauses, is_random, is_sat, solver.supports(Ability::Certify))
            }
            Self::Python(_) => (true, false, false, false),
        };
        let ignored = [
            ("encoding", options.encoding.is_some() && !has_clauses),
            ("at_most_one", options.at_most_one.is_some() && !has_clauses),
            ("settings", !options.settings.is_empty() && !has_settings),
            ("seed", options.seed.is_some() && !is_random),
            ("certified", options.certified && !is_certifying),
        ];
        let Some((option, _)) = ignored.into_iter().find(|(_, is_ignored)| *is_ignored) else { return Ok(()) };
        Err(value_error(match self {
            Self::Ours(satdoku::Solver::Auto) => format!("{option}: auto may choose a solver that ignores it"),
            solver => format!("{option}: {solver} ignores it"),
        }))
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ours(solver) => solver.fmt(f),
            Self::Python(backend) => backend.fmt(f),
        }
    }
}

impl Choice {
    /// Opens a session on a board.
    pub(crate) fn session(&self, board: &Arc<Geometry>, budget: Budget) -> Result<Session, satdoku::Error> {
        let options = Options { budget, ..self.options.clone() };
        match &self.asked {
            Asked::Ours(solver) => solver.session(board, &options),
            Asked::Python(backend) => {
                let backend = backend.clone();
                Ok(Session::with_backend(board, &options, move |_| Ok(Box::new(backend.open()))))
            }
        }
    }

    /// The solver of the crate, where one of these is needed.
    pub(crate) fn ours(&self, what: &str) -> PyResult<&satdoku::Solver> {
        match &self.asked {
            Asked::Ours(solver) => Ok(solver),
            Asked::Python(backend) => Err(value_error(format!("{what} needs a solver of satdoku, found {backend}"))),
        }
    }
}

/// A way to solve, by name, with options: 'auto', 'sat:varisat', 'dlx', 'propagating', … (see solvers()), or a SAT solver in
/// Python: a callable that takes clauses, or any solver of PySAT, as PySat('cadical153').
///
/// encoding, at_most_one and reduce have the names of the command line; seed, steps, memory in bytes, threads and settings of
/// the backend likewise.
///
/// >>> import satdoku
/// >>> satdoku.Solver("sat:batsat", encoding="minimal").solve(".4.2...1.....3..")
/// Satisfiable(Grid('1432324141232314'))
#[pyclass(frozen, module = "satdoku")]
pub(crate) struct Solver {
    asked: Asked,
    options: Options,
    has_steps: bool,
}

impl Solver {
    pub(crate) fn choice(&self) -> Choice {
        Choice { asked: self.asked.clone(), options: self.options.clone(), has_steps: self.has_steps }
    }
}

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
