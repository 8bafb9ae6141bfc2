//! Writing digits in an alphabet, and finding the alphabet of cells.

use crate::geometry::Digit;
use crate::grid::Grid;
use crate::grid::format::alphabet::Alphabet;
use crate::grid::format::feature::{CannotCarry, Feature};
use crate::grid::format::formats::Format;
use crate::grid::format::signs;

impl Alphabet {
    /// The alphabet of a grid's cells: the first alphabet that explains every cell, else numerals.
    #[must_use]
    pub fn of(cells: &[u8], side: usize) -> Self {
        if side > Self::MAX_DECIMAL && cells.len() == 2 * side * side {
            return Self::Pairs;
        }
        let found = signs::of_characters(cells, side, None).unwrap_or_default();
        found.first().map_or(Self::Numerals, |spelling| spelling.alphabet)
    }

    /// Appends a grid as a line in this alphabet.
    ///
    /// # Errors
    /// If the alphabet has no digits of the grid's side, or the line would be read in another alphabet because it lacks the
    /// distinguishing digits.
    pub fn write(self, grid: &Grid, out: &mut String) -> Result<(), CannotCarry> {
        let side = grid.geometry().digit_count();
        let refused = |what| Err(CannotCarry { format: Format::Line, what });
        if grid.geometry().plain_side().is_none() {
            return refused(Feature::Board);
        }
        if !self.has_side(side) {
            return refused(Feature::Alphabet { alphabet: self, side });
        }
        let start = out.len();
        let empty = if self == Self::Numerals { signs::empty_sign(values(grid), side) } else { '.' };
        for value in values(grid) {
            match self {
                Self::Pairs if value == 0 => out.push_str(".."),
                Self::Pairs => out.extend([value / 10, value % 10].map(|place| char::from(b'0' + place as u8))),
                _ if value == 0 => out.push(empty),
                Self::Numerals => out.push(character(value)),
                Self::FromZero => out.push(character(value - 1)),
                Self::Letters => out.push(character(value + Self::MAX_DECIMAL as u16)),
            }
        }
        if self != Self::Pairs && !self.is_told(&out.as_bytes()[start..], side) {
            out.truncate(start);
            return refused(Feature::Alphabet { alphabet: self, side });
        }
        out.push('\n');
        Ok(())
    }

    /// Whether a reader recognises the alphabet of the written grid.
    pub(crate) fn tells(self, grid: &Grid) -> bool {
        let side = grid.geometry().digit_count();
        // Decimals from 1 and the sign `.` have no second reading.
        if self == Self::Numerals && side <= Self::MAX_DECIMAL {
            return true;
        }
        let empty = signs::empty_sign(values(grid), side);
        let cells: String = values(grid).map(|value| if value == 0 { empty } else { character(value) }).collect();
        self.is_told(cells.as_bytes(), side)
    }

    /// Whether only this alphabet explains the cells.
    fn is_told(self, cells: &[u8], side: usize) -> bool {
        let found = signs::of_characters(cells, side, None).unwrap_or_default();
        matches!(found.as_slice(), [only] if only.alphabet == self || only.values.iter().all(|&value| value == 0))
    }
}

/// The digits of a grid, 0 where a cell is empty.
fn values(grid: &Grid) -> impl Iterator<Item = u16> {
    grid.digits().iter().map(|digit| digit.map_or(0, Digit::get))
}

/// The character of a numeral.
pub(crate) fn character(value: u16) -> char {
    const NUMERALS: [u8; Format::MAX_LINE_SIDE + 1] = *b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    char::from(NUMERALS.get(usize::from(value)).copied().unwrap_or(b'?'))
}
