//! One facade over all ways to solve: the only place that knows them all.
//!
//! A [`Solver`] is a plain value that says which way; [`Options`] say how; a [`Session`] is a solver at work on one
//! board. Clues are checked before anything is encoded, and every answer is checked before it becomes a
//! [`Solution`].

mod certified;
mod columns;
mod counts;
mod cover;
mod defaults;
mod engine;
mod further_solutions;
mod learner;
mod metered;
mod nine;
mod options;
#[cfg(feature = "parallel")]
mod parallel;
mod portfolio;
mod renaming;
mod ruled;
mod sat;
mod search;
mod send_session;
mod session;
mod small;
mod solutions;
mod structured;
mod templates;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub use options::{Ability, Mode, Options, Stats};
pub use portfolio::{Member, Portfolio};
pub use send_session::{SendSession, SentSolutions};
pub use session::Session;
pub(crate) use session::check_memory;
pub use solutions::Solutions;

use itertools::Itertools;

use crate::backend::{Backend, UnknownBackend};
use crate::counting::splits;
use crate::error::Error;
use crate::exact_cover::ItemChoice;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::solver::columns::ColumnsEngine;
use crate::solver::cover::{CoverEngine, Method};
use crate::solver::engine::Engine;
use crate::solver::further_solutions::FurtherSolutions;
use crate::solver::metered::Metered;
use crate::solver::nine::NineEngine;
use crate::solver::portfolio::{CubesEngine, PortfolioEngine};
use crate::solver::ruled::RuledEngine;
use crate::solver::sat::SatEngine;
use crate::solver::search::SearchEngine;
use crate::solver::small::SmallEngine;
use crate::solver::structured::Structured;
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
    /// The solver of this build that suits the board best.
    #[default]
    Auto,
    /// Through clauses and a SAT solver.
    Sat(Backend),
    /// Several solvers at once, of which the first to answer wins; see [`Portfolio`].
    Portfolio,
    /// The 9×9 kernel [`crate::nine`], for the classic board only; solutions beyond the first are listed by dancing
    /// links.
    Nine,
    /// The sum over the columns of boxes, [`crate::counting::columns`], for the classic board only: it counts, and neither
    /// finds nor lists solutions.
    Columns,
    /// Through exact cover and dancing links.
    DancingLinks(ItemChoice),
    /// Through exact cover and Algorithm X over plain maps and sets.
    AlgorithmX,
    /// Search that propagates singles and the rules of a puzzle between its choices.
    Propagating,
    /// Plain backtracking, row by row.
    Backtracking,
    /// Backtracking with minimum remaining values, degree and forward checking.
    Mrv,
    /// Local search, for large grids that have solutions: it finds one or answers *unknown*. Unless the options say
    /// otherwise deduction comes first, which may show that there is no solution or only one.
    Local,
}

impl Solver {
    /// The solvers that need no feature, each with its name and what it is.
    const DIRECT: [(Self, &'static str, &'static str); 10] = [
        (Self::Portfolio, "portfolio", "several solvers at once: the first answer wins"),
        (Self::Nine, nine::NAME, "the 9x9 kernel: the classic board only"),
        (Self::Columns, columns::NAME, "the sum over columns of boxes: it only counts, the classic board only"),
        (Self::DancingLinks(ItemChoice::Smallest), "dlx", "exact cover by dancing links, the smallest item first"),
        (
            Self::DancingLinks(ItemChoice::Leftmost),
            "dlx-leftmost",
            "exact cover by dancing links, the leftmost item first",
        ),
        (Self::AlgorithmX, "algorithm-x", "exact cover by Algorithm X over maps and sets"),
        (Self::Propagating, "propagating", "search that propagates singles and rules between its choices"),
        (Self::Mrv, "mrv", "search: the cell with the fewest digits first"),
        (Self::Backtracking, "backtracking", "search row by row"),
        (Self::Local, "local", "local search, for large grids that have solutions"),
    ];

