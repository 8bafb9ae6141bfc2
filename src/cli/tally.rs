//! How many puzzles were answered how: what `--summary` says.

use std::fmt::Write;
use std::time::Duration;

/// How a puzzle was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Solved,
    Converted,
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
pub(crate) struct Tally {
    puzzles: [u64; Tally::NAMES.len()],
    /// Stored solutions that are none of their puzzles.
    mismatches: u64,
}

impl Tally {
    /// In the order of [`Kind`].
    const NAMES: [&str; 9] = [
        "solved",
        "converted",
        "valid",
        "with one solution",
        "without a solution",
        "with several solutions",
        "in conflict or changed",
        "unknown",
        "invalid",
    ];

    pub(crate) fn add(&mut self, kind: Kind, puzzles: u64) {
        self.puzzles[kind as usize] += puzzles;
    }

    /// Counts a stored solution that is none of its puzzle.
    pub(crate) fn add_mismatch(&mut self) {
        self.mismatches += 1;
    }

    pub(crate) fn add_all(&mut self, other: &Self) {
        self.puzzles.iter_mut().zip(other.puzzles).for_each(|(sum, more)| *sum += more);
        self.mismatches += other.mismatches;
    }

    pub(crate) fn puzzles(&self) -> u64 {
        self.puzzles.iter().sum()
    }

    /// One line about all of them.
    pub(crate) fn line(&self, time: Duration) -> String {
        let puzzles = self.puzzles();
        let mut line = format!("{puzzles} puzzle{}", if puzzles == 1 { "" } else { "s" });
        let mut before = ": ";
        for (name, count) in Self::NAMES.iter().zip(self.puzzles).filter(|&(_, count)| count > 0) {
            let _ = write!(line, "{before}{count} {name}");
            before = ", ";
        }
        match self.mismatches {
            0 => {}
            1 => line.push_str("; 1 stored solution is wrong"),
            more => {
                let _ = write!(line, "; {more} stored solutions are wrong");
            }
        }
        #[allow(clippy::cast_precision_loss)] // A rate for a person to read.
        let rate = puzzles as f64 / time.as_secs_f64().max(1e-6);
        let _ = writeln!(line, "; {:.3} s, {rate:.0} puzzles/s", time.as_secs_f64());
        line
    }
}
