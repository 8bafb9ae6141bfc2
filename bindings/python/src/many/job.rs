//! Deals rows to threads in parts. A thread answers rows with the 9×9 kernel where possible, and other rows with a session.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use satdoku::logic::{Guide, Rated};
use satdoku::nine::{GridBytes, Outcome, Question, Stream, is_solution};
use satdoku::{Budget, CancelToken, Count, Geometry, Natural, Running, Session, StopReason, Verdict};

use crate::asked::Asked;
use crate::choice::Choice;
use crate::errors::{panicked, parse_error, solver_error};
use crate::many::rows::{Row, Rows, is_valid};
use crate::running::Process;

/// The most rows of a part: enough that the kernel's lanes seldom run empty.
const MOST: usize = 2048;

/// The fewest rows of a part.
const FEWEST: usize = 128;

/// The time between two checks for Ctrl-C, and between two reports of progress.
const LOOK: Duration = Duration::from_millis(20);

/// The arguments of a call other than its rows.
pub(crate) struct Call {
    pub(crate) choice: Choice,
    /// The limit of the whole call.
    pub(crate) limit: Budget,
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) progress: Option<Py<PyAny>>,
    pub(crate) raises: bool,
    pub(crate) board: Option<Arc<Geometry>>,
}

/// The question about each row.
#[derive(Clone, Copy)]
pub(crate) enum Ask {
    Solve,
    /// The number of solutions, up to a limit.
    Count(Option<u64>),
    /// Whether no rule is broken.
    Valid,
    /// Whether there is exactly one solution.
    Unique,
    /// The rating.
    Rate,
}

/// The result for a row.
pub(crate) enum Found<'a> {
    /// The solution of a record.
    Record(&'a GridBytes),
    /// The solution on another board.
    Grid(&'a satdoku::Grid),
    /// There is no solution.
    None,
    Count(Natural),
    Flag(bool),
    Rating(f64),
    Unknown,
    /// The row is no puzzle.
    Invalid,
    /// There is no row.
    Missing,
}

/// The statuses of rows, as numbers in the arrays of statuses.
pub(crate) mod status {
    pub(crate) const ANSWERED: u8 = 0;
    pub(crate) const UNSATISFIABLE: u8 = 1;
    pub(crate) const INVALID: u8 = 2;
    pub(crate) const UNKNOWN: u8 = 3;
    pub(crate) const MISSING: u8 = 4;
}

impl Found<'_> {
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Record(_) | Self::Grid(_) | Self::Count(_) | Self::Flag(_) | Self::Rating(_) => status::ANSWERED,
            Self::None => status::UNSATISFIABLE,
            Self::Invalid => status::INVALID,
            Self::Unknown => status::UNKNOWN,
            Self::Missing => status::MISSING,
        }
    }
}

/// An error in a row: a failed solver ends the call.
enum Wrong {
    Row(String),
    Solver(String),
}

/// A call with its rows.
struct Job<'a, 'r> {
    call: &'a Call,
    rows: &'a Rows<'r>,
    ask: Ask,
    running: Running,
    /// Ends the call.
    cancel: CancelToken,
    /// The first row with an error.
    wrong: Mutex<Option<(usize, Wrong)>>,
}

