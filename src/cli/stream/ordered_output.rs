//! The way out for the answers of a batch: in the order of the input, written by whichever worker has them.
//!
//! A worker that brings the next chunk writes it, and what comes in meanwhile; others leave theirs and go on. So a chunk is
//! written where it is still in the cache, and no thread is needed that does nothing else.

use satdoku::budget::Stopwatch;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use satdoku::CancelToken;

use crate::cli::process::interrupt;
use crate::cli::process::messages::{note, say};
use crate::cli::process::status::Status;
use crate::cli::show::progress::Bar;
use crate::cli::show::summary::Summary;
use crate::cli::stream::answers::{Answers, BUFFER};
use crate::cli::stream::destination::Destination;

/// Memory for the text of a chunk and for its answers.
pub(crate) type Spare = (Vec<u8>, Vec<u8>);

/// How often what was written is sent on while no chunk is done.
const FLUSH: Duration = Duration::from_millis(50);

/// A chunk that was answered.
pub(crate) struct Done {
    pub(crate) number: u64,
    pub(crate) text: Vec<u8>,
    pub(crate) answers: Answers,
}

/// Where workers put what they have answered.
pub(crate) struct OrderedOutput<'a> {
    order: Mutex<Order>,
    cancel: &'a CancelToken,
}

struct Order {
    /// Chunks whose turn has not come.
    waiting: BTreeMap<u64, Done>,
    /// The number of the next one.
    next: u64,
    /// Held by the thread that writes.
    writer: Option<Writer>,
    /// Gets the memory of chunks that were written; none where no more are wanted.
    free: Option<Sender<Spare>>,
}

impl<'a> OrderedOutput<'a> {
    pub(crate) fn new(writer: Writer, free: Sender<Spare>, cancel: &'a CancelToken) -> Self {
        let order = Order { waiting: BTreeMap::new(), next: 0, writer: Some(writer), free: Some(free) };
        Self { order: Mutex::new(order), cancel }
    }

    fn order(&self) -> MutexGuard<'_, Order> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a chunk once its turn has come, or leaves it to the thread that writes the one before it.
    pub(crate) fn put(&self, done: Done) -> io::Result<()> {
        self.order().waiting.insert(done.number, done);
        self.write_waiting()
    }

    /// Writes what is next, unless another thread does. Nothing more after a cancel: an answer may have been cut.
    fn write_waiting(&self) -> io::Result<()> {
        let mut order = self.order();
        while order.writer.is_some() && !self.cancel.is_cancelled() {
            let next = order.next;
            let Some(done) = order.waiting.remove(&next) else { break };
            let Some(mut writer) = order.writer.take() else { break };
            drop(order);
            let written = writer.put(&done.answers);
            order = self.order();
            order.writer = Some(writer);
            written?;
            order.next += 1;
            if let Some(free) = &order.free {
                let _ = free.send((done.text, done.answers.bytes));
            }
        }
        Ok(())
    }

    /// Sees from time to time that finished answers go out, until all workers are done or one sends an error. Ends the
    /// process on Ctrl-C.
    pub(crate) fn watch(&self, errors: &Receiver<io::Error>) -> io::Result<()> {
        let mut cancelled: Option<Stopwatch> = None;
        let mut flushed = Stopwatch::start();
        loop {
            match errors.recv_timeout(interrupt::LOOK) {
                Ok(error) => return Err(error),
                Err(RecvTimeoutError::Disconnected) if !self.cancel.is_cancelled() => return self.finish(),
                Err(RecvTimeoutError::Disconnected) => self.exit_interrupted(),
                // What stands before a hard puzzle is seen while it is worked on.
                Err(RecvTimeoutError::Timeout) if flushed.elapsed() >= FLUSH => {
                    self.flush()?;
                    flushed = Stopwatch::start();
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            // Those who can stop get the time to clean up.
            if self.cancel.is_cancelled()
                && cancelled.get_or_insert_with(Stopwatch::start).elapsed() > interrupt::grace()
            {
                self.exit_interrupted();
            }
        }
    }

    /// Flushes what was written, unless another thread writes.
    fn flush(&self) -> io::Result<()> {
        let Some(mut writer) = self.order().writer.take() else { return Ok(()) };
        writer.bar.advance(&Summary::default());
        let flushed = writer.out.flush();
        self.order().writer = Some(writer);
        flushed?;
        self.write_waiting()
    }

    fn finish(&self) -> io::Result<()> {
        self.order().writer.as_mut().map_or(Ok(()), Writer::finish)
    }

    /// Takes no more chunks in.
    pub(crate) fn close(&self) {
        self.order().free = None;
    }

    /// What is finished goes out; a thread that still works, or waits for the reader of the output, cannot be stopped.
    fn exit_interrupted(&self) -> ! {
        interrupt::take_time();
        if let Some(writer) = self.order().writer.as_mut() {
            let _ = writer.break_off();
        }
        interrupt::exit()
    }

    pub(crate) fn into_writer(self) -> Writer {
        let order = self.order.into_inner().unwrap_or_else(PoisonError::into_inner);
        order.writer.expect("all threads have ended")
    }
}

/// The destination in the order of the input, and the status of all of it.
pub(crate) struct Writer {
    pub(crate) out: BufWriter<Destination>,
    bar: Bar,
    pub(crate) status: Status,
    pub(crate) summary: Summary,
    /// Whether there is anything at the destination.
    has_output: bool,
}

/// Bytes of an answer that is not complete.
impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Writer {
    pub(crate) fn new(destination: Destination, is_begun: bool, bar: Bar) -> Self {
        let out = BufWriter::with_capacity(BUFFER, destination);
        Self { out, bar, status: Status::Fine, summary: Summary::default(), has_output: is_begun }
    }

    pub(crate) fn put(&mut self, answers: &Answers) -> io::Result<()> {
        self.bar.advance(&answers.summary);
        self.status.worsen(answers.status);
        self.summary.add_all(&answers.summary);
        if !answers.stderr.is_empty() {
            self.bar.aside(|| note(&answers.stderr));
        }
        if !answers.failures.is_empty() {
            self.bar.aside(|| say(&answers.failures));
        }
        self.has_output |= !answers.bytes.is_empty() || !answers.stdout.is_empty();
        if let Some(names) = &answers.names {
            self.out.write_all(names)?;
        }
        self.out.write_all(&answers.bytes)?;
        self.out.write_all(answers.stdout.as_bytes())
    }

    /// Writes what there is of an answer that was cut by an interruption, for people only: in a file it would count as the
    /// answer when the batch goes on.
    pub(crate) fn write_cut(&mut self, answers: &Answers) -> io::Result<()> {
        self.status = Status::Interrupted;
        if matches!(self.out.get_ref(), Destination::Stdout(_)) {
            self.out.write_all(answers.stdout.as_bytes())?;
        }
        self.out.flush()
    }

    /// Writes what is needed at the end. A file is put in its place if the work was not interrupted, and if any puzzle was
    /// answered or nothing went wrong.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        if self.status == Status::Interrupted {
            return self.break_off();
        }
        self.bar.finish();
        self.out.flush()?;
        if self.status == Status::Bad && !self.has_output {
            self.out.get_mut().remove();
        }
        self.out.get_mut().finish()
    }

    /// Writes what is finished when the work is interrupted.
    fn break_off(&mut self) -> io::Result<()> {
        self.bar.finish();
        self.out.flush()?;
        self.out.get_mut().break_off()
    }
}
