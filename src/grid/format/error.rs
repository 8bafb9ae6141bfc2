//! What is wrong with a text, and where.

use std::fmt;

use crate::geometry::{Digit, Geometry, GeometryError, ParseCellError, Regions};
use crate::grid::exchange::{ExchangeError, Missing};
use crate::grid::format::{Alphabet, Format, keys, lines};
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
    #[error("expected a text or an array called {}, found the keys {found}", keys::PUZZLE)]
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

/// A piece of a text as it is shown in a message: quoted, cut short, whatever its bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Excerpt {
    text: String,
    /// Whether the quotes are there already.
    is_list: bool,
}

impl Excerpt {
    /// A message shows so many characters of a text at most.
    const LENGTH: usize = 24;

    /// Shows a piece of a text.
    #[must_use]
    pub fn new(text: &[u8]) -> Self {
        let head = &text[..text.len().min(4 * Self::LENGTH)];
        let mut shown: String = String::from_utf8_lossy(head).chars().take(Self::LENGTH).collect();
        if shown.len() < text.len() && text.len() > Self::LENGTH {
            shown.push('…');
        }
        Self { text: shown, is_list: false }
    }

    /// Shows several names, each quoted.
    #[must_use]
    pub fn list<'a>(names: impl IntoIterator<Item = &'a [u8]>) -> Self {
        const MOST: usize = 40;
        let mut names = names.into_iter();
        let mut shown: Vec<String> = names.by_ref().take(MOST).map(|name| Self::new(name).to_string()).collect();
        if names.next().is_some() {
            shown.push("…".to_owned());
        }
        Self { text: shown.join(", "), is_list: true }
    }

    /// Shows the character at the start of a text.
    #[must_use]
    pub fn character(text: &[u8]) -> Self {
        let head = &text[..text.len().min(4)];
        Self { text: String::from_utf8_lossy(head).chars().take(1).collect(), is_list: false }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text.as_str() {
            "" => f.write_str("nothing"),
            list if self.is_list => f.write_str(list),
            text => write!(f, "{text:?}"),
        }
    }
}

impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A number of cells that is no square, and what is probably meant.
struct NotSquare(usize);

impl NotSquare {
    /// The sides of grids that people have.
    const SIDES: [usize; 5] = [9, 16, 6, 4, 25];

    /// A number of cells that is this much off is probably a grid's.
    const SLIP: usize = 5;
}

impl fmt::Display for NotSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self(found) = self;
        let near = Self::SIDES.iter().find(|&&side| found > 5 && found.abs_diff(side * side) <= Self::SLIP);
        let Some(&side) = near else {
            let most = Format::MAX_LINE_SIDE.pow(2);
            return write!(f, "expected 81 cells, or another square number up to {most}, found {found}");
        };
        let (cells, verb) = (found.abs_diff(side * side), if found.abs_diff(side * side) == 1 { "is" } else { "are" });
        let number = ["none", "one", "two", "three", "four", "five"][cells];
        let what = if found < side * side { "missing" } else { "too many" };
        write!(f, "{found} cells; a {side}×{side} needs {}: {number} {verb} {what}", side * side)
    }
}

/// The numbers of a grid.
struct Numbers(usize);

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1, or 0 for an empty cell"),
            side => write!(f, "a number from 0 to {side}"),
        }
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

struct CellCharacters(usize);

impl fmt::Display for CellCharacters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("the digit 1")?,
            side @ 2..=9 => write!(f, "a digit from 1 to {side}")?,
            side => {
                let last = char::from_digit(side as u32, Format::MAX_LINE_SIDE as u32 + 1).unwrap_or('z');
                write!(f, "a digit from 1 to 9 or A to {}", last.to_ascii_uppercase())?;
            }
        }
        f.write_str(", or . 0 _ * for an empty cell")
    }
}

/// A board that a format cannot write down.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the format {format} cannot carry {what}; use header, which carries every shape")]
pub struct CannotCarry {
    /// The format.
    pub format: Format,
    /// What it cannot carry.
    pub what: Feature,
}

/// A feature of a board that some format cannot write down.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Feature {
    /// What another program has no way to say.
    Missing(Missing),
    /// A rule of the puzzle, by its line.
    Rule(String),
    /// Digits above 35 have no character.
    Side(usize),
    /// The text would be read with another shape of boxes.
    Shape {
        /// Rows of a box.
        rows: u16,
        /// Columns of a box.
        columns: u16,
    },
    /// A board that is not N×N cells with the digits 1 to N.
    Board,
    /// That there are no boxes is not told.
    NoBoxes,
    /// Irregular regions are not told.
    Regions,
    /// A region in several pieces cannot be drawn with walls.
    BrokenRegions,
    /// Extra units are not told.
    ExtraUnits,
    /// An alphabet that lacks digits of the side, or that a line would not be told by.
    Alphabet {
        /// The alphabet.
        alphabet: Alphabet,
        /// The side of the grid.
        side: usize,
    },
    /// A side that is no square has no order.
    NoOrder(usize),
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(what) => write!(f, "{what}"),
            Self::Rule(line) => write!(f, "the rule {line}"),
            Self::Side(side) => write!(f, "a grid of side {side}"),
            Self::Shape { rows, columns } => write!(f, "the box shape {rows}x{columns}"),
            Self::Board => f.write_str("a board that is not N×N cells with the digits 1 to N"),
            Self::NoBoxes => f.write_str("a board without boxes"),
            Self::Regions => f.write_str("irregular regions"),
            Self::BrokenRegions => f.write_str("regions in several pieces"),
            Self::Alphabet { alphabet, side } => write!(f, "this grid of side {side} in {alphabet}"),
            Self::ExtraUnits => f.write_str("extra units"),
            Self::NoOrder(side) => write!(f, "a grid of side {side}, which is no square"),
        }
    }
}

impl Feature {
    /// What a text leaves out that tells the boxes by its layout, if anything.
    pub(in crate::grid::format) fn by_boxes(geometry: &Geometry) -> Option<Self> {
        match geometry.shape() {
            Regions::Irregular => Some(Self::Regions),
            Regions::None => Some(Self::NoBoxes),
            Regions::Boxes { .. } if geometry.extra_units().len() > 0 => Some(Self::ExtraUnits),
            Regions::Boxes { .. } if geometry.plain_boxes().is_some() => None,
            Regions::Boxes { .. } | Regions::Squares => Some(Self::Board),
        }
    }

    /// What a text without any word about the board leaves out, if anything.
    pub(in crate::grid::format) fn by_digits_alone(geometry: &Geometry) -> Option<Self> {
        Self::by_boxes(geometry).or_else(|| match geometry.shape() {
            Regions::Boxes { rows, columns } if !geometry.is_default_shape() => Some(Self::Shape { rows, columns }),
            _ => None,
        })
    }
}
