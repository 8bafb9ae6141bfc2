//! `header`: the lossless form, for every shape.
//!
//! ```text
//! c comments: lines that are c alone, or c before a blank
//! 2 3                        the rows and columns of a box, or: regions N, then N×N region numbers
//! diagonals                  if both diagonals are units
//! unit r1c1 r1c2 …           for each further unit, its N cells
//! 1 0 0 0 0 6                N×N numbers row by row, 0 for an empty cell, line breaks anywhere
//! …
//! ```

use std::fmt::Write;
use std::io::{self, BufRead};

use crate::geometry::{Cell, Digit, Geometry, GeometryError, ParseCellError, Regions};
use crate::grid::Grid;
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{Excerpt, ParseError, Problem};

const SHAPE: &str = "the rows and columns of a box, or: regions N";

/// Whether a line is a comment: `c` alone or before a blank, as in DIMACS.
pub(in crate::grid::format) fn is_comment(line: &[u8]) -> bool {
    line.strip_prefix(b"c").is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// What the line with the shape promises: how many numbers follow.
fn numbers_promised(line: &[u8]) -> Option<usize> {
    let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse::<usize>().ok();
    let mut words = words(line).map(|(_, word)| word);
    let (first, second) = (words.next()?, number(words.next()?)?);
    let (side, grids) = match first {
        b"regions" => (second, 2),
        rows => (number(rows)?.checked_mul(second)?, 1),
    };
    (words.next().is_none() && (1..=Geometry::MAX_SIDE).contains(&side)).then(|| side * side * grids)
}

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    while lines.peek(0)?.is_some_and(|line| is_blank(line) || is_comment(line)) {
        lines.take(record);
    }
    let promised = lines.peek(0)?.and_then(numbers_promised);
    lines.take(record);
    let mut numbers = 0;
    while promised.is_none_or(|promised| numbers < promised) {
        match lines.peek(0)? {
            None => break,
            // A puzzle that is not well begun ends at the next blank line, one that lacks numbers at a comment.
            Some(line) if promised.is_none() && is_blank(line) || is_comment(line) => break,
            Some(line) if line.trim_ascii_start().first().is_some_and(u8::is_ascii_alphabetic) => {}
            Some(line) => numbers += words(line).count(),
        }
        lines.take(record);
    }
    Ok(())
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let mut lines = record.lines().skip_while(|(_, line)| is_comment(line)).peekable();
    let Some((offset, line)) = lines.next() else {
        return Err(record.error_at_end(Problem::Word { expected: SHAPE, found: Excerpt::new(b"") }));
    };
    let shape = parse_shape(record, offset, line)?;
    let mut numbers = Numbers::default();
    if let Shape::Regions(side) = shape {
        while numbers.values.len() < side * side {
            let Some((offset, line)) = lines.next() else { break };
            numbers.add(record, offset, line, side)?;
        }
        numbers.expect(record, side * side)?;
    }
    let mut diagonals = false;
    let mut units = Vec::new();
    while let Some((offset, line)) = lines.next_if(|(_, line)| line.trim_ascii_start()[0].is_ascii_alphabetic()) {
        match words(line).next() {
            Some((_, b"diagonals")) if words(line).count() == 1 => diagonals = true,
            Some((_, b"unit")) => units.push(parse_unit(record, offset, line)?),
            _ => {
                let found = Excerpt::new(line.trim_ascii());
                let at = line.len() - line.trim_ascii_start().len();
                let expected = "diagonals, a unit's cells, or the numbers of the grid";
                return Err(record.error(offset + at, Problem::Word { expected, found }));
            }
        }
    }
    let side = shape.side();
    let mut cells = Numbers::default();
    for (offset, line) in lines {
        cells.add(record, offset, line, side)?;
    }
    cells.expect(record, side * side)?;
    let geometry = match shape {
        Shape::Boxes(rows, columns) if !diagonals && units.is_empty() => boards.of_boxes(rows, columns),
        _ => boards.exactly(side, || board(&shape, &numbers.values, diagonals, &units)),
    };
    let geometry = geometry.map_err(|problem| record.error(offset, problem))?;
    Ok(record::grid(geometry, cells.values.into_iter()))
}

enum Shape {
    Boxes(usize, usize),
    Regions(usize),
}

impl Shape {
    fn side(&self) -> usize {
        match *self {
            Self::Boxes(rows, columns) => rows * columns,
            Self::Regions(side) => side,
        }
    }
}

