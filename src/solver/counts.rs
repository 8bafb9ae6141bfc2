//! Questions to [`counting`] about a puzzle, with the options of a solver.

use crate::backend::OpenOptions;
use crate::budget::{Budget, StopReason};
use crate::counting::{self, CandidateCounts, Estimate, Sampler, frontier};
use crate::error::Error;
use crate::grid::Grid;
use crate::solver::names::{Ability, Solver};
use crate::solver::options::Options;
use crate::solver::session::Session;
use crate::solver::session::check_memory;
use crate::verdict::Count;

/// Largest number of solutions that are listed for counting candidates: up to here listing is faster than separate counts.
const LISTED: u64 = 100_000;

/// Memory, in bytes, for the list of solutions or the states of cells behind samples, unless the options set a limit.
const LIST: u64 = 512 << 20;

impl Solver {
    /// Estimates the number of solutions by so many random dives, or as many as the budget allows: see [`counting::estimate`].
    /// Works for any board and rules; the dives do not depend on the solver.
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
        options.refuse_certified("an estimate")?;
        check_memory(puzzle.geometry(), options.memory.unwrap_or(OpenOptions::DEFAULT_MEMORY))?;
        let seed = options.seed.unwrap_or_default();
        Ok(counting::estimate(puzzle, dives, seed, options.portfolio.threads, &options.budget.start()))
    }

    /// A source of uniformly random solutions: see [`Sampler`]. [`Auto`](Self::Auto) and [`Columns`](Self::Columns) draw solutions
    /// of a classic puzzle from the sum over columns, however many; `Auto` draws solutions on other small boards from the states of
    /// their cells if memory suffices; otherwise the solutions are listed first.
    ///
    /// # Errors
    /// If the solver fails, the budget ran out, or a list of the solutions takes more memory than the options allow, 512 MiB if they
    /// do not say.
    ///
    /// ```
    /// use satdoku::{Budget, Grid, Options, Solver};
    ///
    /// let empty: Grid = ".".repeat(81).parse()?;
    /// let sampler = Solver::Auto.sampler_with(&empty, &Options::default())?;
    /// let grids = sampler.draw(7, 0, 10, &Budget::unlimited().start())?;
    /// assert_eq!(grids.len(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sampler_with(&self, puzzle: &Grid, options: &Options) -> Result<Sampler, Error> {
        options.refuse_certified("a sample")?;
        check_memory(puzzle.geometry(), options.memory.unwrap_or(OpenOptions::DEFAULT_MEMORY))?;
        if let Some(classic) = puzzle.as_classic().filter(|_| matches!(self, Self::Auto | Self::Columns)) {
            let running = &mut options.budget.start();
            return Sampler::by_columns(classic, options.portfolio.threads, running).map_err(Error::Stopped);
        }
        let (each, limit) = (Sampler::listed_bytes(puzzle), options.memory.unwrap_or(LIST));
        let mut budget = options.budget.clone();
        if *self == Self::Auto {
            let running = &mut options.budget.start();
            let sampler =
                Sampler::by_cells(puzzle, limit, options.portfolio.threads, running).map_err(Error::Stopped)?;
            if let Some(sampler) = sampler {
                return Ok(sampler);
            }
            // The time is for both ways.
            budget = running.time_left().into_iter().fold(budget, Budget::with_time);
        }
        let (mut needed, mut failure) = (0, None);
        let listed = self.solutions_with(puzzle, &Options { budget, ..options.clone() })?.map_while(|solution| {
            needed += each;
            let refused = || Error::TooLarge { what: "a list of all solutions".to_owned(), needed, limit };
            let solution = solution.and_then(|solution| if needed > limit { Err(refused()) } else { Ok(solution) });
            solution.map_err(|error| failure = Some(error)).ok()
        });
        let sampler = Sampler::listed(puzzle, listed);
        failure.map_or(Ok(sampler), Err)
    }

    /// For each candidate the number of solutions that contain it: see [`CandidateCounts`]. Few solutions are listed once. Where
    /// there are many, and this solver counts without listing, one candidate of each equivalence class is counted. The budget's
    /// time limit covers the whole computation.
    ///
    /// # Errors
    /// If the solver is not in this build, fails, or returns a wrong answer.
    ///
    /// ```
    /// use satdoku::{Grid, Options, Solver};
    ///
    /// let empty: Grid = ".".repeat(16).parse()?;
    /// let counts = Solver::Auto.candidate_counts_with(&empty, &Options::default())?;
    /// assert_eq!(counts.total().to_string(), "288");
    /// assert_eq!(counts.get("r3c2=4".parse()?).map(ToString::to_string).as_deref(), Some("72"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn candidate_counts_with(&self, puzzle: &Grid, options: &Options) -> Result<CandidateCounts, Error> {
        options.refuse_certified("counts of candidates")?;
        let running = options.budget.start();
        let mut session = self.session(puzzle.geometry(), options)?;
        let limit = |session: &mut Session| {
            if let Some(left) = running.time_left() {
                session.set_budget(options.budget.clone().with_time(left));
            }
        };
        let total = session.count(puzzle, None)?;
        let number = match &total {
            Count::Exact(number) => number,
            &Count::AtLeast(_, reason) => return Ok(CandidateCounts::unknown(puzzle, total, reason)),
        };
        let is_by_structure = puzzle.as_classic().is_some() && matches!(self, Self::Auto | Self::Columns);
        if is_by_structure && (*number > LISTED || !self.supports(Ability::List)) {
            return CandidateCounts::counted(puzzle, number, |with| {
                limit(&mut session);
                session.count(with, None)
            });
        }
        if *self == Self::Auto && *number > LISTED {
            let memory = options.memory.unwrap_or(LIST);
            let counts = CandidateCounts::counted(puzzle, number, |with| {
                let unknown = Count::at_least(0, StopReason::Memory);
                Ok::<_, Error>(frontier::count(with, memory, &mut running.clone()).unwrap_or(unknown))
            })?;
            if counts.stopped() != Some(StopReason::Memory) {
                return Ok(counts);
            }
        }
        limit(&mut session);
        let mut failure = None;
        let all = session.solutions(puzzle)?.map_while(|solution| solution.map_err(|error| failure = Some(error)).ok());
        let counts = CandidateCounts::tallied(puzzle, all);
        match failure {
            None => Ok(counts),
            Some(Error::Stopped(reason)) => Ok(CandidateCounts::unknown(puzzle, total, reason)),
            Some(error) => Err(error),
        }
    }
}
