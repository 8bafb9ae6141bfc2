//! Lines of 81 characters, rewritten as they are: bytes in, bytes out.
//!
//! Building a grid for each of ten million puzzles would take longer than reading and writing them. Here a well-formed line is
//! copied character by character; any other line takes the ordinary road, so messages and answers are unchanged.

use std::fmt::Write as _;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use satdoku::grid::exchange::Writing;
use satdoku::grid::format::{Format, ParseError, Parser, Place, Problem, Record, is_comment};

use crate::Failure;
use crate::process::interrupt;
use crate::process::messages::{explain, note};
use crate::process::status::Status;
use crate::show::progress::{Bar, Reach};
use crate::show::summary::{Kind, Summary};
use crate::stream::destination::Destination;
use crate::stream::target;
use crate::stream::target::Target;

const SIDE: usize = 9;
const CELLS: usize = SIDE * SIDE;

/// Number of bytes read at a time.
const BLOCK: usize = 256 << 10;

/// No puzzle is longer, see [`Problem::TooLong`].
const MAX_LINE: usize = 128 << 20;

/// The target form of a line's characters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    to: Format,
    empty: u8,
    /// Numbers with a blank or a line end behind each, a blank line between puzzles.
    is_rows: bool,
}

impl Form {
    /// The form of a format, if lines can be rewritten to it byte by byte.
    pub(crate) fn of(to: Format) -> Option<Self> {
        let (empty, is_rows) = match to {
            Format::Line | Format::Csv => (b'.', false),
            Format::Sdm => (b'0', false),
            Format::Rows => (b'0', true),
            _ => return None,
        };
        Some(Self { to, empty, is_rows })
    }

    /// The largest number of bytes for a puzzle.
    fn length(self) -> usize {
        if self.is_rows { 2 * CELLS + 1 } else { CELLS + 1 }
    }
}

/// Whether the input begins with a line of 81 cells, which only the format `line` does.
pub(crate) fn are_next(reader: &mut impl BufRead) -> io::Result<bool> {
    let mut scratch = [0; CELLS];
    let next = reader.fill_buf()?;
    Ok(first_line(next).is_some_and(|line| copy(line, b'.', &mut scratch)))
}

/// The result of a conversion.
pub(crate) struct Converted {
    pub(crate) status: Status,
    /// Bytes read.
    pub(crate) bytes: u64,
    pub(crate) summary: Summary,
}

/// Converts the lines of an input.
pub(crate) fn convert(
    name: &str,
    mut reader: impl Read,
    form: Form,
    destination: Destination,
) -> Result<Converted, Failure> {
    explain(|| format!("{name}:1: format line"));
    let mut block = vec![0; BLOCK];
    let mut filled = 0;
    let mut bytes = 0;
    let mut lines = Lines::new(name, form, destination);
    loop {
        let read = match reader.read(&mut block[filled..]) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                lines.flush()?;
                return Err(format!("{name}: cannot read: {error}").into());
            }
        };
        bytes += read as u64;
        filled += read;
        if read == 0 && (filled > 0 || lines.dropped > 0) {
            // The last line may lack a line feed; the buffer has room, because a full block is emptied below.
            block[filled] = b'\n';
            filled += 1;
        }
        let used = lines.take(&block[..filled]);
        block.copy_within(used..filled, 0);
        filled -= used;
        if filled + 1 >= block.len() {
            lines.take_part(&block[..filled]);
            filled = 0;
        }
        lines.flush()?;
        if read == 0 {
            lines.bar.finish();
            lines.destination.finish()?;
            return Ok(Converted { status: lines.status, bytes, summary: lines.summary });
        }
    }
}

/// The first line of a text, if it has as many characters as a puzzle.
fn first_line(text: &[u8]) -> Option<&[u8; CELLS]> {
    let line = text.first_chunk()?;
    (text.get(CELLS) == Some(&b'\n')).then_some(line)
}

/// Copies cells; false if a character is no cell, if two signs stand for an empty cell, or if there are nine zeros, which may be
/// digits. Without a branch for a cell: the bytes that are no digits are one sign where their union is their intersection.
fn copy(cells: &[u8; CELLS], empty: u8, out: &mut [u8; CELLS]) -> bool {
    let (mut union, mut intersection, mut count) = (0, u8::MAX, 0_u8);
    for (out, &byte) in out.iter_mut().zip(cells) {
        let is_digit = byte.wrapping_sub(b'1') < SIDE as u8;
        union |= if is_digit { 0 } else { byte };
        intersection &= if is_digit { u8::MAX } else { byte };
        count += u8::from(!is_digit);
        *out = if is_digit { byte } else { empty };
    }
    let is_sign = union == intersection && matches!(union, b'.' | b'0' | b'_' | b'*');
    count == 0 || is_sign && !(union == b'0' && count == SIDE as u8)
}

/// The conversion of lines in progress.
struct Lines<'a> {
    name: &'a str,
    form: Form,
    parser: Parser,
    /// Number of lines taken so far.
    line: u64,
    /// The length of the dropped part of a line longer than a block.
    dropped: usize,
    is_first: bool,
    out: Vec<u8>,
    messages: String,
    status: Status,
    destination: Destination,
    bar: Bar,
    /// Puzzles since the bar was last updated, and puzzles before.
    recent: Summary,
    summary: Summary,
}

