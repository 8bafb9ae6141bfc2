//! A format of the caller's own, with a puzzle on each line: the stream, its bounds and the places of errors are as in other formats.

use std::fmt;
use std::io::BufRead;

use crate::grid::Grid;
use crate::grid::format::columns::TableOptions;
use crate::grid::format::error::Problem;
use crate::grid::format::lines::{Lines, is_blank};
use crate::grid::format::notes;
use crate::grid::format::reader::ReadError;
use crate::grid::format::record::{Place, Record};

/// Why a line is no puzzle of a format of the caller's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnProblem {
    /// The byte of the line at which the problem is, from 0.
    pub at: usize,
    /// What was expected there, and what was found.
    pub message: String,
}

impl OwnProblem {
    /// A problem at a part of the line.
    ///
    /// # Panics
    /// If the part is not one of the line's.
    #[must_use]
    pub fn at(line: &str, part: &str, message: impl fmt::Display) -> Self {
        let at = part.as_ptr().addr().checked_sub(line.as_ptr().addr()).filter(|&at| at <= line.len());
        Self { at: at.expect("a part of the line"), message: message.to_string() }
    }
}

/// The puzzles of a stream in a format of the caller's own, a line each. Blank lines and [comments](crate::grid::format::is_comment)
/// are passed over, an invalid line is an error in its place, and reading continues. A line of more than 128 MiB is refused and not
/// kept.
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::grid::format::{OwnProblem, OwnPuzzles};
/// use satdoku::{Candidate, Geometry, Grid};
/// use std::sync::Arc;
///
/// let board = Arc::new(Geometry::of_order(2)?);
/// let read = |line: &str| {
///     let mut puzzle = Grid::empty(&board);
///     for word in line.split_ascii_whitespace() {
///         let clue: Candidate = word.parse().map_err(|why| OwnProblem::at(line, word, why))?;
///         puzzle.set(clue.cell, Some(clue.digit)).map_err(|why| OwnProblem::at(line, word, why))?;
///     }
///     Ok(puzzle)
/// };
/// let puzzles: Vec<_> = OwnPuzzles::new("# clues\nr1c2=4 r4c2=3\nr1c1=1 r1c1=9\n".as_bytes(), read).collect();
/// assert_eq!(puzzles[0].as_ref().unwrap().to_string(), ".4...........3..");
/// assert_eq!(puzzles[1].as_ref().unwrap_err().to_string(), "3:8: expected a digit from 1 to 4, found 9");
/// # Ok::<(), satdoku::geometry::GeometryError>(())
/// ```
pub struct OwnPuzzles<R, F> {
    lines: Lines<R>,
    parse: F,
    text: Vec<u8>,
}

impl<R, F> fmt::Debug for OwnPuzzles<R, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnPuzzles").finish_non_exhaustive()
    }
}

impl<R: BufRead, F: FnMut(&str) -> Result<Grid, OwnProblem>> OwnPuzzles<R, F> {
    /// The puzzles of `reader`, each read by `parse` from its line; reading starts later.
    pub fn new(reader: R, parse: F) -> Self {
        Self { lines: Lines::new(reader, None, TableOptions::default()), parse, text: Vec::new() }
    }
}

impl<R: BufRead, F: FnMut(&str) -> Result<Grid, OwnProblem>> Iterator for OwnPuzzles<R, F> {
    type Item = Result<Grid, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.lines.peek(0) {
                Ok(None) => return None,
                Ok(Some(line)) if is_blank(line) || notes::is_comment(line) => self.lines.skip(),
                Ok(Some(_)) => break,
                Err(error) => return Some(Err(error.into())),
            }
        }
        self.text.clear();
        let mut record = self.lines.begin(&mut self.text, true);
        self.lines.take(&mut record);
        let place = Place { line: record.first_line, too_long: record.too_long };
        let record = Record { text: self.text.strip_suffix(b"\n").unwrap_or(&self.text), place };
        let read = match (place.too_long, std::str::from_utf8(record.text)) {
            (Some(_), _) => Err((0, Problem::TooLong)),
            (None, Ok(line)) => (self.parse)(line).map_err(|OwnProblem { at, message }| (at, Problem::Own(message))),
            (None, Err(error)) => {
                Err((error.valid_up_to(), Problem::Own("expected text in UTF-8, found other bytes".to_owned())))
            }
        };
        Some(read.map_err(|(at, problem)| record.error(at, problem).into()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::geometry::Geometry;

    /// A word a line: `empty`, or nothing that is read.
    fn told(text: &[u8]) -> Vec<String> {
        let board = Arc::new(Geometry::of_order(2).expect("a board"));
        let parse = |line: &str| match line {
            "empty" => Ok(Grid::empty(&board)),
            _ => Err(OwnProblem::at(line, &line[line.find('?').unwrap_or(line.len())..], "expected empty")),
        };
        let puzzles = OwnPuzzles::new(text, parse);
        puzzles.map(|puzzle| puzzle.map_or_else(|why| why.to_string(), |grid| grid.clue_count().to_string())).collect()
    }

    #[test]
    fn lines_are_puzzles_or_errors_in_their_place() {
        let text = "\u{feff}empty\r\n\t\t\n# words\n\n\u{e4}\u{f6} ?\nempty\nno";
        assert_eq!(told(text.as_bytes()), ["0", "5:4: expected empty", "0", "7:3: expected empty"]);
        assert_eq!(told(b"empty\nab\xff\nempty"), ["0", "2:3: expected text in UTF-8, found other bytes", "0"]);
        let utf16: Vec<u8> = "\u{feff}empty\nempty\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(told(&utf16), ["0", "0"]);
        assert_eq!(told(b""), [""; 0]);
    }

    #[test]
    #[should_panic = "a part of the line"]
    fn a_part_of_another_text_is_none() {
        let (line, other) = ("b".to_owned(), "a".repeat(100));
        let _ = OwnProblem::at(&line, &other[50..], "");
    }
}
