//! The words that say what a grid is.

use satdoku::Count;

pub(crate) const SOLVED: &str = "solved";
pub(crate) const VALID: &str = "valid";
/// The solution stored beside a puzzle is right.
pub(crate) const VERIFIED: &str = "verified";
/// The solution stored beside a puzzle is wrong.
pub(crate) const MISMATCH: &str = "mismatch";

pub(crate) const UNIQUE: &str = "unique";
pub(crate) const SEVERAL: &str = "several";
pub(crate) const NONE: &str = "none";
pub(crate) const UNKNOWN: &str = "unknown";

/// What a count up to two says of the number of solutions.
pub(crate) fn uniqueness(count: &Count) -> &'static str {
    match (count.is_more_than(0), count.is_more_than(1)) {
        (_, Some(true)) => SEVERAL,
        (Some(true), Some(false)) => UNIQUE,
        (Some(false), _) => NONE,
        _ => UNKNOWN,
    }
}
