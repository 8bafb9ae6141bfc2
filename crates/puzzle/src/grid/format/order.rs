//! `order`: the order n, perhaps a line with a 1, then the N² = n⁴ numbers; −1, 0 or `.` for an empty cell.
//!
//! ```text
//! 2
//! 1
//! -1  3  1  -1
//! …
//! ```
//!
//! Blanks are tabs, spaces or line ends. It is written with the 1 and with tabs, as the benchmark sets of grids with
//! random holes are.

use std::fmt::Write;
use std::io::{self, BufRead};

use crate::geometry::{Digit, Geometry};
use crate::grid::Grid;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::sheet;

/// The largest order.
pub(super) const MAX: usize = Geometry::MAX_SIDE.isqrt();

pub(super) const EXPECTED: &str = "the order of the grid, a number from 1 to 64";

/// A mark that may stand on its own line between the order and the grid.
const MARK: &[u8] = b"1";

/// The order in a line.
pub(super) fn order(line: &[u8]) -> Option<usize> {
    let word = line.trim_ascii();
    let order = std::str::from_utf8(word).ok().filter(|_| word.iter().all(u8::is_ascii_digit))?.parse().ok()?;
    (1..=MAX).contains(&order).then_some(order)
}

/// Whether the line at hand is the mark, and the grid follows on the next.
fn is_mark<R: BufRead>(lines: &mut Lines<R>, order: usize) -> io::Result<bool> {
    let is_mark = lines.peek(0)?.is_some_and(|line| line.trim_ascii() == MARK);
    // The 1 may also be the whole content of a grid of one cell.
    Ok(is_mark && (order > 1 || lines.peek(1)?.is_some_and(|line| !is_blank(line))))
}

pub(super) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    let order = lines.peek(0)?.and_then(order);
    lines.take(record);
    let Some(order) = order else { return Ok(()) };
    while lines.peek(0)?.is_some_and(is_blank) {
        lines.take(record);
    }
    if is_mark(lines, order)? {
        lines.take(record);
    }
    let mut numbers = 0;
    while numbers < order.pow(4) {
        match lines.peek(0)? {
            None => break,
            // A puzzle that lacks numbers ends where the next puzzle begins.
            Some(line) if numbers > 0 && order > 1 && words(line).count() == 1 => break,
            Some(line) => numbers += words(line).count(),
        }
        lines.take(record);
    }
    Ok(())
}

pub(super) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let mut lines = record.lines();
    let (offset, line) = lines.next().unwrap_or((0, b""));
    let Some(order) = order(line) else {
        let at = line.len() - line.trim_ascii_start().len();
        let found = Excerpt::new(line.trim_ascii());
        return Err(record.error(offset + at, Problem::Word { expected: EXPECTED, found }));
    };
    let side = order * order;
    let mut lines = lines.peekable();
    let left: usize = lines.clone().map(|(_, line)| words(line).count()).sum();
    let has_mark = (order > 1 || left > 1) && lines.next_if(|(_, line)| line.trim_ascii() == MARK).is_some();
    let left = left - usize::from(has_mark);
    let mut values = Vec::new();
    for (offset, line) in lines {
        for (at, word) in words(line) {
            if values.len() == side * side {
                return Err(record.error(offset + at, Problem::Cells { expected: side * side, found: left }));
            }
            values.push((offset + at, word));
        }
    }
    let found = values.len();
    sheet::of_words(record, &values, side, boards, || {
        record.error_at_end(Problem::Cells { expected: side * side, found })
    })
}

pub(super) fn write(grid: &Grid, out: &mut String) {
    let side = grid.geometry().digit_count();
    let _ = writeln!(out, "{}\n1", side.isqrt());
    for row in grid.digits().chunks(side) {
        record::write_separated(row.iter().map(|digit| digit.map(Digit::get)), "\t", "-1", out);
        out.push('\n');
    }
}
