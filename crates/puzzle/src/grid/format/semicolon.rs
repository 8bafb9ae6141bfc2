//! `semicolon`: the order n, then N = n² lines of N numbers with semicolons between them, `.` for an empty cell.

use std::fmt::Write;
use std::io::{self, BufRead};

use crate::geometry::Digit;
use crate::grid::Grid;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::lines::{Building, Lines, is_blank};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{order, sheet};

const SEPARATOR: u8 = b';';

pub(super) fn is_row(line: &[u8]) -> bool {
    line.contains(&SEPARATOR)
}

pub(super) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    let order = lines.peek(0)?.and_then(order::order);
    lines.take(record);
    let mut rows = 0;
    while rows < order.unwrap_or(0).pow(2) {
        match lines.peek(0)? {
            None => break,
            Some(line) if is_blank(line) => {}
            // A puzzle that lacks rows ends where the next puzzle begins.
            Some(line) if rows > 0 && !is_row(line) => break,
            Some(_) => rows += 1,
        }
        lines.take(record);
    }
    Ok(())
}

/// The fields of a row with their offsets; a semicolon behind the last is allowed.
fn fields(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let line = line.trim_ascii_end();
    let line = line.strip_suffix(&[SEPARATOR]).unwrap_or(line);
    let mut at = 0;
    line.split(|&byte| byte == SEPARATOR).map(move |field| {
        let start = at + field.len() - field.trim_ascii_start().len();
        at += field.len() + 1;
        (start, field.trim_ascii())
    })
}

pub(super) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let mut lines = record.lines();
    let (offset, line) = lines.next().unwrap_or((0, b""));
    let Some(order) = order::order(line) else {
        let at = line.len() - line.trim_ascii_start().len();
        let found = Excerpt::new(line.trim_ascii());
        return Err(record.error(offset + at, Problem::Word { expected: order::EXPECTED, found }));
    };
    let side = order * order;
    let mut values = Vec::new();
    for (offset, line) in lines {
        let found = fields(line).count();
        if found != side {
            let at = fields(line).nth(side).map_or(line.trim_ascii_end().len(), |(at, _)| at);
            return Err(record.error(offset + at, Problem::Cells { expected: side, found }));
        }
        values.extend(fields(line).map(|(at, field)| (offset + at, field)));
    }
    let found = values.len() / side;
    sheet::of_words(record, &values, side, boards, || record.error_at_end(Problem::Rows { expected: side, found }))
}

pub(super) fn write(grid: &Grid, out: &mut String) {
    let side = grid.geometry().digit_count();
    let _ = writeln!(out, "{}", side.isqrt());
    for row in grid.digits().chunks(side) {
        record::write_separated(row.iter().map(|digit| digit.map(Digit::get)), ";", ".", out);
        out.push('\n');
    }
}
