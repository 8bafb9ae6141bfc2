//! Blocks, which are N lines of N characters each, and the titles above them.
//!
//! A title of N letters looks like the first row. It is told by the lines behind it: these make whole grids without it.

use std::io::{self, BufRead};

use crate::grid::format::lines::{Lines, is_blank, words};
use crate::grid::format::{Format, alphabet, annotated, notes};

/// The smallest block that a title is looked for above.
const SMALLEST: usize = 4;

/// Up to this side no letter is a digit.
const DECIMAL: usize = 9;

/// So many lines are looked at; of more it is not known whether they are whole grids.
const MOST_ROWS: usize = 1 << 14;

/// Whether the lines from so many ahead are a block, or several on top of each other, and no line is a grid by itself.
pub(in crate::grid::format) fn begins<R: BufRead>(lines: &mut Lines<R>, ahead: usize) -> io::Result<bool> {
    let side = row(lines.peek(ahead)?).map_or(0, <[u8]>::len);
    Ok(rows(lines, ahead, side)?.is_some_and(|rows| rows.is_multiple_of(side)))
}

/// Whether the first line is a damaged row: with it the lines are a block, or several on top of each other.
pub(in crate::grid::format) fn lacks_first_row<R: BufRead>(lines: &mut Lines<R>, side: usize) -> io::Result<bool> {
    Ok(rows(lines, 1, side)?.is_some_and(|rows| (rows + 1).is_multiple_of(side)))
}

/// How many lines of so many cells follow each other from so many ahead; none where the first of them are no cells or grids by
/// themselves, or there are too many lines.
fn rows<R: BufRead>(lines: &mut Lines<R>, ahead: usize, side: usize) -> io::Result<Option<usize>> {
    if !(SMALLEST..=Format::MAX_LINE_SIDE).contains(&side) {
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
            are_grids &= alphabet::is_line(row);
        }
        rows += 1;
    }
    let are_known = rows > 0 && rows <= MOST_ROWS && !are_grids && has_cells_alone(&cells, side);
    Ok(are_known.then_some(rows))
}

/// Whether the line so many ahead is a word above such a block that is none of its rows.
pub(in crate::grid::format) fn is_titled<R: BufRead>(lines: &mut Lines<R>, ahead: usize) -> io::Result<bool> {
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
    // Letters are digits there, so a damaged row may look like a name.
    let may_be_row = side > DECIMAL && title.len() == side && !notes::is_note(&title);
    Ok(!may_be_row && begins(lines, below)?)
}

/// A line that is one word.
fn row(line: Option<&[u8]>) -> Option<&[u8]> {
    let line = line.filter(|line| !is_blank(line))?;
    (words(line).count() == 1).then(|| line.trim_ascii())
}

/// Whether lines are no rows of a grid: one has letters as names have, none of which is a digit, or marks between cells.
pub(in crate::grid::format) fn has_words(rows: &[Vec<u8>], side: usize) -> bool {
    let may_be_digit = |byte: &u8| {
        let value = alphabet::numeral(*byte).map_or(0, usize::from);
        side > DECIMAL && value <= side + DECIMAL
    };
    let is_word =
        |row: &Vec<u8>| row.split(may_be_digit).any(is_name) || row.iter().any(|byte| b",;[]{}".contains(byte));
    rows.iter().any(is_word)
}

/// Whether a word has two letters beside each other that differ: what stands for an empty cell is one sign.
fn is_name(word: &[u8]) -> bool {
    let differ = |one: u8, other: u8| {
        one.is_ascii_alphabetic() && other.is_ascii_alphabetic() && !one.eq_ignore_ascii_case(&other)
    };
    word.windows(2).any(|pair| differ(pair[0], pair[1]))
}

/// Whether all characters are cells: digits, and one sign for an empty cell where it is none of those known.
fn has_cells_alone(cells: &[u8], side: usize) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_digit() && usize::from(byte - b'0') <= side;
    let mut signs = cells.iter().filter(|&byte| !is_digit(byte));
    let first = signs.next();
    // A block may lack a row.
    cells.iter().all(|&byte| alphabet::is_empty_sign(byte) || is_digit(&byte))
        || alphabet::is_line(cells)
        || side <= DECIMAL && signs.all(|sign| Some(sign) == first)
}
