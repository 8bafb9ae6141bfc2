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
//! Lines `diagonals` and `unit r1c1 r1c2 …` stand above the drawing where there are such units. What is read besides, of
//! drawings that others make, is told in `drawing`: lines of a box-drawing font, no frame, tight cells, blanks as empty
//! cells, a border around each cell.

use std::io::{self, BufRead};

use crate::geometry::{Cell, Digit, Geometry, GeometryError, Regions};
use crate::grid::Grid;
use crate::grid::format::drawing::Boxes;
use crate::grid::format::lines::{Building, Lines, is_blank, words};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{Excerpt, Feature, ParseError, Problem, alphabet, drawing, header, line, notes};

fn begins(line: &[u8], with: u8) -> bool {
    line.trim_ascii_start().first() == Some(&with)
}

/// Whether a line is one of a drawing.
pub(in crate::grid::format) fn is_part(line: &[u8]) -> bool {
    begins(line, b'+') || begins(line, b'|')
}

pub(in crate::grid::format) fn is_extra_unit(line: &[u8]) -> bool {
    matches!(words(line).next(), Some((_, b"diagonals" | b"unit")))
}

pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    while lines.peek(0)?.is_some_and(is_extra_unit) {
        lines.take(record);
    }
    // The first line belongs to the record whatever it is, so that each call takes something.
    let mut side = None;
    let mut rows = 0;
    let mut is_first = true;
    while let Some(line) = lines.peek(0)? {
        let is_rule = begins(line, b'+') || drawing::is_rule(line);
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
        let ends = next.is_some_and(|next| drawing::is_rule(next) || Some(rows) == side && !drawing::is_barred(next));
        lines.take(record);
        is_first = false;
        if ends {
            break;
        }
    }
    Ok(())
}

/// The words between the bars of a row with their offsets.
fn cells(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    line.split(|&byte| byte == b'|').flat_map(move |part| {
        let start = at;
        at += part.len() + 1;
        words(part).map(move |(offset, word)| (start + offset, word))
    })
}

pub(in crate::grid::format) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    parse_line(record, boards).unwrap_or_else(|| parse_from(record, 0, boards))
}

/// Reads a grid that stands on one line below those of its units; nothing where it does not.
fn parse_line(record: &Record<'_>, boards: &mut Boards) -> Option<Result<Grid, ParseError>> {
    let (above, below): (Vec<_>, Vec<_>) = record.lines().partition(|(_, line)| is_extra_unit(line));
    let &[(offset, line)] = below.as_slice() else { return None };
    let cells = line.trim_ascii();
    if above.is_empty() || cells.len() < SMALLEST_LINE || !alphabet::is_line(cells) {
        return None;
    }
    let start = offset + line.len() - line.trim_ascii_start().len();
    let mut read = || {
        let (diagonals, units) = read_units(record, &above)?;
        let grid = line::parse_word(record, start, cells, &mut Boards::new(None))?;
        let side = grid.geometry().digit_count();
        let geometry = boards.of_drawing(side, || usual(side)?.geometry(side, diagonals, &units));
        let geometry = geometry.map_err(|problem| record.error(0, problem))?;
        Ok(record::grid(geometry, grid.digits().iter().map(|digit| digit.map_or(0, Digit::get))))
    };
    Some(read())
}

/// Shorter words are the row of a drawing.
const SMALLEST_LINE: usize = 16;

/// What lines above a grid say: whether the diagonals are units, and the cells of further ones.
fn read_units(record: &Record<'_>, above: &[(usize, &[u8])]) -> Result<(bool, Vec<Vec<Cell>>), ParseError> {
    let mut diagonals = false;
    let mut units = Vec::new();
    for &(offset, line) in above {
        match header::parse_unit(record, offset, line)? {
            cells if cells.is_empty() => diagonals = true,
            cells => units.push(cells),
        }
    }
    Ok((diagonals, units))
}

/// The usual boxes of a side.
fn usual(side: usize) -> Result<Board, GeometryError> {
    Ok(match Geometry::nearly_square(side)?.shape() {
        Regions::Boxes { rows, columns } => Board::Boxes(rows.into(), columns.into()),
        _ => Board::Boxes(1, side),
    })
}

/// Reads a drawing that begins at an offset of the record.
pub(in crate::grid::format) fn parse_from(
    record: &Record<'_>,
    start: usize,
    boards: &mut Boards,
) -> Result<Grid, ParseError> {
    parse_own(record, start, boards).or_else(|error| parse_other(record, start, boards).unwrap_or(Err(error)))
}

