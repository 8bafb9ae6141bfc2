//! Many puzzles, several at once, answered in the order of the input in constant memory.
//!
//! One thread cuts the input into chunks of records, workers answer chunks, and the main thread writes the answers in
//! order. A token for each chunk under way bounds what is in memory. A single puzzle stays on the main thread.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use satdoku::CancelToken;
use satdoku::grid::format::{Parser, Record};
use satdoku::{Geometry, Grid};

use crate::cli::input::{Next, Reader, Source};
use crate::cli::interrupt;
use crate::cli::output::say;
use crate::cli::report;
use crate::cli::status::Status;

/// A puzzle of the input, or what is wrong with it.
pub(crate) struct Puzzle<'a> {
    /// Its number in the input, from 1.
    pub(crate) number: u64,
    pub(crate) source: &'a Source,
    pub(crate) grid: Result<Grid, satdoku::grid::format::ParseError>,
}

impl Puzzle<'_> {
    /// The place that messages about the puzzle begin with.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.source.file, self.source.place.line)
    }
}

/// What a worker found out about some puzzles.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) status: Status,
    pub(crate) puzzles: u64,
    /// Whether the turn of these answers has come, so that they may go out before they are complete.
    is_live: bool,
    /// Why they could not.
    broken: Option<io::Error>,
}

impl Answers {
    /// Writes out what there is so far if it is much and its turn has come; false if nobody takes it.
    pub(crate) fn spill(&mut self) -> bool {
        if self.is_live && self.stdout.len() >= Writer::BUFFER {
            self.broken = io::stdout().lock().write_all(self.stdout.as_bytes()).err();
            self.stdout.clear();
        }
        self.broken.is_none()
    }
}

/// What is done with each puzzle; one of these per worker.
pub(crate) trait Worker {
    /// Appends the answer to a puzzle.
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers);

    /// Called when the worker has answered its last puzzle.
    fn finish(&mut self) {}
}

/// How a batch is run.
pub(crate) struct Batch {
    pub(crate) reader: Reader,
    pub(crate) geometry: Option<Arc<Geometry>>,
    pub(crate) jobs: usize,
    /// Whether a worker looks at the cancel token in mid-puzzle.
    pub(crate) is_cancellable: bool,
    /// Whether an answer may be endless, so that it must go out as it comes.
    pub(crate) is_listing: bool,
}

/// What a worker needs to know of its batch.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// Whether the input is a single puzzle.
    pub(crate) is_single: bool,
    /// Cancelled by Ctrl-C.
    pub(crate) cancel: CancelToken,
}

/// Records that are answered together.
struct Chunk {
    number: u64,
    first_puzzle: u64,
    text: Vec<u8>,
    records: Vec<(Source, std::ops::Range<usize>)>,
    /// A file that could not be read, after the records.
    failure: Option<String>,
    /// How far into the input the chunk reaches.
    bytes: u64,
}

/// A chunk ends beyond so many bytes or records.
const CHUNK_BYTES: usize = 16 << 10;
const CHUNK_RECORDS: usize = 64;

/// Chunks under way for each worker.
const CHUNKS_AHEAD: usize = 4;

/// How often the writer looks up while no answer comes.
const LOOK: Duration = Duration::from_millis(50);

/// No more workers than this, whatever is asked for: each is a thread.
const MAX_WORKERS: usize = 256;

impl Batch {
    /// Answers all puzzles on standard output and standard error.
    pub(crate) fn run<W: Worker>(self, worker: impl Fn(&Setting) -> W + Sync) -> io::Result<Status> {
        let total = self.reader.total_bytes();
        let is_typed = self.reader.is_typed();
        let mut chunks = Chunks { reader: self.reader, number: 0, puzzles: 0, size: 1, bytes: 0 };
        let first = chunks.next();
        let second = if is_typed { None } else { chunks.next() };
        let is_single = second.is_none() && !is_typed;
        let cancel = if self.is_cancellable || !(is_single || is_typed) {
            interrupt::cancel_on_signal()
        } else {
            CancelToken::new()
        };
        let setting = Setting { is_single, cancel };
        let chunks = first.into_iter().chain(second).chain(std::iter::from_fn(move || chunks.next()));
        let geometry = self.geometry;
        let new_worker = || (worker(&setting), Parsers { geometry: geometry.clone(), parser: None });
        if is_single || is_typed || self.is_listing {
            return in_turn(chunks, &setting.cancel, new_worker());
        }
        Ok(in_parallel(chunks, self.jobs, &setting.cancel, Bar::new(total), new_worker))
    }
}

