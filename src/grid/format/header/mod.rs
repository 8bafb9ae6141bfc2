//! `header`: the lossless form, for every board.
//!
//! ```text
//! c comments: lines that are c alone, or c before a blank, and lines with # at their start, above the first number of cells
//! 2 3                        a square with boxes of 2 rows and 3 columns; or one of:
//!   latin N                    a square of side N without boxes
//!   regions N                  a square with irregular regions: N×N region numbers follow, 0 for none
//!   canvas R C                 R rows and C columns of cells; then, if it has boxes or regions, boxes R C, or
//!                              regions and R×C region numbers
//!   grid RxC at r1c1           squares that overlap, a line for each: its boxes and its first cell
//! digits 0..8                if the digits are not 1 to N
//! diagonals                  if both diagonals are units
//! unit r1c1 r1c2 …           for each further unit, its cells
//! killer 15 r1c1 r1c2        for each rule, its line: see [`rule`](crate::rule)
//! 1 0 0 0 0 6                a number for each place of the canvas, row by row, line breaks anywhere; . or 0 for an empty
//! …                          cell (. where 0 is a digit), - where there is no cell
//! ```

mod shape;
mod write;

pub(in crate::grid::format) use shape::tells_board;
pub(in crate::grid::format) use write::{write, write_extra_units};

use std::io::{self, BufRead};
use std::sync::Arc;

use crate::geometry::{Cell, Geometry, GeometryError, ParseCellError};
use crate::grid::Grid;
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::places;
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{Excerpt, ParseError, Problem};
use crate::rule::{ParseRuleError, Rule, Rules};
use shape::{Canvas, SHAPE, Shape, parse_shape, range_of};

/// Whether a line is a comment: `c` alone or before a blank, as in DIMACS.
pub(in crate::grid::format) fn is_comment(line: &[u8]) -> bool {
    line.strip_prefix(b"c").is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// Whether a line above the shape is a comment; what touches `#` may be the puzzle of a link.
fn is_above(line: &[u8]) -> bool {
    is_comment(line) || line.starts_with(b"# ")
}

/// Whether a line between the shape and the numbers says nothing.
fn is_passed_over(line: &[u8]) -> bool {
    is_comment(line) || line.starts_with(b"#")
}

/// Whether a line is the first of a shape that begins with a word.
pub(in crate::grid::format) fn begins(line: &[u8]) -> bool {
    line.first().is_some_and(u8::is_ascii_lowercase)
        && (Shape::of(line).is_some() || matches!(words(line).next(), Some((_, b"regions"))))
}

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    while lines.peek(0)?.is_some_and(|line| is_blank(line) || is_above(line)) {
        lines.take(record);
    }
    let mut shape = lines.peek(0)?.and_then(Shape::of);
    lines.take(record);
    let mut numbers = 0;
    loop {
        let promised = shape.as_ref().and_then(Shape::numbers);
        if promised.is_some_and(|promised| numbers >= promised) {
            return Ok(());
        }
        match lines.peek(0)? {
            None => break,
            // A puzzle that is not well begun ends at the next blank line or comment, one that lacks numbers at a comment.
            Some(line) if promised.is_none() && is_blank(line) => break,
            Some(line) if is_comment(line) && (promised.is_none() || numbers > 0) => break,
            Some(line) if is_passed_over(line) && numbers == 0 => {}
            Some(line) if line.trim_ascii_start().first().is_some_and(u8::is_ascii_alphabetic) => {
                if let Some(shape) = shape.as_mut().filter(|_| numbers == 0) {
                    shape.take(line);
                }
            }
            Some(line) => numbers += words(line).count(),
        }
        lines.take(record);
    }
    Ok(())
}

/// What is expected between the shape and the cells.
const SAYS_MORE: &str =
    "digits, diagonals, a unit's cells, a rule (satdoku rules lists them), or the numbers of the grid";

