//! Which characters stand for the digits where a cell is one character, or two.
//!
//! Up to side 9 there is no question: `1` to `9`, and `0` is empty like `.`, `_` and `*`. Above, texts differ, so each
//! puzzle is looked at by itself, for a 16×16 grid as follows; the first rule that fits decides:
//!
//! 1. 2 · N² characters, all decimal or empty signs: *pairs*, two a cell, `01` to `16`; `00`, `..`, `__`, `**` are empty.
//! 2. A letter from `H` to `P`, and none of `1` to `9`: *letters*, `A` to `P`; `0` is empty.
//! 3. A `0` beside `.`, `_` or `*`, or exactly one `0` in each row of a filled grid, and no `G`: *from zero*, `0` to `9`
//!    and `A` to `F`, where `0` is the first digit.
//! 4. Else *numerals*: `1` to `9` and `A` to `G`; `0` is empty.
//!
//! Other sides have their own last letters. What is written is numerals, unless another alphabet is asked for:
//! [`Alphabet::write`].

use crate::geometry::Digit;
use crate::grid::Grid;
use crate::grid::format::{CannotCarry, Feature, Format};

/// Which characters stand for the digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Alphabet {
    /// `1` to `9`, then `A` and on; `0` is empty.
    Numerals,
    /// `0` to `9`, then `A` and on.
    FromZero,
    /// `A` and on.
    Letters,
    /// Two decimals a cell.
    Pairs,
}

impl Alphabet {
    /// The largest side whose digits are letters alone.
    const MAX_LETTERS: usize = 26;

    /// The largest side whose digits have two decimals.
    const MAX_PAIRS: usize = 99;

    /// Up to this side one decimal is enough.
    const MAX_DECIMAL: usize = 9;

    /// The side of a grid written as so many characters, and whether they are pairs; `None` where no grid is.
    #[must_use]
    pub fn side_of(characters: usize) -> Option<usize> {
        let single = characters.isqrt();
        let double = (characters / 2).isqrt();
        if single.pow(2) == characters && (1..=super::Format::MAX_LINE_SIDE).contains(&single) {
            Some(single)
        } else if 2 * double.pow(2) == characters && (Self::MAX_DECIMAL + 1..=Self::MAX_PAIRS).contains(&double) {
            Some(double)
        } else {
            None
        }
    }

    /// The alphabet of a grid's cells, by the rules of this module.
    #[must_use]
    pub fn of(cells: &[u8], side: usize) -> Self {
        if side <= Self::MAX_DECIMAL {
            return Self::Numerals;
        }
        if cells.len() == 2 * side * side {
            return Self::Pairs;
        }
        let any = |test: &dyn Fn(u8) -> bool| cells.iter().any(|&byte| test(byte));
        let is_beyond = |byte: u8| numeral(byte).is_some_and(|value| usize::from(value) > side);
        let is_letter = |byte: u8| letter(byte).is_some_and(|value| usize::from(value) <= side);
        let has_decimal = any(&|byte| matches!(byte, b'1'..=b'9'));
        if side <= Self::MAX_LETTERS && !has_decimal && any(&|byte| is_beyond(byte) && is_letter(byte)) {
            return Self::Letters;
        }
        let reaches_side = any(&|byte| numeral(byte).is_some_and(|value| usize::from(value) >= side));
        let one_zero = |row: &[u8]| row.iter().filter(|&&byte| byte == b'0').count() == 1;
        let has_zero = any(&|byte| byte == b'0');
        if has_zero && !reaches_side && (any(&is_empty_sign) || cells.chunks(side).all(one_zero)) {
            return Self::FromZero;
        }
        Self::Numerals
    }

    /// The first and the last digit of a side, as in `1-9A-G`.
    #[must_use]
    pub fn range(self, side: usize) -> String {
        let numeral = |value: usize| {
            let digit = u32::try_from(value).ok().and_then(|value| char::from_digit(value, 36));
            digit.map_or('?', |digit| digit.to_ascii_uppercase())
        };
        match self {
            Self::Numerals if side <= Self::MAX_DECIMAL => format!("1-{side}"),
            Self::Numerals => format!("1-9A-{}", numeral(side)),
            Self::FromZero => format!("0-9A-{}", numeral(side - 1)),
            Self::Letters => format!("A-{}", numeral(side + Self::MAX_DECIMAL)),
            Self::Pairs => format!("01-{side}"),
        }
    }

