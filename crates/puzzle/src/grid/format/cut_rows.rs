//! Rows of a grid that is laid out for the eye, cut into cells in one of several ways.

use crate::grid::format::formats::Format;
use crate::grid::format::lines::words;
use crate::grid::format::plain;

/// A cell of a row: its text, empty for a blank, and the number of bars before the cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) offset: usize,
    pub(crate) word: &'a [u8],
    pub(crate) part: usize,
}

/// A row of a text: its offset and its line.
pub(crate) type Row<'a> = (usize, &'a [u8]);

/// A way to cut rows into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Words,
    Fields(u8),
    Boxes,
    Tight,
    /// A cell in every column or every second; the first column of a line that no bar begins.
    Columns {
        pitch: usize,
        indent: usize,
    },
    /// Words over any number of lines.
    Spread,
}

pub(super) const WAYS: [Way; 11] = [
    Way::Words,
    Way::Fields(b','),
    Way::Fields(b';'),
    Way::Fields(b'\t'),
    Way::Fields(b'&'),
    Way::Boxes,
    Way::Tight,
    Way::Columns { pitch: 1, indent: 0 },
    Way::Columns { pitch: 2, indent: 0 },
    Way::Columns { pitch: 2, indent: 1 },
    Way::Spread,
];

/// The most rows or columns of labels around a grid.
pub(super) const MOST_FRAMING: usize = 2;

pub(super) const fn is_bar(byte: u8) -> bool {
    matches!(byte, b'|' | b'!')
}

/// The parts of a line between its bars: offset, text, and the number of strong bars before the part.
pub(super) fn parts(line: &[u8]) -> impl Iterator<Item = (usize, &[u8], usize)> {
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

/// The non-blank characters of a text, with their offsets.
pub(super) fn characters(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let length = |at: usize| {
        let is_inner = |byte: &&u8| **byte & 0xc0 == 0x80;
        let whole = 1 + text[at + 1..].iter().take_while(is_inner).take(3).count();
        if plain::is_mark(text[at]) { 1 } else { whole }
    };
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text.get(at..)?.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let start = at;
        at += length(at);
        Some((start, &text[start..at]))
    })
}

/// Appends the cells of a row that is cut in a way; `None` if the way does not fit the row.
pub(super) fn push_row<'a>(
    way: Way,
    offset: usize,
    line: &'a [u8],
    side: usize,
    out: &mut Vec<Piece<'a>>,
) -> Option<()> {
    let has_bars = line.iter().copied().any(is_bar);
    match way {
        Way::Words | Way::Spread => {
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
                out.extend(characters(text).map(|(at, word)| Piece { offset: offset + start + at, word, part }));
            }
        }
        Way::Columns { pitch, indent } => {
            // More cells of a character each no grid has in a row: many short lines would be a large square of blanks.
            if line.contains(&b'\t') || side > Format::MAX_LINE_SIDE + MOST_FRAMING {
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
                let first = match pitch {
                    1 => 0,
                    _ if index > 0 || opens => 1,
                    _ => indent,
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

/// The fields of a line with their offsets, without surrounding blanks and quotes; a separator behind the last field is ignored.
pub(crate) fn fields(line: &[u8], separator: u8, side: usize) -> impl Iterator<Item = (usize, &[u8])> {
    let count = line.iter().filter(|&&byte| byte == separator).count() + 1;
    let mut backwards = line.rsplit(|&byte| byte == separator);
    let is_blank = |field: &[u8]| field.trim_ascii().is_empty();
    // If every field has a text, an empty field behind the last separator is not a cell.
    let is_extra = backwards.next().is_some_and(is_blank) && !backwards.any(is_blank);
    let taken = if is_extra && count == side + 1 { side } else { count };
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
