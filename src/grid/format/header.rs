//! `header`: the lossless form, for every board.
//!
//! ```text
//! c comments: lines that are c alone, or c before a blank
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

use std::fmt::Write;
use std::io::{self, BufRead};
use std::sync::Arc;

use crate::geometry::{Cell, Digit, Geometry, GeometryError, ParseCellError, Regions, Square};
use crate::grid::Grid;
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::places;
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{Excerpt, ParseError, Problem};
use crate::rule::{ParseRuleError, Rule, Rules};

const SHAPE: &str = "the rows and columns of a box, or: regions N, latin N, canvas R C, grid RxC at r1c1";

/// Whether a line is a comment: `c` alone or before a blank, as in DIMACS.
pub(in crate::grid::format) fn is_comment(line: &[u8]) -> bool {
    line.strip_prefix(b"c").is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// The first line of a shape, and those that say more of its canvas.
#[derive(Clone, Debug)]
enum Shape {
    Boxes(usize, usize),
    Regions(usize),
    Latin(usize),
    Canvas(Canvas),
    Squares(Vec<Square>),
}

/// A canvas and what lies on it.
#[derive(Clone, Copy, Debug)]
struct Canvas {
    rows: usize,
    columns: usize,
    boxes: Option<(usize, usize)>,
    has_regions: bool,
}

fn number(word: &[u8]) -> Option<usize> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

fn square(boxes: &[u8], corner: &[u8]) -> Option<Square> {
    format!("{}@{}", std::str::from_utf8(boxes).ok()?, std::str::from_utf8(corner).ok()?).parse().ok()
}

impl Shape {
    /// The shape that a first line says.
    fn of(line: &[u8]) -> Option<Self> {
        let words: Vec<&[u8]> = words(line).map(|(_, word)| word).take(5).collect();
        Some(match *words {
            [b"regions", side] => Self::Regions(number(side)?),
            [b"latin", side] => Self::Latin(number(side)?),
            [b"canvas", rows, columns] => {
                Self::Canvas(Canvas { rows: number(rows)?, columns: number(columns)?, boxes: None, has_regions: false })
            }
            [b"grid", boxes, b"at", corner] => Self::Squares(vec![square(boxes, corner)?]),
            [rows, columns] => Self::Boxes(number(rows)?, number(columns)?),
            _ => return None,
        })
    }

    /// Takes what a further line says of the canvas; whether it says anything.
    fn take(&mut self, line: &[u8]) -> bool {
        let words: Vec<&[u8]> = words(line).map(|(_, word)| word).take(5).collect();
        match (self, &*words) {
            (Self::Squares(squares), [b"grid", boxes, b"at", corner]) => {
                let square = square(boxes, corner);
                squares.extend(square);
                square.is_some()
            }
            (Self::Canvas(canvas), [b"boxes", rows, columns]) if canvas.boxes.is_none() && !canvas.has_regions => {
                canvas.boxes = number(rows).zip(number(columns));
                canvas.boxes.is_some()
            }
            (Self::Canvas(canvas), [b"regions"]) if canvas.boxes.is_none() && !canvas.has_regions => {
                canvas.has_regions = true;
                true
            }
            _ => false,
        }
    }

    /// Rows and columns of the canvas; none where they are more than any board has.
    fn canvas(&self) -> Option<(usize, usize)> {
        let (rows, columns) = match self {
            &Self::Boxes(rows, columns) => {
                let side = rows.checked_mul(columns)?;
                (side, side)
            }
            &Self::Regions(side) | &Self::Latin(side) => (side, side),
            Self::Canvas(canvas) => (canvas.rows, canvas.columns),
            Self::Squares(squares) => {
                let ends = squares.iter().map(|it| (it.corner.row() + it.side(), it.corner.column() + it.side()));
                ends.fold((0, 0), |most, end| (most.0.max(end.0), most.1.max(end.1)))
            }
        };
        let is_possible = (1..=Geometry::MAX_SIDE).contains(&rows) && (1..=Geometry::MAX_SIDE).contains(&columns);
        is_possible.then_some((rows, columns))
    }

    /// How many region numbers follow.
    fn region_numbers(&self) -> usize {
        match self {
            Self::Regions(side) => side * side,
            Self::Canvas(canvas) if canvas.has_regions => canvas.rows * canvas.columns,
            _ => 0,
        }
    }

    /// How many numbers follow in all.
    fn numbers(&self) -> Option<usize> {
        self.canvas().map(|(rows, columns)| rows * columns + self.region_numbers())
    }

    /// The board without its regions.
    fn board(&self) -> Result<Geometry, GeometryError> {
        match self {
            Self::Boxes(rows, columns) => Geometry::boxes(*rows, *columns),
            // Regions are laid once the digits are known.
            Self::Regions(side) | Self::Latin(side) => Geometry::latin(*side),
            Self::Squares(squares) => Geometry::overlapping(squares),
            Self::Canvas(canvas) => {
                // Digits may be told behind; a canvas has at least as many as its longer side.
                Geometry::canvas(canvas.rows, canvas.columns, canvas.rows.max(canvas.columns))
            }
        }
    }
}

/// Whether a line is the first of a shape that begins with a word.
pub(in crate::grid::format) fn begins(line: &[u8]) -> bool {
    line.first().is_some_and(u8::is_ascii_lowercase)
        && (Shape::of(line).is_some() || matches!(words(line).next(), Some((_, b"regions"))))
}

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    while lines.peek(0)?.is_some_and(|line| is_blank(line) || is_comment(line)) {
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
            // A puzzle that is not well begun ends at the next blank line, one that lacks numbers at a comment.
            Some(line) if promised.is_none() && is_blank(line) || is_comment(line) => break,
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

/// What the words between the shape and the cells say.
#[derive(Default)]
struct Words {
    digits: Option<(usize, usize)>,
    diagonals: bool,
    units: Vec<Vec<Cell>>,
    rules: Vec<Rule>,
}

impl Words {
    /// Reads a line.
    fn read(&mut self, record: &Record<'_>, offset: usize, line: &[u8]) -> Result<(), ParseError> {
        let words: Vec<(usize, &[u8])> = words(line).collect();
        let range = |word: &[u8]| {
            let (first, last) = std::str::from_utf8(word).ok()?.split_once("..")?;
            Some((first.parse().ok()?, last.parse().ok()?))
        };
        match *words {
            [(_, b"diagonals")] => self.diagonals = true,
            [(_, b"digits"), (at, word)] if self.digits.is_none() => {
                let found = Excerpt::new(word);
                let expected = "the first and the last digit, such as 0..8";
                let digits = range(word);
                self.digits = Some(digits.ok_or_else(|| record.error(offset + at, Problem::Word { expected, found }))?);
            }
            [(_, b"unit"), ..] => self.units.push(parse_unit(record, offset, line)?),
            _ => {
                let at = line.len() - line.trim_ascii_start().len();
                let line = String::from_utf8_lossy(line);
                let wrong = |error: ParseRuleError| match error {
                    ParseRuleError::Keyword(_) => {
                        let found = Excerpt::new(line.trim().as_bytes());
                        let expected = "digits, diagonals, a unit's cells, a rule, or the numbers of the grid";
                        record.error(offset + at, Problem::Word { expected, found })
                    }
                    error => record.error(offset + at, error),
                };
                self.rules.push(line.parse().map_err(wrong)?);
            }
        }
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.digits.is_none() && !self.diagonals && self.units.is_empty() && self.rules.is_empty()
    }
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let mut lines = record.lines().skip_while(|(_, line)| is_comment(line)).peekable();
    let Some((offset, line)) = lines.next() else {
        return Err(record.error_at_end(Problem::Word { expected: SHAPE, found: Excerpt::new(b"") }));
    };
    let mut shape = parse_shape(record, offset, line)?;
    while lines.next_if(|(_, line)| shape.take(line)).is_some() {}
    let wrong = |error: GeometryError| record.error(offset, error);
    let Some((rows, columns)) = shape.canvas() else {
        // It says by itself what is wrong.
        let board = shape.board().map_err(wrong)?;
        return Err(wrong(GeometryError::Canvas { rows: board.rows(), columns: board.columns() }));
    };
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
    let board = board(&shape, &regions.values, &words_between).map_err(wrong)?;
    let told = Arc::new(board);
    let grid = places::read(record, &told, cells)?;
    if !words_between.rules.is_empty() {
        if let Some(asked) = boards.asked().filter(|asked| ***asked != *told) {
            let problem = Problem::Board { expected: asked.to_string(), found: told.to_string() };
            return Err(record.error(offset, problem));
        }
        return grid.with_rules(words_between.rules).map_err(|error| record.error(offset, error));
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

fn board(shape: &Shape, regions: &[u16], words: &Words) -> Result<Geometry, GeometryError> {
    let regions: Vec<u32> = regions.iter().map(|&number| number.into()).collect();
    let mut board = shape.board()?;
    if let Some((first, last)) = words.digits {
        board = board.with_digits(first..=last)?;
    }
    board = match shape {
        Shape::Canvas(Canvas { boxes: Some((rows, columns)), .. }) => board.with_boxes(*rows, *columns)?,
        Shape::Canvas(Canvas { has_regions: true, .. }) | Shape::Regions(_) => board.with_regions(&regions)?,
        _ => board,
    };
    (if words.diagonals { board.with_diagonals()? } else { board }).with_units(&words.units)
}

fn parse_shape(record: &Record<'_>, offset: usize, line: &[u8]) -> Result<Shape, ParseError> {
    match Shape::of(line) {
        Some(Shape::Boxes(rows, columns)) => {
            // Checked here, so that nothing is read for a board that cannot be.
            Geometry::check_boxes(rows, columns).map_err(|error| record.error(offset, error))?;
            Ok(Shape::Boxes(rows, columns))
        }
        Some(Shape::Regions(side) | Shape::Latin(side)) if !(1..=Geometry::MAX_SIDE).contains(&side) => {
            Err(record.error(offset, GeometryError::Side { side }))
        }
        Some(shape) => Ok(shape),
        None => {
            // The first word that no shape has there.
            let mut parts = words(line);
            let first = parts.next();
            let is_number = |part: Option<(usize, &[u8])>| part.is_some_and(|(_, word)| number(word).is_some());
            let wrong = match first {
                Some((_, b"regions" | b"latin")) => {
                    parts.next().filter(|&part| !is_number(Some(part))).or_else(|| parts.next())
                }
                first if is_number(first) => {
                    parts.next().filter(|&part| !is_number(Some(part))).or_else(|| parts.next())
                }
                first => first,
            };
            let (at, word) = wrong.unwrap_or((line.trim_ascii_end().len(), b""));
            Err(record.error(offset + at, Problem::Word { expected: SHAPE, found: Excerpt::new(word) }))
        }
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

/// The words of the header before the numbers of the grid.
fn write_board(geometry: &Geometry, out: &mut String) {
    let (rows, columns) = (geometry.rows(), geometry.columns());
    let square = Some(rows).filter(|_| rows == columns);
    let mut implied = rows.max(columns);
    match (square, geometry.shape()) {
        (_, Regions::Squares) => {
            for square in geometry.squares().unwrap_or_default() {
                let _ = writeln!(out, "grid {}x{} at {}", square.box_rows, square.box_columns, square.corner);
                implied = square.side();
            }
        }
        (Some(side), Regions::Boxes { rows, columns }) if usize::from(rows) * usize::from(columns) == side => {
            let _ = writeln!(out, "{rows} {columns}");
        }
        (Some(side), Regions::None) => {
            let _ = writeln!(out, "latin {side}");
        }
        (Some(side), Regions::Irregular) => {
            let _ = writeln!(out, "regions {side}");
            write_regions(geometry, out);
        }
        (_, regions) => {
            let _ = writeln!(out, "canvas {rows} {columns}");
            match regions {
                Regions::Boxes { rows, columns } => {
                    let _ = writeln!(out, "boxes {rows} {columns}");
                }
                Regions::Irregular => {
                    out.push_str("regions\n");
                    write_regions(geometry, out);
                }
                Regions::None | Regions::Squares => {}
            }
        }
    }
    let (first, last) = (geometry.first_digit(), geometry.last_digit());
    if first.get() != 1 || geometry.digit_count() != implied {
        let _ = writeln!(out, "digits {first}..{last}");
    }
    write_extra_units(geometry, out);
}

fn write_regions(geometry: &Geometry, out: &mut String) {
    for row in geometry.units().take(geometry.rows()) {
        let number = |&cell: &Cell| geometry.region(cell).map_or(0, |region| region as u16 + 1);
        record::write_row(geometry.unit(row).iter().map(number), out);
    }
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
    let geometry = grid.geometry();
    write_board(geometry, out);
    for rule in grid.rules().as_slice() {
        let _ = writeln!(out, "{rule}");
    }
    if geometry.plain_side().is_some() {
        for row in grid.digits().chunks(geometry.columns()) {
            record::write_row(row.iter().map(|digit| digit.map_or(0, Digit::get)), out);
        }
        return;
    }
    places::push_words(grid, out);
}
