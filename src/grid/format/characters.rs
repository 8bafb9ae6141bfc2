//! Cells of one character each that stand in several lines.

use crate::grid::Grid;
use crate::grid::format::alphabet::Alphabet;
use crate::grid::format::record::{Boards, Record};
use crate::grid::format::{Excerpt, Format, ParseError, Problem, record};

/// The cells of a record with their places in it.
#[derive(Default)]
pub(in crate::grid::format) struct Characters {
    bytes: Vec<u8>,
    offsets: Vec<usize>,
}

impl Characters {
    pub(in crate::grid::format) fn push(&mut self, offset: usize, byte: u8) {
        self.bytes.push(byte);
        self.offsets.push(offset);
    }

    pub(in crate::grid::format) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The value of each cell.
    pub(in crate::grid::format) fn values(&self, record: &Record<'_>, side: usize) -> Result<Vec<u16>, ParseError> {
        let alphabet = Alphabet::of(&self.bytes, side);
        let value = |(&byte, &offset): (&u8, &usize)| {
            let value = alphabet.value(byte).filter(|&value| usize::from(value) <= side);
            let found = || Excerpt::character(&record.text[offset..]);
            value.ok_or_else(|| record.error(offset, Problem::Character { side: named(side), found: found() }))
        };
        self.bytes.iter().zip(&self.offsets).map(value).collect()
    }

    /// The value of each cell, where anything but a digit is an empty cell. A decimal that is too large is an error.
    pub(in crate::grid::format) fn lax(&self, record: &Record<'_>, side: usize) -> Result<Vec<u16>, ParseError> {
        let alphabet = Alphabet::of(&self.bytes, side);
        let value = |(&byte, &offset): (&u8, &usize)| match alphabet.value(byte) {
            Some(value) if usize::from(value) <= side => Ok(value),
            Some(_) if byte.is_ascii_digit() => {
                let found = Excerpt::character(&record.text[offset..]);
                Err(record.error(offset, Problem::Character { side: named(side), found }))
            }
            _ => Ok(0),
        };
        self.bytes.iter().zip(&self.offsets).map(value).collect()
    }
}

/// The side that a message about a character speaks of.
fn named(side: usize) -> usize {
    side.min(Format::MAX_LINE_SIDE)
}

/// A grid of a side from values in range.
pub(in crate::grid::format) fn grid_of_side(
    record: &Record<'_>,
    side: usize,
    values: Vec<u16>,
    boards: &mut Boards,
) -> Result<Grid, ParseError> {
    let geometry = boards.of_side(side).map_err(|problem| record.error(0, problem))?;
    Ok(record::grid(geometry, values.into_iter()))
}
