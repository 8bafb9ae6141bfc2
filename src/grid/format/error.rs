//! What is wrong with a text, and where.

use std::fmt;

use crate::geometry::{Digit, GeometryError, ParseCellError};
use crate::grid::exchange::ExchangeError;
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::expected::{CellCharacters, Keys, NotSquare, Numbers};
use crate::grid::format::{keys, lines};
use crate::rule::{Misplaced, ParseRuleError};

/// A text that is not the puzzle it should be; prints as `LINE:COLUMN: expected …, found …`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// What is wrong there.
    #[source]
    pub problem: Problem,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// There is no puzzle in the text.
    #[error("expected a puzzle, found nothing")]
    Nothing,
    /// After the puzzle the text goes on.
    #[error("expected one puzzle, found more text after it")]
    More,
    /// A cell of a single character is neither empty nor a digit of the grid.
    #[error("expected {}, found {found}", CellCharacters(*side))]
    Character {
        /// The side of the grid.
        side: usize,
        /// What stands there.
        found: Excerpt,
    },
    /// A line does not have the expected number of cells.
    #[error("expected {expected} cells, found {found}")]
    Cells {
        /// How many are expected.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A line's number of cells is no square, so it is no grid.
    #[error("{}", NotSquare(*found))]
    NotSquare {
        /// How many cells there are.
        found: usize,
    },
    /// The grid does not have the expected number of rows.
    #[error("expected {expected} rows, found {found}")]
    Rows {
        /// How many are expected.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A number is not one of the grid's.
    #[error("expected {}, found {found}", Numbers(*side))]
    Number {
        /// The side of the grid.
        side: usize,
        /// What stands there.
        found: Excerpt,
    },
    /// Another word is needed here.
    #[error("expected {expected}, found {found}")]
    Word {
        /// What is needed.
        expected: &'static str,
        /// What stands there.
        found: Excerpt,
    },
    /// Lines that no form of a grid fits.
    #[error(
        "{lines} lines that no form of a grid fits: a grid is N lines of N cells, a line of N×N cells, a drawing, a list in \
         brackets or a table; --format names one"
    )]
    Shapeless {
        /// How many lines there are.
        lines: usize,
    },
    /// The layout of a text fits two grids with different cells.
    #[error("two puzzles could be meant, by which blanks are empty cells; write . or 0 for an empty cell")]
    Ambiguous,
    /// Lines that are one grid together, or each a grid by itself.
    #[error(
        "one grid of {lines} rows or {lines} grids of a line each could be meant; --format sdk or line names one, or --box"
    )]
    Sizes {
        /// How many lines there are.
        lines: usize,
    },
    /// A line holds several grids that are not a puzzle and its solution.
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
    /// The borders of a boxed grid are not where its cells need them.
    #[error("expected {0}")]
    Border(&'static str),
    /// The board has more rows or columns than are read.
    #[error("expected a side of at most {most}, found {found}")]
    TooLarge {
        /// The most that are read.
        most: usize,
        /// The rows or columns of the board.
        found: usize,
    },
    /// The side is not that of the board asked for.
    #[error("expected a grid of side {expected}, found side {found}")]
    Side {
        /// The side asked for.
        expected: usize,
        /// The side of the text.
        found: usize,
    },
    /// The board is not the one asked for.
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
        /// What stands there.
        found: Excerpt,
    },
    /// There is no cell where something stands.
    #[error("expected - where the board has no cell, found {found}")]
    NoCell {
        /// What stands there.
        found: Excerpt,
    },
    /// A line is no rule.
    #[error(transparent)]
    Rule(#[from] ParseRuleError),
    /// A rule cannot be on the board.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    /// The numbers make no board.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    /// A key that is not known may say something of the puzzle.
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
    /// The same thing is told twice.
    #[error("expected one of the keys {first} and {second}, found both")]
    TwoKeys {
        /// The key that comes first.
        first: Excerpt,
        /// The key that says the same.
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
        /// The keys that there are.
        found: Excerpt,
    },
    /// A table does not say which of its columns has the puzzles.
    #[error("expected {why}, found the columns {found}")]
    Columns {
        /// Why it is not clear.
        why: Unclear,
        /// The names in the first line.
        found: Excerpt,
    },
    /// A cell's name cannot be read.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// A puzzle of another program is not as it should be.
    #[error(transparent)]
    Exchange(Box<ExchangeError>),
    /// The line or the whole puzzle is longer than any grid needs.
    #[error("expected a puzzle of at most {} bytes, found more", lines::MAX_RECORD)]
    TooLong,
}

impl From<ExchangeError> for Problem {
    fn from(error: ExchangeError) -> Self {
        Self::Exchange(Box::new(error))
    }
}

/// Why it is not clear which column of a table has the puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unclear {
    /// None has the name of a puzzle.
    None,
    /// Several have.
    Several,
    /// The column that was asked for is not there.
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
