//! The limit of a call: a time, and an object by which another thread can end the call early.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyString;
use satdoku::{Budget, CancelToken};

use crate::args::{found, wrong_type, wrong_value};

/// The argument `timeout`: a time in seconds, a timedelta, or a Timeout.
#[derive(Clone, Default)]
pub(crate) struct TimeoutLike {
    time: Option<Duration>,
    cancel: Option<CancelToken>,
}

impl TimeoutLike {
    pub(crate) fn seconds(time: u64) -> Self {
        Self { time: Some(Duration::from_secs(time)), cancel: None }
    }

    /// The limit that is left after some time.
    pub(crate) fn after(self, elapsed: Duration) -> Self {
        Self { time: self.time.map(|time| time.saturating_sub(elapsed)), ..self }
    }

    /// A budget with this limit in addition.
    pub(crate) fn on(self, budget: Budget) -> Budget {
        let budget = self.time.into_iter().fold(budget, Budget::with_time);
        self.cancel.into_iter().fold(budget, Budget::with_cancel)
    }
}

impl<'py> FromPyObject<'_, 'py> for TimeoutLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(timeout) = object.cast::<Timeout>() {
            return Ok(timeout.get().limit());
        }
        let expected = "a number of seconds from 0, a timedelta or a Timeout";
        let seconds: f64 = match object.getattr_opt("total_seconds")? {
            Some(total) => total.call0()?.extract()?,
            None if object.is_instance_of::<PyString>() => return Err(wrong_type("timeout", expected, &object)),
            None => object.extract().map_err(|_| wrong_type("timeout", expected, &object))?,
        };
        match Duration::try_from_secs_f64(seconds) {
            Ok(time) => Ok(Self { time: Some(time), cancel: None }),
            // Longer than a clock can count: no limit.
            Err(_) if seconds > 0.0 => Ok(Self::default()),
            Err(_) => Err(wrong_value("timeout", format_args!("expected {expected}, found {}", found(&object)))),
        }
    }
}

/// A budget of a time, or without a limit.
pub(crate) fn budget(timeout: Option<TimeoutLike>) -> Budget {
    timeout.into_iter().fold(Budget::unlimited(), |budget, timeout| timeout.on(budget))
}

/// A limit for the argument timeout, which any thread can end early: a button of a program, or the end of a task of asyncio.
///
/// The seconds count from each call that gets the limit. After cancel() all calls that have the limit stop, the later ones at once:
/// they answer Unknown or an inexact Count, and listings raise Stopped.
///
/// Parameters:
///     seconds: a time in seconds, or a timedelta; without it the limit ends by cancel() alone.
///
/// >>> import satdoku, threading
/// >>> limit = satdoku.Timeout(60)
/// >>> threading.Timer(0.1, limit.cancel).start()
/// >>> satdoku.count("." * 81, solver="mrv", timeout=limit).stopped
/// 'cancelled'
#[pyclass(frozen, module = "satdoku", weakref)]
pub(crate) struct Timeout {
    time: Option<Duration>,
    cancel: CancelToken,
}

impl Timeout {
    /// The limit of a call.
    pub(crate) fn limit(&self) -> TimeoutLike {
        TimeoutLike { time: self.time, cancel: Some(self.cancel.clone()) }
    }
}

#[pymethods]
impl Timeout {
    #[new]
    #[pyo3(signature = (seconds = None))]
    fn new(seconds: Option<TimeoutLike>) -> Self {
        let TimeoutLike { time, cancel } = seconds.unwrap_or_default();
        // A limit made of a limit ends with that limit.
        Self { time, cancel: cancel.map_or_else(CancelToken::new, |parent| parent.child()) }
    }

    /// Stop all calls that have this limit. Does not wait for their ends.
    fn cancel(&self) {
        self.cancel.cancel();
    }

    /// Whether cancel() was called.
    #[getter]
    fn cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The time of each call in seconds, or None.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.time.map(|time| time.as_secs_f64())
    }

    fn __repr__(&self) -> String {
        let seconds = self.seconds().map_or_else(String::new, |seconds| seconds.to_string());
        let cancelled = if self.cancelled() { ", cancelled" } else { "" };
        format!("<satdoku.Timeout({seconds}){cancelled}>")
    }
}
