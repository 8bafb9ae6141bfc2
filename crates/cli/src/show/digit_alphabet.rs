//! The characters for the digits of answers: the puzzle's characters, or the alphabet chosen by the user.

use satdoku::Grid;
use satdoku::grid::format::{Alphabet, CannotCarry, Feature, Format, Record};

/// An alphabet, and the case of its letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DigitAlphabet {
    pub(crate) alphabet: Alphabet,
    is_lower: bool,
}

impl Default for DigitAlphabet {
    fn default() -> Self {
        Self::from(Alphabet::Numerals)
    }
}

impl From<Alphabet> for DigitAlphabet {
    fn from(alphabet: Alphabet) -> Self {
        Self { alphabet, is_lower: false }
    }
}

impl DigitAlphabet {
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
    /// If the alphabet has too few digits.
    pub(crate) fn write(self, grid: &Grid, out: &mut String) -> Result<(), CannotCarry> {
        let start = out.len();
        match self.alphabet.write(grid, out) {
            // Such boards have a single form in characters.
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
