//! Numbers of solutions: counted and estimated.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};
use satdoku::Natural;
use serde_json::json;

use crate::args::found;
use crate::errors::value_error;
use crate::json::to_python;

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
/// int() is the number that was reached. An exact count equals that int, computes as that int and can be an index. An inexact count
/// answers comparisons that are certain, adds and multiplies to inexact counts, and raises ValueError where the answer is not known.
/// json.dumps(answers, default=int) writes counts as numbers.
///
/// >>> import satdoku
/// >>> satdoku.count("12..............")
/// Count(24)
/// >>> satdoku.count("12..............", limit=2)
/// Count('>=2', 'solution limit reached')
/// >>> satdoku.count("12..............", limit=2) >= 2, satdoku.count("12..............") + 1
/// (True, 25)
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
        let text = match value.cast::<PyInt>() {
            Ok(number) => decimal(number)?,
            Err(_) => value.str()?.to_str()?.to_owned(),
        };
        let text = text.as_str();
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

    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("value",)
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

    /// The count as a dict of the values of JSON, in the form of the command line: the number as a text, which has any length.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!({ "count": self.0.to_string(), "reason": self.stopped() }))
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
        self.exact(py)?.ok_or_else(|| self.not_exact())
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combined("add", other)
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combined("add", other)
    }

    fn __mul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combined("mul", other)
    }

    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combined("mul", other)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.computed("sub", other, false)
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.computed("sub", other, true)
    }

    fn __floordiv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.computed("floordiv", other, false)
    }

    fn __rfloordiv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.computed("floordiv", other, true)
    }

    fn __mod__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.computed("mod", other, false)
    }

    fn __rmod__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.computed("mod", other, true)
    }

    fn __truediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.computed("truediv", other, false)
    }

    fn __rtruediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.computed("truediv", other, true)
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
        let Some(other) = Compared::of(other)? else { return Ok(py.NotImplemented()) };
        let (own, is_exact) = (self.value(py)?, self.is_exact());
        let holds = |op| own.rich_compare(&other.number, op)?.is_truthy();
        let answer = match op {
            // Whether two answers are equal, which is always known.
            CompareOp::Eq | CompareOp::Ne => {
                let is_same = holds(CompareOp::Eq)? && self.stopped() == other.stopped;
                is_same == matches!(op, CompareOp::Eq)
            }
            _ if is_exact && other.stopped.is_none() => holds(op)?,
            // The numbers may be larger than those that were reached: an order is certain only if it stays so.
            CompareOp::Ge | CompareOp::Gt if other.stopped.is_none() && holds(op)? => true,
            CompareOp::Lt if other.stopped.is_none() && holds(CompareOp::Ge)? => false,
            CompareOp::Le if other.stopped.is_none() && holds(CompareOp::Gt)? => false,
            CompareOp::Lt | CompareOp::Le if is_exact && holds(op)? => true,
            CompareOp::Ge if is_exact && holds(CompareOp::Lt)? => false,
            CompareOp::Gt if is_exact && holds(CompareOp::Le)? => false,
            _ => {
                let sign = match op {
                    CompareOp::Lt => "<",
                    CompareOp::Le => "<=",
                    CompareOp::Gt => ">",
                    _ => ">=",
                };
                let reached = if is_exact { self.0.to_string() } else { format!("a count of {}", self.0) };
                return Err(value_error(format!("whether {reached} is {sign} {} is not known", other.text)));
            }
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.value(py)?.hash()
    }
}

impl Count {
    fn not_exact(&self) -> PyErr {
        value_error(format!("a count of {} is not exact; int() is the number that was reached", self.0))
    }

    /// A sum or a product, which is inexact where a part is.
    fn combined(&self, operator: &str, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let compared = Compared::of(other)?;
        let Some(reason) = self.stopped().or(compared.as_ref().and_then(|other| other.stopped.clone())) else {
            return self.computed(operator, other, false);
        };
        let Some(compared) = compared else { return Err(self.not_exact()) };
        let number = py.import("operator")?.call_method1(operator, (self.value(py)?, &compared.number))?;
        if compared.number.lt(0)? {
            return Err(self.not_exact());
        }
        let text = format!(">={}", decimal(number.cast()?)?);
        Ok(Py::new(py, Self::new(text.into_pyobject(py)?.as_any(), Some(&reason))?)?.into_any())
    }

    /// The result of a function of the module operator, for an exact count.
    fn computed(&self, operator: &str, other: &Bound<'_, PyAny>, is_swapped: bool) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let own = self.exact(py)?.ok_or_else(|| self.not_exact())?;
        let other = match other.cast::<Self>() {
            Ok(count) => count.get().exact(py)?.ok_or_else(|| count.get().not_exact())?,
            Err(_) => other.clone(),
        };
        let numbers = if is_swapped { (other, own) } else { (own, other) };
        Ok(py.import("operator")?.call_method1(operator, numbers)?.unbind())
    }
}

/// The other side of a comparison.
struct Compared<'py> {
    number: Bound<'py, PyAny>,
    /// Why counting stopped early, if it did.
    stopped: Option<String>,
    text: String,
}

impl<'py> Compared<'py> {
    fn of(other: &Bound<'py, PyAny>) -> PyResult<Option<Self>> {
        if let Ok(count) = other.cast::<Count>() {
            let count = count.get();
            return Ok(Some(Self {
                number: count.value(other.py())?,
                stopped: count.stopped(),
                text: count.__str__(),
            }));
        }
        let is_number = other.is_instance_of::<PyInt>();
        // Python writes no int of more than 4,300 digits.
        let text = || other.str().map_or_else(|_| found(other), |text| text.to_string());
        Ok(is_number.then(|| Self { number: other.clone(), stopped: None, text: text() }))
    }
}

/// An int as decimal digits: Python refuses to write more than 4,300 of them at once.
fn decimal(number: &Bound<'_, PyInt>) -> PyResult<String> {
    const DIGITS: usize = 4000;
    let (py, mut rest) = (number.py(), number.clone().into_any());
    let part = PyInt::new(py, 10).pow(DIGITS, py.None())?;
    let mut parts = Vec::new();
    while rest.ge(&part)? {
        let divided: (Bound<'_, PyAny>, Bound<'_, PyAny>) = rest.divmod(&part)?.extract()?;
        parts.push(format!("{:0>DIGITS$}", divided.1.str()?.to_str()?));
        rest = divided.0;
    }
    parts.push(rest.str()?.to_string());
    Ok(parts.into_iter().rev().collect())
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

    /// The estimate as a dict of the values of JSON, with `log_mean` and None where a float cannot hold a number.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Self { mean, log_mean, relative_error, interval, dives, hits, seed, .. } = self;
        let finite = |number: f64| number.is_finite().then_some(number);
        let interval = interval.map(|(low, high)| [finite(low), finite(high)]);
        to_python(
            py,
            &json!({
                "mean": finite(*mean), "log_mean": finite(*log_mean), "relative_error": finite(*relative_error),
                "interval": interval, "dives": dives, "hits": hits, "seed": seed,
            }),
        )
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<satdoku.Estimate {}>", self.text)
    }

    /// Equal estimates have equal texts.
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        hasher.finish()
    }
}
