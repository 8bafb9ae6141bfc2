//! Exact cover, of any problem.

use std::collections::HashSet;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyList, PyMapping, PySet, PyString};
use satdoku::exact_cover::{CoverSearch, DancingLinks, ExactCover, ItemChoice};
use satdoku::{Budget, StopReason};

use crate::args::{found, wrong_type};
use crate::errors::{parse_error, stopped, value_error};
use crate::running::{Listing, listing};
use crate::timeout::{TimeoutLike, budget};

/// The options that are read between two checks for Ctrl-C.
const BETWEEN_LOOKS: usize = 1 << 14;

/// The covers of a problem, each as the numbers of its options, or as their names where the options were a dict; made by
/// exact_cover().
#[pyclass(frozen, module = "satdoku", weakref)]
pub(crate) struct Covers {
    listing: Listing<Result<Vec<u32>, StopReason>>,
    /// The names of the options.
    names: Option<Vec<Py<PyAny>>>,
}

impl Covers {
    fn take(&self, py: Python<'_>, listed: Result<Vec<u32>, StopReason>) -> PyResult<Py<PyList>> {
        let options = listed.map_err(|reason| stopped(py, reason))?;
        let list = match &self.names {
            Some(names) => PyList::new(py, options.iter().map(|&option| &names[option as usize]))?,
            None => PyList::new(py, options)?,
        };
        Ok(list.unbind())
    }
}

listing!(Covers, Py<PyList>);

/// The exact covers of a problem by dancing links, each as a sorted list of the numbers of its options, from 0.
///
/// Every primary item is covered exactly once, every secondary item at most once.
///
/// Parameters:
///     options: the options, in any of these forms:
///         a list of options, each a list, tuple, set or text of items;
///         a dict or another mapping of names and options, or of names and rows of a matrix, whose covers are lists of names;
///         a matrix of 0 and 1 with a row for each option and a column for each item, as a NumPy array or as a list of lists, whose
///         items are the numbers of its columns;
///         a text in the format of `satdoku cover`.
///         Rows of 0 and 1 that can be a matrix and can be options of the items 0 and 1 are refused, unless `items` names these.
///         Items are objects of any kind that can be a key of a dict: texts, numbers, tuples.
///     items: the primary items; by default all items of the options that are not secondary. For forms other than a text.
///     secondary: the secondary items.
///     timeout: a time in seconds, a timedelta, or a Timeout, after which the listing raises Stopped.
///
/// >>> import satdoku
/// >>> list(satdoku.exact_cover(["cef", "adg", "bcf", "ad", "bg", "deg"]))
/// [[0, 3, 4]]
/// >>> list(satdoku.exact_cover({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]}))
/// [['B', 'D', 'F']]
/// >>> list(satdoku.exact_cover([[1, 0, 1], [0, 1, 0], [1, 1, 0]]))
/// [[0, 1]]
#[pyfunction]
#[pyo3(signature = (options, *, items = None, secondary = None, timeout = None))]
pub(crate) fn exact_cover(
    options: &Bound<'_, PyAny>,
    items: Option<&Bound<'_, PyAny>>,
    secondary: Option<&Bound<'_, PyAny>>,
    timeout: Option<TimeoutLike>,
) -> PyResult<Covers> {
    let py = options.py();
    let (cover, names) = if let Ok(text) = options.cast::<PyString>() {
        if items.is_some() || secondary.is_some() {
            return Err(value_error("items, secondary: a text names its items itself"));
        }
        let cover = text.to_str()?.parse::<ExactCover>();
        (cover.map_err(|error| parse_error(py, &error.to_string(), None, None))?, None)
    } else if let Ok(named) = options.cast::<PyMapping>() {
        let values = named.values()?;
        let is_matrix = is_matrix(&values, items.is_some())?;
        let cover = if is_matrix {
            of_matrix(&values, None, items, secondary)?
        } else {
            Problem::of(&values, items, secondary)?
        };
        (cover, Some(named.keys()?.iter().map(Bound::unbind).collect()))
    } else if options.is_instance_of::<PySet>() || options.is_instance_of::<PyFrozenSet>() {
        return Err(PyTypeError::new_err(
            "options: expected a list of options or a dict, found a set, which has no order",
        ));
    } else {
        let is_array = options.hasattr("__array__")?;
        // A table has no tolist, but an array of its own.
        let array = if options.hasattr("to_numpy")? { options.call_method0("to_numpy")? } else { options.clone() };
        // An array without rows has columns all the same.
        let width = if is_array {
            array.getattr("shape")?.extract().ok().map(|(_, columns): (usize, usize)| columns)
        } else {
            None
        };
        let list = if is_array { array.call_method0("tolist")? } else { array };
        let wrong = |_| wrong_type("options", "a list of options, a dict, a matrix or a text", options);
        let list = PyList::new(py, list.try_iter().map_err(wrong)?.collect::<PyResult<Vec<_>>>()?)?;
        if is_array || is_matrix(&list, items.is_some())? {
            (of_matrix(&list, width, items, secondary)?, None)
        } else {
            (Problem::of(&list, items, secondary)?, None)
        }
    };
    let budget: Budget = budget(timeout);
    let listing = Listing::begin(budget, 64, move |budget, give| {
        let mut search = DancingLinks::new(&cover, ItemChoice::Smallest);
        for cover in search.solutions(&budget) {
            if !give(cover) {
                break;
            }
        }
    })?;
    Ok(Covers { listing, names })
}

