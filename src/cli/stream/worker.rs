//! What a thread does with a chunk: its puzzles are read and answered one by one, or in bulk.

use std::fmt::Write;
use std::sync::Arc;

use satdoku::Grid;
use satdoku::grid::format::{Format, ParseError, Parser, Place, Problem, ReadOptions, Record};

use crate::cli::Failure;
use crate::cli::process::status::Status;
use crate::cli::show::lettering::Lettering;
use crate::cli::show::summary::{Kind, Summary};
use crate::cli::stream::answers::{Answers, Puzzle, Task};
use crate::cli::stream::chunk::{Chunk, Contents};
use crate::cli::stream::destination::Kept;
use crate::cli::stream::input::Source;
use crate::cli::stream::kernel_blocks::{Bulk, Lines};
use crate::cli::stream::line_blocks::{Block, Found, count_lines, find_puzzles, line_at};
use crate::cli::stream::resumed;
use crate::cli::stream::resumed::Skipped;
use crate::cli::stream::stored::Stored;
use crate::cli::stream::table::{BareTables, cells_of, refused};

/// All that a thread needs to answer chunks.
pub(crate) struct Worker<W> {
    task: W,
    parsers: Parsers,
    bulk: Option<Bulk>,
    /// The tables that answers to puzzles become, if they become one.
    output: Option<BareTables>,
}

/// How records are read.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) options: ReadOptions,
    /// Whether solutions that are stored beside puzzles are read, too.
    pub(crate) wants_stored: bool,
}

impl<W> Worker<W> {
    pub(crate) fn new(task: W, reading: Reading, bulk: Option<Bulk>, output: Option<BareTables>) -> Self {
        Self { task, parsers: Parsers { reading, parser: None }, bulk, output }
    }
}

impl<W: Task> Worker<W> {
    /// Adds the answers to a chunk.
    pub(crate) fn answer(&mut self, chunk: &Chunk, mut answers: Answers) -> Answers {
        answers.names.clone_from(&chunk.names);
        match &chunk.contents {
            Contents::Records(records) => {
                // The memory that was handed on still has the answers to other puzzles.
                answers.bytes.clear();
                for ((source, range), number) in records.iter().zip(chunk.first_puzzle..) {
                    self.answer_record(number, source, &chunk.text[range.clone()], &mut answers);
                }
            }
            Contents::Block(file, block) => self.answer_block(chunk, file, block, &mut answers),
        }
        if let Some(failure) = &chunk.failure {
            let _ = writeln!(answers.failures, "{failure}");
            answers.status.worsen(Status::Bad);
        }
        answers
    }

    /// Whether a line may be the answer to a puzzle that is passed over.
    pub(crate) fn is_answer(&mut self, skipped: &Skipped, line: &str) -> bool {
        let Skipped { number, source, text, row, .. } = skipped;
        let grid = self.parsers.of(source).parse(&Record { text, place: source.place }).ok();
        if self.output.is_none() {
            return resumed::is_answer(&self.task, *number, grid.as_ref(), line);
        }
        let grid = grid.filter(|grid| refused(grid).is_none());
        // A row of a table has what was read.
        let cells = match row {
            Some(_) => text.split(u8::is_ascii_whitespace).max_by_key(|word| word.len()).unwrap_or_default().to_vec(),
            None => cells_of(text, source.format, grid.as_ref()),
        };
        let is_separator = |byte: &u8| b",;\t\"".contains(byte);
        let cells = cells.split(is_separator).max_by_key(|word| word.len()).unwrap_or_default();
        line.contains(&*String::from_utf8_lossy(cells))
    }

    /// Refuses answers that are not those to the puzzles; `surplus` is how many there are without a puzzle.
    pub(crate) fn check_kept(&mut self, kept: &Kept, skipped: &[Skipped], surplus: u64) -> Result<(), Failure> {
        if surplus > 0 {
            let (lines, puzzles) = (kept.lines, kept.lines - surplus);
            return Err(format!(
                "{}: has {lines} lines of answers, the input only {puzzles} to be answered",
                kept.name
            )
            .into());
        }
        for skipped in skipped {
            let line = usize::try_from(skipped.line).ok().and_then(|line| kept.first.get(line));
            let Some(line) = line else { continue };
            if !self.is_answer(skipped, line) {
                let (name, number) = (&kept.name, skipped.line + 1);
                let puzzle = format!("{}:{}", skipped.source.file, skipped.source.place.line);
                let what = format!("{number}: not an answer to the puzzle at {puzzle}: nothing is resumed");
                return Err(Failure::located(name, what));
            }
        }
        Ok(())
    }

    /// Called after the last chunk.
    pub(crate) fn finish(&mut self) {
        self.task.finish();
    }

    fn answer_record(&mut self, number: u64, source: &Source, text: &[u8], answers: &mut Answers) {
        let grid = self.parse(source, text, answers);
        let stored = self.parsers.stored(source);
        let notes = self.parsers.of(source).notes();
        let lettering = Parsers::lettering(source, text, &grid);
        let output = self.output.as_ref().map(|output| Arc::clone(output.of(source.format)));
        let refusal = output.as_ref().and(grid.as_ref().ok()).and_then(refused);
        let kept = output.map(|table| {
            let carried = grid.as_ref().ok().filter(|_| refusal.is_none());
            (table, cells_of(text, source.format, carried), carried.cloned())
        });
        if let Some(refusal) = refusal {
            let _ = writeln!(answers.stderr, "{}:{}: {refusal}", source.file, source.place.line);
            answers.stdout.push_str("unknown");
            answers.status.worsen(Status::Bad);
            answers.summary.add(Kind::Unknown, 1);
        } else {
            self.task.answer(Puzzle { number, source, grid, stored, notes, lettering }, answers);
        }
        if let Some((table, cells, grid)) = kept {
            table.push_puzzle(&cells, grid.as_ref(), answers.stdout.trim_end().as_bytes(), &mut answers.bytes);
            answers.stdout.clear();
        }
    }

