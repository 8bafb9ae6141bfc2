//! `opensudoku`: the XML of `OpenSudoku` and similar programs on Android, with any number of games.
//!
//! ```text
//! <opensudoku><folder name="Easy">
//! <game data="530070000600195000…"/>
//! <game data="version: 2&#10;5|0|0|3|12|1|…"/>       value, notes and whether it may be changed, for each cell of a saved game
//! ```
//!
//! Each element `game` is a puzzle; folders, names and times are passed over. The clues of a saved game are the cells that the
//! player cannot change. The format is read-only.

use std::io::{self, BufRead};

use crate::grid::Grid;
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::line;
use crate::grid::format::lines::{Building, Lines};
use crate::grid::format::record::{self, Boards, Record};

/// The most lines searched for the first game.
const LINES_TO_GAME: usize = 64;

/// The beginning of the element that holds all games.
const PROGRAM: &[u8] = b"<opensudoku";

/// The beginning of a game.
const GAME: &[u8] = b"<game";

/// The beginning of a game's cells.
const DATA: &[u8] = b"data=";

/// The start of a game in a line.
fn game(line: &[u8]) -> Option<usize> {
    line.windows(GAME.len()).position(|part| part.eq_ignore_ascii_case(GAME))
}

/// Whether the text at hand is XML of the program, or has a game.
pub(crate) fn begins<R: BufRead>(lines: &mut Lines<R>) -> io::Result<bool> {
    let first = lines.peek(0)?.unwrap_or_default().trim_ascii_start();
    let is_xml = first.starts_with(b"<?xml") || first.starts_with(PROGRAM) || game(first).is_some();
    if !is_xml || !first.starts_with(b"<") {
        return Ok(false);
    }
    let is_of_the_program = |line: &[u8]| line.windows(PROGRAM.len()).any(|part| part == PROGRAM);
    for ahead in 0..LINES_TO_GAME {
        match lines.peek(ahead)? {
            Some(line) if game(line).is_some() || is_of_the_program(line) => return Ok(true),
            Some(_) => {}
            None => break,
        }
    }
    Ok(false)
}

/// Whether a line has no game and is passed over.
pub(crate) fn has_no_game(line: &[u8]) -> bool {
    game(line).is_none()
}

/// Takes one game: a part of a line, or several lines up to the end of the game.
pub(crate) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    loop {
        let Some(line) = lines.peek(0)? else { return Ok(()) };
        let start = game(line).unwrap_or(0);
        let end = line[start..].iter().position(|&byte| byte == b'>').map(|end| start + end + 1);
        match end {
            Some(end) if game(&line[end..]).is_some() => {
                lines.take_first(record, end);
                return Ok(());
            }
            Some(_) => {
                lines.take(record);
                return Ok(());
            }
            None => lines.take(record),
        }
    }
}

pub(crate) fn parse(record: &Record<'_>, boards: &mut Boards) -> Result<Grid, ParseError> {
    let text = record.text;
    let at = game(text).and_then(|start| {
        let at = text[start..].windows(DATA.len()).position(|part| part.eq_ignore_ascii_case(DATA))?;
        Some(start + at + DATA.len())
    });
    let cells = at.and_then(|at| {
        let quote = *text.get(at).filter(|byte| matches!(byte, b'"' | b'\''))?;
        let length = text[at + 1..].iter().position(|&byte| byte == quote)?;
        Some((at + 1, &text[at + 1..at + 1 + length]))
    });
    let Some((start, cells)) = cells else {
        let expected = "a game with its cells in data=\"…\"";
        return Err(record.error_at_end(Problem::Word { expected, found: Excerpt::new(b"") }));
    };
    match cells.strip_prefix(b"version:") {
        Some(_) => saved(record, start, cells, boards),
        None => line::parse_word(record, start, cells, boards),
    }
}

/// Reads a saved game: a version, then a value, notes and whether the cell may be changed, for each cell.
fn saved(record: &Record<'_>, start: usize, text: &[u8], boards: &mut Boards) -> Result<Grid, ParseError> {
    let head = text.iter().enumerate().skip(8).skip_while(|(_, byte)| **byte == b' ');
    let digits = head.skip_while(|(_, byte)| byte.is_ascii_digit()).map(|(at, _)| at).next().unwrap_or(text.len());
    let ends: [&[u8]; 4] = [b"&#10;", b"&#xA;", b"\\n", b"\n"];
    let skipped = ends.iter().find(|end| text[digits..].starts_with(end)).map_or(1, |end| end.len());
    let body_at = (digits + skipped).min(text.len());
    let mut at = start + body_at;
    let mut fields = text[body_at..].trim_ascii_end().split(|&byte| byte == b'|').map(|field| {
        let place = at;
        at += field.len() + 1;
        (place, field)
    });
    let mut values = Vec::new();
    let mut cells = 0;
    while let Some((place, value)) = fields.next().filter(|(_, field)| !field.is_empty()) {
        let (Some(_notes), Some((_, may_change))) = (fields.next(), fields.next()) else {
            let found = Excerpt::new(value);
            let expected = "a value, its notes and whether it may be changed";
            return Err(record.error(place, Problem::Word { expected, found }));
        };
        let digit = record.number(place, value, 9)?;
        values.push(if may_change == b"0" { digit } else { 0 });
        cells += 1;
    }
    if cells != 81 {
        return Err(record.error(start + text.len(), Problem::Cells { expected: 81, found: cells }));
    }
    let geometry = boards.of_side(9).map_err(|problem| record.error(start, problem))?;
    Ok(record::grid(geometry, values.into_iter()))
}
