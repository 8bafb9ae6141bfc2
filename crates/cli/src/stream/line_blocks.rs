//! Blocks of complete lines from a file of 9×9 puzzles, one puzzle a line, and the puzzles in the blocks.
//!
//! What a line is, which lines are passed over, and where a puzzle's text begins and ends is as in the format `line`;
//! `crates/cli/tests/cli/bulk.rs` shows that the answers agree.

use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::sync::Arc;

use memchr::memchr;
use satdoku::grid::format::{TableOptions, is_comment};
use satdoku::nine::GridBytes;

use crate::stream::table::{AnswerColumn, Table};

/// No line is longer than a grid of the largest side needs: the limit of the readers of all formats.
const MAX_LINE: usize = 128 << 20;

/// Number of bytes kept of a line that is too long: enough to recognise a comment.
const KEPT: usize = 64;

/// A file is read in blocks only if its first puzzle lies within this many bytes.
pub(crate) const MAX_HEAD: usize = 64 << 10;

/// Lines of a file.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The number of the first line.
    pub(crate) first_line: u64,
    /// How much of the text is filled.
    pub(crate) length: usize,
    /// Whether the text is the beginning of a single line that is longer than any puzzle.
    pub(crate) is_too_long: bool,
    /// The table of the lines.
    pub(crate) table: Option<Arc<Table>>,
}

/// Reads up to the end of the first record; true if the record is a 9×9 puzzle.
pub(crate) fn read_first_record(source: &mut dyn BufRead, head: &mut Vec<u8>) -> io::Result<bool> {
    loop {
        let buffer = source.fill_buf()?;
        let read = buffer.len();
        head.extend_from_slice(buffer);
        source.consume(read);
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let is_complete = |line: &&[u8]| line.ends_with(b"\n") || read == 0;
        let mut lines = text.split_inclusive(|&byte| byte == b'\n').filter(is_complete);
        if let Some(line) = lines.find(|line| !is_passed_over(line)) {
            let record = <&GridBytes>::try_from(line.trim_ascii());
            return Ok(record.is_ok_and(|record| record.iter().all(|&byte| is_cell(byte))));
        }
        if read == 0 || head.len() > MAX_HEAD {
            return Ok(false);
        }
    }
}

/// Whether a line is blank or a comment.
pub(crate) fn is_passed_over(line: &[u8]) -> bool {
    is_comment(line) || line.iter().all(u8::is_ascii_whitespace)
}

fn is_cell(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'.' | b'_' | b'*')
}

/// Cuts a file into blocks.
pub(crate) struct Blocks {
    source: Box<dyn BufRead + Send>,
    /// Bytes read that belong to the next block.
    rest: Vec<u8>,
    next_line: u64,
    /// Whether reading never waits, so that blocks can be filled completely.
    is_file: bool,
    is_over: bool,
    tables: Option<Tables>,
}

/// The successive tables of a file.
struct Tables {
    answers: AnswerColumn,
    options: TableOptions,
    /// The present table.
    table: Option<Arc<Table>>,
    has_puzzles: bool,
}

impl Tables {
    /// Enters the tables whose names come first in a text, and tells which lines follow up to the next names.
    fn enter(&mut self, text: &[u8]) -> Range<usize> {
        if self.has_puzzles && (self.options.has_no_names || !may_have_names(text)) {
            return 0..text.len();
        }
        if self.options.has_no_names {
            return self.begin_without_names(text);
        }
        let (mut start, mut end, mut has_puzzles) = (0, 0, false);
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let is_passed_over = is_passed_over(line);
            match self.renewed(line.strip_suffix(b"\n").unwrap_or(line)).filter(|_| !is_passed_over) {
                Some(_) if has_puzzles => break,
                Some(table) => {
                    self.table = Some(Arc::new(table));
                    start = end + line.len();
                }
                None => has_puzzles |= !is_passed_over,
            }
            end += line.len();
        }
        if has_puzzles {
            self.has_puzzles = true;
            self.table.get_or_insert_with(|| Arc::new(Table::unnamed()));
        }
        start..end
    }

    /// The table begun by a line of column names.
    fn renewed(&self, line: &[u8]) -> Option<Table> {
        let is_known = self.table.as_ref().is_some_and(|table| table.columns.renewed(line, &self.options).is_none());
        if is_known { None } else { Table::of(line, self.answers, &self.options) }
    }

    /// Takes the first line with a puzzle as the model of the remaining lines.
    fn begin_without_names(&mut self, text: &[u8]) -> Range<usize> {
        let mut lines = text.split(|&byte| byte == b'\n').filter(|line| !is_passed_over(line));
        if let Some(line) = lines.next() {
            let table = Table::of(line, self.answers, &self.options).unwrap_or_else(Table::unnamed);
            self.table = Some(Arc::new(table));
            self.has_puzzles = true;
        }
        0..text.len()
    }
}

