//! Solving as a future: `cargo run --release --example async_solve`.
//!
//! The library has no runtime and needs none. A solver works on a thread; the future that waits for it wakes its task when the
//! answer comes, under any executor. Dropping the future cancels the question, so that `select!` and time-outs of an
//! executor stop the solver as well.

use std::error::Error;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use satdoku::{Budget, CancelToken, Count, Geometry, Grid, Options, Solver, StopReason, Verdict};

/// What the thread and the future share.
struct Shared<T> {
    answer: Option<T>,
    waker: Option<Waker>,
}

/// The answer to a question that is being worked on.
struct Asked<T> {
    shared: Arc<Mutex<Shared<T>>>,
    cancel: CancelToken,
}

/// Asks a question on a thread of its own.
fn ask<T: Send + 'static>(question: impl FnOnce(&Options) -> T + Send + 'static) -> Asked<T> {
    let shared = Arc::new(Mutex::new(Shared { answer: None, waker: None }));
    let (theirs, cancel) = (Arc::clone(&shared), CancelToken::new());
    let options = Options::default().with_budget(Budget::unlimited().with_cancel(cancel.clone()));
    thread::spawn(move || {
        let answer = question(&options);
        let mut shared = theirs.lock().unwrap_or_else(PoisonError::into_inner);
        shared.answer = Some(answer);
        if let Some(waker) = shared.waker.take() {
            waker.wake();
        }
    });
    Asked { shared, cancel }
}

impl<T> Future for Asked<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = shared.answer.take() {
            return Poll::Ready(answer);
        }
        shared.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl<T> Drop for Asked<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// The smallest executor: it polls one future and sleeps until it is woken.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits for a future, so long at most.
fn block_on<F: Future>(future: F, patience: Duration) -> Option<F::Output> {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let (mut future, end) = (pin!(future), Instant::now() + patience);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return Some(output);
        }
        thread::park_timeout(end.checked_duration_since(Instant::now())?);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    let asked = ask(move |options| Solver::Auto.solve_with(&puzzle, options));
    match block_on(asked, Duration::from_mins(1)).ok_or("no answer in a minute")?? {
        Verdict::Satisfiable(solution) => println!("{solution:#}"),
        Verdict::Unsatisfiable => println!("no solution"),
        Verdict::Unknown(reason) => println!("gave up: {reason}"),
    }
    // The empty board has too many solutions to be counted. The one who waits loses patience and drops the future.
    let empty = Grid::empty(&Arc::new(Geometry::of_order(3)?));
    let (report, reported) = mpsc::channel();
    let counting = ask(move |options| report.send(Solver::Mrv.count_with(&empty, None, options)));
    assert!(block_on(counting, Duration::from_millis(100)).is_none());
    // The solver has stopped.
    match reported.recv_timeout(Duration::from_mins(1))?? {
        Count::AtLeast(count, StopReason::Cancelled) => println!("dropped after {count} solutions"),
        other => return Err(format!("the count went on to {other}").into()),
    }
    Ok(())
}