/// The characters of the cells, where each is one and some are letters.
pub(in crate::grid::format) fn characters(record: &Record<'_>) -> Option<Vec<u8>> {
    let lines: Vec<_> = record.lines().filter(|(_, line)| !is_extra_unit(line)).collect();
    drawing::read(record, &lines).ok()?.0.characters()
}

/// Reads a drawing as others make them; nothing where it is none.
fn parse_other(record: &Record<'_>, start: usize, boards: &mut Boards) -> Option<Result<Grid, ParseError>> {
    let lines = record.lines().skip_while(|&(offset, _)| offset < start);
    let (above, lines): (Vec<_>, Vec<_>) = lines.partition(|(_, line)| is_extra_unit(line));
    let (diagonals, units) = match read_units(record, &above) {
        Ok(read) => read,
        Err(error) => return Some(Err(error)),
    };
    let (layout, boxes) = match drawing::read(record, &lines) {
        Ok(read) => read,
        Err(error) => return error.map(Err),
    };
    let side = layout.values.len().isqrt();
    let is_rule = |index: usize| drawing::is_rule(lines[index].1);
    let posts = lines[0].1.iter().filter(|&&byte| byte == b'+').count();
    let alternates = lines.len() == 2 * side + 1 && (0..lines.len()).all(|i| is_rule(i) == (i % 2 == 0));
    let walled = if alternates && posts == side + 1 && side > 1 {
        match regions_by_walls(record, &lines, side) {
            Ok(regions) => Some(regions),
            Err(error) => return Some(Err(error)),
        }
    } else {
        None
    };
    // Walls around each cell, or around all of them, tell nothing.
    let count = |regions: &Vec<u32>| regions.iter().max().map_or(0, |&count| count as usize);
    let walled = walled.filter(|regions| count(regions) != side * side && count(regions) != 1);
    let board = match walled {
        Some(regions) => match as_boxes(&regions, side) {
            Some((rows, columns)) => Some(Board::Boxes(rows, columns)),
            None => Some(Board::Regions(regions)),
        },
        None => match boxes {
            Err(error) => return Some(Err(error)),
            Ok(Boxes { rows: Some(rows), .. }) => Some(Board::Boxes(rows, side / rows)),
            Ok(Boxes { columns: Some(columns), .. }) => Some(Board::Boxes(side / columns, columns)),
            Ok(_) => None,
        },
    };
    let board = match board {
        None if diagonals || !units.is_empty() => usual(side).ok(),
        board => board,
    };
    let geometry = match board {
        None => boards.of_side(side),
        Some(Board::Boxes(rows, columns)) if !diagonals && units.is_empty() => boards.of_boxes(rows, columns),
        Some(board) => boards.of_drawing(side, || board.geometry(side, diagonals, &units)),
    };
    let geometry = geometry.map_err(|problem| record.error(0, problem));
    Some(geometry.map(|geometry| record::grid(geometry, layout.values.into_iter())))
}

/// The rows and columns of a box, where regions are boxes.
fn as_boxes(regions: &[u32], side: usize) -> Option<(usize, usize)> {
    let columns = regions[..side].iter().take_while(|&&region| region == regions[0]).count();
    let rows = side / columns;
    let corner = |index: usize| (index / side / rows * rows) * side + index % side / columns * columns;
    let is_box = |(index, region): (usize, &u32)| *region == regions[corner(index)];
    let is_even = rows * columns == side && regions.iter().enumerate().all(is_box);
    (is_even && regions.iter().max() == Some(&(side as u32))).then_some((rows, columns))
}

/// Reads a drawing as it is written here.
fn parse_own(record: &Record<'_>, start: usize, boards: &mut Boards) -> Result<Grid, ParseError> {
    let mut diagonals = false;
    let mut units = Vec::new();
    let mut drawing = Vec::new();
    for (offset, line) in record.lines().skip_while(|&(offset, _)| offset < start) {
        match line.trim_ascii_start()[0] {
            b'|' | b'+' => drawing.push((offset, line)),
            _ if drawing.is_empty() && is_extra_unit(line) => match header::parse_unit(record, offset, line)? {
                cells if cells.is_empty() => diagonals = true,
                cells => units.push(cells),
            },
            _ => {
                let problem =
                    Problem::Word { expected: "a line of a drawn grid", found: Excerpt::new(line.trim_ascii()) };
                return Err(record.error(offset, problem));
            }
        }
    }
    let rows: Vec<_> = drawing.iter().copied().filter(|(_, line)| begins(line, b'|')).collect();
    let side = rows.first().map_or(0, |(_, line)| cells(line).count());
    if side == 0 {
        return Err(record.error(0, Problem::Word { expected: "a row of a drawn grid", found: Excerpt::new(b"") }));
    }
    let mut values = Vec::with_capacity(side * side);
    for &(offset, line) in &rows {
        let found = cells(line).count();
        if found != side {
            let at = cells(line).nth(side).map_or(line.len(), |(at, _)| at);
            return Err(record.error(offset + at, Problem::Cells { expected: side, found }));
        }
        for (at, word) in cells(line) {
            values.push(record.number(offset + at, word, side)?);
        }
    }
    if rows.len() != side {
        return Err(record.error_at_end(Problem::Rows { expected: side, found: rows.len() }));
    }
    let geometry = match read_board(record, &drawing, side)? {
        Board::Boxes(rows, columns) if !diagonals && units.is_empty() => boards.of_boxes(rows, columns),
        board => boards.of_drawing(side, || board.geometry(side, diagonals, &units)),
    };
    let geometry = geometry.map_err(|problem| record.error(0, problem))?;
    Ok(record::grid(geometry, values.into_iter()))
}

