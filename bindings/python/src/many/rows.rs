//! Rows of bytes, each a puzzle.

use std::sync::Arc;

use satdoku::nine::Record;
use satdoku::{Digit, Geometry, Grid};

/// The puzzles of a call; a row may be missing.
pub(crate) enum Rows<'a> {
    /// Texts, by number.
    Texts { len: usize, text: Box<dyn Fn(usize) -> Option<&'a [u8]> + Sync + 'a> },
    /// Numbers, so many a row, 0 for an empty cell.
    Numbers { numbers: &'a [u8], width: usize },
}

impl Rows<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Texts { len, .. } => *len,
            Self::Numbers { numbers, width } => numbers.len().checked_div(*width).unwrap_or_default(),
        }
    }

    /// A row; none where it is missing.
    pub(crate) fn row(&self, number: usize) -> Option<&[u8]> {
        match self {
            Self::Texts { text, .. } => text(number),
            Self::Numbers { numbers, width } => Some(&numbers[number * width..][..*width]),
        }
    }

    /// A row as the kernel reads it, where it is one of 81 cells.
    pub(crate) fn record(&self, row: &[u8]) -> Option<Record> {
        let mut record: Record = row.try_into().ok()?;
        if matches!(self, Self::Numbers { .. }) {
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
                    None => text.parse().map_err(|error: satdoku::grid::format::ParseError| error.to_string()),
                    Some(board) => {
                        let options = satdoku::grid::format::ReadOptions::of(None, Some(Arc::clone(board)));
                        let mut puzzles = satdoku::grid::format::Puzzles::new(row, options);
                        match (puzzles.next(), puzzles.next()) {
                            (Some(grid), None) => grid.map_err(|error| error.to_string()),
                            (None, _) => Err("expected a puzzle, found nothing".to_owned()),
                            (Some(_), Some(_)) => Err("expected one puzzle, found more text after it".to_owned()),
                        }
                    }
                }
            }
            Self::Numbers { width, .. } => {
                let board = match board {
                    Some(board) => Arc::clone(board),
                    None => Arc::new(Geometry::nearly_square(width.isqrt()).map_err(|error| error.to_string())?),
                };
                let has_zero = board.first_digit().get() == 0;
                let empty = if has_zero { u8::MAX } else { 0 };
                let digit = |&value: &u8| (value != empty).then(|| Digit::new(value.into()));
                Grid::from_digits(&board, row.iter().map(digit).collect()).map_err(|error| error.to_string())
            }
        }
    }
}
