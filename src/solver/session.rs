//! A solver at work on one board.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::backend::{BackendError, OpenOptions, SatBackend};
use crate::budget::{Budget, Running, StopReason, Stopwatch};
use crate::error::Error;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::reduction::{self, Reduced, Reduction, Techniques};
use crate::solver::engine::Engine;
use crate::solver::metered::Metered;
use crate::solver::sat::SatEngine;
use crate::solver::{Options, Solutions, Solver, Stats, defaults};
use crate::verdict::{Count, Verdict};

/// A solver that is kept from puzzle to puzzle on one board. It stays on its thread: each thread opens its own, or one opens a
/// [`SendSession`](crate::solver::SendSession).
///
/// ```
/// use satdoku::{Grid, Options, Solver, Verdict};
///
/// let puzzles: Vec<Grid> = [".4.2...1.....3..", "12..............", "11.............."]
///     .iter().map(|line| line.parse()).collect::<Result<_, _>>()?;
/// let mut session = Solver::Auto.session(puzzles[0].geometry(), &Options::default())?;
/// assert!(session.solve(&puzzles[0])?.is_satisfiable());
/// assert_eq!(session.count(&puzzles[1], None)?.to_string(), "24");
/// assert!(session.solve(&puzzles[2])?.is_unsatisfiable());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    geometry: Arc<Geometry>,
    budget: Budget,
    reduce: Techniques,
    engine: Box<dyn Engine>,
    /// Whether nothing is refuted but by a proof.
    is_certified: bool,
    /// Bytes that deduction may take.
    memory: u64,
    /// Whether the question at hand was refuted by its clues or by deduction, without the engine.
    is_refuted: bool,
    /// The name of the solver, where it refuses puzzles with constraints.
    no_constraints: Option<String>,
    /// The answer to the question at hand where deduction filled the whole grid.
    deduced: Deduced,
    /// Why the question at hand could not even be begun.
    stopped: Option<StopReason>,
    /// The time that deduction took.
    reducing: Duration,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("geometry", &self.geometry)
            .field("reduce", &self.reduce)
            .finish_non_exhaustive()
    }
}

/// What deduction by itself found.
enum Deduced {
    /// Not all: the engine is asked.
    Part,
    /// The only solution.
    All(Solution),
    /// The only solution, which was given.
    Given,
}

impl Session {
    /// A session over a SAT backend of your own; `open` is called whenever a new solver is needed.
    /// The first time is with the first puzzle.
    pub fn with_backend(
        geometry: &Arc<Geometry>,
        options: &Options,
        open: impl Fn(&OpenOptions) -> Result<Box<dyn SatBackend>, BackendError> + 'static,
    ) -> Self {
        let options = &defaults::clauses(None, geometry.comparable_side(), options);
        let reduce = options.reduce.unwrap_or_default();
        let engine = Metered::new(SatEngine::new(geometry, options, Box::new(open)));
        Self::new(geometry, options, reduce, Box::new(engine))
    }

    pub(in crate::solver) fn new(
        geometry: &Arc<Geometry>,
        options: &Options,
        reduce: Techniques,
        engine: Box<dyn Engine>,
    ) -> Self {
        Self {
            geometry: Arc::clone(geometry),
            budget: options.budget.clone(),
            reduce,
            engine,
            is_certified: options.certified,
            memory: options.memory.unwrap_or(OpenOptions::DEFAULT_MEMORY),
            no_constraints: None,
            is_refuted: false,
            deduced: Deduced::Part,
            stopped: None,
            reducing: Duration::ZERO,
        }
    }

    /// The same; the solver of this name refuses puzzles with constraints.
    pub(in crate::solver) fn refusing_constraints(mut self, solver: Option<String>) -> Self {
        self.no_constraints = solver;
        self
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// Replaces the limits of the questions to come.
    ///
    /// A budget that can stop a question, where the one before could not, takes effect in mid-search only for a
    /// backend that is opened after this.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Solves a puzzle.
    ///
    /// # Errors
    /// If the puzzle has another board, or the solver fails or returns a wrong answer.
    pub fn solve(&mut self, puzzle: &Grid) -> Result<Verdict<Solution>, Error> {
        let mut running = self.begin(puzzle)?;
        self.next(&mut running)
    }

    /// Counts the solutions of a puzzle; with a limit K, counting ends at `>=K`.
    ///
    /// # Errors
    /// If the puzzle has another board, or the solver fails or returns a wrong answer.
    pub fn count(&mut self, puzzle: &Grid, limit: Option<u64>) -> Result<Count, Error> {
        let mut running = self.begin(puzzle)?;
        match (self.stopped, &self.deduced) {
            _ if limit == Some(0) => Ok(Count::at_least(0, StopReason::Limit)),
            _ if self.is_refuted => Ok(Count::exact(0)),
            (Some(reason), _) => Ok(Count::at_least(0, reason)),
            (None, Deduced::Part) => self.engine.count(limit, &mut running),
            (None, _) => Ok(match limit {
                Some(1) => Count::at_least(1, StopReason::Limit),
                _ => Count::exact(1),
            }),
        }
    }

    /// Whether a puzzle has exactly one solution; `None` where the budget ran out before that was known.
    ///
    /// # Errors
    /// If the puzzle has another board, or the solver fails or returns a wrong answer.
    pub fn is_unique(&mut self, puzzle: &Grid) -> Result<Option<bool>, Error> {
        let count = self.count(puzzle, Some(2))?;
        Ok(match &count {
            Count::Exact(count) => Some(*count == 1),
            Count::AtLeast(..) => (count.is_more_than(1) == Some(true)).then_some(false),
        })
    }

    /// All solutions of a puzzle, one after another.
    ///
    /// # Errors
    /// If the puzzle has another board.
    pub fn solutions(&mut self, puzzle: &Grid) -> Result<Solutions<'_>, Error> {
        let running = self.begin(puzzle)?;
        Ok(Solutions::borrowing(self, running))
    }

