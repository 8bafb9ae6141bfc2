//! `line`: one puzzle a line, one character a cell.
//!
//! N² characters, row by row: `.`, `0`, `_` or `*` for an empty cell, `1` to `9` and then `A` to `Z` (or `a` to
//! `z`) for the digits, so sides up to 35; above side 9 other [`Alphabet`]s are understood as well, and two characters a
//! cell up to side 99. Blank lines and lines that begin with `#` are passed over.
//!
//! For a board that is no square with the digits from 1, which is named elsewhere, there is a character for each place of its
//! canvas: see [`places`].
//!
//! A line that says more than its puzzle is told in `annotated`.
//!
//! `sdm` is the same as other programs write it: 9×9 alone, `0` for an empty cell.

use std::io::{self, BufRead};

use crate::geometry::Digit;
use crate::grid::Grid;
use crate::grid::format::alphabet;
use crate::grid::format::alphabet::{Alphabet, is_empty_sign};
use crate::grid::format::lines::{Building, Doubt, Lines, is_blank};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{Excerpt, Format, ParseError, Problem, places};

/// What a record begins with that is one grid, or one in each line.
pub(in crate::grid::format) const AMBIGUOUS: u8 = 1;

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    lines.peek(0)?;
    if lines.doubt == Doubt::Ambiguous {
        lines.doubt = Doubt::None;
        record.text.push(AMBIGUOUS);
        while lines.peek(0)?.is_some_and(|line| !is_blank(line)) {
            lines.take(record);
        }
        return Ok(());
    }
    lines.take(record);
    // Where nothing tells what the lines of a block are, one error is enough for them.
    while lines.doubt == Doubt::Shapeless
        && lines.peek(0)?.is_some_and(|line| !is_blank(line) && !alphabet::is_line(line.trim_ascii()))
    {
        lines.take(record);
    }
    Ok(())
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let text = record.text.trim_ascii();
    let start = record.text.len() - record.text.trim_ascii_start().len();
    parse_word(record, start, text, boards)
}

/// Reads a grid that is one word of the record.
pub(in crate::grid::format) fn parse_word(
    record: &Record<'_>,
    start: usize,
    text: &[u8],
    boards: &mut Boards,
) -> Result<Grid, ParseError> {
    if let Some(board) = boards.asked_other() {
        return places::read_characters(record, start..start + text.len(), board);
    }
    let side = match boards.asked_side() {
        Some(side) => side,
        // What is no square at all is measured against the 9×9 grid when its characters are named.
        None => Alphabet::side_of(text.len()).unwrap_or(9),
    };
    let alphabet = Alphabet::of(text, side);
    if alphabet == Alphabet::Pairs {
        return parse_pairs(record, start, text, side, boards);
    }
    let value = |byte: u8| alphabet.value(byte).filter(|&value| usize::from(value) <= side);
    if let Some(bad) = text.iter().position(|&byte| value(byte).is_none()) {
        let found = Excerpt::character(&text[bad..]);
        return Err(record.error(start + bad, Problem::Character { side: side.min(Format::MAX_LINE_SIDE), found }));
    }
    if text.len() != side * side {
        let found = text.len();
        let problem = match boards.asked_side() {
            Some(side) => Problem::Cells { expected: side * side, found },
            None => Problem::NotSquare { found },
        };
        return Err(record.error(start + text.len(), problem));
    }
    let geometry = boards.of_side(side).map_err(|problem| record.error(start, problem))?;
    Ok(record::grid(geometry, text.iter().map(|&byte| alphabet.value(byte).unwrap_or(0))))
}

fn parse_pairs(
    record: &Record<'_>,
    start: usize,
    text: &[u8],
    side: usize,
    boards: &mut Boards,
) -> Result<Grid, ParseError> {
    let mut values = Vec::with_capacity(side * side);
    for (i, pair) in text.chunks(2).enumerate() {
        let number = match pair {
            [a, b] if a == b && is_empty_sign(*a) => Some(0),
            [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => Some(u16::from(tens - b'0') * 10 + u16::from(ones - b'0')),
            _ => None,
        };
        let number = number.filter(|&number| usize::from(number) <= side);
        let problem = || Problem::Number { side, found: Excerpt::new(pair) };
        values.push(number.ok_or_else(|| record.error(start + 2 * i, problem()))?);
    }
    let geometry = boards.of_side(side).map_err(|problem| record.error(start, problem))?;
    Ok(record::grid(geometry, values.into_iter()))
}

/// Appends cells of one character each.
pub(in crate::grid::format) fn push_cells(digits: &[Option<Digit>], empty: char, out: &mut String) {
    let radix = Format::MAX_LINE_SIDE as u32 + 1;
    out.extend(digits.iter().map(|digit| match digit {
        None => empty,
        Some(digit) => char::from_digit(u32::from(digit.get()), radix).unwrap_or('?').to_ascii_uppercase(),
    }));
}

pub(in crate::grid::format) fn write(grid: &Grid, out: &mut String) {
    if grid.geometry().plain_side().is_some() {
        push_cells(grid.digits(), '.', out);
    } else {
        places::push_characters(grid, out);
    }
    out.push('\n');
}

pub(in crate::grid::format) fn write_sdm(grid: &Grid, out: &mut String) {
    push_cells(grid.digits(), '0', out);
    out.push('\n');
}
