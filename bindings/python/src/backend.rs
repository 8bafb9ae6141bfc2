//! A SAT solver that is written in Python: a callable over clauses, or an object with the methods of PySAT's solvers.

use std::fmt;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use satdoku::backend::{BackendError, Capabilities};
use satdoku::cnf::{ClauseSink, Lit, Model};
use satdoku::{Running, SatBackend, StopReason, Verdict};

/// How solvers of a kind are opened.
#[derive(Clone)]
pub(crate) struct PythonBackend {
    name: String,
    opened_by: Arc<OpenedBy>,
}

enum OpenedBy {
    /// A method or a class without arguments gives a solver that takes clauses and is asked again and again.
    Factory(Py<PyAny>),
    /// All clauses are given to a function at each question.
    Function(Py<PyAny>),
}

impl PythonBackend {
    /// A solver from what is given in its place.
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
        Ok(Self { name, opened_by: Arc::new(opened_by) })
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
    /// What a factory made, once there is a question.
    object: Option<Py<PyAny>>,
    clauses: Vec<Vec<i32>>,
    /// So many clauses the object has.
    given: usize,
}

impl PythonSolver {
    /// Asks Python: true with a model, false, or none where it gave up.
    fn ask(&mut self, py: Python<'_>, assumptions: &[i32]) -> PyResult<Verdict<Vec<i32>>> {
        match &*self.backend.opened_by {
            OpenedBy::Function(function) => {
                let units = assumptions.iter().map(|&literal| vec![literal]);
                let clauses: Vec<_> = self.clauses.iter().cloned().chain(units).collect();
                let answer = function.bind(py).call1((clauses,))?;
                if answer.is_none() {
                    return Ok(Verdict::Unknown(StopReason::Incomplete));
                }
                if matches!(answer.extract::<bool>(), Ok(false)) {
                    return Ok(Verdict::Unsatisfiable);
                }
                let literals = answer.try_iter()?.map(|literal| literal?.extract()).collect::<PyResult<_>>()?;
                Ok(Verdict::Satisfiable(literals))
            }
            OpenedBy::Factory(factory) => {
                let object = match &self.object {
                    Some(object) => object.bind(py).clone(),
                    None => self.object.insert(factory.call0(py)?).bind(py).clone(),
                };
                for clause in &self.clauses[self.given..] {
                    object.call_method1("add_clause", (clause.clone(),))?;
                }
                self.given = self.clauses.len();
                let keywords = PyDict::new(py);
                keywords.set_item("assumptions", assumptions.to_vec())?;
                let answer = object.call_method("solve", (), Some(&keywords))?;
                match answer.extract::<Option<bool>>()? {
                    None => Ok(Verdict::Unknown(StopReason::Incomplete)),
                    Some(false) => Ok(Verdict::Unsatisfiable),
                    Some(true) => Ok(Verdict::Satisfiable(object.call_method0("get_model")?.extract()?)),
                }
            }
        }
    }
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
        let answer = Python::attach(|py| self.ask(py, &assumptions));
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
            Err(error) => Err(failed(error.to_string())),
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
            let _ = Python::try_attach(|py| object.call_method0(py, "delete").map(drop));
        }
    }
}