    /// The same as an iterator that owns the session.
    ///
    /// # Errors
    /// If the puzzle has another board.
    pub fn into_solutions(mut self, puzzle: &Grid) -> Result<Solutions<'static>, Error> {
        let running = self.begin(puzzle)?;
        Ok(Solutions::owning(self, running))
    }

    /// What the last question took.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let is_asked = !self.is_refuted && self.stopped.is_none() && matches!(self.deduced, Deduced::Part);
        let stats = if is_asked { self.engine.stats() } else { Stats::default() };
        Stats { reduce: self.reducing + stats.reduce, ..stats }
    }

    /// The member of a portfolio that gave the last answer.
    #[must_use]
    pub fn winner(&self) -> Option<&Solver> {
        self.engine.winner()
    }

    fn begin(&mut self, puzzle: &Grid) -> Result<Running, Error> {
        if puzzle.geometry() != &self.geometry {
            let (session, puzzle) = (self.geometry.to_string(), puzzle.geometry().to_string());
            return Err(Error::Board { session, puzzle });
        }
        if let (Some(solver), Some(rule)) = (&self.no_constraints, puzzle.rules().first_constrained()) {
            return Err(Error::UnknownRule { solver: solver.clone(), rule: rule.to_string() });
        }
        if self.reduce != Techniques::NONE || self.engine.needs_candidates() {
            check_memory(&self.geometry, self.memory)?;
        }
        let running = self.budget.start();
        self.reducing = Duration::ZERO;
        self.deduced = Deduced::Part;
        // An easy puzzle is answered before an engine looks at the clock for the first time.
        self.stopped = running.check().err();
        let watch = Stopwatch::start();
        // Two equal clues in a unit never reach a solver: in the minimal encoding they are a pigeonhole formula.
        let reduce = if self.stopped.is_some() { Techniques::NONE } else { self.reduce };
        let reduced = if self.is_certified {
            Ok(Reduced::of(puzzle.clone()))
        } else {
            Reduction::new(reduce).run(puzzle, &running)
        };
        self.is_refuted = reduced.is_err();
        let Ok(reduced) = reduced else { return Ok(running) };
        self.stopped = self.stopped.or(reduced.stopped());
        if reduce == Techniques::NONE {
            if self.stopped.is_none() {
                self.engine.begin(reduced);
            }
            return Ok(running);
        }
        self.reducing = watch.elapsed();
        if reduced.grid().digits().iter().all(Option::is_some) {
            // A full grid that breaks a rule shows that its clues do.
            match Solution::check(puzzle, reduced.into_grid()) {
                Ok(solution) => (self.deduced, self.stopped) = (Deduced::All(solution), None),
                Err(_) => self.is_refuted = true,
            }
        } else if self.stopped.is_none() {
            self.engine.begin(reduced);
        }
        Ok(running)
    }

    pub(in crate::solver) fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        match (self.stopped, &mut self.deduced) {
            _ if self.is_refuted => Ok(Verdict::Unsatisfiable),
            (Some(reason), _) => Ok(Verdict::Unknown(reason)),
            (None, Deduced::Part) => self.engine.next(running),
            (None, deduced) => Ok(match std::mem::replace(deduced, Deduced::Given) {
                Deduced::All(solution) => Verdict::Satisfiable(solution),
                Deduced::Part | Deduced::Given => Verdict::Unsatisfiable,
            }),
        }
    }
}

/// Refuses a board on which deduction alone would take more memory than allowed.
pub(crate) fn check_memory(board: &Geometry, limit: u64) -> Result<(), Error> {
    let needed = reduction::memory(board);
    if needed <= limit {
        return Ok(());
    }
    let (rows, columns) = (board.rows(), board.columns());
    Err(Error::TooLarge { what: format!("deduction on a board of {rows}x{columns} cells"), needed, limit })
}
