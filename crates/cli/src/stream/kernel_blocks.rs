//! Blocks of 9×9 puzzles answered from bytes to bytes by the kernel, without a grid.
//!
//! The kernel's solutions are checked here. Exceptional cases (a line that is no 9×9 puzzle, an answer that fails the check, a grid
//! whose conflicts must be named) go to the worker for single puzzles.

use std::io::Write;

use satdoku::nine::{GridBytes, Outcome, Question, Stream, is_solution};
use satdoku::{Budget, CancelToken, Running, StopReason};
use satdoku_ask::words::{SEVERAL, SOLVED, UNIQUE, VALID, VERIFIED};

use crate::process::messages::explain_once;
use crate::process::status::Status;
use crate::show::summary::{Kind, Summary};
use crate::stream::line_blocks::{Found, find_puzzles, line_at};
use crate::stream::stored::in_row;
use crate::stream::table::Table;

/// The question about every puzzle, and the form of the answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// The first solution, as a line.
    Solution,
    /// The number of solutions up to an optional limit. Where there are more than `listed`, another solver is asked.
    Count { limit: Option<u64>, listed: Option<u64> },
    /// The answer of `check --unique`.
    Unique,
}

impl Form {
    fn question(self) -> Question {
        match self {
            Self::Solution => Question::First,
            Self::Count { limit, listed } => Question::Count(limit.into_iter().chain(listed).min().unwrap_or(u64::MAX)),
            Self::Unique => Question::Count(2),
        }
    }

    /// Largest size of a block: smaller where a single answer may take long, so that other workers get a share.
    pub(crate) fn block_size(self) -> usize {
        match self {
            Self::Count { limit, .. } if limit.is_none_or(|limit| limit > 1000) => 16 << 10,
            _ => 192 << 10,
        }
    }
}

/// Marks a puzzle for the worker of single puzzles, in place of a number of solutions.
const ASK: u64 = u64::MAX;

/// A line of 81 digits.
const SLOT: usize = 82;

/// What stands at the beginning of a slot without a solution.
const NO_SOLUTION: u8 = b'u';
const TO_ASK: u8 = b'?';

/// The kernel of one thread.
pub(crate) struct Bulk {
    form: Form,
    stream: Stream,
    running: Running,
    /// Number of puzzles fed to the stream.
    fed: u64,
    found: Vec<Found>,
    slots: Vec<u8>,
    counts: Vec<u64>,
}

impl Bulk {
    pub(crate) fn new(form: Form, cancel: &CancelToken) -> Self {
        let running = Budget::unlimited().with_cancel(cancel.clone()).start();
        let stream = Stream::new(form.question());
        Self { form, stream, running, fed: 0, found: Vec::new(), slots: Vec::new(), counts: Vec::new() }
    }

    /// Overwrites `out` with the answers to a block's puzzles; `ask` is called for puzzles that need a grid. Stops where the run is
    /// cancelled.
    pub(crate) fn answer(
        &mut self,
        lines: &Lines<'_>,
        out: &mut Vec<u8>,
        summary: &mut Summary,
        ask: impl FnMut(&Found, &mut Vec<u8>),
    ) -> Result<Status, StopReason> {
        self.found.clear();
        let puzzles = &mut self.found;
        find_puzzles(lines.text, lines.table, |found| puzzles.push(found));
        if puzzles.iter().any(|found| found.is_record) {
            explain_once(|| "lines of 9x9 puzzles are answered by nine".to_owned());
        }
        match self.form {
            Form::Solution => self.solve(lines, out, summary, ask),
            Form::Count { .. } | Form::Unique => {
                out.clear();
                self.count(lines, out, summary, ask)
            }
        }
    }

    fn solve(
        &mut self,
        lines: &Lines<'_>,
        out: &mut Vec<u8>,
        summary: &mut Summary,
        mut ask: impl FnMut(&Found, &mut Vec<u8>),
    ) -> Result<Status, StopReason> {
        let needed = self.found.len() * SLOT;
        if self.slots.len() < needed {
            self.slots.resize(needed, 0);
        }
        // Stored solutions are compared with the answers.
        let stored = lines.table.filter(|table| table.columns.solution().is_some());
        let mut solved = 0;
        let slots = self.slots.as_chunks_mut::<SLOT>().0;
        let deliver = |number: usize, puzzle: Option<&GridBytes>, outcome: Outcome| {
            let slot = &mut slots[number];
            match (outcome.map(|answer| (answer.solutions, answer.solution)), puzzle) {
                (Ok((1, Some(solution))), Some(puzzle)) if is_solution(puzzle, &solution) => {
                    solved += 1;
                    slot[..81].copy_from_slice(&solution);
                    slot[81] = b'\n';
                }
                (Ok((0, _)), _) => slot[0] = NO_SOLUTION,
                _ => slot[0] = TO_ASK,
            }
        };
        feed(&mut self.stream, &mut self.running, &mut self.fed, &self.found, lines.text, deliver)?;
        if solved == self.found.len() && lines.output.is_none() && stored.is_none() {
            summary.add(Kind::Solved, solved as u64);
            // The slots are the answers; the memory of `out` becomes the next slots.
            std::mem::swap(&mut self.slots, out);
            out.truncate(needed);
            return Ok(Status::Fine);
        }
        out.clear();
        let mut status = Status::Fine;
        for (slot, found) in self.slots[..needed].as_chunks::<SLOT>().0.iter().zip(&self.found) {
            let stored = stored.and_then(|table| in_row(table, line_at(lines.text, found.line as usize)));
            match slot[0] {
                _ if stored.is_some_and(|stored| stored != &slot[..81]) => ask(found, out),
                NO_SOLUTION => {
                    lines.push(found, b"unsatisfiable", out);
                    summary.add(Kind::None, 1);
                    status = Status::Negative;
                }
                TO_ASK => ask(found, out),
                _ => {
                    lines.push(found, &slot[..81], out);
                    summary.add(Kind::Solved, 1);
                }
            }
        }
        Ok(status)
    }

