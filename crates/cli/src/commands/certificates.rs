//! The tally of certificates, and its summary.

use std::fmt::Write;
use std::time::Duration;

use satdoku::certificate::Claim;

/// Certificates by claim, and failures.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    solved: u32,
    unsatisfiable: u32,
    unique: u32,
    /// Puzzles or folders without a valid certificate.
    pub(crate) bad: u32,
    /// Folders with unknown validity: a missing checker, a time-out, or unreadable files.
    pub(crate) unchecked: u32,
    pub(crate) passed_over: u32,
    /// Total time over the threads.
    pub(crate) proving: Duration,
    pub(crate) verifying: Duration,
}

impl Counts {
    pub(crate) fn add(&mut self, claim: Claim) {
        match claim {
            Claim::Solved => self.solved += 1,
            Claim::Unsatisfiable => self.unsatisfiable += 1,
            Claim::Unique => self.unique += 1,
        }
    }

    /// The number of valid certificates.
    pub(crate) fn good(&self) -> u32 {
        self.solved + self.unsatisfiable + self.unique
    }

    /// The numbers by kind, without a line end; `done` is the verb for valid certificates.
    pub(crate) fn line(&self, done: &str) -> String {
        let good = self.good();
        let mut line = format!("{good} certificate{} {done}", if good == 1 { "" } else { "s" });
        let claims =
            [(Claim::Unique, self.unique), (Claim::Unsatisfiable, self.unsatisfiable), (Claim::Solved, self.solved)];
        let mut before = ": ";
        for (claim, count) in claims.into_iter().filter(|&(_, count)| count > 0) {
            let _ = write!(line, "{before}{count} {claim}");
            before = ", ";
        }
        if self.passed_over > 0 {
            let _ = write!(line, "; {} already there", self.passed_over);
        }
        if self.bad > 0 {
            let _ = write!(line, "; {} failed", self.bad);
        }
        if self.unchecked > 0 {
            let _ = write!(line, "; {} not checked", self.unchecked);
        }
        line
    }
}

/// A time for a person.
pub(crate) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{:.3} ms", seconds * 1e3) } else { format!("{seconds:.3} s") }
}
