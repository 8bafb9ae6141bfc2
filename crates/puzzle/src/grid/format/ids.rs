//! Lines that other programs use to share a puzzle: game IDs, links with a run-length code, entries of a library.
//!
//! | text | program |
//! | --- | --- |
//! | `3x3k:…,…,…`, `9j:…,…` | game IDs of Solo, of Simon Tatham's Portable Puzzle Collection |
//! | `puzz.link/p?sudoku/9/9/…` | puzz.link and pzpr |
//! | `:0000:x:+6..53…:…` | a line of the library of `HoDoKu` |
//!
//! In a game ID `a` to `z` are 1 to 26 empty cells, `_` separates two numbers, and `j`, `x` and `k` behind the size stand for a
//! jigsaw, diagonals and cages. The borders of a jigsaw's regions and of cages are run-length coded over the borders between two
//! cells, borders within rows first: a letter is a number of borders without a wall and one border with a wall, `_` is a wall at
//! once, `z` is 25 borders without a wall. In puzz.link `g` to `z` are 1 to 20 empty cells, and `-` precedes two hexadecimal
//! digits.

use crate::geometry::{Cell, Geometry, GeometryError};
use crate::grid::Grid;
use crate::grid::format::borders::pieces;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::record::{Boards, Record};
use crate::grid::format::sheet;
use crate::rule::{Killer, Rule};

/// Whether a line has one of the forms.
pub(crate) fn is_id(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    is_library(line) || link_parts(line).is_some() || Size::of(line).is_some()
}

/// Reads a line in one of the forms.
pub(crate) fn parse(record: &Record<'_>, boards: &mut Boards) -> Option<Result<Grid, ParseError>> {
    let line = record.text.trim_ascii();
    let start = record.text.len() - record.text.trim_ascii_start().len();
    if is_library(line) {
        return Some(library(record, start, line, boards));
    }
    if let Some((rows, columns, at)) = link_parts(line) {
        return Some(link(record, start + at, &line[at..], (rows, columns), boards));
    }
    let (size, at) = Size::of(line)?;
    Some(size.parse(record, start + at, &line[at..], boards))
}

/// Whether a line is an entry of `HoDoKu`'s library: `:`, the code of a technique, `:`, the digits concerned or `x`, `:`.
fn is_library(line: &[u8]) -> bool {
    let mut fields = line.split(|&byte| byte == b':');
    let mut next = || fields.next().unwrap_or_default();
    next().is_empty()
        && { next().len() == 4 }
        && { matches!(next(), digits if digits == b"x" || digits.iter().all(u8::is_ascii_digit)) }
        && next().len() >= LEAST_IN_LIBRARY
}

/// The fewest characters of an entry's cells, allowing for lost characters.
const LEAST_IN_LIBRARY: usize = 64;

/// Reads the position of a library entry: its digits, and the eliminated candidates.
fn library(record: &Record<'_>, start: usize, line: &[u8], boards: &mut Boards) -> Result<Grid, ParseError> {
    let mut at = start;
    let mut fields = line.split(|&byte| byte == b':').map(|field| {
        let place = at;
        at += field.len() + 1;
        (place, field)
    });
    let (cells_at, cells) = fields.nth(3).unwrap_or((start, b""));
    let (struck_at, struck) = fields.next().unwrap_or((start, b""));
    let mut values = Vec::with_capacity(81);
    for (i, &byte) in cells.iter().enumerate() {
        match byte {
            // A digit behind the plus sign was placed by the player.
            b'+' if cells.get(i + 1).is_some_and(u8::is_ascii_digit) => {}
            b'0'..=b'9' => values.push(u16::from(byte - b'0')),
            b'.' => values.push(0),
            _ => {
                let found = Excerpt::character(&cells[i..]);
                return Err(record.error(cells_at + i, Problem::Character { side: 9, found }));
            }
        }
    }
    if values.len() != 81 {
        return Err(record.error(cells_at + cells.len(), Problem::Cells { expected: 81, found: values.len() }));
    }
    let grid = on_board(record, start, &values, boards.of_boxes(3, 3))?;
    let mut sets: Vec<u32> = values.iter().map(|&value| if value > 0 { 1 << value } else { 0x3fe }).collect();
    for (at, word) in crate::grid::format::lines::words(struck) {
        let [digit @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] = *word else {
            let expected = "a candidate as digit, row and column, such as 182";
            return Err(record.error(struck_at + at, Problem::Word { expected, found: Excerpt::new(word) }));
        };
        let cell = usize::from(row - b'1') * 9 + usize::from(column - b'1');
        if values[cell] == 0 {
            sets[cell] &= !(1 << (digit - b'0'));
        }
    }
    sheet::allowing(&grid, &sets).map_err(|problem| record.error(start, problem))
}

