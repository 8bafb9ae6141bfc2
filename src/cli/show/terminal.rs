//! What a person at a terminal sees: texts that fit its width, and a sign that a long question is still at work.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::process::messages::is_quiet;

/// Columns of the terminal that standard output is; `None` where it is none.
pub(crate) fn columns() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0))
}

/// The columns of the widest line of a text.
pub(crate) fn width(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// A line broken between words so that no part is wider than `columns`, unless a word is; the parts behind the first are
/// indented as it is, and by two more.
pub(crate) fn wrap(line: &str, columns: usize) -> String {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let mut text = " ".repeat(indent);
    let mut at = indent;
    let mut is_first = true;
    for word in line.split_whitespace() {
        let length = word.chars().count();
        if !is_first && at + 1 + length > columns {
            text.push('\n');
            text.push_str(&" ".repeat(indent + 2));
            at = indent + 2;
        } else if !is_first {
            text.push(' ');
            at += 1;
        }
        text.push_str(word);
        at += length;
        is_first = false;
    }
    text
}

/// How long a question works before anything is shown of it.
const SILENCE: Duration = Duration::from_secs(1);

/// How often what is shown moves.
const TICK: Duration = Duration::from_millis(100);

/// A line on standard error that shows how long a question has been at work; it goes when this is dropped.
pub(crate) struct Spinner {
    /// Its end tells the thread to end.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("No solution: 2 clues clash.", 80), "No solution: 2 clues clash.");
        assert_eq!(wrap("No solution: 2 clues clash.", 14), "No solution: 2\n  clues clash.");
        assert_eq!(wrap("  one two", 5), "  one\n    two");
        assert_eq!(wrap("", 10), "");
        assert_eq!(wrap("a_word_that_is_wider b", 5), "a_word_that_is_wider\n  b");
        assert_eq!(width("ab\nabc\n"), 3);
    }
}
