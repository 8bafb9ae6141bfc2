//! How many puzzles were answered how: what `--summary` says.

use std::fmt::Write;
use std::time::Duration;

/// How a puzzle was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Solved,
    Valid,
    One,
    None,
    Several,
    Conflict,
    Unknown,
    Invalid,
}

/// Puzzles by the kind of their answers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally([u64; Tally::NAMES.len()]);

impl Tally {
    /// In the order of [`Kind`].
    const NAMES: [&str; 8] = [
        "solved",
        "valid",
        "with one solution",
        "without a solution",
        "with several solutions",
        "in conflict or changed",
        "unknown",
        "invalid",
    ];

    pub(crate) fn add(&mut self, kind: Kind, puzzles: u64) {
        self.0[kind as usize] += puzzles;
    }

    pub(crate) fn add_all(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, more)| *sum += more);
    }

    pub(crate) fn puzzles(&self) -> u64 {
        self.0.iter().sum()
    }

    /// One line about all of them.
    pub(crate) fn line(&self, time: Duration) -> String {
        let puzzles = self.puzzles();
        let mut line = format!("{puzzles} puzzle{}", if puzzles == 1 { "" } else { "s" });
        let mut before = ": ";
        for (name, count) in Self::NAMES.iter().zip(self.0).filter(|&(_, count)| count > 0) {
            let _ = write!(line, "{before}{count} {name}");
            before = ", ";
        }
        #[allow(clippy::cast_precision_loss)] // A rate for a person to read.
        let rate = puzzles as f64 / time.as_secs_f64().max(1e-6);
        let _ = writeln!(line, "; {:.3} s, {rate:.0} puzzles/s", time.as_secs_f64());
        line
    }
}
