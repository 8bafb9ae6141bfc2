//! The characters that the answers' digits are written in: those of the question, or those that were asked for.

use satdoku::Grid;
use satdoku::grid::format::{Alphabet, CannotCarry, Feature, Format, Record};

/// An alphabet, and the case of its letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lettering {
    pub(crate) alphabet: Alphabet,
    is_lower: bool,
}

impl Default for Lettering {
    fn default() -> Self {
        Self::from(Alphabet::Numerals)
    }
}

impl From<Alphabet> for Lettering {
    fn from(alphabet: Alphabet) -> Self {
        Self { alphabet, is_lower: false }
    }
}

impl Lettering {
    /// How a record is written, as far as it is in characters.
    pub(crate) fn of(format: Format, record: &Record<'_>) -> Self {
        let Some(cells) = format.cells(record) else { return Self::default() };
        let Some(side) = Alphabet::side_of(cells.len()) else { return Self::default() };
        let alphabet = Alphabet::of(&cells, side);
        let has = |test: fn(&u8) -> bool| cells.iter().any(test);
        Self { alphabet, is_lower: has(u8::is_ascii_lowercase) && !has(u8::is_ascii_uppercase) }
    }

    /// Appends a grid as a line.
    ///
    /// # Errors
    /// If the alphabet has no such digits.
    pub(crate) fn write(self, grid: &Grid, out: &mut String) -> Result<(), CannotCarry> {
        let start = out.len();
        match self.alphabet.write(grid, out) {
            // There is one way to write the digits of such boards.
            Err(CannotCarry { what: Feature::Board, .. }) if self == Self::default() => {
                Format::Line.write(grid, out)?;
            }
            written => written?,
        }
        if self.is_lower {
            out[start..].make_ascii_lowercase();
        }
        Ok(())
    }
}