/// The rows and columns in a link, and the position of its cells.
fn link_parts(line: &[u8]) -> Option<(usize, usize, usize)> {
    let at = line.windows(8).position(|word| word == b"?sudoku/")? + 8;
    let mut rest = std::str::from_utf8(&line[at..]).ok()?.splitn(3, '/');
    let (columns, rows) = (rest.next()?, rest.next()?);
    rest.next()?;
    Some((rows.parse().ok()?, columns.parse().ok()?, at + columns.len() + rows.len() + 2))
}

fn link(
    record: &Record<'_>,
    start: usize,
    cells: &[u8],
    (rows, columns): (usize, usize),
    boards: &mut Boards,
) -> Result<Grid, ParseError> {
    let most = boards.most().min(Geometry::MAX_SIDE);
    if rows != columns || rows > most {
        let found = rows.max(columns);
        let problem = if rows == columns {
            Problem::TooLarge { most, found }
        } else {
            Problem::Rows { expected: columns, found: rows }
        };
        return Err(record.error(start, problem));
    }
    let mut values: Vec<u16> = Vec::new();
    let mut at = 0;
    let hex = |digits: &[u8]| {
        let number = std::str::from_utf8(digits).ok()?;
        u16::from_str_radix(number, 16).ok()
    };
    while at < cells.len() && values.len() <= rows * rows {
        let (number, length) = match cells[at] {
            byte @ b'g'..=b'z' => {
                values.extend(std::iter::repeat_n(0, usize::from(byte - b'f')));
                at += 1;
                continue;
            }
            b'.' => (Some(0), 1),
            b'-' => (cells.get(at + 1..at + 3).and_then(hex), 3),
            b'+' => (cells.get(at + 1..at + 4).and_then(hex), 4),
            _ => (hex(&cells[at..=at]), 1),
        };
        let Some(number) = number.filter(|&number| usize::from(number) <= rows) else {
            let found = Excerpt::character(&cells[at..]);
            return Err(record.error(start + at, Problem::Number { side: rows, found }));
        };
        values.push(number);
        at += length;
    }
    if values.len() != rows * rows {
        let problem = Problem::Cells { expected: rows * rows, found: values.len() };
        return Err(record.error(start + cells.len(), problem));
    }
    on_board(record, start, &values, boards.of_side(rows))
}

/// A grid of a side from values in range.
fn on_board(
    record: &Record<'_>,
    start: usize,
    values: &[u16],
    board: Result<std::sync::Arc<Geometry>, Problem>,
) -> Result<Grid, ParseError> {
    let board = board.map_err(|problem| record.error(start, problem))?;
    Ok(crate::grid::format::record::grid(board, values.iter().copied()))
}

/// The size and the kind of a game ID.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Size {
    /// Rows and columns of a box; one row where the regions are drawn.
    rows: usize,
    columns: usize,
    is_jigsaw: bool,
    has_diagonals: bool,
    has_cages: bool,
}

/// The largest side of a game ID.
const MAX_ID_SIDE: usize = 255;

impl Size {
    /// The size at the start of a line, and where the cells begin.
    fn of(line: &[u8]) -> Option<(Self, usize)> {
        let colon = line.iter().position(|&byte| byte == b':')?;
        let head = std::str::from_utf8(&line[..colon]).ok()?;
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let first = digits(head);
        let rest = &head[first..];
        let rows: usize = head[..first].parse().ok()?;
        let second = rest.strip_prefix('x').map_or(0, digits);
        let (columns, letters) =
            if second > 0 { (rest[1..=second].parse().ok()?, &rest[second + 1..]) } else { (1, rest) };
        let mut size = Self { rows, columns, ..Self::default() };
        for letter in letters.chars() {
            match letter {
                'j' => size.is_jigsaw = true,
                'x' => size.has_diagonals = true,
                'k' => size.has_cages = true,
                // The symmetry and the difficulty of the puzzles that the game generates.
                'r' | 'm' | 'a' | 'd' | '0'..='9' | 't' | 'b' | 'i' | 'e' | 'u' => {}
                _ => return None,
            }
        }
        let cells_in_row = rows.checked_mul(columns)?;
        let body = &line[colon + 1..];
        let is_body = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b',');
        // Requires several boxes or a letter: a rating such as `9:30` has neither.
        let is_size = (1..=MAX_ID_SIDE).contains(&cells_in_row) && (second > 0 || size.is_jigsaw) && !body.is_empty();
        (is_size && body.iter().all(is_body)).then_some((size, colon + 1))
    }

    fn side(self) -> usize {
        self.rows * self.columns
    }

    fn parse(self, record: &Record<'_>, start: usize, body: &[u8], boards: &mut Boards) -> Result<Grid, ParseError> {
        let side = self.side();
        if side > boards.most() {
            return Err(record.error(start, Problem::TooLarge { most: boards.most(), found: side }));
        }
        let mut at = start;
        let mut parts = body.split(|&byte| byte == b',').map(|part| {
            let place = at;
            at += part.len() + 1;
            (place, part)
        });
        let mut next = |expected: &'static str| {
            let missing = || record.error_at_end(Problem::Word { expected, found: Excerpt::new(b"") });
            parts.next().ok_or_else(missing)
        };
        let (at, cells) = next("the cells of a game ID")?;
        let values = cells_of(record, at, cells, side, side)?;
        let regions = if self.is_jigsaw {
            let (at, walls) = next("the walls of the regions")?;
            Some(walls_of(record, at, walls, side)?)
        } else {
            None
        };
        let make = || -> Result<Geometry, GeometryError> {
            let board = match &regions {
                Some(regions) => Geometry::jigsaw(side, regions)?,
                None => Geometry::boxes(self.rows, self.columns)?,
            };
            if self.has_diagonals { board.with_diagonals() } else { Ok(board) }
        };
        let is_plain = regions.is_none() && !self.has_diagonals;
        let board = if is_plain { boards.of_boxes(self.rows, self.columns) } else { boards.of_drawing(side, make) };
        let grid = on_board(record, start, &values, board)?;
        let grid = if self.has_cages {
            let (walls_at, walls) = next("the walls of the cages")?;
            let cages = walls_of(record, walls_at, walls, side)?;
            let (at, totals) = next("the totals of the cages")?;
            let totals = cells_of(record, at, totals, side, side * (side + 1) / 2)?;
            let rules = cages_of(&grid, &cages, &totals);
            grid.with_rules(rules).map_err(|problem| record.error(walls_at, problem))?
        } else {
            grid
        };
        match parts.next() {
            Some((at, more)) => {
                Err(record.error(at, Problem::Word { expected: "the end of the game ID", found: Excerpt::new(more) }))
            }
            None => Ok(grid),
        }
    }
}

