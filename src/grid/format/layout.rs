//! Grids that are laid out in lines for the eye: which characters of a line are its cells.
//!
//! The rows of a text are read in each of the ways below. A way fits where it gives N cells in each of N rows, and each
//! of them is empty or a digit of the grid. One puzzle must come of all the ways that fit: where two give different
//! ones, the text is refused.
//!
//! | way | cells |
//! | --- | --- |
//! | words | what stands between blanks and bars |
//! | fields | what stands between commas, semicolons or tabs; nothing is empty |
//! | boxes | what stands between two bars; nothing is empty |
//! | tight | each character but blanks and bars |
//! | columns | a character in every column, or in every second; a blank is empty |
//!
//! Blanks mean empty cells only where no other sign does, and as many cells as the side are empty with a digit behind
//! them in their row: else a missing cell would pass for an empty one.

use crate::grid::format::characters::Characters;
use crate::grid::format::lines::words;
use crate::grid::format::record::Record;
use crate::grid::format::{Excerpt, ParseError, Problem};

/// A cell of a row: what stands there, nothing where it is empty, and between which bars it stands.
#[derive(Clone, Copy, Debug)]
pub(in crate::grid::format) struct Piece<'a> {
    offset: usize,
    word: &'a [u8],
    pub(in crate::grid::format) part: usize,
}

/// A row of a text: where it begins, and its line.
pub(in crate::grid::format) type Row<'a> = (usize, &'a [u8]);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Words,
    Fields(u8),
    Boxes,
    Tight,
    /// A cell in every column or every second; the first column of a line that no bar begins.
    Columns {
        pitch: usize,
        indent: usize,
    },
}

const WAYS: [Way; 9] = [
    Way::Words,
    Way::Fields(b','),
    Way::Fields(b';'),
    Way::Fields(b'\t'),
    Way::Boxes,
    Way::Tight,
    Way::Columns { pitch: 1, indent: 0 },
    Way::Columns { pitch: 2, indent: 0 },
    Way::Columns { pitch: 2, indent: 1 },
];

/// A grid as it was laid out.
#[derive(Debug)]
pub(in crate::grid::format) struct Layout<'a> {
    pub(in crate::grid::format) values: Vec<u16>,
    pub(in crate::grid::format) pieces: Vec<Piece<'a>>,
}

impl Layout<'_> {
    /// Whether blanks or nothing at all stand for empty cells.
    pub(in crate::grid::format) fn has_blanks(&self) -> bool {
        self.pieces.iter().any(|piece| piece.word.is_empty())
    }

    /// The characters of the cells, where each is one and some are letters.
    pub(in crate::grid::format) fn characters(&self) -> Option<Vec<u8>> {
        let words = self.pieces.iter().map(|piece| piece.word);
        characters(words, self.values.len().isqrt())
    }
}

/// Why rows are no grid.
pub(in crate::grid::format) enum Misfit {
    /// No way gives N cells in N rows.
    None,
    /// Two ways give two puzzles.
    Several,
    /// One way gives the cells, but one of them is no digit.
    Value(ParseError),
}

/// Reads rows as a grid of as many rows.
pub(in crate::grid::format) fn read<'a>(record: &Record<'_>, rows: &[Row<'a>]) -> Result<Layout<'a>, Misfit> {
    let side = rows.len();
    if side == 0 {
        return Err(Misfit::None);
    }
    let mut found: Option<Layout<'a>> = None;
    let mut first_error = None;
    for way in WAYS {
        let Some(pieces) = pieces(way, rows, side) else { continue };
        match values(record, &pieces, side) {
            Err(error) => drop(first_error.get_or_insert(error)),
            Ok(values) => match &found {
                Some(other) if other.values != values => return Err(Misfit::Several),
                Some(_) => {}
                None => found = Some(Layout { values, pieces }),
            },
        }
    }
    found.ok_or_else(|| first_error.map_or(Misfit::None, Misfit::Value))
}

/// The same of rows, and of the blank lines between them as rows of empty cells.
pub(in crate::grid::format) fn read_with_blank_rows<'a>(
    record: &Record<'_>,
    rows: &[Row<'a>],
    all: &[Row<'a>],
) -> Result<Layout<'a>, Misfit> {
    let plain = read(record, rows);
    if all.len() == rows.len() {
        return plain;
    }
    let side = all.len();
    let blank = WAYS.iter().filter(|way| matches!(way, Way::Columns { .. } | Way::Fields(b'\t')));
    let mut found: Option<Layout<'a>> = None;
    for way in blank {
        let Some(pieces) = pieces(*way, all, side) else { continue };
        let Ok(values) = values(record, &pieces, side) else { continue };
        if found.as_ref().is_some_and(|other| other.values != values) {
            return Err(Misfit::Several);
        }
        found = Some(Layout { values, pieces });
    }
    match (plain, found) {
        (Ok(_), Some(_)) => Err(Misfit::Several),
        (Err(Misfit::None | Misfit::Value(_)), Some(found)) => Ok(found),
        (plain, _) => plain,
    }
}

/// The cells of all rows, if the way gives as many in each as there are rows.
fn pieces<'a>(way: Way, rows: &[Row<'a>], side: usize) -> Option<Vec<Piece<'a>>> {
    let mut pieces = Vec::with_capacity(side * side);
    for &(offset, line) in rows {
        let before = pieces.len();
        push_row(way, offset, line, side, &mut pieces)?;
        if pieces.len() - before != side {
            return None;
        }
    }
    if let Way::Columns { .. } = way {
        let has_sign = pieces.iter().any(|piece| !piece.word.is_empty() && is_empty(piece.word, side));
        let gaps = |row: &[Piece<'_>]| {
            let last = row.iter().rposition(|piece| !piece.word.is_empty()).unwrap_or(0);
            row[..last].iter().filter(|piece| piece.word.is_empty()).count()
        };
        if has_sign || pieces.chunks(side.max(1)).map(gaps).sum::<usize>() < side {
            return None;
        }
    }
    Some(pieces)
}

