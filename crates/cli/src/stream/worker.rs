//! The work of a thread on a chunk: reading and answering its puzzles one by one, or in bulk.

use std::fmt::Write;
use std::sync::Arc;

use satdoku::Grid;
use satdoku::grid::exchange::ExchangeProblem;
use satdoku::grid::format::{Format, ParseError, Parser, Place, Problem, ReadOptions, Record};

use crate::Failure;
use crate::process::status::Status;
use crate::show::digit_alphabet::DigitAlphabet;
use crate::show::summary::{Kind, Summary};
use crate::stream::answers::{Answers, Puzzle, Task, Unread};
use crate::stream::chunk::{Chunk, Contents};
use crate::stream::destination::PartialFile;
use crate::stream::input::Source;
use crate::stream::kernel_blocks::{Bulk, Lines};
use crate::stream::line_blocks::{Block, Found, count_lines, find_puzzles, line_at};
use crate::stream::resumed;
use crate::stream::resumed::Skipped;
use crate::stream::stored::Stored;
use crate::stream::table::{BareTables, cells_of, refused};

/// The state of a thread that answers chunks.
pub(crate) struct Worker<W> {
    task: W,
    parsers: Parsers,
    bulk: Option<Bulk>,
    /// The tables for the answers, if the output is a table.
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
                // The recycled memory still has answers of an earlier chunk.
                answers.bytes.clear();
                for ((source, range), number) in records.iter().zip(chunk.first_puzzle..) {
                    self.answer_record(number, source, &chunk.text[range.clone()], &mut answers);
                }
            }
            Contents::Block(file, block) => self.answer_block(chunk, file, block, &mut answers),
        }
        if let Some(failure) = &chunk.failure {
            let _ = writeln!(answers.failures, "{failure}");
            answers.status.worsen(failure.status());
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
        // A row of a table repeats the text of the input.
        let cells = match row {
            Some(_) => text.split(u8::is_ascii_whitespace).max_by_key(|word| word.len()).unwrap_or_default().to_vec(),
            None => cells_of(text, source.format, grid.as_ref()),
        };
        let is_separator = |byte: &u8| b",;\t\"".contains(byte);
        let cells = cells.split(is_separator).max_by_key(|word| word.len()).unwrap_or_default();
        line.contains(&*String::from_utf8_lossy(cells))
    }

    /// Refuses answers that do not belong to the puzzles; `surplus` is the number of answers without a puzzle.
    pub(crate) fn check_kept(&mut self, kept: &PartialFile, skipped: &[Skipped], surplus: u64) -> Result<(), Failure> {
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
        let digit_alphabet = Parsers::digit_alphabet(source, text, &grid);
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
            self.task.answer(Puzzle { number, source, grid, stored, notes, digit_alphabet }, answers);
        }
        if let Some((table, cells, grid)) = kept {
            table.push_puzzle(&cells, grid.as_ref(), answers.stdout.trim_end().as_bytes(), &mut answers.bytes);
            answers.stdout.clear();
        }
    }

    fn parse(&mut self, source: &Source, text: &[u8], answers: &mut Answers) -> Result<Grid, ParseError> {
        let record = Record { text, place: source.place };
        let parser = self.parsers.of(source);
        parser.budget().begin_again();
        let grid = parser.parse(&record);
        let is_kept = |problem: &Problem| matches!(problem, Problem::Exchange(error) if error.problem.is_kept());
        let keeps_notes = self.task.keeps_notes();
        for passed_over in parser.passed_over().iter().filter(|error| !keeps_notes || !is_kept(&error.problem)) {
            let _ = writeln!(answers.stderr, "{}:{passed_over}: passed over", source.file);
        }
        if let Err(error) = &grid {
            let instead = if error.stopped().is_some() { None } else { parser.instead(&record) };
            let assumed = match (source.format, instead) {
                _ if error.stopped().is_some() => String::new(),
                _ if is_lenient_for(&error.problem) => "; --lenient passes over it".to_owned(),
                _ if matches!(error.problem, Problem::OpenQuote | Problem::RulesInTable) => String::new(),
                (Format::Line | Format::Csv, None) => String::new(),
                (format, None) => format!(" (read as {format})"),
                (format, Some(other)) => format!(" (read as {format}; --format {other} would read it)"),
            };
            let _ = writeln!(answers.stderr, "{}:{error}{assumed}", source.file);
            answers.status.worsen(Unread::of(error).status);
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
        // A line that is too long has no usable content.
        let text = if block.is_too_long { &b"\n"[..] } else { &chunk.text[..block.length] };
        let lines = Lines { text, table, output };
        let mut bytes = std::mem::take(&mut answers.bytes);
        // The position up to which lines have been counted.
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
            let digit_alphabet = Parsers::digit_alphabet(&source, text, &grid);
            let stored = match (table, &grid) {
                (Some(table), Ok(grid)) if worker.parsers.reading.wants_stored => {
                    Stored::of_row(table, line, source.place, grid)
                }
                _ => None,
            };
            worker.task.answer(Puzzle { number, source: &source, grid, stored, notes: None, digit_alphabet }, answers);
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
            // A cancelled run ends before these answers are written.
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

/// The parser of the last format, kept between records so that grids share their geometry.
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

    /// The solution stored in the last record.
    fn stored(&mut self, source: &Source) -> Option<Stored> {
        let is_wanted = self.reading.wants_stored && source.format.stores_solutions();
        if is_wanted { Stored::of_object(self.of(source)) } else { None }
    }

    /// The alphabet and case of a record's digits; up to side 9 the alphabets agree.
    fn digit_alphabet(source: &Source, text: &[u8], grid: &Result<Grid, ParseError>) -> DigitAlphabet {
        match grid {
            Ok(grid) if grid.geometry().digit_count() > 9 => {
                DigitAlphabet::of(source.format, &Record { text, place: source.place })
            }
            _ => DigitAlphabet::default(),
        }
    }
}

/// Whether a problem is an unknown key.
fn is_lenient_for(problem: &Problem) -> bool {
    match problem {
        Problem::UnknownKey { .. } => true,
        // A top-level key of the object.
        Problem::Exchange(error) => {
            matches!(&error.problem, ExchangeProblem::NoRule(key) if *key == error.path && !key.starts_with('.'))
        }
        _ => false,
    }
}