/// Whether lists can only be the rows of a matrix of 0 and 1: rows of one length with a repeated number, which no option has. Rows
/// that can be both are refused unless items are named.
fn is_matrix(rows: &Bound<'_, PyList>, has_items: bool) -> PyResult<bool> {
    let mut width = None;
    let mut has_repeated = false;
    for row in rows.iter() {
        if !row.is_instance_of::<PyList>() && !row.is_instance_of::<pyo3::types::PyTuple>() {
            return Ok(false);
        }
        let length = row.len()?;
        if *width.get_or_insert(length) != length {
            return Ok(false);
        }
        let mut seen = [0_usize; 2];
        for value in row.try_iter()? {
            match value?.extract::<usize>() {
                Ok(bit @ 0..=1) => seen[bit] += 1,
                _ => return Ok(false),
            }
        }
        has_repeated |= seen.iter().any(|&number| number > 1);
    }
    let may_be = width.is_some_and(|width| width > 0) && !has_items;
    if may_be && !has_repeated {
        return Err(value_error(
            "options: rows of 0 and 1 can be a matrix, or options of the items 0 and 1; pass a NumPy array for a matrix, or name the \
             items by items=",
        ));
    }
    Ok(may_be)
}

/// The problem of a matrix: a row for each option, a column for each item; of so many columns where that is known.
fn of_matrix(
    rows: &Bound<'_, PyList>,
    mut width: Option<usize>,
    items: Option<&Bound<'_, PyAny>>,
    secondary: Option<&Bound<'_, PyAny>>,
) -> PyResult<ExactCover> {
    if items.is_some() {
        return Err(value_error("items: the items of a matrix are its columns"));
    }
    let py = rows.py();
    let options = PyList::empty(py);
    for (number, row) in rows.iter().enumerate() {
        let wrong = |_: PyErr| wrong_type("options", "a matrix of two dimensions", &row);
        let length = row.len().map_err(wrong)?;
        if *width.get_or_insert(length) != length {
            return Err(value_error(format!("options: row {number} has {length} columns, unlike the rows before")));
        }
        let option = PyList::empty(py);
        for (column, value) in row.try_iter().map_err(wrong)?.enumerate() {
            let value = value?;
            match value.extract::<f64>() {
                Ok(0.0) => {}
                Ok(1.0) => option.append(column)?,
                _ => {
                    let found = found(&value);
                    return Err(value_error(format!(
                        "options: expected a matrix of 0 and 1, found {found} in row {number}, column {column}"
                    )));
                }
            }
        }
        options.append(option)?;
    }
    let width = width.unwrap_or_default();
    let columns = PyList::new(py, 0..width)?;
    if secondary.is_none() {
        return Problem::of(&options, Some(&columns), None);
    }
    // An iterator is read once.
    let secondary = listed("secondary", secondary)?;
    let is_column = PyDict::new(py);
    columns.iter().try_for_each(|column| is_column.set_item(column, true))?;
    for item in &secondary {
        if !is_column.contains(item).map_err(|error| unhashable(item, error))? {
            let (most, found) = (width.saturating_sub(1), found(item));
            return Err(value_error(format!("secondary: expected columns from 0 to {most}, found {found}")));
        }
        is_column.set_item(item, false)?;
    }
    let primary = PyList::empty(py);
    for (column, is_primary) in is_column.iter() {
        if is_primary.is_truthy()? {
            primary.append(column)?;
        }
    }
    Problem::of(&options, Some(primary.as_any()), Some(PyList::new(py, secondary)?.as_any()))
}

