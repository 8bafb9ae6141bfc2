//! The words of the column `status`, and rows with only a status and a message.

use crate::functions::columns::Row;

pub(crate) const SOLVED: &str = "solved";
pub(crate) const UNSATISFIABLE: &str = "unsatisfiable";
pub(crate) const COUNTED: &str = "counted";
pub(crate) const AT_LEAST: &str = "at least";
pub(crate) const UNKNOWN: &str = "unknown";
pub(crate) const INVALID: &str = "invalid";
pub(super) const FAILED: &str = "failed";
pub(super) const DONE: &str = "done";

pub(super) fn failed(error: &dyn std::fmt::Display) -> Row {
    Row::bare(FAILED, error.to_string())
}

pub(super) fn unknown(reason: satdoku::StopReason) -> Row {
    Row::bare(UNKNOWN, reason.to_string())
}
