//! Places, values and pairs of both, as small typed indices.

use std::fmt;
use std::num::NonZeroU16;

use crate::geometry::layer::LayerName;

/// A place in the grid, which prints as `r1c1`, or beside the grid: a place of a layer, `shade:r1c1`, or a number, `N`. Rows and
/// columns count from 1 in print.
///
/// Name, row and column are packed into 64 bits, so a cell prints without its board. Cells of the grid come before all others.
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::Cell;
///
/// // Code counts rows and columns from 0, words from 1.
/// let cell = Cell::new(0, 4);
/// assert_eq!(cell.to_string(), "r1c5");
/// assert_eq!("r1c5".parse::<Cell>()?, cell);
/// assert_eq!((cell.row(), cell.column()), (0, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u64);

/// The bits of a row, and of a column.
const BITS_OF_PLACE: u32 = 13;

/// The largest row and column that a cell can tell, which lies outside every board.
const LAST_PLACE: u16 = (1 << BITS_OF_PLACE) - 1;

impl Cell {
    /// The cell of the grid in a row and a column, both counted from 0. Those beyond 8,190, which no board has, are 8,190.
    #[must_use]
    pub const fn new(row: u16, column: u16) -> Self {
        Self::packed(0, clamped(row), clamped(column))
    }

    /// The cell in a row and a column of a layer, both counted from 0.
    #[must_use]
    pub const fn in_layer(name: LayerName, row: u16, column: u16) -> Self {
        Self::packed(name.code(), clamped(row), clamped(column))
    }

    /// The only cell of a number.
    #[must_use]
    pub const fn of_number(name: LayerName) -> Self {
        Self::packed(name.code(), LAST_PLACE, LAST_PLACE)
    }

    const fn packed(code: u64, row: u16, column: u16) -> Self {
        Self(code << (2 * BITS_OF_PLACE) | (row as u64) << BITS_OF_PLACE | column as u64)
    }

    /// The row, counted from 0; 0 for a number.
    #[must_use]
    #[inline]
    pub const fn row(self) -> usize {
        let row = (self.0 >> BITS_OF_PLACE) as u16 & LAST_PLACE;
        if row == LAST_PLACE { 0 } else { row as usize }
    }

    /// The column, counted from 0; 0 for a number.
    #[must_use]
    #[inline]
    pub const fn column(self) -> usize {
        let column = self.0 as u16 & LAST_PLACE;
        if column == LAST_PLACE { 0 } else { column as usize }
    }

    /// The name of the layer or number; `None` for a cell of the grid.
    #[must_use]
    pub const fn layer(self) -> Option<LayerName> {
        LayerName::of_code(self.0 >> (2 * BITS_OF_PLACE))
    }

    /// Whether the cell belongs to the grid, and not to a layer or number.
    #[must_use]
    #[inline]
    pub const fn is_in_grid(self) -> bool {
        self.0 >> (2 * BITS_OF_PLACE) == 0
    }

    /// Whether the cell is a number.
    #[must_use]
    pub const fn is_number(self) -> bool {
        self.0 as u16 & LAST_PLACE == LAST_PLACE
    }

    /// The cell in another row and column of the same grid or layer.
    #[must_use]
    pub const fn at(self, row: u16, column: u16) -> Self {
        Self::packed(self.0 >> (2 * BITS_OF_PLACE), clamped(row), clamped(column))
    }
}

const fn clamped(place: u16) -> u16 {
    if place < LAST_PLACE { place } else { LAST_PLACE - 1 }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.layer() {
            write!(f, "{name}")?;
            if self.is_number() {
                return Ok(());
            }
            f.write_str(":")?;
        }
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

    /// Reads `r1c1`, `shade:r1c1`, or the name of a number, which is in capitals.
    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let part = |text: &str| text.parse::<u16>().ok().filter(|&number| number < LAST_PLACE)?.checked_sub(1);
        let place = |text: &str| {
            let (row, column) = text.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
            Some((part(row)?, part(column)?))
        };
        let cell = match text.split_once(':') {
            None => place(text).map(|(row, column)| Self::new(row, column)).or_else(|| {
                let name = text.parse::<LayerName>().ok().filter(|name| name.is_in_capitals());
                name.map(Self::of_number)
            }),
            Some((name, cell)) => {
                let name = name.parse::<LayerName>().ok();
                name.zip(place(cell)).map(|(name, (row, column))| Self::in_layer(name, row, column))
            }
        };
        cell.ok_or_else(|| ParseCellError(text.to_owned()))
    }
}

/// A value of a cell: 1 to N, or 0 to N − 1 on boards whose digits begin with 0. An `Option<Digit>` takes two bytes.
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::Digit;
///
/// assert_eq!(Digit::new(7).get(), 7);
/// assert_eq!(Digit::try_from(7)?, Digit::new(7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU16);

impl Digit {
    /// The digit of a value. [`Geometry::has_digit`](crate::Geometry::has_digit) tells whether a board has the digit.
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

    /// The digit of a value; `None` for 65,535, which no geometry allows.
    #[must_use]
    #[inline]
    pub const fn try_new(value: u16) -> Option<Self> {
        // The field holds value + 1: zero is the niche for `None`.
        match NonZeroU16::new(value.wrapping_add(1)) {
            Some(kept) => Some(Self(kept)),
            None => None,
        }
    }

    /// The digit of a value; `None` for 0, the empty cell on boards whose digits begin with 1.
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

/// A value that no digit has: 65,535.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("digit {0} does not exist")]
pub struct NotDigit(pub u16);

impl TryFrom<u16> for Digit {
    type Error = NotDigit;

    fn try_from(value: u16) -> Result<Self, NotDigit> {
        Self::try_new(value).ok_or(NotDigit(value))
    }
}

impl From<Digit> for u16 {
    fn from(digit: Digit) -> Self {
        digit.get()
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
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::{Candidate, Cell, Digit};
///
/// let candidate: Candidate = "r1c5=7".parse()?;
/// assert_eq!(candidate, Candidate::new(Cell::new(0, 4), Digit::new(7)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
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
