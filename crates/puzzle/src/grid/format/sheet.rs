//! Reads a grid laid out in lines: rows of words or characters, tables, drawings, candidates.
//!
//! A text is a puzzle only if every character has a part: digit, sign for an empty cell, border, separator, label. Every reading
//! is tried: the choice of rules among the lines ([`borders`]), the cut of rows into cells ([`layout`]), the meaning of signs
//! ([`signs`]). Readings with equal puzzles count as one reading. Readings with clashing clues are dropped if a reading without a
//! clash exists; a text that could still be two puzzles is refused by naming both.

use crate::geometry::{Cell, Digit};
use crate::grid::Grid;
use crate::grid::format::alphabet::Alphabet;
use crate::grid::format::borders::{self, Drawn, is_rule};
use crate::grid::format::cut_rows::Row;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::layout::{self, Fit};
use crate::grid::format::record::{self, Boards, Record};
use crate::grid::format::{candidate_lists, cut_rows, misfit};
use crate::grid::format::{places, signs};

/// The diagonals and units that lines above a grid define.
#[derive(Debug, Default)]
pub(crate) struct Above {
    pub(crate) diagonals: bool,
    pub(crate) units: Vec<Vec<Cell>>,
}

/// The largest side at which every reading is tried. Above, numbers of several digits leave only one reading, so the first fit is
/// taken.
const MOST_TRIED: usize = 35;

/// A possible puzzle of a text, with the manner of reading.
struct Reading {
    grid: Grid,
    alphabet: Alphabet,
    is_drawn: bool,
}

