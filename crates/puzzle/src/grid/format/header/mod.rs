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
//! windows                    if the windows of a windoku are
//! disjointgroups             if the cells in one place of all boxes are
//! unit r1c1 r1c2 …           for each further unit, its cells
//! given shade:r1c1 1         a digit of a cell beside the grid, or several cells and then as many digits
//! title, author, about …     the title, the author, and lines of the setter's words
//! killer 15 r1c1 r1c2        for each rule, its line: see [`rule`](crate::rule)
//! 1 0 0 0 0 6                a number for each place of the canvas, row by row, line breaks anywhere; . or 0 for an empty
//! …                          cell (. where 0 is a digit), - where there is no cell
//! ```
//!
//! Characters as in `line` may replace the numbers: one per place in a single line, or one line per row. A comment may follow
//! ` # ` on the lines between the shape and the cells.

mod shape;
mod write;

pub(super) use shape::tells_board;
pub(crate) use write::write_header;
pub(super) use write::{write, write_extra_units};

use std::io::{self, BufRead};
use std::ops::Range;
use std::sync::Arc;

use satdoku_base::budget::Running;

use crate::geometry::{Cell, Geometry, GeometryError};
use crate::grid::Grid;
use crate::grid::exchange::Notes;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::line;
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::places;
use crate::grid::format::reading::Reading;
use crate::grid::format::record::{self, Boards, Record};
use crate::rule::{ParseRuleError, Rule, Rules};
use shape::{Canvas, SHAPE, Shape, parse_shape, range_of};

/// Whether a line is a comment: `c` alone or before a blank, as in DIMACS.
pub(super) fn is_comment(line: &[u8]) -> bool {
    line.strip_prefix(b"c").is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// Whether a line above the shape is a comment; what touches `#` may be the puzzle of a link.
fn is_above(line: &[u8]) -> bool {
    is_comment(line) || line.starts_with(b"# ")
}

/// Whether a line between the shape and the numbers has no meaning.
fn is_passed_over(line: &[u8]) -> bool {
    is_comment(line) || line.starts_with(b"#")
}

/// Whether a line is the first of a shape that begins with a word.
pub(super) fn begins(line: &[u8]) -> bool {
    line.first().is_some_and(u8::is_ascii_lowercase)
        && (Shape::of(line).is_some() || matches!(words(line).next(), Some((_, b"regions"))))
}

pub(super) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
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
            // A puzzle with an invalid beginning ends at the next blank line or comment; a puzzle that lacks numbers ends at a
            // comment.
            Some(line) if promised.is_none() && is_blank(line) => break,
            Some(line) if is_comment(line) && (promised.is_none() || numbers > 0) => break,
            Some(line) if is_passed_over(line) && numbers == 0 => {}
            Some(line) if is_said(line, shape.as_ref()) => {
                if let Some(shape) = shape.as_mut().filter(|_| numbers == 0) {
                    shape.take(line);
                }
            }
            Some(line) => {
                let of_cells = shape.as_ref().filter(|shape| numbers >= shape.region_numbers()).and_then(Shape::canvas);
                numbers +=
                    of_cells.and_then(|(rows, columns)| characters(line, rows, columns)).unwrap_or(words(line).count());
            }
        }
        lines.take(record);
    }
    Ok(())
}

/// The number of single-character cells in a line, a row or the whole canvas; `None` for a line of numbers.
pub(super) fn characters(line: &[u8], rows: usize, columns: usize) -> Option<usize> {
    let mut words = words(line);
    let (_, word) = words.next().filter(|_| words.next().is_none())?;
    // A shorter word may be a number.
    let is_row = word.len() == columns && columns > rows.max(columns).ilog10() as usize + 1;
    (is_row || word.len() == rows * columns).then_some(word.len())
}

