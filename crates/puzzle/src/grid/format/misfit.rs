//! The errors of lines that are no grid: the first character without a part, a row that lacks cells, names above no puzzle.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::grid::format::borders::is_rule;
use crate::grid::format::cut_rows::Row;
use crate::grid::format::error::{ParseError, Problem, Unclear};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::formats::Format;
use crate::grid::format::layout::{self, Fit};
use crate::grid::format::lines::words;
use crate::grid::format::record::{Boards, Record};
use crate::grid::format::signs::{Unexplained, Why};
use crate::grid::format::{columns, cut_rows, sign};

/// The error at a cell without a meaning.
pub(super) fn told(record: &Record<'_>, fit: &Fit<'_>, unexplained: Unexplained) -> ParseError {
    let place = |cell: usize| fit.pieces[cell].offset;
    let word = |cell: usize| fit.pieces[cell].word;
    let has_letter = fit.pieces.iter().any(|piece| piece.word.len() == 1 && piece.word[0].is_ascii_alphabetic());
    let are_short = fit.pieces.iter().all(|piece| piece.word.len() <= 1 || !piece.word.is_ascii());
    let are_characters = are_short && (has_letter || fit.is_tight());
    unexplained_at(record, unexplained, fit.side, are_characters, place, word)
}

/// The error at a cell that has no meaning, by the places and texts of cells.
pub(crate) fn unexplained_at<'a>(
    record: &Record<'_>,
    unexplained: Unexplained,
    side: usize,
    are_characters: bool,
    place: impl Fn(usize) -> usize,
    word: impl Fn(usize) -> &'a [u8],
) -> ParseError {
    let Unexplained { cell, why } = unexplained;
    let (at, text) = (place(cell), word(cell));
    let problem = match why {
        Why::SecondSign(first) => {
            let other = record.error(place(first), Problem::Nothing);
            Problem::SecondSign {
                found: Excerpt::new(text),
                first: Excerpt::new(word(first)),
                line: other.line,
                column: other.column,
            }
        }
        Why::NoDigit | Why::RareLetter if are_characters => {
            Problem::Character { side: side.min(Format::MAX_LINE_SIDE), found: Excerpt::character(text) }
        }
        Why::NoDigit | Why::RareLetter => Problem::Number { side, found: Excerpt::new(text) },
    };
    record.error(at, problem)
}

/// The error in lines that no way cuts into a grid: a row with too few or too many cells, a missing row, or the first character
/// without a part in any form.
pub(crate) fn misfit(record: &Record<'_>, lines: &[Row<'_>], boards: &Boards) -> ParseError {
    if let Some((at, found)) = lines.iter().find_map(|&(offset, line)| unseen(line).map(|(at, it)| (offset + at, it))) {
        return record.error(at, Problem::NoPart { found, lines: lines.len() });
    }
    even_rows(record, lines, boards).unwrap_or_else(|| without_part(record, lines))
}

/// The error about a row that lacks cells or has too many, or about a missing row, where the rows are nearly a grid.
pub(super) fn even_rows(record: &Record<'_>, lines: &[Row<'_>], boards: &Boards) -> Option<ParseError> {
    let rows: Vec<Row<'_>> = lines.iter().copied().filter(|(_, line)| !is_rule(line)).collect();
    let asked = boards.asked_side();
    let (_, side, cells) = layout::counts(&rows)
        .into_iter()
        .filter_map(|(may_be, cells)| {
            let side = asked.unwrap_or_else(|| most_frequent(cells.iter().map(Vec::len)));
            let even = cells.iter().filter(|row| row.len() == side).count();
            let is_drawn = rows.len() < lines.len() && side > 2;
            let is_near = rows.len().abs_diff(side) <= 1 + side / 8 && 2 * even > rows.len().min(side);
            let is_near = side > 1 && may_be && (is_near || is_drawn);
            is_near.then_some((even, side, cells))
        })
        .max_by_key(|&(even, side, _)| (even, Reverse(side.abs_diff(rows.len()))))?;
    for (cells, &(offset, line)) in cells.iter().zip(&rows) {
        if cells.len() != side {
            // The first cell too many, or the end of a line that is too short.
            let at = cells.get(side).copied().unwrap_or(offset + line.trim_ascii_end().len());
            return Some(record.error(at, Problem::Cells { expected: side, found: cells.len() }));
        }
    }
    (rows.len() != side).then(|| record.error_at_end(Problem::Rows { expected: side, found: rows.len() }))
}

