//! The borders of drawings: the lines that are rules, and the boxes or regions that rules and bars define.
//!
//! A rule is a line of dashes or equals signs, with corners of any kind; a row has bars between its cells or boxes. If a drawing
//! mixes both kinds of rules or of bars, equals signs and `|` are borders of boxes, and dashes and `!` are borders of cells. A
//! border around every cell and the rule below the head of a table define no boxes. Without box borders the board has default
//! boxes.

use crate::geometry::{Cell, Geometry, GeometryError, Regions};
use crate::grid::format::cut_rows;
use crate::grid::format::cut_rows::Row;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::feature::Feature;
use crate::grid::format::layout::Fit;
use crate::grid::format::record::Record;

/// Whether a line is a rule: dashes or equals signs, and what corners are made of.
pub(crate) fn is_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    // A row of digits is not a rule, even with dashes behind.
    if !line.first().is_some_and(|byte| b"-=+|!.:'`*,\\".contains(byte)) {
        return false;
    }
    let strokes = line.iter().filter(|byte| matches!(byte, b'-' | b'=')).count();
    let marks = line.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
    // Dashes separated by blanks are cells.
    let has_run = line.windows(2).any(|pair| matches!(pair, b"--" | b"=="));
    let is_plain = strokes >= 3 && 2 * strokes >= marks && has_run;
    // Rules of small boxes have few strokes: `+--+--+`.
    let is_corner = |byte: Option<&u8>| byte.is_some_and(|byte| b"+*|.:'`".contains(byte));
    let has_plus = line.starts_with(b"+") && line.ends_with(b"+");
    let is_cornered =
        strokes >= 1 && line.len() > 2 && (has_run || has_plus) && is_corner(line.first()) && is_corner(line.last());
    // Between cells of one region a border has only posts.
    let are_posts = has_plus && line.len() > 2;
    (is_plain || is_cornered || are_posts) && line.iter().all(|byte| b"-=+|!.:'`*, ".contains(byte))
        || line == b"\\hline"
}

/// Whether a line is a row with bars between cells.
pub(crate) fn is_barred(line: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b"|!._*-?~".contains(byte);
    line.contains(&b'|') && line.iter().all(|byte| is_part(byte) || !byte.is_ascii())
}

/// Whether a first line, judged together with the second line, begins a drawing and no further format.
pub(crate) fn begins(first: &[u8], second: Option<&[u8]>) -> bool {
    if is_rule(first) {
        return second.is_some_and(|second| is_barred(second) && !is_rule(second));
    }
    is_barred(first) && first.iter().any(|byte| byte.is_ascii_alphanumeric() || b"._* ?-".contains(byte))
}

/// The board defined by borders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Drawn {
    /// Rows and columns of a box.
    Boxes(usize, usize),
    /// The region of each cell, counted from 1.
    Regions(Vec<u32>),
}

impl Drawn {
    pub(crate) fn geometry(
        &self,
        side: usize,
        diagonals: bool,
        units: &[Vec<Cell>],
    ) -> Result<Geometry, GeometryError> {
        let board = match self {
            Self::Boxes(rows, columns) => Geometry::boxes(*rows, *columns)?,
            Self::Regions(numbers) => Geometry::jigsaw(side, numbers)?,
        };
        (if diagonals { board.with_diagonals()? } else { board }).with_units(units)
    }

    /// The usual boxes of a side.
    pub(crate) fn usual(side: usize) -> Result<Self, GeometryError> {
        Ok(match Geometry::nearly_square(side)?.shape() {
            Regions::Boxes { rows, columns } => Self::Boxes(rows.into(), columns.into()),
            _ => Self::Boxes(1, side),
        })
    }
}

/// The board that the borders of a drawing define, if any.
///
/// # Errors
/// If the borders do not enclose boxes of as many cells as the side.
pub(crate) fn board(record: &Record<'_>, lines: &[Row<'_>], fit: &Fit<'_>) -> Result<Option<Drawn>, ParseError> {
    let side = fit.side;
    let is_rule_at = |index: usize| !fit.rows.iter().any(|row| begins_within(lines, index, *row));
    let posts = lines[0].1.iter().filter(|&&byte| byte == b'+').count();
    let alternates = lines.len() == 2 * side + 1 && (0..lines.len()).all(|index| is_rule_at(index) == (index % 2 == 0));
    if alternates && posts == side + 1 && side > 1 {
        let regions = regions_by_walls(record, lines, side)?;
        let count = regions.iter().max().map_or(0, |&count| count as usize);
        // Walls around every cell, or around the whole grid, define no regions.
        if count != side * side && count != 1 {
            // Walls of a single kind are regions drawn one by one. Boxes of one column are the exception, because bars alone
            // never bound boxes.
            let has_light_borders = lines.iter().any(|(_, line)| line.iter().any(|byte| matches!(byte, b'=' | b'!')));
            let boxes = as_boxes(&regions, side).filter(|it| has_light_borders || matches!(it, Drawn::Boxes(_, 1)));
            return Ok(Some(boxes.unwrap_or(Drawn::Regions(regions))));
        }
    }
    boxes(record, lines, fit)
}

