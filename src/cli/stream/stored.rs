//! Solutions that the input stores beside its puzzles: in a column of a table, or in an object.

use satdoku::Grid;
use satdoku::grid::Solution;
use satdoku::grid::format::{Format, ParseError, Parser, Place, Record};

use crate::cli::stream::table::Table;

/// The words that stand in the place of a solution that is not known.
const WORDS: [&[u8]; 4] = [b"unsatisfiable", b"unknown", b"invalid", b"several"];

/// What is stored in a line of a table, if it is a solution: neither nothing, nor a sign for it, nor one of our words.
pub(crate) fn in_row<'a>(table: &Table, line: &'a [u8]) -> Option<&'a [u8]> {
    let stored = &line[table.columns.stored(line)];
    let says_something = stored.iter().any(u8::is_ascii_alphanumeric);
    (says_something && !WORDS.contains(&stored)).then_some(stored)
}

/// A solution that is stored beside a puzzle, or why it cannot be read.
pub(crate) struct Stored(Result<Grid, ParseError>);

impl Stored {
    /// What a line of a table stores for its puzzle.
    pub(crate) fn of_row(table: &Table, line: &[u8], place: Place, puzzle: &Grid) -> Option<Self> {
        in_row(table, line)?;
        let masked = table.columns.mask_stored(line);
        let mut parser = Parser::new(Format::Csv, Some(puzzle.geometry().clone()));
        Some(Self(parser.parse(&Record { text: &masked, place })))
    }

    /// What an object stores.
    pub(crate) fn of_object(parser: &mut Parser) -> Option<Self> {
        parser.solution().map(Self)
    }

    /// The grid, if it can be read.
    pub(crate) fn grid(&self) -> Option<&Grid> {
        self.0.as_ref().ok()
    }

    /// The solution, or why it is none of the puzzle.
    pub(crate) fn check(&self, puzzle: &Grid) -> Result<Solution, String> {
        match &self.0 {
            Ok(grid) => Solution::check(puzzle, grid.clone()).map_err(|error| error.to_string()),
            Err(error) => Err(error.problem.to_string()),
        }
    }
}
