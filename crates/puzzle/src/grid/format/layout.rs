//! Grids laid out in lines for the eye: finds the cells of each line.
//!
//! Rows are cut in each of the ways below. A way fits if it gives N cells in each of N rows after the surrounding labels are
//! removed.
//!
//! | way | cells |
//! | --- | --- |
//! | words | the words between blanks and bars |
//! | fields | the texts between commas, semicolons, tabs or `&`; an empty text is an empty cell |
//! | boxes | the texts between two bars; an empty text is an empty cell |
//! | tight | each character but blanks and bars |
//! | columns | a character in every column, or in every second; a blank is an empty cell |
//! | spread | N² words over other than N lines: one word a line, or all on one |
//!
//! Labels are numbers from 0 or 1, or letters from A, in a row above or below the grid and in a column beside it.
//!
//! Blanks are empty cells only if the text has no sign for empty cells, and at least N blanks have a digit behind them in their
//! row. Otherwise a missing cell would pass for an empty cell.

use crate::grid::format::cut_rows::{MOST_FRAMING, Piece, Row, WAYS, Way, characters, is_bar, parts, push_row};
use crate::grid::format::formats::Format;
use crate::grid::format::labels::{Cut, unframed, without_gaps};
use crate::grid::format::lines::words;
use crate::grid::format::sign::may_be;
use crate::grid::format::signs::is_line;

/// N rows of N cells.
#[derive(Debug)]
pub(crate) struct Fit<'a> {
    pub(crate) way: Way,
    pub(crate) side: usize,
    /// The cells, row by row.
    pub(crate) pieces: Vec<Piece<'a>>,
    /// The offset of each row.
    pub(crate) rows: Vec<usize>,
}

impl Fit<'_> {
    /// Whether single characters of words are cells.
    pub(crate) fn is_tight(&self) -> bool {
        matches!(self.way, Way::Tight | Way::Columns { .. } | Way::Spread)
    }

    /// Whether every cell is a single character, so letters may be digits.
    pub(crate) fn has_single_characters(&self) -> bool {
        self.pieces.iter().all(|piece| piece.word.len() <= 1)
    }

    /// Whether blanks stand for empty cells.
    pub(crate) fn has_blanks(&self) -> bool {
        self.pieces.iter().any(|piece| piece.word.is_empty())
    }
}

/// The smallest grid whose cells may be on a number of lines that differs from its side.
const LEAST_SPREAD: usize = 4;

/// The ways in which rows form a grid.
pub(crate) fn fits<'a>(rows: &[Row<'a>]) -> Vec<Fit<'a>> {
    let mut found: Vec<Fit<'a>> = WAYS.into_iter().flat_map(|way| fits_by(way, rows)).collect();
    // Words of one character give equal cells when cut into characters.
    if let Some(side) = found.iter().find(|fit| fit.way == Way::Words).map(|fit| fit.side) {
        found.retain(|fit| !fit.is_tight() || fit.side != side || fit.has_blanks());
    }
    found
}

fn fits_by<'a>(way: Way, rows: &[Row<'a>]) -> Vec<Fit<'a>> {
    if way == Way::Spread {
        return spread(rows).into_iter().collect();
    }
    // More cells of a character each no grid has in a column, also with labels and gaps between boxes.
    if way == Way::Tight && rows.len() > Format::MAX_LINE_SIDE * 3 / 2 + MOST_FRAMING {
        return Vec::new();
    }
    let mut cut: Cut<'a> = Vec::with_capacity(rows.len());
    for &(offset, line) in rows {
        let mut pieces = Vec::new();
        if push_row(way, offset, line, rows.len(), &mut pieces).is_none() {
            return Vec::new();
        }
        cut.push((offset, pieces));
    }
    // Blanks and bars among characters are layout only if their columns agree in every row.
    if way == Way::Tight && !rows.windows(2).all(|pair| gaps(pair[0].1) == gaps(pair[1].1)) {
        return Vec::new();
    }
    let side = cut.len();
    let is_plain = side > 0 && cut.iter().all(|(_, pieces)| pieces.len() == side);
    let inner = unframed(&cut).or_else(|| if is_plain { None } else { without_gaps(&cut) });
    let plain = is_plain.then_some(cut);
    plain.into_iter().chain(inner).filter_map(|cut| fit(way, cut)).collect()
}

/// The number of characters in each word of a line, bars and blanks aside.
fn gaps(line: &[u8]) -> Vec<usize> {
    parts(line).flat_map(|(_, text, _)| words(text).map(|(_, word)| characters(word).count())).collect()
}

