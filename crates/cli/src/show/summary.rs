//! The numbers of puzzles by kind of answer, for `--summary`.

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

/// Numbers of puzzles by kind of answer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Summary {
    puzzles: [u64; Summary::NAMES.len()],
    /// Number of wrong stored solutions.
    mismatches: u64,
}

impl Summary {
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

    /// Counts a wrong stored solution.
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

    /// A summary line of the puzzles.
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
        let _ = writeln!(line, "; {}", rate(puzzles, time));
        line
    }
}

/// The time for some puzzles and, for several puzzles, the rate per second.
pub(crate) fn rate(puzzles: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    #[allow(clippy::cast_precision_loss)] // A rate for a person to read.
    let rate = puzzles as f64 / seconds.max(1e-6);
    match puzzles {
        0 | 1 => format!("{seconds:.3} s"),
        _ if rate < 10.0 => format!("{seconds:.3} s, {rate:.2} puzzles/s"),
        _ => format!("{seconds:.3} s, {rate:.0} puzzles/s"),
    }
}

/// How long some bytes took and, where the time is long enough to tell, how many that makes a second.
pub(crate) fn throughput(bytes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    #[allow(clippy::cast_precision_loss)] // A rate for a person to read.
    let rate = bytes as f64 / seconds;
    match rate {
        _ if seconds < 0.01 => format!("{bytes} bytes in {:.3} ms", seconds * 1e3),
        _ if rate < 1e9 => format!("{bytes} bytes in {seconds:.3} s: {:.0} MB/s", rate / 1e6),
        _ => format!("{bytes} bytes in {seconds:.3} s: {:.2} GB/s", rate / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_of_several_puzzles_and_never_rounded_to_nothing() {
        for (puzzles, seconds, expected) in [
            (0, 1, "1.000 s"),
            (1, 2, "2.000 s"),
            (3, 60, "60.000 s, 0.05 puzzles/s"),
            (5000, 2, "2.000 s, 2500 puzzles/s"),
        ] {
            assert_eq!(rate(puzzles, Duration::from_secs(seconds)), expected);
        }
    }

    #[test]
    fn the_throughput_of_a_moment_is_not_told() {
        for (bytes, millis, expected) in [
            (46_000, 1, "46000 bytes in 1.000 ms"),
            (46_000_000, 100, "46000000 bytes in 0.100 s: 460 MB/s"),
            (4_000_000_000, 500, "4000000000 bytes in 0.500 s: 8.00 GB/s"),
        ] {
            assert_eq!(throughput(bytes, Duration::from_millis(millis)), expected);
        }
    }
}