/// Reads lines as a grid.
///
/// # Errors
/// The first character without a part in the reading that gets furthest, or the two puzzles that the text could be.
pub(crate) fn read(
    record: &Record<'_>,
    lines: &[Row<'_>],
    above: &Above,
    boards: &mut Boards,
) -> Result<Grid, ParseError> {
    let mut readings: Vec<Reading> = Vec::new();
    let mut furthest: Option<(usize, ParseError)> = None;
    let mut fail = |at: usize, error: ParseError| {
        if furthest.as_ref().is_none_or(|&(place, _)| at > place) {
            furthest = Some((at, error));
        }
    };
    for rows in rows(record, lines) {
        for fit in layout::fits(&rows) {
            let words: Vec<&[u8]> = fit.pieces.iter().map(|piece| piece.word).collect();
            match signs::spellings(&words, fit.side, fit.has_single_characters(), boards.alphabet()) {
                Ok(spellings) => {
                    for spelling in spellings {
                        match grid(record, lines, &fit, spelling.values, above, boards) {
                            Ok(grid) => readings.push(Reading {
                                grid,
                                alphabet: spelling.alphabet,
                                is_drawn: rows.len() < lines.len(),
                            }),
                            Err(error) => fail(usize::MAX, error),
                        }
                    }
                }
                Err(unexplained) => match candidate_lists::candidates(&words, fit.side) {
                    Ok(sets) => match with_candidates(record, lines, &fit, &sets, above, boards) {
                        Ok(grid) => {
                            readings.push(Reading { grid, alphabet: Alphabet::Numerals, is_drawn: true });
                        }
                        Err(error) => fail(usize::MAX, error),
                    },
                    Err(Some(cell)) => {
                        let expected = "some of the digits of the board in rising order, the candidates of a cell";
                        let piece = &fit.pieces[cell];
                        let problem = Problem::Word { expected, found: Excerpt::new(piece.word) };
                        fail(2 + fit.pieces.len(), record.error(piece.offset, problem));
                    }
                    // A row by itself is no single cell.
                    Err(None) if fit.side == 1 && words[0].len() > 1 => fail(0, misfit::misfit(record, lines, boards)),
                    // Readings with blanks as empty cells have the lowest priority.
                    Err(None) if fit.has_blanks() || is_mark_word(fit.pieces[unexplained.cell].word) => {
                        fail(1, misfit::told(record, &fit, unexplained));
                    }
                    Err(None) => fail(2 + unexplained.cell, misfit::told(record, &fit, unexplained)),
                },
            }
            if fit.side > MOST_TRIED && !readings.is_empty() {
                break;
            }
        }
    }
    if readings.is_empty() {
        let nearest = match furthest {
            Some((2.., error)) => error,
            Some((_, error)) => misfit::even_rows(record, lines, boards).unwrap_or(error),
            None => misfit::misfit(record, lines, boards),
        };
        return Err(misfit::unknown_names(record, lines, &nearest).unwrap_or(nearest));
    }
    one_of(readings).map_err(|problem| record.error(lines.first().map_or(0, |&(at, _)| at), problem))
}

/// Whether a word of several characters is no number: it is rather several cells.
fn is_mark_word(word: &[u8]) -> bool {
    word.len() > 1 && !word.iter().all(u8::is_ascii_digit)
}

/// Reads N² words as a grid of the usual board, or of the one asked for.
///
/// # Errors
/// The first word without a meaning, or else the error about a number of words that is not N².
pub(crate) fn of_words(
    record: &Record<'_>,
    words: &[(usize, &[u8])],
    side: usize,
    boards: &mut Boards,
    number: impl FnOnce() -> ParseError,
) -> Result<Grid, ParseError> {
    of_cells(record, words, side, false, boards, number)
}

/// Like `of_words`, for words that may be characters.
pub(crate) fn of_cells(
    record: &Record<'_>,
    words: &[(usize, &[u8])],
    side: usize,
    may_be_characters: bool,
    boards: &mut Boards,
    number: impl FnOnce() -> ParseError,
) -> Result<Grid, ParseError> {
    let start = words.first().map_or(0, |&(at, _)| at);
    let texts: Vec<&[u8]> = words.iter().map(|&(_, word)| word).collect();
    let has_letter = texts.iter().any(|word| word.len() == 1 && word[0].is_ascii_alphabetic());
    let are_characters = has_letter && texts.iter().all(|word| word.len() <= 1);
    let is_tight = may_be_characters && texts.iter().all(|word| word.len() <= 1);
    let spelled = signs::spellings(&texts, side, is_tight, boards.alphabet()).map_err(|unexplained| {
        misfit::unexplained_at(record, unexplained, side, are_characters, |cell| words[cell].0, |cell| words[cell].1)
    })?;
    if words.len() != side * side {
        return Err(number());
    }
    let geometry = boards.of_side(side).map_err(|problem| record.error(start, problem))?;
    match spelled.as_slice() {
        [one] => Ok(record::grid(geometry, one.values.iter().copied())),
        [one, other, ..] => Err(record.error(start, two_alphabets(one.alphabet, other.alphabet, side))),
        // Without a requested alphabet, the cells have a reading or an error.
        [] => Err(record.error(
            start,
            Problem::Word {
                expected: "cells in the alphabet of --digits",
                found: Excerpt::new(texts.first().copied().unwrap_or_default()),
            },
        )),
    }
}

/// Whether lines are one puzzle or several could be meant, without naming an error.
pub(crate) fn is_sheet(record: &Record<'_>, lines: &[Row<'_>], only_with_blanks: bool) -> bool {
    rows(record, lines).iter().any(|rows| {
        layout::fits(rows).iter().any(|fit| {
            let words: Vec<&[u8]> = fit.pieces.iter().map(|piece| piece.word).collect();
            (!only_with_blanks || fit.has_blanks())
                && (signs::spellings(&words, fit.side, fit.has_single_characters(), None).is_ok()
                    || candidate_lists::candidates(&words, fit.side).is_ok())
        })
    })
}

/// The characters of the cells, if each cell is a single character; lines above the grid are excluded.
pub(super) fn characters(record: &Record<'_>, is_above: fn(&[u8]) -> bool) -> Option<Vec<u8>> {
    let lines: Vec<Row<'_>> = record.lines().filter(|(_, line)| !is_above(line)).collect();
    let fits = rows(record, &lines).into_iter().flat_map(|rows| layout::fits(&rows));
    fits.into_iter().find_map(|fit| {
        let character = |piece: &cut_rows::Piece<'_>| match piece.word {
            [] => Some(b'.'),
            [byte] => Some(*byte),
            _ => None,
        };
        fit.pieces.iter().map(character).collect()
    })
}

