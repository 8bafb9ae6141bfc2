//! Communication with a running question: its progress, and the request to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A flag by which one thread asks another to stop; clones share the flag.
///
/// ```
/// # extern crate satdoku_base as satdoku;
/// use satdoku::{Budget, CancelToken, StopReason};
///
/// let cancel = CancelToken::new();
/// let running = Budget::unlimited().with_cancel(cancel.clone()).start();
/// assert_eq!(running.check(), Ok(()));
/// cancel.cancel();
/// assert_eq!(running.check(), Err(StopReason::Cancelled));
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    flag: Arc<AtomicBool>,
    /// A token whose cancellation also cancels this token.
    parent: Option<Arc<CancelToken>>,
}

impl CancelToken {
    /// A token that is not cancelled yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks all work under this token to stop.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Release);
    }

    /// A token that is cancelled together with its parent or alone, without an effect on the parent.
    #[must_use]
    pub fn child(&self) -> Self {
        Self { flag: Arc::default(), parent: Some(Arc::new(self.clone())) }
    }

    /// Whether [`cancel`](Self::cancel) was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Acquire) || self.parent.as_ref().is_some_and(|parent| parent.is_cancelled())
    }
}

impl From<Arc<AtomicBool>> for CancelToken {
    /// A token over a flag that other code sets, such as a signal handler.
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self { flag, parent: None }
    }
}

/// A counter of steps that another thread may read while a question runs; clones share the counter.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<AtomicU64>);

impl Progress {
    /// A counter at zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Steps taken so far, at most 1,024 behind the truth.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Counts more steps.
    pub(crate) fn add(&self, steps: u64) {
        self.0.fetch_add(steps, Ordering::Relaxed);
    }
}
