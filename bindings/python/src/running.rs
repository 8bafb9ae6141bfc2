//! Work without the GIL on a second thread, while the calling thread checks for Ctrl-C.
//!
//! Python runs its signal handlers only when the main thread asks for them. So the work goes to a thread and the caller checks
//! every few milliseconds. At Ctrl-C the work's token is cancelled and the caller continues a moment later, whether or not the
//! work has ended: a solver that cannot be interrupted ends by itself, unseen.
//!
//! A fork copies only the calling thread: earlier work continues only in the parent, and the threads of the crate's pool are
//! gone. In a forked process each piece of work gets a pool of its own; outside of batches the pool has a single thread, since
//! the process is probably one of many.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
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

/// The time between two checks for Ctrl-C.
pub(crate) const LOOK: Duration = Duration::from_millis(20);

/// The time between two checks whether another thread has ended its turn.
const TURN: Duration = Duration::from_millis(2);

/// The time that cancelled work gets to end before the caller continues without it.
pub(crate) const GRACE: Duration = Duration::from_millis(40);

/// Runs the work on a thread within the budget.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    budget: Budget,
    work: impl FnOnce(Budget) -> T + Send + 'static,
) -> PyResult<T> {
    let (budget, cancel) = budget.fork();
    let (sender, receiver) = sync_channel(1);
    spawn(move || drop(sender.send(catch_unwind(AssertUnwindSafe(|| work(budget))))))?;
    let answer = py.detach(move || wait(&receiver, &cancel, || false))?;
    answer.ok_or_else(gone)?.map_err(|panic| panicked(&message_of(&*panic)))
}

/// Waits for an answer and checks for Ctrl-C, which cancels the work; `None` if the thread is gone, or once nobody waits for its
/// answer any more. Called without the GIL.
pub(crate) fn wait<T>(
    receiver: &Receiver<T>,
    cancel: &CancelToken,
    is_ended: impl Fn() -> bool,
) -> PyResult<Option<T>> {
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(answer) => return Ok(Some(answer)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) if is_ended() => return Ok(None),
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

/// Checks for Ctrl-C. Called without the GIL.
pub(crate) fn check_signals() -> PyResult<()> {
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

/// A process; a forked process differs from its parent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Process(u32);

impl Process {
    /// The current process.
    pub(crate) fn this() -> Self {
        Self(process::id())
    }

    /// Notes the process that imported the package, which alone uses the pool of the crate.
    pub(crate) fn imported() -> Self {
        static IMPORTED: OnceLock<Process> = OnceLock::new();
        *IMPORTED.get_or_init(Self::this)
    }

    /// Refuses an object that another process began.
    pub(crate) fn check(self, what: &str) -> PyResult<()> {
        if self == Self::this() {
            return Ok(());
        }
        let why = "its thread is not in this process, which was forked";
        Err(PyRuntimeError::new_err(format!("{what} was begun before a fork: {why}; begin it anew, or use spawn")))
    }

    /// A pool of threads for the work of a forked process; `None` in the process that imported the package, which uses the
    /// crate's pool.
    pub(crate) fn pool(self, threads: usize) -> PyResult<Option<ThreadPool>> {
        if self == Self::imported() {
            return Ok(None);
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(Some).map_err(|error| PyRuntimeError::new_err(format!("cannot start threads: {error}")))
    }
}

/// Checks for Ctrl-C in calls that do not wait: a loop in C over finished items gives Python no chance to check.
pub(crate) struct Lookout(Mutex<Stopwatch>);

impl Lookout {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Stopwatch::start()))
    }

    /// Checks for Ctrl-C if the time between two checks has passed.
    pub(crate) fn look(&self, py: Python<'_>) -> PyResult<()> {
        let mut since = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if since.elapsed() < LOOK {
            return Ok(());
        }
        *since = Stopwatch::start();
        // A signal handler may call `look` again, so the lock is released first.
        drop(since);
        py.check_signals()
    }
}

/// The error for a thread that ended without an answer.
pub(crate) fn gone() -> PyErr {
    panicked("its thread ended without an answer")
}

