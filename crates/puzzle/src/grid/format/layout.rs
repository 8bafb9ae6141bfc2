//! Grids laid out in lines for the eye: finds the cells of each line.
//!
//! Rows are cut in each of the ways below. A way fits if it gives N cells in each of N rows after the surrounding labels are
//! removed.
//!
//! | way | cells |
//! | --- | --- |
//! | words | the words between blanks and bars |
//! | fields | the texts between commas, semicolons, tabs or `&`; an empty text is an empty cell |
//! | boxes | the texts between two bars; an empty text is an empty cell |
//! | tight | each character but blanks and bars |
//! | columns | a character in every column, or in every second; a blank is an empty cell |
//! | spread | N² words over other than N lines: one word a line, or all on one |
//!
//! Labels are numbers from 0 or 1, or letters from A, in a row above or below the grid and in a column beside it.
//!
//! Blanks are empty cells only if the text has no sign for empty cells, and at least N blanks have a digit behind them in their
//! row. Otherwise a missing cell would pass for an empty cell.

use crate::grid::format::Format;
use crate::grid::format::lines::words;
use crate::grid::format::plain;
use crate::grid::format::signs::{is_line, may_be};

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

const WAYS: [Way; 11] = [
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

/// N rows of N cells.
#[derive(Debug)]
pub(crate) struct Fit<'a> {
    pub(crate) way: Way,
    pub(crate) side: usize,
    /// The cells, row by row.
    pub(crate) pieces: Vec<Piece<'a>>,
    /// The offset of each row.
    pub(crate) rows: Vec<usize>,
}

impl Fit<'_> {
    /// Whether single characters of words are cells.
    pub(crate) fn is_tight(&self) -> bool {
        matches!(self.way, Way::Tight | Way::Columns { .. } | Way::Spread)
    }

    /// Whether every cell is a single character, so letters may be digits.
    pub(crate) fn has_single_characters(&self) -> bool {
        self.pieces.iter().all(|piece| piece.word.len() <= 1)
    }

    /// Whether blanks stand for empty cells.
    pub(crate) fn has_blanks(&self) -> bool {
        self.pieces.iter().any(|piece| piece.word.is_empty())
    }
}

/// The smallest grid that labels or wide gaps are looked for around.
const LEAST_FRAMED: usize = 4;

/// The most rows or columns of labels around a grid.
const MOST_FRAMING: usize = 2;

/// The smallest grid whose cells may be on a number of lines that differs from its side.
const LEAST_SPREAD: usize = 4;

/// The ways in which rows form a grid.
pub(crate) fn fits<'a>(rows: &[Row<'a>]) -> Vec<Fit<'a>> {
    let mut found: Vec<Fit<'a>> = WAYS.into_iter().flat_map(|way| fits_by(way, rows)).collect();
    // Words of one character give equal cells when cut into characters.
    if let Some(side) = found.iter().find(|fit| fit.way == Way::Words).map(|fit| fit.side) {
        found.retain(|fit| !fit.is_tight() || fit.side != side || fit.has_blanks());
    }
    found
}

fn fits_by<'a>(way: Way, rows: &[Row<'a>]) -> Vec<Fit<'a>> {
    if way == Way::Spread {
        return spread(rows).into_iter().collect();
    }
    // More cells of a character each no grid has in a column, also with labels and gaps between boxes.
    if way == Way::Tight && rows.len() > Format::MAX_LINE_SIDE * 3 / 2 + MOST_FRAMING {
        return Vec::new();
    }
    let mut cut: Cut<'a> = Vec::with_capacity(rows.len());
    for &(offset, line) in rows {
        let mut pieces = Vec::new();
        if push_row(way, offset, line, rows.len(), &mut pieces).is_none() {
            return Vec::new();
        }
        cut.push((offset, pieces));
    }
    // Blanks and bars among characters are layout only if their columns agree in every row.
    if way == Way::Tight && !rows.windows(2).all(|pair| gaps(pair[0].1) == gaps(pair[1].1)) {
        return Vec::new();
    }
    let side = cut.len();
    let is_plain = side > 0 && cut.iter().all(|(_, pieces)| pieces.len() == side);
    let inner = unframed(&cut).or_else(|| if is_plain { None } else { without_gaps(&cut) });
    let plain = is_plain.then_some(cut);
    plain.into_iter().chain(inner).filter_map(|cut| fit(way, cut)).collect()
}

/// The number of characters in each word of a line, bars and blanks aside.
fn gaps(line: &[u8]) -> Vec<usize> {
    parts(line).flat_map(|(_, text, _)| words(text).map(|(_, word)| characters(word).count())).collect()
}

