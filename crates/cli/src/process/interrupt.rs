//! Ctrl-C, and signals that ask a process to end or report the loss of its terminal: stop the work if possible, leave no child
//! behind, report the progress, exit with 130.
//!
//! A signal sets the flag of a cancel token, at which most solvers look. Some steps cannot look: an unstoppable solver, a formula
//! being written, a read from a pipe. Where such a step may last, a thread waits for the signal beside the work and ends the
//! process a moment later ([`end_in_time`]).

use satdoku::budget::Stopwatch;
use std::io::Read;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

use satdoku::{CancelToken, Geometry, Solver};
use signal_hook::SigId;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::process::messages::{clear_line, say, say_rest};
use crate::process::status::Status;

/// How long the work may take to stop by itself where programs run: longer than one takes to be terminated, then killed.
pub(crate) const GRACE: Duration = Duration::from_millis(700);

/// The grace period without programs.
const SHORT_GRACE: Duration = Duration::from_millis(60);

/// Interval at which a waiting thread looks up: short enough for [`SHORT_GRACE`].
pub(crate) const LOOK: Duration = Duration::from_millis(10);

/// The thread that waits for signals needs no more stack.
const STACK: usize = 64 << 10;

const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// The handlers that end the process at a second signal while no cleaning up is needed.
static AT_ONCE: Mutex<Vec<SigId>> = Mutex::new(Vec::new());

/// Whether a watching thread ends the process at signals, after cleaning up.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

/// Whether the work needs extra time to end.
static NEEDS_TIME: AtomicBool = AtomicBool::new(false);

/// Tells how far the work came.
type Report = Box<dyn Fn() -> String + Send>;

static REPORT: Mutex<Option<Report>> = Mutex::new(None);

/// Lets Ctrl-C cancel the token from now on; a second Ctrl-C ends the process at once.
///
/// Without this handler, Ctrl-C ends the process at once, which is right where no cleaning up is needed.
pub(crate) fn cancel_on_signal() -> CancelToken {
    let flag = Arc::new(AtomicBool::new(false));
    let mut at_once = AT_ONCE.lock().unwrap_or_else(PoisonError::into_inner);
    for signal in SIGNALS {
        // A signal that cannot be caught keeps its default action. The order counts: the first finds the flag still unset.
        let code = Status::Interrupted.code().into();
        if !IS_WATCHED.load(Ordering::Relaxed) {
            at_once.extend(signal_hook::flag::register_conditional_shutdown(signal, code, Arc::clone(&flag)));
        }
        let _ = signal_hook::flag::register(signal, Arc::clone(&flag));
    }
    CancelToken::from(flag)
}

/// Has a thread end the process a moment after the first signal if it has not ended by then, and at once at the second; what
/// was started is ended and its files are removed first.
///
/// The thread costs 64 MB of virtual memory, so a puzzle on a small board that needs no program does without.
pub(crate) fn end_in_time() {
    watch_signals(true);
}

/// Watches for a second signal only, for work whose own thread ends it in order.
#[cfg(any(feature = "race", feature = "serve"))]
pub(crate) fn end_at_second_signal() {
    watch_signals(false);
}

fn watch_signals(is_first_final: bool) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let Ok(pipe) = exit_on_signal(is_first_final) else { return };
        IS_WATCHED.store(true, Ordering::Relaxed);
        for signal in SIGNALS {
            if let Ok(pipe) = pipe.try_clone() {
                let _ = signal_hook::low_level::pipe::register(signal, pipe);
            }
        }
        let mut at_once = AT_ONCE.lock().unwrap_or_else(PoisonError::into_inner);
        for id in at_once.drain(..) {
            signal_hook::low_level::unregister(id);
        }
    });
}

/// Whether a question may last without a look at the cancel token: where programs are started, in the midst of SAT solvers, and
/// on boards that take time to be stated.
pub(crate) fn may_outlast_a_signal(solver: &Solver, board: &Geometry) -> bool {
    /// Up to this side direct searches and `auto` look at the token every few milliseconds.
    const LARGEST_TO_LOOK: usize = 9;
    board.comparable_side() > LARGEST_TO_LOOK || matches!(solver, Solver::Sat(_) | Solver::Portfolio)
}

/// Starts the watching thread; returns the end of a pipe that must get a byte with each signal.
fn exit_on_signal(is_first_final: bool) -> std::io::Result<UnixStream> {
    let (mut signals, pipe) = UnixStream::pair()?;
    let wait = move || {
        if signals.read_exact(&mut [0]).is_err() {
            return;
        }
        let since = Stopwatch::start();
        let _ = signals.set_read_timeout(Some(LOOK));
        while !matches!(signals.read(&mut [0]), Ok(1)) {
            if is_first_final && since.elapsed() >= grace() {
                break;
            }
        }
        exit();
    };
    std::thread::Builder::new().stack_size(STACK).spawn(wait)?;
    Ok(pipe)
}

/// How long the work may take to stop by itself after a signal.
pub(crate) fn grace() -> Duration {
    if satdoku::backend::runs_programs() {
        return GRACE;
    }
    if NEEDS_TIME.load(Ordering::Relaxed) { GRACE } else { SHORT_GRACE }
}

/// Grants the work more time to end: it writes its last answers, or has folders to remove.
pub(crate) fn take_time() {
    NEEDS_TIME.store(true, Ordering::Relaxed);
}

/// The cleaning up before an early end of the process.
static LEAVING: Mutex<Option<fn()>> = Mutex::new(None);

/// Sets the function to call when the process ends despite working threads; a later call replaces it.
pub(crate) fn before_exit(leave: fn()) {
    *LEAVING.lock().unwrap_or_else(PoisonError::into_inner) = Some(leave);
}

/// Sets the report on interrupted work: its progress, and how to resume.
pub(crate) fn set_report(report: impl Fn() -> String + Send + 'static) {
    *REPORT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(report));
}

/// Says once how far the interrupted work came, if that was set.
pub(crate) fn report() {
    let report = REPORT.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(report) = report {
        clear_line();
        say_rest();
        say(&format!("{}\n", report()));
    }
}

/// Ends the process despite working threads, together with started programs, and removes their files.
pub(crate) fn exit() -> ! {
    satdoku::backend::end_programs();
    report();
    exit_with(Status::Interrupted)
}

/// Ends the process for a reason other than a signal.
pub(crate) fn exit_with(status: Status) -> ! {
    satdoku::backend::end_programs();
    let leave = *LEAVING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(leave) = leave {
        leave();
    }
    std::process::exit(status.code().into())
}