/// The message of a panic.
fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// Items that a thread lists in order; dropping a listing cancels its thread.
pub(crate) struct Listing<T> {
    receiver: Mutex<Receiver<Option<T>>>,
    cancel: CancelToken,
    /// Whether the reader wants no more items; a listing that is only cancelled still tells why it stopped.
    is_ended: AtomicBool,
    process: Process,
    lookout: Lookout,
}

impl<T: Send + 'static> Listing<T> {
    /// Begins a listing on a thread, which may be `ahead` items ahead of the reader.
    pub(crate) fn begin(
        budget: Budget,
        ahead: usize,
        work: impl FnOnce(Budget, &mut dyn FnMut(T) -> bool) + Send + 'static,
    ) -> PyResult<Self> {
        let (budget, cancel) = budget.fork();
        let (sender, receiver): (SyncSender<Option<T>>, _) = sync_channel(ahead);
        spawn(move || {
            work(budget, &mut |item| sender.send(Some(item)).is_ok());
            // A listing that ends without a final `None` ended in a panic.
            drop(sender.send(None));
        })?;
        let (receiver, is_ended) = (Mutex::new(receiver), AtomicBool::new(false));
        Ok(Self { receiver, cancel, is_ended, process: Process::this(), lookout: Lookout::new() })
    }

    /// The next item; `None` at the end.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        self.process.check("the listing")?;
        self.lookout.look(py).inspect_err(|_| self.end())?;
        let next = py.detach(|| match self.turn()? {
            Some(receiver) => wait(&receiver, &self.cancel, || self.is_ended()),
            None => Ok(None),
        });
        if self.is_ended() {
            // A thread that ended the listing meanwhile could not replace the receiver, which this thread had locked.
            self.end();
            return next.map(|_| None);
        }
        let Some(next) = next? else { return Err(gone()) };
        if next.is_none() {
            self.end();
        }
        Ok(next)
    }

    /// Waits until no other thread waits for the next item, and checks for Ctrl-C; `None` if the listing was ended. Called
    /// without the GIL.
    fn turn(&self) -> PyResult<Option<MutexGuard<'_, Receiver<Option<T>>>>> {
        let mut since = Stopwatch::start();
        loop {
            match self.receiver.try_lock() {
                Ok(receiver) => return Ok(Some(receiver)),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(Some(poisoned.into_inner())),
                Err(TryLockError::WouldBlock) if self.is_ended() => return Ok(None),
                Err(TryLockError::WouldBlock) => thread::sleep(TURN),
            }
            if since.elapsed() >= LOOK {
                since = Stopwatch::start();
                check_signals().inspect_err(|_| self.stop())?;
            }
        }
    }

    fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::Acquire)
    }

    /// Asks the thread to stop: no items follow.
    fn stop(&self) {
        self.is_ended.store(true, Ordering::Release);
        self.cancel.cancel();
    }

    /// Ends the listing. Does not block, since another thread may hold the receiver while it waits for the next item.
    pub(crate) fn end(&self) {
        self.stop();
        if self.process != Process::this() {
            return;
        }
        if let Ok(mut receiver) = self.receiver.try_lock() {
            // Without a receiver the listing thread ends at its next item.
            *receiver = sync_channel(0).1;
        }
    }
}

impl<T> Drop for Listing<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// The methods of an iterator over a [`Listing`], whose class has a method `take(listed)` for an item, and further methods.
macro_rules! listing {
    ($class:ty, $item:ty $(, $($more:tt)*)?) => {
        #[pymethods]
        impl $class {
            fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
                slf
            }

            fn __next__(&self, py: Python<'_>) -> PyResult<Option<$item>> {
                self.listing.next(py)?.map(|listed| self.take(py, listed)).transpose()
            }

            /// End the listing: the work of its thread stops, and no items follow.
            fn close(&self) {
                self.listing.end();
            }

            fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
                slf
            }

            #[pyo3(signature = (*_exception))]
            fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) {
                self.listing.end();
            }

            $($($more)*)?
        }
    };
}
pub(crate) use listing;
