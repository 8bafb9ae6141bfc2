//! `line`: one puzzle a line, one character a cell.
//!
//! N² characters, row by row: `1` to `9` and then `A` to `Z` (or `a` to `z`) for the digits, so sides up to 35, and one sign for
//! an empty cell. Further [`Alphabet`]s are understood, and two characters a cell up to side 99. Blank lines and lines that begin
//! with `#` are passed over.
//!
//! A board that is not a square with digits from 1 must be named elsewhere, and has a character for each place of its canvas: see
//! [`places`].
//!
//! `annotated` reads lines with text beside the puzzle.
//!
//! `sdm` is the variant of other programs: 9×9 only, `0` for an empty cell.

use std::io::{self, BufRead};

use crate::geometry::Digit;
use crate::grid::Grid;
use crate::grid::format::alphabet::Alphabet;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::formats::Format;
use crate::grid::format::lines::{Building, LineAmbiguity, Lines, is_blank};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::signs::{self, Spelling, Unexplained};
use crate::grid::format::written::character;
use crate::grid::format::{candidate_lists, cut_rows, misfit, places, plain, sheet};

/// The first byte of a record that is either one grid or a grid per line.
pub(crate) const AMBIGUOUS: u8 = 1;

pub(crate) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    lines.peek(0)?;
    if let LineAmbiguity::Ambiguous(length) = lines.ambiguity {
        lines.ambiguity = LineAmbiguity::None;
        record.text.push(AMBIGUOUS);
        for _ in 0..length {
            if lines.peek(0)?.is_some() {
                lines.take(record);
            }
        }
        return Ok(());
    }
    let width = lines.peek(0)?.map_or(0, |line| line.trim_ascii().len());
    let is_grid = lines.peek(0)?.is_some_and(|line| is_large_line(line.trim_ascii()));
    lines.take(record);
    // If no form fits a block, a single error covers its lines. A line whose length is a multiple of the row length may be rows
    // that lost their line feeds; a line as long as the whole block is a grid.
    let is_some_rows =
        |line: &[u8]| (width + 1..width * width).contains(&line.len()) && line.len().is_multiple_of(width);
    let is_of_block = |line: &[u8]| !is_large_line(line) || is_some_rows(line);
    while lines.ambiguity == LineAmbiguity::Shapeless
        && !is_grid
        && lines.peek(0)?.is_some_and(|line| !is_blank(line) && is_of_block(line.trim_ascii()))
    {
        lines.take(record);
    }
    Ok(())
}

/// Whether a line is a grid too large to be a row.
fn is_large_line(line: &[u8]) -> bool {
    line.len() >= 16 && signs::is_line(line)
}

pub(crate) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let text = record.text.trim_ascii();
    let start = record.text.len() - record.text.trim_ascii_start().len();
    parse_word(record, start, text, boards)
}

/// Reads a grid that is one word of the record.
pub(crate) fn parse_word(
    record: &Record<'_>,
    start: usize,
    text: &[u8],
    boards: &mut Boards,
) -> Result<Grid, ParseError> {
    if let Some(board) = boards.asked_other() {
        return places::read_characters(record, start..start + text.len(), board);
    }
    let side = match boards.asked_side() {
        Some(side) => side,
        // If the number of characters is not a square, the message names characters of a 9×9 grid.
        None if text.iter().all(u8::is_ascii_graphic) => Alphabet::side_of(text.len()).unwrap_or(9),
        None => Alphabet::side_of(cut_rows::characters(text).count()).unwrap_or(9),
    };
    // The candidate list of a 4×4 grid is as long as an 8×8 grid.
    if text.len() != LISTED
        && let Some(grid) = parse_decimals(record, start, text, side, boards)
    {
        return grid;
    }
    if side > Alphabet::MAX_DECIMAL && text.len() == 2 * side * side {
        let values = signs::pairs(text, side).map_err(|unexplained| {
            let pair = |cell: usize| &text[2 * cell..2 * cell + 2];
            misfit::unexplained_at(record, unexplained, side, false, |cell| start + 2 * cell, pair)
        })?;
        let geometry = boards.of_side(side).map_err(|problem| record.error(start, problem))?;
        return Ok(record::grid(geometry, values.into_iter()));
    }
    if let Some(at) = text.iter().position(u8::is_ascii_whitespace) {
        let side = side.min(Format::MAX_LINE_SIDE);
        return Err(record.error(start + at, Problem::Character { side, found: Excerpt::character(&text[at..]) }));
    }
    if let Some((listed, sets)) =
        candidate_lists::candidate_line(text).filter(|_| boards.asked_side().is_none_or(|it| it != side))
    {
        return parse_candidates(record, start, text, (listed, &sets), boards);
    }
    let (places, cells): (Vec<usize>, Vec<&[u8]>) =
        cut_rows::characters(text).map(|(at, word)| (start + at, word)).unzip();
    let is_whole = cells.len() == side * side;
    let is_known = |word: &&[u8]| matches!(word, [byte] if byte.is_ascii_digit() || b"._*-?".contains(byte) || plain::is_mark(*byte));
    if let Some(bad) =
        cells.iter().position(|word| !is_known(word)).filter(|_| !is_whole && side <= Alphabet::MAX_DECIMAL)
    {
        let found = Excerpt::character(cells[bad]);
        return Err(record.error(places[bad], Problem::Character { side, found }));
    }
    if cells.len() == text.len() {
        return parse_cells(record, &places, text, boards);
    }
    let spelled = signs::spellings(&cells, side, true, boards.alphabet());
    of_spellings(record, &places, |cell| cells[cell], spelled, boards)
}

/// The candidates of a 4×4 grid in a line.
const LISTED: usize = 64;

