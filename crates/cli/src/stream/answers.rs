//! Puzzles of a batch, and answers of workers.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use satdoku::Grid;
use satdoku::grid::exchange::Notes;
use satdoku::grid::format::ParseError;
use serde_json::Value;

use crate::process::status::Status;
use crate::show::digit_alphabet::DigitAlphabet;
use crate::show::summary::{Kind, Summary};
use crate::stream::input::Source;
use crate::stream::stored::Stored;

/// Number of answer bytes written at once.
pub(crate) const BUFFER: usize = 16 << 10;

/// A puzzle of the input, or the error in its place.
pub(crate) struct Puzzle<'a> {
    /// The puzzle's number in the input, from 1.
    pub(crate) number: u64,
    pub(crate) source: &'a Source,
    pub(crate) grid: Result<Grid, ParseError>,
    /// The stored solution, if the batch reads stored solutions.
    pub(crate) stored: Option<Stored>,
    /// The title, author and texts that come with a puzzle in another program's format.
    pub(crate) notes: Option<Box<Notes>>,
    /// The alphabet and case of the puzzle's digits.
    pub(crate) digit_alphabet: DigitAlphabet,
}

impl Puzzle<'_> {
    /// The place at the start of messages about the puzzle.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.source.file, self.source.place.line)
    }
}

/// The placeholder for the answer to an unread puzzle.
pub(crate) struct Unread {
    pub(crate) word: &'static str,
    pub(crate) kind: Kind,
    pub(crate) status: Status,
}

impl Unread {
    /// The record is bad input, or unknown if time ran out before it was read completely.
    pub(crate) fn of(error: &ParseError) -> Self {
        match error.stopped() {
            None => Self { word: "invalid", kind: Kind::Invalid, status: Status::Bad },
            Some(_) => Self { word: "unknown", kind: Kind::Unknown, status: Status::Budget },
        }
    }
}

/// A worker's answers to some puzzles.
#[derive(Default)]
pub(crate) struct Answers {
    /// The line of column names above these answers.
    pub(crate) names: Option<Arc<[u8]>>,
    /// Answers in bulk, written before the answers in `stdout`.
    pub(crate) bytes: Vec<u8>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// Unreadable files, reported even with `--quiet`.
    pub(crate) failures: String,
    pub(crate) status: Status,
    pub(crate) summary: Summary,
    /// The output for incomplete answers, once their turn has come.
    pub(crate) live: Option<Arc<Mutex<dyn Write + Send>>>,
    /// The error in writing them.
    pub(crate) broken: Option<io::Error>,
}

impl Answers {
    /// Writes out long incomplete answers if their turn has come; false if the reader has gone away.
    pub(crate) fn spill(&mut self) -> bool {
        if let Some(writer) = self.live.as_ref().filter(|_| self.stdout.len() >= BUFFER) {
            let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
            self.broken = writer.write_all(self.stdout.as_bytes()).and_then(|()| writer.flush()).err();
            self.stdout.clear();
        }
        self.broken.is_none()
    }
}

/// The work on each puzzle; every worker has its own task.
pub(crate) trait Task {
    /// Appends the answer to a puzzle.
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers);

    /// Whether a line left by an interrupted run (parsed, if it is an object) may be the answer to a puzzle. The check solves no
    /// puzzle.
    fn is_answer(&self, _puzzle: &Grid, _object: Option<&Value>, _line: &str) -> bool {
        true
    }

    /// Whether the puzzles are only rewritten together with their notes, so that drawings and the like must be read.
    fn keeps_notes(&self) -> bool {
        false
    }

    /// Called after the worker's last puzzle.
    fn finish(&mut self) {}
}
