//! The solver that answers a question, and the class that names a solver with its options. The methods of the class are in
//! `solver`.

use std::fmt;

use pyo3::prelude::*;
use satdoku::Options;

use crate::backend::PythonBackend;
use crate::errors::{engine_error, value_error};

/// The solver that answers a question.
#[derive(Clone)]
pub(crate) enum Asked {
    /// A solver of the crate.
    Ours(satdoku::Solver),
    /// A SAT solver in Python, under a name.
    Python(PythonBackend),
}

impl Asked {
    /// The error of a solver, with an exception raised in Python meanwhile as the cause.
    pub(crate) fn error(&self, py: Python<'_>, error: &satdoku::Error) -> PyErr {
        self.explained(py, engine_error(py, error))
    }

    /// Adds an exception raised in Python to an error as its cause.
    pub(crate) fn explained(&self, py: Python<'_>, error: PyErr) -> PyErr {
        if let Self::Python(backend) = self {
            backend.explain(py, &error);
        }
        error
    }

    /// Refuses an option that the solver would ignore, as the command line does.
    pub(crate) fn check(&self, options: &Options) -> PyResult<()> {
        let ignored = match self {
            Self::Ours(solver) => options.ignored_by(solver),
            Self::Python(_) => {
                let ignored = [
                    ("settings", !options.settings.is_empty()),
                    ("seed", options.seed.is_some()),
                    ("certified", options.certified),
                ];
                ignored.into_iter().find(|(_, is_ignored)| *is_ignored).map(|(option, _)| option)
            }
        };
        let Some(option) = ignored else { return Ok(()) };
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
    pub(crate) asked: Asked,
    pub(crate) options: Options,
    /// Whether steps are limited.
    pub(crate) has_steps: bool,
}

/// A solver as an argument: a Solver or the name of one.
#[derive(FromPyObject)]
pub(crate) enum SolverLike<'py> {
    Solver(PyRef<'py, Solver>),
    Name(String),
}
