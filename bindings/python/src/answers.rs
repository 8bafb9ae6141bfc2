//! Answers as small frozen classes.

use std::fmt::Write;

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use satdoku::protocol::words;
use satdoku::{Natural, StopReason, Verdict};

use crate::grid::Grid;

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

    fn __repr__(&self) -> String {
        format!("Satisfiable({})", self.solution.__repr__())
    }
}

/// The puzzle has no solution. It is false.
#[pyclass(frozen, eq, hash, module = "satdoku")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Unsatisfiable;

#[pymethods]
impl Unsatisfiable {
    /// There is none: None.
    #[getter]
    fn solution(&self) -> Option<Grid> {
        None
    }

    fn __bool__(&self) -> bool {
        false
    }

    fn __repr__(&self) -> &'static str {
        "Unsatisfiable()"
    }
}

/// The question was stopped before it was decided. It is neither true nor false: bool() raises ValueError.
#[pyclass(frozen, eq, hash, module = "satdoku")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Unknown {
    /// Why: 'time limit reached', 'step limit reached', …
    #[pyo3(get)]
    reason: String,
}

#[pymethods]
impl Unknown {
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

    fn __repr__(&self) -> String {
        format!("Unknown({:?})", self.reason)
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

/// A number without an upper bound as an int.
pub(crate) fn integer<'py>(py: Python<'py>, number: &Natural) -> PyResult<Bound<'py, PyAny>> {
    match number.to_u128() {
        Some(number) => Ok(number.into_pyobject(py)?.into_any()),
        // In base 16 there is no limit on digits.
        None => py.get_type::<PyInt>().call1((hexadecimal(number), 16)),
    }
}

/// The digits of a number in base 16.
fn hexadecimal(number: &Natural) -> String {
    /// 10¹⁸ fits 64 bits.
    const PART: usize = 18;
    // Parts of decimal digits, the highest first, are multiplied up in base 2³².
    let decimal = number.to_string();
    let mut words: Vec<u64> = Vec::new();
    let mut at = 0;
    while at < decimal.len() {
        let end = (at + PART).min(decimal.len());
        let (scale, mut carry) = (10_u128.pow((end - at) as u32), decimal[at..end].parse::<u128>().unwrap_or_default());
        for word in &mut words {
            carry += u128::from(*word) * scale;
            *word = (carry & u128::from(u32::MAX)) as u64;
            carry >>= 32;
        }
        while carry > 0 {
            words.push((carry & u128::from(u32::MAX)) as u64);
            carry >>= 32;
        }
        at = end;
    }
    words.iter().rev().fold(String::new(), |mut digits, word| {
        let _ = write!(digits, "{word:08x}");
        digits
    })
}

/// A number of solutions: exact, or at least so many where counting ended before.
///
/// int() is the number; an exact count equals that int.
///
/// >>> import satdoku
/// >>> satdoku.count("12..............")
/// Count(24)
/// >>> satdoku.count("12..............", limit=2)
/// Count('>=2', 'solution limit reached')
#[pyclass(frozen, module = "satdoku")]
#[derive(Clone)]
pub(crate) struct Count(pub(crate) satdoku::Count);

#[pymethods]
impl Count {
    /// The number that was reached.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        integer(py, &self.0.value())
    }

    /// Whether all were counted.
    #[getter]
    fn is_exact(&self) -> bool {
        self.0.is_exact()
    }

    /// Why the rest was not counted, or None.
    #[getter]
    fn stopped(&self) -> Option<String> {
        self.0.stopped().map(|reason| reason.to_string())
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.value(py)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        match self.stopped() {
            None => format!("Count({})", self.0),
            Some(reason) => format!("Count('{}', '{reason}')", self.0),
        }
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let is_equal = if let Ok(other) = other.cast::<Self>() {
            self.0 == other.get().0
        } else if other.is_instance_of::<PyInt>() {
            self.is_exact() && self.value(py)?.eq(other)?
        } else {
            return Ok(py.NotImplemented());
        };
        match op {
            CompareOp::Eq => Ok(is_equal.into_pyobject(py)?.to_owned().into_any().unbind()),
            CompareOp::Ne => Ok((!is_equal).into_pyobject(py)?.to_owned().into_any().unbind()),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.value(py)?.hash()
    }
}

/// An estimate of a number of solutions by random dives. It never equals a count.
#[pyclass(frozen, eq, module = "satdoku")]
#[derive(Clone, PartialEq)]
pub(crate) struct Estimate(pub(crate) satdoku::Estimate);

#[pymethods]
impl Estimate {
    /// The number; inf where a float cannot hold it.
    #[getter]
    fn mean(&self) -> f64 {
        self.0.mean()
    }

    /// The natural logarithm of the number; -inf where no dive found a solution.
    #[getter]
    fn log_mean(&self) -> f64 {
        self.0.log_mean()
    }

    /// The standard error as a part of the number.
    #[getter]
    fn relative_error(&self) -> f64 {
        self.0.relative_error()
    }

    /// The ends of the interval of 95 %, or None where too few dives found a solution.
    #[getter]
    fn interval(&self) -> Option<(f64, f64)> {
        self.0.log_interval().map(|(low, high)| (low.exp(), high.exp()))
    }

    /// How many dives were made.
    #[getter]
    fn dives(&self) -> u64 {
        self.0.dives()
    }

    /// How many of them found a solution.
    #[getter]
    fn hits(&self) -> u64 {
        self.0.hits()
    }

    /// The seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.0.seed()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Estimate('{}')", self.0)
    }
}

/// How a grid stands: 'solved', 'valid', 'conflict' or 'changed'. It is true where no rule is broken and every clue kept, and
/// where a single solution was asked for, there is one.
#[pyclass(frozen, eq, hash, module = "satdoku")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Check {
    /// 'solved', 'valid', 'conflict' or 'changed'.
    #[pyo3(get)]
    pub(crate) word: &'static str,
    /// Each conflict, or the first clue that was not kept, as a sentence.
    #[pyo3(get)]
    pub(crate) details: Vec<String>,
    /// 'unique', 'several', 'none' or 'unknown' where that was asked for, or None.
    #[pyo3(get)]
    pub(crate) uniqueness: Option<&'static str>,
}

#[pymethods]
impl Check {
    fn __bool__(&self) -> bool {
        [words::SOLVED, words::VALID].contains(&self.word) && self.uniqueness.is_none_or(|word| word == words::UNIQUE)
    }

    fn __repr__(&self) -> String {
        let uniqueness = self.uniqueness.map_or_else(String::new, |word| format!(", uniqueness='{word}'"));
        let details = if self.details.is_empty() { String::new() } else { format!(", {:?}", self.details) };
        format!("Check('{}'{details}{uniqueness})", self.word)
    }
}
