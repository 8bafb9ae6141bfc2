//! Lines of a stream, with their numbers and as much lookahead as a format needs, in bounded memory.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

use crate::geometry::Geometry;
use crate::grid::format::columns::{Columns, TableOptions};
use crate::grid::format::error::MAX_RECORD;
use crate::grid::format::{plain, utf16};

/// The bytes kept of an overlong line, from which its format is detected.
const KEPT: usize = 64;

/// A line read ahead and not yet taken.
struct Line {
    text: Vec<u8>,
    /// The line in plain characters, if they differ from `text`.
    plain: Option<Vec<u8>>,
    too_long: bool,
}

/// Why lines cannot be taken as one puzzle each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineAmbiguity {
    None,
    /// No form of a grid fits the text, so a block of lines shares one error.
    Shapeless,
    /// A number of lines that form either a single grid or a grid each, without evidence for either reading.
    Ambiguous(usize),
}

/// The lines of a stream.
pub(crate) struct Lines<R> {
    reader: R,
    /// The number of lines taken.
    taken: u64,
    ahead: VecDeque<Line>,
    spare: Vec<Vec<u8>>,
    /// The requested board.
    asked: Option<Arc<Geometry>>,
    /// The columns of a table, known once its names are read.
    pub(crate) columns: Option<Columns>,
    /// Whether notes precede the first puzzle, so notes are allowed between puzzles of one line each.
    pub(crate) has_notes: bool,
    /// Whether each further line is a string of ISS, because two adjacent lines were.
    pub(crate) is_string_a_line: bool,
    /// Why the lines cannot be taken as one puzzle each.
    pub(crate) ambiguity: LineAmbiguity,
    /// The byte order of UTF-16, and whether the first line, which determines the order, was read.
    order: Option<utf16::Order>,
    is_begun: bool,
    /// The columns of puzzles and solutions in a table, if given.
    pub(crate) table: TableOptions,
}

