//! The input in chunks: a few records, or a block of lines, to be answered together.

use std::sync::Arc;

use satdoku::grid::format::{Format, Place};

use crate::Failure;
use crate::stream::input::{Next, Reader, Source};
use crate::stream::kernel_blocks::Form;
use crate::stream::line_blocks::{Block, count_lines, find_puzzles, line_at};
use crate::stream::resumed::{FIRST, Skipped};
use crate::stream::table::{BareTables, Table};

/// A chunk ends beyond this number of bytes or records.
const CHUNK_BYTES: usize = 16 << 10;
const CHUNK_RECORDS: usize = 64;

/// The first block of lines has this many bytes; later blocks double in size up to a limit.
const FIRST_BLOCK: usize = 2 << 10;

/// A line of names to be written.
pub(crate) type Names = Option<Arc<[u8]>>;

/// Records answered together.
pub(crate) struct Chunk {
    pub(crate) number: u64,
    pub(crate) first_puzzle: u64,
    pub(crate) text: Vec<u8>,
    pub(crate) contents: Contents,
    /// A line of names that is due before the answers.
    pub(crate) names: Names,
    /// A file that could not be read, after the records.
    pub(crate) failure: Option<Failure>,
}

pub(crate) enum Contents {
    Records(Vec<(Source, std::ops::Range<usize>)>),
    /// Lines of 9×9 puzzles.
    Block(Arc<str>, Block),
}

impl Chunk {
    /// Whether the chunk contains exactly one puzzle.
    pub(crate) fn is_single(&self) -> bool {
        match &self.contents {
            Contents::Records(records) => records.len() == 1,
            Contents::Block(_, block) => {
                let mut puzzles = 0;
                find_puzzles(&self.text[..block.length], block.table.as_deref(), |_| puzzles += 1);
                puzzles == 1
            }
        }
    }
}

/// Cuts the input into chunks; the first chunks have a single record, so that a few hard puzzles are spread over the workers.
pub(crate) struct Chunks {
    pub(crate) reader: Reader,
    /// Chunks read ahead to distinguish a single puzzle from several, the next one last.
    pub(crate) ahead: [Option<Chunk>; 2],
    number: u64,
    puzzles: u64,
    /// Puzzles yet to be passed over.
    to_skip: u64,
    size: usize,
    block_size: usize,
    most_in_block: usize,
    output: Option<BareTables>,
    /// The line of column names written last.
    names: Names,
    /// Number of answer lines that an interrupted run left.
    kept: u64,
    /// The first few puzzles passed over.
    pub(crate) skipped: Vec<Skipped>,
    /// A record that needs a new line of column names before its answer, and so begins a chunk.
    held: Option<(Source, Vec<u8>)>,
}

impl Chunks {
    /// Chunks to be answered; `output` are the tables for the answers, if the output is a table.
    pub(crate) fn new(reader: Reader, answered: u64, bulk: Option<Form>, output: Option<BareTables>) -> Self {
        Self {
            reader,
            ahead: [None, None],
            number: 0,
            puzzles: answered,
            to_skip: answered,
            size: 1,
            block_size: FIRST_BLOCK,
            most_in_block: bulk.map_or(FIRST_BLOCK, Form::block_size),
            output,
            names: None,
            kept: answered,
            skipped: Vec::new(),
            held: None,
        }
    }

    /// Lines of answers to which no puzzle was found: once the first chunk was asked for.
    pub(crate) fn surplus(&self) -> u64 {
        self.to_skip
    }

    /// Passes over a puzzle.
    fn skip(&mut self, source: impl FnOnce() -> Source, text: &[u8], row: Option<&[u8]>) {
        if self.skipped.len() < FIRST {
            let line = self.kept - self.to_skip;
            let number = self.skipped.len() as u64 + 1;
            let (text, row) = (text.to_vec(), row.map(<[u8]>::to_vec));
            self.skipped.push(Skipped { number, line, source: source(), text, row });
        }
        self.to_skip -= 1;
    }

