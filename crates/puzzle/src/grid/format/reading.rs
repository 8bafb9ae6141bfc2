//! The results of reading a record beside its puzzle.

use crate::grid::Grid;
use crate::grid::exchange::Notes;
use crate::grid::format::columns::Column;
use crate::grid::format::error::ParseError;

/// Requests for a record beside its puzzle, and the results.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    /// The key of the puzzles.
    pub(super) column: Option<Column>,
    pub(super) is_lenient: bool,
    pub(super) wants_solution: bool,
    pub(super) solution: Option<Result<Grid, ParseError>>,
    pub(super) passed_over: Vec<ParseError>,
    /// The notes of a puzzle of another program.
    pub(super) notes: Option<Box<Notes>>,
}
