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
//! The bars and rules define the shape of the boxes. A rule is a line of `-`, `+`, `*` and `|` alone. Cells are written as in
//! `line`. The writer uses the form on the left, or the form on the right if boxes are as wide as the grid and no bars identify
//! the format.

use std::io::{self, BufRead};

use crate::geometry::Regions;
use crate::grid::Grid;
use crate::grid::format::error::ParseError;
use crate::grid::format::formats::Format;
use crate::grid::format::lines::{Building, Lines, is_blank};
use crate::grid::format::record::{Boards, Record};
use crate::grid::format::sheet::{self, Above};
use crate::grid::format::{line, plain};

const BAR: u8 = b'|';

/// The fewest cells of a row with a bar.
const LEAST_CELLS: usize = 4;

/// Whether a line parts two bands, or frames the drawing.
fn is_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.contains(&b'-') && line.iter().all(|byte| b"-+*|".contains(byte))
}

fn is_frame(line: &[u8]) -> bool {
    is_rule(line) && line.trim_ascii_start().starts_with(b"*")
}

/// Whether a first line begins this drawing rather than a drawing with blanks between cells.
pub(crate) fn begins(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    if is_frame(line) {
        return true;
    }
    let is_cell = |byte: &u8| byte.is_ascii_alphanumeric() || b"._*|".contains(byte) || plain::is_mark(*byte);
    let is_tight = |part: &[u8]| part.len() > 1 && !part.iter().all(u8::is_ascii_digit);
    let parts = || line.split(|&byte| byte == BAR).filter(|part| !part.is_empty());
    // Bars part boxes of two columns at least; a wider line has numbers of several digits.
    let has_cells = (LEAST_CELLS..=Format::MAX_LINE_SIDE).contains(&cells(line).count());
    let has_nothing = line.windows(2).any(|pair| pair == b"||");
    has_cells
        && !has_nothing
        && line.contains(&BAR)
        && line.iter().all(is_cell)
        && (!line.starts_with(b"|") || parts().any(is_tight))
}

/// The cells of a row with their offsets.
fn cells(line: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    let is_cell = |&(_, byte): &(usize, u8)| byte != BAR && !byte.is_ascii_whitespace();
    line.iter().copied().enumerate().filter(is_cell)
}

pub(crate) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
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
    // A frame below belongs to the drawing if a frame is above.
    if record.text[record.start..].trim_ascii_start().starts_with(b"*-") && lines.peek(0)?.is_some_and(is_frame) {
        lines.take(record);
    }
    Ok(())
}

pub(crate) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let lines: Vec<_> = record.lines().collect();
    sheet::read(record, &lines, &Above::default(), boards)
}

pub(crate) fn write(grid: &Grid, out: &mut String) {
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
    let empty = line::empty_sign(grid);
    for (i, row) in grid.digits().chunks(side).enumerate() {
        if i > 0 && i % rows == 0 {
            out.extend([edge, &rule, edge, "\n"]);
        }
        out.push_str(edge);
        for (j, part) in row.chunks(columns).enumerate() {
            if j > 0 {
                out.push('|');
            }
            line::push_cells(part, empty, out);
        }
        out.extend([edge, "\n"]);
    }
    if is_framed {
        frame(out);
    }
}