fn fit(way: Way, cut: Cut<'_>) -> Option<Fit<'_>> {
    let side = cut.len();
    let rows = cut.iter().map(|&(offset, _)| offset).collect();
    let pieces: Vec<Piece<'_>> = cut.into_iter().flat_map(|(_, pieces)| pieces).collect();
    if matches!(way, Way::Columns { .. }) && !may_have_blanks(&pieces, side) {
        return None;
    }
    // A text of blanks alone is not a grid.
    let has_text = pieces.iter().any(|piece| !piece.word.is_empty());
    has_text.then_some(Fit { way, side, pieces, rows })
}

/// Words or characters that together form a grid on a number of lines that differs from its side.
fn spread<'a>(rows: &[Row<'a>]) -> Option<Fit<'a>> {
    let cut = |way: Way| {
        let mut pieces: Vec<Piece<'a>> = Vec::new();
        for &(offset, line) in rows {
            push_row(way, offset, line, rows.len(), &mut pieces)?;
        }
        let side = pieces.len().isqrt();
        let is_grid = side >= LEAST_SPREAD && side * side == pieces.len() && rows.len() != side;
        is_grid.then_some((side, pieces))
    };
    let on_one_line = [Way::Words, Way::Fields(b','), Way::Fields(b';'), Way::Fields(b'\t')];
    // A line that is a whole grid is not a part of a larger grid.
    let is_part = |line: &[u8]| line.len() < LEAST_SPREAD.pow(2) || !is_line(line.trim_ascii());
    let is_word_each =
        rows.iter().all(|(_, line)| words(line).count() == 1 && !line.iter().copied().any(is_bar) && is_part(line));
    let are_words = |(side, _): &(usize, Vec<Piece<'a>>)| rows.len() == 1 || rows.len() == side * side;
    let has_one_word = |&(_, line): &Row<'_>| parts(line).map(|(_, text, _)| words(text).count()).sum::<usize>() == 1;
    let ways = match rows {
        [_] => &on_one_line[..],
        rows if rows.iter().all(has_one_word) => &on_one_line[..1],
        _ => &[],
    };
    let found = ways.iter().find_map(|&way| cut(way).filter(are_words));
    // A wrapped text has lines of equal length, except the last line.
    let width = |row: &Row<'_>| row.1.trim_ascii().len();
    let is_wrapped = rows.len() > 1
        && rows.windows(2).take(rows.len() - 2).all(|pair| width(&pair[0]) == width(&pair[1]))
        && width(&rows[rows.len() - 1]) <= width(&rows[0]);
    let (side, pieces) = found.or_else(|| cut(Way::Tight).filter(|_| is_wrapped && is_word_each))?;
    let rows = pieces.iter().step_by(side).map(|piece| piece.offset).collect();
    Some(Fit { way: Way::Spread, side, pieces, rows })
}

/// Whether blanks may be empty cells.
fn may_have_blanks(pieces: &[Piece<'_>], side: usize) -> bool {
    let is_sign = |word: &[u8]| !word.is_empty() && !word.iter().all(u8::is_ascii_alphanumeric) || word == b"0";
    let gaps = |row: &[Piece<'_>]| {
        let last = row.iter().rposition(|piece| !piece.word.is_empty()).unwrap_or(0);
        row[..last].iter().filter(|piece| piece.word.is_empty()).count()
    };
    !pieces.iter().any(|piece| is_sign(piece.word)) && pieces.chunks(side).map(gaps).sum::<usize>() >= side
}

/// Rows of cells with their places.
type Cut<'a> = Vec<(usize, Vec<Piece<'a>>)>;

/// The rows without the surrounding labels, if the rows have labels.
fn unframed<'a>(cut: &Cut<'a>) -> Option<Cut<'a>> {
    let frames = (1..16).map(|bits| [bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1]);
    frames.into_iter().find_map(|[top, left, bottom, right]| {
        let side = cut.len().checked_sub(top + bottom).filter(|side| *side >= LEAST_FRAMED)?;
        let inner = &cut[top..top + side];
        let is_even = inner.iter().all(|(_, pieces)| pieces.len() == left + side + right);
        let column = |at: usize| -> Vec<&[u8]> { inner.iter().map(|(_, pieces)| pieces[at].word).collect() };
        let is_row_of_labels = |index: usize| {
            let words: Vec<&[u8]> = cut[index].1.iter().map(|piece| piece.word).collect();
            let has_corners = words.len() == left + side + right
                && (left == 0 || is_corner(words[0]))
                && (right == 0 || is_corner(words[words.len() - 1]));
            if has_corners { are_labels(&words[left..left + side]) } else { words.len() == side && are_labels(&words) }
        };
        let has_words = |index: usize| cut[index].1.iter().any(|piece| !piece.word.is_empty());
        let is_frame = is_even
            && (top == 0 || is_row_of_labels(0))
            // A table may have a blank head, but no blank foot.
            && (bottom == 0 || is_row_of_labels(cut.len() - 1) && has_words(cut.len() - 1))
            && (left == 0 || are_counting(&column(0)))
            && (right == 0 || are_counting(&column(left + side)));
        is_frame.then(|| {
            let row = |(offset, pieces): &(usize, Vec<Piece<'a>>)| {
                // The place of a row is behind its label.
                let start = if left == 0 { *offset } else { pieces[left].offset };
                (start, pieces[left..left + side].to_vec())
            };
            inner.iter().map(row).collect()
        })
    })
}

