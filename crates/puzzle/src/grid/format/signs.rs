//! The meanings of the signs in a text's cells: the digits, and the sign for an empty cell.
//!
//! A spelling explains every cell. A spelling has an [`Alphabet`] of digits and at most one sign for an empty cell; a second
//! sign, a letter among decimals, or letters of both cases leave a cell without a meaning, so the spelling does not fit. Every
//! sign except digits may stand for an empty cell; a letter only if at least a fifth of the cells have the letter, since a rarer
//! letter is more likely a misread digit.
//!
//! Several spellings may fit. Spellings with equal digits count as one; the caller refuses a text whose spellings differ.

use crate::grid::format::alphabet::Alphabet;
use crate::grid::format::formats::Format;
use crate::grid::format::plain;
use crate::grid::format::sign::Sign;

/// A letter stands for an empty cell only if at least one in five cells has the letter.
const LETTER_SHARE: usize = 5;

/// The smallest grid of letters distinguished from a word.
const FEWEST_LETTERS: usize = 16;

/// The meanings of a text's cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spelling {
    pub(crate) alphabet: Alphabet,
    /// The digits, 0 where a cell is empty.
    pub(crate) values: Vec<u16>,
}

/// The first cell without a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unexplained {
    /// The cell, in reading order.
    pub(crate) cell: usize,
    pub(crate) why: Why,
}

/// Why a cell has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The sign is neither a digit nor a sign for an empty cell.
    NoDigit,
    /// A different sign already stands for empty cells, first in the given cell.
    SecondSign(usize),
    /// A letter that is no digit stands in too few cells to be the sign for an empty cell.
    RareLetter,
}

/// A way to spell digits: an alphabet and the case of its letters.
#[derive(Clone, Copy)]
struct Spelt {
    alphabet: Alphabet,
    is_lower: bool,
    side: usize,
    /// Whether letters follow the decimals. Numbers of several decimals exclude letters.
    has_letters: bool,
}

impl Spelt {
    /// The value of a sign, if the sign is a digit.
    fn digit(self, sign: Sign<'_>) -> Option<usize> {
        let letter = |letter: u8| {
            (letter.is_ascii_lowercase() == self.is_lower).then(|| usize::from(letter.to_ascii_uppercase() - b'A') + 1)
        };
        let value = match (self.alphabet, sign) {
            (Alphabet::Numerals | Alphabet::Pairs, Sign::Number(number)) => number,
            (Alphabet::FromZero, Sign::Number(number)) => number + 1,
            (Alphabet::Numerals, Sign::Letter(sign)) if self.has_letters => letter(sign)? + 9,
            (Alphabet::FromZero, Sign::Letter(sign)) if self.has_letters => letter(sign)? + 10,
            (Alphabet::Letters, Sign::Letter(sign)) => letter(sign)?,
            _ => return None,
        };
        (1..=self.side).contains(&value).then_some(value)
    }

