//! A SAT solver that is written in Python: a callable over clauses, or an object with the methods of PySAT's solvers.
//!
//! The solver works on a thread of its own while the thread that asks waits for the answer, the time limit or Ctrl-C. At a limit the
//! solver is interrupted, where it has a method for that, and abandoned if it goes on: the next question opens a new solver. An
//! answer *no* is checked by `cdcl`, unless the caller believes the solver.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use satdoku::backend::{Backend, BackendError, Capabilities, OpenOptions};
use satdoku::cnf::{ClauseSink, Lit, Model};
use satdoku::{Running, SatBackend, StopReason, Verdict};

use crate::running::{GRACE, LOOK, spawn};

/// The clauses handed to Python in one step.
const CLAUSES_AT_ONCE: usize = 4096;

/// A kind of Python solver, which opens solvers.
#[derive(Clone)]
pub(crate) struct PythonBackend {
    name: String,
    opened_by: Arc<OpenedBy>,
    /// Whether an answer *no* is taken as it is.
    trusted: bool,
    /// The last exception from Python; an error message alone would lose its traceback.
    raised: Arc<Mutex<Option<PyErr>>>,
}

enum OpenedBy {
    /// A callable without arguments that makes an incremental solver.
    Factory(Py<PyAny>),
    /// A function that is called with the full list of clauses at each question.
    Function(Py<PyAny>),
}

impl PythonBackend {
    /// Takes an object with a method `open`, a class with a method `add_clause`, a solver of PySAT, or any other callable.
    pub(crate) fn new(object: &Bound<'_, PyAny>, trusted: bool) -> PyResult<Self> {
        let described = object.py().import("satdoku.backends")?.call_method1("_solver", (object,))?;
        let (name, factory): (String, Option<Py<PyAny>>) = described.extract()?;
        let opened_by = factory.map_or_else(|| OpenedBy::Function(object.clone().unbind()), OpenedBy::Factory);
        Ok(Self { name, opened_by: Arc::new(opened_by), trusted, raised: Arc::default() })
    }

    /// Makes the last exception the cause of an error, and forgets the exception.
    pub(crate) fn explain(&self, py: Python<'_>, error: &PyErr) {
        // The lock is given back first: Python may let another thread in.
        let cause = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(cause) = cause {
            error.set_cause(py, Some(cause));
        }
    }

    /// A solver without clauses; `certified` asks for a checked proof of every *no*.
    pub(crate) fn open(&self, certified: bool) -> PythonSolver {
        PythonSolver {
            backend: self.clone(),
            certified,
            solver: Slot::default(),
            clauses: Arc::default(),
            variables: 0,
            given: 0,
            checker: None,
        }
    }
}

impl fmt::Display for PythonBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "python:{}", self.name)
    }
}

/// The place of an opened solver. A thread that locks the place has the GIL already.
type Slot = Arc<Mutex<Option<Py<PyAny>>>>;

fn kept(py: Python<'_>, slot: &Slot) -> Option<Py<PyAny>> {
    slot.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(|solver| solver.clone_ref(py))
}

/// Frees an opened solver: PySAT's solvers hold memory that only `delete` gives back at once.
fn delete(slot: &Slot) {
    let _ = in_python(|py| {
        // Python code runs without the lock: it may release the GIL, and who waits for the lock may have it.
        let solver = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        match solver {
            Some(solver) if solver.bind(py).hasattr("delete")? => solver.call_method0(py, "delete").map(drop),
            _ => Ok(()),
        }
    });
}

/// A solver in Python with clauses.
pub(crate) struct PythonSolver {
    backend: PythonBackend,
    certified: bool,
    /// The solver that a factory made at the first question.
    solver: Slot,
    clauses: Arc<Vec<Vec<i32>>>,
    variables: usize,
    /// The number of clauses that the solver has got.
    given: usize,
    /// The solver that checks an answer *no*, and the number of clauses that it has got.
    checker: Option<(Box<dyn SatBackend>, usize)>,
}

