//! Solvers by name, with their options: the methods of the class.

use std::fmt::Write;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use satdoku::{Budget, Geometry, Mode, Options};

use crate::args::{
    AtMostOneWord, Cubes, EncodingWord, Limit, Memory, ReduceWord, Seed, Settings, Steps, Threads, given, wrong_type,
};
use crate::asked::{Asked, Solver, SolverLike};
use crate::board::BoardLike;
use crate::errors::value_error;
use crate::questions;
use crate::session;
use crate::timeout::TimeoutLike;

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (solver, **keywords), text_signature = "(solver, *, encoding=None, at_most_one=None, reduce=None, seed=None, \
        steps=None, memory=None, threads=None, cubes=None, fresh=False, certified=False, trust=False, settings=None)")]
    fn new(solver: &Bound<'_, PyAny>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let py = solver.py();
        let keywords = keywords.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
        let given = Given::of(&keywords)?;
        let asked = Asked::of(solver, given.trust)?;
        if given.trust && matches!(asked, Asked::Ours(_)) {
            return Err(value_error("trust: only a solver in Python can be trusted or not"));
        }
        asked.check(&given.options, given.has_steps)?;
        let (made_of, keywords) = (solver.clone().unbind(), keywords.unbind());
        Ok(Self { asked, options: given.options, has_steps: given.has_steps, made_of, keywords })
    }

    /// The name.
    #[getter]
    fn name(&self) -> String {
        self.asked.to_string()
    }

    /// Solve a puzzle; see satdoku.solve.
    #[pyo3(signature = (puzzle, *, timeout = None))]
    fn solve(slf: &Bound<'_, Self>, puzzle: &Bound<'_, PyAny>, timeout: Option<TimeoutLike>) -> PyResult<Py<PyAny>> {
        questions::solve(puzzle, Some(SolverLike::Solver(slf.clone())), timeout)
    }

    /// Count the solutions of a puzzle; see satdoku.count.
    #[pyo3(signature = (puzzle, *, limit = None, timeout = None))]
    fn count(
        slf: &Bound<'_, Self>,
        puzzle: &Bound<'_, PyAny>,
        limit: Option<Limit>,
        timeout: Option<TimeoutLike>,
    ) -> PyResult<crate::counts::Count> {
        questions::count(puzzle, limit, Some(SolverLike::Solver(slf.clone())), timeout)
    }

    /// Whether a puzzle has exactly one solution; see satdoku.is_unique.
    #[pyo3(signature = (puzzle, *, timeout = None))]
    fn is_unique(
        slf: &Bound<'_, Self>,
        puzzle: &Bound<'_, PyAny>,
        timeout: Option<TimeoutLike>,
    ) -> PyResult<Py<PyAny>> {
        questions::is_unique(puzzle, Some(SolverLike::Solver(slf.clone())), timeout)
    }

    /// The solutions of a puzzle, one after another; see satdoku.solutions.
    #[pyo3(signature = (puzzle, *, timeout = None))]
    fn solutions(
        slf: &Bound<'_, Self>,
        puzzle: &Bound<'_, PyAny>,
        timeout: Option<TimeoutLike>,
    ) -> PyResult<session::Solutions> {
        questions::solutions(puzzle, Some(SolverLike::Solver(slf.clone())), timeout)
    }

    /// Open a session on a board: a solver that is kept from puzzle to puzzle.
    #[pyo3(signature = (board = None))]
    fn session(&self, py: Python<'_>, board: Option<BoardLike>) -> PyResult<session::Session> {
        let board = match board {
            Some(board) => board.0,
            None => Arc::new("3x3".parse::<Geometry>().map_err(value_error)?),
        };
        session::Session::open(py, self.choice(), &board)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!("Solver({}", self.made_of.bind(py).repr()?);
        for (name, value) in self.keywords.bind(py) {
            let _ = write!(text, ", {name}={}", value.repr()?);
        }
        Ok(text + ")")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let (py, other) = (other.py(), other.get());
        Ok(self.made_of.bind(py).eq(&other.made_of)? && self.keywords.bind(py).eq(&other.keywords)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.made_of.bind(py).hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, solver) = (slf.py(), slf.get());
        let made =
            py.import("functools")?.getattr("partial")?.call((slf.get_type(),), Some(solver.keywords.bind(py)))?;
        Ok((made, (solver.made_of.clone_ref(py),).into_pyobject(py)?))
    }
}

/// The options of a solver as keywords.
struct Given {
    options: Options,
    has_steps: bool,
    trust: bool,
}

impl Given {
    fn of(keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        const NAMES: [&str; 12] = [
            "encoding",
            "at_most_one",
            "reduce",
            "seed",
            "steps",
            "memory",
            "threads",
            "cubes",
            "fresh",
            "certified",
            "trust",
            "settings",
        ];
        for name in keywords.keys() {
            let name: String = name.extract()?;
            if !NAMES.contains(&name.as_str()) {
                let known = NAMES.join(", ");
                return Err(PyTypeError::new_err(format!("Solver() has no option '{name}'; its options are {known}")));
            }
        }
        let flag = |name: &str| match keywords.get_item(name)? {
            Some(value) => value.extract::<bool>().map_err(|_| wrong_type(name, "True or False", &value)),
            None => Ok(false),
        };
        let steps = given::<Steps>(keywords, "steps")?;
        let threads = given::<Threads>(keywords, "threads")?;
        let mut options = Options::default()
            .with_encoding(given::<EncodingWord>(keywords, "encoding")?.map(|word| word.0))
            .with_at_most_one(given::<AtMostOneWord>(keywords, "at_most_one")?.map(|word| word.0))
            .with_reduce(given::<ReduceWord>(keywords, "reduce")?.map(|word| word.0))
            .with_mode(if flag("fresh")? { Mode::Fresh } else { Mode::Auto })
            .with_budget(steps.map_or_else(Budget::unlimited, |steps| Budget::unlimited().with_steps(steps.0)))
            .with_seed(given::<Seed>(keywords, "seed")?.map(|seed| seed.0))
            .with_settings(given::<Settings>(keywords, "settings")?.unwrap_or_default().0)
            .with_memory(given::<Memory>(keywords, "memory")?.map(|memory| memory.0))
            .with_cubes(given::<Cubes>(keywords, "cubes")?.and_then(Cubes::number))
            .with_certified(flag("certified")?);
        options.portfolio.threads = threads.and_then(Threads::number);
        Ok(Self { options, has_steps: steps.is_some(), trust: flag("trust")? })
    }
}
