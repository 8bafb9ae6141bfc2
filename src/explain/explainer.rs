//! Asks what there is to explain of a puzzle, and explains it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::budget::{Budget, StopReason, Stopwatch};
use crate::error::Error;
use crate::explain::ambiguity::Ambiguity;
use crate::explain::candidates::TrueCandidates;
use crate::explain::chain::Chain;
use crate::explain::conflict::{self, Clash, NoSolution};
use crate::explain::oracle::Oracle;
use crate::explain::parts::Parts;
use crate::explain::redundancy::Redundancy;
use crate::explain::solution_pool::Pool;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::solver::{Options, Solver};
use crate::verdict::Verdict;

/// What there is to say of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Explanation {
    /// It has no solution.
    Conflict(NoSolution),
    /// It has more than one.
    Ambiguity(Ambiguity),
    /// It has exactly one.
    Redundancy(Redundancy),
    /// The budget ran out before that was known.
    Unknown {
        /// What ran out.
        reason: StopReason,
        /// A solution, if the search found one; the puzzle may have more.
        solution: Option<Solution>,
    },
}

impl Explanation {
    /// What ran out before everything was told, if anything did.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        match self {
            Self::Conflict(NoSolution::Clash(_)) => None,
            Self::Conflict(NoSolution::Core(core)) => core.stopped,
            Self::Ambiguity(ambiguity) => ambiguity.stopped,
            Self::Redundancy(redundancy) => redundancy.stopped,
            Self::Unknown { reason, .. } => Some(*reason),
        }
    }
}

/// Explains puzzles on one board, with a solver that is kept from puzzle to puzzle.
///
/// ```
/// use satdoku::explain::{Explainer, Explanation, NoSolution};
/// use satdoku::{Grid, Options, Solver};
///
/// let puzzle: Grid = "123....4........".parse()?;
/// let mut explainer = Explainer::new(&Solver::Auto, puzzle.geometry(), &Options::default())?;
/// let Explanation::Conflict(conflict) = explainer.explain(&puzzle)? else { panic!("it has no solution") };
/// assert_eq!(conflict.to_string(), "r1c1=1 r1c2=2 r2c4=4 cannot stand together");
/// let NoSolution::Core(core) = conflict else { panic!("no two of them clash") };
/// let chain = core.chain?.expect("no search is needed to see it");
/// assert_eq!(chain.contradiction.in_words(puzzle.geometry()).to_string(), "no place is left for 4 in row 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// An explainer stays on the thread that opened it, since some of the SAT solvers behind it cannot leave theirs.
pub struct Explainer {
    oracle: Oracle,
    budget: Budget,
}

impl fmt::Debug for Explainer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explainer").field("budget", &self.budget).finish_non_exhaustive()
    }
}

impl Explainer {
    /// An explainer for a board. [`Solver::Auto`] is the 9×9 kernel on the classic board, dancing links on others up to
    /// side 9, and beyond, and where a board has rules, [`Backend::Cdcl`](crate::Backend::Cdcl).
    ///
    /// The time limit of the options is for all that is told of one puzzle; a limit of steps for each question that a
    /// solver is asked.
    ///
    /// # Errors
    /// If the solver is not in this build or does not know the board.
    pub fn new(solver: &Solver, board: &Arc<Geometry>, options: &Options) -> Result<Self, Error> {
        Ok(Self { oracle: Oracle::open(solver, board, options)?, budget: options.budget.clone() })
    }

    /// Explains a puzzle.
    ///
    /// # Errors
    /// If the puzzle has another board, or the solver fails or returns a wrong answer.
    pub fn explain(&mut self, puzzle: &Grid) -> Result<Explanation, Error> {
        span!("explain", board = puzzle.geometry());
        self.oracle.check_board(puzzle)?;
        if let Some(clash) = Clash::of(puzzle) {
            return Ok(Explanation::Conflict(NoSolution::Clash(clash)));
        }
        let running = &self.budget.start();
        let oracle = &mut self.oracle;
        let parts = &mut match Parts::of(puzzle, oracle.memory(), running) {
            Err(Error::Stopped(reason)) => return Ok(Explanation::Unknown { reason, solution: None }),
            parts => parts?,
        };
        let all = parts.all();
        let chain = Chain::of(&parts.some(&all).puzzle, running);
        if chain != Ok(None) {
            return Ok(Explanation::Conflict(NoSolution::Core(conflict::core(
                parts,
                chain,
                Duration::ZERO,
                oracle,
                running,
            )?)));
        }
        let watch = Stopwatch::start();
        let mut pool = Pool::new(puzzle, oracle, running)?;
        Ok(match (pool.fill(2, oracle, running)?, pool.known.len()) {
            (Verdict::Satisfiable(()), _) => Explanation::Ambiguity(Ambiguity::of(pool, oracle, running)?),
            (Verdict::Unknown(reason), _) => Explanation::Unknown { reason, solution: pool.known.pop() },
            (Verdict::Unsatisfiable, 0) => Explanation::Conflict(NoSolution::Core(conflict::core(
                parts,
                Ok(None),
                watch.elapsed(),
                oracle,
                running,
            )?)),
            (Verdict::Unsatisfiable, _) => {
                Explanation::Redundancy(Redundancy::of(parts, pool.known.swap_remove(0), oracle, running)?)
            }
        })
    }

    /// The digits of each empty cell that are in some solution.
    ///
    /// # Errors
    /// If the puzzle has another board, or the solver fails or returns a wrong answer.
    pub fn true_candidates(&mut self, puzzle: &Grid) -> Result<TrueCandidates, Error> {
        self.candidates_to(puzzle, 1)
    }

    /// The digits of each empty cell that are in some solution, with the number of their solutions up to `most`.
    ///
    /// # Errors
    /// As of [`true_candidates`](Self::true_candidates).
    ///
    /// ```
    /// use satdoku::explain::Explainer;
    /// use satdoku::{Grid, Options, Solver};
    ///
    /// let puzzle: Grid = "1.......4......2".parse()?;
    /// let mut explainer = Explainer::new(&Solver::Auto, puzzle.geometry(), &Options::default())?;
    /// let candidates = explainer.candidates_to(&puzzle, 3)?;
    /// assert_eq!(candidates.count("r1c2=3".parse()?), 2);
    /// assert_eq!(candidates.count("r1c2=2".parse()?), 0);
    /// let empty: Grid = "................".parse()?;
    /// assert_eq!(explainer.candidates_to(&empty, 100)?.count("r4c4=3".parse()?), 72);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn candidates_to(&mut self, puzzle: &Grid, most: u8) -> Result<TrueCandidates, Error> {
        span!("candidates", board = puzzle.geometry());
        self.oracle.check_board(puzzle)?;
        TrueCandidates::of(puzzle, most, &mut self.oracle, &self.budget.start())
    }
}
