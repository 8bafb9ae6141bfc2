//! The alphabets of digits in texts with one or two characters a cell.
//!
//! Up to side 9 digits are decimals from 1 or letters from A. Above, texts differ:
//!
//! | alphabet | digits of a 16×16 | told by |
//! | --- | --- | --- |
//! | *pairs* | `01` to `16`, two characters a cell | the length |
//! | *letters* | `A` to `P` | no decimal but `0`, which is empty |
//! | *from zero* | `0` to `9` and `A` to `F` | a `0` beside another sign for an empty cell, or one `0` in each row of a filled grid |
//! | *numerals* | `1` to `9` and `A` to `G` | the last digit; or `0` as the sign for an empty cell |
//!
//! A text that several alphabets explain with different digits is refused. Grids are written in numerals; [`Alphabet::write`]
//! writes a given alphabet.

use crate::grid::format::formats::Format;

/// The characters of the digits.
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
    /// The largest side with letters alone as digits.
    pub(crate) const MAX_LETTERS: usize = 26;

    /// The largest side with two-decimal digits.
    const MAX_PAIRS: usize = 99;

    /// The largest side with one-decimal digits.
    pub(crate) const MAX_DECIMAL: usize = 9;

    /// The side of a grid written in a number of characters, one or two per cell; `None` if the number fits no grid.
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

    /// The first and the last digit of a side, as in `1-9A-G`.
    #[must_use]
    pub fn range(self, side: usize) -> String {
        let numeral = |value: usize| {
            let digit = u32::try_from(value).ok().and_then(|value| char::from_digit(value, 36));
            digit.map_or('?', |digit| digit.to_ascii_uppercase())
        };
        match self {
            Self::Numerals if side <= Self::MAX_DECIMAL => format!("1-{side}"),
            Self::FromZero if side <= Self::MAX_DECIMAL + 1 => format!("0-{}", side - 1),
            Self::Numerals if side == Self::MAX_DECIMAL + 1 => "1-9A".to_owned(),
            Self::Numerals => format!("1-9A-{}", numeral(side)),
            Self::FromZero => format!("0-9A-{}", numeral(side - 1)),
            Self::Letters => format!("A-{}", numeral(side + Self::MAX_DECIMAL)),
            Self::Pairs => format!("01-{side}"),
        }
    }

    /// The sentence of this module that distinguishes the alphabet.
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Self::Pairs => "two decimals for each cell",
            Self::Letters => "letters and no decimal",
            Self::FromZero => "a 0 beside another sign for an empty cell, or one in each row of a filled grid",
            Self::Numerals => "decimals without zero, then letters",
        }
    }

    /// Whether the alphabet has the digits of a side.
    #[must_use]
    pub fn has_side(self, side: usize) -> bool {
        match self {
            Self::Numerals => side <= Format::MAX_LINE_SIDE,
            Self::Letters => side <= Self::MAX_LETTERS,
            _ if side <= Self::MAX_DECIMAL => false,
            Self::FromZero => side <= Format::MAX_LINE_SIDE,
            Self::Pairs => side <= Self::MAX_PAIRS,
        }
    }

    /// The value of a cell's character, 0 for an empty cell.
    pub(crate) fn value(self, byte: u8) -> Option<u16> {
        match self {
            _ if is_empty_sign(byte) => Some(0),
            Self::FromZero => numeral(byte).map(|value| value + 1),
            Self::Letters if byte == b'0' => Some(0),
            Self::Letters => letter(byte),
            Self::Numerals | Self::Pairs => numeral(byte),
        }
    }
}

#[cfg(feature = "serde")]
serialized_as_text!(Alphabet);

names! {
    pub Alphabet {
        Numerals = "numerals", "1 to 9, then A and on; 0 is empty";
        FromZero = "hex", "0 to 9, then A and on";
        Letters = "letters", "A and on";
        Pairs = "pairs", "two decimals a cell, from 01";
    }
}

/// Whether a character can only stand for an empty cell.
pub(crate) fn is_empty_sign(byte: u8) -> bool {
    matches!(byte, b'.' | b'_' | b'*')
}

/// The value of a decimal or a letter: A is 10.
pub(crate) fn numeral(byte: u8) -> Option<u16> {
    match byte {
        b'0'..=b'9' => Some(u16::from(byte - b'0')),
        _ => letter(byte).map(|value| value + 9),
    }
}

fn letter(byte: u8) -> Option<u16> {
    let upper = byte.to_ascii_uppercase();
    upper.is_ascii_uppercase().then(|| u16::from(upper - b'A') + 1)
}
