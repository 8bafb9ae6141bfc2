//! Rows of bytes, each a puzzle.

use std::sync::Arc;

use satdoku::grid::format::{ParseError, Problem, Puzzles, ReadOptions};
use satdoku::nine::GridBytes;
use satdoku::{Cell, Digit, Geometry, Grid};

/// The puzzles of a call.
pub(crate) enum Rows<'a> {
    /// Texts and grids, by number.
    Texts { len: usize, text: Text<'a> },
    /// Numbers, `width` in a row; [`empty_value`] for an empty cell. The numbers of rows `without` a puzzle mean nothing.
    Numbers { numbers: &'a [u8], width: usize, without: &'a [(usize, Without)] },
}

/// Why a row has no puzzle.
#[derive(Clone, Copy)]
pub(crate) enum Without {
    /// The row is null.
    Missing,
    /// A number of the row is no digit.
    Wrong,
}

/// A function from the number of a row to the row.
pub(crate) type Text<'a> = Box<dyn Fn(usize) -> Row<'a> + Sync + 'a>;

/// The content of a row.
#[derive(Clone, Copy)]
pub(crate) enum Row<'a> {
    Bytes(&'a [u8]),
    /// A grid, already read.
    Grid(&'a Grid),
    /// A missing value.
    Missing,
    /// An object that is no puzzle.
    Wrong,
}

impl Rows<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Texts { len, .. } => *len,
            Self::Numbers { numbers, width, .. } => numbers.len().checked_div(*width).unwrap_or_default(),
        }
    }

    pub(crate) fn row(&self, number: usize) -> Row<'_> {
        match self {
            Self::Texts { text, .. } => text(number),
            Self::Numbers { numbers, width, without } => {
                match without.binary_search_by_key(&number, |&(row, _)| row).map(|at| without[at].1) {
                    Ok(Without::Missing) => Row::Missing,
                    Ok(Without::Wrong) => Row::Wrong,
                    Err(_) => Row::Bytes(&numbers[number * width..][..*width]),
                }
            }
        }
    }

    /// A row of 81 cells as a record for the kernel; `None` for any other row. A text may have blanks or line ends around it.
    pub(crate) fn record(&self, row: &[u8]) -> Option<GridBytes> {
        let is_numbers = matches!(self, Self::Numbers { .. });
        let mut record: GridBytes = if is_numbers { row } else { row.trim_ascii() }.try_into().ok()?;
        if is_numbers {
            for byte in &mut record {
                // A number beyond 9 becomes a byte that is no digit.
                *byte = if *byte <= 9 { *byte + b'0' } else { b'?' };
            }
        }
        Some(record)
    }

    /// A row as a grid.
    pub(crate) fn grid(&self, row: &[u8], board: Option<&Arc<Geometry>>) -> Result<Grid, String> {
        match self {
            Self::Texts { .. } => {
                let text = str::from_utf8(row).map_err(|error| error.to_string())?;
                match board {
                    None => text.parse().map_err(|error: ParseError| error.to_string()),
                    Some(board) => {
                        let options = ReadOptions::of(None, Some(Arc::clone(board)));
                        let mut puzzles = Puzzles::new(row, options);
                        match (puzzles.next(), puzzles.next()) {
                            (Some(grid), None) => grid.map_err(|error| error.to_string()),
                            (None, _) => Err(Problem::Nothing.to_string()),
                            (Some(_), Some(_)) => Err("expected one puzzle, found more text after it".to_owned()),
                        }
                    }
                }
            }
            Self::Numbers { width, .. } => {
                let board = if let Some(board) = board {
                    Arc::clone(board)
                } else {
                    let side = width.isqrt();
                    if side * side != *width {
                        let side = if *width - side * side > side { side + 1 } else { side };
                        let cells = side * side;
                        return Err(format!(
                            "expected {cells} numbers for a square of {side}x{side}, or board=; found {width}"
                        ));
                    }
                    Arc::new(Geometry::nearly_square(side).map_err(|error| error.to_string())?)
                };
                let empty = empty_value(&board);
                if is_canvas(&board, *width) {
                    let is_cell = |at: usize| board.contains(cell_at(&board, at));
                    if let Some(at) = (0..*width).find(|&at| !is_cell(at) && ![0, empty].contains(&row[at])) {
                        return Err(format!("expected no digit in column {at}, where the board has no cell"));
                    }
                }
                let digit = |value: u8| (value != empty).then(|| Digit::new(value.into()));
                let digits = if *width == board.cell_count() || is_canvas(&board, *width) {
                    places(&board, *width).map(|at| digit(row[at])).collect()
                } else {
                    row.iter().map(|&value| digit(value)).collect()
                };
                Grid::from_digits(&board, digits).map_err(|error| error.to_string())
            }
        }
    }
}

/// Whether a record breaks no rule of the classic board; `None` if it has other characters than digits and signs of empty cells.
pub(crate) fn is_valid(record: &GridBytes) -> Option<bool> {
    // The digits of each row, each column and each box, a bit for each digit.
    let mut seen = [[0_u16; 9]; 3];
    let mut is_valid = true;
    for (at, &byte) in record.iter().enumerate() {
        let bit = match byte {
            b'1'..=b'9' => 1 << (byte - b'1'),
            b'.' | b'0' => continue,
            _ => return None,
        };
        let (row, column) = (at / 9, at % 9);
        for (kind, unit) in [row, column, row / 3 * 3 + column / 3].into_iter().enumerate() {
            is_valid &= seen[kind][unit] & bit == 0;
            seen[kind][unit] |= bit;
        }
    }
    Some(is_valid)
}

/// The byte for an empty cell: 0, or 255 (-1 as a byte) if 0 is a digit.
pub(crate) fn empty_value(board: &Geometry) -> u8 {
    if board.first_digit().get() == 0 { u8::MAX } else { 0 }
}

/// Whether a row of `width` numbers has a number for each place of the canvas, also for places without a cell.
fn is_canvas(board: &Geometry, width: usize) -> bool {
    width != board.cell_count() && width == board.rows() * board.columns()
}

/// The cell in a place of the canvas.
fn cell_at(board: &Geometry, at: usize) -> Cell {
    Cell::new((at / board.columns()) as u16, (at % board.columns()) as u16)
}

/// The places of the cells in a row of `width` numbers, cell by cell.
pub(crate) fn places(board: &Geometry, width: usize) -> impl Iterator<Item = usize> {
    let is_canvas = is_canvas(board, width);
    board.cells().enumerate().map(
        move |(index, cell)| {
            if is_canvas { cell.row() * board.columns() + cell.column() } else { index }
        },
    )
}
