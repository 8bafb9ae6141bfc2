//! Blocks of N lines of N characters, and the titles above blocks.
//!
//! A title of N letters looks like the first row. The lines below reveal a title: they form whole grids without the title.

use std::io::{self, BufRead};

use crate::grid::format::formats::Format;
use crate::grid::format::lines::{Lines, is_blank, words};
use crate::grid::format::signs::is_line;
use crate::grid::format::{alphabet, annotated, notes};

/// The smallest block that may have a title.
const MIN_TITLED_SIDE: usize = 4;

/// The largest side whose digits are never letters.
const DECIMAL: usize = 9;

/// The most lines examined; whether a longer run forms whole grids is unknown.
const MOST_ROWS: usize = 1 << 14;

/// Whether the lines from `ahead` on form one or more blocks on top of each other, and are not single-line grids.
pub(crate) fn begins<R: BufRead>(lines: &mut Lines<R>, ahead: usize) -> io::Result<bool> {
    let side = row(lines.peek(ahead)?).map_or(0, <[u8]>::len);
    Ok(rows(lines, ahead, side)?.is_some_and(|rows| rows.is_multiple_of(side)))
}

/// Whether the first line is a damaged row, with which the lines form one or more blocks.
pub(crate) fn lacks_first_row<R: BufRead>(lines: &mut Lines<R>, side: usize) -> io::Result<bool> {
    Ok(rows(lines, 1, side)?.is_some_and(|rows| (rows + 1).is_multiple_of(side)))
}

/// The number of consecutive lines of `side` cells from `ahead` on; `None` if the first `side` lines are not cells or are
/// single-line grids, or if the run is too long.
fn rows<R: BufRead>(lines: &mut Lines<R>, ahead: usize, side: usize) -> io::Result<Option<usize>> {
    if !(MIN_TITLED_SIDE..=Format::MAX_LINE_SIDE).contains(&side) {
        return Ok(None);
    }
    let mut rows = 0;
    let mut cells = Vec::new();
    let mut are_grids = true;
    while rows <= MOST_ROWS {
        let Some(row) = row(lines.peek(ahead + rows)?).filter(|row| row.len() == side) else { break };
        if notes::is_note(row) || side <= DECIMAL && is_name(row) {
            break;
        }
        if rows < side {
            cells.extend_from_slice(row);
            are_grids &= is_line(row);
        }
        rows += 1;
    }
    let are_known = rows > 0 && rows <= MOST_ROWS && !are_grids && has_cells_alone(&cells, side);
    Ok(are_known.then_some(rows))
}

/// Whether the line at `ahead` is a word above a block and not a row of the block.
pub(crate) fn is_titled<R: BufRead>(lines: &mut Lines<R>, ahead: usize) -> io::Result<bool> {
    let Some(title) = row(lines.peek(ahead)?).map(<[u8]>::to_vec) else { return Ok(false) };
    let is_word = title[0].is_ascii_alphanumeric() && !annotated::is_annotated(&title);
    if !is_word || notes::says_more(&title) || !is_name(&title) && !notes::is_numbering(&title) {
        return Ok(false);
    }
    let mut below = ahead + 1;
    while lines.peek(below)?.is_some_and(is_blank) {
        below += 1;
    }
    let side = row(lines.peek(below)?).map_or(0, <[u8]>::len);
    // At larger sides letters are digits, so a damaged row may look like a name.
    let may_be_row = side > DECIMAL && title.len() == side && !notes::is_note(&title);
    Ok(!may_be_row && begins(lines, below)?)
}

/// The word of a line with a single word.
fn row(line: Option<&[u8]>) -> Option<&[u8]> {
    let line = line.filter(|line| !is_blank(line))?;
    (words(line).count() == 1).then(|| line.trim_ascii())
}

/// Whether lines cannot be rows of a grid: a line has adjacent letters as in a name and not as digits, or separators between
/// cells.
pub(crate) fn has_words(rows: &[Vec<u8>], side: usize) -> bool {
    let may_be_digit = |byte: &u8| {
        let value = alphabet::numeral(*byte).map_or(0, usize::from);
        side > DECIMAL && value <= side + DECIMAL
    };
    let is_word =
        |row: &Vec<u8>| row.split(may_be_digit).any(is_name) || row.iter().any(|byte| b",;[]{}".contains(byte));
    rows.iter().any(is_word)
}

/// Whether a word has two different adjacent letters, which rules out letters as signs for empty cells.
fn is_name(word: &[u8]) -> bool {
    let differ = |one: u8, other: u8| {
        one.is_ascii_alphabetic() && other.is_ascii_alphabetic() && !one.eq_ignore_ascii_case(&other)
    };
    word.windows(2).any(|pair| differ(pair[0], pair[1]))
}

/// Whether every character is a cell: a digit, a known empty sign, or a single unknown sign for empty cells.
fn has_cells_alone(cells: &[u8], side: usize) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_digit() && usize::from(byte - b'0') <= side;
    let mut signs = cells.iter().filter(|&byte| !is_digit(byte));
    let first = signs.next();
    // A block may lack a row.
    cells.iter().all(|&byte| alphabet::is_empty_sign(byte) || is_digit(&byte))
        || is_line(cells)
        || side <= DECIMAL && signs.all(|sign| Some(sign) == first)
}
