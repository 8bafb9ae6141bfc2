//! Exact cover, of any problem.

use pyo3::prelude::*;
use satdoku::exact_cover::{CoverSearch, DancingLinks, ExactCover, ItemChoice};
use satdoku::{Budget, StopReason};

use crate::choice::budget;
use crate::errors::{parse_error, stopped, value_error};
use crate::running::Listing;

/// The covers of a problem, each as the numbers of its options; made by exact_cover().
#[pyclass(frozen, module = "satdoku")]
pub(crate) struct Covers(Listing<Result<Vec<u32>, StopReason>>);

#[pymethods]
impl Covers {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Vec<u32>>> {
        match self.0.next(py)? {
            None => Ok(None),
            Some(Ok(options)) => Ok(Some(options)),
            Some(Err(reason)) => Err(stopped(py, reason)),
        }
    }

    /// End the listing.
    fn close(&self) {
        self.0.end();
    }
}

/// The exact covers of a problem by dancing links, each as a sorted list of the numbers of its options, from 0.
///
/// Every primary item is covered exactly once, every secondary item at most once. `items` are the primary items, by default all
/// items in options that are not secondary. A text has the format of `satdoku cover`.
///
/// >>> import satdoku
/// >>> list(satdoku.exact_cover(["cef", "adg", "bcf", "ad", "bg", "deg"]))
/// [[0, 3, 4]]
#[pyfunction]
#[pyo3(signature = (options, *, items = None, secondary = Vec::new(), timeout = None))]
pub(crate) fn exact_cover(
    py: Python<'_>,
    options: &Bound<'_, PyAny>,
    items: Option<Vec<String>>,
    secondary: Vec<String>,
    timeout: Option<f64>,
) -> PyResult<Covers> {
    let cover = if let Ok(text) = options.extract::<String>() {
        text.parse::<ExactCover>().map_err(|error| parse_error(py, &error.to_string(), None, None))?
    } else {
        let options: Vec<Vec<String>> = options.try_iter()?.map(|option| words(&option?)).collect::<PyResult<_>>()?;
        let items = items.unwrap_or_else(|| {
            let mut named: Vec<String> = options.iter().flatten().cloned().collect();
            named.sort_unstable();
            named.dedup();
            named.retain(|name| !secondary.contains(name));
            named
        });
        let texts = |names: &[String]| names.to_vec();
        ExactCover::from_sets(texts(&items), texts(&secondary), &options).map_err(value_error)?
    };
    let budget: Budget = budget(timeout)?;
    let listing = Listing::begin(budget, 64, move |budget, give| {
        let mut search = DancingLinks::new(&cover, ItemChoice::Smallest);
        for found in search.solutions(&budget) {
            if !give(found) {
                break;
            }
        }
    })?;
    Ok(Covers(listing))
}

/// The items of an option, each as its str().
fn words(option: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    option.try_iter()?.map(|item| Ok(item?.str()?.to_string())).collect()
}