    /// The rule of this module by which the alphabet was told from the others.
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Self::Pairs => "two decimals for each cell",
            Self::Letters => "a letter beyond the numerals, and no decimal",
            Self::FromZero => "a 0 beside another sign for an empty cell, or one in each row of a filled grid",
            Self::Numerals => "no sign of another alphabet",
        }
    }

    /// Whether the alphabet has the digits of a side.
    #[must_use]
    pub fn has_side(self, side: usize) -> bool {
        match self {
            Self::Numerals => side <= Format::MAX_LINE_SIDE,
            _ if side <= Self::MAX_DECIMAL => false,
            Self::FromZero => side <= Format::MAX_LINE_SIDE,
            Self::Letters => side <= Self::MAX_LETTERS,
            Self::Pairs => side <= Self::MAX_PAIRS,
        }
    }

    /// Appends a grid as a line in this alphabet.
    ///
    /// # Errors
    /// If the alphabet has no digits of this side, or the line would be read in another alphabet, as one can be that
    /// lacks the digits by which they are told apart.
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
        for digit in grid.digits() {
            let value = digit.map_or(0, Digit::get);
            match self {
                Self::Pairs if value == 0 => out.push_str(".."),
                Self::Pairs => out.extend([value / 10, value % 10].map(|place| char::from(b'0' + place as u8))),
                _ if value == 0 => out.push('.'),
                Self::Numerals => out.push(character(value)),
                Self::FromZero => out.push(character(value - 1)),
                Self::Letters => out.push(character(value + Self::MAX_DECIMAL as u16)),
            }
        }
        if self != Self::of(&out.as_bytes()[start..], side) {
            out.truncate(start);
            return refused(Feature::Alphabet { alphabet: self, side });
        }
        out.push('\n');
        Ok(())
    }

    /// The value of a cell's character, 0 for an empty cell.
    pub(in crate::grid::format) fn value(self, byte: u8) -> Option<u16> {
        match self {
            _ if is_empty_sign(byte) => Some(0),
            Self::FromZero => numeral(byte).map(|value| value + 1),
            Self::Letters if byte == b'0' => Some(0),
            Self::Letters => letter(byte),
            Self::Numerals | Self::Pairs => numeral(byte),
        }
    }
}

names! {
    pub Alphabet {
        Numerals = "numerals", "1 to 9, then A and on; 0 is empty";
        FromZero = "hex", "0 to 9, then A and on";
        Letters = "letters", "A and on";
        Pairs = "pairs", "two decimals a cell, from 01";
    }
}

/// The character of a numeral.
fn character(value: u16) -> char {
    char::from_digit(u32::from(value), Format::MAX_LINE_SIDE as u32 + 1).unwrap_or('?').to_ascii_uppercase()
}

/// Whether a character can only stand for an empty cell.
pub(in crate::grid::format) fn is_empty_sign(byte: u8) -> bool {
    matches!(byte, b'.' | b'_' | b'*')
}

/// The value of a decimal or a letter: A is 10.
pub(in crate::grid::format) fn numeral(byte: u8) -> Option<u16> {
    match byte {
        b'0'..=b'9' => Some(u16::from(byte - b'0')),
        _ => letter(byte).map(|value| value + 9),
    }
}

fn letter(byte: u8) -> Option<u16> {
    let upper = byte.to_ascii_uppercase();
    upper.is_ascii_uppercase().then(|| u16::from(upper - b'A') + 1)
}

/// Whether a word is a grid of one character a cell, or of two.
pub(in crate::grid::format) fn is_line(word: &[u8]) -> bool {
    let Some(side) = Alphabet::side_of(word.len()) else { return false };
    match Alphabet::of(word, side) {
        Alphabet::Pairs => word.iter().all(|&byte| byte.is_ascii_digit() || is_empty_sign(byte)),
        alphabet => word.iter().all(|&byte| alphabet.value(byte).is_some_and(|value| usize::from(value) <= side)),
    }
}