/// Whether a line begins as one between the shape and the cells: with a letter, and no row of cells is meant.
fn is_said(line: &[u8], shape: Option<&Shape>) -> bool {
    let is_row = |(rows, columns)| characters(line, rows, columns).is_some();
    let has_signs = || line.iter().any(|byte| byte.is_ascii_digit() || b"._*".contains(byte));
    line.trim_ascii_start().first().is_some_and(u8::is_ascii_alphabetic)
        && !(shape.and_then(Shape::canvas).is_some_and(is_row) && has_signs())
}

/// The expected lines between the shape and the cells.
const SAYS_MORE: &str = "digits, diagonals, windows, disjointgroups, a unit's cells, a title, a rule (satdoku rules lists them), or the \
                         numbers of the grid";

/// The statements between the shape and the cells.
#[derive(Default)]
struct Words {
    digits: Option<(usize, usize)>,
    digits_at: usize,
    /// The positions of the lines that name units, in the order of [`NAMED`].
    named: [Option<usize>; NAMED.len()],
    units: Vec<Vec<Cell>>,
    rules: Vec<Rule>,
    givens: Vec<(Cell, u16)>,
    units_at: Vec<usize>,
    rules_at: Vec<usize>,
    /// The position of the line of each given digit.
    givens_at: Vec<usize>,
    notes: Notes,
}

/// Adds the units of a name.
type AddUnits = fn(Geometry) -> Result<Geometry, GeometryError>;

/// The words that define units.
const NAMED: [(&[u8], AddUnits); 3] = [
    (b"diagonals", Geometry::with_diagonals),
    (b"windows", Geometry::with_windows),
    (b"disjointgroups", Geometry::with_disjoint_groups),
];

/// The index of a word among the names, ignoring case and hyphens.
fn name_of_units(word: &[u8]) -> Option<usize> {
    let name: Vec<u8> = word.iter().filter(|&&byte| byte != b'-').map(u8::to_ascii_lowercase).collect();
    NAMED.iter().position(|(known, _)| *known == name)
}

impl Words {
    /// Reads a line.
    fn read(&mut self, record: &Record<'_>, offset: usize, line: &[u8], running: &Running) -> Result<(), ParseError> {
        if self.read_note(record, offset, line)? {
            return Ok(());
        }
        let words: Vec<(usize, &[u8])> = words(line).take_while(|(_, word)| !word.starts_with(b"#")).collect();
        match *words {
            [(at, word)] if let Some(name) = name_of_units(word) => self.named[name] = Some(offset + at),
            [(first, digits), (at, word)] if digits.eq_ignore_ascii_case(b"digits") && self.digits.is_none() => {
                self.digits_at = offset + first;
                let found = Excerpt::new(word);
                let expected = "the first and the last digit, such as 0..8";
                let digits = range_of(word);
                self.digits = Some(digits.ok_or_else(|| record.error(offset + at, Problem::Word { expected, found }))?);
            }
            [(at, unit), ..] if unit.eq_ignore_ascii_case(b"unit") => {
                self.units.push(parse_unit(record, offset, line)?);
                self.units_at.push(offset + at);
            }
            [(at, given), ..] if given.eq_ignore_ascii_case(b"given") => {
                // An invalid byte is shorter than its replacement character.
                let wrong =
                    |(within, error): (usize, ParseRuleError)| record.error(offset + within.min(line.len()), error);
                self.givens.extend(Rule::read_given(&String::from_utf8_lossy(line)).map_err(wrong)?);
                self.givens_at.resize(self.givens.len(), offset + at);
            }
            _ => {
                let at = line.len() - line.trim_ascii_start().len();
                let text = String::from_utf8_lossy(line);
                let wrong = |(within, error): (usize, ParseRuleError)| match error {
                    ParseRuleError::Keyword { found: word, nearest } if within == at && nearest.is_empty() => {
                        let found = Excerpt::new(word.as_bytes());
                        record.error(offset + at, Problem::Word { expected: SAYS_MORE, found })
                    }
                    // An invalid byte is shorter than its replacement character.
                    error => record.error(offset + within.min(line.len()), error),
                };
                self.rules.push(Rule::read_within(&text, running).map_err(wrong)?);
                self.rules_at.push(offset + at);
            }
        }
        Ok(())
    }