/// Whether a word stands where a row and a column of labels meet.
fn is_corner(word: &[u8]) -> bool {
    !word.iter().any(u8::is_ascii_digit)
}

/// Whether words are column labels: counting words, or blanks.
fn are_labels(words: &[&[u8]]) -> bool {
    words.iter().all(|word| word.is_empty()) || are_counting(words)
}

/// Whether words count from 0, 1, A or a, upwards or downwards, with equal letters before the numbers.
fn are_counting(words: &[&[u8]]) -> bool {
    let label = |word: &[u8]| -> Option<(Vec<u8>, usize)> {
        let word = word.strip_suffix(b":").or(word.strip_suffix(b".")).or(word.strip_suffix(b")")).unwrap_or(word);
        if let [letter] = word
            && letter.is_ascii_alphabetic()
        {
            return Some((vec![b'A' + (letter & 0x20)], usize::from(letter.to_ascii_uppercase() - b'A')));
        }
        let digits = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let (prefix, number) = word.split_at(word.len() - digits);
        let is_word =
            prefix.len() <= 8 && prefix.iter().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b' '));
        let number = std::str::from_utf8(number).ok()?.parse().ok()?;
        is_word.then(|| (prefix.to_vec(), number))
    };
    let Some(labels) = words.iter().map(|word| label(word)).collect::<Option<Vec<_>>>() else { return false };
    let numbers: Vec<usize> = labels.iter().map(|&(_, number)| number).collect();
    let is_same = labels.windows(2).all(|pair| pair[0].0 == pair[1].0);
    // Rows of Sudoku are A to J without I.
    let no_i = |at: usize, number: usize| number == at || labels[0].0 == b"A" && at >= 8 && number == at + 1;
    let rises = |numbers: &[usize]| {
        numbers[0] <= 1 && numbers.iter().enumerate().all(|(at, &number)| no_i(at + numbers[0], number))
    };
    let falling: Vec<usize> = numbers.iter().rev().copied().collect();
    is_same && !numbers.is_empty() && (rises(&numbers) || rises(&falling))
}

/// The rows without blank columns and rows between boxes, as in a sheet of a spreadsheet.
fn without_gaps<'a>(cut: &Cut<'a>) -> Option<Cut<'a>> {
    let width = cut.iter().map(|(_, pieces)| pieces.len()).max()?;
    let is_blank_column =
        |at: usize| cut.iter().all(|(_, pieces)| pieces.get(at).is_none_or(|piece| piece.word.is_empty()));
    let columns: Vec<usize> = (0..width).filter(|&at| !is_blank_column(at)).collect();
    let has_gap = columns.len() < width;
    let rows: Cut<'a> = cut
        .iter()
        .filter(|(_, pieces)| pieces.iter().any(|piece| !piece.word.is_empty()))
        .map(|(offset, pieces)| (*offset, columns.iter().filter_map(|&at| pieces.get(at).copied()).collect()))
        .collect();
    let side = rows.len();
    let is_even = side >= LEAST_FRAMED && rows.iter().all(|(_, pieces): &(usize, Vec<Piece<'a>>)| pieces.len() == side);
    // Gaps must occur at regular intervals of columns, and nowhere else.
    let first = columns.windows(2).position(|pair| pair[1] > pair[0] + 1)? + 1;
    let is_regular = columns.iter().enumerate().all(|(at, &column)| column == columns[0] + at + at / first);
    (has_gap && is_even && is_regular && side.is_multiple_of(first)).then_some(rows)
}

const fn is_bar(byte: u8) -> bool {
    matches!(byte, b'|' | b'!')
}

/// The parts of a line between its bars: offset, text, and the number of strong bars before the part.
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

fn push_row<'a>(way: Way, offset: usize, line: &'a [u8], side: usize, out: &mut Vec<Piece<'a>>) -> Option<()> {
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

/// For messages about rows that form no grid: the places of each row's cells, for each way that omits no cell, and whether most
/// places may be cells.
pub(crate) fn counts(rows: &[Row<'_>]) -> Vec<(bool, Vec<Vec<usize>>)> {
    let ways = WAYS.into_iter().filter(|way| !matches!(way, Way::Columns { .. } | Way::Spread));
    let cut = |way: Way| {
        let (mut cells, mut count) = (0, 0);
        let mut places = |&(offset, line): &Row<'_>| {
            let mut pieces = Vec::new();
            push_row(way, offset, line, rows.len(), &mut pieces)?;
            count += pieces.len();
            cells += pieces.iter().filter(|piece| may_be(piece.word, MOST_DIGITS)).count();
            Some(pieces.iter().map(|piece| piece.offset).collect())
        };
        let places = rows.iter().map(&mut places).collect::<Option<Vec<Vec<usize>>>>()?;
        Some((4 * cells >= 3 * count, places))
    };
    ways.filter_map(cut).collect()
}

/// The largest number that may be a cell of some grid.
const MOST_DIGITS: usize = 4096;