/// Answers on the main thread, each answer as soon as it is known.
fn in_turn<W: Worker>(
    chunks: impl Iterator<Item = Chunk>,
    cancel: &CancelToken,
    (mut worker, mut parsers): (W, Parsers),
) -> io::Result<Status> {
    let mut writer = Writer::new(Bar::hidden());
    for chunk in chunks {
        let answers = answer(&chunk, &mut worker, &mut parsers, Answers { is_live: true, ..Answers::default() });
        if let Some(error) = answers.broken {
            return Err(error);
        }
        writer.write(&answers)?;
        writer.flush()?;
        if cancel.is_cancelled() {
            writer.status = Status::Interrupted;
            break;
        }
    }
    worker.finish();
    Ok(writer.status)
}

fn in_parallel<W: Worker>(
    chunks: impl Iterator<Item = Chunk> + Send,
    jobs: usize,
    cancel: &CancelToken,
    bar: Bar,
    worker: impl Fn() -> (W, Parsers) + Sync,
) -> Status {
    let jobs = jobs.min(MAX_WORKERS);
    let (free_sender, free) = mpsc::channel::<()>();
    for _ in 0..jobs * CHUNKS_AHEAD {
        let _ = free_sender.send(());
    }
    let (chunk_sender, chunk_receiver) = mpsc::channel::<Chunk>();
    let chunk_receiver = Mutex::new(chunk_receiver);
    let (answer_sender, answers) = mpsc::channel::<(u64, u64, Answers)>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for chunk in chunks {
                // Either the writer or the workers are gone: nobody wants more.
                if free.recv().is_err() || chunk_sender.send(chunk).is_err() {
                    break;
                }
            }
        });
        for _ in 0..jobs {
            let answer_sender = answer_sender.clone();
            let (chunk_receiver, worker) = (&chunk_receiver, &worker);
            scope.spawn(move || {
                let (mut worker, mut parsers) = worker();
                loop {
                    let chunk = chunk_receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(chunk) = chunk else { break };
                    if cancel.is_cancelled() {
                        break;
                    }
                    let answers = answer(&chunk, &mut worker, &mut parsers, Answers::default());
                    if answer_sender.send((chunk.number, chunk.bytes, answers)).is_err() {
                        break;
                    }
                }
                worker.finish();
            });
        }
        drop(answer_sender);
        let mut writer = Writer::new(bar);
        let written = write_in_order(&answers, &free_sender, cancel, &mut writer);
        if let Err(error) = written {
            // Whoever reads or works has the time to clean up, but a puzzle or a pipe without end is not waited for.
            cancel.cancel();
            drop(free_sender);
            let since = Instant::now();
            while since.elapsed() < interrupt::GRACE
                && !matches!(answers.recv_timeout(LOOK), Err(mpsc::RecvTimeoutError::Disconnected))
            {}
            std::process::exit(report(error.into()).code().into());
        }
        // Let the reader see that nobody waits for it any more.
        drop(free_sender);
        writer.status
    })
}

/// Writes answers as their turn comes, and hands a token back for each. Ends the process on Ctrl-C.
fn write_in_order(
    answers: &mpsc::Receiver<(u64, u64, Answers)>,
    free: &mpsc::Sender<()>,
    cancel: &CancelToken,
    writer: &mut Writer,
) -> io::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    let mut cancelled: Option<Instant> = None;
    loop {
        match answers.recv_timeout(LOOK) {
            Ok((number, bytes, answers)) => {
                writer.bar.advance(&answers, bytes);
                waiting.insert(number, answers);
            }
            // Nobody waits for a hard puzzle to see what is before it.
            Err(mpsc::RecvTimeoutError::Timeout) => writer.out.flush()?,
            Err(mpsc::RecvTimeoutError::Disconnected) if cancelled.is_none() => return writer.flush(),
            Err(mpsc::RecvTimeoutError::Disconnected) => writer.exit_interrupted(),
        }
        if cancel.is_cancelled() {
            // Those who can stop get the time to clean up; answers of puzzles that were cut are not written.
            if cancelled.get_or_insert_with(Instant::now).elapsed() > interrupt::GRACE {
                writer.exit_interrupted();
            }
            continue;
        }
        while let Some(answers) = waiting.remove(&next) {
            writer.write(&answers)?;
            next += 1;
            let _ = free.send(());
        }
    }
}

/// Standard output in the order of the input, and the status of all of it.
struct Writer {
    out: BufWriter<Stdout>,
    bar: Bar,
    status: Status,
}

impl Writer {
    const BUFFER: usize = 64 << 10;

    fn new(bar: Bar) -> Self {
        Self { out: BufWriter::with_capacity(Self::BUFFER, io::stdout()), bar, status: Status::Fine }
    }

