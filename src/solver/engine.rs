//! What every road is to a session.

use crate::budget::Running;
use crate::error::Error;
use crate::grid::Solution;
use crate::reduction::Reduced;
use crate::solver::{Solver, Stats};
use crate::verdict::{Count, Verdict};

/// A road at work on one board: begins a puzzle, then gives its solutions one after another.
///
/// The puzzles it is given have the session's board and no two clues in conflict.
pub(in crate::solver) trait Engine {
    /// Starts on a puzzle and forgets the one before. What was deduced of it is there to be used.
    fn begin(&mut self, puzzle: Reduced);

    /// The next solution: a different one each time, then `Unsatisfiable`. After `Unknown` the puzzle is given up.
    fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error>;

    /// Counts the solutions that are left, at most `limit`.
    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Result<Count, Error> {
        count_listed(self, limit, running)
    }

    /// Whether it asks for the candidates of a puzzle, which on large boards take memory.
    fn needs_candidates(&self) -> bool {
        true
    }

    /// Whether it counts steps on the clock it is given.
    fn takes_steps(&self) -> bool {
        true
    }

    /// What the puzzle has taken so far.
    fn stats(&self) -> Stats;

    /// Who gave the last answer, if there is a choice.
    fn winner(&self) -> Option<&Solver> {
        None
    }
}

/// Counts the solutions that are left, at most `limit`, by listing them.
pub(in crate::solver) fn count_listed<E: Engine + ?Sized>(
    engine: &mut E,
    limit: Option<u64>,
    running: &mut Running,
) -> Result<Count, Error> {
    let mut failed = None;
    let count = Count::by(limit, || match engine.next(running) {
        Ok(verdict) => verdict.map(drop),
        Err(error) => {
            failed = Some(error);
            Verdict::Unsatisfiable
        }
    });
    failed.map_or(Ok(count), Err)
}