    /// Reads every cell.
    fn read(self, signs: &[Sign<'_>]) -> Result<Spelling, Unexplained> {
        let mut values = Vec::with_capacity(signs.len());
        let mut empty: Option<(usize, Sign<'_>)> = None;
        let mut count = 0;
        for (cell, &sign) in signs.iter().enumerate() {
            if let Some(value) = self.digit(sign) {
                values.push(value as u16);
                continue;
            }
            let is_zero = sign == Sign::Number(0) && self.alphabet != Alphabet::FromZero;
            if !is_zero && matches!(sign, Sign::Number(_) | Sign::Unknown) {
                return Err(Unexplained { cell, why: Why::NoDigit });
            }
            match empty {
                Some((first, known)) if known != sign => {
                    // Of a letter and a mark the letter is the one to be told of.
                    let is_letter_first = sign.letter().is_none() && known.letter().is_some();
                    let (told, other) = if is_letter_first { (first, cell) } else { (cell, first) };
                    return Err(Unexplained { cell: told, why: Why::SecondSign(other) });
                }
                Some(_) => {}
                None => empty = Some((cell, sign)),
            }
            count += 1;
            values.push(0);
        }
        match empty {
            // Without a digit, letters are rather a word.
            Some((cell, sign))
                if sign.letter().is_some() && (count * LETTER_SHARE < signs.len() || count == signs.len()) =>
            {
                Err(Unexplained { cell, why: Why::RareLetter })
            }
            _ => Ok(Spelling { alphabet: self.alphabet, values }),
        }
    }
}

/// The spellings that explain the cells of a grid, the most likely spelling first; else the cell that the best spelling leaves
/// unexplained. If cells are single characters (`is_tight`), digits may count from zero even without a zero in the text; numbers
/// in words rarely do.
///
/// Takes time linear in the number of cells.
pub(crate) fn spellings(
    cells: &[&[u8]],
    side: usize,
    is_tight: bool,
    asked: Option<Alphabet>,
) -> Result<Vec<Spelling>, Unexplained> {
    let mut signs: Vec<Sign<'_>> = cells.iter().map(|word| Sign::of(word)).collect();
    // A number padded beyond the largest number, or ending in a point while points are empty cells, is more likely several cells.
    let has_points = cells.iter().any(|word| word.len() > 1 && word.iter().all(|&byte| byte == b'.'));
    for (word, sign) in cells.iter().zip(&mut signs).filter(|(_, sign)| matches!(sign, Sign::Number(1..))) {
        if side < 100 && word.starts_with(b"00") || has_points && word.ends_with(b".") {
            *sign = Sign::Unknown;
        }
    }
    // A repeated sign is a single cell only if digits beside the sign show that cells are words.
    let is_long = |word: &[u8]| {
        let text = std::str::from_utf8(word).map_or_else(|_| plain::shown(word), str::to_owned);
        let mut characters = text.chars();
        let first = characters.next();
        word.len() > 1 && characters.as_str() != "" && characters.all(|other| Some(other) == first)
    };
    let is_digit = |sign: &Sign<'_>| matches!(sign, Sign::Number(1..) | Sign::Letter(_));
    let are_digits_missing = !signs.iter().any(is_digit);
    let long = cells.iter().zip(&signs).position(|(word, sign)| matches!(sign, Sign::Nothing(_)) && is_long(word));
    if let Some(cell) = long.filter(|_| are_digits_missing) {
        return Err(Unexplained { cell, why: Why::NoDigit });
    }
    let has = |test: &dyn Fn(Sign<'_>) -> bool| signs.iter().any(|&sign| test(sign));
    let has_letters = side > Alphabet::MAX_DECIMAL && !has(&|sign| matches!(sign, Sign::Number(10..)));
    let has_decimal = has(&|sign| matches!(sign, Sign::Number(1..)));
    let has_zero = has(&|sign| sign == Sign::Number(0));
    let has_lower = has(&|sign| sign.letter().is_some_and(|letter| letter.is_ascii_lowercase()));
    let has_upper = has(&|sign| sign.letter().is_some_and(|letter| letter.is_ascii_uppercase()));
    let mut found: Vec<Spelling> = Vec::new();
    let mut furthest: Option<Unexplained> = None;
    for alphabet in [Alphabet::Numerals, Alphabet::FromZero, Alphabet::Letters] {
        let is_possible = match alphabet {
            Alphabet::FromZero => {
                has_zero && side > 1 || side > Alphabet::MAX_DECIMAL && (is_tight || has_lower || has_upper)
            }
            Alphabet::Letters => side <= Alphabet::MAX_LETTERS && !has_decimal && (has_lower || has_upper),
            _ => true,
        };
        if asked.is_some_and(|asked| asked != alphabet) || asked.is_none() && !is_possible {
            continue;
        }
        for is_lower in [false, true] {
            // Of letters in both cases only one case can be digits.
            if if is_lower { !has_lower } else { has_lower && !has_upper } {
                continue;
            }
            match (Spelt { alphabet, is_lower, side, has_letters }).read(&signs) {
                Ok(spelling) if alphabet == Alphabet::FromZero && !is_from_zero(&spelling.values, side, has_zero) => {}
                // Up to side 9, digits from zero mean a different board, which must be named.
                Ok(spelling)
                    if alphabet == Alphabet::FromZero
                        && side <= Alphabet::MAX_DECIMAL
                        && spelling.values.contains(&0) => {}
                Ok(spelling) if found.iter().any(|other| other.values == spelling.values) => {}
                Ok(spelling) => found.push(spelling),
                // Up to side 9 nobody is told of digits from zero.
                Err(error) => {
                    let is_told = alphabet != Alphabet::FromZero || side > Alphabet::MAX_DECIMAL;
                    if is_told && furthest.is_none_or(|furthest| error.cell > furthest.cell) {
                        furthest = Some(error);
                    }
                }
            }
        }
    }
    // Above side 9, a full grid with a zero in each row counts from zero, rather than lacking its last digit.
    let are_both = found.first().is_some_and(|first| first.alphabet == Alphabet::Numerals)
        && found.get(1).is_some_and(|second| second.alphabet == Alphabet::FromZero);
    if are_both && has_zero && side > Alphabet::MAX_DECIMAL {
        found.remove(0);
    }
    add_letter_for_empty(&signs, side, &mut found);
    match furthest {
        Some(furthest) if found.is_empty() => Err(furthest),
        _ => Ok(found),
    }
}

/// Whether a zero for an empty cell would leave open whether digits count from zero: each row of a full grid has one.
pub(crate) fn zero_may_be_digit(values: &[u16], side: usize) -> bool {
    let one_zero = |row: &[u16]| row.iter().filter(|&&value| value == 0).count() == 1;
    side > 1 && values.chunks(side).all(one_zero) && !values.contains(&(side as u16))
}

/// Whether digits may count from zero. A full grid must have one zero in each row.
fn is_from_zero(values: &[u16], side: usize, has_zero: bool) -> bool {
    let one_zero = |row: &[u16]| row.iter().filter(|&&value| value == 1).count() == 1;
    values.contains(&0) || has_zero && values.chunks(side).all(one_zero)
}

/// In a full grid a digit's letter that stands more often than a digit can may be the sign for an empty cell.
fn add_letter_for_empty(signs: &[Sign<'_>], side: usize, found: &mut Vec<Spelling>) {
    let mut also = Vec::new();
    for spelling in found.iter().filter(|spelling| !spelling.values.contains(&0)) {
        for value in 1..=side as u16 {
            let is_it = |other: &u16| *other == value;
            let count = spelling.values.iter().filter(|value| is_it(value)).count();
            let is_letter = spelling.values.iter().position(is_it).is_some_and(|at| signs[at].letter().is_some());
            if is_letter && count > side && count * LETTER_SHARE >= signs.len() {
                let values = spelling.values.iter().map(|&it| if it == value { 0 } else { it }).collect();
                also.push(Spelling { alphabet: spelling.alphabet, values });
            }
        }
    }
    found.extend(also);
}

/// The side of full squares, smaller than the grid, that exactly cover the filled cells, if the filled cells have such a form.
pub(crate) fn side_of_squares(values: &[u16], side: usize) -> Option<usize> {
    let inner = values.iter().copied().max().map(usize::from).filter(|inner| (2..side).contains(inner))?;
    let mut is_filled: Vec<bool> = values.iter().map(|&value| value > 0).collect();
    let square =
        |corner: usize| (0..inner).flat_map(move |row| (0..inner).map(move |column| corner + row * side + column));
    let corners = (0..=side - inner).flat_map(|row| (0..=side - inner).map(move |column| row * side + column));
    let full: Vec<usize> = corners.filter(|&corner| square(corner).all(|cell| is_filled[cell])).collect();
    for cell in full.into_iter().flat_map(square) {
        is_filled[cell] = false;
    }
    (!is_filled.contains(&true)).then_some(inner)
}

/// Whether the text is a grid of one or two characters a cell.
pub(crate) fn is_line(word: &[u8]) -> bool {
    let Some(side) = Alphabet::side_of(word.len()) else { return false };
    if word.len() == 2 * side * side {
        return pairs(word, side).is_ok();
    }
    // Short words of letters are names.
    let is_letter = |byte: u8| word.len() >= FEWEST_LETTERS && byte.is_ascii_alphabetic();
    let may_be = |&byte: &u8| {
        byte.is_ascii_digit() || is_letter(byte) || matches!(byte, b'.' | b'_' | b'*') || plain::is_mark(byte)
    };
    word.iter().all(may_be) && of_characters(word, side, None).is_ok()
}

/// The spellings of cells of one character each.
pub(crate) fn of_characters(
    characters: &[u8],
    side: usize,
    asked: Option<Alphabet>,
) -> Result<Vec<Spelling>, Unexplained> {
    if side <= Alphabet::MAX_DECIMAL
        && asked.is_none_or(|asked| asked == Alphabet::Numerals)
        && let Some(values) = decimals(characters, side)
    {
        return Ok(vec![Spelling { alphabet: Alphabet::Numerals, values }]);
    }
    let cells: Vec<&[u8]> = characters.chunks(1).collect();
    spellings(&cells, side, true, asked)
}

/// The values of plain lines, decimals and one mark for empty cells, read without trying further spellings.
pub(crate) fn decimals(characters: &[u8], side: usize) -> Option<Vec<u16>> {
    // Without a branch a character, so that the compiler makes vectors of both passes.
    let is_digit = |byte: u8| byte.wrapping_sub(b'1') < side as u8;
    let empty = characters.iter().copied().find(|&byte| !is_digit(byte));
    if empty.is_some_and(|byte| !matches!(byte, b'.' | b'0' | b'_' | b'*' | b'-' | b'?')) {
        return None;
    }
    let sign = empty.unwrap_or(b'.');
    if !characters.iter().fold(true, |plain, &byte| plain & (is_digit(byte) || byte == sign)) {
        return None;
    }
    let values = characters.iter().map(|&byte| if byte == sign { 0 } else { u16::from(byte - b'0') }).collect();
    // A zero in each row of a full grid may be a digit.
    let one_zero = |row: &[u8]| row.iter().filter(|&&byte| byte == b'0').count() == 1;
    let may_be_digit =
        empty == Some(b'0') && side > 1 && characters.len() == side * side && characters.chunks(side).all(one_zero);
    (!may_be_digit).then_some(values)
}

/// The values of two decimals a cell.
pub(crate) fn pairs(characters: &[u8], side: usize) -> Result<Vec<u16>, Unexplained> {
    let mut empty: Option<(usize, &[u8])> = None;
    let mut values = Vec::with_capacity(side * side);
    for (cell, pair) in characters.chunks(2).enumerate() {
        let number = match pair {
            [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => u16::from(tens - b'0') * 10 + u16::from(ones - b'0'),
            [one, other] if one == other && matches!(one, b'.' | b'_' | b'*' | b'-') => 0,
            _ => return Err(Unexplained { cell, why: Why::NoDigit }),
        };
        if usize::from(number) > side {
            return Err(Unexplained { cell, why: Why::NoDigit });
        }
        match empty {
            Some((first, known)) if number == 0 && known != pair => {
                return Err(Unexplained { cell, why: Why::SecondSign(first) });
            }
            None if number == 0 => empty = Some((cell, pair)),
            _ => {}
        }
        values.push(number);
    }
    Ok(values)
}

/// The sign for an empty cell of a grid that is written in numerals. `0` where `.` would leave open whether digits count from
/// zero: above side 9, where no cell has the last digit.
pub(crate) fn empty_sign(values: impl Iterator<Item = u16>, side: usize) -> char {
    if side <= Alphabet::MAX_DECIMAL || side > Format::MAX_LINE_SIDE {
        return '.';
    }
    let (mut has_clue, mut rows_with_one, mut in_row) = (false, 0, 0);
    for (at, value) in values.enumerate() {
        if usize::from(value) == side {
            return '.';
        }
        has_clue |= value > 0;
        in_row += usize::from(value == 0);
        if (at + 1) % side == 0 {
            rows_with_one += usize::from(in_row == 1);
            in_row = 0;
        }
    }
    if has_clue && rows_with_one < side { '0' } else { '.' }
}
