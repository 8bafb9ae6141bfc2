//! The choice of a solver, its options and its budget, which all functions share.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use pyo3::prelude::*;
use satdoku::{Budget, Geometry, Options, Session};

use crate::asked::{Asked, Solver, SolverLike};
use crate::errors::value_error;

/// A solver with its options and the budget of a question.
#[derive(Clone)]
pub(crate) struct Choice {
    pub(crate) asked: Asked,
    pub(crate) options: Options,
    /// Whether steps are limited.
    pub(crate) has_steps: bool,
}

impl Choice {
    fn of(solver: satdoku::Solver) -> Self {
        Self { asked: Asked::Ours(solver), options: Options::default(), has_steps: false }
    }

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

    /// The solver, if it is one of the crate; an error for a Python solver.
    pub(crate) fn ours(&self, what: &str) -> PyResult<&satdoku::Solver> {
        match &self.asked {
            Asked::Ours(solver) => Ok(solver),
            Asked::Python(backend) => Err(value_error(format!("{what} needs a solver of satdoku, found {backend}"))),
        }
    }
}

impl Solver {
    pub(crate) fn choice(&self) -> Choice {
        Choice { asked: self.asked.clone(), options: self.options.clone(), has_steps: self.has_steps }
    }
}

/// The choice of a call; without arguments the solver `auto` without limits.
pub(crate) fn choice(solver: Option<&SolverLike<'_>>, timeout: Option<f64>) -> PyResult<Choice> {
    let mut choice = match solver {
        None => Choice::of(satdoku::Solver::Auto),
        Some(SolverLike::Solver(solver)) => solver.choice(),
        Some(SolverLike::Name(name)) => Choice::of(name.parse().map_err(value_error)?),
    };
    if let Some(time) = timeout {
        choice.options.budget = choice.options.budget.with_time(seconds(time)?);
    }
    Ok(choice)
}

/// A budget of a time in seconds, or without a limit.
pub(crate) fn budget(timeout: Option<f64>) -> PyResult<Budget> {
    Ok(match timeout {
        Some(time) => Budget::unlimited().with_time(seconds(time)?),
        None => Budget::unlimited(),
    })
}

fn seconds(time: f64) -> PyResult<Duration> {
    if time == f64::INFINITY {
        return Ok(Duration::MAX);
    }
    Duration::try_from_secs_f64(time)
        .map_err(|_| value_error(format!("timeout: expected a number of seconds from 0, found {time}")))
}

/// A number of threads.
pub(crate) fn threads(threads: Option<usize>) -> PyResult<Option<NonZeroUsize>> {
    threads
        .map(|number| NonZeroUsize::new(number).ok_or_else(|| value_error("threads: expected at least 1, found 0")))
        .transpose()
}
