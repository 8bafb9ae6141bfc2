//! A line of the table.

use std::fmt;
use std::time::Duration;

use crate::puzzles::Set;
use crate::run::{Contender, Times};

/// What came of one contender on one set.
pub(crate) struct Report<'a> {
    set: &'a Set,
    contender: String,
    solved: usize,
    asked: usize,
    /// None where more than half were not answered.
    median: Option<Duration>,
    /// The mean, twice the limit where there was no answer.
    par2: Duration,
    limit: Duration,
}

impl<'a> Report<'a> {
    pub(crate) const HEAD: &'static str = "\
| set | solver | answered | median s | PAR-2 s | limit s | published: solved of 100 in 1000 s @ median s |
| --- | --- | ---: | ---: | ---: | ---: | --- |";

    pub(crate) fn new(set: &'a Set, contender: &Contender, mut times: Times, limit: Duration) -> Self {
        // No answer comes last.
        times.sort_by_key(|time| time.unwrap_or(Duration::MAX));
        let asked = times.len();
        let par2 = times.iter().map(|time| time.unwrap_or(2 * limit)).sum::<Duration>() / asked.max(1) as u32;
        Self {
            set,
            contender: contender.to_string(),
            solved: times.iter().flatten().count(),
            asked,
            median: times.get(asked.saturating_sub(1) / 2).copied().flatten(),
            par2,
            limit,
        }
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = self.limit.as_secs_f64();
        let median = self.median.map_or(format!("> {limit}"), |median| format!("{:.2}", median.as_secs_f64()));
        let (set, published, par2) = (self.set.name(), self.set.published(), self.par2.as_secs_f64());
        let Self { contender, solved, asked, .. } = self;
        write!(f, "| {set} | `{contender}` | {solved} of {asked} | {median} | {par2:.2} | {limit} | {published} |")
    }
}
