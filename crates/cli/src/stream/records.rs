//! The puzzles of the input in sequence, for commands that write their own files.

use std::sync::Arc;

use satdoku::Grid;
use satdoku::grid::exchange::Notes;
use satdoku::grid::format::{Parser, ReadOptions, Record};

use crate::Failure;
use crate::process::interrupt;
use crate::process::messages::say;
use crate::show::progress::Reach;
use crate::stream::input::{Next, Reader};

/// The puzzles of the input with their numbers, or a message in a bad one's place.
pub(crate) struct Records<'a> {
    number: u64,
    reader: &'a mut Reader,
    options: ReadOptions,
    /// Total bytes of the files, if each is a regular file.
    total: Option<u64>,
}

/// A puzzle of the input.
pub(crate) struct Numbered {
    /// The puzzle's number, from 1.
    pub(crate) number: u64,
    /// The puzzle, or the message in its place.
    pub(crate) grid: Result<Grid, Failure>,
    /// Title, author and texts, if the format has them.
    pub(crate) notes: Option<Box<Notes>>,
}

impl<'a> Records<'a> {
    pub(crate) fn new(reader: &'a mut Reader) -> Self {
        let options = reader.options().clone();
        let total = reader.total_bytes();
        Self { number: 0, reader, options, total }
    }

    /// Has Ctrl-C end the process and say how far the work came, as far as the caller counts it.
    pub(crate) fn report_when_interrupted(&self) -> Arc<Reach> {
        let reach = Arc::new(Reach::new(0, self.reader.taken(), self.total));
        let told = Arc::clone(&reach);
        interrupt::set_report(move || told.when_interrupted(false, None));
        interrupt::end_in_time();
        reach
    }

    pub(crate) fn next(&mut self) -> Option<Numbered> {
        let mut text = Vec::new();
        let mut notes = None;
        let grid = match self.reader.next(&mut text) {
            // Only a batch asks for blocks.
            Next::InBlocks | Next::End => return None,
            Next::Failed(failure) => Err(failure),
            Next::Record(source) => {
                self.number += 1;
                let mut parser = Parser::with_options(source.format, &self.options);
                let record = Record { text: &text, place: source.place };
                let grid = parser.parse(&record).map_err(|error| match error.stopped() {
                    Some(_) => Failure::Stopped(format!("{}:{error}", source.file)),
                    None => Failure::located(&source.file, error),
                });
                notes = parser.notes();
                for passed_over in parser.passed_over() {
                    say(&format!("{}:{passed_over}: passed over\n", source.file));
                }
                grid
            }
        };
        Some(Numbered { number: self.number, grid, notes })
    }
}
