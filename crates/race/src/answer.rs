//! One question to one entrant, within this process.

use std::time::Duration;

use satdoku::budget::{Budget, CancelToken, StopReason};
use satdoku::solver::Stats;
use satdoku::verdict::Verdict;
use satdoku_ask::{Failure, Question, Reply};

use crate::Outcome;

/// A puzzle that every solver answers instantly.
const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// How long an entrant may take to warm up.
const WARM_UP: Duration = Duration::from_secs(1);

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) outcome: Outcome,
    pub(crate) total: Duration,
    pub(crate) stats: Stats,
    pub(crate) winner: Option<String>,
}

/// What came of a question.
pub(crate) enum Response {
    /// The entrant answered, or failed to.
    Answered(Answer),
    /// The question was cancelled.
    Cancelled,
    /// The answer is wrong, and what is wrong with it.
    Wrong(String),
}

impl From<Answer> for Response {
    fn from(answer: Answer) -> Self {
        Self::Answered(answer)
    }
}

impl Answer {
    /// A run without an answer, and its duration.
    pub(crate) fn none(outcome: Outcome, total: Duration) -> Self {
        Self { outcome, total, stats: Stats::default(), winner: None }
    }

    /// What an entrant's answer is worth within the time limit. That the entrant failed is an answer as well.
    pub(crate) fn of(answer: satdoku_ask::Answer, limit: Option<Duration>) -> Response {
        let satdoku_ask::Answer { reply, total, stats, winner } = answer;
        let outcome = match reply {
            Err(Failure { message, is_wrong: true }) => return Response::Wrong(message),
            Err(Failure { message, is_wrong: false }) => Outcome::Failed(message),
            Ok(Reply::Verdict(Verdict::Unknown(StopReason::Cancelled))) => return Response::Cancelled,
            Ok(Reply::Verdict(Verdict::Unknown(StopReason::Time))) => Outcome::Time,
            Ok(Reply::Verdict(Verdict::Unknown(StopReason::Memory))) => Outcome::Memory,
            Ok(Reply::Verdict(Verdict::Unknown(_))) => Outcome::Undecided,
            // Some solvers check the clock rarely: a late answer does not count.
            Ok(_) if limit.is_some_and(|limit| total > limit) => Outcome::Time,
            Ok(Reply::Verdict(Verdict::Satisfiable(_))) => Outcome::Satisfiable,
            Ok(Reply::Verdict(Verdict::Unsatisfiable)) => Outcome::Unsatisfiable,
            Ok(Reply::Count(_)) => Outcome::Failed("it counted, and was not asked to".to_owned()),
        };
        Self { outcome, total, stats, winner: winner.map(|winner| winner.to_string()) }.into()
    }
}

/// Lets an entrant answer an easy puzzle, so that its code is in memory; the answer is ignored.
pub(crate) fn warm_up(question: &Question, cancel: &CancelToken) {
    let time = question.time.map_or(WARM_UP, |time| WARM_UP.min(time));
    let easy = Question::new(EASY.parse().expect("an easy puzzle"), question.choice.clone());
    let _ = Question { time: Some(time), ..easy }.answer(&Budget::unlimited().with_cancel(cancel.clone()));
}