    /// Up to this side `Auto` dances first, where the board is not the kernel's; beyond, it is the portfolio.
    pub(crate) const SIDE_TO_DANCE: usize = 9;

    /// From this side on a grid is large: direct search and the default settings of SAT solvers are lost on one with many
    /// solutions, local search is not.
    pub(crate) const LARGE_SIDE: usize = 30;

    /// Up to so many solutions of a classic puzzle `Auto` counts one by one; beyond, [`Columns`](Self::Columns) counts where
    /// that takes less time.
    pub const COUNTED_SINGLY: u64 = nine::LISTED;

    /// The solvers that this build has, `Auto` left out. External programs may still be missing on this machine.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let sat = Backend::all().into_iter().filter(Backend::is_compiled).map(Self::Sat);
        sat.chain(Self::DIRECT.into_iter().map(|(solver, ..)| solver)).collect()
    }

    /// The names of all solvers, in this build or not, each with what it is in a few words. Those of the backends go
    /// without the `sat:` that may stand before them.
    #[must_use]
    pub fn names() -> Vec<(&'static str, &'static str)> {
        let direct = Self::DIRECT.into_iter().map(|(_, name, summary)| (name, summary));
        [(AUTO, "what suits the board best")].into_iter().chain(direct).chain(Backend::names()).collect()
    }

    /// What the solver is, in a few words.
    #[must_use]
    pub fn summary(&self) -> String {
        match self {
            Self::Auto => "dancing links, then deduction and a SAT solver where those take long".to_owned(),
            Self::Sat(backend) => format!("clauses, and the SAT solver {backend}"),
            solver => {
                let row = Self::DIRECT.into_iter().find(|(direct, ..)| direct == solver);
                row.map_or_else(String::new, |(_, name, summary)| format!("{name}, {summary}"))
            }
        }
    }

    /// What the solver is on a board, and on its rules, in a few words.
    #[must_use]
    pub fn summary_on(&self, board: &Geometry) -> String {
        match self.on(board) {
            Self::Auto if board.has_rules() => {
                let search = Self::Propagating.summary();
                format!("{search}, then deduction and the SAT solver cdcl where that takes long")
            }
            solver => solver.summary(),
        }
    }

    /// Whether the solver can answer a kind of question by itself. [`Local`](Self::Local) finds solutions and cannot tell when
    /// there are no more, so that a listing or a count by it ends as *unknown* unless deduction settles it.
    #[must_use]
    pub fn supports(&self, ability: Ability) -> bool {
        match (self, ability) {
            (solver, Ability::Certify) => certified::writes_proofs(solver),
            (Self::Local, _) => ability == Ability::Solve,
            (Self::Columns, _) => ability == Ability::Count,
            (Self::Nine | Self::DancingLinks(_) | Self::AlgorithmX, Ability::Rules)
            | (Self::Nine, Ability::DifferenceRules) => false,
            _ => true,
        }
    }

    /// Who of those that may be asked knows no more of rules than that cells differ: itself, or a member of the portfolio.
    fn first_without_constraints<'a>(&'a self, options: &'a Options) -> Option<&'a Self> {
        let members = options.portfolio.members.iter().map(|member| &member.solver);
        match self {
            Self::Portfolio => members.into_iter().find(|solver| !solver.supports(Ability::Rules)),
            Self::Auto if options.cubes.is_some() => {
                members.into_iter().find(|solver| !solver.supports(Ability::Rules))
            }
            solver => (!solver.supports(Ability::Rules)).then_some(solver),
        }
    }

    /// The name of a solver that needs no feature.
    fn direct_name(&self) -> Option<&'static str> {
        Self::DIRECT.into_iter().find(|(solver, ..)| solver == self).map(|(_, name, _)| name)
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

    /// Counts the solutions of a puzzle with the default options.
    ///
    /// # Errors
    /// If the solver is not in this build, fails, or returns a wrong answer.
    pub fn count(&self, puzzle: &Grid) -> Result<Count, Error> {
        self.count_with(puzzle, None, &Options::default())
    }

    /// Counts the solutions of a puzzle, up to a limit if one is given.
    ///
    /// # Errors
    /// If the solver is not in this build, fails, or returns a wrong answer.
    pub fn count_with(&self, puzzle: &Grid, limit: Option<u64>, options: &Options) -> Result<Count, Error> {
        self.session(puzzle.geometry(), options)?.count(puzzle, limit)
    }

    /// All solutions of a puzzle, one after another, with the default options.
    ///
    /// # Errors
    /// If the solver is not in this build.
    pub fn solutions(&self, puzzle: &Grid) -> Result<Solutions<'static>, Error> {
        self.solutions_with(puzzle, &Options::default())
    }

    /// All solutions of a puzzle, one after another.
    ///
    /// # Errors
    /// If the solver is not in this build.
    pub fn solutions_with(&self, puzzle: &Grid, options: &Options) -> Result<Solutions<'static>, Error> {
        self.session(puzzle.geometry(), options)?.into_solutions(puzzle)
    }

    /// Whether a puzzle has exactly one solution, with the default options, which have no limit of time; `None` where the
    /// solver cannot tell.
    ///
    /// # Errors
    /// If the solver is not in this build, fails, or returns a wrong answer.
    pub fn is_unique(&self, puzzle: &Grid) -> Result<Option<bool>, Error> {
        self.is_unique_with(puzzle, &Options::default())
    }

    /// Whether a puzzle has exactly one solution; `None` where the budget ran out before that was known.
    ///
    /// # Errors
    /// If the solver is not in this build, fails, or returns a wrong answer.
    pub fn is_unique_with(&self, puzzle: &Grid, options: &Options) -> Result<Option<bool>, Error> {
        self.session(puzzle.geometry(), options)?.is_unique(puzzle)
    }

    /// Opens a session on a board.
    ///
    /// # Errors
    /// If the solver is not in this build or does not know the board.
    pub fn session(&self, geometry: &Arc<Geometry>, options: &Options) -> Result<Session, Error> {
        if options.certified {
            let (solver, options) = certified::choose(self, geometry, options)?;
            return solver.open_session(geometry, &options);
        }
        self.open_session(geometry, options)
    }

    fn open_session(&self, geometry: &Arc<Geometry>, options: &Options) -> Result<Session, Error> {
        let solver = self.on(geometry);
        let reduce = options.reduce.unwrap_or_else(|| defaults::reduce(&solver, geometry.comparable_side(), options));
        let no_constraints = solver.first_without_constraints(options).map(ToString::to_string);
        let engine = match options.cubes {
            Some(cubes) => Box::new(FurtherSolutions::of(CubesEngine::new(solver, cubes, geometry, options))),
            None => self.engine(geometry, options)?,
        };
        Ok(Session::new(geometry, options, reduce, engine).refusing_constraints(no_constraints))
    }

    /// Opens a session that may move from thread to thread: on a thread of its own, since some solvers cannot move.
    ///
    /// # Errors
    /// If the solver is not in this build or does not know the board.
    pub fn send_session(&self, geometry: &Arc<Geometry>, options: &Options) -> Result<SendSession, Error> {
        SendSession::open(self, geometry, options)
    }

    /// What `Auto` is on a board; itself on small boards, where it is an engine of its own.
    #[must_use]
    pub fn on(&self, geometry: &Geometry) -> Self {
        match self {
            Self::Auto if geometry.has_rules() => Self::Auto,
            Self::Auto if geometry.as_classic().is_some() => Self::Nine,
            Self::Auto if geometry.comparable_side() > Self::SIDE_TO_DANCE => Self::Portfolio,
            solver => solver.clone(),
        }
    }

    /// The engine that this solver's road is to a session.
    fn engine(&self, geometry: &Arc<Geometry>, options: &Options) -> Result<Box<dyn Engine>, Error> {
        Ok(match self {
            Self::Auto => match self.on(geometry) {
                Self::Auto if geometry.has_rules() => Box::new(RuledEngine::new(geometry, options)),
                Self::Auto => Box::new(Structured::new(SmallEngine::new(geometry, options), options)),
                Self::Portfolio if splits::knows(geometry) => {
                    let portfolio = FurtherSolutions::of(PortfolioEngine::new(geometry, options));
                    Box::new(Structured::where_empty(portfolio, options))
                }
                Self::Nine => {
                    let kernel = NineEngine::new(geometry)?.or_by_columns(options);
                    Box::new(Metered::new(FurtherSolutions::of(kernel)))
                }
                solver => return solver.engine(geometry, options),
            },
            Self::Sat(backend) => {
                let options = defaults::clauses(Some(backend), geometry.comparable_side(), options);
                let backend = backend.clone();
                Box::new(Metered::new(SatEngine::new(geometry, &options, Box::new(move |open| backend.open(open)))))
            }
            Self::Portfolio => Box::new(FurtherSolutions::of(PortfolioEngine::new(geometry, options))),
            Self::Nine => Box::new(Metered::new(FurtherSolutions::of(NineEngine::new(geometry)?))),
            Self::Columns => Box::new(Metered::new(ColumnsEngine::new(geometry, options)?)),
            Self::DancingLinks(choice) => {
                let method = Method::DancingLinks(*choice);
                Box::new(Metered::new(CoverEngine::new(geometry, method, options.memory)))
            }
            Self::AlgorithmX => Box::new(Metered::new(CoverEngine::new(geometry, Method::AlgorithmX, options.memory))),
            Self::Propagating => Box::new(Metered::new(SearchEngine::propagating(options))),
            Self::Backtracking => Box::new(Metered::new(SearchEngine::backtracking(options))),
            Self::Mrv => Box::new(Metered::new(SearchEngine::mrv(options))),
            Self::Local if !geometry.has_full_units_only() => {
                let found = geometry.to_string();
                return Err(Error::UnknownBoard { solver: self.to_string(), knows: FULL_UNITS, found });
            }
            Self::Local => Box::new(Metered::new(SearchEngine::local(options))),
        })
    }
}