/// Answers all rows. `places` has one place for the answers of each [part](Call::part); `put` writes an answer into the place
/// of its part, under its number in the part.
pub(crate) fn answer<P: Send>(
    py: Python<'_>,
    call: &Call,
    rows: &Rows<'_>,
    ask: Ask,
    places: Vec<P>,
    put: impl Fn(&mut P, usize, Found<'_>) + Sync,
) -> PyResult<Vec<P>> {
    let (limit, cancel) = call.limit.fork();
    let job = Job { call, rows, ask, running: limit.start(), cancel: cancel.clone(), wrong: Mutex::new(None) };
    let (parts, size) = (places.len(), call.part(rows.len()));
    let threads = call.threads().min(parts);
    let waiting = Mutex::new(places.into_iter().enumerate());
    let done = Mutex::new(Vec::with_capacity(parts));
    let counted = AtomicUsize::new(0);
    let work = || {
        let mut worker = Worker::new(&job);
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((part, mut place)) = next else { break };
            let first = part * size;
            let end = rows.len().min(first + size);
            worker.answer(first, end, &mut |number, found| put(&mut place, number - first, found));
            counted.fetch_add(end - first, Ordering::Relaxed);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((part, place));
        }
    };
    let pool = Process::this().pool(threads)?;
    let begin = || match &pool {
        Some(pool) => pool.install(work),
        None => work(),
    };
    let ended = py.detach(|| {
        thread::scope(|scope| {
            // A channel that closes when the last thread ends.
            let (open, ends) = channel::<()>();
            let begin = &begin;
            let worker = |open| {
                scope.spawn(move || {
                    let _open = open;
                    begin();
                })
            };
            let workers: Vec<_> = (0..threads).map(|_| worker(open.clone())).collect();
            drop(open);
            let mut ended = Ok(());
            while ends.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if ended.is_ok() {
                    ended = Python::attach(|py| call.look(py, counted.load(Ordering::Relaxed), rows.len()));
                    if ended.is_err() {
                        cancel.cancel();
                    }
                }
            }
            let results: Vec<_> = workers.into_iter().map(thread::ScopedJoinHandle::join).collect();
            ended?;
            if results.iter().any(Result::is_err) {
                Err(panicked("a thread of a call with many puzzles"))
            } else {
                Ok(())
            }
        })
    });
    ended?;
    call.report(py, rows.len(), rows.len())?;
    match job.wrong.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((row, Wrong::Solver(message))) => {
            let error = solver_error(py, format!("row {row}: {message}"));
            return Err(call.choice.asked.explained(py, error));
        }
        Some((row, Wrong::Row(message))) if call.raises => {
            return Err(parse_error(py, &format!("row {row}: {message}"), None, None));
        }
        _ => {}
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(part, _)| *part);
    Ok(done.into_iter().map(|(_, place)| place).collect())
}

impl Call {
    /// The rows of a part. A call with few rows, such as a vector of DuckDB, still has a part for each thread.
    pub(crate) fn part(&self, rows: usize) -> usize {
        rows.div_ceil(self.threads()).clamp(FEWEST, MOST)
    }

    fn threads(&self) -> usize {
        // One number for all parts of a call, also where the machine's answer changes meanwhile.
        static OF_MACHINE: OnceLock<usize> = OnceLock::new();
        let of_machine = || *OF_MACHINE.get_or_init(|| thread::available_parallelism().map_or(1, NonZeroUsize::get));
        self.threads.map_or_else(of_machine, NonZeroUsize::get)
    }

    /// Checks for Ctrl-C and reports the progress.
    fn look(&self, py: Python<'_>, done: usize, all: usize) -> PyResult<()> {
        py.check_signals()?;
        self.report(py, done, all)
    }

    fn report(&self, py: Python<'_>, done: usize, all: usize) -> PyResult<()> {
        match &self.progress {
            Some(progress) => progress.call1(py, (done, all)).map(drop),
            None => Ok(()),
        }
    }
}

/// The state that a thread keeps from part to part.
struct Worker<'a, 'r> {
    job: &'a Job<'a, 'r>,
    /// The kernel, if it can answer the question.
    stream: Option<Stream>,
    records: Vec<GridBytes>,
    numbers: Vec<usize>,
    outcomes: Vec<Option<Outcome>>,
    session: Option<Session>,
    guide: Guide,
}