fn board(shape: &Shape, numbers: &[u16], diagonals: bool, units: &[Vec<Cell>]) -> Result<Geometry, GeometryError> {
    let board = match *shape {
        Shape::Boxes(rows, columns) => Geometry::boxes(rows, columns)?,
        Shape::Regions(side) => {
            Geometry::regions(side, &numbers.iter().map(|&number| u32::from(number)).collect::<Vec<_>>())?
        }
    };
    (if diagonals { board.with_diagonals() } else { board }).with_units(units)
}

fn parse_shape(record: &Record<'_>, offset: usize, line: &[u8]) -> Result<Shape, ParseError> {
    let mut parts = words(line);
    let wrong = |at: usize, word: &[u8]| {
        record.error(offset + at, Problem::Word { expected: SHAPE, found: Excerpt::new(word) })
    };
    let number = |part: Option<(usize, &[u8])>| {
        let (at, word) = part.unwrap_or((line.trim_ascii_end().len(), b""));
        std::str::from_utf8(word).ok().and_then(|word| word.parse::<usize>().ok()).ok_or_else(|| wrong(at, word))
    };
    let first = parts.next();
    let shape = if first.is_some_and(|(_, word)| word == b"regions") {
        let side = number(parts.next())?;
        if side == 0 || side > Geometry::MAX_SIDE {
            return Err(record.error(offset, GeometryError::Side { side }));
        }
        Shape::Regions(side)
    } else {
        let (rows, columns) = (number(first)?, number(parts.next())?);
        // Checked here, so that nothing is read for a board that cannot be.
        Geometry::check_boxes(rows, columns).map_err(|error| record.error(offset, error))?;
        Shape::Boxes(rows, columns)
    };
    match parts.next() {
        Some((at, word)) => Err(wrong(at, word)),
        None => Ok(shape),
    }
}

pub(in crate::grid::format) fn parse_unit(
    record: &Record<'_>,
    offset: usize,
    line: &[u8],
) -> Result<Vec<Cell>, ParseError> {
    let cell = |(at, word): (usize, &[u8])| {
        String::from_utf8_lossy(word).parse().map_err(|error: ParseCellError| record.error(offset + at, error))
    };
    words(line).skip(1).map(cell).collect()
}

/// Numbers that are collected over lines.
#[derive(Default)]
struct Numbers {
    values: Vec<u16>,
    /// Where the first number stands that is one too many.
    more: Option<usize>,
}

impl Numbers {
    fn add(&mut self, record: &Record<'_>, offset: usize, line: &[u8], side: usize) -> Result<(), ParseError> {
        for (at, word) in words(line) {
            if self.values.len() == side * side {
                self.more.get_or_insert(offset + at);
            }
            self.values.push(record.number(offset + at, word, side)?);
        }
        Ok(())
    }

    fn expect(&self, record: &Record<'_>, expected: usize) -> Result<(), ParseError> {
        let problem = Problem::Cells { expected, found: self.values.len() };
        match self.more {
            Some(offset) => Err(record.error(offset, problem)),
            None if self.values.len() < expected => Err(record.error_at_end(problem)),
            None => Ok(()),
        }
    }
}

/// The words of the header before the numbers of the grid.
fn write_board(geometry: &Geometry, out: &mut String) {
    match geometry.shape() {
        Regions::Boxes { rows, columns } => {
            let _ = writeln!(out, "{rows} {columns}");
        }
        Regions::Irregular => {
            let _ = writeln!(out, "regions {}", geometry.side());
            for row in geometry.units().take(geometry.side()) {
                record::write_row(geometry.unit(row).iter().map(|&cell| geometry.region(cell) as u16 + 1), out);
            }
        }
    }
    write_extra_units(geometry, out);
}

/// A line for the diagonals and for each further unit.
pub(in crate::grid::format) fn write_extra_units(geometry: &Geometry, out: &mut String) {
    if geometry.has_diagonals() {
        out.push_str("diagonals\n");
    }
    for unit in geometry.listed_units() {
        out.push_str("unit");
        for cell in geometry.unit(unit) {
            let _ = write!(out, " {cell}");
        }
        out.push('\n');
    }
}

pub(in crate::grid::format) fn write(grid: &Grid, out: &mut String) {
    write_board(grid.geometry(), out);
    for row in grid.digits().chunks(grid.geometry().side()) {
        record::write_row(row.iter().map(|digit| digit.map_or(0, Digit::get)), out);
    }
}
