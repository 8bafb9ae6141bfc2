//! Formulas in conjunctive normal form, of anyone's clauses.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyIterator, PyList};
use satdoku::Verdict;
use satdoku::cnf::{ClauseSink, Lit, dimacs};

use crate::answers::Unknown;
use crate::args::{found, wrong_type};
use crate::cnf_search::{Core, Models, SatSolver, model};
use crate::errors::{os_error, parse_error, value_error};
use crate::puzzles::text;
use crate::running::run;
use crate::timeout::TimeoutLike;

/// The clauses that are read between two checks for Ctrl-C.
const BETWEEN_LOOKS: usize = 1 << 12;

/// The literals that an iterator gives as DIMACS numbers.
pub(crate) fn literals<'a>(numbers: &'a Bound<'_, PyIterator>) -> impl Iterator<Item = PyResult<Lit>> + use<'a> {
    numbers.clone().map(|number| {
        let number = number?;
        let literal = number.extract::<i32>().ok().filter(|_| !number.is_instance_of::<PyBool>());
        literal.and_then(Lit::from_dimacs).ok_or_else(|| {
            value_error(format!("expected a literal, a whole number other than 0, found {}", found(&number)))
        })
    })
}

/// The literals of a list, which is a clause or an argument of another name.
fn literals_of(name: &str, list: &Bound<'_, PyAny>) -> PyResult<Vec<Lit>> {
    let numbers = list.try_iter().map_err(|_| wrong_type(name, "a list of literals", list))?;
    literals(&numbers).collect()
}

/// A formula in conjunctive normal form: clauses of DIMACS numbers.
///
/// Parameters:
///     clauses: an iterable of clauses, such as lists, a Formula or a Cnf; a pysat.formula.CNF; or an open DIMACS file,
///         or its text.
///
/// >>> import satdoku
/// >>> cnf = satdoku.Cnf([[1, 2], [-1]])
/// >>> cnf.solve(), cnf.solve(assumptions=[-2])
/// ([-1, 2], False)
#[pyclass(frozen, module = "satdoku", weakref)]
pub(crate) struct Cnf(Mutex<satdoku::Cnf>);

impl From<satdoku::Cnf> for Cnf {
    fn from(cnf: satdoku::Cnf) -> Self {
        Self(Mutex::new(cnf))
    }
}

impl Cnf {
    fn lock(&self) -> MutexGuard<'_, satdoku::Cnf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The formula with a clause for each assumption.
    fn assuming(&self, assumptions: Option<&Bound<'_, PyAny>>) -> PyResult<satdoku::Cnf> {
        let mut cnf = self.lock().clone();
        for lit in assumptions.map(|list| literals_of("assumptions", list)).transpose()?.unwrap_or_default() {
            let Ok(()) = cnf.add_clause(&[lit]);
        }
        Ok(cnf)
    }
}

#[pymethods]
impl Cnf {
    #[new]
    #[pyo3(signature = (clauses = None))]
    fn new(py: Python<'_>, clauses: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let cnf = Self(Mutex::default());
        let Some(clauses) = clauses else { return Ok(cnf) };
        match text(clauses)? {
            Some(text) => {
                let read = dimacs::read(text.as_bytes(), |_| {});
                // A text of one word is most often the path of a file.
                let hint = if text.contains(char::is_whitespace) { "" } else { "; Cnf.from_file reads a file" };
                Ok(Self::from(read.map_err(|error| parse_error(py, &format!("{error}{hint}"), None, None))?))
            }
            // An open file.
            None if clauses.hasattr("read")? => Self::new(py, Some(&clauses.call_method0("read")?)),
            // A CNF of PySAT has its clauses in a list.
            None => cnf.extend(&clauses.getattr_opt("clauses")?.unwrap_or_else(|| clauses.clone())).map(|()| cnf),
        }
    }