enum Board {
    Boxes(usize, usize),
    Regions(Vec<u32>),
}

impl Board {
    fn geometry(&self, side: usize, diagonals: bool, units: &[Vec<Cell>]) -> Result<Geometry, GeometryError> {
        let board = match self {
            Self::Boxes(rows, columns) => Geometry::boxes(*rows, *columns)?,
            Self::Regions(numbers) => Geometry::jigsaw(side, numbers)?,
        };
        (if diagonals { board.with_diagonals()? } else { board }).with_units(units)
    }
}

/// Reads the shape from the lines of a drawing: boxes, or a wall between any two cells of different regions.
fn read_board(record: &Record<'_>, drawing: &[(usize, &[u8])], side: usize) -> Result<Board, ParseError> {
    let is_border = |index: usize| drawing.get(index).is_some_and(|(_, line)| begins(line, b'+'));
    let posts = drawing[0].1.iter().filter(|&&byte| byte == b'+').count();
    let alternates = drawing.len() == 2 * side + 1 && (0..drawing.len()).all(|i| is_border(i) == (i % 2 == 0));
    if alternates && posts == side + 1 && side > 1 {
        return Ok(Board::Regions(regions_by_walls(record, drawing, side)?));
    }
    let uneven = |index: usize| record.error(drawing[index].0, Problem::Border("a border around each box of cells"));
    if !is_border(0) || !is_border(drawing.len() - 1) {
        return Err(uneven(if is_border(0) { drawing.len() - 1 } else { 0 }));
    }
    let rows = (1..drawing.len()).find(|&index| is_border(index)).unwrap_or(1) - 1;
    let columns = words(drawing[1].1.split(|&byte| byte == b'|').nth(1).unwrap_or_default()).count();
    for (index, &(_, line)) in drawing.iter().enumerate() {
        let of_columns = |part| words(part).count() == columns;
        let mut parts = line.trim_ascii().split(|&byte| byte == b'|').filter(|part| !part.is_empty());
        if is_border(index) != index.is_multiple_of(rows + 1) || !is_border(index) && !parts.all(of_columns) {
            return Err(uneven(index));
        }
    }
    // Boxes of another size than the side's would be another board than the cells fill.
    if rows * columns != side {
        return Err(uneven(rows + 1));
    }
    Ok(Board::Boxes(rows, columns))
}

/// The regions of a drawing with a border line between any two rows: cells that no wall parts belong together.
fn regions_by_walls(record: &Record<'_>, drawing: &[(usize, &[u8])], side: usize) -> Result<Vec<u32>, ParseError> {
    let indent = |line: &[u8]| line.len() - line.trim_ascii_start().len();
    let posts: Vec<_> = drawing[0].1.iter().enumerate().filter(|&(_, &byte)| byte == b'+').map(|(at, _)| at).collect();
    if indent(drawing[0].1) != posts[0] {
        return Err(record.error(drawing[0].0, Problem::Border("a border of posts and walls")));
    }
    let wall_right = |row: usize, column: usize| drawing[2 * row + 1].1.get(posts[column + 1]) == Some(&b'|');
    // Beside heavy walls, light ones are the borders of cells.
    let has = |stroke: u8| drawing.iter().any(|(_, line)| begins(line, b'+') && line.contains(&stroke));
    let (light, heavy) = (has(b'-'), has(b'='));
    let is_wall = |byte: &u8| *byte == b'=' || *byte == b'-' && !(light && heavy);
    let wall_below = |row: usize, column: usize| drawing[2 * row + 2].1.get(posts[column] + 1).is_some_and(is_wall);
    Ok(pieces(side, |row, column| !wall_right(row, column), |row, column| !wall_below(row, column)))
}

