//! `chars`: N² characters other than blanks, over any number of lines; every character except a digit is an empty cell. Almost
//! any text is then a grid, so `chars` is never detected and must be requested.
//!
//! Without a requested board, a puzzle ends after N lines of N characters, else at the first blank line behind N² characters,
//! else after 81 characters. Digits are written as in `line`; a decimal above N is an error.

use std::io::{self, BufRead};

use crate::grid::Grid;
use crate::grid::format::alphabet::Alphabet;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::formats::Format;
use crate::grid::format::lines::{Building, Lines, is_blank};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{places, sdk};

/// The cells of a 9×9 grid, assumed for texts whose number of characters is not a square.
const CELLS: usize = 81;

/// Whether a byte begins a non-blank character.
fn is_cell(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && byte & 0xc0 != 0x80
}

pub(crate) fn count(line: &[u8]) -> usize {
    line.iter().filter(|&&byte| is_cell(byte)).count()
}

/// The number of cells of the puzzle at hand, by the layout of its lines.
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

pub(crate) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    let canvas = lines.asked_canvas().or(lines.asked_side().map(|side| (side, side)));
    let expected = match canvas {
        Some((rows, columns)) => rows * columns,
        None => expected(lines)?,
    };
    let is_other = lines.asked_canvas().is_some();
    let mut cells = 0;
    // Takes the first line unconditionally.
    while let Some(line) = lines.peek(0)? {
        cells += if is_other { line.iter().filter(|byte| !byte.is_ascii_whitespace()).count() } else { count(line) };
        lines.take(record);
        if cells >= expected {
            break;
        }
    }
    Ok(())
}

pub(crate) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    if let Some(board) = boards.asked_other() {
        let characters = record.text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace());
        return places::read_characters(record, characters.map(|(at, _)| at), board);
    }
    let places: Vec<usize> = (0..record.text.len()).filter(|&at| is_cell(record.text[at])).collect();
    let found = places.len();
    let side = boards.asked_side().unwrap_or(match found.isqrt() {
        side if side * side == found && (1..=Format::MAX_LINE_SIDE).contains(&side) => side,
        _ => CELLS.isqrt(),
    });
    if found != side * side {
        return Err(record.error_at_end(Problem::Cells { expected: side * side, found }));
    }
    let geometry = boards.of_side(side).map_err(|problem| record.error(0, problem))?;
    let characters: Vec<u8> = places.iter().map(|&at| record.text[at]).collect();
    let alphabet = boards.alphabet().unwrap_or_else(|| Alphabet::of(&characters, side));
    let value = |(&at, &byte): (&usize, &u8)| match alphabet.value(byte) {
        Some(value) if usize::from(value) <= side => Ok(value),
        // A decimal is never the sign for an empty cell.
        Some(_) if byte.is_ascii_digit() => {
            let side = side.min(Format::MAX_LINE_SIDE);
            Err(record.error(at, Problem::Character { side, found: Excerpt::character(&record.text[at..]) }))
        }
        _ => Ok(0),
    };
    let values = places.iter().zip(&characters).map(value).collect::<Result<Vec<_>, _>>()?;
    Ok(record::grid(geometry, values.into_iter()))
}

pub(crate) fn write(grid: &Grid, out: &mut String) {
    sdk::write_rows(grid, out);
}
