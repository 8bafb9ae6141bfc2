//! A solver at work on one board.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::backend::OpenOptions;
use crate::budget::{Budget, Running, StopReason, Stopwatch};
use crate::error::Error;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::reduction::{self, Reduced, Reduction, Techniques};
use crate::solver::engine::{self, Engine};
use crate::solver::names::Solver;
use crate::solver::options::{Options, Stats};
use crate::verdict::{Count, Verdict};

/// A solver that is kept from puzzle to puzzle on one board. It stays on its thread, since some SAT solvers cannot leave theirs: each
/// thread opens its own, or one opens a [`SendSession`](crate::solver::SendSession).
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
    /// What became of the puzzle at hand.
    pending: Pending,
    /// The name of the solver, where it refuses puzzles with constraints.
    no_constraints: Option<String>,
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

/// The state of a puzzle after its beginning, which decides how questions are answered.
enum Pending {
    /// The clues, or deduction, show that it has no solution.
    Refuted,
    /// Deduction found the only solution; none is left once the session has given the solution.
    Deduced(Option<Solution>),
    /// The budget ended before the engine began.
    Stopped(StopReason),
    /// The engine has it, and is asked.
    Engine,
}

impl Session {
    /// The session without any refutation but by its solver, whose refutations the caller has proofs of.
    #[doc(hidden)]
    #[must_use]
    pub fn refuting_by_proofs_alone(self) -> Self {
        Self { is_certified: true, ..self }
    }

    pub(super) fn new(
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
            pending: Pending::Engine,
            reducing: Duration::ZERO,
        }
    }

    /// The same; the solver of this name refuses puzzles with constraints.
    pub(super) fn refusing_constraints(mut self, solver: Option<String>) -> Self {
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
        span!("solve", board = self.geometry);
        let mut running = self.begin(puzzle)?;
        self.next(&mut running)
    }

    /// Counts the solutions of a puzzle; with a limit K, counting ends at `>=K`.
    ///
    /// # Errors
    /// If the puzzle has another board, or the solver fails or returns a wrong answer.
    pub fn count(&mut self, puzzle: &Grid, limit: Option<u64>) -> Result<Count, Error> {
        span!("count", board = self.geometry);
        let mut running = self.begin(puzzle)?;
        if limit == Some(0) {
            return Ok(Count::at_least(0, StopReason::Limit));
        }
        match self.pending {
            Pending::Refuted => Ok(Count::exact(0)),
            Pending::Stopped(reason) => Ok(Count::at_least(0, reason)),
            // An engine counts by the constraints of a rule. A user's own rule may judge differently, so each solution is listed
            // and judged.
            Pending::Engine if puzzle.rules().has_own() => engine::count_listed(&mut *self.engine, limit, &mut running),
            Pending::Engine => self.engine.count(limit, &mut running),
            Pending::Deduced(_) => Ok(match limit {
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
        Ok(is_one(&self.count(puzzle, Some(2))?))
    }

    /// What the last question took.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let stats = match self.pending {
            Pending::Engine => self.engine.stats(),
            Pending::Refuted | Pending::Deduced(_) | Pending::Stopped(_) => Stats::default(),
        };
        Stats { reduce: self.reducing + stats.reduce, ..stats }
    }

    /// The member of a portfolio that gave the last answer; `None` outside a portfolio, and where deduction alone settled the puzzle.
    #[must_use]
    pub fn winner(&self) -> Option<&Solver> {
        self.engine.winner()
    }

    /// Begins a puzzle, and the clock of a question about it.
    pub(super) fn begin(&mut self, puzzle: &Grid) -> Result<Running, Error> {
        if puzzle.geometry() != &self.geometry {
            let [session, puzzle] = self.geometry.told_apart(puzzle.geometry());
            return Err(Error::Board { session, puzzle });
        }
        if let (Some(solver), Some(rule)) = (&self.no_constraints, puzzle.rules().first_constrained()) {
            return Err(Error::UnknownRule { solver: solver.clone(), rule: rule.beginning() });
        }
        if self.reduce != Techniques::NONE || self.engine.needs_candidates() {
            check_memory(&self.geometry, self.memory)?;
        }
        let running = self.budget.start();
        self.pending = self.prepare(puzzle, &running);
        Ok(running)
    }

    /// Deduces what follows; the engine begins with what is left.
    fn prepare(&mut self, puzzle: &Grid, running: &Running) -> Pending {
        span!("deduce");
        self.reducing = Duration::ZERO;
        // An easy puzzle is answered before an engine looks at the clock for the first time.
        let stopped = running.check().err();
        let watch = Stopwatch::start();
        // Two equal clues in a unit never reach a solver: in the minimal encoding they are a pigeonhole formula.
        let reduce = if stopped.is_some() { Techniques::NONE } else { self.reduce };
        let reduced = if self.is_certified {
            Ok(Reduced::of(puzzle.clone()))
        } else {
            Reduction::new(reduce).run(puzzle, running)
        };
        let Ok(reduced) = reduced else { return Pending::Refuted };
        if reduce != Techniques::NONE {
            self.reducing = watch.elapsed();
            if reduced.grid().digits().iter().all(Option::is_some) {
                // A full grid that breaks a rule shows that its clues do.
                return Solution::check(puzzle, reduced.into_grid())
                    .map_or(Pending::Refuted, |solution| Pending::Deduced(Some(solution)));
            }
        }
        if let Some(reason) = stopped.or(reduced.stopped()) {
            return Pending::Stopped(reason);
        }
        self.engine.begin(reduced);
        Pending::Engine
    }

    pub(super) fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        match &mut self.pending {
            Pending::Refuted => Ok(Verdict::Unsatisfiable),
            Pending::Deduced(solution) => Ok(solution.take().map_or(Verdict::Unsatisfiable, Verdict::Satisfiable)),
            Pending::Stopped(reason) => Ok(Verdict::Unknown(*reason)),
            Pending::Engine => self.engine.next(running),
        }
    }
}

/// Whether a count up to 2 is exactly 1; `None` where counting stopped too early to tell.
pub(super) fn is_one(count: &Count) -> Option<bool> {
    match count {
        Count::Exact(count) => Some(*count == 1),
        Count::AtLeast(..) => (count.is_more_than(1) == Some(true)).then_some(false),
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
