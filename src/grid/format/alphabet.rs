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
//! Other sides have their own last letters. What is written is always numerals.

use std::fmt;

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

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Numerals => "numerals",
            Self::FromZero => "numerals from zero",
            Self::Letters => "letters",
            Self::Pairs => "pairs of decimals",
        })
    }
}

/// Whether a character can only stand for an empty cell.
pub(in crate::grid::format) fn is_empty_sign(byte: u8) -> bool {
    matches!(byte, b'.' | b'_' | b'*')
}

fn numeral(byte: u8) -> Option<u16> {
    match byte {
        b'0'..=b'9' => Some(u16::from(byte - b'0')),
        _ => letter(byte).map(|value| value + 9),
    }
}

fn letter(byte: u8) -> Option<u16> {
    let upper = byte.to_ascii_uppercase();
    upper.is_ascii_uppercase().then(|| u16::from(upper - b'A') + 1)
}
