//! `grid`: the grid drawn with its borders, which reads back.
//!
//! Boxes are drawn around their cells; irregular regions have a wall between two cells wherever a region ends:
//!
//! ```text
//! +-----+-----+        +---+---+---+---+
//! | 1 . | . 4 |        | 1   2   . | 3 |
//! | . 4 | 1 . |        +   +---+---+   +
//! +-----+-----+        | . | 3   .   . |
//! ```
//!
//! Diagonals and extra units are written above the drawing as lines `diagonals` and `unit r1c1 r1c2 …`. The reader ([`sheet`],
//! [`borders`]) accepts foreign drawings as well: in a box-drawing font, without a frame, of tight cells, with blanks as empty
//! cells, with a border around each cell.

use std::io::{self, BufRead};

use crate::geometry::{Cell, Digit, Geometry, Regions};
use crate::grid::Grid;
use crate::grid::format::borders::Drawn;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::sheet::Above;
use crate::grid::format::signs::is_line;
use crate::grid::format::{borders, header, line, notes, sheet};

fn begins(line: &[u8], with: u8) -> bool {
    line.trim_ascii_start().first() == Some(&with)
}

/// Whether a line is part of a drawing.
pub(crate) fn is_part(line: &[u8]) -> bool {
    begins(line, b'+') || begins(line, b'|')
}

pub(crate) fn is_extra_unit(line: &[u8]) -> bool {
    matches!(words(line).next(), Some((_, b"diagonals" | b"unit")))
}

pub(crate) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    while lines.peek(0)?.is_some_and(is_extra_unit) {
        lines.take(record);
    }
    // Takes the first line unconditionally, so every call makes progress.
    let mut side = None;
    let mut rows = 0;
    let mut is_first = true;
    while let Some(line) = lines.peek(0)? {
        let is_rule = begins(line, b'+') || borders::is_rule(line);
        if !is_first && (is_blank(line) || !is_part(line) && !is_rule && (notes::is_note(line) || is_extra_unit(line)))
        {
            break;
        }
        if begins(line, b'|') && !is_rule {
            side = side.or_else(|| Some(cells(line).count()));
        }
        rows += usize::from(!is_rule);
        // A second rule begins the next drawing, and so does anything but a row behind the last border.
        let next = lines.peek(1)?.filter(|_| is_rule && rows > 0);
        let ends = next.is_some_and(|next| borders::is_rule(next) || Some(rows) == side && !borders::is_barred(next));
        lines.take(record);
        is_first = false;
        if ends {
            break;
        }
    }
    Ok(())
}

/// The words between the bars of a row, with their offsets.
fn cells(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    line.split(|&byte| byte == b'|').flat_map(move |part| {
        let start = at;
        at += part.len() + 1;
        words(part).map(move |(offset, word)| (start + offset, word))
    })
}

pub(crate) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    parse_line(record, boards).unwrap_or_else(|| parse_from(record, 0, boards))
}

/// Reads a single-line grid below lines of units; `None` if the record has a different form.
fn parse_line(record: &Record<'_>, boards: &mut Boards) -> Option<Result<Grid, ParseError>> {
    let (above, below): (Vec<_>, Vec<_>) = record.lines().partition(|(_, line)| is_extra_unit(line));
    let &[(offset, line)] = below.as_slice() else { return None };
    let cells = line.trim_ascii();
    if above.is_empty() || cells.len() < SMALLEST_LINE || !is_line(cells) {
        return None;
    }
    let start = offset + line.len() - line.trim_ascii_start().len();
    let mut read = || {
        let above = read_units(record, &above)?;
        let grid = line::parse_word(record, start, cells, &mut Boards::new(None))?;
        let side = grid.geometry().digit_count();
        let geometry = boards.of_drawing(side, || Drawn::usual(side)?.geometry(side, above.diagonals, &above.units));
        let geometry = geometry.map_err(|problem| record.error(0, problem))?;
        Ok(record::grid(geometry, grid.digits().iter().map(|digit| digit.map_or(0, Digit::get))))
    };
    Some(read())
}

/// Shorter words are the row of a drawing.
const SMALLEST_LINE: usize = 16;

/// The diagonals and extra units defined by lines above a grid.
fn read_units(record: &Record<'_>, lines: &[(usize, &[u8])]) -> Result<Above, ParseError> {
    let mut above = Above::default();
    for &(offset, line) in lines {
        match header::parse_unit(record, offset, line)? {
            cells if cells.is_empty() => above.diagonals = true,
            cells => above.units.push(cells),
        }
    }
    Ok(above)
}

/// Whether two lines begin a drawing with starred borders: a line of stars, and a row between two stars.
pub(crate) fn is_starred(first: &[u8], second: &[u8]) -> bool {
    let second = second.trim_ascii();
    let is_row = second.starts_with(b"*") && second.ends_with(b"*") && second.contains(&b' ');
    first.len() > 4 && first.iter().all(|&byte| byte == b'*') && is_row
}

