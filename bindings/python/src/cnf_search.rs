//! Models and cores of a formula of anyone's clauses, by a SAT solver.

use pyo3::prelude::*;
use pyo3::types::PyString;
use satdoku::backend::{Backend, OpenOptions};
use satdoku::budget::Running;
use satdoku::cnf::{ClauseSink, Lit, Var};
use satdoku::{Budget, Model, SatBackend, Solver as Named, StopReason, Verdict};

use crate::args::wrong_value;
use crate::asked::{Asked, SolverLike};
use crate::choice::{Choice, choice};
use crate::errors::{solver_error, stopped, value_error};
use crate::running::{Listing, listing, run};
use crate::timeout::TimeoutLike;

/// A SAT solver, not yet opened.
pub(crate) struct SatSolver {
    choice: Choice,
    /// The solver where the choice is one of the crate.
    backend: Backend,
}

impl SatSolver {
    /// The solver of an argument: the name of a SAT solver, a Solver, or a solver in Python.
    pub(crate) fn of(solver: Option<&Bound<'_, PyAny>>, timeout: Option<TimeoutLike>) -> PyResult<Self> {
        let Some(solver) = solver else { return Ok(Self { choice: choice(None, timeout), backend: Backend::Cdcl }) };
        if let Ok(name) = solver.cast::<PyString>() {
            let name = name.to_str()?;
            let backend: Result<Backend, _> = name.strip_prefix("sat:").unwrap_or(name).parse();
            let backend = backend.map_err(|error| wrong_value("solver", error))?;
            return Ok(Self { choice: choice(None, timeout), backend });
        }
        let choice = choice(Some(&solver.extract::<SolverLike<'_>>()?), timeout);
        let backend = match &choice.asked {
            Asked::Ours(Named::Sat(backend)) => backend.clone(),
            Asked::Ours(other) => return Err(value_error(format!("solver: expected a SAT solver, found {other}"))),
            Asked::Python(_) => Backend::Cdcl,
        };
        Ok(Self { choice, backend })
    }

    fn budget(&self) -> Budget {
        self.choice.options.budget.clone()
    }

    /// Opens the solver and gives it a formula.
    fn open(&self, cnf: &satdoku::Cnf) -> Result<Box<dyn SatBackend>, String> {
        let expected = Some(cnf.size());
        let open = OpenOptions::from(&self.choice.options).with_stoppable(true).with_expected(expected);
        let mut solver: Box<dyn SatBackend> = match &self.choice.asked {
            Asked::Python(backend) => Box::new(backend.open(open.certified)),
            Asked::Ours(_) => self.backend.open(&open).map_err(|error| error.to_string())?,
        };
        cnf.write(&mut *solver).map_err(|error| error.to_string())?;
        Ok(solver)
    }

    /// Asks for a model of a formula.
    pub(crate) fn solve(self, py: Python<'_>, cnf: satdoku::Cnf) -> PyResult<Verdict<Model>> {
        self.ask(py, move |solver, budget| checked(&mut *solver.open(&cnf)?, &cnf, &budget.start()))
    }

    /// Asks which of some assumptions cannot be true together.
    pub(crate) fn core(self, py: Python<'_>, cnf: satdoku::Cnf, assumptions: Vec<Lit>) -> PyResult<Core> {
        self.ask(py, move |solver, budget| {
            let mut opened = solver.open(&cnf)?;
            let can = opened.capabilities();
            if !can.assumptions {
                return Err(format!("{} takes no assumptions, so that it names no core", opened.name()));
            }
            let verdict = opened.solve_assuming(&assumptions, &budget.start()).map_err(|error| error.to_string())?;
            Ok(match verdict {
                Verdict::Satisfiable(_) => Core::None,
                Verdict::Unknown(reason) => Core::Unknown(reason),
                Verdict::Unsatisfiable if can.failed => Core::Of(opened.failed_assumptions().to_vec()),
                Verdict::Unsatisfiable => Core::Of(assumptions),
            })
        })
    }

    /// Lists the models of a formula that differ in some variables, by default in any.
    pub(crate) fn models(self, mut cnf: satdoku::Cnf, over: Option<Vec<Var>>) -> PyResult<Models> {
        let asked = self.choice.asked.clone();
        let variables = cnf.variables();
        let over = over.unwrap_or_else(|| (0..variables).map(Var::new).collect());
        let listing = Listing::begin(self.budget(), 1, move |budget, give| {
            let mut opened: Option<Box<dyn SatBackend>> = None;
            // The time is for the whole listing.
            let running = budget.start();
            loop {
                let solver = match &mut opened {
                    Some(solver) => Ok(solver),
                    place => self.open(&cnf).map(|solver| place.insert(solver)),
                };
                let model = match solver.and_then(|solver| checked(&mut **solver, &cnf, &running)) {
                    Ok(Verdict::Satisfiable(model)) => model,
                    Ok(Verdict::Unsatisfiable) => break,
                    Ok(Verdict::Unknown(reason)) => {
                        give(Err(Ended::Stopped(reason)));
                        break;
                    }
                    Err(error) => {
                        give(Err(Ended::Failed(error)));
                        break;
                    }
                };
                // A variable without a value is false, so that a model is a model of all variables.
                let value = |var: Var| var.lit(model.value(var) == Some(true));
                let blocking: Vec<Lit> = over.iter().map(|&var| !value(var)).collect();
                if !give(Ok((0..variables).map(|index| value(Var::new(index)).to_dimacs()).collect())) {
                    break;
                }
                let Ok(()) = cnf.add_clause(&blocking);
                // A solver that answers once is opened anew.
                opened = opened.filter(|solver| solver.capabilities().incremental);
                let goes_on = |solver: &mut Box<dyn SatBackend>| solver.add_clause(&blocking).is_ok();
                opened = opened.and_then(|mut solver| goes_on(&mut solver).then_some(solver));
            }
        })?;
        Ok(Models { asked, listing })
    }

    fn ask<T: Send + 'static>(
        self,
        py: Python<'_>,
        question: impl FnOnce(&Self, Budget) -> Result<T, String> + Send + 'static,
    ) -> PyResult<T> {
        let (asked, limit) = (self.choice.asked.clone(), self.budget());
        let answer = run(py, limit, move |budget| question(&self, budget))?;
        answer.map_err(|error| asked.explained(py, solver_error(py, error)))
    }
}

/// The answer to the question for a core.
pub(crate) enum Core {
    /// All assumptions can be true.
    None,
    /// These cannot.
    Of(Vec<Lit>),
    Unknown(StopReason),
}

/// A model that keeps every clause of the formula.
fn checked(solver: &mut dyn SatBackend, cnf: &satdoku::Cnf, running: &Running) -> Result<Verdict<Model>, String> {
    if let Err(reason) = running.check() {
        return Ok(Verdict::Unknown(reason));
    }
    let verdict = solver.solve(running).map_err(|error| error.to_string())?;
    if let Verdict::Satisfiable(model) = &verdict
        && let Some(clause) = cnf.first_falsified(model)
    {
        return Err(format!("{} returned a model that clause {} denies", solver.name(), clause + 1));
    }
    Ok(verdict)
}

/// Why a listing of models ended early.
enum Ended {
    Stopped(StopReason),
    Failed(String),
}

/// The models of a formula, one after another; made by Cnf.models(). A listing that a limit cuts short raises satdoku.Stopped.
#[pyclass(frozen, module = "satdoku", weakref)]
pub(crate) struct Models {
    asked: Asked,
    listing: Listing<Result<Vec<i32>, Ended>>,
}

impl Models {
    fn take(&self, py: Python<'_>, listed: Result<Vec<i32>, Ended>) -> PyResult<Py<PyAny>> {
        match listed {
            Ok(literals) => model(py, literals),
            Err(Ended::Stopped(reason)) => Err(stopped(py, reason)),
            Err(Ended::Failed(error)) => Err(self.asked.explained(py, solver_error(py, error))),
        }
    }
}

listing!(Models, Py<PyAny>);

/// A model as an object of Python.
pub(crate) fn model(py: Python<'_>, literals: Vec<i32>) -> PyResult<Py<PyAny>> {
    Ok(py.import("satdoku.answers")?.call_method1("Model", (literals,))?.unbind())
}
