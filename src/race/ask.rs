//! One question to one entrant, in this process.

use std::time::Duration;

use crate::budget::{Budget, CancelToken, StopReason, Stopwatch};
use crate::error::Error;
use crate::grid::{Grid, Solution};
use crate::race::{Entrant, Outcome};
use crate::solver::Stats;
use crate::verdict::Verdict;

/// A puzzle that every solver answers at once.
const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// How long an entrant may take to warm up.
const WARM_UP: Duration = Duration::from_secs(1);

/// What an entrant answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::race) struct Answer {
    pub(in crate::race) outcome: Outcome,
    pub(in crate::race) solution: Option<Solution>,
    pub(in crate::race) total: Duration,
    pub(in crate::race) stats: Stats,
    pub(in crate::race) winner: Option<String>,
}

impl Answer {
    /// No answer, after so long.
    pub(in crate::race) fn none(outcome: Outcome, total: Duration) -> Self {
        Self { outcome, solution: None, total, stats: Stats::default(), winner: None }
    }
}

/// What is asked of an entrant.
#[derive(Clone, Debug)]
pub(in crate::race) struct Question<'a> {
    pub(in crate::race) entrant: &'a Entrant,
    pub(in crate::race) repetition: u32,
    pub(in crate::race) puzzle: &'a Grid,
    pub(in crate::race) time: Duration,
    pub(in crate::race) cancel: &'a CancelToken,
}

impl Question<'_> {
    /// Has the entrant answer an easy puzzle, so that its code is in memory; whatever it says is of no interest.
    pub(in crate::race) fn warm_up(&self) {
        let easy: Grid = EASY.parse().expect("an easy puzzle");
        let budget = Budget::unlimited().with_time(WARM_UP.min(self.time)).with_cancel(self.cancel.clone());
        let _ = self.entrant.solver.solve_with(&easy, &self.entrant.options(self.repetition, budget));
    }

    /// The answer. That the entrant failed is one; only a wrong answer is an error, and that somebody cancelled is none.
    ///
    /// # Errors
    /// What is wrong with a wrong answer.
    pub(in crate::race) fn ask(&self) -> Result<Option<Answer>, Error> {
        let budget = Budget::unlimited().with_time(self.time).with_cancel(self.cancel.clone());
        let options = self.entrant.options(self.repetition, budget);
        let watch = Stopwatch::start();
        let session = self.entrant.solver.session(self.puzzle.geometry(), &options);
        let asked = session.and_then(|mut session| {
            let verdict = session.solve(self.puzzle)?;
            let total = watch.elapsed();
            Ok((verdict, total, session.stats(), session.winner().map(ToString::to_string)))
        });
        let (verdict, total, stats, winner) = match asked {
            Ok(asked) => asked,
            Err(error @ (Error::WrongAnswer { .. } | Error::Disagreement { .. })) => return Err(error),
            Err(error) => return Ok(Some(Answer::none(Outcome::Failed(error.to_string()), watch.elapsed()))),
        };
        let (outcome, solution) = match verdict {
            Verdict::Unknown(StopReason::Cancelled) => return Ok(None),
            Verdict::Unknown(StopReason::Time) => (Outcome::Time, None),
            Verdict::Unknown(StopReason::Memory) => (Outcome::Memory, None),
            Verdict::Unknown(_) => (Outcome::Undecided, None),
            // Some solvers look at the clock rarely: an answer that comes too late is none.
            _ if total > self.time => (Outcome::Time, None),
            Verdict::Satisfiable(solution) => (Outcome::Satisfiable, Some(solution)),
            Verdict::Unsatisfiable => (Outcome::Unsatisfiable, None),
        };
        Ok(Some(Answer { outcome, solution, total, stats, winner }))
    }
}