/// The boards that local search knows.
const FULL_UNITS: &str = "boards whose rows, columns and regions all have a cell for each digit";

/// The name of the solver that chooses.
const AUTO: &str = "auto";

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sat(backend) => f.pad(&format!("sat:{backend}")),
            solver => f.pad(solver.direct_name().unwrap_or(AUTO)),
        }
    }
}

/// A word that names no solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownSolver {
    /// It is no solver's name.
    #[error("expected one of {names}, external=COMMAND, found {0:?}", names = Solver::names().iter().map(|(name, _)| name).join(", "))]
    Solver(String),
    /// It is `sat:` and no backend's name.
    #[error(transparent)]
    Backend(#[from] UnknownBackend),
}

impl FromStr for Solver {
    type Err = UnknownSolver;

    /// Reads a name; that of a backend may go without `sat:` before it. `sat` alone is [`Backend::Cdcl`].
    fn from_str(name: &str) -> Result<Self, UnknownSolver> {
        let named = [Self::Auto].into_iter().chain(Self::DIRECT.into_iter().map(|(solver, ..)| solver));
        match named.into_iter().find(|solver| solver.to_string() == name) {
            Some(solver) => Ok(solver),
            None if name == "sat" => Ok(Self::Sat(Backend::Cdcl)),
            None if name.starts_with("sat:") => Ok(Self::Sat(name.parse::<Backend>()?)),
            None => {
                let backend = name.parse().map_err(|UnknownBackend(name)| UnknownSolver::Solver(name))?;
                Ok(Self::Sat(backend))
            }
        }
    }
}
