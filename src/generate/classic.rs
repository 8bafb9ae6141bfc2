//! Many 9×9 puzzles at once.
//!
//! Tests of a single puzzle must wait for one another, but tests of different puzzles need not. So more puzzles are in progress
//! than the kernel has lanes, and each puzzle asks its next question as soon as the last one is answered. Each puzzle has its own
//! random numbers, so the result does not depend on its neighbours; puzzles leave in the order in which they came.

use std::collections::BTreeMap;

use crate::budget::{Running, StopReason};
use crate::generate::attempt::generated;
use crate::generate::attempt::{Attempt, Outcome};
use crate::generate::error::GenerateError;
use crate::generate::generated::Generated;
use crate::generate::removal::{Removal, Tested};
use crate::generate::workspace::Workspace;
use crate::geometry::Classic;
use crate::nine::{GridBytes, Question, Stream};

/// Puzzles in progress: more than the widest path has lanes, so that a question is always waiting.
const PUZZLES: usize = 20;

/// Upper bound on finished puzzles that wait for an earlier puzzle.
const MOST_WAITING: usize = 4096;

/// The 9×9 puzzles in the making.
pub(super) struct Lanes {
    classic: Classic,
    bench: Workspace,
    stream: Stream,
    jobs: Vec<Option<Job>>,
    /// The running number of the question that each job waits for.
    asked: Vec<u64>,
    /// Number of questions asked so far.
    questions: u64,
    /// Jobs that can continue, with the answer to their last question.
    ready: Vec<(usize, Tested)>,
    /// Number of puzzles begun, and number of puzzles returned.
    begun: u64,
    left: u64,
    done: BTreeMap<u64, Result<Generated, GenerateError>>,
    has_more: bool,
}

struct Job {
    order: u64,
    attempt: Attempt,
    removal: Removal,
}

const NOTHING_ASKED: u64 = u64::MAX;

impl Lanes {
    pub(super) fn new(classic: Classic, bench: Workspace) -> Self {
        Self {
            classic,
            bench,
            stream: Stream::new(Question::Count(2)),
            jobs: (0..PUZZLES).map(|_| None).collect(),
            asked: vec![NOTHING_ASKED; PUZZLES],
            questions: 0,
            ready: Vec::new(),
            begun: 0,
            left: 0,
            done: BTreeMap::new(),
            has_more: true,
        }
    }

    /// The next puzzle; `None` after the last number.
    pub(super) fn next(
        &mut self,
        numbers: &mut impl Iterator<Item = u64>,
        running: &mut Running,
    ) -> Result<Option<Generated>, GenerateError> {
        loop {
            if let Some(done) = self.done.remove(&self.left) {
                self.left += 1;
                return done.map(Some);
            }
            match self.go_on(numbers, running) {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(GenerateError::Stopped(reason)) => return Err(self.stopped(reason)),
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes one step; false if no job can advance.
    fn go_on(&mut self, numbers: &mut impl Iterator<Item = u64>, running: &mut Running) -> Result<bool, GenerateError> {
        if let Some((slot, tested)) = self.ready.pop() {
            if let Some(job) = &mut self.jobs[slot] {
                job.removal.answer(tested);
            }
            self.ask(slot, running)?;
            return Ok(true);
        }
        let free = self.jobs.iter().position(Option::is_none);
        if let Some(slot) = free.filter(|_| self.has_more && self.done.len() < MOST_WAITING) {
            let Some(number) = numbers.next() else {
                self.has_more = false;
                return Ok(true);
            };
            let mut attempt = Attempt::first(&self.bench, number);
            let removal = attempt.begin(&mut self.bench, running)?;
            self.jobs[slot] = Some(Job { order: self.begun, attempt, removal });
            self.begun += 1;
            self.ask(slot, running)?;
            return Ok(true);
        }
        let (asked, ready) = (&mut self.asked, &mut self.ready);
        self.stream.finish(running, |number, outcome| take(asked, ready, number, outcome))?;
        Ok(!self.ready.is_empty())
    }

    /// Asks the next question of a job, or ends it.
    fn ask(&mut self, slot: usize, running: &mut Running) -> Result<(), GenerateError> {
        let Some(job) = &mut self.jobs[slot] else { return Ok(()) };
        while job.removal.next().is_none() {
            let ended = match job.attempt.end(&self.bench, job.removal.clone()) {
                Outcome::Made(puzzle, solution) => {
                    Some(generated(&self.bench, job.attempt.number, &puzzle, solution.as_deref()))
                }
                Outcome::Again => job.attempt.given_up(&self.bench).map(Err),
            };
            if let Some(ended) = ended {
                self.done.insert(job.order, ended);
                self.jobs[slot] = None;
                return Ok(());
            }
            job.removal = job.attempt.begin(&mut self.bench, running)?;
        }
        let record = record(self.classic, &job.removal.puzzle);
        self.asked[slot] = self.questions;
        self.questions += 1;
        let (asked, ready) = (&mut self.asked, &mut self.ready);
        let fed = self.stream.feed(&[record], running, |number, outcome| take(asked, ready, number, outcome));
        fed.map_err(|interrupted| interrupted.reason.into())
    }

    /// The error of the next puzzle due.
    fn stopped(&mut self, reason: StopReason) -> GenerateError {
        let next = self.jobs.iter().flatten().find(|job| job.order == self.left);
        next.map_or(reason.into(), |job| job.attempt.stopped(&self.bench, reason))
    }
}

/// The values of the classic board as the kernel's bytes.
pub(super) fn record(_: Classic, values: &[u16]) -> GridBytes {
    std::array::from_fn(|cell| b'0' + values[cell] as u8)
}

/// Notes the answer to a question.
fn take(asked: &mut [u64], ready: &mut Vec<(usize, Tested)>, number: u64, outcome: crate::nine::Outcome) {
    let Some(slot) = asked.iter().position(|&asked| asked == number) else { return };
    asked[slot] = NOTHING_ASKED;
    let is_unique = outcome.is_ok_and(|answer| answer.solutions == 1);
    ready.push((slot, if is_unique { Tested::Unique } else { Tested::Several }));
}
