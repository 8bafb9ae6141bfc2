//! `ss`: the drawing of Simple Sudoku, one character a cell, with bars between boxes and rules between bands.
//!
//! ```text
//! 1..|...|7..          *-----------*
//! .2.|...|5..          |1..|...|7..|
//! 6..|38.|...          |.2.|...|5..|
//! -----------          |6..|38.|...|
//! .78|...|...          |---+---+---|
//! …                    …
//! ```
//!
//! The bars and rules tell the shape of the boxes. A rule is a line of `-`, `+`, `*` and `|` alone. Cells are those of
//! `line`; the form on the left is the one that is written, and the one on the right where boxes are as wide as the grid: there
//! are no bars to know it by.

use std::io::{self, BufRead};

use crate::geometry::Regions;
use crate::grid::Grid;
use crate::grid::format::characters::Characters;
use crate::grid::format::line;
use crate::grid::format::lines::{Building, Lines, is_blank};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{Format, ParseError, Problem};

const BAR: u8 = b'|';

/// Whether a line parts two bands, or frames the drawing.
fn is_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.contains(&b'-') && line.iter().all(|byte| b"-+*|".contains(byte))
}

fn is_frame(line: &[u8]) -> bool {
    is_rule(line) && line.trim_ascii_start().starts_with(b"*")
}

/// Whether a first line is of this drawing rather than of the one whose cells stand between blanks.
pub(in crate::grid::format) fn begins(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    if is_frame(line) {
        return true;
    }
    let is_cell = |byte: &u8| byte.is_ascii_alphanumeric() || b"._*|".contains(byte);
    let is_tight = |part: &[u8]| part.len() > 1 && !part.iter().all(u8::is_ascii_digit);
    let parts = || line.split(|&byte| byte == BAR).filter(|part| !part.is_empty());
    line.contains(&BAR) && line.iter().all(is_cell) && (!line.starts_with(b"|") || parts().any(is_tight))
}

/// The cells of a row with their offsets.
fn cells(line: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    let is_cell = |&(_, byte): &(usize, u8)| byte != BAR && !byte.is_ascii_whitespace();
    line.iter().copied().enumerate().filter(is_cell)
}

/// The characters of all cells.
pub(in crate::grid::format) fn characters(record: &Record<'_>) -> Vec<u8> {
    let rows = record.lines().filter(|(_, line)| !is_rule(line));
    rows.flat_map(|(_, line)| cells(line).map(|(_, byte)| byte)).collect()
}

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    let mut side = None;
    let mut rows = 0;
    let mut is_first = true;
    while side.is_none_or(|side| rows < side) {
        match lines.peek(0)? {
            None => break,
            Some(line) if !is_first && is_blank(line) => break,
            Some(line) if is_rule(line) => {}
            Some(line) => {
                rows += 1;
                side = side.or_else(|| Some(cells(line).count().clamp(1, Format::MAX_LINE_SIDE)));
            }
        }
        lines.take(record);
        is_first = false;
    }
    // The frame below belongs to this drawing where there is one above.
    if record.text[record.start..].trim_ascii_start().starts_with(b"*-") && lines.peek(0)?.is_some_and(is_frame) {
        lines.take(record);
    }
    Ok(())
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let mut characters = Characters::default();
    let mut side = boards.asked_side();
    let (mut rows, mut band) = (0, None);
    let mut stack = None;
    for (offset, line) in record.lines() {
        if is_rule(line) {
            if rows > 0 {
                band.get_or_insert(rows);
            }
            continue;
        }
        let found = cells(line).count();
        let expected = *side.get_or_insert(found.clamp(1, Format::MAX_LINE_SIDE));
        let mut row = Characters::default();
        for (at, byte) in cells(line).take(expected) {
            row.push(offset + at, byte);
            characters.push(offset + at, byte);
        }
        if found != expected {
            row.values(record, expected)?;
            let at = cells(line).nth(expected).map_or(line.trim_ascii_end().len(), |(at, _)| at);
            return Err(record.error(offset + at, Problem::Cells { expected, found }));
        }
        let box_end = line.iter().skip(cells(line).next().map_or(0, |(at, _)| at)).position(|&byte| byte == BAR);
        if let Some(columns) = box_end {
            stack.get_or_insert(columns);
        }
        rows += 1;
    }
    let side = side.unwrap_or(9);
    let values = characters.values(record, side)?;
    if rows != side {
        return Err(record.error_at_end(Problem::Rows { expected: side, found: rows }));
    }
    let (band, stack) = (band.unwrap_or(side), stack.unwrap_or(side));
    if band * stack != side {
        return Err(record.error(0, Problem::Border("bars and rules around boxes of as many cells as the side")));
    }
    let geometry = boards.of_boxes(band, stack).map_err(|problem| record.error(0, problem))?;
    Ok(record::grid(geometry, values.into_iter()))
}

pub(in crate::grid::format) fn write(grid: &Grid, out: &mut String) {
    let Regions::Boxes { rows, columns } = grid.geometry().shape() else { return };
    let side = grid.geometry().digit_count();
    let (rows, columns) = (usize::from(rows), usize::from(columns));
    let rule = "-".repeat(side + side / columns - 1);
    let is_framed = columns == side && side > 1;
    let frame = |out: &mut String| out.extend(["*", &rule, "*\n"]);
    if is_framed {
        frame(out);
    }
    let edge = if is_framed { "|" } else { "" };
    for (i, row) in grid.digits().chunks(side).enumerate() {
        if i > 0 && i % rows == 0 {
            out.extend([edge, &rule, edge, "\n"]);
        }
        out.push_str(edge);
        for (j, part) in row.chunks(columns).enumerate() {
            if j > 0 {
                out.push('|');
            }
            line::push_cells(part, '.', out);
        }
        out.extend([edge, "\n"]);
    }
    if is_framed {
        frame(out);
    }
}
