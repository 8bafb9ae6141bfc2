//! The lines of a header that say what shape the board has.

use crate::geometry::{Cell, Geometry, GeometryError, ParseGeometryError, Square};
use crate::grid::format::lines::words;
use crate::grid::format::record::Record;
use crate::grid::format::{Excerpt, ParseError, Problem};

pub(super) const SHAPE: &str = "the rows and columns of a box, or: regions N, latin N, canvas R C, grid RxC at r1c1";

/// What is expected where a line says more of a board that no line has begun.
const BEGUN: &str = "a line such as 3 3 or latin 9 above what else tells the board, or --box in place of both";

/// A larger board than this is not made to know that a word names one.
const LARGEST_NAMED: usize = 64;

/// Whether a line tells something of the board: a line of this form, or a board as `--box` takes it. Where it stands above a
/// grid in another form it is no title: the grid would be read on another board.
pub(in crate::grid::format) fn tells_board(line: &[u8]) -> bool {
    if !line.trim_ascii_start().first().is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    let is_board = |word: &[u8]| {
        let Ok(word) = std::str::from_utf8(word) else { return false };
        // A drawing of a jigsaw may have that as its title.
        !matches!(
            Geometry::parse_within(word, LARGEST_NAMED),
            Err(ParseGeometryError::Form(_) | ParseGeometryError::Drawn(_))
        )
    };
    let is_cell = |word: &[u8]| std::str::from_utf8(word).is_ok_and(|word| word.parse::<Cell>().is_ok());
    let is_named =
        |word: &[u8], name: &str| word.strip_suffix(b":").unwrap_or(word).eq_ignore_ascii_case(name.as_bytes());
    let words: Vec<&[u8]> = words(line).map(|(_, word)| word).take(5).collect();
    match *words {
        [b"latin" | b"regions"] => true,
        [word] => word.eq_ignore_ascii_case(b"diagonals") || is_board(word),
        [b"digits", range] => range_of(range).is_some(),
        [b"canvas", side] => number(side).is_some(),
        [b"boxes", rows, columns] => number(rows).is_some() && number(columns).is_some(),
        [b"unit", cell, ..] => is_cell(cell),
        [name, board] if ["board", "box"].iter().any(|known| is_named(name, known)) => is_board(board),
        _ => Shape::of(line).is_some(),
    }
}

/// The first and the last digit of a range.
pub(super) fn range_of(word: &[u8]) -> Option<(usize, usize)> {
    let (first, last) = std::str::from_utf8(word).ok()?.split_once("..")?;
    Some((first.parse().ok()?, last.parse().ok()?))
}

/// The first line of a shape, and those that say more of its canvas.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Boxes(usize, usize),
    Regions(usize),
    Latin(usize),
    Canvas(Canvas),
    Squares(Vec<Square>),
}

/// A canvas and what lies on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canvas {
    rows: usize,
    columns: usize,
    pub(super) boxes: Option<(usize, usize)>,
    pub(super) has_regions: bool,
}

fn number(word: &[u8]) -> Option<usize> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

fn square(boxes: &[u8], corner: &[u8]) -> Option<Square> {
    format!("{}@{}", std::str::from_utf8(boxes).ok()?, std::str::from_utf8(corner).ok()?).parse().ok()
}

impl Shape {
    /// The shape that a first line says.
    pub(super) fn of(line: &[u8]) -> Option<Self> {
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
    pub(super) fn take(&mut self, line: &[u8]) -> bool {
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
    pub(super) fn canvas(&self) -> Option<(usize, usize)> {
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
    pub(super) fn region_numbers(&self) -> usize {
        match self {
            Self::Regions(side) => side * side,
            Self::Canvas(canvas) if canvas.has_regions => canvas.rows * canvas.columns,
            _ => 0,
        }
    }

    /// How many numbers follow in all.
    pub(super) fn numbers(&self) -> Option<usize> {
        self.canvas().map(|(rows, columns)| rows * columns + self.region_numbers())
    }

    /// The board without its regions.
    pub(super) fn board(&self) -> Result<Geometry, GeometryError> {
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

pub(super) fn parse_shape(record: &Record<'_>, offset: usize, line: &[u8]) -> Result<Shape, ParseError> {
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
        None if tells_board(line) && !matches!(words(line).next(), Some((_, b"regions" | b"latin" | b"canvas"))) => {
            let at = line.len() - line.trim_ascii_start().len();
            Err(record.error(offset + at, Problem::Word { expected: BEGUN, found: Excerpt::new(line.trim_ascii()) }))
        }
        None => {
            // The first word that no shape has there.
            let mut parts = words(line);
            let first = parts.next();
            let is_number = |part: Option<(usize, &[u8])>| part.is_some_and(|(_, word)| number(word).is_some());
            let wrong = match first {
                Some((_, b"regions" | b"latin")) => {
                    parts.next().filter(|&part| !is_number(Some(part))).or_else(|| parts.next())
                }
                Some((_, b"canvas")) => parts.find(|&part| !is_number(Some(part))),
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