/// Whether a place is in the line of an index.
fn begins_within(lines: &[Row<'_>], index: usize, place: usize) -> bool {
    let (start, line) = lines[index];
    (start..=start + line.len()).contains(&place)
}

/// The rows and columns of a box, where regions are boxes.
fn as_boxes(regions: &[u32], side: usize) -> Option<Drawn> {
    let columns = regions[..side].iter().take_while(|&&region| region == regions[0]).count();
    let rows = side / columns;
    let corner = |index: usize| (index / side / rows * rows) * side + index % side / columns * columns;
    let is_box = |(index, region): (usize, &u32)| *region == regions[corner(index)];
    let is_even = rows * columns == side && regions.iter().enumerate().all(is_box);
    (is_even && regions.iter().max() == Some(&(side as u32))).then_some(Drawn::Boxes(rows, columns))
}

/// The boxes defined by rules and bars.
fn boxes(record: &Record<'_>, lines: &[Row<'_>], fit: &Fit<'_>) -> Result<Option<Drawn>, ParseError> {
    let side = fit.side;
    let rows_before = |index: usize| fit.rows.iter().filter(|&&row| row < lines[index].0).count();
    let is_row = |index: usize| fit.rows.iter().any(|&row| begins_within(lines, index, row));
    let mut rules: Vec<(usize, usize, bool)> = (0..lines.len())
        .filter(|&index| is_rule(lines[index].1) && !is_row(index))
        .map(|index| (lines[index].0, rows_before(index), lines[index].1.contains(&b'=')))
        .filter(|&(_, before, _)| before > 0 && before < side)
        .collect();
    rules.dedup_by_key(|rule| rule.1);
    let are_mixed = rules.iter().any(|&(_, _, is_heavy)| is_heavy) && !rules.iter().all(|&(_, _, is_heavy)| is_heavy);
    rules.retain(|&(_, _, is_heavy)| is_heavy || !are_mixed);
    let uneven = |at: usize| record.error(at, Problem::Border("a border around each box of cells"));
    let stack = fit.pieces[..side].iter().take_while(|piece| piece.part == fit.pieces[0].part).count();
    // The rule below the first row of a table is no border.
    if let [(offset, 1, _)] = rules[..]
        && stack == 1
        && lines.iter().any(|&(at, line)| at == offset && line.contains(&b'|'))
    {
        rules.clear();
    }
    let band = rules.first().map(|&(_, before, _)| before);
    if let Some(band) = band {
        let expected = (1..).map(|index| index * band).take_while(|&row| row < side);
        if !side.is_multiple_of(band) || !rules.iter().map(|&(_, before, _)| before).eq(expected) {
            return Err(uneven(rules[0].0));
        }
    }
    let is_even = |(row, pieces): (usize, &[cut_rows::Piece<'_>])| {
        let even = pieces.iter().enumerate().all(|(column, piece)| piece.part == pieces[0].part + column / stack);
        if even { Ok(()) } else { Err(uneven(fit.rows[row])) }
    };
    fit.pieces.chunks(side).enumerate().try_for_each(is_even)?;
    let columns = (stack < side).then_some(stack);
    let ends = [lines.first(), lines.last()];
    let is_framed = lines.len() > side && ends.into_iter().flatten().all(|&(_, line)| is_rule(line));
    match (band, columns) {
        // A frame around each row.
        (Some(1), None) if is_framed => Ok(Some(Drawn::Boxes(1, side))),
        // A frame around the whole grid.
        (None, None) if is_framed && side > 1 => Err(uneven(lines[lines.len() - 1].0)),
        // A border around each cell tells nothing of boxes.
        (Some(1) | None, None | Some(1)) => Ok(None),
        (Some(rows), None | Some(1)) if side.is_multiple_of(rows) => Ok(Some(Drawn::Boxes(rows, side / rows))),
        // A frame without a rule in it is around boxes as high as the grid.
        (None, Some(_)) if is_framed => Err(uneven(lines[lines.len() - 1].0)),
        (rows, Some(columns)) if !side.is_multiple_of(columns) || rows.is_some_and(|rows| rows * columns != side) => {
            Err(uneven(rules.first().map_or(lines[0].0, |&(at, ..)| at)))
        }
        (_, Some(columns)) => Ok(Some(Drawn::Boxes(side / columns, columns))),
        (Some(_), None) => Err(uneven(lines[0].0)),
    }
}

/// The regions of a drawing with a border line between any two rows: cells that no wall parts belong together.
fn regions_by_walls(record: &Record<'_>, drawing: &[Row<'_>], side: usize) -> Result<Vec<u32>, ParseError> {
    let indent = |line: &[u8]| line.len() - line.trim_ascii_start().len();
    let posts: Vec<_> = drawing[0].1.iter().enumerate().filter(|&(_, &byte)| byte == b'+').map(|(at, _)| at).collect();
    if indent(drawing[0].1) != posts[0] {
        return Err(record.error(drawing[0].0, Problem::Border("a border of posts and walls")));
    }
    let wall_right = |row: usize, column: usize| drawing[2 * row + 1].1.get(posts[column + 1]) == Some(&b'|');
    // Beside heavy walls, light ones are the borders of cells.
    let has = |stroke: u8| drawing.iter().any(|(_, line)| is_border(line) && line.contains(&stroke));
    let (light, heavy) = (has(b'-'), has(b'='));
    let is_wall = |byte: &u8| *byte == b'=' || *byte == b'-' && !(light && heavy);
    let wall_below = |row: usize, column: usize| drawing[2 * row + 2].1.get(posts[column] + 1).is_some_and(is_wall);
    Ok(pieces(side, |row, column| !wall_right(row, column), |row, column| !wall_below(row, column)))
}

/// Whether a line begins with a post.
fn is_border(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"+")
}

/// Numbers the pieces of a grid, whose cells may be joined to the cell on their right and to the one below.
pub(crate) fn pieces(
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

/// The feature that a drawing of the board would lose, if any. Every region must be in one piece.
pub(crate) fn undrawable(geometry: &Geometry) -> Option<Feature> {
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
        Regions::Boxes { .. } | Regions::Squares | Regions::Free => Some(Feature::Board),
    }
}
