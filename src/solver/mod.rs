//! One facade over all ways to solve: the only place where the roads meet.
//!
//! A [`Solver`] is a plain value that says which way; [`Options`] say how; a [`Session`] is a solver at work on one
//! board. Clues are checked before anything is encoded, and every answer is checked before it becomes a
//! [`Solution`](crate::grid::Solution).

mod engine;
mod options;
mod sat;
mod session;
mod solutions;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub use options::{Mode, Options, Stats};
pub use session::Session;
pub use solutions::Solutions;

use crate::backend::{Backend, UnknownBackend};
use crate::error::Error;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::verdict::{Count, Verdict};

/// A way to solve.
///
/// ```
/// use satdoku::{Backend, Solver};
///
/// let solver: Solver = "sat:splr".parse()?;
/// assert_eq!(solver, Solver::Sat(Backend::Splr));
/// assert_eq!(solver.to_string(), "sat:splr");
/// # Ok::<(), satdoku::solver::UnknownSolver>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Solver {
    /// Whatever of this build suits the board best.
    #[default]
    Auto,
    /// Through clauses and a SAT solver.
    Sat(Backend),
}

impl Solver {
    /// The solvers that this build has, `Auto` left out. External programs may still be missing on this machine.
    #[must_use]
    pub fn all() -> Vec<Self> {
        Backend::all().into_iter().filter(Backend::is_compiled).map(Self::Sat).collect()
    }

    /// Solves a puzzle with the default options.
    ///
    /// # Errors
    /// If the solver is not in this build, fails, or returns a wrong answer.
    pub fn solve(&self, puzzle: &Grid) -> Result<Verdict<Solution>, Error> {
        self.solve_with(puzzle, &Options::default())
    }

    /// Solves a puzzle.
    ///
    /// # Errors
    /// If the solver is not in this build, fails, or returns a wrong answer.
    pub fn solve_with(&self, puzzle: &Grid, options: &Options) -> Result<Verdict<Solution>, Error> {
        self.session(puzzle.geometry(), options)?.solve(puzzle)
    }

    /// Counts the solutions of a puzzle, up to a limit if one is given.
    ///
    /// # Errors
    /// If the solver is not in this build, fails, or returns a wrong answer.
    pub fn count(&self, puzzle: &Grid, limit: Option<u128>, options: &Options) -> Result<Count, Error> {
        self.session(puzzle.geometry(), options)?.count(puzzle, limit)
    }

    /// All solutions of a puzzle, one after another.
    ///
    /// # Errors
    /// If the solver is not in this build.
    pub fn solutions(&self, puzzle: &Grid, options: &Options) -> Result<Solutions<'static>, Error> {
        self.session(puzzle.geometry(), options)?.into_solutions(puzzle)
    }

    /// Whether a puzzle has exactly one solution; `None` where the budget ran out before that was known.
    ///
    /// # Errors
    /// If the solver is not in this build, fails, or returns a wrong answer.
    pub fn is_unique(&self, puzzle: &Grid, options: &Options) -> Result<Option<bool>, Error> {
        self.session(puzzle.geometry(), options)?.is_unique(puzzle)
    }

    /// Opens a session on a board.
    ///
    /// # Errors
    /// If the solver is not in this build.
    pub fn session(&self, geometry: &Arc<Geometry>, options: &Options) -> Result<Session, Error> {
        match self {
            Self::Auto => Self::Sat(Self::default_backend()).session(geometry, options),
            Self::Sat(backend) => {
                let backend = backend.clone();
                Session::with_backend(geometry, options, move |open| backend.open(open))
            }
        }
    }

    /// The first backend that is compiled in; without any, the one whose error says what is missing.
    fn default_backend() -> Backend {
        Backend::all().into_iter().find(Backend::is_compiled).unwrap_or(Backend::Varisat)
    }
}

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.pad("auto"),
            Self::Sat(backend) => f.pad(&format!("sat:{backend}")),
        }
    }
}

/// A word that names no solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownSolver {
    /// It is no solver's name.
    #[error("expected auto or sat:BACKEND, found {0:?}")]
    Solver(String),
    /// It is `sat:` and no backend's name.
    #[error(transparent)]
    Backend(#[from] UnknownBackend),
}

impl FromStr for Solver {
    type Err = UnknownSolver;

    fn from_str(name: &str) -> Result<Self, UnknownSolver> {
        match (name, name.strip_prefix("sat:")) {
            ("auto", _) => Ok(Self::Auto),
            (_, Some(backend)) => Ok(Self::Sat(backend.parse()?)),
            _ => Err(UnknownSolver::Solver(name.to_owned())),
        }
    }
}
