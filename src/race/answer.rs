//! One question to one entrant, in this process.

use std::time::Duration;

use crate::budget::{Budget, CancelToken, StopReason};
use crate::protocol::{self, Failure, Question, Reply};
use crate::race::Outcome;
use crate::solver::Stats;
use crate::verdict::Verdict;

/// A puzzle that every solver answers at once.
const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// How long an entrant may take to warm up.
const WARM_UP: Duration = Duration::from_secs(1);

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::race) struct Answer {
    pub(in crate::race) outcome: Outcome,
    pub(in crate::race) total: Duration,
    pub(in crate::race) stats: Stats,
    pub(in crate::race) winner: Option<String>,
}

impl Answer {
    /// No answer, after so long.
    pub(in crate::race) fn none(outcome: Outcome, total: Duration) -> Self {
        Self { outcome, total, stats: Stats::default(), winner: None }
    }

    /// What an entrant's answer is worth within the time limit. That the entrant failed is an answer; only a wrong one is an
    /// error, with what is wrong, and that the question was cancelled is none.
    pub(in crate::race) fn of(answer: protocol::Answer, limit: Option<Duration>) -> Result<Option<Self>, String> {
        let protocol::Answer { reply, total, stats, winner } = answer;
        let outcome = match reply {
            Err(Failure { message, is_wrong: true }) => return Err(message),
            Err(Failure { message, is_wrong: false }) => Outcome::Failed(message),
            Ok(Reply::Verdict(Verdict::Unknown(StopReason::Cancelled))) => return Ok(None),
            Ok(Reply::Verdict(Verdict::Unknown(StopReason::Time))) => Outcome::Time,
            Ok(Reply::Verdict(Verdict::Unknown(StopReason::Memory))) => Outcome::Memory,
            Ok(Reply::Verdict(Verdict::Unknown(_))) => Outcome::Undecided,
            // Some solvers look at the clock rarely: an answer that comes too late is none.
            Ok(_) if limit.is_some_and(|limit| total > limit) => Outcome::Time,
            Ok(Reply::Verdict(Verdict::Satisfiable(_))) => Outcome::Satisfiable,
            Ok(Reply::Verdict(Verdict::Unsatisfiable)) => Outcome::Unsatisfiable,
            Ok(Reply::Count(_)) => Outcome::Failed("it counted, and was not asked to".to_owned()),
        };
        Ok(Some(Self { outcome, total, stats, winner: winner.map(|winner| winner.to_string()) }))
    }
}

/// Has an entrant answer an easy puzzle, so that its code is in memory; what it says is of no interest.
pub(in crate::race) fn warm_up(question: &Question, cancel: &CancelToken) {
    let time = question.time.map_or(WARM_UP, |time| WARM_UP.min(time));
    let easy = Question::new(EASY.parse().expect("an easy puzzle"), question.choice.clone());
    let _ = Question { time: Some(time), ..easy }.answer(&Budget::unlimited().with_cancel(cancel.clone()));
}