/// Whether some line begins neither with a digit nor with an empty cell, found without a branch.
fn may_have_names(text: &[u8]) -> bool {
    let may_be = |byte: u8| u8::from(!is_cell(byte));
    let next = text.get(1..).unwrap_or_default();
    let behind_lines = text.iter().zip(next).fold(0, |any, (&end, &byte)| any | u8::from(end == b'\n') & may_be(byte));
    behind_lines != 0 || text.first().is_some_and(|&byte| may_be(byte) != 0)
}

impl Blocks {
    pub(crate) fn new(head: Vec<u8>, source: Box<dyn BufRead + Send>, is_file: bool) -> Self {
        let rest = head.strip_prefix(b"\xef\xbb\xbf").map(<[u8]>::to_vec).unwrap_or(head);
        Self { source, rest, next_line: 1, is_file, is_over: false, tables: None }
    }

    /// The file read as tables.
    pub(crate) fn with_tables(self, answers: AnswerColumn, options: TableOptions) -> Self {
        Self { tables: Some(Tables { answers, options, table: None, has_puzzles: false }), ..self }
    }

    /// Whether the file ended after tables without a puzzle.
    pub(crate) fn has_no_puzzle(&self) -> bool {
        self.tables.as_ref().is_some_and(|tables| !tables.has_puzzles)
    }

    /// The next lines, from a single table; `text` keeps its length if large enough, so that it need not be cleared.
    pub(crate) fn next(&mut self, text: &mut Vec<u8>, size: usize) -> io::Result<Option<Block>> {
        let Some(mut block) = self.next_lines(text, size)? else { return Ok(None) };
        if let Some(tables) = &mut self.tables {
            if block.is_too_long {
                tables.has_puzzles = true;
            } else {
                let lines = tables.enter(&text[..block.length]);
                let behind = &text[lines.end..block.length];
                self.next_line -= count_lines(behind);
                self.rest.splice(0..0, behind.iter().copied());
                block.first_line += count_lines(&text[..lines.start]);
                block.length = lines.len();
                text.copy_within(lines, 0);
            }
            block.table.clone_from(&tables.table);
        }
        Ok(Some(block))
    }