impl<'a> Lines<'a> {
    fn new(name: &'a str, form: Form, destination: Destination) -> Self {
        // The input may be compressed, so its size does not predict the remaining work.
        let reach = Arc::new(Reach::new(0, Arc::new(AtomicU64::new(0)), None));
        let bar = Bar::new(Arc::clone(&reach), destination.is_terminal());
        interrupt::set_report(move || reach.when_interrupted(false, None));
        let out = Vec::with_capacity(BLOCK / (CELLS + 1) * form.length() + BLOCK);
        let parser = Parser::new(Format::Line, None);
        Self {
            name,
            form,
            parser,
            line: 0,
            dropped: 0,
            is_first: true,
            out,
            messages: String::new(),
            status: Status::Fine,
            destination,
            bar,
            recent: Summary::default(),
            summary: Summary::default(),
        }
    }

    /// Takes the complete lines of a text, and returns their number of bytes.
    fn take(&mut self, text: &[u8]) -> usize {
        let mut at = 0;
        loop {
            let rest = &text[at..];
            if self.dropped == 0
                && let Some(cells) = first_line(rest)
                && self.push(cells)
            {
                at += CELLS + 1;
                continue;
            }
            let Some(length) = rest.iter().position(|&byte| byte == b'\n') else { return at };
            self.take_slowly(&rest[..length]);
            at += length + 1;
        }
    }

    /// Takes the piece of a line that does not fit.
    fn take_part(&mut self, piece: &[u8]) {
        self.dropped += piece.len();
    }

    /// Appends a well-formed puzzle; otherwise returns false without output.
    fn push(&mut self, cells: &[u8; CELLS]) -> bool {
        let mut copied = [0; CELLS];
        if !copy(cells, self.form.empty, &mut copied) {
            return false;
        }
        if self.form.is_rows {
            let mut rows = [b' '; 2 * CELLS];
            for (out, &cell) in rows.chunks_exact_mut(2).zip(&copied) {
                out[0] = cell;
            }
            rows.chunks_exact_mut(2 * SIDE).for_each(|row| row[2 * SIDE - 1] = b'\n');
            if !self.is_first {
                self.out.push(b'\n');
            }
            self.out.extend_from_slice(&rows);
        } else {
            self.out.extend_from_slice(&copied);
            self.out.push(b'\n');
        }
        self.line += 1;
        self.is_first = false;
        self.recent.add(Kind::Converted, 1);
        true
    }

    /// Takes a line of any form.
    fn take_slowly(&mut self, text: &[u8]) {
        self.line += 1;
        let dropped = std::mem::take(&mut self.dropped);
        if dropped == 0 && (is_comment(text) || text.iter().all(u8::is_ascii_whitespace)) {
            return;
        }
        let line = self.line;
        let grid = if dropped == 0 {
            self.parser.parse(&Record { text, place: Place { line, too_long: None } })
        } else {
            let found = dropped + text.len();
            let problem = if found > MAX_LINE { Problem::TooLong } else { Problem::NotSquare { found } };
            Err(ParseError { line, column: 1, problem })
        };
        if let Err(error) = &grid {
            let _ = writeln!(self.messages, "{}:{error}", self.name);
        }
        let mut written = String::new();
        let place = || format!("{}:{line}", self.name);
        let to = Target { format: self.form.to, alphabet: None, writing: Writing::default() };
        let status = target::write(to, self.is_first, &grid, None, place, &mut written, &mut self.messages);
        if status != Status::Fine {
            let _ = writeln!(written, "{}", target::INVALID);
        }
        self.is_first = false;
        self.status.worsen(status);
        self.recent.add_all(&target::summary_of(status));
        self.out.extend_from_slice(written.as_bytes());
    }

    /// Writes out the buffered lines.
    fn flush(&mut self) -> io::Result<()> {
        if !self.messages.is_empty() {
            self.bar.aside(|| note(&self.messages));
            self.messages.clear();
        }
        self.destination.write_all(&self.out)?;
        self.out.clear();
        let recent = std::mem::take(&mut self.recent);
        self.bar.advance(&recent);
        self.summary.add_all(&recent);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of digits with a few other bytes, held against the definition.
    #[test]
    fn a_line_is_copied_just_where_it_is_cells_with_one_sign() {
        let mut state = 1_u64;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        let (mut copied, mut refused) = (0, 0);
        for _ in 0..20_000 {
            let mut line = [0; CELLS];
            line.fill_with(|| b'1' + below(9) as u8);
            let sign = b".0_*"[below(4)];
            (0..below(12)).for_each(|_| line[below(CELLS)] = sign);
            if below(3) == 0 {
                line[below(CELLS)] = b".0_*x:/ "[below(8)];
            }
            let signs: Vec<u8> = line.into_iter().filter(|byte| !matches!(byte, b'1'..=b'9')).collect();
            let is_one = signs.iter().all(|&byte| byte == signs[0] && b".0_*".contains(&byte));
            let expected = is_one && !(signs.len() == SIDE && signs[0] == b'0');
            let mut out = [0; CELLS];
            assert_eq!(copy(&line, b'.', &mut out), expected, "{}", String::from_utf8_lossy(&line));
            let cell = |byte: u8| if byte.is_ascii_digit() && byte != b'0' { byte } else { b'.' };
            assert!(!expected || out == line.map(cell));
            *if expected { &mut copied } else { &mut refused } += 1;
        }
        assert!(copied > 5_000 && refused > 2_000, "{copied}, {refused}");
    }
}