/// Numbers the pieces of a grid, whose cells may be joined to the cell on their right and to the one below.
fn pieces(
    side: usize,
    joined_right: impl Fn(usize, usize) -> bool,
    joined_below: impl Fn(usize, usize) -> bool,
) -> Vec<u32> {
    let mut piece = vec![0; side * side];
    let mut count = 0;
    for start in 0..side * side {
        if piece[start] != 0 {
            continue;
        }
        count += 1;
        let mut open = vec![start];
        while let Some(index) = open.pop() {
            piece[index] = count;
            let (row, column) = (index / side, index % side);
            let joined = [
                (column + 1 < side && joined_right(row, column)).then_some(index + 1),
                (column > 0 && joined_right(row, column.wrapping_sub(1))).then(|| index - 1),
                (row + 1 < side && joined_below(row, column)).then_some(index + side),
                (row > 0 && joined_below(row.wrapping_sub(1), column)).then(|| index - side),
            ];
            open.extend(joined.into_iter().flatten().filter(|&other| piece[other] == 0));
        }
    }
    piece
}

/// What a drawing of a board leaves out, if anything: each region must be in one piece.
pub(in crate::grid::format) fn undrawable(geometry: &Geometry) -> Option<Feature> {
    let Some(side) = geometry.plain_side() else { return Some(Feature::Board) };
    let region = |row: usize, column: usize| geometry.region(Cell::new(row as u16, column as u16));
    match geometry.shape() {
        // A single cell is drawn as a box.
        Regions::Irregular
            if side == 1 || !geometry.has_full_units_only() || geometry.region_units().count() != side =>
        {
            Some(Feature::Regions)
        }
        Regions::Irregular => {
            let right = |row, column| region(row, column) == region(row, column + 1);
            let below = |row, column| region(row, column) == region(row + 1, column);
            (pieces(side, right, below).into_iter().max() != Some(side as u32)).then_some(Feature::BrokenRegions)
        }
        Regions::None => Some(Feature::NoBoxes),
        Regions::Boxes { rows, columns } if usize::from(rows) * usize::from(columns) == side => None,
        Regions::Boxes { .. } | Regions::Squares => Some(Feature::Board),
    }
}

pub(in crate::grid::format) fn write(grid: &Grid, out: &mut String) {
    header::write_extra_units(grid.geometry(), out);
    draw(grid, ".", out);
}

/// Draws a grid, with a word for an empty cell.
pub(in crate::grid::format) fn draw(grid: &Grid, empty: &str, out: &mut String) {
    let geometry = grid.geometry();
    let width = usize::from(geometry.last_digit().get()).max(1).ilog10() as usize + 1;
    let push_cell = |out: &mut String, cell| {
        let text = grid.get(cell).map_or_else(|| empty.to_owned(), |digit: Digit| digit.to_string());
        out.extend(std::iter::repeat_n(' ', width + 1 - text.len()));
        out.push_str(&text);
    };
    match geometry.shape() {
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
        Regions::Irregular | Regions::None | Regions::Squares => draw_walls(geometry, width, push_cell, out),
    }
}

/// What is on one side of a wall: a cell with or without a region, or the outside.
#[derive(PartialEq, Eq)]
enum Side {
    Outside,
    Region(Option<usize>),
}

/// Draws a wall wherever a region or the board ends.
fn draw_walls(geometry: &Geometry, width: usize, push_cell: impl Fn(&mut String, Cell), out: &mut String) {
    let (rows, columns) = (geometry.rows(), geometry.columns());
    // Rows and columns begin with 1 here, so that there is a place before the first.
    let side = |row: usize, column: usize| {
        let cell = Cell::new(row.wrapping_sub(1) as u16, column.wrapping_sub(1) as u16);
        let is_cell = row > 0 && column > 0 && geometry.contains(cell);
        if is_cell { Side::Region(geometry.region(cell)) } else { Side::Outside }
    };
    // A drawing of regions has a border between any two cells, as its reader wants; others have one where there is a wall.
    let is_even = geometry.shape() == Regions::Irregular;
    let has_line = |row: usize| is_even || (1..=columns).any(|column| side(row - 1, column) != side(row, column));
    let has_bar = |column: usize| is_even || (1..=rows).any(|row| side(row, column - 1) != side(row, column));
    let bars: Vec<bool> = (1..=columns + 1).map(has_bar).collect();
    // Between cells without a bar there is a blank.
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

/// Ends a line, without blanks at its end.
fn end_line(start: usize, out: &mut String) {
    out.truncate(start + out[start..].trim_end_matches(' ').len());
    out.push('\n');
}
