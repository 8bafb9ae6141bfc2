//! `ascii`: lines of words, then the grid drawn with `|` and `+---+`, `_` or `__` for an empty cell.
//!
//! ```text
//! puzzle size: 2x2
//! +-----+-----+
//! | _ 3 | 1 _ |
//! …
//! ```
//!
//! The words above the drawing are passed over: the borders tell the boxes. It is read and drawn as `grid` is, but has
//! no way to tell irregular regions or extra units.

use std::fmt::Write;
use std::io::{self, BufRead};

use crate::geometry::Regions;
use crate::grid::Grid;
use crate::grid::format::lines::{Building, Lines, is_blank};
use crate::grid::format::record::{Boards, Record};
use crate::grid::format::{ParseError, boxed};

/// So many lines of words may stand above a drawing.
pub(in crate::grid::format) const MAX_WORDS: usize = 16;

/// How many lines of words stand above a drawing, if a drawing follows them.
pub(in crate::grid::format) fn words_above<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Option<usize>> {
    for ahead in 0..=MAX_WORDS {
        match lines.peek(ahead)? {
            None => return Ok(None),
            Some(line) if boxed::is_part(line) => return Ok(Some(ahead)),
            Some(line) if is_blank(line) => {}
            Some(line) if !line.trim_ascii_start()[0].is_ascii_alphabetic() => return Ok(None),
            Some(_) => {}
        }
    }
    Ok(None)
}

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    for _ in 0..words_above(lines)?.unwrap_or(0) {
        lines.take(record);
    }
    boxed::split(lines, record)
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let drawing = record.lines().find(|(_, line)| boxed::is_part(line)).map_or(record.text.len(), |(at, _)| at);
    boxed::parse_from(record, drawing, boards)
}

pub(in crate::grid::format) fn write(grid: &Grid, out: &mut String) {
    if let Regions::Boxes { rows, columns } = grid.geometry().shape() {
        let _ = writeln!(out, "puzzle size: {rows}x{columns}");
    }
    let width = grid.geometry().digit_count().ilog10() as usize + 1;
    boxed::draw(grid, &"_".repeat(width), out);
}
