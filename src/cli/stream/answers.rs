//! Puzzles of a batch, and the answers to some of them.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use satdoku::Grid;
use satdoku::grid::exchange::Notes;
use satdoku::grid::format::ParseError;
use serde_json::Value;

use crate::cli::process::status::Status;
use crate::cli::show::lettering::Lettering;
use crate::cli::show::summary::Summary;
use crate::cli::stream::input::Source;
use crate::cli::stream::stored::Stored;

/// So many bytes of answers go out at once.
pub(crate) const BUFFER: usize = 16 << 10;

/// A puzzle of the input, or what is wrong with it.
pub(crate) struct Puzzle<'a> {
    /// Its number in the input, from 1.
    pub(crate) number: u64,
    pub(crate) source: &'a Source,
    pub(crate) grid: Result<Grid, ParseError>,
    /// The solution that is stored beside it, where the batch wants to know.
    pub(crate) stored: Option<Stored>,
    /// What comes with it in a format of another program.
    pub(crate) notes: Option<Box<Notes>>,
    /// How its digits are written.
    pub(crate) lettering: Lettering,
}

impl Puzzle<'_> {
    /// The place that messages about the puzzle begin with.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.source.file, self.source.place.line)
    }
}

/// What a worker found out about some puzzles.
#[derive(Default)]
pub(crate) struct Answers {
    /// The line of names that stands above these answers.
    pub(crate) names: Option<Arc<[u8]>>,
    /// Answers in bulk, which go out before the others.
    pub(crate) bytes: Vec<u8>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// Files that cannot be read, which `--quiet` tells too.
    pub(crate) failures: String,
    pub(crate) status: Status,
    pub(crate) summary: Summary,
    /// Where these answers may go before they are complete, since their turn has come.
    pub(crate) live: Option<Arc<Mutex<dyn Write + Send>>>,
    /// Why they could not.
    pub(crate) broken: Option<io::Error>,
}

impl Answers {
    /// Writes out what there is so far if it is much and its turn has come; false if the reader has gone away.
    pub(crate) fn spill(&mut self) -> bool {
        if let Some(writer) = self.live.as_ref().filter(|_| self.stdout.len() >= BUFFER) {
            let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
            self.broken = writer.write_all(self.stdout.as_bytes()).and_then(|()| writer.flush()).err();
            self.stdout.clear();
        }
        self.broken.is_none()
    }
}

/// What is done with each puzzle; one of these per worker.
pub(crate) trait Task {
    /// Appends the answer to a puzzle.
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers);

    /// Whether a line that an interrupted run left, an object where that printed such, may be the answer to a puzzle. Nothing
    /// is solved to find out.
    fn is_answer(&self, _puzzle: &Grid, _object: Option<&Value>, _line: &str) -> bool {
        true
    }

    /// Called when the worker has answered its last puzzle.
    fn finish(&mut self) {}
}
