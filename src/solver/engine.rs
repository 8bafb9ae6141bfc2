//! The interface between a session and its engines.

use crate::budget::Running;
use crate::error::Error;
use crate::grid::Solution;
use crate::reduction::Reduced;
use crate::solver::names::Solver;
use crate::solver::options::Stats;
use crate::verdict::{Count, Verdict};

/// An engine for one board: begins a puzzle, then returns its solutions one by one.
///
/// The puzzles it is given have the session's board and no two clues in conflict.
pub(super) trait Engine {
    /// Starts a puzzle and forgets the last one. The engine may use the deductions in `puzzle`.
    fn begin(&mut self, puzzle: Reduced);

    /// The next solution, always a new one; after the last, `Unsatisfiable`. After `Unknown` the puzzle is given up.
    fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error>;

    /// Counts the remaining solutions, at most `limit`.
    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Result<Count, Error> {
        count_listed(self, limit, running)
    }

    /// Whether the engine reads the candidates of a puzzle, which take memory on large boards.
    fn needs_candidates(&self) -> bool {
        true
    }

    /// Whether the engine counts steps in `running`.
    fn takes_steps(&self) -> bool {
        true
    }

    /// The cost of the puzzle so far.
    fn stats(&self) -> Stats;

    /// The solver of the last answer, if the engine has a choice.
    fn winner(&self) -> Option<&Solver> {
        None
    }
}

/// Counts the remaining solutions, at most `limit`, by listing.
pub(super) fn count_listed<E: Engine + ?Sized>(
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