    /// The next chunk; `text` is overwritten with its text.
    pub(crate) fn next(&mut self, text: Vec<u8>) -> Option<Chunk> {
        let ahead = &mut self.ahead;
        if let Some(chunk) = ahead.iter_mut().rev().find_map(Option::take) {
            return Some(chunk);
        }
        let (number, first_puzzle) = (self.number, self.puzzles + 1);
        let contents = Contents::Records(Vec::new());
        let mut chunk = Chunk { number, first_puzzle, text, contents, names: None, failure: None };
        let mut records = Vec::new();
        // Blocks keep the buffer's length, so that the buffer need not be cleared.
        let mut filled = 0;
        if let Some((source, text)) = self.held.take() {
            chunk.names = self.names_before(self.output.as_ref().map(|output| Arc::clone(output.of(source.format))));
            chunk.text.clear();
            chunk.text.extend_from_slice(&text);
            filled = chunk.text.len();
            records.push((source, 0..filled));
        }
        while records.len() < self.size && filled < CHUNK_BYTES && chunk.failure.is_none() {
            if !self.reader.is_in_blocks() {
                chunk.text.truncate(filled);
            }
            match self.reader.next(&mut chunk.text) {
                Next::Record(source) => {
                    let table = self.output.as_ref().map(|output| Arc::clone(output.of(source.format)));
                    let needs_names = table.as_ref().is_some_and(|table| self.names.as_ref() != table.names());
                    if needs_names && !records.is_empty() {
                        self.held = Some((source, chunk.text.split_off(filled)));
                        break;
                    }
                    chunk.names = self.names_before(table).or(chunk.names);
                    if self.to_skip > 0 {
                        self.skip(|| source, &chunk.text[filled..], None);
                        continue;
                    }
                    records.push((source, filled..chunk.text.len()));
                    filled = chunk.text.len();
                }
                Next::InBlocks if !records.is_empty() => break,
                Next::InBlocks => match self.next_block(&mut chunk.text) {
                    Ok(Some((file, block, names))) => {
                        chunk.names = names.or(chunk.names);
                        if self.to_skip > 0 {
                            continue;
                        }
                        chunk.contents = Contents::Block(file, block);
                        self.number += 1;
                        // Their number is not used, only whether a puzzle is the first.
                        self.puzzles += 1;
                        return Some(chunk);
                    }
                    Ok(None) => {}
                    Err(failure) => chunk.failure = Some(failure),
                },
                Next::Failed(failure) => chunk.failure = Some(failure),
                Next::End => break,
            }
        }
        if records.is_empty() && chunk.failure.is_none() {
            return None;
        }
        self.number += 1;
        self.puzzles += records.len() as u64;
        self.size = if number < 16 { 1 } else { CHUNK_RECORDS.min(self.size * 2) };
        chunk.contents = Contents::Records(records);
        Some(chunk)
    }

    /// The line of column names before answers to lines of a table, unless written already.
    fn names_before(&mut self, table: Option<Arc<Table>>) -> Names {
        let names = table.filter(|_| self.output.is_some())?.names().cloned()?;
        if self.names.as_ref() == Some(&names) {
            return None;
        }
        self.names = Some(names);
        if self.to_skip > 0 {
            self.to_skip -= 1;
            return None;
        }
        self.names.clone()
    }

    /// The next block without puzzles passed over, and the column names before it.
    fn next_block(&mut self, text: &mut Vec<u8>) -> Result<Option<(Arc<str>, Block, Names)>, Failure> {
        let Some((file, mut block)) = self.reader.next_block(text, self.block_size)? else { return Ok(None) };
        let table = block.table.clone();
        let plain = || self.output.as_ref().map(|output| Arc::clone(output.of(Format::Line)));
        let names = self.names_before(table.clone().or_else(plain));
        self.block_size = self.most_in_block.min(2 * self.block_size);
        if self.to_skip > 0 {
            let mut skipped_to = 0;
            find_puzzles(&text[..block.length], table.as_deref(), |found| {
                if self.to_skip > 0 {
                    let start = found.line as usize;
                    let line = line_at(text, start);
                    let masked = table.as_ref().map(|table| table.columns.mask(line));
                    let source = || {
                        let line = block.first_line + count_lines(&text[..start]);
                        let format = if table.is_some() { Format::Csv } else { Format::Line };
                        Source { file: Arc::clone(&file), format, place: Place { line, too_long: None } }
                    };
                    self.skip(source, masked.as_deref().unwrap_or(line), table.as_ref().map(|_| line));
                    skipped_to = found.start as usize;
                }
            });
            let line = text[skipped_to..block.length].iter().position(|&byte| byte == b'\n');
            let end = line.map_or(block.length, |end| skipped_to + end + 1);
            block.first_line += count_lines(&text[..end]);
            text.copy_within(end..block.length, 0);
            block.length -= end;
        }
        Ok(Some((file, block, names)))
    }
}