    fn count(
        &mut self,
        lines: &Lines<'_>,
        out: &mut Vec<u8>,
        summary: &mut Summary,
        mut ask: impl FnMut(&Found, &mut Vec<u8>),
    ) -> Result<Status, StopReason> {
        self.counts.clear();
        self.counts.resize(self.found.len(), ASK);
        let counts = &mut self.counts;
        let deliver = |number: usize, _: Option<&GridBytes>, outcome: Outcome| {
            counts[number] = outcome.map_or(ASK, |answer| answer.solutions);
        };
        feed(&mut self.stream, &mut self.running, &mut self.fed, &self.found, lines.text, deliver)?;
        let mut status = Status::Fine;
        let mut answer = Vec::new();
        let wants_stored = matches!(self.form, Form::Unique);
        let stored = lines.table.filter(|table| wants_stored && table.columns.solution().is_some());
        for (&count, found) in self.counts.iter().zip(&self.found) {
            answer.clear();
            let stored = stored.and_then(|table| in_row(table, line_at(lines.text, found.line as usize)));
            let is_verified = stored.is_some_and(|stored| {
                let puzzle = lines.text[found.start as usize..].first_chunk::<81>().filter(|_| found.is_record);
                puzzle
                    .zip(<&GridBytes>::try_from(stored).ok())
                    .is_some_and(|(puzzle, stored)| is_solution(puzzle, stored))
            });
            let kind = match (self.form, count) {
                _ if stored.is_some() && !is_verified => {
                    ask(found, out);
                    continue;
                }
                (_, ASK) | (Form::Unique | Form::Solution, 0) => {
                    ask(found, out);
                    continue;
                }
                (Form::Count { limit, listed }, count)
                    if listed == Some(count) && limit.is_none_or(|limit| limit > count) =>
                {
                    ask(found, out);
                    continue;
                }
                (Form::Count { limit, .. }, count) => {
                    let prefix = if limit == Some(count) { ">=" } else { "" };
                    let _ = write!(answer, "{prefix}{count}");
                    kind_of_count(count)
                }
                (_, count) => {
                    let start = found.start as usize;
                    let is_full = lines.text[start..start + 81].iter().all(|byte| (b'1'..=b'9').contains(byte));
                    let what = match (is_verified, is_full) {
                        (true, _) => VERIFIED,
                        (false, true) => SOLVED,
                        (false, false) => VALID,
                    };
                    let how_many = if count == 1 { UNIQUE } else { SEVERAL };
                    let _ = write!(answer, "{what} {how_many}");
                    status.worsen(if count == 1 { Status::Fine } else { Status::Negative });
                    kind_of_count(count)
                }
            };
            lines.push(found, &answer, out);
            summary.add(kind, 1);
        }
        Ok(status)
    }
}

/// Lines answered together.
pub(crate) struct Lines<'a> {
    pub(crate) text: &'a [u8],
    /// The table of the lines.
    pub(crate) table: Option<&'a Table>,
    /// The table of the answers, if the output is a table.
    pub(crate) output: Option<&'a Table>,
}

impl Lines<'_> {
    /// Appends the answer to a puzzle.
    pub(crate) fn push(&self, found: &Found, answer: &[u8], out: &mut Vec<u8>) {
        if let Some(table) = self.output {
            return table.push_row(line_at(self.text, found.line as usize), answer, out);
        }
        out.extend_from_slice(answer);
        out.push(b'\n');
    }
}

/// The kind of answer for a number of solutions.
pub(crate) fn kind_of_count(count: u64) -> Kind {
    match count {
        0 => Kind::None,
        1 => Kind::One,
        _ => Kind::Several,
    }
}

/// The kernel's input for a line that is no record: the kernel refuses it, which keeps the order.
static NO_RECORD: GridBytes = [0; 81];

/// Feeds the puzzles to the stream and awaits the answers; `deliver` receives the index of each puzzle in `found`, its text, and
/// the outcome.
fn feed(
    stream: &mut Stream,
    running: &mut Running,
    fed: &mut u64,
    found: &[Found],
    text: &[u8],
    mut deliver: impl FnMut(usize, Option<&GridBytes>, Outcome),
) -> Result<(), StopReason> {
    let record = |found: &Found| {
        let start = text.get(found.start as usize..).filter(|_| found.is_record);
        start.and_then(|text| text.first_chunk::<81>())
    };
    let first = *fed;
    let mut deliver = |number: u64, outcome| {
        let number = (number - first) as usize;
        deliver(number, record(&found[number]), outcome);
    };
    for puzzle in found {
        let record = record(puzzle).unwrap_or(&NO_RECORD);
        let result = stream.feed(std::slice::from_ref(record), running, &mut deliver);
        result.map_err(|interrupted| interrupted.reason)?;
    }
    *fed += found.len() as u64;
    stream.finish(running, deliver)
}