/// A question on its way to a solver in Python.
struct Question {
    opened_by: Arc<OpenedBy>,
    solver: Slot,
    clauses: Arc<Vec<Vec<i32>>>,
    given: usize,
    assumptions: Vec<i32>,
    variables: usize,
    is_stopped: Arc<AtomicBool>,
}

impl Question {
    /// Asks the solver, which answers true with a model, false, or None if it gives up.
    fn ask(&self, py: Python<'_>) -> PyResult<Verdict<Model>> {
        let module = py.import("satdoku.backends")?;
        let answer = match &*self.opened_by {
            OpenedBy::Function(function) => {
                let units: Vec<_> = self.assumptions.iter().map(|&literal| vec![literal]).collect();
                let clauses = PyList::empty(py);
                for part in self.clauses.chunks(CLAUSES_AT_ONCE).chain([&*units]) {
                    if self.yields(py) {
                        return Ok(Verdict::Unknown(StopReason::Cancelled));
                    }
                    part.iter().try_for_each(|clause| clauses.append(clause))?;
                }
                module.call_method1("_call", (function, clauses, self.variables))?
            }
            OpenedBy::Factory(factory) => {
                let solver = if let Some(solver) = kept(py, &self.solver) {
                    solver
                } else {
                    let solver = factory.call0(py)?;
                    *self.solver.lock().unwrap_or_else(PoisonError::into_inner) = Some(solver.clone_ref(py));
                    solver
                };
                for part in self.clauses[self.given..].chunks(CLAUSES_AT_ONCE) {
                    if self.yields(py) {
                        return Ok(Verdict::Unknown(StopReason::Cancelled));
                    }
                    module.call_method1("_add", (&solver, part.to_vec()))?;
                }
                if self.yields(py) {
                    return Ok(Verdict::Unknown(StopReason::Cancelled));
                }
                module.call_method1("_solve", (&solver, self.assumptions.clone(), self.variables))?
            }
        };
        if answer.is_none() {
            return Ok(Verdict::Unknown(StopReason::Incomplete));
        }
        if matches!(answer.extract::<bool>(), Ok(false)) {
            return Ok(Verdict::Unsatisfiable);
        }
        let mut model = Model::with_variables(self.variables);
        for literal in answer.try_iter()? {
            let literal: i32 = literal?.extract()?;
            let known = Lit::from_dimacs(literal).filter(|lit| lit.var().index() < self.variables);
            let variables = self.variables;
            model.assign(known.ok_or_else(|| {
                PyValueError::new_err(format!("a model of {variables} variables with the literal {literal}"))
            })?);
        }
        Ok(Verdict::Satisfiable(model))
    }

