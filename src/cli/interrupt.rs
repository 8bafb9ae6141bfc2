//! Ctrl-C, and the signals that ask a process to end or tell that its terminal is gone: stop what can be stopped, leave no
//! child behind, exit with 130.

use std::io::Read;
use std::os::unix::net::UnixStream;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

use satdoku::{Backend, CancelToken, Geometry, Solver};
use signal_hook::SigId;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::cli::status::Status;

/// How long the work may take to stop by itself: longer than an external solver takes to be terminated, then killed.
pub(crate) const GRACE: Duration = Duration::from_millis(700);

/// The thread that waits for a second signal needs no more stack.
const STACK: usize = 64 << 10;

const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// What ends the process at a second signal as long as nothing would be left behind.
static AT_ONCE: Mutex<Vec<SigId>> = Mutex::new(Vec::new());

/// Lets Ctrl-C cancel the token from now on; a second Ctrl-C ends the process at once.
///
/// Without this, Ctrl-C ends the process as it does any other, which is right where there is nothing to clean up.
pub(crate) fn cancel_on_signal() -> CancelToken {
    let flag = Arc::new(AtomicBool::new(false));
    let mut at_once = AT_ONCE.lock().unwrap_or_else(PoisonError::into_inner);
    for signal in SIGNALS {
        // A signal that cannot be caught stays as it is. The order counts: the first finds the flag still unset.
        let code = Status::Interrupted.code().into();
        at_once.extend(signal_hook::flag::register_conditional_shutdown(signal, code, Arc::clone(&flag)));
        let _ = signal_hook::flag::register(signal, Arc::clone(&flag));
    }
    CancelToken::from(flag)
}

/// Has a second Ctrl-C end what was started and remove its files before it ends the process: for those who start programs.
/// It takes a thread, and that 64 MB of virtual memory, so a puzzle that needs no program does without.
pub(crate) fn clean_up_at_second_signal() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let Ok(pipe) = exit_at_second_signal() else { return };
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

/// Whether a solver may start programs for a board.
pub(crate) fn may_start_programs(solver: &Solver, board: &Geometry) -> bool {
    /// Up to this side `auto` has no use for programs.
    const LARGEST_FOR_AUTO: usize = 9;
    match solver {
        Solver::Sat(backend) => matches!(backend, Backend::External(_)),
        Solver::Auto => board.side() > LARGEST_FOR_AUTO,
        Solver::Portfolio => true,
        _ => false,
    }
}

/// The end of a pipe that gets a byte with each signal; the second byte ends the process.
fn exit_at_second_signal() -> std::io::Result<UnixStream> {
    let (mut signals, pipe) = UnixStream::pair()?;
    let wait = move || {
        if signals.read_exact(&mut [0; 2]).is_ok() {
            exit();
        }
    };
    std::thread::Builder::new().stack_size(STACK).spawn(wait)?;
    Ok(pipe)
}

/// Ends the process although threads are at work: what they started is ended, their files are removed.
pub(crate) fn exit() -> ! {
    exit_with(Status::Interrupted)
}

/// The same for another reason than a signal.
pub(crate) fn exit_with(status: Status) -> ! {
    #[cfg(feature = "external")]
    satdoku::backend::end_programs();
    std::process::exit(status.code().into())
}
