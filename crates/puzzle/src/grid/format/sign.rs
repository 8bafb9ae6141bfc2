//! The text of one cell: a number, a letter, or a sign for an empty cell.

use crate::grid::format::plain;

/// The text of a cell as a sign, reduced to the relevant facts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign<'a> {
    Number(usize),
    Letter(u8),
    /// A word for an empty cell; different spellings of one word are equal.
    Nothing(&'a [u8]),
    Unknown,
}

/// Words that programs print for an empty cell.
const NOTHINGS: [&[u8]; 7] = [b"null", b"none", b"nan", b"na", b"undefined", b"nil", b"empty"];

impl<'a> Sign<'a> {
    pub(super) fn of(word: &'a [u8]) -> Self {
        match word {
            [] | b" " => return Self::Nothing(b""),
            [b'0'] => return Self::Number(0),
            [digit @ b'1'..=b'9'] => return Self::Number(usize::from(digit - b'0')),
            [letter] if letter.is_ascii_alphabetic() => return Self::Letter(*letter),
            // Separators between cells.
            [b',' | b';' | b'|' | b'\t' | b'&', ..] => return Self::Unknown,
            [mark] if plain::is_mark(*mark) => return Self::Nothing(word),
            b"-1" | b"<>" | b"{}" | b"[]" | b"()" => return Self::Nothing(word),
            _ => {}
        }
        if NOTHINGS.iter().any(|nothing| word.eq_ignore_ascii_case(nothing)) {
            return Self::Nothing(NOTHINGS[0]);
        }
        // A spelling of an empty cell other than a single zero.
        if word.iter().all(|byte| *byte == b'0') || fraction(word) == Some(0) {
            return Self::Nothing(word);
        }
        if word.iter().all(u8::is_ascii_digit) {
            let value = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
            return value.map_or(Self::Unknown, Self::Number);
        }
        if let Some(number) = fraction(word) {
            return Self::Number(number);
        }
        // A repeated sign, as in columns of two characters.
        if word.iter().all(|&byte| plain::is_mark(byte) && byte == word[0]) {
            return Self::Nothing(word);
        }
        let text = std::str::from_utf8(word).unwrap_or_default();
        let Some(first) = text.chars().next() else { return Self::Unknown };
        let is_one = text.chars().all(|other| other == first);
        let is_mark = !first.is_alphanumeric() && !first.is_control() && !is_unseen(first);
        if is_one && (is_mark || first.is_ascii_alphabetic()) { Self::Nothing(word) } else { Self::Unknown }
    }

    /// The letter of the sign, if the sign is a letter.
    pub(super) fn letter(self) -> Option<u8> {
        match self {
            Self::Letter(letter) => Some(letter),
            Self::Nothing([letter, ..]) if letter.is_ascii_alphabetic() => Some(*letter),
            _ => None,
        }
    }
}

/// Whether a reader sees nothing of a character: blanks of no width and marks of direction.
pub(crate) fn is_unseen(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// The value of a whole number that is written as a decimal fraction: `5.0`, `5.000e+00`.
fn fraction(word: &[u8]) -> Option<usize> {
    let is_fraction = word[0].is_ascii_digit() && word.contains(&b'.') && word.last() != Some(&b'.') || word == b"0.";
    let text = std::str::from_utf8(word).ok().filter(|_| is_fraction || word.ends_with(b"."))?;
    let number: f64 = text.parse().ok().filter(|_| word[0].is_ascii_digit())?;
    // The range keeps the cast exact.
    #[allow(clippy::cast_sign_loss)]
    let whole = number as usize;
    (number.fract() == 0.0 && (0.0..=65535.0).contains(&number)).then_some(whole)
}

/// Whether a word may be a cell of a grid of a side, in some spelling.
pub(crate) fn may_be(word: &[u8], side: usize) -> bool {
    match Sign::of(word) {
        Sign::Number(number) => number <= side,
        Sign::Letter(_) | Sign::Nothing(_) => true,
        Sign::Unknown => false,
    }
}