    fn write(&mut self, answers: &Answers) -> io::Result<()> {
        self.status.worsen(answers.status);
        if !answers.stderr.is_empty() {
            self.bar.aside(|| say(&answers.stderr));
        }
        self.out.write_all(answers.stdout.as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.bar.finish();
        self.out.flush()
    }

    /// What is finished goes out; whoever still works cannot be stopped.
    fn exit_interrupted(&mut self) -> ! {
        let _ = self.flush();
        std::process::exit(Status::Interrupted.code().into())
    }
}

fn answer<W: Worker>(chunk: &Chunk, worker: &mut W, parsers: &mut Parsers, mut answers: Answers) -> Answers {
    for ((source, range), number) in chunk.records.iter().zip(chunk.first_puzzle..) {
        let record = Record { text: &chunk.text[range.clone()], place: source.place };
        let grid = parsers.of(source).parse(&record);
        if let Err(error) = &grid {
            let _ = writeln!(answers.stderr, "{}:{error}", source.file);
            answers.status.worsen(Status::Bad);
        }
        worker.answer(Puzzle { number, source, grid }, &mut answers);
        answers.puzzles += 1;
    }
    if let Some(failure) = &chunk.failure {
        let _ = writeln!(answers.stderr, "{failure}");
        answers.status.worsen(Status::Bad);
    }
    answers
}

/// The parser of the format at hand, kept from record to record so that grids share their geometry.
struct Parsers {
    geometry: Option<Arc<Geometry>>,
    parser: Option<(satdoku::grid::format::Format, Parser)>,
}

impl Parsers {
    fn of(&mut self, source: &Source) -> &mut Parser {
        if self.parser.as_ref().is_none_or(|(format, _)| *format != source.format) {
            self.parser = None;
        }
        let new = || (source.format, Parser::new(source.format, self.geometry.clone()));
        &mut self.parser.get_or_insert_with(new).1
    }
}

/// Cuts the input into chunks; the first have a single record, so that few hard puzzles are spread over all workers.
struct Chunks {
    reader: Reader,
    number: u64,
    puzzles: u64,
    size: usize,
    bytes: u64,
}

impl Chunks {
    fn next(&mut self) -> Option<Chunk> {
        let (number, first_puzzle) = (self.number, self.puzzles + 1);
        let mut chunk = Chunk { number, first_puzzle, text: Vec::new(), records: Vec::new(), failure: None, bytes: 0 };
        while chunk.records.len() < self.size && chunk.text.len() < CHUNK_BYTES && chunk.failure.is_none() {
            let start = chunk.text.len();
            match self.reader.next(&mut chunk.text) {
                Next::Record(source) => chunk.records.push((source, start..chunk.text.len())),
                Next::Failed(failure) => chunk.failure = Some(failure),
                Next::End => break,
            }
        }
        if chunk.records.is_empty() && chunk.failure.is_none() {
            return None;
        }
        self.number += 1;
        self.puzzles += chunk.records.len() as u64;
        self.size = if number < 16 { 1 } else { CHUNK_RECORDS.min(self.size * 2) };
        self.bytes += chunk.text.len() as u64;
        chunk.bytes = self.bytes;
        Some(chunk)
    }
}

/// The progress bar, on a terminal only.
struct Bar {
    bar: ProgressBar,
    puzzles: AtomicU64,
}

impl Bar {
    fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), puzzles: AtomicU64::new(0) }
    }

    fn new(total: Option<u64>) -> Self {
        if !io::stderr().is_terminal() || io::stdout().is_terminal() {
            // Answers on the terminal are progress enough.
            return Self::hidden();
        }
        let (bar, template) = match total {
            Some(total) => (ProgressBar::new(total), "{elapsed_precise} {bar:30} {percent}% {msg}, {eta} left"),
            None => (ProgressBar::new_spinner(), "{elapsed_precise} {spinner} {msg}"),
        };
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar, puzzles: AtomicU64::new(0) }
    }

    fn advance(&self, answers: &Answers, bytes: u64) {
        if self.bar.is_hidden() {
            return;
        }
        let puzzles = self.puzzles.fetch_add(answers.puzzles, Ordering::Relaxed) + answers.puzzles;
        let seconds = self.bar.elapsed().as_secs_f64();
        #[allow(clippy::cast_precision_loss)] // A rate on a progress bar.
        let rate = puzzles as f64 / seconds.max(0.001);
        self.bar.set_position(bytes);
        self.bar.set_message(format!("{puzzles} puzzles, {rate:.0}/s"));
    }

    /// Prints something without tearing the bar.
    fn aside(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
