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
use crate::grid::format::error::ParseError;
use crate::grid::format::lines::{Building, Lines, is_blank};
use crate::grid::format::record::{Boards, Record};
use crate::grid::format::{boxed, line};

/// The most lines of words above a drawing.
pub(crate) const MAX_WORDS: usize = 16;

/// The number of lines of words above a drawing, if a drawing follows the words.
pub(crate) fn words_above<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Option<usize>> {
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

pub(crate) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    for _ in 0..words_above(lines)?.unwrap_or(0) {
        lines.take(record);
    }
    boxed::split(lines, record)
}

pub(crate) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let drawing = record.lines().find(|(_, line)| boxed::is_part(line)).map_or(record.text.len(), |(at, _)| at);
    boxed::parse_from(record, drawing, boards)
}

pub(crate) fn write(grid: &Grid, out: &mut String) {
    if let Regions::Boxes { rows, columns } = grid.geometry().shape() {
        let _ = writeln!(out, "puzzle size: {rows}x{columns}");
    }
    let width = grid.geometry().digit_count().ilog10() as usize + 1;
    let empty = if line::empty_sign(grid) == '0' { "0".to_owned() } else { "_".repeat(width) };
    boxed::draw(grid, &empty, out);
}