const fn is_bar(byte: u8) -> bool {
    matches!(byte, b'|' | b'!')
}

/// The parts of a line between its bars: where each begins, its text, and the number of strong bars before it.
fn parts(line: &[u8]) -> impl Iterator<Item = (usize, &[u8], usize)> {
    let text = line.trim_ascii();
    let start = line.len() - line.trim_ascii_start().len();
    let opened = usize::from(text.first().copied().is_some_and(is_bar));
    let closed = usize::from(text.len() > opened && text.last().copied().is_some_and(is_bar));
    // Without bars, the blanks before the first cell count.
    let (start, end) =
        if text.iter().copied().any(is_bar) { (start + opened, start + text.len() - closed) } else { (0, line.len()) };
    let start = if opened == 0 { 0 } else { start };
    let mut at = start;
    let mut strong = 0;
    let mut is_over = false;
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let rest = &line[at.min(end)..end];
        let length = rest.iter().copied().position(is_bar);
        let part = (at, &rest[..length.unwrap_or(rest.len())], strong);
        match length {
            Some(length) => {
                strong += usize::from(rest[length] == b'|');
                at += length + 1;
            }
            None => is_over = true,
        }
        Some(part)
    })
}

fn push_row<'a>(way: Way, offset: usize, line: &'a [u8], side: usize, out: &mut Vec<Piece<'a>>) -> Option<()> {
    let has_bars = line.iter().copied().any(is_bar);
    match way {
        Way::Words => {
            for (start, text, part) in parts(line) {
                out.extend(words(text).map(|(at, word)| Piece { offset: offset + start + at, word, part }));
            }
        }
        Way::Fields(separator) => {
            if has_bars || !line.contains(&separator) {
                return None;
            }
            out.extend(fields(line, separator, side).map(|(at, word)| Piece { offset: offset + at, word, part: 0 }));
        }
        Way::Boxes => {
            if !has_bars {
                return None;
            }
            for (start, text, part) in parts(line) {
                let mut found = words(text);
                let (at, word) = found.next().unwrap_or((0, b""));
                if found.next().is_some() {
                    return None;
                }
                out.push(Piece { offset: offset + start + at, word, part });
            }
        }
        Way::Tight => {
            for (start, text, part) in parts(line) {
                for (at, _) in text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace()) {
                    out.push(Piece { offset: offset + start + at, word: &text[at..=at], part });
                }
            }
        }
        Way::Columns { pitch, indent } => {
            if line.contains(&b'\t') {
                return None;
            }
            let count = parts(line).count();
            if !side.is_multiple_of(count) || !has_bars && count != 1 {
                return None;
            }
            let width = side / count;
            let opens = line.trim_ascii_start().first().copied().is_some_and(is_bar);
            for (index, (start, text, part)) in parts(line).enumerate() {
                let text = if index + 1 == count { text.trim_ascii_end() } else { text };
                let first = if pitch == 1 {
                    0
                } else if index > 0 || opens {
                    1
                } else {
                    indent
                };
                let place = |column: usize| first + column * pitch;
                let is_place = |at: usize| at >= first && (at - first).is_multiple_of(pitch) && at < place(width);
                if text.iter().enumerate().any(|(at, byte)| !is_place(at) && !byte.is_ascii_whitespace()) {
                    return None;
                }
                for at in (0..width).map(place) {
                    let word = text.get(at..=at).unwrap_or_default();
                    let at = at.min(text.len());
                    out.push(Piece { offset: offset + start + at, word: word.trim_ascii(), part });
                }
            }
        }
    }
    Some(())
}

