//! `fpuzzles`, `iss`, `sudokupad`: puzzles of other programs, one a line: a link, the content of a link, or JSON, which may span
//! lines. [`exchange`](crate::grid::exchange) interprets the puzzles.

use std::io::{self, BufRead};

use crate::grid::Grid;
use crate::grid::exchange::{self, Exchange, ExchangeError, Notes, Writing};
use crate::grid::format::error::{ParseError, Problem};
use crate::grid::format::excerpt::Excerpt;
use crate::grid::format::feature::{CannotCarry, Feature};
use crate::grid::format::formats::Format;
use crate::grid::format::json;
use crate::grid::format::lines::{Building, Lines};
use crate::grid::format::reading::Reading;
use crate::grid::format::record::{Boards, Record};

/// The format of a program's puzzles.
pub(super) fn format_of(program: Exchange) -> Format {
    match program {
        Exchange::FPuzzles => Format::FPuzzles,
        Exchange::SudokuPad => Format::SudokuPad,
        Exchange::Iss => Format::Iss,
        Exchange::Penpa => Format::Penpa,
    }
}

/// A link with a puzzle, and a line end.
pub(super) fn write(program: Exchange, grid: &Grid) -> Result<String, CannotCarry> {
    match exchange::write(program, grid, &Notes::default(), Writing::default()) {
        Ok(written) => Ok(written.text + "\n"),
        Err(missing) => Err(CannotCarry { format: format_of(program), what: Feature::Missing(missing) }),
    }
}

/// The most lines of an object searched for keys that reveal its program.
const LOOKED_AT: usize = 400;

/// The program whose puzzle the text at hand is, if recognisable by a link, a packed text, or an object with known keys.
pub(super) fn detect<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Option<Format>> {
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

/// A line, or an object over several; a string of ISS may go on in further lines, see [`IssLines`].
pub(super) fn split<R: BufRead>(lines: &mut Lines<R>, record: &mut Building<'_>) -> io::Result<()> {
    if lines.peek(0)?.is_some_and(|line| line.trim_ascii_start().first() == Some(&b'{')) {
        return json::split(lines, record);
    }
    let is_line = lines.is_string_a_line;
    let mut string = IssLines::begun(lines.peek(0)?.unwrap_or_default(), is_line);
    lines.take(record);
    while lines.peek(0)?.is_some_and(|line| string.goes_on(line)) {
        lines.take(record);
    }
    let is_below = |line: &[u8]| string.is_whole_line() && line.starts_with(b".");
    if string.has_second || lines.peek(0)?.is_some_and(is_below) {
        lines.is_string_a_line = true;
    }
    Ok(())
}

/// Divides lines into strings of ISS. White space has no meaning in a string, and people write either a part or a whole string
/// per line.
///
/// A string ends at a blank line, at a line that begins with `.Shape`, or, if the string began with clues, at a line that begins
/// with clues. A string whose first line has several parts continues only in indented lines. A string whose first line is a
/// single part (a block up to `.End` counts as one part) continues in every further line. A continuation line with several parts
/// could be the next string, so it is refused together with the string above. After such a line, or after two strings of several
/// parts on consecutive lines, every line of the stream is a string.
struct IssLines {
    first: First,
    /// The number of open parts behind the last line taken.
    open: usize,
    /// Whether the last line taken could be a separate string.
    has_second: bool,
}

/// The content of a string's first line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    /// No string of ISS, but a link or a packed text.
    Other,
    SeveralParts,
    Part,
    /// The shape alone, which is not a puzzle.
    Shape,
    Clues,
}

impl First {
    /// Whether the first line is a single part.
    fn is_part(self) -> bool {
        matches!(self, Self::Part | Self::Shape | Self::Clues)
    }
}

impl IssLines {
    /// The state behind a first line; `is_line` if every line is known to be a string.
    fn begun(line: &[u8], is_line: bool) -> Self {
        let line = line.trim_ascii();
        let mut open = 0;
        let first = match top_parts(line, &mut open) {
            _ if !line.starts_with(b".") => First::Other,
            1 if line.starts_with(SHAPE) => First::Shape,
            _ if is_line => First::SeveralParts,
            1 if line.starts_with(CLUES) => First::Clues,
            1 => First::Part,
            _ => First::SeveralParts,
        };
        Self { first, open, has_second: false }
    }

    /// Whether the string has several parts and is closed, so the next line begins a new string.
    fn is_whole_line(&self) -> bool {
        self.first == First::SeveralParts && self.open == 0
    }

    /// Whether a line continues the string; records the parts that the line opens.
    fn goes_on(&mut self, line: &[u8]) -> bool {
        let is_indented = line.first().is_some_and(u8::is_ascii_whitespace);
        let line = line.trim_ascii();
        let is_next = self.first == First::Clues && line.starts_with(CLUES);
        let goes_on = self.first != First::Other
            && !self.has_second
            && !line.starts_with(SHAPE)
            && (self.open > 0 || (self.first.is_part() || is_indented) && !is_next)
            && line.starts_with(if self.open > 0 { b"" } else { b"." })
            && !line.is_empty();
        if goes_on {
            let was_open = self.open > 0;
            let parts = top_parts(line, &mut self.open);
            let could_be_next = self.first.is_part() && self.first != First::Shape;
            self.has_second = could_be_next && parts > 1 && !was_open && !is_indented;
        }
        goes_on
    }
}

const SHAPE: &[u8] = b".Shape";
const CLUES: &[u8] = b".~";

/// The number of top-level parts in a line; `open` is the number of open parts before the line, and afterwards behind the line.
fn top_parts(line: &[u8], open: &mut usize) -> usize {
    let mut parts = 0;
    for part in line.split(|&byte| byte == b'.').skip(1) {
        let end = part.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(part.len());
        match &part[..end] {
            b"End" => *open = open.saturating_sub(1),
            kind => {
                parts += usize::from(*open == 0);
                *open += usize::from(matches!(kind, b"Or" | b"And" | b"Replicate"));
            }
        }
    }
    parts
}

/// The position of a line with several parts, possibly the next string, in a string with a part on each line.
fn second_string(text: &[u8]) -> Option<usize> {
    let mut lines = text.split(|&byte| byte == b'\n');
    let first = lines.next()?;
    let mut string = IssLines::begun(first, false);
    let mut at = first.len() + 1;
    for line in lines {
        if string.goes_on(line) && string.has_second {
            return Some(at);
        }
        at += line.len() + 1;
    }
    None
}

/// The expected text at the position of a second string.
const ONE_PART: &str = "one part of a string of ISS, as on the lines above, or a blank line before the next string";

pub(super) fn parse(
    program: Exchange,
    record: &Record<'_>,
    boards: &mut Boards,
    reading: &mut Reading,
) -> Result<Grid, ParseError> {
    let text = std::str::from_utf8(record.text).map_err(|error| {
        let found = Excerpt::character(&record.text[error.valid_up_to()..]);
        record.error(error.valid_up_to(), Problem::Word { expected: "a text in UTF-8", found })
    })?;
    if let Some(at) = second_string(record.text).filter(|_| program == Exchange::Iss) {
        let found = Excerpt::new(record.text[at..].trim_ascii_start());
        return Err(record.error(at, Problem::Word { expected: ONE_PART, found }));
    }
    let placed = |error: ExchangeError| record.error(error.at, error);
    let running = boards.running().clone();
    let mut options = exchange::Reading { is_lenient: reading.is_lenient, running, ..exchange::Reading::default() };
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
