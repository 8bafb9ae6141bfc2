//! Who says what is known of a puzzle's solutions: a solver above this room, or whatever a caller has.

use std::sync::Arc;

use satdoku_puzzle::grid::Grid;

use crate::layout::BoardTables;
use crate::walk::Referee;

/// Finds the solutions of puzzles, which steps are held against and never found by.
pub trait Umpire {
    /// Why a puzzle has no referee.
    type Error;

    /// What is known of a puzzle's solutions. Where it has several, all digits that are in some are looked for too if `wants_all`.
    ///
    /// What the budget does not allow is left unknown, with the reason in [`Referee::stopped`].
    ///
    /// # Errors
    /// If the solver fails.
    fn judge(&self, puzzle: &Grid, layout: &Arc<BoardTables>, wants_all: bool) -> Result<Referee, Self::Error>;
}
