//! Many puzzles, several at once, answered in the order of the input in constant memory.
//!
//! Workers take turns at cutting chunks of records, or blocks of lines, off the input, answer what they took, and write
//! what is next in order; the main thread watches. A token for each chunk under way bounds what is in memory; it carries
//! the memory of a chunk that was written. A single puzzle stays on the main thread.

use satdoku::budget::{Since, Stopwatch};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use satdoku::{CancelToken, Progress};

use crate::Failure;
use crate::process::interrupt;
use crate::process::messages::{say, say_rest};
use crate::process::status::Status;
use crate::show::progress::{Bar, Reach};
use crate::show::terminal::Spinner;
use crate::stream::answers::{Answers, Task};
use crate::stream::batch_context::BatchContext;
use crate::stream::chunk::{Chunk, Chunks};
use crate::stream::destination::{Delivery, Destination, PartialFile};
use crate::stream::input::Reader;
use crate::stream::kernel_blocks::{Bulk, Form};
use crate::stream::ordered_output::{Done, OrderedOutput, RecycledBuffers, Writer};
use crate::stream::table::{AnswerColumn, BareTables};
use crate::stream::worker::{Reading, Worker};

/// How a batch is run.
#[allow(clippy::struct_excessive_bools)] // Each says something of its own.
pub(crate) struct Batch {
    pub(crate) reader: Reader,
    /// The number of workers; by default one on each core.
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Whether an answer may be endless, so that it must be printed as it is found.
    pub(crate) is_listing: bool,
    /// How lines of 9×9 puzzles may be answered in bulk.
    pub(crate) bulk: Option<Form>,
    /// The column of the answers, where they are to be a table.
    pub(crate) table: Option<AnswerColumn>,
    /// Whether the workers look at stored solutions.
    pub(crate) wants_stored: bool,
    pub(crate) destination: Destination,
    /// The answers of an interrupted run: this many puzzles at the beginning are passed over.
    pub(crate) kept: PartialFile,
    /// Whether to print a summary at the end.
    pub(crate) has_summary: bool,
    /// How to go on after an interruption, where that is possible.
    pub(crate) hint: Option<&'static str>,
}

/// Number of chunks under way for each worker.
const CHUNKS_AHEAD: usize = 4;

/// Upper bound on workers, whatever `--jobs` says: each is a thread.
const MAX_WORKERS: usize = 256;

impl Batch {
    /// A batch that answers each puzzle by itself, one after another, as `delivery` says. `is_resumable` tells whether answers take one
    /// line each.
    pub(crate) fn new(
        reader: Reader,
        jobs: Option<NonZeroUsize>,
        (destination, kept): (Destination, PartialFile),
        delivery: &Delivery,
        is_resumable: bool,
    ) -> Self {
        let (has_summary, hint) = (delivery.summary, delivery.hint(is_resumable));
        let (bulk, table) = (None, None);
        Self { reader, jobs, is_listing: false, bulk, table, wants_stored: false, destination, kept, has_summary, hint }
    }

    /// Answers all puzzles at the destination and on standard error.
    pub(crate) fn run<W: Task>(mut self, task: impl Fn(&BatchContext) -> W + Sync) -> Result<Status, Failure> {
        let start = Stopwatch::start();
        let total = self.reader.total_bytes();
        let is_typed = self.reader.is_typed();
        let is_serial = is_typed || self.is_listing;
        let bulk = self.bulk.filter(|_| !is_serial && self.reader.is_classic());
        if bulk.is_some() {
            self.reader.cut_lines();
        }
        if bulk.is_some() || self.table.is_some() || self.wants_stored {
            self.reader.cut_tables(self.table.unwrap_or(AnswerColumn::Solution));
        }
        let options = self.reader.options().clone();
        let output = self.table.map(|answers| BareTables::new(answers, options.geometry.as_ref()));
        let is_hidden = is_serial || self.destination.is_terminal();
        let reach = Arc::new(Reach::new(self.kept.lines, self.reader.taken(), total));
        let bar = Bar::new(Arc::clone(&reach), is_hidden);
        let mut chunks = Chunks::new(self.reader, self.kept.lines, bulk, output.clone());
        let first = chunks.next(Vec::new());
        // A pipe may delay the second chunk, so it is requested only where it matters.
        let may_be_single = !is_typed && first.as_ref().is_none_or(Chunk::is_single);
        let second = if may_be_single { chunks.next(Vec::new()) } else { None };
        let is_single = may_be_single && second.is_none();
        let cancel = interrupt::cancel_on_signal();
        let hint = self.hint;
        interrupt::set_report(move || reach.when_interrupted(is_single, hint));
        if !is_single {
            // The input may let a reader wait for ever.
            interrupt::end_in_time();
        }
        let context = BatchContext { is_single, cancel, progress: Progress::new(), since: Since::new() };
        let is_spinning = is_single && !(self.is_listing && self.destination.is_terminal());
        let progress = context.progress.clone();
        let spinner = Spinner::start(!is_spinning, move || steps(progress.steps()));
        let worker = || {
            let context = BatchContext { since: Since::new(), ..context.clone() };
            let budget = options.budget.clone().with_cancel(context.cancel.clone()).with_since(context.since.clone());
            let options = options.clone().with_budget(budget);
            let reading = Reading { options, wants_stored: self.wants_stored };
            let bulk = bulk.filter(|_| !is_single).map(|form| Bulk::new(form, &context.cancel));
            Worker::new(task(&context), reading, bulk, output.clone())
        };
        chunks.ahead = [second, first];
        if self.kept.lines > 0
            && let Err(failure) = worker().check_kept(&self.kept, &chunks.skipped, chunks.surplus())
        {
            self.destination.remove();
            return Err(failure);
        }
        let is_begun = self.kept.lines > 0;
        let writer = if is_single || is_serial {
            in_turn(chunks, &context.cancel, worker(), Writer::new(self.destination, is_begun, bar), spinner)?
        } else {
            in_parallel(chunks, jobs(self.jobs), &context.cancel, Writer::new(self.destination, is_begun, bar), worker)
        };
        if writer.status == Status::Interrupted {
            interrupt::report();
        }
        say_rest();
        if self.has_summary {
            say(&writer.summary.line(start.elapsed()));
        }
        Ok(writer.status)
    }
}

