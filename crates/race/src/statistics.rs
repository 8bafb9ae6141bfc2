//! The results of a race in numbers.

use std::fmt;
use std::time::Duration;

use satdoku::solver::Stats;

use crate::{Record, Results};

/// The results of one entrant on one set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The set.
    pub set: String,
    /// The entrant.
    pub entrant: String,
    /// Number of runs.
    pub runs: usize,
    /// Number of runs that ended with an answer: a solution or *unsatisfiable*.
    pub solved: usize,
    /// The median time, the lower of two; none where the run in the middle has no answer.
    pub median: Option<Duration>,
    /// The mean time, a run without an answer counted as twice the limit.
    pub par2: Duration,
    /// The median time to deduce and to write the clauses or to state the puzzle otherwise, over the runs with an answer.
    pub encode: Option<Duration>,
    /// The median time in the solver, likewise.
    pub solve: Option<Duration>,
    /// The median time to read the answer back and check it, likewise.
    pub decode: Option<Duration>,
    /// The median number of conflicts of a SAT solver, or of steps of other solvers, likewise; `None` if the solver reports
    /// neither.
    pub effort: Option<Effort>,
}

impl Score {
    /// The headings for [`row`](Self::row).
    pub const COLUMNS: [&str; 8] = ["solver", "answered", "median", "PAR-2", "encode", "solve", "decode", "effort"];

    /// The score in words, without its set: a row of a table.
    #[must_use]
    pub fn row(&self) -> [String; Self::COLUMNS.len()] {
        let time = |time: Option<Duration>| time.map_or_else(|| "–".to_owned(), seconds);
        [
            self.entrant.clone(),
            format!("{} of {}", self.solved, self.runs),
            time(self.median),
            seconds(self.par2),
            time(self.encode),
            time(self.solve),
            time(self.decode),
            self.effort.map_or_else(|| "–".to_owned(), |effort| effort.to_string()),
        ]
    }
}

/// How much a solver did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Effort {
    /// Conflicts of a SAT solver.
    Conflicts(u64),
    /// Steps of a search: digits tried, items branched on.
    Steps(u64),
}

impl Effort {
    fn of(stats: &Stats) -> Option<Self> {
        stats.conflicts.map(Self::Conflicts).or(stats.steps.map(Self::Steps))
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, what) = match self {
            Self::Conflicts(number) => (*number, "conflict"),
            Self::Steps(number) => (*number, "step"),
        };
        write!(f, "{number} {what}{}", if number == 1 { "" } else { "s" })
    }
}

/// The scores of every entrant on every set that it took part in: set by set, the lowest PAR-2 first.
#[must_use]
pub fn scores(results: &Results) -> Vec<Score> {
    let mut all = Vec::new();
    for set in &results.sets {
        let of = |entrant: &String| {
            let is_it = |record: &&Record| record.set == *set && record.entrant == *entrant;
            let records: Vec<&Record> = results.records.iter().filter(is_it).collect();
            (!records.is_empty()).then(|| score(set, entrant, &records, results.time))
        };
        let mut scores: Vec<Score> = results.entrants.iter().filter_map(of).collect();
        scores.sort_by_key(|score| score.par2);
        all.extend(scores);
    }
    all
}

fn score(set: &str, entrant: &str, records: &[&Record], limit: Duration) -> Score {
    let answered: Vec<&Record> = records.iter().copied().filter(|record| is_answered(record)).collect();
    let part = |part: fn(&Record) -> Duration| {
        let mut times: Vec<Duration> = answered.iter().map(|record| part(record)).collect();
        times.sort_unstable();
        times.get(times.len().saturating_sub(1) / 2).copied()
    };
    let mut efforts: Vec<Effort> = answered.iter().filter_map(|record| Effort::of(&record.stats)).collect();
    efforts.sort_unstable();
    Score {
        set: set.to_owned(),
        entrant: entrant.to_owned(),
        runs: records.len(),
        solved: answered.len(),
        median: median(records),
        par2: par2(records, limit),
        encode: part(|record| record.stats.reduce + record.stats.encode),
        solve: part(|record| record.stats.solve),
        decode: part(|record| record.stats.decode),
        effort: efforts.get(efforts.len().saturating_sub(1) / 2).copied(),
    }
}

pub(crate) fn is_answered(record: &Record) -> bool {
    record.outcome.answer().is_some()
}

/// The median of the times, the lower of two; none where the run in the middle has no answer.
pub(crate) fn median(records: &[&Record]) -> Option<Duration> {
    let time = |record: &&Record| if is_answered(record) { record.total } else { Duration::MAX };
    let mut times: Vec<Duration> = records.iter().map(time).collect();
    times.sort_unstable();
    times.get(times.len().saturating_sub(1) / 2).copied().filter(|&time| time < Duration::MAX)
}

/// The mean of the times, a run without an answer counted as twice the limit.
pub(crate) fn par2(records: &[&Record], limit: Duration) -> Duration {
    let time = |record: &&Record| if is_answered(record) { record.total } else { 2 * limit };
    let runs = u32::try_from(records.len()).unwrap_or(u32::MAX).max(1);
    records.iter().map(time).sum::<Duration>() / runs
}

/// A time in readable form: three digits and a suitable unit.
///
/// ```
/// use satdoku_race::seconds;
/// use std::time::Duration;
///
/// assert_eq!(seconds(Duration::from_nanos(1_234_567)), "1.23 ms");
/// assert_eq!(seconds(Duration::from_secs(75)), "75.0 s");
/// ```
#[must_use]
pub fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (number, unit) = match seconds {
        1.0.. => (seconds, "s"),
        1e-3.. => (seconds * 1e3, "ms"),
        _ => (seconds * 1e6, "µs"),
    };
    let decimals = match number {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{number:.decimals$} {unit}")
}