/// A problem over items of Python, which are compared as the keys of a dict.
struct Problem<'py> {
    /// The number of each item.
    numbers: Bound<'py, PyDict>,
}

impl<'py> Problem<'py> {
    fn of(
        options: &Bound<'py, PyList>,
        items: Option<&Bound<'py, PyAny>>,
        secondary: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<ExactCover> {
        let py = options.py();
        let problem = Self { numbers: PyDict::new(py) };
        let secondary = listed("secondary", secondary)?;
        let primary = match items {
            Some(_) => listed("items", items)?,
            None => problem.named(options, &secondary)?,
        };
        for (item, name) in
            primary.iter().map(|item| (item, "items")).chain(secondary.iter().map(|item| (item, "secondary")))
        {
            let number = problem.numbers.len();
            if problem.number(item)?.is_some() {
                return Err(PyValueError::new_err(format!("{name}: {} stands there twice", found(item))));
            }
            problem.numbers.set_item(item, number)?;
        }
        let (primary, secondary) = (primary.len(), secondary.len());
        let mut cover = ExactCover::new(count(primary)?, count(secondary)?).map_err(value_error)?;
        for (number, option) in options.iter().enumerate() {
            let mut chosen = HashSet::new();
            let mut numbers = Vec::new();
            for item in items_of(number, &option)? {
                let known = problem.number(&item)?.ok_or_else(|| {
                    value_error(format!(
                        "options: option {number} has the item {}, which items do not name",
                        found(&item)
                    ))
                })?;
                if !chosen.insert(known) {
                    let found = found(&item);
                    return Err(value_error(format!("options: the item {found} stands twice in option {number}")));
                }
                numbers.push(known);
            }
            cover.add_option(&numbers).map_err(value_error)?;
            if number % BETWEEN_LOOKS == 0 {
                py.check_signals()?;
            }
        }
        Ok(cover)
    }

    /// The items of all options that are not secondary, in the order of their first options.
    fn named(&self, options: &Bound<'py, PyList>, secondary: &[Bound<'py, PyAny>]) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let py = options.py();
        let (seen, others) = (PyDict::new(py), PyDict::new(py));
        secondary.iter().try_for_each(|item| others.set_item(item, true).map_err(|error| unhashable(item, error)))?;
        for (number, option) in options.iter().enumerate() {
            for item in items_of(number, &option)? {
                if !others.contains(&item).map_err(|error| unhashable(&item, error))? {
                    seen.set_item(item, true)?;
                }
            }
            if number % BETWEEN_LOOKS == 0 {
                py.check_signals()?;
            }
        }
        Ok(seen.keys().iter().collect())
    }

    fn number(&self, item: &Bound<'py, PyAny>) -> PyResult<Option<u32>> {
        let number = self.numbers.get_item(item).map_err(|error| unhashable(item, error))?;
        number.map(|number| number.extract()).transpose()
    }
}

fn unhashable(item: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let wrong = PyTypeError::new_err(format!(
        "options: expected items that are texts, numbers or tuples, found {}",
        found(item)
    ));
    wrong.set_cause(item.py(), Some(error));
    wrong
}

fn count(number: usize) -> PyResult<u32> {
    u32::try_from(number).map_err(|_| value_error(format!("expected at most {} items, found {number}", u32::MAX)))
}

/// The items that an argument lists.
fn listed<'py>(name: &str, items: Option<&Bound<'py, PyAny>>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let Some(items) = items else { return Ok(Vec::new()) };
    items.try_iter().map_err(|_| wrong_type(name, "a list of items", items))?.collect()
}

/// The items of an option.
fn items_of<'py>(number: usize, option: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let is_wrong = option.is_instance_of::<PyDict>() || option.is_instance_of::<PyBytes>();
    let items = if is_wrong { Err(()) } else { option.try_iter().map_err(|_| ()) };
    let wrong =
        || PyTypeError::new_err(format!("options: expected the items of option {number}, found {}", found(option)));
    items.map_err(|()| wrong())?.collect()
}