/// The number of each cell, 0 for a cell without a number.
fn cells_of(record: &Record<'_>, start: usize, text: &[u8], side: usize, most: usize) -> Result<Vec<u16>, ParseError> {
    let mut values = Vec::with_capacity(side * side);
    let mut at = 0;
    while at < text.len() && values.len() <= side * side {
        match text[at] {
            b'_' => at += 1,
            byte @ b'a'..=b'z' => {
                values.extend(std::iter::repeat_n(0, usize::from(byte - b'a') + 1));
                at += 1;
            }
            _ => {
                let length = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count().max(1);
                let word = &text[at..at + length];
                let number = std::str::from_utf8(word).ok().and_then(|word| word.parse::<u16>().ok());
                let number = number.filter(|&number| number > 0 && usize::from(number) <= most);
                let problem = || Problem::Number { side: most, found: Excerpt::new(word) };
                values.push(number.ok_or_else(|| record.error(start + at, problem()))?);
                at += length;
            }
        }
    }
    if values.len() == side * side {
        return Ok(values);
    }
    let problem = Problem::Cells { expected: side * side, found: values.len() };
    Err(record.error(start + text.len(), problem))
}

/// The region of each cell, counted from 1, from the walls between cells.
fn walls_of(record: &Record<'_>, start: usize, text: &[u8], side: usize) -> Result<Vec<u32>, ParseError> {
    let borders = 2 * side * (side - 1);
    // The last wall is behind the last border.
    let mut has_wall = Vec::with_capacity(borders + 1);
    for (i, &byte) in text.iter().enumerate() {
        let (open, is_closed) = match byte {
            b'_' => (0, true),
            b'z' => (25, false),
            b'a'..=b'y' => (usize::from(byte - b'a') + 1, true),
            _ => {
                let found = Excerpt::character(&text[i..]);
                return Err(record.error(start + i, Problem::Word { expected: "_ or a letter", found }));
            }
        };
        has_wall.extend(std::iter::repeat_n(false, open));
        has_wall.extend(is_closed.then_some(true));
        if has_wall.len() > borders + 1 {
            break;
        }
    }
    if has_wall.len() != borders + 1 {
        let expected = "walls for all borders between two cells";
        return Err(record.error(start + text.len(), Problem::Word { expected, found: Excerpt::new(text) }));
    }
    let right = |row: usize, column: usize| !has_wall[row * (side - 1) + column];
    let below = |row: usize, column: usize| !has_wall[side * (side - 1) + column * (side - 1) + row];
    Ok(pieces(side, right, below))
}

/// The rules of cages; the total of a cage is in one of its cells.
fn cages_of(grid: &Grid, cages: &[u32], totals: &[u16]) -> Vec<Rule> {
    let count = cages.iter().max().map_or(0, |&count| count as usize);
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); count];
    let mut total: Vec<u16> = vec![0; count];
    for (index, (cell, &cage)) in grid.geometry().cells().zip(cages).enumerate() {
        cells[cage as usize - 1].push(cell);
        total[cage as usize - 1] += totals[index];
    }
    let rule = |(cells, total): (Vec<Cell>, u16)| Killer { total: (total > 0).then_some(total.into()), cells }.into();
    // A one-cell cage without a total adds no constraint.
    let says = |(cells, total): &(Vec<Cell>, u16)| cells.len() > 1 || *total > 0;
    cells.into_iter().zip(total).filter(says).map(rule).collect()
}
