//! Expectations about cells, in words for messages.

use std::fmt;

use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::formats::Format;

/// A number of cells that is not a square, with the probable intention.
pub(super) struct NotSquare(pub(super) usize);

impl NotSquare {
    /// Common sides of grids.
    const SIDES: [usize; 5] = [9, 16, 6, 4, 25];

    /// The largest difference at which a number of cells is probably a miscount.
    const SLIP: usize = 5;
}

impl fmt::Display for NotSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self(found) = self;
        let near = Self::SIDES.iter().find(|&&side| found > 5 && found.abs_diff(side * side) <= Self::SLIP);
        let Some(&side) = near else {
            let most = Format::MAX_LINE_SIDE.pow(2);
            if found > most {
                return write!(
                    f,
                    "expected at most {most} cells of a character each, found {found}; larger grids are rows of numbers"
                );
            }
            return write!(f, "expected 81 cells, or another square number up to {most}, found {found}");
        };
        let (cells, verb) = (found.abs_diff(side * side), if found.abs_diff(side * side) == 1 { "is" } else { "are" });
        let number = ["none", "one", "two", "three", "four", "five"][cells];
        let what = if found < side * side { "missing" } else { "too many" };
        write!(f, "{found} cells; a {side}×{side} needs {}: {number} {verb} {what}", side * side)
    }
}

/// A number and a noun.
pub(super) struct Count(pub(super) usize, pub(super) &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self(count, what) = self;
        write!(f, "{count} {what}{}", if count == 1 { "" } else { "s" })
    }
}

/// The board of a grid's side, if the requested board has boxes as large as the grid: `9x9` requested for a 9×9 grid.
pub(super) struct BoxOf {
    pub(super) side: usize,
    pub(super) asked: usize,
}

impl fmt::Display for BoxOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { side, asked } = self;
        let rows = (2..=side.isqrt()).rev().find(|rows| side.is_multiple_of(*rows));
        match rows.filter(|_| side.checked_mul(side) == Some(asked)) {
            Some(rows) => {
                let columns = side / rows;
                write!(
                    f,
                    "; a board is named by the rows and columns of its boxes, {rows}x{columns} for a {side}×{side} grid"
                )
            }
            None => Ok(()),
        }
    }
}

/// The numbers of a grid.
pub(super) struct Numbers(pub(super) usize);

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1, or 0 for an empty cell"),
            side => write!(f, "a number from 0 to {side}"),
        }
    }
}

/// The characters that a cell may have in a grid of a side.
pub(super) struct CellCharacters(pub(super) usize);

impl fmt::Display for CellCharacters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("the digit 1")?,
            side @ 2..=9 => write!(f, "a digit from 1 to {side}")?,
            10 => f.write_str("a digit from 1 to 9 or A")?,
            side => {
                let last = char::from_digit(side as u32, Format::MAX_LINE_SIDE as u32 + 1).unwrap_or('z');
                write!(f, "a digit from 1 to 9 or A to {}", last.to_ascii_uppercase())?;
            }
        }
        f.write_str(", or . 0 _ * for an empty cell")
    }
}

/// The keys of an object.
pub(super) struct Keys<'a>(pub(super) &'a Excerpt);

impl fmt::Display for Keys<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("no keys") } else { write!(f, "the keys {}", self.0) }
    }
}