/// How far a search is, for a person.
fn steps(steps: u64) -> String {
    if steps == 0 { "working".to_owned() } else { format!("working, {steps} steps") }
}

/// The number of workers. Asking the system takes a while, so a single puzzle does not.
pub(crate) fn jobs(asked: Option<NonZeroUsize>) -> usize {
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    asked.unwrap_or_else(cores).get()
}

/// Answers on the main thread, printing each answer at once.
fn in_turn<W: Task>(
    mut chunks: Chunks,
    cancel: &CancelToken,
    mut worker: Worker<W>,
    writer: Writer,
    spinner: Spinner,
) -> io::Result<Writer> {
    let mut spinner = Some(spinner);
    let writer = Arc::new(Mutex::new(writer));
    while let Some(chunk) = chunks.next(Vec::new()) {
        let answers = worker.answer(&chunk, Answers { live: Some(Arc::clone(&writer) as _), ..Answers::default() });
        // The spinner's line is cleared before an answer is printed.
        drop(spinner.take());
        if let Some(error) = answers.broken {
            return Err(error);
        }
        let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
        if cancel.is_cancelled() {
            writer.write_cut(&answers)?;
            break;
        }
        writer.put(&answers)?;
        writer.out.flush()?;
    }
    worker.finish();
    let writer = Arc::into_inner(writer).expect("all answers were written");
    let mut writer = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
    writer.finish()?;
    Ok(writer)
}

fn in_parallel<W: Task>(
    chunks: Chunks,
    jobs: usize,
    cancel: &CancelToken,
    writer: Writer,
    worker: impl Fn() -> Worker<W> + Sync,
) -> Writer {
    let jobs = jobs.min(MAX_WORKERS);
    let (free_sender, free) = mpsc::channel::<RecycledBuffers>();
    for _ in 0..jobs * CHUNKS_AHEAD {
        let _ = free_sender.send(RecycledBuffers::default());
    }
    let input = Mutex::new((chunks, free));
    // The next chunk, with memory for its answers; `None` after the output was closed.
    let take = || {
        let mut input = input.lock().unwrap_or_else(PoisonError::into_inner);
        let (chunks, free) = &mut *input;
        let (text, bytes) = free.recv().ok()?;
        Some((chunks.next(text)?, bytes))
    };
    let outlet = OrderedOutput::new(writer, free_sender, cancel);
    let (error_sender, errors) = mpsc::channel::<io::Error>();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let error_sender = error_sender.clone();
            let (take, worker, outlet) = (&take, &worker, &outlet);
            scope.spawn(move || {
                let mut worker = worker();
                while let Some((chunk, bytes)) = take() {
                    if cancel.is_cancelled() {
                        break;
                    }
                    let answers = worker.answer(&chunk, Answers { bytes, ..Answers::default() });
                    let done = Done { number: chunk.number, text: chunk.text, answers };
                    if let Err(error) = outlet.put(done) {
                        let _ = error_sender.send(error);
                        break;
                    }
                }
                worker.finish();
            });
        }
        drop(error_sender);
        if let Err(error) = outlet.watch(&errors) {
            // Tells the workers that the run is over. Those that read or work have the time to clean up, but a puzzle or a pipe
            // without end is not waited for.
            outlet.close();
            cancel.cancel();
            let since = Stopwatch::start();
            while since.elapsed() < interrupt::GRACE
                && !matches!(errors.recv_timeout(interrupt::LOOK), Err(mpsc::RecvTimeoutError::Disconnected))
            {
            }
            interrupt::exit_with(Failure::from(error).report());
        }
    });
    outlet.into_writer()
}
