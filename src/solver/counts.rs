//! What is asked of [`counting`] about one puzzle, with the options of a solver.

use crate::backend::OpenOptions;
use crate::counting::{self, Estimate};
use crate::error::Error;
use crate::grid::Grid;
use crate::solver::session::check_memory;
use crate::solver::{Options, Solver};

impl Solver {
    /// Estimates the number of solutions by so many random dives, or as many as the budget allows: see
    /// [`counting::estimate`]. Any board and any rules; the dives are the same whichever solver is asked.
    ///
    /// # Errors
    /// If deduction on the board would take more memory than allowed.
    ///
    /// ```
    /// use satdoku::{Grid, Options, Solver};
    ///
    /// let empty: Grid = ".".repeat(36).parse()?;
    /// let estimate = Solver::Auto.estimate_with(&empty, 500, &Options::default())?;
    /// assert!((2e7..4e7).contains(&estimate.mean()), "28,200,960 is the number");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn estimate_with(&self, puzzle: &Grid, dives: u64, options: &Options) -> Result<Estimate, Error> {
        check_memory(puzzle.geometry(), options.memory.unwrap_or(OpenOptions::DEFAULT_MEMORY))?;
        let seed = options.seed.unwrap_or_default();
        Ok(counting::estimate(puzzle, dives, seed, options.portfolio.threads, &options.budget.start()))
    }
}
