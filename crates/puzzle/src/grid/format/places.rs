//! The cells of an arbitrary board, one token for each place of its canvas, row by row. `header`, `json` and a `line` for a named
//! board share this form.
//!
//! A token is a digit, `.`, `_` or `*` for an empty cell, or `-` for a place without a cell. `0` is an empty cell on boards whose
//! digits begin with 1.

use std::fmt::Write;
use std::sync::Arc;

use crate::geometry::{Cell, Digit, Geometry};
use crate::grid::Grid;
use crate::grid::format::alphabet::{self, is_empty_sign};
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::formats::Format;
use crate::grid::format::record::Record;
use crate::rule::Rules;

/// The token of a place without a cell.
#[doc(hidden)]
pub const NO_CELL: &str = "-";

/// Reads a word for each place. A text with too few words is refused at its end, a text with too many at the first surplus word.
pub(super) fn read<'a>(
    record: &Record<'_>,
    board: &Arc<Geometry>,
    words: impl Iterator<Item = (usize, &'a [u8])>,
) -> Result<Grid, ParseError> {
    read_by(record, board, words, |word| std::str::from_utf8(word).ok()?.parse().ok())
}

fn read_by<'a>(
    record: &Record<'_>,
    board: &Arc<Geometry>,
    words: impl Iterator<Item = (usize, &'a [u8])>,
    value: impl Fn(&[u8]) -> Option<u16>,
) -> Result<Grid, ParseError> {
    let expected = board.rows() * board.columns();
    let mut digits = Vec::with_capacity(board.cell_count());
    let mut found = 0;
    let mut first_beyond = None;
    for (offset, word) in words {
        if found < expected {
            let cell = Cell::new((found / board.columns()) as u16, (found % board.columns()) as u16);
            let bad =
                |problem: fn(Excerpt, &Geometry) -> Problem| record.error(offset, problem(Excerpt::new(word), board));
            if !board.contains(cell) {
                if word != NO_CELL.as_bytes() {
                    return Err(bad(|found, _| Problem::NoCell { found }));
                }
            } else if is_empty(word, board) {
                digits.push(None);
            } else {
                let is_word = word.iter().all(u8::is_ascii_alphanumeric);
                let value = value(word).filter(|&value| is_word && value < u16::MAX);
                let digit = value.map(Digit::new).filter(|&digit| board.has_digit(digit));
                digits.push(Some(digit.ok_or_else(|| {
                    bad(|found, board| Problem::Digit { first: board.first_digit(), last: board.last_digit(), found })
                })?));
            }
        } else {
            first_beyond.get_or_insert(offset);
        }
        found += 1;
    }
    let problem = Problem::Cells { expected, found };
    match first_beyond {
        Some(offset) => Err(record.error(offset, problem)),
        None if found < expected => Err(record.error_at_end(problem)),
        None => Ok(Grid { geometry: Arc::clone(board), digits, rules: Rules::default() }),
    }
}

/// Reads a character for each place, up to 35 digits, from the given positions of the text.
pub(super) fn read_characters(
    record: &Record<'_>,
    places: impl Iterator<Item = usize>,
    board: &Arc<Geometry>,
) -> Result<Grid, ParseError> {
    let characters = places.map(|at| (at, &record.text[at..=at]));
    read_by(record, board, characters, |character| alphabet::numeral(character[0]))
}

fn is_empty(word: &[u8], board: &Geometry) -> bool {
    let is_sign = !word.is_empty() && word.iter().all(|&byte| is_empty_sign(byte));
    is_sign || word == b"0" && board.first_digit().get() > 0
}

/// The content of each place of a grid's canvas, row by row; `None` for a place without a cell.
#[doc(hidden)]
pub fn of(grid: &Grid) -> impl Iterator<Item = Option<Option<Digit>>> + use<'_> {
    let board = grid.geometry();
    let cell = |row: usize, column: usize| Cell::new(row as u16, column as u16);
    let places = (0..board.rows()).flat_map(move |row| (0..board.columns()).map(move |column| cell(row, column)));
    places.map(move |cell| board.contains(cell).then(|| grid.get(cell)))
}

/// Appends a word for each place, and a line for each row.
pub(super) fn push_words(grid: &Grid, out: &mut String) {
    let last_column = grid.geometry().columns() - 1;
    for (i, place) in of(grid).enumerate() {
        let _ = match place {
            None => write!(out, "{NO_CELL}"),
            Some(None) => write!(out, "."),
            Some(Some(digit)) => write!(out, "{digit}"),
        };
        out.push(if i % grid.geometry().columns() == last_column { '\n' } else { ' ' });
    }
}

/// Appends a character for each place.
pub(super) fn push_characters(grid: &Grid, out: &mut String) {
    let radix = Format::MAX_LINE_SIDE as u32 + 1;
    out.extend(of(grid).map(|place| match place {
        None => '-',
        Some(None) => '.',
        Some(Some(digit)) => char::from_digit(u32::from(digit.get()), radix).unwrap_or('?').to_ascii_uppercase(),
    }));
}

/// Whether every digit of a board has a single-character form.
pub(super) fn has_characters(board: &Geometry) -> bool {
    usize::from(board.last_digit().get()) <= Format::MAX_LINE_SIDE
}