fn fit(way: Way, cut: Cut<'_>) -> Option<Fit<'_>> {
    let side = cut.len();
    let rows = cut.iter().map(|&(offset, _)| offset).collect();
    let pieces: Vec<Piece<'_>> = cut.into_iter().flat_map(|(_, pieces)| pieces).collect();
    if matches!(way, Way::Columns { .. }) && !may_have_blanks(&pieces, side) {
        return None;
    }
    // A text of blanks alone is not a grid.
    let has_text = pieces.iter().any(|piece| !piece.word.is_empty());
    has_text.then_some(Fit { way, side, pieces, rows })
}

/// Words or characters that together form a grid on a number of lines that differs from its side.
fn spread<'a>(rows: &[Row<'a>]) -> Option<Fit<'a>> {
    let cut = |way: Way| {
        let mut pieces: Vec<Piece<'a>> = Vec::new();
        for &(offset, line) in rows {
            push_row(way, offset, line, rows.len(), &mut pieces)?;
        }
        let side = pieces.len().isqrt();
        let is_grid = side >= LEAST_SPREAD && side * side == pieces.len() && rows.len() != side;
        is_grid.then_some((side, pieces))
    };
    let on_one_line = [Way::Words, Way::Fields(b','), Way::Fields(b';'), Way::Fields(b'\t')];
    // A line that is a whole grid is not a part of a larger grid.
    let is_part = |line: &[u8]| line.len() < LEAST_SPREAD.pow(2) || !is_line(line.trim_ascii());
    let is_word_each =
        rows.iter().all(|(_, line)| words(line).count() == 1 && !line.iter().copied().any(is_bar) && is_part(line));
    let are_words = |(side, _): &(usize, Vec<Piece<'a>>)| rows.len() == 1 || rows.len() == side * side;
    let has_one_word = |&(_, line): &Row<'_>| parts(line).map(|(_, text, _)| words(text).count()).sum::<usize>() == 1;
    let ways = match rows {
        [_] => &on_one_line[..],
        rows if rows.iter().all(has_one_word) => &on_one_line[..1],
        _ => &[],
    };
    let found = ways.iter().find_map(|&way| cut(way).filter(are_words));
    // A wrapped text has lines of equal length, except the last line.
    let width = |row: &Row<'_>| row.1.trim_ascii().len();
    let is_wrapped = rows.len() > 1
        && rows.windows(2).take(rows.len() - 2).all(|pair| width(&pair[0]) == width(&pair[1]))
        && width(&rows[rows.len() - 1]) <= width(&rows[0]);
    let (side, pieces) = found.or_else(|| cut(Way::Tight).filter(|_| is_wrapped && is_word_each))?;
    let rows = pieces.iter().step_by(side).map(|piece| piece.offset).collect();
    Some(Fit { way: Way::Spread, side, pieces, rows })
}

/// Whether blanks may be empty cells.
fn may_have_blanks(pieces: &[Piece<'_>], side: usize) -> bool {
    let is_sign = |word: &[u8]| !word.is_empty() && !word.iter().all(u8::is_ascii_alphanumeric) || word == b"0";
    let gaps = |row: &[Piece<'_>]| {
        let last = row.iter().rposition(|piece| !piece.word.is_empty()).unwrap_or(0);
        row[..last].iter().filter(|piece| piece.word.is_empty()).count()
    };
    !pieces.iter().any(|piece| is_sign(piece.word)) && pieces.chunks(side).map(gaps).sum::<usize>() >= side
}

/// For messages about rows that form no grid: the places of each row's cells, for each way that omits no cell, and whether most
/// places may be cells.
pub(crate) fn counts(rows: &[Row<'_>]) -> Vec<(bool, Vec<Vec<usize>>)> {
    let ways = WAYS.into_iter().filter(|way| !matches!(way, Way::Columns { .. } | Way::Spread));
    let cut = |way: Way| {
        let (mut cells, mut count) = (0, 0);
        let mut places = |&(offset, line): &Row<'_>| {
            let mut pieces = Vec::new();
            push_row(way, offset, line, rows.len(), &mut pieces)?;
            count += pieces.len();
            cells += pieces.iter().filter(|piece| may_be(piece.word, MOST_DIGITS)).count();
            Some(pieces.iter().map(|piece| piece.offset).collect())
        };
        let places = rows.iter().map(&mut places).collect::<Option<Vec<Vec<usize>>>>()?;
        Some((4 * cells >= 3 * count, places))
    };
    ways.filter_map(cut).collect()
}

/// The largest number that may be a cell of some grid.
const MOST_DIGITS: usize = 4096;
