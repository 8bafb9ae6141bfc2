//! The sign that a long question is still at work.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::process::messages::is_quiet;

/// How long a question works before anything is shown of it.
const SILENCE: Duration = Duration::from_secs(1);

/// Interval between movements of the spinner.
const TICK: Duration = Duration::from_millis(100);

/// A line on standard error that shows how long a question has been at work; dropping the spinner clears the line.
pub(crate) struct Spinner {
    /// Dropped to make the thread end.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Spinner {
    /// Begins, where standard error is a terminal and neither `is_hidden` nor `--quiet` says otherwise; `state` says how far the work is.
    pub(crate) fn start(is_hidden: bool, state: impl Fn() -> String + Send + 'static) -> Self {
        if is_hidden || is_quiet() || !io::stderr().is_terminal() {
            return Self { stop: None, thread: None };
        }
        let (stop, stopped) = mpsc::channel::<()>();
        let show = move || {
            if stopped.recv_timeout(SILENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let style = ProgressStyle::with_template("{elapsed_precise} {spinner} {msg}");
            let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
            let spinner = ProgressBar::new_spinner().with_style(style).with_elapsed(SILENCE);
            loop {
                spinner.set_message(state());
                spinner.tick();
                if stopped.recv_timeout(TICK) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
            spinner.finish_and_clear();
        };
        Self { stop: Some(stop), thread: std::thread::Builder::new().spawn(show).ok() }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
