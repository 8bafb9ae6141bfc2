//! Solutions stored beside the puzzles of an input: in a column of a table, or in an object.

use satdoku::Grid;
use satdoku::grid::Solution;
use satdoku::grid::format::{Format, ParseError, Parser, Place, Record};

use crate::stream::table::Table;

/// The words in place of an unknown solution.
const WORDS: [&[u8]; 4] = [b"unsatisfiable", b"unknown", b"invalid", b"several"];

/// The stored text in a line of a table, if it is a solution: not empty, not a placeholder, not one of our words.
pub(crate) fn in_row<'a>(table: &Table, line: &'a [u8]) -> Option<&'a [u8]> {
    let stored = &line[table.columns.stored(line)];
    let says_something = stored.iter().any(u8::is_ascii_alphanumeric);
    (says_something && !WORDS.contains(&stored)).then_some(stored)
}

/// The solution stored beside a puzzle, or the error in reading it.
pub(crate) struct Stored(Result<Grid, ParseError>);

impl Stored {
    /// The solution stored in a line of a table.
    pub(crate) fn of_row(table: &Table, line: &[u8], place: Place, puzzle: &Grid) -> Option<Self> {
        in_row(table, line)?;
        let masked = table.columns.mask_stored(line);
        let mut parser = Parser::new(Format::Csv, Some(puzzle.geometry().clone()));
        Some(Self(parser.parse(&Record { text: &masked, place })))
    }

    /// The solution stored in an object.
    pub(crate) fn of_object(parser: &mut Parser) -> Option<Self> {
        parser.solution().map(Self)
    }

    /// The grid, if readable.
    pub(crate) fn grid(&self) -> Option<&Grid> {
        self.0.as_ref().ok()
    }

    /// The solution, or the reason why it does not solve the puzzle.
    pub(crate) fn check(&self, puzzle: &Grid) -> Result<Solution, String> {
        match &self.0 {
            Ok(grid) => Solution::check(puzzle, grid.clone()).map_err(|error| error.to_string()),
            Err(error) => Err(error.problem.to_string()),
        }
    }
}