/// The possible rows of a text: every line except rules. A row of dashes for empty cells looks like a rule, and a blank line
/// between rows may be a row of blanks for empty cells.
fn rows<'a>(record: &Record<'a>, lines: &[Row<'a>]) -> Vec<Vec<Row<'a>>> {
    let without_rules: Vec<Row<'a>> = lines.iter().copied().filter(|(_, line)| !is_rule(line)).collect();
    let mut all = Vec::new();
    let is_frame = |line: &[u8]| is_rule(line) && line.iter().any(|byte| b"+=*.:'`\\".contains(byte));
    let without_frames: Vec<Row<'a>> = lines.iter().copied().filter(|(_, line)| !is_frame(line)).collect();
    let has_more = |more: &[Row<'a>]| more.len() > without_rules.len() && without_rules.len() <= MOST_TRIED;
    let with_blanks = blank_rows(record, &without_rules);
    if has_more(&without_frames) {
        all.push(without_frames);
    }
    if has_more(&with_blanks) {
        all.push(with_blanks);
    }
    all.insert(0, without_rules);
    all
}

/// The rows with the blank lines between them.
fn blank_rows<'a>(record: &Record<'a>, rows: &[Row<'a>]) -> Vec<Row<'a>> {
    let (Some(&(start, _)), Some(&(end, _))) = (rows.first(), rows.last()) else { return Vec::new() };
    let mut at = 0;
    let all = record.text.split(|&byte| byte == b'\n').map(|line| {
        let offset = at;
        at += line.len() + 1;
        (offset, line)
    });
    // A blank line before the first row or behind the last is a row only where it has tabs.
    all.filter(|&(at, line)| {
        let is_blank = line.iter().all(u8::is_ascii_whitespace);
        rows.iter().any(|&(row, _)| row == at) || is_blank && ((start..=end).contains(&at) || line.contains(&b'\t'))
    })
    .collect()
}

/// The grid of a fit.
fn grid(
    record: &Record<'_>,
    lines: &[Row<'_>],
    fit: &Fit<'_>,
    values: Vec<u16>,
    above: &Above,
    boards: &mut Boards,
) -> Result<Grid, ParseError> {
    let side = fit.side;
    let place = lines.first().map_or(0, |&(at, _)| at);
    let drawn = match borders::board(record, lines, fit) {
        // A requested board overrides the borders.
        Err(_) if boards.asked_side().is_some() => None,
        drawn => drawn?,
    };
    let is_plain = !above.diagonals && above.units.is_empty();
    if drawn.is_none() {
        refuse_squares(&values, side, |cell| fit.pieces[cell].word, boards)
            .map_err(|problem| record.error(place, problem))?;
    }
    let drawn = if drawn.is_none() && !is_plain { Drawn::usual(side).ok() } else { drawn };
    let geometry = match drawn {
        None => boards.of_side(side),
        Some(Drawn::Boxes(rows, columns)) if is_plain => boards.of_boxes(rows, columns),
        Some(drawn) => boards.of_drawing(side, || drawn.geometry(side, above.diagonals, &above.units)),
    };
    let geometry = geometry.map_err(|problem| record.error(place, problem))?;
    Ok(record::grid(geometry, values.into_iter()))
}

/// The grid of a fit whose cells list their candidates: a single candidate is a clue, several candidates become a rule.
fn with_candidates(
    record: &Record<'_>,
    lines: &[Row<'_>],
    fit: &Fit<'_>,
    sets: &[u32],
    above: &Above,
    boards: &mut Boards,
) -> Result<Grid, ParseError> {
    let single = |set: u32| if set.is_power_of_two() { set.trailing_zeros() as u16 } else { 0 };
    let grid = grid(record, lines, fit, sets.iter().map(|&set| single(set)).collect(), above, boards)?;
    allowing(&grid, sets).map_err(|problem| record.error(0, problem))
}

/// A grid whose cells may only hold digits of the given sets, a bit for each digit.
pub(crate) fn allowing(grid: &Grid, sets: &[u32]) -> Result<Grid, Problem> {
    let side = grid.geometry().digit_count();
    let all: u32 = (1..=side).fold(0, |set, digit| set | 1 << digit);
    let is_open = |&(_, &set): &(Cell, &u32)| set.count_ones() != 1 && set != all;
    let rule = |(cell, set): (Cell, &u32)| {
        let digits: Vec<String> = (1..=side as u16)
            .filter(|digit| set >> digit & 1 == 1)
            .map(|digit| Digit::new(digit).to_string())
            .collect();
        format!("allowed {} {cell}", digits.join(",")).parse().map_err(Problem::Rule)
    };
    let rules = grid.geometry().cells().zip(sets).filter(is_open).map(rule).collect::<Result<Vec<_>, _>>()?;
    if rules.is_empty() { Ok(grid.clone()) } else { Ok(grid.with_rules(rules)?) }
}

/// The single puzzle among readings.
fn one_of(readings: Vec<Reading>) -> Result<Grid, Problem> {
    let mut kept: Vec<Reading> = Vec::new();
    for reading in readings {
        if kept.iter().all(|other| other.grid != reading.grid) {
            kept.push(reading);
        }
    }
    if kept.len() > 1 && kept.iter().any(|reading| reading.grid.first_conflict().is_none()) {
        kept.retain(|reading| reading.grid.first_conflict().is_none());
    }
    let mut kept = kept.into_iter();
    let (Some(first), second) = (kept.next(), kept.next()) else { return Err(Problem::Nothing) };
    match second {
        None => Ok(first.grid),
        Some(second) => Err(differ(&first, &second)),
    }
}

/// The difference between two readings, and the option that chooses between them.
fn differ(first: &Reading, second: &Reading) -> Problem {
    let side = |reading: &Reading| reading.grid.geometry().digit_count();
    if side(first) != side(second) {
        return Problem::Readings {
            first: format!("a grid of side {}", side(first)),
            second: format!("one of side {}", side(second)),
            choice: "--box names the board",
        };
    }
    if first.alphabet != second.alphabet {
        return two_alphabets(first.alphabet, second.alphabet, side(first));
    }
    if first.is_drawn && second.is_drawn && first.grid.digits() == second.grid.digits() {
        return Problem::Readings {
            first: format!("the board {}", first.grid.geometry()),
            second: format!("the board {}", second.grid.geometry()),
            choice: "--box names one",
        };
    }
    Problem::Ambiguous
}

/// Refuses cells in which `-` may mean either an empty cell or, as satdoku writes boards of overlapping squares, a place without
/// a cell.
pub(crate) fn refuse_squares<'a>(
    values: &[u16],
    side: usize,
    cell: impl Fn(usize) -> &'a [u8],
    boards: &Boards,
) -> Result<(), Problem> {
    let first = values.iter().position(|&value| value == 0);
    if boards.asked_side().is_some() || first.is_none_or(|first| cell(first) != places::NO_CELL.as_bytes()) {
        return Ok(());
    }
    let Some(inner) = signs::side_of_squares(values, side) else { return Ok(()) };
    Err(Problem::Readings {
        first: format!("a grid of side {side} with - for an empty cell"),
        second: format!("full squares of side {inner} that overlap"),
        choice: "--box names the board",
    })
}

/// The problem of a text that two alphabets explain.
pub(crate) fn two_alphabets(first: Alphabet, second: Alphabet, side: usize) -> Problem {
    if side <= Alphabet::MAX_DECIMAL {
        return Problem::Readings {
            first: format!("the digits {} with a sign for an empty cell in each row", first.range(side)),
            second: format!("the digits {}", second.range(side)),
            choice: match side {
                4 => "--digits numerals says the first, --box 2x2+digits:0..3 the second",
                6 => "--digits numerals says the first, --box 2x3+digits:0..5 the second",
                _ => "--digits numerals says the first, a board such as --box 3x3+digits:0..8 the second",
            },
        };
    }
    if first == second {
        return Problem::Readings {
            first: "a full grid".to_owned(),
            second: "one whose most frequent letter stands for an empty cell".to_owned(),
            choice: "write . for an empty cell",
        };
    }
    Problem::Readings {
        first: format!("the digits {}", first.range(side)),
        second: format!("the digits {}", second.range(side)),
        choice: "--digits numerals, hex or letters names them, and so does 0 for an empty cell",
    }
}
