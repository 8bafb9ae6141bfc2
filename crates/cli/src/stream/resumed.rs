//! The check that answers of an interrupted run belong to the puzzles of the input, as far as possible without solving: by their
//! number, and by the first answers.

use satdoku::Grid;
use satdoku::grid::format::keys;
use serde_json::Value;

use crate::stream::answers::Task;
use crate::stream::input::Source;

/// Number of first answers compared with their puzzles.
pub(crate) const FIRST: usize = 8;

/// A puzzle passed over.
pub(crate) struct Skipped {
    /// The puzzle's number in the input, from 1.
    pub(crate) number: u64,
    /// The line of the answer, from 0.
    pub(crate) line: u64,
    pub(crate) source: Source,
    pub(crate) text: Vec<u8>,
    /// The expected content of the puzzle's row in a table of answers, if the input is a table.
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
