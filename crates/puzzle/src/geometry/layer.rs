//! Cells beside the grid: layers, with a cell for each place of a rectangle, and numbers, which are one cell.

use std::fmt;
use std::str::FromStr;

/// The name of a layer or a number: a letter, then up to six letters and digits; letters are all capitals or none is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayerName(u64);

/// A text that is no [`LayerName`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a name of 1 to 7 letters and digits that begins with a letter, found {0:?}")]
pub struct ParseLayerNameError(pub String);

/// The characters of a name, by code minus one; code 0 ends a name.
const CHARACTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";

/// The number of codes of a character.
const CODES: u64 = CHARACTERS.len() as u64 + 1;

/// The most characters of a name.
const LONGEST_NAME: usize = 7;

impl LayerName {
    /// The name of a code in a cell; `None` for 0, the grid's.
    pub(super) const fn of_code(code: u64) -> Option<Self> {
        if code == 0 { None } else { Some(Self(code)) }
    }

    /// The code in a cell, of 38 bits: the characters to the base 37 and a bit for capitals; never 0.
    pub(super) const fn code(self) -> u64 {
        self.0
    }

    /// Whether the letters are capitals.
    #[must_use]
    pub(crate) const fn is_in_capitals(self) -> bool {
        self.0 & 1 == 1
    }
}

impl fmt::Display for LayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0 >> 1;
        while rest > 0 {
            let character = char::from(CHARACTERS[(rest % CODES) as usize - 1]);
            write!(f, "{}", if self.is_in_capitals() { character.to_ascii_uppercase() } else { character })?;
            rest /= CODES;
        }
        Ok(())
    }
}

impl fmt::Debug for LayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for LayerName {
    type Err = ParseLayerNameError;

    /// Reads a name. Capitals count only where all letters are capitals.
    fn from_str(text: &str) -> Result<Self, ParseLayerNameError> {
        let code = |byte: u8| CHARACTERS.iter().position(|&known| known == byte.to_ascii_lowercase());
        let is_name = (1..=LONGEST_NAME).contains(&text.len()) && text.as_bytes()[0].is_ascii_alphabetic();
        let codes: Option<Vec<usize>> = text.bytes().map(code).collect();
        let codes = codes.filter(|_| is_name).ok_or_else(|| ParseLayerNameError(text.to_owned()))?;
        let code = codes.iter().rev().fold(0, |name, &code| name * CODES + code as u64 + 1);
        let is_in_capitals = !text.bytes().any(|byte| byte.is_ascii_lowercase());
        Ok(Self(code << 1 | u64::from(is_in_capitals)))
    }
}

/// The arrangement of a layer's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayerShape {
    /// A cell for each cell of the grid.
    Grid,
    /// Rows and columns of cells.
    Rectangle(u16, u16),
    /// One cell: the layer is a number.
    Number,
}

/// A layer or a number of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layer {
    /// The name.
    pub name: LayerName,
    /// The arrangement of the cells.
    pub shape: LayerShape,
    /// The smallest value.
    pub first: u16,
    /// The largest value.
    pub last: u16,
}

/// The layers of a board, and what the board is without them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Layers {
    pub(super) all: Vec<Layer>,
    /// The number of cells of the grid.
    pub(super) grid_cells: usize,
    /// The first digit, and the number of digits, of the grid.
    pub(super) digits: (u16, usize),
    /// Whether each place of the canvas is a cell.
    pub(super) is_whole: bool,
}

/// Layers that a board cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayerError {
    /// Two layers of one name.
    #[error("{0} is named twice: a layer or a number has a name of its own")]
    Twice(LayerName),
    /// A range that is empty or too large.
    #[error("{name} has the values {first}..{last}: at most {most} values with those of the grid, from 0 to 4094")]
    Values {
        /// The name.
        name: LayerName,
        /// The smallest value.
        first: u16,
        /// The largest value.
        last: u16,
        /// The most values of a board with layers.
        most: usize,
    },
    /// Too many cells.
    #[error("{name} has {found} cells with those before it: at most {most}")]
    Cells {
        /// The name.
        name: LayerName,
        /// The number of cells.
        found: usize,
        /// The most cells of a board with layers.
        most: usize,
    },
}
