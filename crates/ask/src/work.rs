//! How one question is limited, stopped and watched.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use satdoku::budget::Since;
use satdoku::{Budget, CancelToken, Progress};
use serde_json::Value;

use crate::limits::Limits;

/// Receives the events of a question: a name and a value. Several threads may call it.
type Events = dyn Fn(&'static str, Value) + Send + Sync;

/// Runs one piece of work on the cores of the machine, on at most so many threads at once, and returns when all have ended.
pub type Threads = fn(&(dyn Fn() + Sync), usize);

/// The limits of one question, its cancel token, its counter of steps, and the receiver of its events.
///
/// ```
/// use satdoku_ask::{Work, ask};
///
/// let answer = ask("count", br#"{"board": "2x2"}"#, &Work::default())?;
/// assert_eq!(answer["count"], "288");
/// # Ok::<(), satdoku_ask::Problem>(())
/// ```
#[derive(Clone)]
pub struct Work {
    limits: Arc<Limits>,
    time: Duration,
    since: Since,
    cancel: CancelToken,
    progress: Progress,
    events: Option<Arc<Events>>,
    threads: Threads,
}

impl Default for Work {
    fn default() -> Self {
        Self::within(Arc::default())
    }
}

impl Work {
    /// Work within the limits of a program; nothing stops it before its time, and nobody receives its events.
    #[must_use]
    pub fn within(limits: Arc<Limits>) -> Self {
        let time = limits.usual;
        Self {
            limits,
            time,
            since: Since::new(),
            cancel: CancelToken::new(),
            progress: Progress::new(),
            events: None,
            threads: |work, _| work(),
        }
    }

    /// The work with a token that stops it.
    #[must_use]
    pub fn with_cancel(self, cancel: CancelToken) -> Self {
        Self { cancel, ..self }
    }

    /// The work with a counter of its steps.
    #[must_use]
    pub fn with_progress(self, progress: Progress) -> Self {
        Self { progress, ..self }
    }

    /// The work with a receiver of its events.
    #[must_use]
    pub fn with_events(self, events: impl Fn(&'static str, Value) + Send + Sync + 'static) -> Self {
        Self { events: Some(Arc::new(events)), ..self }
    }

    /// The work with threads for questions that ask several solvers at once; without them such questions ask in turn.
    #[must_use]
    pub fn with_threads(self, threads: Threads) -> Self {
        Self { threads, ..self }
    }

    /// The work with a time limit of its own.
    pub(crate) fn with_time(self, time: Duration) -> Self {
        Self { time, ..self }
    }

    /// The time begins now, for this work and its clones.
    pub fn begin(&self) {
        self.since.begin();
    }

    /// The limits of the program.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The time limit.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The bytes that a solver may take.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        Some(self.limits.memory)
    }

    /// The token that stops the work.
    #[must_use]
    pub fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    /// The budget of the question: reading its fields and answering share one time limit.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.budget_of_a_part().with_since(self.since.clone())
    }

    /// The budget of a part of the question that has the whole time for itself.
    #[must_use]
    pub fn budget_of_a_part(&self) -> Budget {
        let budget = Budget::unlimited().with_time(self.time).with_cancel(self.cancel.clone());
        budget.with_progress(self.progress.clone())
    }

    /// Gives an event to the receiver; may wait for it.
    pub fn tell(&self, name: &'static str, value: Value) {
        if let Some(events) = &self.events {
            events(name, value);
        }
    }

    /// Runs the same piece of work on up to so many threads at once.
    pub(crate) fn on_threads(&self, work: &(dyn Fn() + Sync), most: usize) {
        (self.threads)(work, most);
    }
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { limits, time, since, cancel, progress, events, threads: _ } = self;
        let mut work = f.debug_struct("Work");
        work.field("limits", limits).field("time", time).field("since", since).field("cancel", cancel);
        work.field("progress", progress).field("has_events", &events.is_some()).finish_non_exhaustive()
    }
}