    /// Read a DIMACS file.
    ///
    /// Parameters:
    ///     path: the path of the file.
    #[staticmethod]
    fn from_file(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let file = File::open(&path).map_err(|error| os_error(&path, error))?;
        let read = run(py, satdoku::Budget::unlimited(), move |_| {
            dimacs::read(BufReader::new(file), |_| {}).map_err(|error| (path, error.to_string()))
        })?;
        read.map(Self::from).map_err(|(path, error)| parse_error(py, &error, Some(&path.display().to_string()), None))
    }

    /// Add a clause: at least one of its literals is true.
    ///
    /// Parameters:
    ///     clause: the literals as DIMACS numbers.
    fn add_clause(&self, clause: &Bound<'_, PyAny>) -> PyResult<()> {
        let clause = literals_of("clause", clause)?;
        let Ok(()) = self.lock().add_clause(&clause);
        Ok(())
    }

    /// Add clauses, each as add_clause() does.
    ///
    /// Parameters:
    ///     clauses: an iterable of clauses.
    fn extend(&self, clauses: &Bound<'_, PyAny>) -> PyResult<()> {
        let wrong = |_| wrong_type("clauses", "clauses as lists of literals, or the text of a DIMACS file", clauses);
        for (number, clause) in clauses.try_iter().map_err(wrong)?.enumerate() {
            self.add_clause(&clause?)?;
            if number % BETWEEN_LOOKS == 0 {
                clauses.py().check_signals()?;
            }
        }
        Ok(())
    }

    /// How many variables there are: the largest number used.
    #[getter]
    fn variables(&self) -> usize {
        self.lock().variables()
    }

