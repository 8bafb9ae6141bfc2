//! `line`: one puzzle a line, one character a cell.
//!
//! N² characters, row by row: `.`, `0`, `_` or `*` for an empty cell, `1` to `9` and then `A` to `Z` (or `a` to
//! `z`) for the digits, so sides up to 35. Blank lines and lines that begin with `#` are passed over.

use std::io::{self, BufRead};

use crate::grid::Grid;
use crate::grid::format::lines::{Building, Lines};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{Format, ParseError, Problem, Shown};

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    lines.peek(0)?;
    lines.take(record);
    Ok(())
}

/// The value of a cell's character, 0 for an empty cell.
pub(in crate::grid::format) fn value(byte: u8) -> Option<u16> {
    match byte {
        b'.' | b'_' | b'*' => Some(0),
        b'0'..=b'9' => Some(u16::from(byte - b'0')),
        b'a'..=b'z' => Some(u16::from(byte - b'a') + 10),
        b'A'..=b'Z' => Some(u16::from(byte - b'A') + 10),
        _ => None,
    }
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let text = record.text.trim_ascii();
    let start = record.text.len() - record.text.trim_ascii_start().len();
    let side = match boards.asked_side() {
        Some(side) => side,
        // What is no square at all is measured against the 9×9 grid when its characters are named.
        None => (1..=Format::MAX_LINE_SIDE).find(|side| side * side == text.len()).unwrap_or(9),
    };
    let is_cell = |byte: u8| value(byte).is_some_and(|value| usize::from(value) <= side);
    if let Some(bad) = text.iter().position(|&byte| !is_cell(byte)) {
        let found = Shown::character(&text[bad..]);
        return Err(record.error(start + bad, Problem::Character { side: side.min(Format::MAX_LINE_SIDE), found }));
    }
    if text.len() != side * side {
        let found = text.len();
        let problem = match boards.asked_side() {
            Some(side) => Problem::Cells { expected: side * side, found },
            None => Problem::NotSquare { found },
        };
        return Err(record.error_at_end(problem));
    }
    let geometry = boards.of_side(side).map_err(|problem| record.error(start, problem))?;
    Ok(record::grid(geometry, text.iter().filter_map(|&byte| value(byte))))
}

pub(in crate::grid::format) fn write(grid: &Grid, out: &mut String) {
    let radix = Format::MAX_LINE_SIDE as u32 + 1;
    out.extend(grid.digits().iter().map(|digit| match digit {
        None => '.',
        Some(digit) => char::from_digit(u32::from(digit.get()), radix).unwrap_or('?').to_ascii_uppercase(),
    }));
    out.push('\n');
}