    /// Lets other threads run Python; whether nobody waits for the answer any more.
    fn yields(&self, py: Python<'_>) -> bool {
        py.detach(|| self.is_stopped.load(Ordering::Relaxed))
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

impl PythonSolver {
    fn failed(&self, message: impl fmt::Display) -> BackendError {
        BackendError::Failed { backend: self.backend.to_string(), message: message.to_string() }
    }

    /// Asks the solver on a thread of its own.
    fn ask(&mut self, assumptions: Vec<i32>, run: &Running) -> Result<Verdict<Model>, BackendError> {
        let mut question = Question {
            opened_by: Arc::clone(&self.backend.opened_by),
            solver: Arc::clone(&self.solver),
            clauses: Arc::clone(&self.clauses),
            given: self.given,
            assumptions,
            variables: self.variables,
            is_stopped: Arc::default(),
        };
        let is_stopped = Arc::clone(&question.is_stopped);
        let (sender, receiver) = sync_channel(1);
        let work = move || {
            let answer = in_python(|py| question.ask(py));
            // The caller adds clauses without a copy only if nobody else has them.
            question.clauses = Arc::default();
            let _ = sender.send(answer);
            if question.is_stopped.load(Ordering::Relaxed) {
                delete(&question.solver);
            }
        };
        spawn(work).map_err(|error| self.failed(error))?;
        let reason = loop {
            match receiver.recv_timeout(run.time_left().map_or(LOOK, |left| left.min(LOOK))) {
                Ok(answer) => {
                    self.given = self.clauses.len();
                    return self.answered(answer, run);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.failed("its thread ended without an answer")),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(reason) = run.check() {
                        break reason;
                    }
                }
            }
        };
        is_stopped.store(true, Ordering::Relaxed);
        let abandoned = std::mem::take(&mut self.solver);
        self.given = 0;
        interrupt(&abandoned);
        // After an answer a moment later the solver is idle; else its own thread deletes the solver at the end.
        if receiver.recv_timeout(GRACE).is_ok() {
            delete(&abandoned);
        }
        Ok(Verdict::Unknown(reason))
    }

    fn answered(
        &self,
        answer: Option<PyResult<Verdict<Model>>>,
        run: &Running,
    ) -> Result<Verdict<Model>, BackendError> {
        match answer {
            // At the end of the interpreter nobody waits for the answer.
            None => Ok(Verdict::Unknown(StopReason::Cancelled)),
            Some(Ok(Verdict::Unknown(reason))) => Ok(Verdict::Unknown(run.check().err().unwrap_or(reason))),
            Some(Ok(verdict)) => Ok(verdict),
            Some(Err(error)) => {
                let message = error.to_string();
                *self.backend.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                Err(self.failed(message))
            }
        }
    }

    /// Checks an answer *no* by a solver of the crate, with a proof where proofs are asked for.
    fn checked(&mut self, assumptions: &[Lit], run: &Running) -> Result<Verdict<Model>, BackendError> {
        if self.backend.trusted && !self.certified {
            return Ok(Verdict::Unsatisfiable);
        }
        let (checker, given) = match &mut self.checker {
            Some(checker) => checker,
            place => {
                let options = OpenOptions::default().with_stoppable(true).with_certified(self.certified);
                place.insert((Backend::Cdcl.open(&options)?, 0))
            }
        };
        for clause in &self.clauses[*given..] {
            let lits: Vec<Lit> = clause.iter().filter_map(|&literal| Lit::from_dimacs(literal)).collect();
            checker.add_clause(&lits)?;
        }
        *given = self.clauses.len();
        match checker.solve_assuming(assumptions, run)? {
            Verdict::Satisfiable(_) => Err(BackendError::Failed {
                backend: self.backend.to_string(),
                message: "it denied a solution that exists".to_owned(),
            }),
            verdict => Ok(verdict),
        }
    }
}

/// Ends the search of a solver with a method `interrupt`.
fn interrupt(slot: &Slot) {
    let _ = in_python(|py| match kept(py, slot) {
        Some(solver) if solver.bind(py).hasattr("interrupt")? => solver.call_method0(py, "interrupt").map(drop),
        _ => Ok(()),
    });
}

impl ClauseSink for PythonSolver {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.variables = clause.iter().map(|lit| lit.var().index() + 1).fold(self.variables, usize::max);
        Arc::make_mut(&mut self.clauses).push(clause.iter().map(|lit| lit.to_dimacs()).collect());
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
        self.variables = assumptions.iter().map(|lit| lit.var().index() + 1).fold(self.variables, usize::max);
        match self.ask(assumptions.iter().map(|lit| lit.to_dimacs()).collect(), run)? {
            Verdict::Unsatisfiable => self.checked(assumptions, run),
            verdict => Ok(verdict),
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
            .with_incremental(true)
            .with_assumptions(true)
            .with_interruptible(true)
            .with_certified(self.certified)
    }
}

impl Drop for PythonSolver {
    fn drop(&mut self) {
        delete(&self.solver);
    }
}
