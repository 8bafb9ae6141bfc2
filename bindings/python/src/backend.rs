//! A SAT solver that is written in Python: a callable over clauses, or an object with the methods of PySAT's solvers.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use satdoku::backend::{BackendError, Capabilities};
use satdoku::cnf::{ClauseSink, Lit, Model};
use satdoku::{Running, SatBackend, StopReason, Verdict};

/// A kind of Python solver, which opens solvers.
#[derive(Clone)]
pub(crate) struct PythonBackend {
    name: String,
    opened_by: Arc<OpenedBy>,
    /// The last exception from Python; an error message alone would lose its traceback.
    raised: Arc<Mutex<Option<PyErr>>>,
}

enum OpenedBy {
    /// A method or a class without arguments that makes an incremental solver.
    Factory(Py<PyAny>),
    /// A function that is called with the full list of clauses at each question.
    Function(Py<PyAny>),
}

impl PythonBackend {
    /// Takes an object with a method `open`, a class with a method `add_clause`, or any other callable.
    pub(crate) fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let name = match object.getattr("name").or_else(|_| object.getattr("__name__")) {
            Ok(name) => name.str()?.to_string(),
            Err(_) => object.get_type().name()?.to_string(),
        };
        let opened_by = if object.hasattr("open")? {
            OpenedBy::Factory(object.getattr("open")?.unbind())
        } else if object.is_instance_of::<PyType>() && object.hasattr("add_clause")? {
            OpenedBy::Factory(object.clone().unbind())
        } else if object.is_callable() {
            OpenedBy::Function(object.clone().unbind())
        } else {
            return Err(PyTypeError::new_err(
                "expected the name of a solver, a callable that takes clauses, or an object with a method open()",
            ));
        };
        Ok(Self { name, opened_by: Arc::new(opened_by), raised: Arc::default() })
    }

    /// Makes the last exception the cause of an error, and forgets the exception.
    pub(crate) fn explain(&self, py: Python<'_>, error: &PyErr) {
        if let Some(cause) = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
            error.set_cause(py, Some(cause));
        }
    }

    /// A solver without clauses.
    pub(crate) fn open(&self) -> PythonSolver {
        PythonSolver { backend: self.clone(), object: None, clauses: Vec::new(), given: 0 }
    }
}

impl fmt::Display for PythonBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "python:{}", self.name)
    }
}

/// A solver in Python with clauses.
pub(crate) struct PythonSolver {
    backend: PythonBackend,
    /// The solver that a factory made at the first question.
    object: Option<Py<PyAny>>,
    clauses: Vec<Vec<i32>>,
    /// The number of clauses that the object has got.
    given: usize,
}

impl PythonSolver {
    /// Asks the Python solver, which answers true with a model, false, or None if it gives up.
    fn ask(&mut self, py: Python<'_>, assumptions: &[i32]) -> PyResult<Verdict<Vec<i32>>> {
        let module = py.import("satdoku.backends")?;
        let answer = match &*self.backend.opened_by {
            OpenedBy::Function(function) => {
                let units = assumptions.iter().map(|&literal| vec![literal]);
                let clauses: Vec<_> = self.clauses.iter().cloned().chain(units).collect();
                module.getattr("_call")?.call1((function, clauses))?
            }
            OpenedBy::Factory(factory) => {
                let object = match &self.object {
                    Some(object) => object.bind(py).clone(),
                    None => self.object.insert(factory.call0(py)?).bind(py).clone(),
                };
                let new = self.clauses[self.given..].to_vec();
                let answer = module.getattr("_solve")?.call1((object, new, assumptions.to_vec()))?;
                self.given = self.clauses.len();
                answer
            }
        };
        if answer.is_none() {
            return Ok(Verdict::Unknown(StopReason::Incomplete));
        }
        if matches!(answer.extract::<bool>(), Ok(false)) {
            return Ok(Verdict::Unsatisfiable);
        }
        let literals = answer.try_iter()?.map(|literal| literal?.extract()).collect::<PyResult<_>>()?;
        Ok(Verdict::Satisfiable(literals))
    }
}

/// Runs Python on a thread of this crate; `None` if the interpreter is ending or has ended. A thread inside the interpreter at
/// its end would take the process down, so `satdoku.backends` keeps a list of such threads.
fn in_python<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<PyResult<T>> {
    let noted = |py: Python<'_>| {
        // The calls before `work` run no Python bytecode, so the GIL does not pass to another thread meanwhile.
        let module = py.import("satdoku.backends")?;
        if module.getattr("_is_over")?.is_truthy()? {
            return Ok(None);
        }
        let at_work = module.getattr("_at_work")?;
        let thread = py.import("threading")?.getattr("get_ident")?.call0()?;
        at_work.call_method1("add", (&thread,))?;
        let done = work(py);
        at_work.call_method1("discard", (&thread,))?;
        done.map(Some)
    };
    Python::try_attach(noted)?.transpose()
}

impl ClauseSink for PythonSolver {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.clauses.push(clause.iter().map(|lit| lit.to_dimacs()).collect());
        Ok(())
    }
}

impl SatBackend for PythonSolver {
    fn name(&self) -> &str {
        &self.backend.name
    }

    fn solve_assuming(&mut self, assumptions: &[Lit], run: &Running) -> Result<Verdict<Model>, BackendError> {
        if let Err(reason) = run.check() {
            return Ok(Verdict::Unknown(reason));
        }
        let assumptions: Vec<i32> = assumptions.iter().map(|lit| lit.to_dimacs()).collect();
        let name = self.backend.to_string();
        // At the end of the interpreter nobody waits for the answer.
        let Some(answer) = in_python(|py| self.ask(py, &assumptions)) else {
            return Ok(Verdict::Unknown(StopReason::Cancelled));
        };
        let failed = |message: String| BackendError::Failed { backend: name.clone(), message };
        match answer {
            Ok(Verdict::Satisfiable(literals)) => {
                let mut model = Model::new();
                for literal in literals {
                    let lit = Lit::from_dimacs(literal);
                    model.assign(lit.ok_or_else(|| failed(format!("a model with the literal {literal}")))?);
                }
                Ok(Verdict::Satisfiable(model))
            }
            Ok(Verdict::Unsatisfiable) => Ok(Verdict::Unsatisfiable),
            Ok(Verdict::Unknown(reason)) => Ok(Verdict::Unknown(run.check().err().unwrap_or(reason))),
            Err(error) => {
                let message = error.to_string();
                *self.backend.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                Err(failed(message))
            }
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { incremental: true, assumptions: true, ..Capabilities::default() }
    }
}

impl Drop for PythonSolver {
    fn drop(&mut self) {
        // PySAT's solvers hold memory that only delete() gives back at once.
        if let Some(object) = self.object.take() {
            let _ = in_python(|py| object.call_method0(py, "delete").map(drop));
        }
    }
}