/// Reads the plainest cells, decimals and one mark for empty cells, without trying further readings; `None` if further readings
/// must be tried.
pub(crate) fn parse_decimals(
    record: &Record<'_>,
    start: usize,
    cells: &[u8],
    side: usize,
    boards: &mut Boards,
) -> Option<Result<Grid, ParseError>> {
    let is_usual = side <= Alphabet::MAX_DECIMAL && cells.len() == side * side;
    if !is_usual || boards.alphabet().is_some_and(|asked| asked != Alphabet::Numerals) {
        return None;
    }
    let values = signs::decimals(cells, side)?;
    let board =
        sheet::refuse_squares(&values, side, |cell| &cells[cell..=cell], boards).and_then(|()| boards.of_side(side));
    Some(match board {
        Ok(board) => Ok(record::grid(board, values.iter().copied())),
        Err(problem) => Err(record.error(start, problem)),
    })
}

/// Reads a line with a place for each candidate of each cell, unless the line is also a larger grid of single digits without a
/// clash.
fn parse_candidates(
    record: &Record<'_>,
    start: usize,
    text: &[u8],
    (side, sets): (usize, &[u32]),
    boards: &mut Boards,
) -> Result<Grid, ParseError> {
    let places: Vec<usize> = (start..start + text.len()).collect();
    let larger = Alphabet::side_of(text.len()).filter(|_| boards.asked_side().is_none());
    let larger = larger.and_then(|_| parse_cells(record, &places, text, &mut Boards::new(None)).ok());
    if let Some(larger) = larger.filter(|larger| larger.first_conflict().is_none()) {
        let problem = Problem::Readings {
            first: format!("a grid of side {}", larger.geometry().digit_count()),
            second: format!("the candidates of a grid of side {side}"),
            choice: "--box names the board",
        };
        return Err(record.error(start, problem));
    }
    let single = |&set: &u32| if set.is_power_of_two() { set.trailing_zeros() as u16 } else { 0 };
    let geometry = boards.of_side(side).map_err(|problem| record.error(start, problem))?;
    let grid = record::grid(geometry, sets.iter().map(single));
    sheet::allowing(&grid, sets).map_err(|problem| record.error(start, problem))
}

/// Reads a grid of one character a cell, given the places of the characters.
pub(crate) fn parse_cells(
    record: &Record<'_>,
    places: &[usize],
    cells: &[u8],
    boards: &mut Boards,
) -> Result<Grid, ParseError> {
    let side = boards.asked_side().or(Alphabet::side_of(cells.len())).unwrap_or(9);
    let spelled = signs::of_characters(cells, side, boards.alphabet());
    of_spellings(record, places, |cell| &cells[cell..=cell], spelled, boards)
}

/// The grid of the only spelling of cells.
fn of_spellings<'a>(
    record: &Record<'_>,
    places: &[usize],
    cell: impl Fn(usize) -> &'a [u8],
    spelled: Result<Vec<Spelling>, Unexplained>,
    boards: &mut Boards,
) -> Result<Grid, ParseError> {
    let found = places.len();
    let side = boards.asked_side().or(Alphabet::side_of(found)).unwrap_or(9);
    let start = places.first().copied().unwrap_or(0);
    // A whole grid with a side different from the board's is reported by its side.
    let other = Alphabet::side_of(found).filter(|&other| other != side);
    let spelled = spelled.map_err(|unexplained| match other {
        Some(found) => record.error(start, Problem::Side { expected: side, found }),
        None => misfit::unexplained_at(record, unexplained, side, true, |cell| places[cell], &cell),
    })?;
    if found != side * side {
        let problem = match boards.asked_side() {
            Some(side) => Problem::Cells { expected: side * side, found },
            None => Problem::NotSquare { found },
        };
        return Err(record.error(places.last().map_or(0, |last| last + 1), problem));
    }
    let geometry = boards.of_side(side).map_err(|problem| record.error(start, problem))?;
    match spelled.as_slice() {
        [one] => {
            let told = sheet::refuse_squares(&one.values, side, cell, boards);
            told.map_err(|problem| record.error(start, problem))?;
            Ok(record::grid(geometry, one.values.iter().copied()))
        }
        [one, other, ..] => Err(record.error(start, sheet::two_alphabets(one.alphabet, other.alphabet, side))),
        // Without a requested alphabet, the cells have a reading or an error.
        [] => Err(record.error(
            start,
            Problem::Word { expected: "cells in the alphabet of --digits", found: Excerpt::new(cell(0)) },
        )),
    }
}

/// Appends the cells of a grid, one character each.
pub(crate) fn push_grid(grid: &Grid, out: &mut String) {
    push_cells(grid.digits(), empty_sign(grid), out);
}

/// The sign for an empty cell of a grid that is written in numerals.
pub(crate) fn empty_sign(grid: &Grid) -> char {
    let values = grid.digits().iter().map(|digit| digit.map_or(0, Digit::get));
    signs::empty_sign(values, grid.geometry().digit_count())
}

/// Appends cells, one character each.
pub(crate) fn push_cells(digits: &[Option<Digit>], empty: char, out: &mut String) {
    // Single bytes, of which a text is made at once.
    let cells: Vec<u8> = digits.iter().map(|digit| digit.map_or(empty, |digit| character(digit.get())) as u8).collect();
    out.push_str(&String::from_utf8_lossy(&cells));
}

pub(crate) fn write(grid: &Grid, out: &mut String) {
    if grid.geometry().plain_side().is_some() {
        push_grid(grid, out);
    } else {
        places::push_characters(grid, out);
    }
    out.push('\n');
}

pub(crate) fn write_sdm(grid: &Grid, out: &mut String) {
    push_cells(grid.digits(), '0', out);
    out.push('\n');
}
