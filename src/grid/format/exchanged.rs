//! `fpuzzles`, `iss`, `sudokupad`: puzzles of other programs, one a line: a link, what stands in one, or JSON, also over
//! several lines. What they mean is known to [`exchange`](crate::grid::exchange).

use std::io::{self, BufRead};

use crate::grid::Grid;
use crate::grid::exchange::{self, Exchange, ExchangeError, Notes, Writing};
use crate::grid::format::json;
use crate::grid::format::lines::{Building, Lines};
use crate::grid::format::reading::Reading;
use crate::grid::format::record::{Boards, Record};
use crate::grid::format::{CannotCarry, Excerpt, Feature, Format, ParseError, Problem};

/// The format of a program's puzzles.
pub(in crate::grid::format) fn format_of(program: Exchange) -> Format {
    match program {
        Exchange::FPuzzles => Format::FPuzzles,
        Exchange::SudokuPad => Format::SudokuPad,
        Exchange::Iss => Format::Iss,
    }
}

/// A link with a puzzle, and a line end.
pub(in crate::grid::format) fn write(program: Exchange, grid: &Grid) -> Result<String, CannotCarry> {
    match exchange::write(program, grid, &Notes::default(), Writing::default()) {
        Ok(written) => Ok(written.text + "\n"),
        Err(missing) => Err(CannotCarry { format: format_of(program), what: Feature::Missing(missing) }),
    }
}

/// So many lines of an object are looked at for the keys that show whose it is.
const LOOKED_AT: usize = 400;

/// The program whose puzzle the text at hand is, if it shows: a link, a packed text, or an object with its keys.
pub(in crate::grid::format) fn detect<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Option<Format>> {
    let first = lines.peek(0)?.unwrap_or_default().to_vec();
    if let Some(program) = exchange::program_of(&first) {
        return Ok(Some(format_of(program)));
    }
    if first.trim_ascii_start().first() != Some(&b'{') {
        return Ok(None);
    }
    let mut keys = json::Keys::default();
    for ahead in 0..LOOKED_AT {
        let Some(line) = lines.peek(ahead)? else { break };
        if keys.feed(line) {
            break;
        }
    }
    let has = |key: &str| keys.has(key);
    Ok(if has("size") && has("grid") {
        Some(Format::FPuzzles)
    } else if has("cells") && (has("cellSize") || has("regions")) {
        Some(Format::SudokuPad)
    } else {
        None
    })
}

/// A line with those behind it that are indented and go on with a string, or an object over several.
pub(in crate::grid::format) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    if lines.peek(0)?.is_some_and(|line| line.trim_ascii_start().first() == Some(&b'{')) {
        return json::split(lines, record);
    }
    lines.take(record);
    // A string of ISS goes on in lines that are indented: one that is not begins the next puzzle.
    let goes_on =
        |line: &[u8]| line.first().is_some_and(u8::is_ascii_whitespace) && line.trim_ascii().starts_with(b".");
    while lines.peek(0)?.is_some_and(goes_on) {
        lines.take(record);
    }
    Ok(())
}

pub(in crate::grid::format) fn parse(
    program: Exchange,
    record: &Record<'_>,
    boards: &mut Boards,
    reading: &mut Reading,
) -> Result<Grid, ParseError> {
    let Ok(text) = std::str::from_utf8(record.text) else {
        return Err(record.error(0, Problem::Word { expected: "a text in UTF-8", found: Excerpt::new(record.text) }));
    };
    let placed = |error: ExchangeError| record.error(error.at, error);
    let mut options = exchange::Reading { is_lenient: reading.is_lenient, ..exchange::Reading::default() };
    let read = exchange::read(program, text, &mut options);
    reading.passed_over.extend(options.passed_over.into_iter().map(placed));
    let read = read.map_err(placed)?;
    if let Some(asked) = boards.asked().filter(|asked| asked.to_string() != read.grid.geometry().to_string()) {
        let problem = Problem::Board { expected: asked.to_string(), found: read.grid.geometry().to_string() };
        return Err(record.error(0, problem));
    }
    reading.solution = read.stored().map(Ok);
    reading.notes = Some(Box::new(read.notes));
    Ok(read.grid)
}
