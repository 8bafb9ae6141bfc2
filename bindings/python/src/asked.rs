//! The solver that answers a question, and the class that names a solver with its options. The methods of the class are in
//! `solver`.

use std::fmt;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use satdoku::Options;

use crate::args::wrong_value;
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
    /// The solver of a name, or a solver in Python.
    pub(crate) fn of(object: &Bound<'_, PyAny>, trusted: bool) -> PyResult<Self> {
        match object.cast::<PyString>() {
            Ok(name) => name.to_str()?.parse().map(Self::Ours).map_err(|error| wrong_value("solver", error)),
            Err(_) => PythonBackend::new(object, trusted).map(Self::Python),
        }
    }

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
    pub(crate) fn check(&self, options: &Options, has_steps: bool) -> PyResult<()> {
        let ignored = match self {
            Self::Ours(solver) => options.ignored_by(solver),
            Self::Python(_) => {
                let ignored = [
                    ("settings", !options.settings.is_empty()),
                    ("seed", options.seed.is_some()),
                    ("cubes", options.cubes.is_some()),
                    ("threads", options.portfolio.threads.is_some()),
                    ("steps", has_steps),
                ];
                ignored.into_iter().find(|(_, is_ignored)| *is_ignored).map(|(option, _)| option)
            }
        };
        let Some(option) = ignored else { return Ok(()) };
        let option = if option == "mode" { "fresh" } else { option };
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

/// A way to solve: a solver and its options.
///
/// Parameters:
///     solver: the name of a solver, such as 'auto', 'sat:varisat', 'dlx' or 'propagating' (solvers() lists them); a function that
///         takes clauses as lists of DIMACS numbers and returns the literals of a model, False if there is no model, or None if it
///         gave up; a solver of PySAT, as PySat('glucose4') or its class; or an object with a method open() that returns a solver
///         with the methods add_clause(clause), solve(assumptions=...) and get_model(), and interrupt() if another thread may stop it.
///     encoding: 'minimal', 'extended', 'modeller' or 'reduced'; by default the encoding that suits the board.
///     at_most_one: how *at most one* becomes clauses: 'pairwise', 'product', 'sequential', 'commander', 'bimander', 'binary' or 'auto'.
///     reduce: the deduction before the search: 'none', 'all', or names such as 'singles' with commas between them.
///     seed: the seed of a solver with random choices.
///     steps: the most steps of a question, in the solver's own unit.
///     memory: the most bytes of a solver.
///     threads: the most threads of a portfolio, or of a solver that searches on several.
///     cubes: the number of parts that a hard puzzle is divided into.
///     fresh: whether a SAT solver is opened anew for each puzzle.
///     certified: whether every *no* (no solution, no further solution) is answered only once a proof of it was checked.
///     trust: whether a *no* of a solver in Python counts where a short search for a solution finds none; by default the solver cdcl
///         checks each *no*, which takes time.
///     settings: options of a SAT solver by name, as a dict.
///
/// >>> import satdoku
/// >>> satdoku.Solver("sat:batsat", encoding="minimal").solve(".4.2...1.....3..")
/// Satisfiable(Grid('1432324141232314'))
#[pyclass(frozen, module = "satdoku", weakref)]
pub(crate) struct Solver {
    pub(crate) asked: Asked,
    pub(crate) options: Options,
    /// Whether steps are limited.
    pub(crate) has_steps: bool,
    /// The arguments that made the solver, for repr() and pickle.
    pub(crate) made_of: Py<PyAny>,
    pub(crate) keywords: Py<PyDict>,
}

/// A solver as an argument: a Solver, the name of a solver, or a solver in Python.
pub(crate) enum SolverLike<'py> {
    Solver(Bound<'py, Solver>),
    Asked(Asked),
}

impl<'py> FromPyObject<'_, 'py> for SolverLike<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.cast::<Solver>() {
            Ok(solver) => Ok(Self::Solver(solver.to_owned())),
            Err(_) => Asked::of(&object, false).map(Self::Asked),
        }
    }
}
