//! `chars`: N² characters other than blanks, over any number of lines; anything but a digit is an empty cell.
//!
//! Where no board is asked for, a puzzle ends after N lines of N characters, else at the first blank line by which there
//! are N² of them, else after 81 characters. Digits are those of `line`; a decimal above N is an error.

use std::io::{self, BufRead};

use crate::grid::Grid;
use crate::grid::format::characters::{self, Characters};
use crate::grid::format::lines::{Building, Lines, is_blank};
use crate::grid::format::record::{Boards, Record};
use crate::grid::format::{Format, ParseError, Problem, places, sdk};

/// A 9×9 grid has so many cells, which is what a text means that has no square number of them.
const CELLS: usize = 81;

/// A byte that begins a character other than a blank.
fn is_cell(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && byte & 0xc0 != 0x80
}

pub(in crate::grid::format) fn count(line: &[u8]) -> usize {
    line.iter().filter(|&&byte| is_cell(byte)).count()
}

/// How many cells the puzzle at hand has, by the layout of its lines.
fn expected<R: BufRead>(lines: &mut Lines<R>) -> io::Result<usize> {
    let first = lines.peek(0)?.map_or(0, count);
    let largest = Format::MAX_LINE_SIDE;
    let mut ahead = 1;
    let mut sum = first;
    let mut is_square = (1..=largest).contains(&first);
    loop {
        if is_square && ahead == first {
            return Ok(sum);
        }
        let Some(line) = lines.peek(ahead)?.filter(|line| !is_blank(line)) else { break };
        let cells = count(line);
        is_square &= cells == first;
        sum += cells;
        ahead += 1;
        if sum > largest.pow(2) {
            return Ok(CELLS);
        }
    }
    Ok(if sum.isqrt().pow(2) == sum && sum > 0 { sum } else { CELLS })
}

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    let canvas = lines.asked_canvas().or(lines.asked_side().map(|side| (side, side)));
    let expected = match canvas {
        Some((rows, columns)) => rows * columns,
        None => expected(lines)?,
    };
    let is_other = lines.asked_canvas().is_some();
    let mut cells = 0;
    // The first line is taken whatever it is.
    while let Some(line) = lines.peek(0)? {
        cells += if is_other { line.iter().filter(|byte| !byte.is_ascii_whitespace()).count() } else { count(line) };
        lines.take(record);
        if cells >= expected {
            break;
        }
    }
    Ok(())
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    if let Some(board) = boards.asked_other() {
        let characters = record.text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace());
        return places::read_characters(record, characters.map(|(at, _)| at), board);
    }
    let mut characters = Characters::default();
    for (offset, &byte) in record.text.iter().enumerate() {
        if is_cell(byte) {
            characters.push(offset, byte);
        }
    }
    let found = characters.len();
    let side = boards.asked_side().unwrap_or(match found.isqrt() {
        side if side * side == found && (1..=Format::MAX_LINE_SIDE).contains(&side) => side,
        _ => CELLS.isqrt(),
    });
    if found != side * side {
        return Err(record.error_at_end(Problem::Cells { expected: side * side, found }));
    }
    let values = characters.lax(record, side)?;
    characters::grid_of_side(record, side, values, boards)
}

pub(in crate::grid::format) fn write(grid: &Grid, out: &mut String) {
    sdk::write_rows(grid, out);
}
