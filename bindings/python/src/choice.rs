//! Which solver answers, and how: what the functions have in common.

use std::num::NonZeroUsize;
use std::time::Duration;

use pyo3::prelude::*;
use satdoku::{Budget, Options};

use crate::errors::value_error;
use crate::solver::{Asked, Solver};

/// A solver as an argument: a Solver or the name of one.
#[derive(FromPyObject)]
pub(crate) enum SolverLike<'py> {
    Solver(PyRef<'py, Solver>),
    Name(String),
}

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
}

/// What a call chooses: nothing is a solver of its own choice without limits.
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
