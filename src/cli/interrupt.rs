//! Ctrl-C: stop what can be stopped, leave no child behind, exit with 130.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use satdoku::CancelToken;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::cli::status::Status;

/// How long the work may take to stop by itself: longer than an external solver takes to be terminated, then killed.
pub(crate) const GRACE: Duration = Duration::from_millis(700);

/// Lets Ctrl-C cancel the token from now on; a second Ctrl-C ends the process at once.
///
/// Without this, Ctrl-C ends the process as it does any other, which is right where there is nothing to clean up.
pub(crate) fn cancel_on_signal() -> CancelToken {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // The order counts: the first signal finds the flag still unset. A signal that cannot be caught stays as it is.
        let code = Status::Interrupted.code().into();
        let _ = signal_hook::flag::register_conditional_shutdown(signal, code, Arc::clone(&flag));
        let _ = signal_hook::flag::register(signal, Arc::clone(&flag));
    }
    CancelToken::from(flag)
}