    fn parse(&mut self, source: &Source, text: &[u8], answers: &mut Answers) -> Result<Grid, ParseError> {
        let record = Record { text, place: source.place };
        let parser = self.parsers.of(source);
        let grid = parser.parse(&record);
        for passed_over in parser.passed_over() {
            let _ = writeln!(answers.stderr, "{}:{passed_over}: passed over", source.file);
        }
        if let Err(error) = &grid {
            let assumed = match (source.format, parser.instead(&record)) {
                _ if matches!(error.problem, Problem::UnknownKey { .. }) => "; --lenient passes over it".to_owned(),
                _ if matches!(error.problem, Problem::OpenQuote | Problem::RulesInTable) => String::new(),
                (Format::Line | Format::Csv, None) => String::new(),
                (format, None) => format!(" (read as {format})"),
                (format, Some(other)) => format!(" (read as {format}; --format {other} would read it)"),
            };
            let _ = writeln!(answers.stderr, "{}:{error}{assumed}", source.file);
            answers.status.worsen(Status::Bad);
        }
        grid
    }

    fn answer_block(&mut self, chunk: &Chunk, file: &Arc<str>, block: &Block, answers: &mut Answers) {
        let table = block.table.as_deref();
        let format = if table.is_some() { Format::Csv } else { Format::Line };
        let place = Place { line: block.first_line, too_long: block.is_too_long.then_some(block.first_line) };
        let mut source = Source { file: Arc::clone(file), format, place };
        let output = self.output.as_ref().map(|bare| Arc::clone(bare.of(Format::Line)));
        let output = output.as_deref().map(|bare| table.unwrap_or(bare));
        // A line that is too long has nothing that could be kept.
        let text = if block.is_too_long { &b"\n"[..] } else { &chunk.text[..block.length] };
        let lines = Lines { text, table, output };
        let mut bytes = std::mem::take(&mut answers.bytes);
        // Lines up to here were counted.
        let mut counted = 0;
        let mut number = chunk.first_puzzle;
        let mut ask = |worker: &mut Self, found: &Found, bytes: &mut Vec<u8>, answers: &mut Answers| {
            let start = found.line as usize;
            source.place.line += count_lines(&text[counted..start]);
            counted = start;
            let line = line_at(text, start);
            let masked = table.map(|table| table.columns.mask(line));
            let text = masked.as_deref().unwrap_or(line);
            let grid = worker.parse(&source, text, answers);
            let lettering = Parsers::lettering(&source, text, &grid);
            let stored = match (table, &grid) {
                (Some(table), Ok(grid)) if worker.parsers.reading.wants_stored => {
                    Stored::of_row(table, line, source.place, grid)
                }
                _ => None,
            };
            worker.task.answer(Puzzle { number, source: &source, grid, stored, notes: None, lettering }, answers);
            lines.push(found, answers.stdout.trim_end().as_bytes(), bytes);
            answers.stdout.clear();
            number += 1;
        };
        if block.is_too_long {
            bytes.clear();
            if !chunk.text.starts_with(b"#") {
                ask(self, &Found { line: 0, start: 0, is_record: false }, &mut bytes, answers);
            }
        } else if let Some(mut bulk) = self.bulk.take() {
            let mut summary = Summary::default();
            let status = bulk.answer(&lines, &mut bytes, &mut summary, |found, bytes| ask(self, found, bytes, answers));
            // A run that was cancelled ends before these answers are wanted.
            answers.status.worsen(status.unwrap_or(Status::Interrupted));
            answers.summary.add_all(&summary);
            self.bulk = Some(bulk);
        } else {
            bytes.clear();
            find_puzzles(text, table, |found| ask(self, &found, &mut bytes, answers));
        }
        answers.bytes = bytes;
    }
}

/// The parser of the last format, kept from record to record so that grids share their geometry.
struct Parsers {
    reading: Reading,
    parser: Option<(Format, Parser)>,
}

impl Parsers {
    fn of(&mut self, source: &Source) -> &mut Parser {
        if self.parser.as_ref().is_none_or(|(format, _)| *format != source.format) {
            self.parser = None;
        }
        let Reading { options, wants_stored } = &self.reading;
        let new = || {
            let parser = Parser::with_options(source.format, options);
            (source.format, if *wants_stored { parser.with_solutions() } else { parser })
        };
        &mut self.parser.get_or_insert_with(new).1
    }

    /// The solution that the record read last stores.
    fn stored(&mut self, source: &Source) -> Option<Stored> {
        let is_wanted = self.reading.wants_stored && source.format.stores_solutions();
        if is_wanted { Stored::of_object(self.of(source)) } else { None }
    }

    /// How the digits of a record are written; up to side 9 there is only one way.
    fn lettering(source: &Source, text: &[u8], grid: &Result<Grid, ParseError>) -> Lettering {
        match grid {
            Ok(grid) if grid.geometry().digit_count() > 9 => {
                Lettering::of(source.format, &Record { text, place: source.place })
            }
            _ => Lettering::default(),
        }
    }
}
