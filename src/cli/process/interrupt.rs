//! Ctrl-C, and the signals that ask a process to end or tell that its terminal is gone: stop what can be stopped, leave no
//! child behind, say how far the work came, exit with 130.
//!
//! A signal sets the flag of a cancel token, at which most solvers look. Some steps look at nothing: a solver that cannot be
//! stopped, a formula that is being written, a read from a pipe. Where such a step may last, a thread waits for the signal
//! beside the work and ends the process a moment later ([`end_in_time`]).

use satdoku::budget::Stopwatch;
use std::io::{IsTerminal, Read};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

use satdoku::{CancelToken, Geometry, Solver};
use signal_hook::SigId;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::cli::process::messages::say;
use crate::cli::process::status::Status;

/// How long the work may take to stop by itself where programs run: longer than one takes to be terminated, then killed.
pub(crate) const GRACE: Duration = Duration::from_millis(700);

/// The same where none runs.
const SHORT_GRACE: Duration = Duration::from_millis(60);

/// How often a thread that waits for others looks up: often enough for [`SHORT_GRACE`].
pub(crate) const LOOK: Duration = Duration::from_millis(10);

/// The thread that waits for signals needs no more stack.
const STACK: usize = 64 << 10;

const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// What ends the process at a second signal as long as nothing would be left behind.
static AT_ONCE: Mutex<Vec<SigId>> = Mutex::new(Vec::new());

/// Whether a thread ends the process at signals, which removes what would be left behind.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

/// Whether the work needs longer than others to end.
static NEEDS_TIME: AtomicBool = AtomicBool::new(false);

/// Tells how far the work came.
type Report = Box<dyn Fn() -> String + Send>;

static REPORT: Mutex<Option<Report>> = Mutex::new(None);

/// Lets Ctrl-C cancel the token from now on; a second Ctrl-C ends the process at once.
///
/// Without this, Ctrl-C ends the process as it does any other, which is right where there is nothing to clean up.
pub(crate) fn cancel_on_signal() -> CancelToken {
    let flag = Arc::new(AtomicBool::new(false));
    let mut at_once = AT_ONCE.lock().unwrap_or_else(PoisonError::into_inner);
    for signal in SIGNALS {
        // A signal that cannot be caught stays as it is. The order counts: the first finds the flag still unset.
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
/// It takes a thread, and that 64 MB of virtual memory, so a puzzle on a small board that needs no program does without.
pub(crate) fn end_in_time() {
    watch_signals(true);
}

/// The same at a second signal only: for work that is orderly ended by the thread that does it.
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

/// The end of a pipe that gets a byte with each signal.
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
    #[cfg(feature = "external")]
    if satdoku::backend::runs_programs() {
        return GRACE;
    }
    if NEEDS_TIME.load(Ordering::Relaxed) { GRACE } else { SHORT_GRACE }
}

/// Says that the work needs longer to end: it writes its last answers, or has folders to remove.
pub(crate) fn take_time() {
    NEEDS_TIME.store(true, Ordering::Relaxed);
}

/// What is done before the process ends early.
static LEAVING: Mutex<Option<fn()>> = Mutex::new(None);

/// Has a function called where the process ends although threads are at work; there is one such function.
pub(crate) fn before_exit(leave: fn()) {
    *LEAVING.lock().unwrap_or_else(PoisonError::into_inner) = Some(leave);
}

/// Sets what is said of work that is interrupted: how far it came, and how to go on.
pub(crate) fn set_report(report: impl Fn() -> String + Send + 'static) {
    *REPORT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(report));
}

/// Says once how far the interrupted work came, if that was set.
pub(crate) fn report() {
    let report = REPORT.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(report) = report {
        // What shows the progress may stand in the line.
        let clear = if std::io::stderr().is_terminal() { "\r\x1b[2K" } else { "" };
        say(&format!("{clear}{}\n", report()));
    }
}

/// Ends the process although threads are at work: what they started is ended, their files are removed.
pub(crate) fn exit() -> ! {
    #[cfg(feature = "external")]
    satdoku::backend::end_programs();
    report();
    exit_with(Status::Interrupted)
}

/// The same for another reason than a signal.
pub(crate) fn exit_with(status: Status) -> ! {
    #[cfg(feature = "external")]
    satdoku::backend::end_programs();
    let leave = *LEAVING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(leave) = leave {
        leave();
    }
    std::process::exit(status.code().into())
}
