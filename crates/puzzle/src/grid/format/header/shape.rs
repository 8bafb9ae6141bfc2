//! The lines of a header that define the shape of the board.

use crate::geometry::{Cell, Geometry, GeometryError, ParseGeometryError, Square};
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::lines::words;
use crate::grid::format::record::Record;

pub(super) const SHAPE: &str = "the rows and columns of a box, or: regions N, latin N, canvas R C, grid RxC at r1c1";

/// The expected line if a line extends a board that no line has begun.
const BEGUN: &str = "a line such as 3 3 or latin 9 above what else tells the board, or --box in place of both";

/// The largest board built to find out whether a word names a board.
const LARGEST_NAMED: usize = 64;

/// Whether a line defines a part of the board, in the form of `header` or of `--box`. Above a grid in a different form the line
/// is not a title, because the grid would be read on a wrong board.
pub(crate) fn tells_board(line: &[u8]) -> bool {
    if !line.trim_ascii_start().first().is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    let is_board = |word: &[u8]| {
        let Ok(word) = std::str::from_utf8(word) else { return false };
        // The name of a jigsaw may be the title of its drawing.
        !matches!(
            Geometry::parse_within(word, LARGEST_NAMED),
            Err(ParseGeometryError::Form(_) | ParseGeometryError::Part(_) | ParseGeometryError::Drawn(_))
        )
    };
    let is_cell = |word: &[u8]| std::str::from_utf8(word).is_ok_and(|word| word.parse::<Cell>().is_ok());
    let is_named =
        |word: &[u8], name: &str| word.strip_suffix(b":").unwrap_or(word).eq_ignore_ascii_case(name.as_bytes());
    let words: Vec<&[u8]> = words(line).map(|(_, word)| word).take(5).collect();
    match *words {
        // Also if the number is missing or invalid, because the grid below would be read on the default board.
        [b"latin" | b"regions"] | [b"latin" | b"regions" | b"canvas", _] | [b"grid", _, b"at", _] => true,
        [word] => ["diagonals", "windows", "disjointgroups"].iter().any(|name| is_named(word, name)) || is_board(word),
        [digits, range] if is_named(digits, "digits") => range.first().is_some_and(u8::is_ascii_digit),
        [b"lines", b"none"] => true,
        [b"boxes", rows, columns] => number(rows).is_some() && number(columns).is_some(),
        [unit, cell, ..] if is_named(unit, "unit") => is_cell(cell),
        [name, board] if ["board", "box"].iter().any(|known| is_named(name, known)) => is_board(board),
        _ => Shape::of(line).is_some(),
    }
}

/// The first and the last digit of a range.
pub(super) fn range_of(word: &[u8]) -> Option<(usize, usize)> {
    let (first, last) = std::str::from_utf8(word).ok()?.split_once("..")?;
    Some((first.parse().ok()?, last.parse().ok()?))
}

/// The first line of a shape, with the further lines on its canvas.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Boxes(usize, usize),
    Regions(usize),
    Latin(usize),
    Canvas(Canvas),
    Squares(Vec<Square>),
}

/// A canvas and its boxes or regions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canvas {
    rows: usize,
    columns: usize,
    pub(super) boxes: Option<(usize, usize)>,
    pub(super) has_regions: bool,
    /// Whether rows and columns are no units.
    is_free: bool,
}

impl Canvas {
    /// Whether no line about units has been read.
    fn is_bare(self) -> bool {
        self.boxes.is_none() && !self.has_regions && !self.is_free
    }
}

fn number(word: &[u8]) -> Option<usize> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

fn square(boxes: &[u8], corner: &[u8]) -> Option<Square> {
    format!("{}@{}", std::str::from_utf8(boxes).ok()?, std::str::from_utf8(corner).ok()?).parse().ok()
}

impl Shape {
    /// The shape defined by a first line.
    pub(super) fn of(line: &[u8]) -> Option<Self> {
        let words: Vec<&[u8]> = words(line).map(|(_, word)| word).take(5).collect();
        Some(match *words {
            [b"regions", side] => Self::Regions(number(side)?),
            [b"latin", side] => Self::Latin(number(side)?),
            [b"canvas", rows, columns] => Self::Canvas(Canvas {
                rows: number(rows)?,
                columns: number(columns)?,
                boxes: None,
                has_regions: false,
                is_free: false,
            }),
            [b"grid", boxes, b"at", corner] => Self::Squares(vec![square(boxes, corner)?]),
            [rows, columns] => Self::Boxes(number(rows)?, number(columns)?),
            _ => return None,
        })
    }

    /// Takes a further line about the canvas; returns whether the line has a meaning.
    pub(super) fn take(&mut self, line: &[u8]) -> bool {
        let words: Vec<&[u8]> = words(line).map(|(_, word)| word).take(5).collect();
        match (self, &*words) {
            (Self::Squares(squares), [b"grid", boxes, b"at", corner]) => {
                let square = square(boxes, corner);
                squares.extend(square);
                square.is_some()
            }
            (Self::Canvas(canvas), [b"lines", b"none"]) if canvas.is_bare() => {
                canvas.is_free = true;
                true
            }
            (Self::Canvas(canvas), [b"boxes", rows, columns]) if canvas.is_bare() => {
                canvas.boxes = number(rows).zip(number(columns));
                canvas.boxes.is_some()
            }
            (Self::Canvas(canvas), [b"regions"]) if canvas.is_bare() => {
                canvas.has_regions = true;
                true
            }
            _ => false,
        }
    }

    /// Rows and columns of the canvas; `None` if larger than every board.
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

    /// The number of region numbers that follow.
    pub(super) fn region_numbers(&self) -> usize {
        match self {
            Self::Regions(side) => side * side,
            Self::Canvas(canvas) if canvas.has_regions => canvas.rows * canvas.columns,
            _ => 0,
        }
    }

    /// The number of numbers that follow.
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
                let board = if canvas.is_free { Geometry::free } else { Geometry::canvas };
                board(canvas.rows, canvas.columns, canvas.rows.max(canvas.columns))
            }
        }
    }
}

pub(super) fn parse_shape(record: &Record<'_>, offset: usize, line: &[u8]) -> Result<Shape, ParseError> {
    match Shape::of(line) {
        Some(Shape::Boxes(rows, columns)) => {
            // Checked first, so that no cells are read for an impossible board.
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
            // The first word that fits no shape.
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
