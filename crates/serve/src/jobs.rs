//! How many questions are worked on at once, how many may wait, and how each is stopped.

use std::sync::Arc;
use std::time::Duration;

use satdoku::CancelToken;
use satdoku::budget::Stopwatch;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};
use tokio::task;
use tokio::time::timeout;

use crate::memory;
use crate::problem::Problem;

/// Largest number of waiting questions.
const MOST_WAITING: usize = 256;

/// How long a question may wait before it is sent away.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// How long after its time a solver may take to stop.
const GRACE: Duration = Duration::from_millis(1200);

/// Places for questions at work, and a queue for waiting questions.
pub(crate) struct Jobs {
    places: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    /// Stops everything.
    stop: CancelToken,
}

/// A place given to a question.
pub(crate) struct Place {
    permits: [OwnedSemaphorePermit; 2],
    cancel: CancelOnDrop,
}

/// Cancels the question of a client that has gone away.
pub(crate) struct CancelOnDrop(pub(crate) CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Jobs {
    pub(crate) fn new(places: usize, stop: CancelToken) -> Self {
        let queue = Arc::new(Semaphore::new(places + MOST_WAITING));
        Self { places: Arc::new(Semaphore::new(places)), queue, stop }
    }

    /// Waits for a place.
    pub(crate) async fn place(&self) -> Result<Place, Problem> {
        let queued = match Arc::clone(&self.queue).try_acquire_owned() {
            Ok(permit) => permit,
            Err(TryAcquireError::NoPermits | TryAcquireError::Closed) => return Err(Problem::busy()),
        };
        match timeout(LONGEST_WAIT, Arc::clone(&self.places).acquire_owned()).await {
            Ok(Ok(place)) => Ok(Place { permits: [queued, place], cancel: CancelOnDrop(self.stop.child()) }),
            _ => Err(Problem::busy()),
        }
    }
}

impl Place {
    /// The token for cancelling the question.
    pub(crate) fn cancel(&self) -> CancelToken {
        self.cancel.0.clone()
    }

    /// Runs the work on a thread of its own, within a time limit. The place is free when the work has ended, which may be later
    /// than the answer.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        time: Duration,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let Self { permits, cancel } = self;
        let task = task::spawn_blocking(move || {
            let _permits = permits;
            let watch = Stopwatch::start();
            let answer = work();
            memory::give_back(watch.elapsed());
            answer
        });
        let result = timeout(time.saturating_add(GRACE), task).await;
        drop(cancel);
        match result {
            Ok(Ok(answer)) => answer,
            Ok(Err(panic)) => Err(Problem::internal(format!("the question failed: {panic}"))),
            Err(_) => Err(Problem::overdue()),
        }
    }
}
