//! The progress bar: puzzles, rate, and remaining time.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use crate::process::columns::columns_of_messages;
use crate::process::messages::is_quiet;
use crate::show::summary::Summary;

/// The progress bar, on a terminal only.
pub(crate) struct Bar {
    /// `None` if hidden; a hidden bar costs no setup.
    drawn: Option<ProgressBar>,
    reach: Arc<Reach>,
}

/// How far a batch has come.
pub(crate) struct Reach {
    /// Number of answered puzzles, including an earlier run.
    answered: AtomicU64,
    /// Number of puzzles answered by an earlier run.
    before: u64,
    /// Number of bytes read from the files, and their total size if known.
    taken: Arc<AtomicU64>,
    total: Option<u64>,
}

impl Reach {
    pub(crate) fn new(before: u64, taken: Arc<AtomicU64>, total: Option<u64>) -> Self {
        Self { answered: AtomicU64::new(before), before, taken, total }
    }

    /// Takes puzzles as answered; how many are now.
    pub(crate) fn add(&self, puzzles: u64) -> u64 {
        self.answered.fetch_add(puzzles, Ordering::Relaxed) + puzzles
    }

    /// The report on an interrupted batch; `hint` tells how to go on.
    pub(crate) fn when_interrupted(&self, is_single: bool, hint: Option<&str>) -> String {
        let answered = self.answered.load(Ordering::Relaxed);
        if is_single && answered == 0 {
            return "interrupted before the puzzle was answered".to_owned();
        }
        let mut line = format!("interrupted after {answered} puzzle{}", if answered == 1 { "" } else { "s" });
        let taken = self.taken.load(Ordering::Relaxed);
        if let Some(total) = self.total.filter(|&total| taken < total) {
            #[allow(clippy::cast_precision_loss)] // A share for a person to read.
            let percent = taken as f64 * 100.0 / total as f64;
            let _ = write!(line, ", about {percent:.1} % of the input");
        }
        if let Some(hint) = hint {
            line = line + "; " + hint;
        }
        line
    }
}

impl Bar {
    /// A bar; hidden where answers on the terminal are progress enough.
    pub(crate) fn new(reach: Arc<Reach>, is_hidden: bool) -> Self {
        let is_drawn = !is_hidden && !is_quiet() && io::stderr().is_terminal();
        let drawn = is_drawn.then(|| match reach.total {
            Some(total) => ProgressBar::new(total).with_style(style(match columns_of_messages() {
                // A line wider than the terminal would leave a copy behind at each redraw.
                Some(..60) => "{percent}% {msg}",
                Some(60..100) => "{elapsed_precise} {percent}% {msg}, {eta} left",
                _ => "{elapsed_precise} {bar:30} {percent}% {msg}, {eta} left",
            })),
            None => ProgressBar::new_spinner().with_style(style("{elapsed_precise} {spinner} {msg}")),
        });
        Self { drawn, reach }
    }

    pub(crate) fn advance(&self, summary: &Summary) {
        let answered = self.reach.add(summary.puzzles());
        let Some(drawn) = &self.drawn else { return };
        let puzzles = answered - self.reach.before;
        let seconds = drawn.elapsed().as_secs_f64();
        #[allow(clippy::cast_precision_loss)] // A rate on a progress bar.
        let rate = puzzles as f64 / seconds.max(0.001);
        drawn.set_position(self.reach.taken.load(Ordering::Relaxed));
        drawn.set_message(format!("{puzzles} puzzles, {rate:.0}/s"));
    }

    /// Prints without tearing the bar.
    pub(crate) fn aside(&self, print: impl FnOnce()) {
        match &self.drawn {
            Some(drawn) => drawn.suspend(print),
            None => print(),
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(drawn) = &self.drawn {
            drawn.finish_and_clear();
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
