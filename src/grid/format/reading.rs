//! What is read of a record beside its puzzle.

use crate::grid::Grid;
use crate::grid::exchange::Notes;
use crate::grid::format::ParseError;
use crate::grid::format::columns::Column;

/// What is wanted of a record beside its puzzle, and what was found.
#[derive(Clone, Debug, Default)]
pub(in crate::grid::format) struct Reading {
    /// The key of the puzzles.
    pub(in crate::grid::format) column: Option<Column>,
    pub(in crate::grid::format) is_lenient: bool,
    pub(in crate::grid::format) wants_solution: bool,
    pub(in crate::grid::format) solution: Option<Result<Grid, ParseError>>,
    pub(in crate::grid::format) passed_over: Vec<ParseError>,
    /// What comes with a puzzle of another program.
    pub(in crate::grid::format) notes: Option<Box<Notes>>,
}
