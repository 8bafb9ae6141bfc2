//! Whether the answers that an interrupted run left are those to the puzzles at hand, as far as that can be told without
//! solving: by their number, and by the first of them.

use satdoku::Grid;
use satdoku::grid::format::keys;
use serde_json::Value;

use crate::cli::stream::answers::Task;
use crate::cli::stream::input::Source;

/// So many of the first answers are held against their puzzles.
pub(crate) const FIRST: usize = 8;

/// A puzzle that is passed over.
pub(crate) struct Skipped {
    /// Its number in the input, from 1.
    pub(crate) number: u64,
    /// The line of its answer, from 0.
    pub(crate) line: u64,
    pub(crate) source: Source,
    pub(crate) text: Vec<u8>,
    /// What its row in a table of answers has, where it is read from one.
    pub(crate) row: Option<Vec<u8>>,
}

/// Whether a line that is no row of a table answers a puzzle.
pub(crate) fn is_answer(worker: &impl Task, number: u64, grid: Option<&Grid>, line: &str) -> bool {
    let object: Option<Value> = line.starts_with('{').then(|| serde_json::from_str(line).unwrap_or_default());
    let is_numbered = |object: &Value| object.get(keys::NUMBER).is_some_and(|found| found.as_u64() == Some(number));
    let is_invalid = match &object {
        Some(object) => {
            [object.get(keys::VERDICT), object.get(keys::CHECK)].iter().flatten().any(|word| *word == "invalid")
        }
        None => line == "invalid",
    };
    object.as_ref().is_none_or(is_numbered)
        && is_invalid == grid.is_none()
        && grid.is_none_or(|grid| worker.is_answer(grid, object.as_ref(), line))
}
