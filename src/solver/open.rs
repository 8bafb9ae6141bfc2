//! From a solver's name to a solver at work: the only place that knows all roads.
//!
//! What stands in for `auto`, and with which thresholds, is for [`auto`](crate::solver::auto) to say.

use std::sync::Arc;

use crate::encoding::Encoding;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::grid::{ClassicGrid, Grid, Solution};
use crate::reduction::Techniques;
use crate::solver::auto::{self, Plan, plan};
use crate::solver::auto_small::SmallEngine;
use crate::solver::auto_with_rules::RuledEngine;
use crate::solver::by_structure::Structured;
use crate::solver::cdcl_fallback::learning;
use crate::solver::columns::ColumnsEngine;
use crate::solver::cover::{CoverEngine, Method};
use crate::solver::engine::Engine;
use crate::solver::further_solutions::FurtherSolutions;
use crate::solver::metered::Metered;
use crate::solver::names::{Ability, Solver};
use crate::solver::nine::{self, NineEngine};
use crate::solver::options::Options;
use crate::solver::portfolio::{CubesEngine, PortfolioEngine};
use crate::solver::sat::SatEngine;
use crate::solver::search::SearchEngine;
use crate::solver::session::{Session, is_one};
use crate::solver::solutions::Solutions;
use crate::solver::{certified, defaults};
use crate::verdict::{Count, Verdict};

impl Solver {
    /// Up to so many solutions of a classic puzzle `Auto` counts one by one; beyond, [`Columns`](Self::Columns) counts where
    /// that takes less time.
    pub const COUNTED_SINGLY: u64 = auto::LISTED;

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
        if let Some(classic) = self.kernel_alone(puzzle, options) {
            span!("solve", board = puzzle.geometry());
            return nine::solve(classic, &mut options.budget.start());
        }
        self.session(puzzle.geometry(), options)?.solve(puzzle)
    }

    /// The puzzle, if the 9×9 kernel answers a single question about the puzzle without a session.
    fn kernel_alone<'a>(&self, puzzle: &'a Grid, options: &Options) -> Option<ClassicGrid<'a>> {
        let is_plain = !options.certified
            && options.cubes.is_none()
            && options.reduce.is_none_or(|reduce| reduce == Techniques::NONE)
            && matches!(self, Self::Auto | Self::Nine)
            && options.ignored_by(self).is_none();
        puzzle.as_classic().filter(|_| is_plain)
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
        // Beyond so many solutions a session may count by columns.
        if let Some(limit) = limit.filter(|limit| (1..=Self::COUNTED_SINGLY).contains(limit))
            && let Some(classic) = self.kernel_alone(puzzle, options)
        {
            span!("count", board = puzzle.geometry());
            return nine::count(classic, limit, &mut options.budget.start());
        }
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
        Ok(is_one(&self.count_with(puzzle, Some(2), options)?))
    }

    /// Opens a session on a board.
    ///
    /// # Errors
    /// If the solver is not in this build, does not know the board or [ignores](Options::ignored_by) an option.
    pub fn session(&self, geometry: &Arc<Geometry>, options: &Options) -> Result<Session, Error> {
        // Who writes no proof is refused by that.
        if let Some(option) = options.ignored_by(self).filter(|&option| option != "certified") {
            return Err(Error::Ignored { solver: self.to_string(), option });
        }
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

    /// What `Auto` is on a board; itself on small boards, where it is an engine of its own.
    #[must_use]
    pub fn on(&self, geometry: &Geometry) -> Self {
        match self {
            Self::Auto => plan(geometry, &Options::default()).solver(),
            solver => solver.clone(),
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

    /// The engine that this solver's road is to a session.
    pub(super) fn engine(&self, geometry: &Arc<Geometry>, options: &Options) -> Result<Box<dyn Engine>, Error> {
        Ok(match self {
            Self::Auto => match plan(geometry, options) {
                Plan::Ruled => Box::new(RuledEngine::new(geometry, options)),
                Plan::Small => Box::new(Structured::new(SmallEngine::new(geometry, options), options)),
                Plan::Portfolio { splits: true } => {
                    let portfolio = FurtherSolutions::of(PortfolioEngine::new(geometry, options));
                    Box::new(Structured::where_empty(portfolio, options))
                }
                Plan::Kernel => {
                    let kernel = NineEngine::new(geometry)?.or_by_columns(options);
                    Box::new(Metered::new(FurtherSolutions::of(kernel)))
                }
                plan @ (Plan::Prover | Plan::Portfolio { splits: false }) => {
                    return plan.solver().engine(geometry, options);
                }
            },
            Self::Sat(backend) => {
                let options = defaults::clauses(backend, geometry.comparable_side(), options);
                let is_foreign = backend.is_foreign() || options.encoding.is_some_and(Encoding::is_own);
                let backend = backend.clone();
                let engine = SatEngine::new(geometry, &options, Box::new(move |open| backend.open(open)));
                Box::new(Metered::new(engine.of_others(is_foreign)))
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
            Self::Learning => Box::new(Metered::new(learning(geometry, options))),
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
