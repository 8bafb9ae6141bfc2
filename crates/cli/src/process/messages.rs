//! Messages: requested output goes to standard output, everything else to standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use satdoku::printable::without_commands;

use crate::process::columns::{columns_of_messages, width, wrap};
use crate::process::repeated;
use crate::process::screened::Screened;

/// Writes a text to standard output.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = Screened::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes a message to standard error. Where that is closed, the message is lost and the work goes on.
pub(crate) fn say(message: &str) {
    // Text quoted from an input must not command the terminal.
    let message = without_commands(message);
    let _ = match columns_of_messages() {
        // A terminal breaks lines within words.
        Some(columns) if width(&message) > columns => {
            let lines = message.split_inclusive('\n').map(|line| {
                let end = if line.ends_with('\n') { "\n" } else { "" };
                wrap(line.trim_end_matches('\n'), columns) + end
            });
            io::stderr().write_all(lines.collect::<String>().as_bytes())
        }
        _ => io::stderr().write_all(message.as_bytes()),
    };
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

/// Whether full details are wanted.
pub(crate) fn is_verbose() -> bool {
    IS_VERBOSE.load(Ordering::Relaxed)
}

/// Whether progress, hints and messages about single puzzles are unwanted.
pub(crate) fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Writes messages, a line each, unless `--quiet` is set. The first ten of each kind are written, with `--verbose` all.
pub(crate) fn note(messages: &str) {
    if is_verbose() {
        say(messages);
    } else if !is_quiet() {
        say(&repeated::first_ones(messages));
    }
}

/// Says how many messages of each kind [`note`] kept back.
pub(crate) fn say_rest() {
    say(&repeated::rest());
}

/// Clears the cursor's line, which may show progress.
pub(crate) fn clear_line() {
    let mut stderr = io::stderr();
    if stderr.is_terminal() {
        let _ = stderr.write_all(b"\r\x1b[2K");
    }
}

/// Writes a detail to standard error, with `--verbose` only.
pub(crate) fn explain(message: impl FnOnce() -> String) {
    if is_verbose() {
        say(&(message() + "\n"));
    }
}

/// Writes a detail once, with `--verbose` only, however many threads call.
pub(crate) fn explain_once(message: impl FnOnce() -> String) {
    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
    if !is_verbose() {
        return;
    }
    let message = message();
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if !said.contains(&message) {
        say(&format!("{message}\n"));
        said.push(message);
    }
}

/// Whether to print hints: standard error is a terminal, or full details are wanted.
pub(crate) fn has_hints() -> bool {
    !is_quiet() && (is_verbose() || io::stderr().is_terminal())
}
