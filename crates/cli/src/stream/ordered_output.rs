//! The way out for the answers of a batch: in the order of the input, written by whichever worker has them.
//!
//! The worker that brings the next chunk writes it, and any chunks completed meanwhile; other workers leave their chunks and
//! continue. So a chunk is written while it is still in the cache, and no separate writer thread is needed.

use satdoku::budget::Stopwatch;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use satdoku::CancelToken;

use crate::process::interrupt;
use crate::process::messages::{note, say};
use crate::process::status::Status;
use crate::show::progress::Bar;
use crate::show::summary::Summary;
use crate::stream::answers::{Answers, BUFFER};
use crate::stream::destination::Destination;

/// Memory for the text of a chunk and for its answers.
pub(crate) type RecycledBuffers = (Vec<u8>, Vec<u8>);

/// How often what was written is sent on while no chunk is done.
const FLUSH: Duration = Duration::from_millis(50);

/// An answered chunk.
pub(crate) struct Done {
    pub(crate) number: u64,
    pub(crate) text: Vec<u8>,
    pub(crate) answers: Answers,
}

/// The place where workers deliver answered chunks.
pub(crate) struct OrderedOutput<'a> {
    order: Mutex<Order>,
    cancel: &'a CancelToken,
}

struct Order {
    /// Chunks whose turn has not come yet.
    waiting: BTreeMap<u64, Done>,
    /// The number of the next chunk.
    next: u64,
    /// Taken by the writing thread.
    writer: Option<Writer>,
    /// Receives the memory of written chunks; `None` when no further chunks are wanted.
    free: Option<Sender<RecycledBuffers>>,
}

impl<'a> OrderedOutput<'a> {
    pub(crate) fn new(writer: Writer, free: Sender<RecycledBuffers>, cancel: &'a CancelToken) -> Self {
        let order = Order { waiting: BTreeMap::new(), next: 0, writer: Some(writer), free: Some(free) };
        Self { order: Mutex::new(order), cancel }
    }

    fn order(&self) -> MutexGuard<'_, Order> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a chunk once its turn has come, or leaves it to the thread that writes the previous chunk.
    pub(crate) fn put(&self, done: Done) -> io::Result<()> {
        self.order().waiting.insert(done.number, done);
        self.write_waiting()
    }

    /// Writes the next chunks, unless a different thread is writing. Nothing more after a cancel: an answer may have been cut.
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

    /// Regularly writes out finished answers until the workers are done or an error arrives. Ends the process on Ctrl-C.
    pub(crate) fn watch(&self, errors: &Receiver<io::Error>) -> io::Result<()> {
        let mut cancelled: Option<Stopwatch> = None;
        let mut flushed = Stopwatch::start();
        loop {
            match errors.recv_timeout(interrupt::LOOK) {
                Ok(error) => return Err(error),
                Err(RecvTimeoutError::Disconnected) if !self.cancel.is_cancelled() => return self.finish(),
                Err(RecvTimeoutError::Disconnected) => self.exit_interrupted(),
                // Answers before a hard puzzle become visible while the puzzle is worked on.
                Err(RecvTimeoutError::Timeout) if flushed.elapsed() >= FLUSH => {
                    self.flush()?;
                    flushed = Stopwatch::start();
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            // Workers that can stop get time to clean up.
            if self.cancel.is_cancelled()
                && cancelled.get_or_insert_with(Stopwatch::start).elapsed() > interrupt::grace()
            {
                self.exit_interrupted();
            }
        }
    }

    /// Flushes written answers, unless a different thread is writing.
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

/// The destination in the order of the input, with the combined status.
pub(crate) struct Writer {
    pub(crate) out: BufWriter<Destination>,
    bar: Bar,
    pub(crate) status: Status,
    pub(crate) summary: Summary,
    /// Whether the destination has received output.
    has_output: bool,
}

/// Bytes of an incomplete answer.
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

    /// Writes the part of an answer that an interruption cut, on standard output only: in a file it would count as an answer when
    /// the batch resumes.
    pub(crate) fn write_cut(&mut self, answers: &Answers) -> io::Result<()> {
        self.status = Status::Interrupted;
        if matches!(self.out.get_ref(), Destination::Stdout(_)) {
            self.out.write_all(answers.stdout.as_bytes())?;
        }
        self.out.flush()
    }

    /// Writes the end of the output. A file is moved into its place unless the work was interrupted, or failed without a single
    /// answer.
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

    /// Writes the finished answers of interrupted work.
    fn break_off(&mut self) -> io::Result<()> {
        self.bar.finish();
        self.out.flush()?;
        self.out.get_mut().break_off()
    }
}