    /// The next lines, whatever their table.
    fn next_lines(&mut self, text: &mut Vec<u8>, size: usize) -> io::Result<Option<Block>> {
        // What was read to see the first puzzle may be much.
        let cut = self.rest.get(..size).and_then(last_line_end).unwrap_or(self.rest.len());
        let mut length = cut;
        if text.len() < length.max(size) {
            text.resize(length.max(size), 0);
        }
        text[..length].copy_from_slice(&self.rest[..cut]);
        self.rest.drain(..cut);
        if !self.rest.is_empty() {
            return Ok(Some(self.block(text, length)));
        }
        let mut end = last_line_end(&text[..length]);
        while !self.is_over && (end.is_none() || (self.is_file && length < size)) {
            if length > MAX_LINE && end.is_none() {
                return self.skip_line(text).map(Some);
            }
            if length == text.len() {
                text.resize(2 * length, 0);
            }
            let read = match self.source.read(&mut text[length..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            self.is_over = read == 0;
            end = last_line_end(&text[length..length + read]).map(|at| length + at).or(end);
            length += read;
        }
        if let Some(end) = end.filter(|_| !self.is_over) {
            self.rest.extend_from_slice(&text[end..length]);
            length = end;
        }
        if length == 0 {
            return Ok(None);
        }
        Ok(Some(self.block(text, length)))
    }

    fn block(&mut self, text: &[u8], length: usize) -> Block {
        let block = Block { first_line: self.next_line, length, is_too_long: false, table: None };
        self.next_line += count_lines(&text[..length]);
        block
    }

    /// Passes over the rest of a line that is too long.
    fn skip_line(&mut self, text: &mut Vec<u8>) -> io::Result<Block> {
        text.truncate(KEPT);
        text.shrink_to_fit();
        loop {
            let buffer = self.source.fill_buf()?;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(buffer.len(), |end| end + 1);
            self.is_over = buffer.is_empty();
            self.source.consume(length);
            if end.is_some() || self.is_over {
                break;
            }
        }
        self.next_line += 1;
        Ok(Block { first_line: self.next_line - 1, length: KEPT, is_too_long: true, table: None })
    }
}

/// Where the last complete line ends.
fn last_line_end(text: &[u8]) -> Option<usize> {
    text.iter().rposition(|&byte| byte == b'\n').map(|at| at + 1)
}

/// The number of line ends; the sums fit into a byte, so that many are added in one instruction.
pub(crate) fn count_lines(text: &[u8]) -> u64 {
    let of_piece = |piece: &[u8]| u64::from(piece.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>());
    text.chunks(255).map(of_piece).sum()
}

/// Where a puzzle stands in a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The start of the puzzle's line.
    pub(crate) line: u32,
    /// The start of the puzzle's text.
    pub(crate) start: u32,
    /// Whether the text has 81 bytes, valid or not.
    pub(crate) is_record: bool,
}

/// Whether a line has one sign for empty cells at most, found without a branch. Nine zeros may be digits and are judged elsewhere.
fn has_one_sign(cells: &[u8]) -> bool {
    let sign = |byte: u8| {
        u8::from(byte == b'.') | u8::from(byte == b'0') << 1 | u8::from(byte == b'_') << 2 | u8::from(byte == b'*') << 3
    };
    let (signs, zeros) =
        cells.iter().fold((0, 0_u8), |(signs, zeros), &byte| (signs | sign(byte), zeros + u8::from(byte == b'0')));
    signs & signs.wrapping_sub(1) == 0 && zeros != 9
}

/// Calls `found` with every puzzle in the lines of a text, in order.
pub(crate) fn find_puzzles(text: &[u8], table: Option<&Table>, mut found: impl FnMut(Found)) {
    if let Some(table) = table {
        return find_in_table(text, table, found);
    }
    let mut at = 0;
    while at < text.len() {
        // The fast path for nearly every line.
        if let Some(line) = text[at..].first_chunk::<83>() {
            let has_line_end = line[..81].iter().fold(0, |any, &byte| any | u8::from(byte == b'\n')) > 0;
            let length = match line[81..] {
                [b'\n', _] => 82,
                [b'\r', b'\n'] => 83,
                _ => 0,
            };
            // Bytes up to `#` are blanks or begin a comment.
            if length > 0 && !has_line_end && line[0] > b'#' && line[80] > b'#' && has_one_sign(&line[..81]) {
                found(Found { line: at as u32, start: at as u32, is_record: true });
                at += length;
                continue;
            }
        }
        let length = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len() - at, |end| end + 1);
        let line = &text[at..at + length];
        if !is_passed_over(line) {
            let blanks = line.len() - line.trim_ascii_start().len();
            let start = (at + blanks) as u32;
            let text = line.trim_ascii();
            found(Found { line: at as u32, start, is_record: text.len() == 81 && has_one_sign(text) });
        }
        at += length;
    }
}

fn find_in_table(text: &[u8], Table { columns, .. }: &Table, mut found: impl FnMut(Found)) {
    let mut at = 0;
    while at < text.len() {
        let line = line_at(text, at);
        if !is_passed_over(line) {
            let puzzle = columns.puzzle(line);
            let is_plain = !columns.tell_shape() && !columns.has_rules(line) && !columns.is_open(line);
            let is_record = puzzle.len() == 81 && is_plain && has_one_sign(&line[puzzle.clone()]);
            found(Found { line: at as u32, start: (at + puzzle.start) as u32, is_record });
        }
        at += line.len() + 1;
    }
}

/// The line at a place, without its line end.
pub(crate) fn line_at(text: &[u8], start: usize) -> &[u8] {
    let rest = &text[start..];
    &rest[..memchr(b'\n', rest).unwrap_or(rest.len())]
}
