//! Work without the GIL, on a thread beside the one that waits, which looks for Ctrl-C.
//!
//! Python runs its signal handlers only where the main thread asks for them. So the work goes to a thread and the caller looks
//! every few milliseconds. At Ctrl-C the work's token is cancelled and the caller goes on a moment later, whether or not the
//! work has ended: a solver that cannot be stopped in its midst ends by itself, unseen.
//!
//! A fork takes the thread that called it along and no other: what was begun before lives on in the parent alone, and the threads on
//! which the crate shares out its work are gone. In a forked process, one of many most likely, each work has a thread of its own for that.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use satdoku::budget::Stopwatch;
use satdoku::{Budget, CancelToken};

use crate::errors::panicked;

/// Between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

/// Between two looks whether another thread has ended its turn.
const TURN: Duration = Duration::from_millis(2);

/// How long work that was cancelled may take to end before the caller goes on without it.
const GRACE: Duration = Duration::from_millis(40);

/// Runs the work on a thread within the budget.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    budget: Budget,
    work: impl FnOnce(Budget) -> T + Send + 'static,
) -> PyResult<T> {
    let cancel = CancelToken::new();
    let budget = budget.with_cancel(cancel.clone());
    let (sender, receiver) = sync_channel(1);
    spawn(move || drop(sender.send(catch_unwind(AssertUnwindSafe(|| work(budget))))))?;
    let answer = py.detach(move || wait(&receiver, &cancel))?;
    answer.ok_or_else(gone)?.map_err(|panic| panicked(&message_of(&*panic)))
}

/// Waits for an answer and looks for Ctrl-C; none where the thread is gone. Called without the GIL.
pub(crate) fn wait<T>(receiver: &Receiver<T>, cancel: &CancelToken) -> PyResult<Option<T>> {
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(answer) => return Ok(Some(answer)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            // Ended by another thread: nobody waits for what comes of it.
            Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(interrupt) = check_signals() {
                    cancel.cancel();
                    let _ = receiver.recv_timeout(GRACE);
                    return Err(interrupt);
                }
            }
        }
    }
}

/// Looks for Ctrl-C. Called without the GIL.
fn check_signals() -> PyResult<()> {
    #[allow(clippy::redundant_closure_for_method_calls)] // The method has one lifetime only.
    Python::attach(|py| py.check_signals())
}

/// Begins a thread.
pub(crate) fn spawn(work: impl FnOnce() + Send + 'static) -> PyResult<()> {
    let pool = Process::this().pool(1)?;
    let work = move || match pool {
        Some(pool) => pool.install(work),
        None => work(),
    };
    let started = thread::Builder::new().name("satdoku".to_owned()).spawn(work);
    started.map(drop).map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))
}

/// A process: what a fork makes is another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Process(u32);

impl Process {
    /// The process that asks.
    pub(crate) fn this() -> Self {
        Self(process::id())
    }

    /// Notes the process that imported the package: it shares out work on the pool of the crate.
    pub(crate) fn imported() -> Self {
        static IMPORTED: OnceLock<Process> = OnceLock::new();
        *IMPORTED.get_or_init(Self::this)
    }

    /// Refuses what another process began.
    pub(crate) fn check(self, what: &str) -> PyResult<()> {
        if self == Self::this() {
            return Ok(());
        }
        let why = "its thread is not in this process, which was forked";
        Err(PyRuntimeError::new_err(format!("{what} was begun before a fork: {why}; begin it anew, or use spawn")))
    }

    /// A pool of so many threads for work of a forked process; none where the crate's serves.
    pub(crate) fn pool(self, threads: usize) -> PyResult<Option<ThreadPool>> {
        if self == Self::imported() {
            return Ok(None);
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(Some).map_err(|error| PyRuntimeError::new_err(format!("cannot start threads: {error}")))
    }
}

/// Looks for Ctrl-C where nothing is waited for: a loop in C over what is at hand leaves Python no time to look.
pub(crate) struct Lookout(Mutex<Stopwatch>);

impl Lookout {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Stopwatch::start()))
    }

    /// Looks, once the time between two looks has passed.
    pub(crate) fn look(&self, py: Python<'_>) -> PyResult<()> {
        let mut since = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if since.elapsed() < LOOK {
            return Ok(());
        }
        *since = Stopwatch::start();
        // A handler of signals may call this again.
        drop(since);
        py.check_signals()
    }
}

/// The error where a thread is gone without an answer.
pub(crate) fn gone() -> PyErr {
    panicked("its thread ended without an answer")
}

/// What a panic said.
fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// What a thread lists, one after another; a listing that is dropped is cancelled.
pub(crate) struct Listing<T> {
    receiver: Mutex<Receiver<Option<T>>>,
    cancel: CancelToken,
    process: Process,
    lookout: Lookout,
}

impl<T: Send + 'static> Listing<T> {
    /// Begins a listing on a thread; `ahead` of what was taken may be listed.
    pub(crate) fn begin(
        budget: Budget,
        ahead: usize,
        work: impl FnOnce(Budget, &mut dyn FnMut(T) -> bool) + Send + 'static,
    ) -> PyResult<Self> {
        let cancel = CancelToken::new();
        let budget = budget.with_cancel(cancel.clone());
        let (sender, receiver): (SyncSender<Option<T>>, _) = sync_channel(ahead);
        spawn(move || {
            work(budget, &mut |item| sender.send(Some(item)).is_ok());
            // A listing that ends without its none ended in a panic.
            drop(sender.send(None));
        })?;
        Ok(Self { receiver: Mutex::new(receiver), cancel, process: Process::this(), lookout: Lookout::new() })
    }

    /// The next one; none at the end.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        self.process.check("the listing")?;
        self.lookout.look(py).inspect_err(|_| self.end())?;
        let next = py.detach(|| match self.turn()? {
            Some(receiver) => wait(&receiver, &self.cancel),
            None => Ok(None),
        });
        if self.cancel.is_cancelled() {
            // Whoever ended it meanwhile could not take the receiver away.
            self.end();
            return next.map(|_| None);
        }
        let Some(next) = next? else { return Err(gone()) };
        if next.is_none() {
            self.end();
        }
        Ok(next)
    }

    /// Waits until no other thread waits for the next one, and looks for Ctrl-C; none where the listing was ended. Called without the
    /// GIL.
    fn turn(&self) -> PyResult<Option<MutexGuard<'_, Receiver<Option<T>>>>> {
        let mut since = Stopwatch::start();
        loop {
            match self.receiver.try_lock() {
                Ok(receiver) => return Ok(Some(receiver)),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(Some(poisoned.into_inner())),
                Err(TryLockError::WouldBlock) if self.cancel.is_cancelled() => return Ok(None),
                Err(TryLockError::WouldBlock) => thread::sleep(TURN),
            }
            if since.elapsed() >= LOOK {
                since = Stopwatch::start();
                check_signals().inspect_err(|_| self.cancel.cancel())?;
            }
        }
    }

    /// Ends the listing: there is nothing more. It waits for nobody: another thread may be waiting for the next one.
    pub(crate) fn end(&self) {
        self.cancel.cancel();
        if self.process != Process::this() {
            return;
        }
        if let Ok(mut receiver) = self.receiver.try_lock() {
            // The thread that lists ends at the next one that it gives.
            *receiver = sync_channel(0).1;
        }
    }
}

impl<T> Drop for Listing<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
