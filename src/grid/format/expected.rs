//! What messages expect of cells, in words.

use std::fmt;

use crate::grid::format::{Excerpt, Format};

/// A number of cells that is no square, and what is probably meant.
pub(in crate::grid::format) struct NotSquare(pub(in crate::grid::format) usize);

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
pub(in crate::grid::format) struct Numbers(pub(in crate::grid::format) usize);

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1, or 0 for an empty cell"),
            side => write!(f, "a number from 0 to {side}"),
        }
    }
}

/// The characters that a cell may have in a grid of a side.
pub(in crate::grid::format) struct CellCharacters(pub(in crate::grid::format) usize);

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

/// The keys of an object.
pub(in crate::grid::format) struct Keys<'a>(pub(in crate::grid::format) &'a Excerpt);

impl fmt::Display for Keys<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("no keys") } else { write!(f, "the keys {}", self.0) }
    }
}
