//! Places, values and pairs of both, as small typed indices.

use std::fmt;
use std::num::NonZeroU16;

/// A place in the grid; prints as `r1c1`, counting from 1.
///
/// Row and column are packed into 32 bits, so that a cell can be printed without its geometry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u32);

impl Cell {
    /// The cell in a row and a column, both counted from 0.
    #[must_use]
    pub const fn new(row: u16, column: u16) -> Self {
        Self((row as u32) << 16 | column as u32)
    }

    /// The row, counted from 0.
    #[must_use]
    pub const fn row(self) -> usize {
        (self.0 >> 16) as usize
    }

    /// The column, counted from 0.
    #[must_use]
    pub const fn column(self) -> usize {
        (self.0 & 0xffff) as usize
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a cell of the form `r1c1`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a cell such as r1c1, found {0:?}")]
pub struct ParseCellError(pub String);

impl std::str::FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let part = |text: &str| text.parse::<u16>().ok().and_then(|number| number.checked_sub(1));
        text.strip_prefix(['r', 'R'])
            .and_then(|rest| rest.split_once(['c', 'C']))
            .and_then(|(row, column)| Some(Self::new(part(row)?, part(column)?)))
            .ok_or_else(|| ParseCellError(text.to_owned()))
    }
}

/// A value that a cell may have: 1 to N, or 0 to N − 1 on boards whose digits begin with 0. An `Option<Digit>` takes two bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU16);

impl Digit {
    /// The digit of a value. Whether a board has it is [`Geometry::has_digit`](crate::Geometry::has_digit).
    ///
    /// # Panics
    /// If the value is 65,535, which no geometry allows. [`try_new`](Self::try_new) is for values from outside.
    #[must_use]
    #[inline]
    pub const fn new(value: u16) -> Self {
        match Self::try_new(value) {
            Some(digit) => digit,
            None => panic!("digit out of range"),
        }
    }

    /// The digit of a value, or none if the value is 65,535, which no geometry allows.
    #[must_use]
    #[inline]
    pub const fn try_new(value: u16) -> Option<Self> {
        // One more than the value is kept, so that 0 is left for what is no digit.
        match NonZeroU16::new(value.wrapping_add(1)) {
            Some(kept) => Some(Self(kept)),
            None => None,
        }
    }

    /// The digit of a value where 0 stands for an empty cell, as it does on boards whose digits begin with 1.
    #[must_use]
    #[inline]
    pub const fn or_empty(value: u16) -> Option<Self> {
        if value == 0 { None } else { Some(Self::new(value)) }
    }

    /// The value.
    #[must_use]
    #[inline]
    pub const fn get(self) -> u16 {
        self.0.get() - 1
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A digit possible in a cell; prints as `r1c1=5`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// Where.
    pub cell: Cell,
    /// What.
    pub digit: Digit,
}

impl Candidate {
    /// The candidate of a digit in a cell.
    #[must_use]
    pub const fn new(cell: Cell, digit: Digit) -> Self {
        Self { cell, digit }
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.digit)
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a candidate of the form `r1c1=5`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a candidate such as r1c1=5, found {0:?}")]
pub struct ParseCandidateError(pub String);

impl std::str::FromStr for Candidate {
    type Err = ParseCandidateError;

    fn from_str(text: &str) -> Result<Self, ParseCandidateError> {
        text.split_once('=')
            .and_then(|(cell, digit)| Some(Self::new(cell.parse().ok()?, parse_digit(digit)?)))
            .ok_or_else(|| ParseCandidateError(text.to_owned()))
    }
}

fn parse_digit(text: &str) -> Option<Digit> {
    text.parse().ok().and_then(Digit::try_new)
}
