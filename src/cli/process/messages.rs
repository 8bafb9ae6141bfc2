//! What a person is told: on standard output what was asked for, on standard error all else.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use satdoku::printable::without_commands;

/// Writes a text to standard output.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes a message to standard error. Where that is closed, the message is lost and the work goes on.
pub(crate) fn say(message: &str) {
    // Text that it repeats from an input must not command the terminal.
    let _ = io::stderr().write_all(without_commands(message).as_bytes());
}

/// Writes a message that begins with a word in red, as errors about arguments do on a terminal.
pub(crate) fn say_in_red(word: &str, message: &str) {
    let message = without_commands(message);
    let _ = io::stderr().write_all(format!("\x1b[1;31m{word}\x1b[0m {message}\n").as_bytes());
}

/// Whether `--verbose` was given, and whether `--quiet` was.
static IS_VERBOSE: AtomicBool = AtomicBool::new(false);
static IS_QUIET: AtomicBool = AtomicBool::new(false);

pub(crate) fn set_talk(is_verbose: bool, is_quiet: bool) {
    IS_VERBOSE.store(is_verbose, Ordering::Relaxed);
    IS_QUIET.store(is_quiet, Ordering::Relaxed);
}

/// Whether progress, hints and messages about single puzzles are unwanted.
pub(crate) fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Writes a message that `--quiet` keeps back.
pub(crate) fn note(message: &str) {
    if !is_quiet() {
        say(message);
    }
}

/// Says on standard error what only `--verbose` tells.
pub(crate) fn explain(message: impl FnOnce() -> String) {
    if IS_VERBOSE.load(Ordering::Relaxed) {
        say(&(message() + "\n"));
    }
}

/// Says what only `--verbose` tells, once, however many threads come to say it.
pub(crate) fn explain_once(message: impl FnOnce() -> String) {
    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
    if !IS_VERBOSE.load(Ordering::Relaxed) {
        return;
    }
    let message = message();
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if !said.contains(&message) {
        say(&format!("{message}\n"));
        said.push(message);
    }
}

/// Whether hints are wanted: a person reads them, or asked for all there is to say.
pub(crate) fn has_hints() -> bool {
    !is_quiet() && (IS_VERBOSE.load(Ordering::Relaxed) || io::stderr().is_terminal())
}