/// Reads a drawing that begins at an offset of the record.
pub(crate) fn parse_from(record: &Record<'_>, start: usize, boards: &mut Boards) -> Result<Grid, ParseError> {
    let mut lines = record.lines().map(|(_, line)| line.trim_ascii());
    if is_starred(lines.next().unwrap_or_default(), lines.next().unwrap_or_default()) {
        let stroke = |line: &[u8]| if line.trim_ascii().iter().all(|&byte| byte == b'*') { b'-' } else { b'|' };
        let plain = |line: &[u8]| -> Vec<u8> {
            line.iter().map(|&byte| if byte == b'*' { stroke(line) } else { byte }).collect()
        };
        let text = record.text.split(|&byte| byte == b'\n').map(plain).collect::<Vec<_>>().join(&b'\n');
        return parse_from(&Record { text: &text, place: record.place }, start, boards);
    }
    let lines = record.lines().skip_while(|&(offset, _)| offset < start);
    let (above, lines): (Vec<_>, Vec<_>) = lines.partition(|(_, line)| is_extra_unit(line));
    if lines.is_empty() {
        let found = Excerpt::new(b"");
        return Err(record.error_at_end(Problem::Word { expected: "a row of a drawn grid", found }));
    }
    let units = read_units(record, &above)?;
    sheet::read(record, &lines, &units, boards).map_err(|error| match &error.problem {
        Problem::Geometry(wrong) => {
            header::place_in_units(record, &above, wrong).map_or(error.clone(), |at| record.error(at, wrong.clone()))
        }
        _ => error,
    })
}

pub(crate) fn write(grid: &Grid, out: &mut String) {
    header::write_extra_units(grid.geometry(), out);
    draw(grid, &line::empty_sign(grid).to_string(), out);
}

/// Draws a grid, with a word for an empty cell.
pub(crate) fn draw(grid: &Grid, empty: &str, out: &mut String) {
    let geometry = grid.geometry();
    let width = usize::from(geometry.last_digit().get()).max(1).ilog10() as usize + 1;
    let push_cell = |out: &mut String, cell| {
        let text = grid.get(cell).map_or_else(|| empty.to_owned(), |digit: Digit| digit.to_string());
        out.extend(std::iter::repeat_n(' ', width + 1 - text.len()));
        out.push_str(&text);
    };
    match geometry.shape() {
        // Bars after every cell never bound boxes, so boxes of one column are drawn with walls.
        Regions::Boxes { rows, columns: 1 } if rows > 1 => draw_walls(geometry, width, push_cell, out),
        Regions::Boxes { rows, columns } => {
            let (rows, columns) = (usize::from(rows), usize::from(columns));
            let wall = "-".repeat(columns * (width + 1) + 1);
            let border = (0..geometry.columns() / columns).fold(String::from("+"), |border, _| border + &wall + "+");
            for row in 0..geometry.rows() {
                if row % rows == 0 {
                    out.push_str(&border);
                    out.push('\n');
                }
                for column in 0..geometry.columns() {
                    if column % columns == 0 {
                        out.push_str(if column == 0 { "|" } else { " |" });
                    }
                    push_cell(out, Cell::new(row as u16, column as u16));
                }
                out.push_str(" |\n");
            }
            out.push_str(&border);
            out.push('\n');
        }
        Regions::Irregular | Regions::None | Regions::Squares | Regions::Free => {
            draw_walls(geometry, width, push_cell, out);
        }
    }
}

/// One side of a wall: a cell with or without a region, or the outside.
#[derive(PartialEq, Eq)]
enum Side {
    Outside,
    Region(Option<usize>),
}

/// Draws a wall wherever a region or the board ends.
fn draw_walls(geometry: &Geometry, width: usize, push_cell: impl Fn(&mut String, Cell), out: &mut String) {
    let (rows, columns) = (geometry.rows(), geometry.columns());
    // Counts rows and columns from 1, which leaves a place before the first.
    let side = |row: usize, column: usize| {
        let cell = Cell::new(row.wrapping_sub(1) as u16, column.wrapping_sub(1) as u16);
        let is_cell = row > 0 && column > 0 && geometry.contains(cell);
        if is_cell { Side::Region(geometry.region(cell)) } else { Side::Outside }
    };
    // A drawing of regions has borders between every two cells, as its reader requires; a drawing of a further shape has borders
    // only at walls.
    let is_even = matches!(geometry.shape(), Regions::Irregular | Regions::Boxes { .. });
    let has_line = |row: usize| is_even || (1..=columns).any(|column| side(row - 1, column) != side(row, column));
    let has_bar = |column: usize| is_even || (1..=rows).any(|row| side(row, column - 1) != side(row, column));
    let bars: Vec<bool> = (1..=columns + 1).map(has_bar).collect();
    // Cells without a bar between them are separated by a blank.
    let room = |column: usize| width + 1 + usize::from(bars[column]);
    let is_corner = |row: usize, column: usize| {
        let around = [side(row - 1, column - 1), side(row - 1, column), side(row, column - 1), side(row, column)];
        around.iter().any(|it| *it != Side::Outside) && (is_even || around.windows(2).any(|pair| pair[0] != pair[1]))
    };
    for row in 1..=rows + 1 {
        if has_line(row) {
            let start = out.len();
            for column in 1..=columns + 1 {
                let stroke = if column <= columns && side(row - 1, column) != side(row, column) { '-' } else { ' ' };
                if bars[column - 1] {
                    out.push(if is_corner(row, column) { '+' } else { stroke });
                }
                if column <= columns {
                    out.extend(std::iter::repeat_n(stroke, room(column)));
                }
            }
            end_line(start, out);
        }
        if row > rows {
            break;
        }
        let start = out.len();
        for column in 1..=columns + 1 {
            if bars[column - 1] {
                out.push(if side(row, column - 1) == side(row, column) { ' ' } else { '|' });
            }
            if column > columns {
                break;
            }
            if side(row, column) == Side::Outside {
                out.extend(std::iter::repeat_n(' ', room(column)));
            } else {
                push_cell(out, Cell::new(row as u16 - 1, column as u16 - 1));
                out.extend(std::iter::repeat_n(' ', usize::from(bars[column])));
            }
        }
        end_line(start, out);
    }
}

/// Ends a line and strips its trailing blanks.
fn end_line(start: usize, out: &mut String) {
    out.truncate(start + out[start..].trim_end_matches(' ').len());
    out.push('\n');
}
