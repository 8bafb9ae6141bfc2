//! How grids are written down: one file per format, a detector, and readers that tell line and column.
//!
//! | name | what it is | carries |
//! | --- | --- | --- |
//! | `line` | N² characters on one line | sides up to 35, the usual boxes |
//! | `rows` | N lines of N numbers | any side, the usual boxes |
//! | `header` | the shape, then N² numbers | everything |
//! | `grid` | the grid drawn with its borders | everything but regions in several pieces |
//!
//! Where a text gives no shape, the most nearly square boxes of R × C cells with R ≤ C are meant. A stream is first
//! cut into [`Record`]s, each of which a [`Parser`] reads; [`Puzzles`] does both.

mod boxed;
mod detect;
mod error;
mod header;
mod line;
mod lines;
mod reader;
mod record;
mod rows;

use std::fmt;
use std::io::{self, BufRead};
use std::str::FromStr;

pub use error::{CannotCarry, ParseError, Problem, Shown, Uncarried};
pub use reader::{Parser, Puzzles, ReadError, ReadOptions, Records};
pub use record::{Place, Record};

use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};

/// A way to write grids down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// One puzzle a line, one character a cell.
    Line,
    /// N lines of N numbers.
    Rows,
    /// The shape, then N² numbers: the lossless form.
    Header,
    /// The grid drawn with its borders.
    Grid,
}

impl Format {
    /// The largest side that `line` can write: digits 1 to 9 and A to Z.
    pub const MAX_LINE_SIDE: usize = 35;

    /// All formats.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &[Self::Line, Self::Rows, Self::Header, Self::Grid]
    }

    /// The format's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Rows => "rows",
            Self::Header => "header",
            Self::Grid => "grid",
        }
    }

    /// Whether a grid written in this format is read back on the same board.
    ///
    /// # Errors
    /// What the format cannot carry.
    pub fn carries(self, geometry: &Geometry) -> Result<(), CannotCarry> {
        let what = match self {
            Self::Line if geometry.side() > Self::MAX_LINE_SIDE => Some(Uncarried::Side(geometry.side())),
            Self::Line | Self::Rows => Uncarried::by_digits_alone(geometry),
            Self::Grid => (!boxed::is_drawable(geometry)).then_some(Uncarried::BrokenRegions),
            Self::Header => None,
        };
        what.map_or(Ok(()), |what| Err(CannotCarry { format: self, what }))
    }

    /// Appends a grid, with a line end behind it, whether or not the format tells its shape.
    ///
    /// # Errors
    /// If the format has no way to write a digit of this side.
    pub fn write(self, grid: &Grid, out: &mut String) -> Result<(), CannotCarry> {
        match self {
            Self::Line => {
                let side = grid.geometry().side();
                if side > Self::MAX_LINE_SIDE {
                    return Err(CannotCarry { format: self, what: Uncarried::Side(side) });
                }
                line::write(grid, out);
            }
            Self::Rows => rows::write(grid, out),
            Self::Header => header::write(grid, out),
            Self::Grid => boxed::write(grid, out),
        }
        Ok(())
    }

    fn split<R: BufRead>(self, lines: &mut lines::Lines<R>, record: &mut lines::Building<'_>) -> io::Result<()> {
        match self {
            Self::Line => line::split(lines, record),
            Self::Rows => rows::split(lines, record),
            Self::Header => header::split(lines, record),
            Self::Grid => boxed::split(lines, record),
        }
    }

    fn parse(self, record: &Record<'_>, boards: &mut record::Boards) -> Result<Grid, ParseError> {
        match self {
            Self::Line => line::parse(record, boards),
            Self::Rows => rows::parse(record, boards),
            Self::Header => header::parse(record, boards),
            Self::Grid => boxed::parse(record, boards),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that is no format's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of line, rows, header, grid, found {0:?}")]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let is_it = |format: &&Self| format.name() == name;
        Self::all().iter().find(is_it).copied().ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

impl FromStr for Grid {
    type Err = ParseError;

    /// Reads one grid in any format.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut records = Records::new(text.as_bytes(), &ReadOptions::default());
        let problem = |place: Place, problem| ParseError { line: place.line, column: 1, problem };
        let mut next = || {
            let mut text = Vec::new();
            // Reading from memory does not fail.
            let place = records.next_into(&mut text).ok().flatten()?;
            Some((place, text, records.format()?))
        };
        let (place, text, format) = next().ok_or_else(|| problem(Place::START, Problem::Nothing))?;
        let grid = Parser::new(format, None).parse(&Record { text: &text, place })?;
        match next() {
            Some((place, ..)) => Err(problem(place, Problem::More)),
            None => Ok(grid),
        }
    }
}

impl fmt::Display for Grid {
    /// `{}` prints the form that parses back: `line` where it carries the board, else `header`; `{:#}` draws it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = match Format::Line.carries(self.geometry()) {
            _ if f.alternate() => Format::Grid,
            Ok(()) => Format::Line,
            Err(_) => Format::Header,
        };
        let mut out = String::new();
        format.write(self, &mut out).map_err(|_| fmt::Error)?;
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