/// The first invisible character of a line, which explains why correct-looking rows fail.
fn unseen(line: &[u8]) -> Option<(usize, Excerpt)> {
    let is_unseen = |word: &[u8]| {
        let first = std::str::from_utf8(word).ok().and_then(|word| word.chars().next());
        first.is_some_and(|first| sign::is_unseen(first) || first.is_control())
    };
    cut_rows::characters(line).find(|(_, word)| is_unseen(word)).map(|(at, word)| (at, Excerpt::character(word)))
}

/// The most frequent count; the earliest of equally frequent counts.
fn most_frequent(counts: impl Iterator<Item = usize>) -> usize {
    let mut frequencies: HashMap<usize, (usize, Reverse<usize>)> = HashMap::new();
    for (at, count) in counts.enumerate() {
        frequencies.entry(count).or_insert((0, Reverse(at))).0 += 1;
    }
    frequencies.into_iter().max_by_key(|&(_, frequency)| frequency).map_or(0, |(count, _)| count)
}

/// The probable side of rows with the given numbers of cells. A row may be lost, or a cell in some rows.
pub(crate) fn side_of_rows(rows: impl ExactSizeIterator<Item = usize> + Clone) -> usize {
    let count = rows.len();
    let side = most_frequent(rows.clone());
    let is_most = 2 * rows.filter(|&row| row == side).count() > count;
    if is_most && side.abs_diff(count) <= 1 + side / 8 { side } else { count }
}

/// The error at the first character that no form of a grid has a part for.
fn without_part(record: &Record<'_>, lines: &[Row<'_>]) -> ParseError {
    let is_layout = |word: &[u8]| matches!(word, [byte] if byte.is_ascii_digit() || b".,;|!-_=+*:?'`\"()[]{}/&\\<>#".contains(byte));
    let first = lines.iter().find_map(|&(offset, line)| {
        cut_rows::characters(line).find(|(_, word)| !is_layout(word)).map(|(at, word)| (offset + at, word))
    });
    let count = lines.len();
    match first {
        Some((at, word)) => record.error(at, Problem::NoPart { found: Excerpt::character(word), lines: count }),
        // A single line lacks cells, or has too many.
        None if count == 1 && cut_rows::characters(lines[0].1).count() != words(lines[0].1).count() => {
            let cells = cut_rows::characters(lines[0].1).filter(|(_, word)| !matches!(word, [b'|' | b'!'])).count();
            let end = lines[0].0 + lines[0].1.trim_ascii_end().len();
            let is_row = cells <= Format::MAX_LINE_SIDE && words(lines[0].1).count() == 1;
            record.error(
                end,
                if is_row { Problem::Rows { expected: cells, found: 1 } } else { Problem::NotSquare { found: cells } },
            )
        }
        None => record.error(lines.first().map_or(0, |&(at, _)| at), Problem::Shapeless { lines: count }),
    }
}

/// The error about a line of names above a table of other fields, where no reading as a grid gets beyond that line.
pub(super) fn unknown_names(record: &Record<'_>, lines: &[Row<'_>], nearest: &ParseError) -> Option<ParseError> {
    let &[(at, first), (_, next), ..] = lines else { return None };
    let names = columns::unknown_names_above(first, next)?;
    let start = record.error(at, Problem::Columns { why: Unclear::None, found: Excerpt::list(names) });
    (nearest.line == start.line).then_some(start)
}
