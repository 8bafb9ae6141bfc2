//! Answers as small frozen classes.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};
use satdoku::{Natural, StopReason, Verdict};
use satdoku_ask::words;

use crate::errors::value_error;
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

    fn __repr__(&self) -> String {
        format!("Satisfiable({})", self.solution.__repr__())
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

/// A number without an upper bound as an int.
pub(crate) fn integer<'py>(py: Python<'py>, number: &Natural) -> PyResult<Bound<'py, PyAny>> {
    match number.to_u128() {
        Some(number) => Ok(number.into_pyobject(py)?.into_any()),
        // Python limits the digits of numbers in base 10, but not in base 16.
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
/// int() is the number. An exact count equals that int, is ordered among ints and can be an index; an inexact count has no order
/// and is no index. Exactly 0 is false; an inexact count of 0 raises ValueError in bool().
///
/// >>> import satdoku
/// >>> satdoku.count("12..............")
/// Count(24)
/// >>> satdoku.count("12..............", limit=2)
/// Count('>=2', 'solution limit reached')
#[pyclass(frozen, module = "satdoku")]
#[derive(Clone)]
pub(crate) struct Count(pub(crate) satdoku::Count);

impl Count {
    /// The number, where it is exact.
    fn exact<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.is_exact().then(|| self.value(py)).transpose()
    }
}

#[pymethods]
impl Count {
    /// Takes the arguments that repr() shows: Count(24), or Count('>=2', 'solution limit reached').
    #[new]
    #[pyo3(signature = (value, stopped = None))]
    fn new(value: &Bound<'_, PyAny>, stopped: Option<&str>) -> PyResult<Self> {
        let text = value.str()?;
        let text = text.to_str()?;
        let number: Natural = text.strip_prefix(">=").unwrap_or(text).parse().map_err(value_error)?;
        Ok(Self(match stopped {
            None if text.starts_with('>') => {
                return Err(value_error(format!("expected why there may be more than {number}")));
            }
            None => satdoku::Count::Exact(number),
            Some(reason) => satdoku::Count::AtLeast(number, reason.parse().map_err(value_error)?),
        }))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String, Option<String>)) {
        (slf.get_type().into_any().unbind(), (slf.get().0.to_string(), slf.get().stopped()))
    }

    /// The number that was reached.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        integer(py, &self.0.value())
    }

    /// Whether all solutions were counted.
    #[getter]
    fn is_exact(&self) -> bool {
        self.0.is_exact()
    }

    /// Why counting stopped early, or None.
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

    fn __bool__(&self) -> PyResult<bool> {
        match (self.0.value() == 0, self.stopped()) {
            (false, _) => Ok(true),
            (true, None) => Ok(false),
            (true, Some(reason)) => Err(value_error(format!("whether there is any is not known: {reason}"))),
        }
    }

    fn __index__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.exact(py)?
            .ok_or_else(|| PyTypeError::new_err(format!("{} is not exact; int() is the number reached", self.0)))
    }

    fn __float__(&self) -> f64 {
        self.0.value().to_f64()
    }

    /// Formats the number like an int, after '>=' if the count is not exact.
    fn __format__(&self, py: Python<'_>, spec: &str) -> PyResult<String> {
        if spec.is_empty() {
            return Ok(self.__str__());
        }
        let number = self.value(py)?.call_method1("__format__", (spec,))?.extract::<String>()?;
        Ok(if self.is_exact() { number } else { format!(">={number}") })
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let (same, number) = if let Ok(other) = other.cast::<Self>() {
            (Some(self.0 == other.get().0), other.get().exact(py)?)
        } else if other.is_instance_of::<PyInt>() {
            (None, Some(other.clone()))
        } else {
            return Ok(py.NotImplemented());
        };
        let ordered = match (self.exact(py)?, number) {
            (Some(own), Some(number)) => own.rich_compare(number, op)?.is_truthy()?,
            _ => match op {
                CompareOp::Eq => same.unwrap_or(false),
                CompareOp::Ne => !same.unwrap_or(false),
                _ => return Ok(py.NotImplemented()),
            },
        };
        Ok(ordered.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.value(py)?.hash()
    }
}

/// An estimate of a number of solutions by random dives. It never equals a count.
#[pyclass(frozen, eq, module = "satdoku")]
#[derive(Clone, PartialEq)]
pub(crate) struct Estimate {
    /// The number; inf where a float cannot hold it.
    #[pyo3(get)]
    mean: f64,
    /// The natural logarithm of the number; -inf where no dive found a solution.
    #[pyo3(get)]
    log_mean: f64,
    /// The standard error as a part of the number.
    #[pyo3(get)]
    relative_error: f64,
    /// The ends of the interval of 95 %, or None where too few dives found a solution.
    #[pyo3(get)]
    interval: Option<(f64, f64)>,
    /// How many dives were made.
    #[pyo3(get)]
    dives: u64,
    /// How many dives found a solution.
    #[pyo3(get)]
    hits: u64,
    /// The seed.
    #[pyo3(get)]
    seed: u64,
    text: String,
}

impl From<satdoku::Estimate> for Estimate {
    fn from(estimate: satdoku::Estimate) -> Self {
        Self {
            mean: estimate.mean(),
            log_mean: estimate.log_mean(),
            relative_error: estimate.relative_error(),
            interval: estimate.log_interval().map(|(low, high)| (low.exp(), high.exp())),
            dives: estimate.dives(),
            hits: estimate.hits(),
            seed: estimate.seed(),
            text: estimate.to_string(),
        }
    }
}

#[pymethods]
impl Estimate {
    /// Takes the values that pickle keeps.
    #[new]
    #[allow(clippy::too_many_arguments)] // Its fields.
    fn new(
        text: String,
        mean: f64,
        log_mean: f64,
        relative_error: f64,
        interval: Option<(f64, f64)>,
        dives: u64,
        hits: u64,
        seed: u64,
    ) -> Self {
        Self { mean, log_mean, relative_error, interval, dives, hits, seed, text }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Py<PyAny>, Bound<'py, PyTuple>)> {
        let Self { mean, log_mean, relative_error, interval, dives, hits, seed, text } = slf.get().clone();
        let kept = (text, mean, log_mean, relative_error, interval, dives, hits, seed).into_pyobject(slf.py())?;
        Ok((slf.get_type().into_any().unbind(), kept))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Estimate('{}')", self.text)
    }

    /// Equal estimates have equal texts.
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        hasher.finish()
    }
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

    fn __repr__(&self) -> String {
        let uniqueness = self.uniqueness.map_or_else(String::new, |word| format!(", uniqueness='{word}'"));
        let details = if self.details.is_empty() { String::new() } else { format!(", {:?}", self.details) };
        format!("Check('{}'{details}{uniqueness})", self.word)
    }
}
