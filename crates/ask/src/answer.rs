//! A solver's answer and its cost.

use std::time::Duration;

use satdoku::budget::StopReason;
use satdoku::error::Error;
use satdoku::grid::format::keys;
use satdoku::grid::{Grid, Solution};
use satdoku::solver::{Solver, Stats};
use satdoku::verdict::{Count, Verdict};
use serde_json::{Map, Value, json};

use crate::grids;

/// An answer with its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer proper, or the reason for its absence.
    pub reply: Result<Reply, Failure>,
    /// Wall clock from the puzzle to the checked answer.
    pub total: Duration,
    /// The parts of the total time.
    pub stats: Stats,
    /// The solver that answered, among several.
    pub winner: Option<Solver>,
}

/// The answer proper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The verdict: satisfiable with a solution, unsatisfiable or unknown.
    Verdict(Verdict<Solution>),
    /// The number of solutions.
    Count(Count),
}

/// The reason why a question has no answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// The error message.
    pub message: String,
    /// Whether a solver answered and the answer is wrong.
    pub is_wrong: bool,
}

impl From<&Error> for Failure {
    fn from(error: &Error) -> Self {
        let is_wrong = matches!(error, Error::WrongAnswer { .. } | Error::Disagreement { .. });
        Self { message: error.to_string(), is_wrong }
    }
}

impl Answer {
    /// The answer as an object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut object = match &self.reply {
            Ok(Reply::Verdict(verdict)) => json!({
                keys::VERDICT: verdict_word(verdict),
                keys::SOLUTION: match verdict {
                    Verdict::Satisfiable(solution) => Some(grids::write(solution)),
                    Verdict::Unsatisfiable | Verdict::Unknown(_) => None,
                },
                keys::REASON: verdict.stopped().map(|reason| reason.to_string()),
            }),
            Ok(Reply::Count(count)) => json!({
                keys::COUNT: count.to_string(),
                keys::REASON: count_reason(count).map(|reason| reason.to_string()),
            }),
            Err(failure) => json!({ keys::ERROR: failure.message, "is_wrong": failure.is_wrong }),
        };
        object[keys::WINNER] = json!(self.winner.as_ref().map(ToString::to_string));
        let mut stats = stats(&self.stats);
        stats["seconds"] = json!(self.total.as_secs_f64());
        object[keys::STATS] = stats;
        object
    }

    /// Reads the answer to a question about a puzzle; none where the object is no answer. A solution is checked: a wrong one
    /// becomes a failure.
    #[must_use]
    pub fn read(object: &Value, puzzle: &Grid) -> Option<Self> {
        let text = |name: &str| object.get(name).and_then(Value::as_str);
        let reason: Option<StopReason> = match text(keys::REASON) {
            Some(words) => Some(words.parse().ok()?),
            None => None,
        };
        let reply = if let Some(error) = text(keys::ERROR) {
            Err(Failure { message: error.to_owned(), is_wrong: object.get("is_wrong")?.as_bool()? })
        } else if let Some(count) = text(keys::COUNT) {
            Ok(Reply::Count(match (count.strip_prefix(">="), reason) {
                (Some(least), reason) => Count::AtLeast(least.parse().ok()?, reason.unwrap_or(StopReason::Limit)),
                (None, None) => Count::Exact(count.parse().ok()?),
                (None, Some(_)) => return None,
            }))
        } else {
            match (text(keys::VERDICT)?, reason) {
                ("satisfiable", None) => {
                    let answer = grids::read(text(keys::SOLUTION)?).ok()?;
                    let checked = Solution::check(puzzle, answer);
                    let wrong =
                        |error: satdoku::grid::CheckError| Failure { message: error.to_string(), is_wrong: true };
                    checked.map(|solution| Reply::Verdict(Verdict::Satisfiable(solution))).map_err(wrong)
                }
                ("unsatisfiable", None) => Ok(Reply::Verdict(Verdict::Unsatisfiable)),
                ("unknown", Some(reason)) => Ok(Reply::Verdict(Verdict::Unknown(reason))),
                _ => return None,
            }
        };
        let winner = text(keys::WINNER).map(str::parse).transpose().ok()?;
        let object = object.get(keys::STATS)?.as_object()?;
        Some(Self { reply, total: seconds(object, "seconds")?, stats: read_stats(object)?, winner })
    }
}

/// A verdict as a word: `satisfiable`, `unsatisfiable` or `unknown`.
#[must_use]
pub fn verdict_word<M>(verdict: &Verdict<M>) -> &'static str {
    match verdict {
        Verdict::Satisfiable(_) => "satisfiable",
        Verdict::Unsatisfiable => "unsatisfiable",
        Verdict::Unknown(_) => "unknown",
    }
}

/// Why a count is neither exact nor as far as it was asked for.
#[must_use]
pub fn count_reason(count: &Count) -> Option<StopReason> {
    count.stopped().filter(|&reason| reason != StopReason::Limit)
}

/// What an answer took, as an object; times are in seconds.
#[must_use]
pub fn stats(stats: &Stats) -> Value {
    json!({
        "reduce_seconds": stats.reduce.as_secs_f64(),
        "encode_seconds": stats.encode.as_secs_f64(),
        "solve_seconds": stats.solve.as_secs_f64(),
        "decode_seconds": stats.decode.as_secs_f64(),
        "variables": stats.variables,
        "clauses": stats.clauses,
        "conflicts": stats.conflicts,
        "steps": stats.steps,
    })
}

/// Reads the output of [`stats`].
fn read_stats(object: &Map<String, Value>) -> Option<Stats> {
    let number = |name: &str| object.get(name).and_then(Value::as_u64);
    let mut stats = Stats::default();
    stats.reduce = seconds(object, "reduce_seconds")?;
    stats.encode = seconds(object, "encode_seconds")?;
    stats.solve = seconds(object, "solve_seconds")?;
    stats.decode = seconds(object, "decode_seconds")?;
    stats.variables = number("variables")?;
    stats.clauses = number("clauses")?;
    stats.conflicts = number("conflicts");
    stats.steps = number("steps");
    Some(stats)
}

fn seconds(object: &Map<String, Value>, name: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(object.get(name)?.as_f64()?).ok()
}
