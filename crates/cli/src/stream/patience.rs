//! How long is looked for the next puzzle of an input.

use std::io::{self, BufRead, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use satdoku::StopReason;
use satdoku::budget::Stopwatch;

/// The time spent on looking for a puzzle; clones share it. Waiting for the writer of a pipe does not count, unpacking does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patience {
    limit: Option<Duration>,
    clock: Arc<Mutex<Clock>>,
}

#[derive(Debug)]
struct Clock {
    spent: Duration,
    /// Since the last piece of the input was had, or since a puzzle is looked for.
    watch: Stopwatch,
}

impl Default for Clock {
    fn default() -> Self {
        Self { spent: Duration::ZERO, watch: Stopwatch::start() }
    }
}

/// Extra time for an input: an available puzzle is answered, however small the limit.
const GRACE: Duration = Duration::from_millis(50);

impl Patience {
    pub(crate) fn new(limit: Option<Duration>) -> Self {
        Self { limit, clock: Arc::default() }
    }

    fn clock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next puzzle is looked for, or a file begins.
    pub(crate) fn renew(&self) {
        *self.clock() = Clock::default();
    }

    /// The remaining time, if limited.
    pub(crate) fn left(&self) -> Option<Duration> {
        let spent = self.clock().spent;
        self.limit.map(|limit| limit.saturating_sub(spent))
    }

    fn check(&self, spent: Duration) -> io::Result<()> {
        match self.limit {
            Some(limit) if spent >= limit.saturating_add(GRACE) => {
                Err(io::Error::new(io::ErrorKind::TimedOut, StopReason::Time))
            }
            _ => Ok(()),
        }
    }

    /// Counts the time for the last piece.
    fn spend(&self) -> io::Result<()> {
        let mut clock = self.clock();
        let piece = clock.watch.elapsed();
        clock.spent += piece;
        clock.watch = Stopwatch::start();
        self.check(clock.spent)
    }

    /// Leaves out the time that was waited for the next piece.
    fn skip(&self) {
        self.clock().watch = Stopwatch::start();
    }

    /// The input, failing once the time is over.
    pub(crate) fn over(&self, reader: Box<dyn BufRead + Send>, is_packed: bool) -> Box<dyn BufRead + Send> {
        match self.limit {
            None => reader,
            Some(_) => Box::new(Patient { reader, patience: self.clone(), is_packed, left: 0 }),
        }
    }
}

/// An input with a time limit.
struct Patient {
    reader: Box<dyn BufRead + Send>,
    patience: Patience,
    is_packed: bool,
    /// Number of unread bytes of the last piece.
    left: usize,
}

impl Read for Patient {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(out)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Patient {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            self.patience.spend()?;
            self.left = self.reader.fill_buf()?.len();
            if self.is_packed {
                self.patience.spend()?;
            } else {
                self.patience.skip();
            }
        }
        self.reader.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        self.reader.consume(length);
        self.left -= length;
    }
}
