//! A grid as a text by itself: read without a name of its format, printed so that it is read back.

use std::fmt;
use std::str::FromStr;

use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::formats::Format;
use crate::grid::format::reader::{Parser, ReadOptions, Records};
use crate::grid::format::record::{Place, Record};
use crate::grid::format::{annotated, boxed, classic_line, header, line};
use crate::grid::{Grid, Solution};

impl FromStr for Grid {
    type Err = ParseError;

    /// Reads one grid in any format, without a name or rating in the puzzle's line. [`Puzzles`](crate::grid::format::Puzzles) reads files
    /// with further text.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if let Some(grid) = classic_line::read(text.as_bytes()) {
            return Ok(grid);
        }
        let mut records = Records::new(text.as_bytes(), &ReadOptions::default());
        let problem = |place: Place, problem| ParseError { line: place.line, column: 1, problem };
        let mut next = || {
            let mut text = Vec::new();
            // Reading from memory does not fail.
            let place = records.next_into(&mut text).ok().flatten()?;
            Some((place, text, records.format()?))
        };
        let (place, text, format) = next().ok_or_else(|| problem(Place::START, Problem::Nothing))?;
        let record = Record { text: &text, place };
        let grid = Parser::new(format, None).parse(&record)?;
        if let (Format::Line | Format::Sdm | Format::Csv, Some(at)) = (format, annotated::first_beside(&text)) {
            let found = Excerpt::new(text[at..].trim_ascii());
            return Err(record.error(at, Problem::Word { expected: "a puzzle and nothing beside it", found }));
        }
        match next() {
            Some((place, ..)) => Err(problem(place, Problem::More)),
            None => Ok(grid),
        }
    }
}

/// A grid in the lossless form, `header`, including the lines of rules from code.
#[doc(hidden)]
#[must_use]
pub fn stated(grid: &Grid) -> String {
    let mut text = String::new();
    header::write(grid, &mut text);
    text
}

impl fmt::Display for Grid {
    /// `{}` prints the form that parses back: `line` if it carries the board, else `header`; `{:#}` draws the grid. A rule from
    /// code of a program that uses the library is printed as its line, which no format reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        if f.alternate() && self.rules.is_empty() {
            boxed::write(self, &mut out);
        } else if Format::Line.carries(self).is_ok() {
            line::write(self, &mut out);
        } else {
            header::write(self, &mut out);
        }
        f.write_str(out.trim_end_matches('\n'))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

impl From<Solution> for Grid {
    fn from(solution: Solution) -> Self {
        solution.into_grid()
    }
}
