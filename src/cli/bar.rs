//! The progress bar: puzzles, their rate, and the time that is left.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::tally::Tally;

/// The progress bar, on a terminal only.
pub(crate) struct Bar {
    /// `None` where it is hidden: then nothing of it is even set up.
    drawn: Option<ProgressBar>,
    puzzles: AtomicU64,
    /// Bytes that were read of the files.
    taken: Arc<AtomicU64>,
}

impl Bar {
    /// A bar; hidden where answers on the terminal are progress enough.
    pub(crate) fn new(total: Option<u64>, taken: Arc<AtomicU64>, is_hidden: bool) -> Self {
        let is_drawn = !is_hidden && io::stderr().is_terminal();
        let drawn = is_drawn.then(|| match total {
            Some(total) => {
                ProgressBar::new(total).with_style(style("{elapsed_precise} {bar:30} {percent}% {msg}, {eta} left"))
            }
            None => ProgressBar::new_spinner().with_style(style("{elapsed_precise} {spinner} {msg}")),
        });
        Self { drawn, puzzles: AtomicU64::new(0), taken }
    }

    pub(crate) fn advance(&self, tally: &Tally) {
        let Some(drawn) = &self.drawn else { return };
        let puzzles = self.puzzles.fetch_add(tally.puzzles(), Ordering::Relaxed) + tally.puzzles();
        let seconds = drawn.elapsed().as_secs_f64();
        #[allow(clippy::cast_precision_loss)] // A rate on a progress bar.
        let rate = puzzles as f64 / seconds.max(0.001);
        drawn.set_position(self.taken.load(Ordering::Relaxed));
        drawn.set_message(format!("{puzzles} puzzles, {rate:.0}/s"));
    }

    /// Prints something without tearing the bar.
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
