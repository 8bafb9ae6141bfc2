//! Errors in texts, with their places.

use std::fmt;

use satdoku_base::budget::StopReason;

use crate::geometry::{Digit, GeometryError, ParseCellError};
use crate::grid::exchange::ExchangeError;
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::expected::{BoxOf, CellCharacters, Count, Keys, NotSquare, Numbers};
use crate::grid::format::keys;
use crate::rule::{ParseRuleError, RuleError, RuleNotAllowed};

/// No line and no record is longer than a grid of the largest side needs.
pub(crate) const MAX_RECORD: usize = 128 << 20;

/// An error in a text that should be a puzzle; prints as `LINE:COLUMN: expected …, found …`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// The problem at the place.
    #[source]
    pub problem: Problem,
}

impl ParseError {
    /// Why reading was left, where the budget ran out: the text may be a puzzle.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        match &self.problem {
            Problem::Stopped(reason)
            | Problem::Rule(ParseRuleError::Stopped(reason))
            | Problem::RuleNotAllowed(RuleNotAllowed { source: RuleError::Stopped(reason), .. }) => Some(*reason),
            Problem::Exchange(error) => error.stopped(),
            _ => None,
        }
    }
}

/// A problem in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A line is no puzzle of a format of the caller's own, as that format says.
    #[error("{0}")]
    Own(String),
    /// The text has no puzzle.
    #[error("expected a puzzle, found nothing")]
    Nothing,
    /// A table has the names of its columns and no puzzle.
    #[error("expected a puzzle below the names of the columns, found nothing")]
    NoRow,
    /// After the puzzle the text goes on.
    #[error("expected one puzzle, found more text after it")]
    More,
    /// A cell of a single character is neither empty nor a digit of the grid.
    #[error("expected {}, found {found}", CellCharacters(*side))]
    Character {
        /// The side of the grid.
        side: usize,
        /// The text found.
        found: Excerpt,
    },
    /// A second sign stands for an empty cell.
    #[error(
        "expected one sign for an empty cell, found {found} beside {first} at {line}:{column}; --format chars takes anything but a \
         digit for an empty cell"
    )]
    SecondSign {
        /// The second sign.
        found: Excerpt,
        /// The first sign.
        first: Excerpt,
        /// The line of the first sign.
        line: u64,
        /// The column of the first sign.
        column: u64,
    },
    /// A line does not have the expected number of cells.
    #[error("expected {}, found {found}{}", Count(*expected, "cell"), BoxOf { side: found.isqrt(), asked: expected.isqrt() })]
    Cells {
        /// The expected number.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// The number of cells in a line is not a square.
    #[error("{}", NotSquare(*found))]
    NotSquare {
        /// The number of cells.
        found: usize,
    },
    /// The grid does not have the expected number of rows.
    #[error("expected {}, found {found}", Count(*expected, "row"))]
    Rows {
        /// The expected number.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// The grid does not have the number.
    #[error("expected {}, found {found}", Numbers(*side))]
    Number {
        /// The side of the grid.
        side: usize,
        /// The text found.
        found: Excerpt,
    },
    /// A different word is required at the place.
    #[error("expected {expected}, found {found}")]
    Word {
        /// The expected word.
        expected: &'static str,
        /// The text found.
        found: Excerpt,
    },
    /// The lines fit no form of a grid.
    #[error(
        "{} that no form of a grid fits: a grid is N lines of N cells, a line of N×N cells, a drawing, a list in \
         brackets or a table; --format names one",
        Count(*lines, "line")
    )]
    Shapeless {
        /// The number of lines.
        lines: usize,
    },
    /// The character has no part in any form of a grid.
    #[error(
        "no form of a grid has a part for {found} here: a grid is N lines of N cells, a line of N×N cells, a drawing, a list in \
         brackets or a table; --format names one"
    )]
    NoPart {
        /// The character.
        found: Excerpt,
        /// The number of lines in the text.
        lines: usize,
    },
    /// Two readings explain the whole text and give different puzzles.
    #[error("two puzzles could be meant: {first}, or {second}; {choice}")]
    Readings {
        /// The first reading.
        first: String,
        /// The second reading.
        second: String,
        /// The option that chooses a reading.
        choice: &'static str,
    },
    /// The layout of a text fits two grids with different cells.
    #[error("two puzzles could be meant, by which blanks are empty cells; write . or 0 for an empty cell")]
    Ambiguous,
    /// The lines could be a single grid, or a grid each.
    #[error(
        "one grid of {lines} rows or {lines} grids of a line each could be meant; --format sdk or line names one, or --box"
    )]
    Sizes {
        /// The number of lines.
        lines: usize,
    },
    /// The line holds several grids that are not a puzzle and its solution.
    #[error("expected one puzzle on the line, found several that differ; a table needs a line of names or a column")]
    Several,
    /// A field of a table begins with a quote that its line does not close.
    #[error("expected {}", Unclear::Open)]
    OpenQuote,
    /// A row of a table has rules.
    #[error("expected a puzzle without rules, which no table carries (header and json do), found one with rules")]
    RulesInTable,
    /// A link without the cells of a puzzle.
    #[error(
        "expected a link with the cells of a puzzle, such as #3x3/53..7… or bd=53..7…, or one of f-puzzles, SudokuPad or ISS, \
         found none"
    )]
    Link,
    /// The borders of a boxed grid do not match its cells.
    #[error("expected {0}; --box names the board, whatever is drawn")]
    Border(&'static str),
    /// The board has more rows or columns than are read.
    #[error("expected a side of at most {most}, found {found}")]
    TooLarge {
        /// The largest accepted value.
        most: usize,
        /// The rows or columns of the board.
        found: usize,
    },
    /// The side differs from the side of the requested board.
    #[error("expected a grid of side {expected}, found side {found}{}", BoxOf { side: *found, asked: *expected })]
    Side {
        /// The side asked for.
        expected: usize,
        /// The side of the text.
        found: usize,
    },
    /// The board differs from the requested board.
    #[error("expected a puzzle for the board {expected}, found one for {found}")]
    Board {
        /// The board asked for.
        expected: String,
        /// The board of the text.
        found: String,
    },
    /// The text has no way to say what the board asked for needs.
    #[error(
        "expected a puzzle for the board {board}, which the formats header, json, line, rows and chars write, found a grid of side {found}"
    )]
    OtherBoard {
        /// The board asked for.
        board: String,
        /// The side of the text.
        found: usize,
    },
    /// A token is no digit of the board.
    #[error("expected a digit from {first} to {last}, or . for an empty cell, found {found}")]
    Digit {
        /// The smallest digit.
        first: Digit,
        /// The largest digit.
        last: Digit,
        /// The text found.
        found: Excerpt,
    },
    /// The text has a sign at a place without a cell.
    #[error("expected - where the board has no cell, found {found}")]
    NoCell {
        /// The text found.
        found: Excerpt,
    },
    /// A line is no rule.
    #[error(transparent)]
    Rule(#[from] ParseRuleError),
    /// A rule cannot be on the board.
    #[error(transparent)]
    RuleNotAllowed(#[from] RuleNotAllowed),
    /// The numbers make no board.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    /// The key is unknown and may be a statement about the puzzle.
    #[error(
        "expected {}, {}, {} or one of their other names, or a note such as name, author, comment or rating, found \
         the key {found}",
        keys::PUZZLE,
        keys::BOARD,
        keys::SOLUTION
    )]
    UnknownKey {
        /// The key.
        found: Excerpt,
    },
    /// Two keys have the same meaning.
    #[error("expected one of the keys {first} and {second}, found both")]
    TwoKeys {
        /// The first key.
        first: Excerpt,
        /// The second key with the same meaning.
        second: Excerpt,
    },
    /// A key comes twice.
    #[error("expected each key once, found {found} twice")]
    KeyTwice {
        /// The key.
        found: Excerpt,
    },
    /// An object has no puzzle.
    #[error("expected a text or an array called {}, found {}", keys::PUZZLE, Keys(found))]
    NoPuzzleKey {
        /// The keys found.
        found: Excerpt,
    },
    /// The column of the puzzles is unclear.
    #[error("expected {why}, found the columns {found}")]
    Columns {
        /// Why the column is unclear.
        why: Unclear,
        /// The names in the first line.
        found: Excerpt,
    },
    /// A cell's name cannot be read.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// A puzzle of another program has an error.
    #[error(transparent)]
    Exchange(Box<ExchangeError>),
    /// The line or the whole puzzle is longer than any grid needs.
    #[error("expected a puzzle of at most {} bytes, found more", MAX_RECORD)]
    TooLong,
    /// The budget of the reading ran out.
    #[error("{0}")]
    Stopped(StopReason),
}

impl From<ExchangeError> for Problem {
    fn from(error: ExchangeError) -> Self {
        Self::Exchange(Box::new(error))
    }
}

/// Why the column of the puzzles in a table is unclear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unclear {
    /// No column has a name for puzzles.
    None,
    /// Several columns have a name for puzzles.
    Several,
    /// The requested column is missing.
    Missing,
    /// The line of names leaves a quote open.
    Open,
}

impl fmt::Display for Unclear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => write!(f, "a column called {} or one of its other names", keys::PUZZLE),
            Self::Several => write!(f, "one column called {} or one of its other names", keys::PUZZLE),
            Self::Missing => f.write_str("the column that was asked for"),
            Self::Open => f.write_str("a closing quote on the line: a field of several lines is not read"),
        }
    }
}
