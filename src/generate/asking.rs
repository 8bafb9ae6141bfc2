//! What the generator asks a solver about puzzles with rules, and about boards that its own search does not fill.

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::budget::{Budget, Running, StopReason};
use crate::error::Error;
use crate::generate::GenerateError;
use crate::generate::removal::Tested;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::solver::{Options, Portfolio, Session, Solver};
use crate::verdict::Verdict;

/// A test of clues may take so many steps, divided by the number of cells. At 9×9 they are enough for nearly all.
const CELL_STEPS: u64 = 400_000;

/// A solver that is asked within a budget.
pub(in crate::generate) struct Asking {
    session: Session,
    budget: Budget,
}

impl Asking {
    pub(in crate::generate) fn new(board: &Arc<Geometry>, budget: &Budget) -> Result<Self, Error> {
        Self::by(&Solver::Auto, board, budget.clone())
    }

    /// One that gives up after some steps: always the same number, so that a puzzle depends on nothing else.
    pub(in crate::generate) fn briefly(board: &Arc<Geometry>, budget: &Budget) -> Result<Self, Error> {
        let steps = CELL_STEPS / board.cell_count() as u64;
        Self::by(&Solver::Propagating, board, budget.clone().with_steps(steps))
    }

    fn by(solver: &Solver, board: &Arc<Geometry>, budget: Budget) -> Result<Self, Error> {
        // On several threads another solution may be found the next time.
        let portfolio = Portfolio { threads: Some(NonZeroUsize::MIN), ..Portfolio::default() };
        let options = Options { budget: budget.clone(), portfolio, ..Options::default() };
        Ok(Self { session: solver.session(board, &options)?, budget })
    }

    fn limit(&mut self, running: &Running) -> Result<(), StopReason> {
        running.check()?;
        if let Some(left) = running.time_left() {
            self.session.set_budget(self.budget.clone().with_time(left));
        }
        Ok(())
    }

    /// A solution of a puzzle, if it has one.
    pub(in crate::generate) fn solve(
        &mut self,
        puzzle: &Grid,
        running: &Running,
    ) -> Result<Option<Solution>, GenerateError> {
        self.limit(running)?;
        match self.session.solve(puzzle)? {
            Verdict::Satisfiable(solution) => Ok(Some(solution)),
            Verdict::Unsatisfiable => Ok(None),
            Verdict::Unknown(reason) => Err(reason.into()),
        }
    }

    /// Whether a puzzle has one solution.
    pub(in crate::generate) fn test(&mut self, puzzle: &Grid, running: &Running) -> Result<Tested, GenerateError> {
        self.limit(running)?;
        let count = self.session.count(puzzle, Some(2))?;
        match (count.is_more_than(1), count.stopped()) {
            (Some(is_more), _) => Ok(if is_more { Tested::Several } else { Tested::Unique }),
            (None, Some(StopReason::Steps)) => Ok(Tested::Undecided),
            (None, stopped) => Err(stopped.unwrap_or(StopReason::Incomplete).into()),
        }
    }
}
