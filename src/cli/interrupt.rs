//! Ctrl-C, and the signals that ask a process to end or tell that its terminal is gone: stop what can be stopped, leave no
//! child behind, exit with 130.

use std::io::Read;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use satdoku::CancelToken;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::cli::status::Status;

/// How long the work may take to stop by itself: longer than an external solver takes to be terminated, then killed.
pub(crate) const GRACE: Duration = Duration::from_millis(700);

/// The thread that waits for a second signal needs no more stack.
const STACK: usize = 64 << 10;

/// Lets Ctrl-C cancel the token from now on; a second Ctrl-C ends the process at once.
///
/// Without this, Ctrl-C ends the process as it does any other, which is right where there is nothing to clean up.
pub(crate) fn cancel_on_signal() -> CancelToken {
    let flag = Arc::new(AtomicBool::new(false));
    let second = exit_at_second_signal();
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // A signal that cannot be caught stays as it is.
        let heard = second.as_ref().ok().and_then(|pipe| pipe.try_clone().ok());
        let _ = if let Some(pipe) = heard {
            signal_hook::low_level::pipe::register(signal, pipe)
        } else {
            // The order counts: the first signal finds the flag still unset.
            let code = Status::Interrupted.code().into();
            signal_hook::flag::register_conditional_shutdown(signal, code, Arc::clone(&flag))
        };
        let _ = signal_hook::flag::register(signal, Arc::clone(&flag));
    }
    CancelToken::from(flag)
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
