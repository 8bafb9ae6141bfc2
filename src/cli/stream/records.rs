//! The puzzles of the input one by one, for commands that write files of their own.

use satdoku::Grid;
use satdoku::grid::format::{Parser, ReadOptions, Record};

use crate::cli::Failure;
use crate::cli::stream::input::{Next, Reader};

/// The puzzles of the input with their numbers, or a message in a bad one's place.
pub(crate) struct Records<'a> {
    number: u64,
    reader: &'a mut Reader,
    options: ReadOptions,
}

impl<'a> Records<'a> {
    pub(crate) fn new(reader: &'a mut Reader) -> Self {
        let options = reader.options().clone();
        Self { number: 0, reader, options }
    }

    pub(crate) fn next(&mut self) -> Option<(u64, Result<Grid, Failure>)> {
        let mut text = Vec::new();
        let grid = match self.reader.next(&mut text) {
            // Only a batch asks for blocks.
            Next::InBlocks | Next::End => return None,
            Next::Failed(failure) => Err(failure),
            Next::Record(source) => {
                self.number += 1;
                let mut parser = Parser::with_options(source.format, &self.options);
                let record = Record { text: &text, place: source.place };
                parser.parse(&record).map_err(|error| Failure::located(&source.file, error))
            }
        };
        Some((self.number, grid))
    }
}
