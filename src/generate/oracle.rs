//! The solver queries of the generator: puzzles with rules, and boards that its own search does not fill.

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::budget::{Budget, Running, StopReason};
use crate::error::Error;
use crate::generate::error::GenerateError;
use crate::generate::removal::Tested;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::solver::{Options, Portfolio, Session, Solver};
use crate::verdict::Verdict;

/// A test of clues may take so many steps, divided by the number of cells. At 9×9 the steps suffice for nearly all tests.
const CELL_STEPS: u64 = 400_000;

/// A solver that answers the generator's questions within a budget.
pub(super) struct SolverOracle {
    session: Session,
    budget: Budget,
}

impl SolverOracle {
    pub(super) fn new(board: &Arc<Geometry>, budget: &Budget) -> Result<Self, Error> {
        Self::by(&Solver::Auto, board, budget.clone())
    }

    /// A solver that gives up after a fixed number of steps, so that the puzzle depends on the recipe alone and not on the machine.
    pub(super) fn briefly(board: &Arc<Geometry>, budget: &Budget) -> Result<Self, Error> {
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

    /// A solution of a puzzle; `None` if the puzzle is unsatisfiable.
    pub(super) fn solve(&mut self, puzzle: &Grid, running: &Running) -> Result<Option<Solution>, GenerateError> {
        self.limit(running)?;
        match self.session.solve(puzzle)? {
            Verdict::Satisfiable(solution) => Ok(Some(solution)),
            Verdict::Unsatisfiable => Ok(None),
            Verdict::Unknown(reason) => Err(reason.into()),
        }
    }

    /// Whether a puzzle has exactly one solution.
    pub(super) fn test(&mut self, puzzle: &Grid, running: &Running) -> Result<Tested, GenerateError> {
        self.limit(running)?;
        let count = self.session.count(puzzle, Some(2))?;
        match (count.is_more_than(1), count.stopped()) {
            (Some(is_more), _) => Ok(if is_more { Tested::Several } else { Tested::Unique }),
            (None, Some(StopReason::Steps)) => Ok(Tested::Undecided),
            (None, stopped) => Err(stopped.unwrap_or(StopReason::Incomplete).into()),
        }
    }
}
