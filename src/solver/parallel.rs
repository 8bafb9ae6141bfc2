//! Many puzzles on all cores, through rayon: each thread keeps a session while the board stays the same.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::error::Error;
use crate::grid::{Grid, Solution};
use crate::solver::names::Solver;
use crate::solver::options::Options;
use crate::solver::session::Session;
use crate::verdict::{Count, Verdict};

impl Solver {
    /// Solves puzzles on all cores; if the iterator is indexed, the answers keep the order of the puzzles.
    ///
    /// Puzzles may have different boards. The budget in `options` applies to each puzzle separately. For millions of 9×9 puzzles
    /// [`nine::par_answer`](crate::nine::par_answer) is many times faster: it makes no grids.
    ///
    /// ```
    /// use rayon::prelude::*;
    /// use satdoku::{Grid, Options, Solver};
    ///
    /// let puzzles: Vec<Grid> = [".4.2...1.....3..", "11..............", "12.............."]
    ///     .par_iter().map(|line| line.parse()).collect::<Result<_, _>>()?;
    /// let solved = Solver::Auto.par_solve(&puzzles, &Options::default()).collect::<Result<Vec<_>, _>>()?;
    /// assert!(solved[0].is_satisfiable() && solved[1].is_unsatisfiable() && solved[2].is_satisfiable());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Each answer may be an error: the solver is not in this build, fails, or returns a wrong answer.
    pub fn par_solve<'a, P>(
        &'a self,
        puzzles: P,
        options: &'a Options,
    ) -> impl ParallelIterator<Item = Result<Verdict<Solution>, Error>> + use<'a, P>
    where
        P: IntoParallelIterator<Item = &'a Grid, Iter: 'a>,
    {
        let solve = |session: &mut Session, puzzle: &Grid| session.solve(puzzle);
        puzzles.into_par_iter().map_init(|| None, move |session, puzzle| self.ask(session, puzzle, options, solve))
    }

    /// Counts the solutions of puzzles on all cores, up to a limit if one is given; otherwise as
    /// [`par_solve`](Self::par_solve).
    ///
    /// # Errors
    /// Each answer may be an error: the solver is not in this build, fails, or returns a wrong answer.
    pub fn par_count<'a, P>(
        &'a self,
        puzzles: P,
        limit: Option<u64>,
        options: &'a Options,
    ) -> impl ParallelIterator<Item = Result<Count, Error>> + use<'a, P>
    where
        P: IntoParallelIterator<Item = &'a Grid, Iter: 'a>,
    {
        let count = move |session: &mut Session, puzzle: &Grid| session.count(puzzle, limit);
        puzzles.into_par_iter().map_init(|| None, move |session, puzzle| self.ask(session, puzzle, options, count))
    }

    /// Asks about a puzzle in the thread's session, or in a new one where the board is another or the last puzzle failed.
    fn ask<T>(
        &self,
        kept: &mut Option<Session>,
        puzzle: &Grid,
        options: &Options,
        ask: impl Fn(&mut Session, &Grid) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut session = match kept.take() {
            Some(session) if session.geometry() == puzzle.geometry() => session,
            _ => self.session(puzzle.geometry(), options)?,
        };
        let answer = ask(&mut session, puzzle)?;
        *kept = Some(session);
        Ok(answer)
    }
}