    /// The clauses as lists of DIMACS numbers.
    #[getter]
    fn clauses(&self) -> Vec<Vec<i32>> {
        self.lock().clauses().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.clauses())?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.lock().len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let other = other.get();
        // A formula is locked once at a time, so that two comparisons cannot wait for each other.
        std::ptr::eq(self, other) || self.clauses() == other.clauses() && self.variables() == other.variables()
    }

    /// The text of a DIMACS file.
    fn to_dimacs(&self) -> PyResult<String> {
        let cnf = self.lock();
        let mut text = Vec::new();
        let mut writer = dimacs::DimacsWriter::new(&mut text);
        writer.header(cnf.size())?;
        cnf.write(&mut writer)?;
        writer.finish()?;
        String::from_utf8(text).map_err(value_error)
    }

    /// Write a DIMACS file.
    ///
    /// Parameters:
    ///     file: a path, or a file that is open for writing in binary or text mode.
    fn write(&self, py: Python<'_>, file: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut text = Some(self.to_dimacs()?.into_bytes());
        crate::written::write(py, file, || Ok(text.take()))
    }

    /// Look for a model with a SAT solver. A model is checked against the clauses.
    ///
    /// Parameters:
    ///     solver: the name of a SAT solver, such as 'cdcl' or 'batsat'; a Solver; or a solver in Python, such as PySat('glucose4').
    ///     assumptions: literals that the model must have.
    ///     timeout: a time in seconds, a timedelta, or a Timeout.
    ///
    /// Returns: a Model, which is a list of the true literals and always true; False for no model; Unknown if the time ran out.
    #[pyo3(
        signature = (solver = None, *, assumptions = None, timeout = None),
        text_signature = "($self, solver='cdcl', *, assumptions=None, timeout=None)"
    )]
    fn solve(
        &self,
        py: Python<'_>,
        solver: Option<&Bound<'_, PyAny>>,
        assumptions: Option<&Bound<'_, PyAny>>,
        timeout: Option<TimeoutLike>,
    ) -> PyResult<Py<PyAny>> {
        match SatSolver::of(solver, timeout)?.solve(py, self.assuming(assumptions)?)? {
            Verdict::Satisfiable(found) => model(py, found.lits().map(Lit::to_dimacs).collect()),
            Verdict::Unsatisfiable => Ok(false.into_pyobject(py)?.to_owned().into_any().unbind()),
            Verdict::Unknown(reason) => Ok(Py::new(py, Unknown::of(reason))?.into_any()),
        }
    }

    /// Find assumptions that cannot be true together: an unsatisfiable core.
    ///
    /// Parameters:
    ///     assumptions: the literals that are assumed.
    ///     solver: the name of a SAT solver that takes assumptions; a Solver; or a solver in Python.
    ///     timeout: a time in seconds, a timedelta, or a Timeout.
    ///
    /// Returns: some of the assumptions, not always the fewest, and all of them by a solver that names none; None if all can be true;
    ///     Unknown if the time ran out.
    ///
    /// >>> import satdoku
    /// >>> satdoku.Cnf([[-1, -2], [3, 4]]).core([1, 2, 3])
    /// [1, 2]
    #[pyo3(
        signature = (assumptions, solver = None, *, timeout = None),
        text_signature = "($self, assumptions, solver='cdcl', *, timeout=None)"
    )]
    fn core(
        &self,
        py: Python<'_>,
        assumptions: &Bound<'_, PyAny>,
        solver: Option<&Bound<'_, PyAny>>,
        timeout: Option<TimeoutLike>,
    ) -> PyResult<Py<PyAny>> {
        let (cnf, assumptions) = (self.lock().clone(), literals_of("assumptions", assumptions)?);
        match SatSolver::of(solver, timeout)?.core(py, cnf, assumptions.clone())? {
            Core::None => Ok(py.None()),
            Core::Unknown(reason) => Ok(Py::new(py, Unknown::of(reason))?.into_any()),
            Core::Of(core) => {
                // In the order of the assumptions, each once.
                let mut kept: Vec<i32> = Vec::new();
                for lit in assumptions.iter().filter(|lit| core.contains(lit)).map(|lit| lit.to_dimacs()) {
                    if !kept.contains(&lit) {
                        kept.push(lit);
                    }
                }
                Ok(PyList::new(py, kept)?.into_any().unbind())
            }
        }
    }

    /// List the models, one after another. Each is checked against the clauses, and no model is given twice.
    ///
    /// Parameters:
    ///     solver: the name of a SAT solver, a Solver, or a solver in Python.
    ///     assumptions: literals that each model must have.
    ///     over: the variables in which models must differ; by default all variables.
    ///     timeout: a time in seconds, a timedelta, or a Timeout, after which the listing raises Stopped.
    ///
    /// >>> import satdoku
    /// >>> sorted(satdoku.Cnf([[1, 2]]).models())
    /// [[-1, 2], [1, -2], [1, 2]]
    #[pyo3(
        signature = (solver = None, *, assumptions = None, over = None, timeout = None),
        text_signature = "($self, solver='cdcl', *, assumptions=None, over=None, timeout=None)"
    )]
    fn models(
        &self,
        solver: Option<&Bound<'_, PyAny>>,
        assumptions: Option<&Bound<'_, PyAny>>,
        over: Option<&Bound<'_, PyAny>>,
        timeout: Option<TimeoutLike>,
    ) -> PyResult<Models> {
        let over = over.map(|list| literals_of("over", list)).transpose()?;
        if let Some(lit) = over.iter().flatten().find(|lit| lit.is_negative()) {
            return Err(value_error(format!("over: expected variables, numbers above 0, found {}", lit.to_dimacs())));
        }
        let over = over.map(|over| over.into_iter().map(Lit::var).collect());
        SatSolver::of(solver, timeout)?.models(self.assuming(assumptions)?, over)
    }

    fn __repr__(&self) -> String {
        let cnf = self.lock();
        format!("<satdoku.Cnf of {} variables and {} clauses>", cnf.variables(), cnf.len())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((slf.get_type().into_any().unbind(), (slf.get().to_dimacs()?,)))
    }
}