/// What the words between the shape and the cells say.
#[derive(Default)]
struct Words {
    digits: Option<(usize, usize)>,
    diagonals: bool,
    units: Vec<Vec<Cell>>,
    rules: Vec<Rule>,
    /// Where their lines begin.
    digits_at: usize,
    diagonals_at: usize,
    units_at: Vec<usize>,
    rules_at: Vec<usize>,
}

impl Words {
    /// Reads a line.
    fn read(&mut self, record: &Record<'_>, offset: usize, line: &[u8]) -> Result<(), ParseError> {
        let words: Vec<(usize, &[u8])> = words(line).collect();
        match *words {
            [(at, b"diagonals")] => {
                self.diagonals = true;
                self.diagonals_at = offset + at;
            }
            [(first, b"digits"), (at, word)] if self.digits.is_none() => {
                self.digits_at = offset + first;
                let found = Excerpt::new(word);
                let expected = "the first and the last digit, such as 0..8";
                let digits = range_of(word);
                self.digits = Some(digits.ok_or_else(|| record.error(offset + at, Problem::Word { expected, found }))?);
            }
            [(at, b"unit"), ..] => {
                self.units.push(parse_unit(record, offset, line)?);
                self.units_at.push(offset + at);
            }
            _ => {
                let at = line.len() - line.trim_ascii_start().len();
                let text = String::from_utf8_lossy(line);
                let wrong = |(within, error): (usize, ParseRuleError)| match error {
                    ParseRuleError::Keyword(word) if within == at => {
                        let found = Excerpt::new(word.as_bytes());
                        record.error(offset + at, Problem::Word { expected: SAYS_MORE, found })
                    }
                    // Bytes that are no text are shorter than what stands for them.
                    error => record.error(offset + within.min(line.len()), error),
                };
                self.rules.push(Rule::read_line(&text).map_err(wrong)?);
                self.rules_at.push(offset + at);
            }
        }
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.digits.is_none() && !self.diagonals && self.units.is_empty() && self.rules.is_empty()
    }
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let mut lines = record.lines().skip_while(|(_, line)| is_above(line));
    let Some((offset, line)) = lines.next() else {
        return Err(record.error_at_end(Problem::Word { expected: SHAPE, found: Excerpt::new(b"") }));
    };
    let mut lines = lines.filter(|(_, line)| !is_passed_over(line)).peekable();
    let mut shape = parse_shape(record, offset, line)?;
    while lines.next_if(|(_, line)| shape.take(line)).is_some() {}
    let wrong = |error: GeometryError| record.error(offset, error);
    let Some((rows, columns)) = shape.canvas() else {
        // It says by itself what is wrong.
        let board = shape.board().map_err(wrong)?;
        return Err(wrong(GeometryError::Canvas { rows: board.rows(), columns: board.columns() }));
    };
    boards.check(rows.max(columns)).map_err(|problem| record.error(offset, problem))?;
    let mut regions = Numbers { limit: shape.region_numbers(), ..Numbers::default() };
    while regions.values.len() < regions.limit {
        let Some((offset, line)) = lines.next() else { break };
        regions.add(record, offset, line, rows * columns)?;
    }
    regions.expect(record)?;
    let mut words_between = Words::default();
    while let Some((offset, line)) = lines.next_if(|(_, line)| line.trim_ascii_start()[0].is_ascii_alphabetic()) {
        words_between.read(record, offset, line)?;
    }
    let cells = lines.flat_map(|(offset, line)| words(line).map(move |(at, word)| (offset + at, word)));
    if let (&Shape::Boxes(rows, columns), true) = (&shape, words_between.is_empty()) {
        // The board of most puzzles is shared, and made once the numbers are there.
        let side = rows * columns;
        let values = square_values(record, cells, side)?;
        let board = boards.of_boxes(rows, columns).map_err(|problem| record.error(offset, problem))?;
        return Ok(record::grid(board, values.into_iter()));
    }
    let board = board(&shape, &regions.values, &words_between)
        .map_err(|(at, error)| record.error(at.map_or(offset, |at| place_in_unit(record, at, &error)), error))?;
    let told = Arc::new(board);
    let grid = places::read(record, &told, cells)?;
    if !words_between.rules.is_empty() {
        if let Some(asked) = boards.asked().filter(|asked| ***asked != *told) {
            let problem = Problem::Board { expected: asked.to_string(), found: told.to_string() };
            return Err(record.error(offset, problem));
        }
        let at = words_between.rules_at;
        return grid.with_rules(words_between.rules).map_err(|error| record.error(at[error.number], error));
    }
    let board = boards.exactly(Arc::unwrap_or_clone(told)).map_err(|problem| record.error(offset, problem))?;
    Ok(Grid { geometry: board, digits: grid.digits, rules: Rules::default() })
}