impl<'a, 'r> Worker<'a, 'r> {
    fn new(job: &'a Job<'a, 'r>) -> Self {
        let is_auto = matches!(job.call.choice.asked, Asked::Ours(satdoku::Solver::Auto));
        let is_kernels = is_auto
            && !job.call.choice.options.certified
            && !job.call.choice.has_steps
            && job.call.board.as_ref().is_none_or(|it| it.as_classic().is_some());
        let question = match job.ask {
            Ask::Solve => Some(Question::First),
            // A session counts many solutions faster, by columns of boxes.
            Ask::Count(limit) => match limit {
                Some(0) => None,
                Some(limit) => Some(Question::Count(limit.min(satdoku::Solver::COUNTED_SINGLY + 1))),
                None => Some(Question::Count(satdoku::Solver::COUNTED_SINGLY + 1)),
            },
            Ask::Unique => Some(Question::Count(2)),
            Ask::Valid | Ask::Rate => None,
        };
        let stream = question.filter(|_| is_kernels).map(Stream::new);
        let (records, numbers, outcomes) = (Vec::new(), Vec::new(), Vec::new());
        Self { job, stream, records, numbers, outcomes, session: None, guide: Guide::default() }
    }

    /// Answers the rows from `first` to `end`, exclusive.
    fn answer(&mut self, first: usize, end: usize, put: &mut dyn FnMut(usize, Found<'_>)) {
        let rows = self.job.rows;
        self.records.clear();
        self.numbers.clear();
        for number in first..end {
            match rows.row(number) {
                Row::Missing => put(number, Found::Missing),
                Row::Wrong => put(number, Found::Invalid),
                Row::Bytes(row) if self.is_plain_check() => match rows.record(row).as_ref().and_then(is_valid) {
                    Some(is_valid) => put(number, Found::Flag(is_valid)),
                    None => self.alone(number, row, put),
                },
                Row::Bytes(row) => match self.stream.as_ref().and_then(|_| rows.record(row)) {
                    Some(record) => {
                        self.records.push(record);
                        self.numbers.push(number);
                    }
                    None => self.alone(number, row, put),
                },
                Row::Grid(grid) => match self.stream.as_ref().and_then(|_| grid.as_classic()) {
                    Some(classic) => {
                        self.records.push(classic.record());
                        self.numbers.push(number);
                    }
                    None => self.grid(number, grid, put),
                },
            }
        }
        let Some(stream) = &mut self.stream else { return };
        self.outcomes.clear();
        self.outcomes.resize(self.records.len(), None);
        // A record that was not answered in time has no outcome.
        let _ = stream.answer(&self.records, &mut self.outcomes, &mut self.job.running.clone());
        for index in 0..self.outcomes.len() {
            let (number, record) = (self.numbers[index], &self.records[index]);
            let found = match (self.job.ask, self.outcomes[index]) {
                (_, None) => Some(Found::Unknown),
                // A record with letters, blanks or other characters may be in another format.
                (_, Some(Err(_))) => None,
                (Ask::Solve, Some(Ok(answer))) => match &answer.solution {
                    Some(solution) if is_solution(record, solution) => {
                        put(number, Found::Record(solution));
                        continue;
                    }
                    Some(_) => None,
                    None => Some(Found::None),
                },
                (Ask::Count(limit), Some(Ok(answer))) => {
                    let is_final =
                        answer.solutions <= satdoku::Solver::COUNTED_SINGLY || limit == Some(answer.solutions);
                    is_final.then(|| Found::Count(answer.solutions.into()))
                }
                (Ask::Unique | Ask::Valid | Ask::Rate, Some(Ok(answer))) => Some(Found::Flag(answer.solutions == 1)),
            };
            match (found, rows.row(number)) {
                (Some(found), _) => put(number, found),
                (None, Row::Bytes(row)) => self.alone(number, row, put),
                (None, Row::Grid(grid)) => self.grid(number, grid, put),
                (None, Row::Missing | Row::Wrong) => put(number, Found::Missing),
            }
        }
    }

    /// Whether the question is if rows break no rule, on boards that need not be named.
    fn is_plain_check(&self) -> bool {
        let board = self.job.call.board.as_ref();
        matches!(self.job.ask, Ask::Valid) && board.is_none_or(|board| board.as_classic().is_some())
    }

    /// Answers a row without the kernel.
    fn alone(&mut self, number: usize, row: &[u8], put: &mut dyn FnMut(usize, Found<'_>)) {
        match self.job.rows.grid(row, self.job.call.board.as_ref()) {
            Ok(grid) => self.grid(number, &grid, put),
            Err(message) => {
                self.job.note(number, Wrong::Row(message));
                put(number, Found::Invalid);
            }
        }
    }

    /// Answers a grid without the kernel.
    fn grid(&mut self, number: usize, grid: &satdoku::Grid, put: &mut dyn FnMut(usize, Found<'_>)) {
        if matches!(self.job.ask, Ask::Valid) {
            return put(number, Found::Flag(grid.first_violation().is_none()));
        }
        if self.job.running.check().is_err() {
            return put(number, Found::Unknown);
        }
        if matches!(self.job.ask, Ask::Rate) {
            return self.rate(number, grid, put);
        }
        match self.ask(grid) {
            Ok(Reply::Verdict(Verdict::Satisfiable(solution))) => put(number, Found::Grid(&solution)),
            Ok(Reply::Verdict(Verdict::Unsatisfiable)) => put(number, Found::None),
            Ok(Reply::Count(Count::Exact(count) | Count::AtLeast(count, StopReason::Limit))) => {
                put(number, Found::Count(count));
            }
            Ok(Reply::Verdict(Verdict::Unknown(_)) | Reply::Unique(None) | Reply::Count(Count::AtLeast(..))) => {
                put(number, Found::Unknown);
            }
            Ok(Reply::Unique(Some(is_unique))) => put(number, Found::Flag(is_unique)),
            Err(error) => {
                self.session = None;
                self.job.note(number, Wrong::Solver(error.to_string()));
                put(number, Found::Unknown);
            }
        }
    }

    /// Rates a puzzle; without a rating the result is *unsatisfiable* or *unknown*.
    fn rate(&mut self, number: usize, grid: &satdoku::Grid, put: &mut dyn FnMut(usize, Found<'_>)) {
        self.guide.options.budget = self.job.budget();
        match self.guide.rate(grid, None) {
            Ok(Rated::Rating(rating)) => put(number, Found::Rating(f64::from(rating.er) / 10.0)),
            Ok(Rated::NoSolution) => put(number, Found::None),
            Ok(_) => put(number, Found::Unknown),
            Err(error) => {
                self.job.note(number, Wrong::Solver(error.to_string()));
                put(number, Found::Unknown);
            }
        }
    }

    /// Asks the thread's session; opens a new session if the board has changed.
    fn ask(&mut self, grid: &satdoku::Grid) -> Result<Reply, satdoku::Error> {
        let budget = self.job.budget();
        let session = match &mut self.session {
            Some(session) if session.geometry() == grid.geometry() => session,
            place => place.insert(self.job.call.choice.session(grid.geometry(), budget.clone())?),
        };
        session.set_budget(budget);
        Ok(match self.job.ask {
            Ask::Solve => Reply::Verdict(session.solve(grid)?),
            Ask::Count(limit) => Reply::Count(session.count(grid, limit)?),
            Ask::Unique | Ask::Valid | Ask::Rate => Reply::Unique(session.is_unique(grid)?),
        })
    }
}

/// The answer of a session.
enum Reply {
    Verdict(Verdict<satdoku::Solution>),
    Count(Count),
    Unique(Option<bool>),
}

impl Job<'_, '_> {
    /// Keeps the error of the first row with an error; a solver's failure takes precedence over an invalid row.
    fn note(&self, row: usize, wrong: Wrong) {
        let mut noted = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = match (&*noted, &wrong) {
            (None, _) | (Some((_, Wrong::Row(_))), Wrong::Solver(_)) => true,
            (Some((_, Wrong::Solver(_))), Wrong::Row(_)) => false,
            (Some((first, _)), _) => row < *first,
        };
        if matches!(wrong, Wrong::Solver(_)) {
            self.cancel.cancel();
        }
        if is_first {
            *noted = Some((row, wrong));
        }
    }

    /// The budget of a row: the remaining budget of the call.
    fn budget(&self) -> Budget {
        let (_, token) = self.running.fork();
        let budget = self.call.choice.options.budget.clone().with_cancel(token);
        self.running.time_left().map_or(budget.clone(), |left| budget.with_time(left))
    }
}