    /// Reads a line of the title, the author or the setter's words; false for other lines.
    fn read_note(&mut self, record: &Record<'_>, offset: usize, line: &[u8]) -> Result<bool, ParseError> {
        let Some((at, word)) = words(line).next() else { return Ok(false) };
        let text = String::from_utf8_lossy(&line[at + word.len()..]);
        let (place, expected) = match word.to_ascii_lowercase().as_slice() {
            b"title" => (&mut self.notes.title, "one line with the title"),
            b"author" => (&mut self.notes.author, "one line with the author"),
            b"about" => {
                self.notes.add_line_of_rules(&text);
                return Ok(true);
            }
            _ => return Ok(false),
        };
        if place.is_some() || text.trim().is_empty() {
            return Err(record.error(offset + at, Problem::Word { expected, found: Excerpt::new(line) }));
        }
        Notes::set(place, &text);
        Ok(true)
    }

    fn is_empty(&self) -> bool {
        self.digits.is_none()
            && self.named.iter().all(Option::is_none)
            && self.units.is_empty()
            && self.rules.is_empty()
            && self.givens.is_empty()
    }
}

pub(super) fn parse(record: &Record<'_>, boards: &mut Boards, reading: &mut Reading) -> Result<Grid, ParseError> {
    let mut lines = record.lines().skip_while(|(_, line)| is_above(line));
    let Some((offset, line)) = lines.next() else {
        return Err(record.error_at_end(Problem::Word { expected: SHAPE, found: Excerpt::new(b"") }));
    };
    let mut lines = lines.filter(|(_, line)| !is_passed_over(line)).peekable();
    let mut shape = parse_shape(record, offset, line)?;
    while lines.next_if(|(_, line)| shape.take(line)).is_some() {}
    let wrong = |error: GeometryError| record.error(offset, error);
    let Some((rows, columns)) = shape.canvas() else {
        // The geometry error explains itself.
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
    while let Some((offset, line)) = lines.next_if(|(_, line)| is_said(line, Some(&shape))) {
        words_between.read(record, offset, line, boards.running())?;
    }
    let notes = std::mem::take(&mut words_between.notes);
    reading.notes = (!notes.is_empty()).then(|| Box::new(notes));
    let lines: Vec<(usize, &[u8])> = lines.collect();
    let places = lines.iter().map(|(offset, line)| {
        let start = offset + line.len() - line.trim_ascii_start().len();
        characters(line, rows, columns).map(|count| start..start + count)
    });
    let places: Option<Vec<Range<usize>>> = places.collect();
    let places = places.filter(|places| !places.is_empty());
    let cells = lines.iter().flat_map(|&(offset, line)| words(line).map(move |(at, word)| (offset + at, word)));
    if let (&Shape::Boxes(rows, columns), true) = (&shape, words_between.is_empty() && places.is_none()) {
        // The board of most puzzles is shared, and made once the numbers are there.
        let side = rows * columns;
        let values = square_values(record, cells, side)?;
        let board = boards.of_boxes(rows, columns).map_err(|problem| record.error(offset, problem))?;
        return Ok(record::grid(board, values.into_iter()));
    }
    // The board is built only if the text has enough cells.
    let expected = rows * columns;
    if expected > record.text.len() {
        return Err(record.error_at_end(Problem::Cells { expected, found: cells.count() }));
    }
    let board = board(&shape, &regions.values, &words_between)
        .map_err(|(at, error)| record.error(at.map_or(offset, |at| place_in_unit(record, at, &error)), error))?;
    let told = Arc::new(board);
    // On a narrow canvas with many digits a row of characters would look like a number.
    let width = told.last_digit().get().checked_ilog10().unwrap_or(0) as usize + 1;
    let grid = match places.filter(|places| places.len() == 1 || columns > width) {
        Some(places) => read_characters(record, &told, &places)?,
        None => places::read(record, &told, cells)?,
    };
    if !words_between.rules.is_empty() {
        if let Some(asked) = boards.asked().filter(|asked| ***asked != *told) {
            let problem = Problem::Board { expected: asked.to_string(), found: told.to_string() };
            return Err(record.error(offset, problem));
        }
        let at = words_between.rules_at;
        let grid = grid
            .with_rules_within(words_between.rules, boards.running())
            .map_err(|error| record.error(at[error.number], error))?;
        return with_givens(record, grid, &words_between.givens, &words_between.givens_at);
    }
    let board = boards.exactly(Arc::unwrap_or_clone(told)).map_err(|problem| record.error(offset, problem))?;
    let grid = Grid { geometry: board, digits: grid.digits, rules: Rules::default() };
    with_givens(record, grid, &words_between.givens, &words_between.givens_at)
}

/// Writes the digits of `given` lines into their cells, which must be empty or have the same digit.
fn with_givens(record: &Record<'_>, grid: Grid, givens: &[(Cell, u16)], at: &[usize]) -> Result<Grid, ParseError> {
    let mut grid = grid;
    for (&(cell, value), &at) in givens.iter().zip(at) {
        grid.give(cell, value).map_err(|error| record.error(at, ParseRuleError::Rule(error)))?;
    }
    Ok(grid)
}

/// Reads a character for each place: in the alphabet of `line` where the board is a square with the digits from 1.
fn read_characters(record: &Record<'_>, board: &Arc<Geometry>, places: &[Range<usize>]) -> Result<Grid, ParseError> {
    let places: Vec<usize> = places.iter().cloned().flatten().collect();
    if board.plain_side().is_none() {
        return places::read_characters(record, places.into_iter(), board);
    }
    let cells: Vec<u8> = places.iter().map(|&at| record.text[at]).collect();
    line::parse_cells(record, &places, &cells, &mut Boards::new(Some(Arc::clone(board))))
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

/// The board, or the error and, unless it is in the first line, the start of the line at fault.
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
    for ((_, add), at) in NAMED.iter().zip(words.named) {
        if at.is_some() {
            board = add(board).map_err(|error| (at, error))?;
        }
    }
    // The last unit taken is the faulty unit.
    let mut taken = 0;
    let units = words.units.iter().inspect(|_| taken += 1);
    board.with_units(units).map_err(|error| (words.units_at.get(taken - 1).copied(), error))
}

/// The place of a faulty cell in the lines of units.
pub(super) fn place_in_units(record: &Record<'_>, lines: &[(usize, &[u8])], error: &GeometryError) -> Option<usize> {
    matches!(error, GeometryError::Outside { .. }).then_some(())?;
    lines
        .iter()
        .map(|&(line, _)| (line, place_in_unit(record, line, error)))
        .find(|(line, at)| at != line)
        .map(|(_, at)| at)
}

/// The place of a faulty cell in the line of its unit, or the place of the line.
fn place_in_unit(record: &Record<'_>, line: usize, error: &GeometryError) -> usize {
    let GeometryError::Outside { cell, .. } = error else { return line };
    let end = record.text[line..].iter().position(|&byte| byte == b'\n').map_or(record.text.len(), |end| line + end);
    let is_it = |word: &[u8]| std::str::from_utf8(word).is_ok_and(|word| word.parse() == Ok(*cell));
    words(&record.text[line..end]).filter(|(_, word)| is_it(word)).last().map_or(line, |(at, _)| line + at)
}

pub(super) fn parse_unit(record: &Record<'_>, offset: usize, line: &[u8]) -> Result<Vec<Cell>, ParseError> {
    // An invalid byte is shorter than its replacement character.
    let wrong = |(within, error): (usize, ParseRuleError)| record.error(offset + within.min(line.len()), error);
    Rule::read_unit(&String::from_utf8_lossy(line)).map_err(wrong)
}

/// Numbers collected over several lines.
#[derive(Default)]
struct Numbers {
    /// The number of values to collect.
    limit: usize,
    values: Vec<u16>,
    /// The position of the first surplus number.
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
