//! Work without the GIL, on a thread beside the one that waits, which looks for Ctrl-C.
//!
//! Python runs its signal handlers only where the main thread asks for them. So the work goes to a thread and the caller looks
//! every few milliseconds. At Ctrl-C the work's token is cancelled and the caller goes on a moment later, whether or not the
//! work has ended: a solver that cannot be stopped in its midst ends by itself, unseen.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use satdoku::{Budget, CancelToken};

use crate::errors::panicked;

/// Between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

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
            Err(RecvTimeoutError::Timeout) => {
                #[allow(clippy::redundant_closure_for_method_calls)] // The method has one lifetime only.
                let looked = Python::attach(|py| py.check_signals());
                if let Err(interrupt) = looked {
                    cancel.cancel();
                    let _ = receiver.recv_timeout(GRACE);
                    return Err(interrupt);
                }
            }
        }
    }
}

/// Begins a thread.
pub(crate) fn spawn(work: impl FnOnce() + Send + 'static) -> PyResult<()> {
    let started = thread::Builder::new().name("satdoku".to_owned()).spawn(work);
    started.map(drop).map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))
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
        Ok(Self { receiver: Mutex::new(receiver), cancel })
    }

    /// The next one; none at the end.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        let next = py.detach(|| {
            let receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
            let next = wait(&receiver, &self.cancel)?;
            Ok::<_, PyErr>(next.or_else(|| self.cancel.is_cancelled().then_some(None)))
        })?;
        let Some(next) = next else { return Err(gone()) };
        if next.is_none() {
            self.end();
        }
        Ok(next)
    }

    /// Ends the listing: there is nothing more.
    pub(crate) fn end(&self) {
        self.cancel.cancel();
        let closed = sync_channel(0).1;
        *self.receiver.lock().unwrap_or_else(PoisonError::into_inner) = closed;
    }
}

impl<T> Drop for Listing<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
