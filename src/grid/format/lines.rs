//! Lines of a stream, with their numbers and as much lookahead as a format needs, in bounded memory.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

use crate::geometry::Geometry;
use crate::grid::format::columns::{Columns, TableOptions};
use crate::grid::format::{plain, utf16};

/// No line and no record is longer than a grid of the largest side needs.
pub(in crate::grid::format) const MAX_RECORD: usize = 128 << 20;

/// So much is kept of a line that is too long, to tell its format by.
const KEPT: usize = 64;

/// A line that was looked at but not yet taken.
struct Line {
    text: Vec<u8>,
    too_long: bool,
}

/// Why lines cannot be taken for one puzzle each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::grid::format) enum Doubt {
    None,
    /// No form of a grid fits the text, so that the lines of a block are told of together.
    Shapeless,
    /// The lines of the first block are one grid, or each is a grid by itself: nothing tells which is meant.
    Ambiguous,
}

/// The lines of a stream.
pub(in crate::grid::format) struct Lines<R> {
    reader: R,
    /// Lines taken so far.
    taken: u64,
    ahead: VecDeque<Line>,
    spare: Vec<Vec<u8>>,
    /// The board that is asked for.
    asked: Option<Arc<Geometry>>,
    /// The columns of a table, once its names were read.
    pub(in crate::grid::format) columns: Option<Columns>,
    /// Whether notes stood above the first puzzle, so that they may stand between puzzles of one line each.
    pub(in crate::grid::format) has_notes: bool,
    /// What is not clear of its lines.
    pub(in crate::grid::format) doubt: Doubt,
    /// The order of the bytes of UTF-16, and whether the first line was read, which tells it.
    order: Option<utf16::Order>,
    is_begun: bool,
    /// Where a table's puzzles stand, if that is known before.
    pub(in crate::grid::format) table: TableOptions,
}

/// A record that is being put together from lines.
pub(in crate::grid::format) struct Building<'a> {
    /// The text of this and earlier records; this one starts at `start`.
    pub(in crate::grid::format) text: &'a mut Vec<u8>,
    pub(in crate::grid::format) start: usize,
    pub(in crate::grid::format) first_line: u64,
    /// The line at which the record became longer than it may be.
    pub(in crate::grid::format) too_long: Option<u64>,
}

impl<R: BufRead> Lines<R> {
    pub(in crate::grid::format) fn new(reader: R, asked: Option<Arc<Geometry>>, table: TableOptions) -> Self {
        Self {
            reader,
            taken: 0,
            ahead: VecDeque::new(),
            spare: Vec::new(),
            asked,
            columns: None,
            table,
            has_notes: false,
            doubt: Doubt::None,
            order: None,
            is_begun: false,
        }
    }

    /// The side that is asked for, where the board asked for is a square with the digits from 1.
    pub(in crate::grid::format) fn asked_side(&self) -> Option<usize> {
        self.asked.as_ref().and_then(|board| board.plain_side())
    }

    /// Rows and columns of the canvas of the board that is asked for, where it is another.
    pub(in crate::grid::format) fn asked_canvas(&self) -> Option<(usize, usize)> {
        let other = self.asked.as_ref().filter(|board| board.plain_side().is_none());
        other.map(|board| (board.rows(), board.columns()))
    }

    /// The line `ahead` lines after the next one, without its end; `None` behind the last.
    pub(in crate::grid::format) fn peek(&mut self, ahead: usize) -> io::Result<Option<&[u8]>> {
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
                    // It is not passed over as a blank line is.
                    text.push(b'?');
                }
            }
            while text.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
                text.pop();
            }
            if self.taken == 0 && self.ahead.is_empty() && text.starts_with(b"\xef\xbb\xbf") {
                text.drain(..3);
            }
            plain::simplify(&mut text);
            self.ahead.push_back(Line { text, too_long });
        }
        Ok(self.ahead.get(ahead).map(|line| line.text.as_slice()))
    }

    /// Reads a line with its end, or as much of it as a record may have; the number of bytes.
    fn read_line(&mut self, text: &mut Vec<u8>) -> io::Result<usize> {
        if let Some(order) = self.order {
            return order.read_line(&[], &mut self.reader, MAX_RECORD + 1, text);
        }
        let read = (&mut self.reader).take(MAX_RECORD as u64 + 1).read_until(b'\n', text)?;
        if !self.is_begun {
            // Told by the whole first line, so that it does not matter how it arrives.
            self.is_begun = true;
            self.order = utf16::Order::of(text);
            if let Some(order) = self.order {
                let head = std::mem::take(text);
                return order.read_line(&head, &mut self.reader, MAX_RECORD + 1, text);
            }
        }
        Ok(read)
    }

    /// The same where `is_wanted`, else nothing: a line that is not needed may not have been typed yet.
    pub(in crate::grid::format) fn peek_if(&mut self, ahead: usize, is_wanted: bool) -> io::Result<Option<&[u8]>> {
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

    /// Skips the next line, which was looked at.
    pub(in crate::grid::format) fn skip(&mut self) {
        if let Some(line) = self.ahead.pop_front() {
            self.taken += 1;
            self.spare.push(line.text);
        }
    }

    /// Skips blank lines and those that `is_comment` accepts; whether a line is left.
    pub(in crate::grid::format) fn skip_while(&mut self, is_comment: impl Fn(&[u8]) -> bool) -> io::Result<bool> {
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
    pub(in crate::grid::format) fn begin<'a>(&self, text: &'a mut Vec<u8>) -> Building<'a> {
        let start = text.len();
        Building { text, start, first_line: self.taken + 1, too_long: None }
    }

    /// Moves the next line, which was looked at, into the record in another form of no greater length.
    pub(in crate::grid::format) fn take_as(&mut self, record: &mut Building<'_>, form: impl FnOnce(&[u8]) -> Vec<u8>) {
        if let Some(line) = self.ahead.front_mut() {
            line.text = form(&line.text);
        }
        self.take(record);
    }

    /// Moves the next line, which was looked at, into the record.
    pub(in crate::grid::format) fn take(&mut self, record: &mut Building<'_>) {
        let Some(line) = self.ahead.pop_front() else { return };
        self.taken += 1;
        if line.too_long || record.text.len() - record.start + line.text.len() > MAX_RECORD {
            record.too_long.get_or_insert(self.taken);
        } else {
            record.text.extend_from_slice(&line.text);
            record.text.push(b'\n');
        }
        self.spare.push(line.text);
    }
}

/// Whether a line has nothing but white space.
pub(in crate::grid::format) fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}

/// Whether a line of tabs is a row of empty cells: the line behind it has as many tabs, and fewer words than cells.
fn is_row_of_tabs(line: &[u8], next: Option<&[u8]>) -> bool {
    let tabs = |line: &[u8]| line.iter().filter(|&&byte| byte == b'\t').count();
    let next = next.unwrap_or_default();
    tabs(line) > 1 && is_blank(line) && tabs(next) == tabs(line) && words(next).count() <= tabs(next) + 1
}

/// The words of a text with their offsets in it.
pub(in crate::grid::format) fn words(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let length = text[at..].iter().position(u8::is_ascii_whitespace).unwrap_or(text.len() - at);
        let word = (at, &text[at..at + length]);
        at += length;
        Some(word)
    })
}
