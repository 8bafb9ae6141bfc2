//! Answers as small frozen classes.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use satdoku::grid::format::keys;
use satdoku::{StopReason, Verdict};
use satdoku_ask::words;
use serde_json::json;

use crate::errors::value_error;
use crate::grid::Grid;
use crate::json::to_python;

/// The puzzle has a solution: here it is, checked.
///
/// >>> import satdoku
/// >>> satdoku.solve(".4.2...1.....3..")
/// Satisfiable(Grid('1432324141232314'))
#[pyclass(frozen, eq, hash, module = "satdoku")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Satisfiable {
    pub(crate) solution: Grid,
}

#[pymethods]
impl Satisfiable {
    #[new]
    fn new(solution: PyRef<'_, Grid>) -> Self {
        Self { solution: solution.clone() }
    }

    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("solution",)
    }

    /// The solution.
    #[getter]
    fn solution(&self) -> Grid {
        self.solution.clone()
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// The answer as a dict of the values of JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!({ keys::VERDICT: "satisfiable", keys::SOLUTION: self.solution.0.to_string() }))
    }

    fn __repr__(&self) -> String {
        format!("Satisfiable({})", self.solution.__repr__())
    }

    fn _repr_html_(&self) -> PyResult<String> {
        self.solution.picture()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (Grid,)) {
        (slf.get_type().into_any().unbind(), (slf.get().solution.clone(),))
    }
}

/// The puzzle has no solution. It is false.
#[pyclass(frozen, eq, hash, module = "satdoku")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Unsatisfiable;

#[pymethods]
impl Unsatisfiable {
    #[new]
    fn new() -> Self {
        Self
    }

    /// There is none: None.
    #[getter]
    fn solution(&self) -> Option<Grid> {
        None
    }

    fn __bool__(&self) -> bool {
        false
    }

    /// The answer as a dict of the values of JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!({ keys::VERDICT: "unsatisfiable" }))
    }

    fn __repr__(&self) -> &'static str {
        "Unsatisfiable()"
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Py<PyAny>, Bound<'py, PyTuple>) {
        (slf.get_type().into_any().unbind(), PyTuple::empty(slf.py()))
    }
}

/// The question was stopped before an answer was found. Neither true nor false: bool() raises ValueError.
#[pyclass(frozen, eq, hash, module = "satdoku")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Unknown {
    /// Why: 'time limit reached', 'step limit reached', …
    #[pyo3(get)]
    reason: String,
}

#[pymethods]
impl Unknown {
    #[new]
    fn new(reason: String) -> Self {
        Self { reason }
    }

    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("reason",)
    }

    /// None is known: None.
    #[getter]
    fn solution(&self) -> Option<Grid> {
        None
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyValueError::new_err(format!("unknown is neither true nor false: {}", self.reason)))
    }

    /// The answer as a dict of the values of JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!({ keys::VERDICT: "unknown", keys::REASON: self.reason }))
    }

    fn __repr__(&self) -> String {
        format!("Unknown({:?})", self.reason)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String,)) {
        (slf.get_type().into_any().unbind(), (slf.get().reason.clone(),))
    }
}

/// A verdict as an object of its class.
pub(crate) fn verdict(py: Python<'_>, verdict: Verdict<satdoku::Solution>) -> PyResult<Py<PyAny>> {
    Ok(match verdict {
        Verdict::Satisfiable(solution) => {
            Py::new(py, Satisfiable { solution: Grid::from(solution.into_grid()) })?.into_any()
        }
        Verdict::Unsatisfiable => Py::new(py, Unsatisfiable)?.into_any(),
        Verdict::Unknown(reason) => Py::new(py, Unknown::of(reason))?.into_any(),
    })
}

impl Unknown {
    pub(crate) fn of(reason: StopReason) -> Self {
        Self { reason: reason.to_string() }
    }
}

/// Whether there is exactly one solution: a bool, or Unknown.
pub(crate) fn uniqueness(py: Python<'_>, count: &satdoku::Count) -> PyResult<Py<PyAny>> {
    let is_unique = match count {
        satdoku::Count::Exact(count) => *count == 1,
        satdoku::Count::AtLeast(_, reason) if count.is_more_than(1) != Some(true) => {
            return Ok(Py::new(py, Unknown::of(*reason))?.into_any());
        }
        satdoku::Count::AtLeast(..) => false,
    };
    Ok(is_unique.into_pyobject(py)?.to_owned().into_any().unbind())
}

/// The state of a grid: 'solved', 'valid', 'conflict' or 'changed'. True if no rule is broken, every clue is kept and, when
/// uniqueness was asked for, the grid has exactly one solution.
#[pyclass(frozen, eq, hash, module = "satdoku")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Check {
    /// 'solved', 'valid', 'conflict' or 'changed'.
    #[pyo3(get)]
    pub(crate) word: &'static str,
    /// Each conflict, or the first clue that was not kept, as a sentence.
    #[pyo3(get)]
    pub(crate) details: Vec<String>,
    /// 'unique', 'several', 'none' or 'unknown' if uniqueness was asked for, else None.
    #[pyo3(get)]
    pub(crate) uniqueness: Option<&'static str>,
}

#[pymethods]
impl Check {
    #[new]
    #[pyo3(signature = (word, details = Vec::new(), uniqueness = None))]
    fn new(word: &str, details: Vec<String>, uniqueness: Option<&str>) -> PyResult<Self> {
        let known = |word: &str, among: &[&'static str]| {
            let found = among.iter().find(|&&known| known == word).copied();
            found.ok_or_else(|| value_error(format!("expected one of {}, found '{word}'", among.join(", "))))
        };
        let of_number = |word| known(word, &[words::UNIQUE, words::SEVERAL, words::NONE, words::UNKNOWN]);
        Ok(Self {
            word: known(word, &[words::SOLVED, words::VALID, words::CONFLICT, words::CHANGED])?,
            details,
            uniqueness: uniqueness.map(of_number).transpose()?,
        })
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (&'static str, Vec<String>, Option<&'static str>)) {
        let check = slf.get();
        (slf.get_type().into_any().unbind(), (check.word, check.details.clone(), check.uniqueness))
    }

    fn __bool__(&self) -> bool {
        [words::SOLVED, words::VALID].contains(&self.word) && self.uniqueness.is_none_or(|word| word == words::UNIQUE)
    }

    /// The answer as a dict of the values of JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(
            py,
            &json!({ keys::CHECK: self.word, keys::DETAILS: self.details, keys::UNIQUENESS: self.uniqueness }),
        )
    }

    fn __repr__(&self) -> String {
        let uniqueness = self.uniqueness.map_or_else(String::new, |word| format!(", uniqueness='{word}'"));
        let details = if self.details.is_empty() { String::new() } else { format!(", {:?}", self.details) };
        format!("Check('{}'{details}{uniqueness})", self.word)
    }
}