/// The numbers of a square with the digits from 1.
fn square_values<'a>(
    record: &Record<'_>,
    cells: impl Iterator<Item = (usize, &'a [u8])>,
    side: usize,
) -> Result<Vec<u16>, ParseError> {
    let mut numbers = Numbers { limit: side * side, ..Numbers::default() };
    for (offset, word) in cells {
        numbers.push(record, offset, word, side)?;
    }
    numbers.expect(record)?;
    Ok(numbers.values)
}

/// The board; or why there is none, and where the line begins that says what cannot be, if it is another than the first.
fn board(shape: &Shape, regions: &[u16], words: &Words) -> Result<Geometry, (Option<usize>, GeometryError)> {
    let of_shape = |error| (None, error);
    let regions: Vec<u32> = regions.iter().map(|&number| number.into()).collect();
    let mut board = shape.board().map_err(of_shape)?;
    if let Some((first, last)) = words.digits {
        board = board.with_digits(first..=last).map_err(|error| (Some(words.digits_at), error))?;
    }
    board = match shape {
        Shape::Canvas(Canvas { boxes: Some((rows, columns)), .. }) => board.with_boxes(*rows, *columns),
        Shape::Canvas(Canvas { has_regions: true, .. }) | Shape::Regions(_) => board.with_regions(&regions),
        _ => Ok(board),
    }
    .map_err(of_shape)?;
    if words.diagonals {
        board = board.with_diagonals().map_err(|error| (Some(words.diagonals_at), error))?;
    }
    // The last that is taken is the wrong one.
    let mut taken = 0;
    let units = words.units.iter().inspect(|_| taken += 1);
    board.with_units(units).map_err(|error| (words.units_at.get(taken - 1).copied(), error))
}

/// The place of a cell that cannot be in the line of its unit, or that line's.
fn place_in_unit(record: &Record<'_>, line: usize, error: &GeometryError) -> usize {
    let (GeometryError::Outside { cell, .. } | GeometryError::UnitRepeats(cell)) = error else { return line };
    let end = record.text[line..].iter().position(|&byte| byte == b'\n').map_or(record.text.len(), |end| line + end);
    let is_it = |word: &[u8]| std::str::from_utf8(word).is_ok_and(|word| word.parse() == Ok(*cell));
    words(&record.text[line..end]).filter(|(_, word)| is_it(word)).last().map_or(line, |(at, _)| line + at)
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
    /// How many are wanted.
    limit: usize,
    values: Vec<u16>,
    /// Where the first number stands that is one too many.
    more: Option<usize>,
}

impl Numbers {
    fn add(&mut self, record: &Record<'_>, offset: usize, line: &[u8], most: usize) -> Result<(), ParseError> {
        words(line).try_for_each(|(at, word)| self.push(record, offset + at, word, most))
    }

    fn push(&mut self, record: &Record<'_>, offset: usize, word: &[u8], most: usize) -> Result<(), ParseError> {
        if self.values.len() == self.limit {
            self.more.get_or_insert(offset);
        }
        self.values.push(record.number(offset, word, most)?);
        Ok(())
    }

    fn expect(&self, record: &Record<'_>) -> Result<(), ParseError> {
        let problem = Problem::Cells { expected: self.limit, found: self.values.len() };
        match self.more {
            Some(offset) => Err(record.error(offset, problem)),
            None if self.values.len() < self.limit => Err(record.error_at_end(problem)),
            None => Ok(()),
        }
    }
}