/// The fields of a line with their offsets, without blanks and quotes around them; a separator behind the last is
/// passed over.
pub(in crate::grid::format) fn fields(line: &[u8], separator: u8, side: usize) -> impl Iterator<Item = (usize, &[u8])> {
    let count = line.iter().filter(|&&byte| byte == separator).count() + 1;
    let last_is_blank =
        line.rsplit(|&byte| byte == separator).next().is_some_and(|field| field.trim_ascii().is_empty());
    let taken = if last_is_blank && count == side + 1 { side } else { count };
    let mut at = 0;
    line.split(move |&byte| byte == separator).take(taken).map(move |field| {
        let start = at;
        at += field.len() + 1;
        let indent = field.len() - field.trim_ascii_start().len();
        let mut text = field.trim_ascii();
        let mut start = start + indent;
        if let [quote @ (b'"' | b'\''), inner @ .., end] = text
            && quote == end
        {
            start += 1 + inner.len() - inner.trim_ascii_start().len();
            text = inner.trim_ascii();
        }
        (start, text)
    })
}

/// Whether a word stands for an empty cell: nothing, 0, one sign any number of times, or a word for nothing.
pub(in crate::grid::format) fn is_empty(word: &[u8], side: usize) -> bool {
    let Some(&first) = word.first() else { return true };
    match first {
        b'.' | b'_' | b'*' | b'-' | b'?' | b'~' => word.iter().all(|&byte| byte == first) || word == b"-1",
        b'x' | b'X' => word.len() == 1 && side <= 9,
        b'0' => word.iter().all(|&byte| byte == b'0') || word == b"0." || word.starts_with(b"0.0"),
        _ => [&b"null"[..], b"none", b"nan", b"na", b"undefined"]
            .iter()
            .any(|nothing| word.eq_ignore_ascii_case(nothing)),
    }
}

/// The value of each cell: numbers, or one character a cell where there are letters.
fn values(record: &Record<'_>, pieces: &[Piece<'_>], side: usize) -> Result<Vec<u16>, ParseError> {
    let words = pieces.iter().map(|piece| (piece.offset, piece.word));
    values_of(record, words, side)
}

/// The same of words with their offsets.
pub(in crate::grid::format) fn values_of<'a>(
    record: &Record<'_>,
    words: impl Iterator<Item = (usize, &'a [u8])> + Clone,
    side: usize,
) -> Result<Vec<u16>, ParseError> {
    if let Some(bytes) = characters(words.clone().map(|(_, word)| word), side) {
        let mut characters = Characters::default();
        words.zip(bytes).for_each(|((offset, _), byte)| characters.push(offset, byte));
        return characters.values(record, side);
    }
    words.map(|(offset, word)| value(record, offset, word, side)).collect()
}

/// The characters of cells, where each is one and some are letters.
pub(in crate::grid::format) fn characters<'a>(
    words: impl Iterator<Item = &'a [u8]> + Clone,
    side: usize,
) -> Option<Vec<u8>> {
    let cells = || words.clone().filter(|word| word.is_empty() || *word == b"0" || !is_empty(word, side));
    let is_short = cells().all(|word| word.len() <= 1);
    if !is_short || !cells().any(|word| word.iter().any(u8::is_ascii_alphabetic)) {
        return None;
    }
    Some(words.map(|word| if word != b"0" && is_empty(word, side) { b'.' } else { word[0] }).collect())
}

/// The value of a number, which may be written as a decimal fraction, 0 of an empty cell.
fn value(record: &Record<'_>, offset: usize, word: &[u8], side: usize) -> Result<u16, ParseError> {
    if is_empty(word, side) {
        return Ok(0);
    }
    let is_fraction = word[0].is_ascii_digit() && word.contains(&b'.');
    let text = std::str::from_utf8(word).ok().filter(|_| is_fraction);
    if let Some(number) = text.and_then(|text| text.parse::<f64>().ok()) {
        // The range keeps the cast exact.
        #[allow(clippy::cast_sign_loss)]
        let digit =
            (number.fract() == 0.0 && (1.0..=f64::from(side as u16)).contains(&number)).then_some(number as u16);
        return digit.ok_or_else(|| record.error(offset, Problem::Number { side, found: Excerpt::new(word) }));
    }
    record.number(offset, word, side)
}
