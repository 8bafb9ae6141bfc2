//! The question of a call and its keyword arguments.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::args::{Limit, Threads, given, wrong_type};
use crate::asked::SolverLike;
use crate::board::BoardLike;
use crate::choice;
use crate::errors::value_error;
use crate::many::job::{Ask, Call};
use crate::timeout::TimeoutLike;

/// A question of a call with many puzzles: 'solve', 'count', 'check' or 'rate', with its keyword arguments.
pub(crate) fn asked(question: &str, keywords: &Bound<'_, PyDict>) -> PyResult<(Call, Ask)> {
    let ask = match question {
        "solve" => Ask::Solve,
        "count" => Ask::Count(given::<Limit>(keywords, "limit")?.map(|limit| limit.0)),
        "check" => match keywords.get_item("unique")? {
            Some(unique) if unique.is_truthy()? => Ask::Unique,
            _ => Ask::Valid,
        },
        "rate" => Ask::Rate,
        other => return Err(value_error(format!("expected solve, count, check or rate, found '{other}'"))),
    };
    let raises = match keywords.get_item("errors")? {
        None => true,
        Some(errors) => match errors.cast::<PyString>().ok().map(|errors| errors.to_str()).transpose()? {
            Some("raise") => true,
            Some("null") => false,
            Some(other) => return Err(value_error(format!("errors: expected 'raise' or 'null', found '{other}'"))),
            None => return Err(wrong_type("errors", "'raise' or 'null'", &errors)),
        },
    };
    let progress = keywords.get_item("progress")?.filter(|progress| !progress.is_none());
    if let Some(progress) = progress.as_ref().filter(|progress| !progress.is_callable()) {
        return Err(wrong_type("progress", "a function of two numbers", progress));
    }
    let call = Call {
        choice: choice::choice(given::<SolverLike<'_>>(keywords, "solver")?.as_ref(), None),
        limit: crate::timeout::budget(given::<TimeoutLike>(keywords, "timeout")?),
        threads: given::<Threads>(keywords, "threads")?.and_then(Threads::number),
        progress: progress.map(Bound::unbind),
        raises,
        board: given::<BoardLike>(keywords, "board")?.map(|board| board.0),
    };
    Ok((call, ask))
}