/// A record under construction from lines.
pub(crate) struct Building<'a> {
    /// The text of this and earlier records; this record begins at `start`.
    pub(crate) text: &'a mut Vec<u8>,
    pub(crate) start: usize,
    pub(crate) first_line: u64,
    /// The line at which the record exceeded the largest size.
    pub(crate) too_long: Option<u64>,
    /// Whether lines are taken verbatim instead of in plain characters.
    pub(crate) is_verbatim: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R, asked: Option<Arc<Geometry>>, table: TableOptions) -> Self {
        Self {
            reader,
            taken: 0,
            ahead: VecDeque::new(),
            spare: Vec::new(),
            asked,
            columns: None,
            table,
            has_notes: false,
            is_string_a_line: false,
            ambiguity: LineAmbiguity::None,
            order: None,
            is_begun: false,
        }
    }

    /// The side that is asked for, where the board asked for is a square with the digits from 1.
    pub(crate) fn asked_side(&self) -> Option<usize> {
        self.asked.as_ref().and_then(|board| board.plain_side())
    }

    /// Rows and columns of the requested board's canvas, unless the board is a plain square.
    pub(crate) fn asked_canvas(&self) -> Option<(usize, usize)> {
        let other = self.asked.as_ref().filter(|board| board.plain_side().is_none());
        other.map(|board| (board.rows(), board.columns()))
    }

    /// The line `ahead` lines after the next line, without its line end; `None` behind the last line.
    pub(crate) fn peek(&mut self, ahead: usize) -> io::Result<Option<&[u8]>> {
        while self.ahead.len() <= ahead {
            let mut text = self.spare.pop().unwrap_or_default();
            text.clear();
            if self.read_line(&mut text)? == 0 {
                self.spare.push(text);
                return Ok(None);
            }
            let ended = text.last() == Some(&b'\n');
            let too_long = text.len() > MAX_RECORD && !ended;
            if too_long {
                self.skip_rest_of_line()?;
                text = text[..KEPT].to_vec();
                if is_blank(&text) {
                    // Keeps the line from being skipped as blank.
                    text.push(b'?');
                }
            }
            while text.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
                text.pop();
            }
            if self.taken == 0 && self.ahead.is_empty() && text.starts_with(b"\xef\xbb\xbf") {
                text.drain(..3);
            }
            let plain = plain::simplified(&text);
            self.ahead.push_back(Line { text, plain, too_long });
        }
        Ok(self.ahead.get(ahead).map(|line| line.plain.as_ref().unwrap_or(&line.text).as_slice()))
    }

    /// Reads a line with its line end, up to the largest size of a record; returns the number of bytes.
    fn read_line(&mut self, text: &mut Vec<u8>) -> io::Result<usize> {
        if let Some(order) = self.order {
            return order.read_line(&[], &mut self.reader, MAX_RECORD + 1, text);
        }
        let read = (&mut self.reader).take(MAX_RECORD as u64 + 1).read_until(b'\n', text)?;
        if !self.is_begun {
            // The whole first line decides, so the order does not depend on how the bytes arrive.
            self.is_begun = true;
            self.order = utf16::Order::of(text);
            if let Some(order) = self.order {
                let head = std::mem::take(text);
                return order.read_line(&head, &mut self.reader, MAX_RECORD + 1, text);
            }
        }
        Ok(read)
    }

    /// Like `peek` if `is_wanted`, else `None`: a line that is not needed may not have been typed yet.
    pub(crate) fn peek_if(&mut self, ahead: usize, is_wanted: bool) -> io::Result<Option<&[u8]>> {
        if is_wanted { self.peek(ahead) } else { Ok(None) }
    }

    fn skip_rest_of_line(&mut self) -> io::Result<()> {
        loop {
            let (length, ended) = match self.reader.fill_buf()? {
                [] => return Ok(()),
                buffer => match buffer.iter().position(|&byte| byte == b'\n') {
                    Some(end) => (end + 1, true),
                    None => (buffer.len(), false),
                },
            };
            self.reader.consume(length);
            if ended {
                return Ok(());
            }
        }
    }

    /// Skips the next line, which must have been peeked at.
    pub(crate) fn skip(&mut self) {
        if let Some(line) = self.ahead.pop_front() {
            self.taken += 1;
            self.spare.push(line.text);
        }
    }

    /// Skips blank lines and lines that `is_comment` accepts; returns whether a line is left.
    pub(crate) fn skip_while(&mut self, is_comment: impl Fn(&[u8]) -> bool) -> io::Result<bool> {
        loop {
            match self.peek(0)? {
                None => return Ok(false),
                Some(line) if is_blank(line) => {
                    if line.contains(&b'\t') {
                        let line = line.to_vec();
                        if is_row_of_tabs(&line, self.peek(1)?) {
                            return Ok(true);
                        }
                    }
                    self.skip();
                }
                Some(line) if is_comment(line) => self.skip(),
                Some(_) => return Ok(true),
            }
        }
    }

    /// Starts a record with the next line at the end of `text`.
    pub(crate) fn begin<'a>(&self, text: &'a mut Vec<u8>, is_verbatim: bool) -> Building<'a> {
        let start = text.len();
        Building { text, start, first_line: self.taken + 1, too_long: None, is_verbatim }
    }

    /// Moves the next line, which must have been peeked at, into the record in a form that is not longer.
    pub(crate) fn take_as(&mut self, record: &mut Building<'_>, form: impl FnOnce(&[u8]) -> Vec<u8>) {
        if let Some(line) = self.ahead.front_mut() {
            line.text = form(line.plain.as_ref().unwrap_or(&line.text));
            line.plain = None;
        }
        self.take(record);
    }

    /// Moves the first `length` bytes of the next line and a line end into the record; blanks replace the bytes in the line.
    pub(crate) fn take_first(&mut self, record: &mut Building<'_>, length: usize) {
        let Some(line) = self.ahead.front_mut() else { return };
        let text = line.plain.as_mut().unwrap_or(&mut line.text);
        if record.text.len() - record.start + length > MAX_RECORD {
            record.too_long.get_or_insert(self.taken + 1);
        } else {
            record.text.extend_from_slice(&text[..length]);
            record.text.push(b'\n');
        }
        text[..length].fill(b' ');
    }

    /// Moves the next line, which must have been peeked at, into the record.
    pub(crate) fn take(&mut self, record: &mut Building<'_>) {
        let Some(line) = self.ahead.pop_front() else { return };
        self.taken += 1;
        let text = line.plain.as_ref().filter(|_| !record.is_verbatim).unwrap_or(&line.text);
        if line.too_long || record.text.len() - record.start + text.len() > MAX_RECORD {
            record.too_long.get_or_insert(self.taken);
        } else {
            record.text.extend_from_slice(text);
            record.text.push(b'\n');
        }
        self.spare.push(line.text);
    }
}

/// Whether a line has only white space.
pub(crate) fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}

/// Whether a line of tabs is a row of empty cells: the line behind it has as many tabs, and fewer words than cells.
fn is_row_of_tabs(line: &[u8], next: Option<&[u8]>) -> bool {
    let tabs = |line: &[u8]| line.iter().filter(|&&byte| byte == b'\t').count();
    let next = next.unwrap_or_default();
    tabs(line) > 1 && is_blank(line) && tabs(next) == tabs(line) && words(next).count() <= tabs(next) + 1
}

/// The words of a text with their offsets.
pub(crate) fn words(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let length = text[at..].iter().position(u8::is_ascii_whitespace).unwrap_or(text.len() - at);
        let word = (at, &text[at..at + length]);
        at += length;
        Some(word)
    })
}
