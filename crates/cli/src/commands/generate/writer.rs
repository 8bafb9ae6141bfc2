//! Writes puzzles in the order of their numbers, from any thread.

use satdoku::budget::Stopwatch;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};

use satdoku::generate::{GenerateError, Generated, Recipe};
use satdoku::grid::format::{Format, keys};
use satdoku::{CancelToken, Geometry, Grid, StopReason};
use serde_json::json;

use crate::Failure;
use crate::commands::generate::numbers::Shared;
use crate::process::interrupt;
use crate::process::messages::{note, say};
use crate::process::status::Status;
use crate::show::terminal::Spinner;
use crate::stream::destination::Destination;
use crate::stream::json;

/// The format that suits a board: a drawing where a person looks at a single puzzle, else the shortest that carries the board.
pub(super) fn suiting(recipe: &Recipe, board: &Arc<Geometry>, is_drawn: bool) -> Format {
    if !recipe.rules.is_empty() {
        return Format::Header;
    }
    let drawing = is_drawn.then_some(Format::Grid);
    let formats = drawing.into_iter().chain([Format::Line, Format::Rows]);
    let empty = Grid::empty(board);
    formats.into_iter().find(|format| format.carries(&empty).is_ok()).unwrap_or(Format::Header)
}

/// Writes puzzles in the order of their numbers.
pub(super) struct Writer<'a> {
    pub(super) out: BufWriter<Destination>,
    pub(super) format: Format,
    pub(super) recipe: &'a Recipe,
    pub(super) shared: &'a Shared,
    pub(super) cancel: &'a CancelToken,
    /// Whether to write the closest puzzle if none has the wanted number of clues.
    pub(super) has_closest: bool,
    /// Number of puzzles written.
    pub(super) count: u64,
    /// The number of puzzles written, shared with the report.
    pub(super) written: Arc<AtomicU64>,
    /// Cleared before the first puzzle is printed.
    pub(super) spinner: Option<Spinner>,
}

impl Writer<'_> {
    pub(super) fn write_all(
        &mut self,
        made: &mpsc::Receiver<Result<Generated, GenerateError>>,
    ) -> Result<Status, Failure> {
        let mut waiting = BTreeMap::new();
        let mut stopped = None;
        let mut cancelled: Option<Stopwatch> = None;
        loop {
            let ended = match made.recv_timeout(interrupt::LOOK) {
                Ok(Ok(generated)) => {
                    let place = self.shared.numbers().place(generated.number);
                    waiting.insert(place, Ok(generated));
                    false
                }
                Ok(Err(GenerateError::Unreached(missed))) => {
                    let place = self.shared.numbers().place(missed.number);
                    waiting.insert(place, Err(missed));
                    false
                }
                Ok(Err(GenerateError::Stopped(reason))) => {
                    stopped = Some(reason);
                    false
                }
                Ok(Err(error)) => {
                    self.out.flush()?;
                    return Err(match error {
                        GenerateError::NoFullGrid(board) if !self.recipe.rules.is_empty() => {
                            format!("no full grid of the board {board} keeps the rules").into()
                        }
                        error => error.to_string().into(),
                    });
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.out.flush()?;
                    false
                }
                Err(RecvTimeoutError::Disconnected) => true,
            };
            while let Some(next) = waiting.remove(&self.count) {
                match next {
                    Ok(generated) => self.write(&generated)?,
                    Err(missed) => {
                        let closest = missed.closest.as_ref();
                        if let Some(closest) = closest.filter(|_| self.has_closest) {
                            self.write(closest)?;
                        }
                        self.finish_early()?;
                        let hint = if closest.is_some() && !self.has_closest { "; --closest prints it" } else { "" };
                        note(&format!("{missed}{hint}\n"));
                        return Ok(Status::Budget);
                    }
                }
            }
            if waiting.is_empty() {
                self.out.flush()?;
            }
            if self.cancel.is_cancelled() {
                // Who cannot be stopped in time is not waited for.
                let since = cancelled.get_or_insert_with(Stopwatch::start);
                if ended || since.elapsed() > interrupt::grace() {
                    interrupt::take_time();
                    self.out.flush()?;
                    self.out.get_mut().break_off()?;
                    interrupt::exit();
                }
            } else if ended {
                if stopped.is_some() {
                    self.finish_early()?;
                } else {
                    self.finish()?;
                }
                return Ok(self.end(stopped));
            }
        }
    }

    /// Reports the reason for ending early.
    fn end(&self, stopped: Option<StopReason>) -> Status {
        let Some(reason) = stopped else { return Status::Fine };
        let noun = if self.count == 1 { "puzzle" } else { "puzzles" };
        say(&format!("{reason} after {} {noun}\n", self.count));
        Status::Budget
    }

    /// Finishes with fewer puzzles than were asked for; without any, an older file stays.
    fn finish_early(&mut self) -> io::Result<()> {
        if self.count == 0 {
            self.out.get_mut().remove();
        }
        self.finish()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.out.get_mut().finish()
    }

    fn write(&mut self, generated: &Generated) -> Result<(), Failure> {
        drop(self.spinner.take());
        let mut text = String::new();
        if self.count > 0 && self.format.is_multiline() {
            text.push('\n');
        }
        match self.format {
            Format::Json => text.push_str(&self.object(generated)),
            Format::Csv => self.push_row(generated, &mut text)?,
            format => push_grid(format, &generated.puzzle, &mut text)?,
        }
        self.out.write_all(text.as_bytes())?;
        self.count += 1;
        self.written.store(self.count, Ordering::Relaxed);
        self.shared.advance();
        Ok(())
    }

    fn object(&self, generated: &Generated) -> String {
        let mut text = String::new();
        json::begin_with(generated.number + 1, Some(&generated.puzzle), &mut text);
        if let Some(solution) = &generated.solution {
            json::push_grid(keys::SOLUTION, solution, &mut text);
        }
        json::push(keys::CLUES, &json!(generated.puzzle.clue_count()), &mut text);
        json::push(keys::SEED, &json!(self.recipe.seed), &mut text);
        json::end(&mut text);
        text
    }

    /// A row of the table of puzzles and their solutions.
    fn push_row(&self, generated: &Generated, text: &mut String) -> Result<(), Failure> {
        if self.count == 0 {
            text.push_str("puzzle,solution\n");
        }
        push_grid(Format::Csv, &generated.puzzle, text)?;
        text.truncate(text.trim_end().len());
        text.push(',');
        if let Some(solution) = &generated.solution {
            return push_grid(Format::Csv, solution, text);
        }
        text.push('\n');
        Ok(())
    }
}

/// Appends a grid in a format that is known to carry its board.
fn push_grid(format: Format, grid: &Grid, text: &mut String) -> Result<(), Failure> {
    format.write(grid, text).map_err(|refusal| refusal.to_string().into())
}
