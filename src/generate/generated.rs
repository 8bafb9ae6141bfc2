//! A puzzle that was made, or why none was.

use crate::budget::StopReason;
use crate::grid::{Grid, Solution};

/// A puzzle that was generated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Generated {
    /// Its number.
    pub number: u64,
    /// The puzzle.
    pub puzzle: Grid,
    /// The solution from which the puzzle was made; `None` for a puzzle without a solution.
    pub solution: Option<Solution>,
}

/// A puzzle was not found in the grids or in the time that were allowed.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "puzzle {}: none with {wanted} among {tried} grids{}", number + 1,
    closest.as_ref().map_or_else(
        String::new,
        |closest| format!("; the closest has {} clues", closest.puzzle.clue_count())
    )
)]
#[non_exhaustive]
pub struct Unreached {
    /// Its number.
    pub number: u64,
    /// What it was to have.
    pub wanted: String,
    /// Full grids that were tried.
    pub tried: u64,
    /// A puzzle that has all but the number of clues, and that comes closest in it.
    pub closest: Option<Generated>,
    /// Why no more grids were tried: there was a limit on them, or on time.
    pub reason: StopReason,
}
