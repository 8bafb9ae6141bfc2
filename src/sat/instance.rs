//! The formula of a grid in a SAT solver.

use std::fmt;

use crate::backend::{Backend, OpenOptions, SatBackend};
use crate::budget::{Running, StopReason};
use crate::cnf::{ClauseSink, Limited, LimitedError, Lit, Model, TooManyVariables};
use crate::encoding::{Formula, Term};
use crate::error::Error;
use crate::geometry::Candidate;
use crate::grid::{Grid, Solution};
use crate::rule::RuleId;
use crate::verdict::Verdict;

/// A formula that is loaded into a SAT solver.
///
/// ```
/// # #[cfg(feature = "varisat")] {
/// use satdoku::sat::Instance;
/// use satdoku::{Backend, Budget, Encoding, Formula, Grid, Verdict};
///
/// let puzzle: Grid = "12..............".parse()?;
/// let formula = Formula::new(&puzzle, Encoding::Reduced)?;
/// let running = Budget::unlimited().start();
/// let mut instance = Instance::open(&Backend::Varisat, &Default::default(), formula, &[], &running)??;
/// let mut solutions = 0;
/// while let Verdict::Satisfiable(solution) = instance.solve(&puzzle, [], &running)? {
///     instance.block(&solution)?;
///     solutions += 1;
/// }
/// assert_eq!(solutions, 24);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Instance {
    formula: Formula,
    backend: Box<dyn SatBackend>,
    clauses: u64,
}

impl fmt::Debug for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instance")
            .field("formula", &self.formula)
            .field("clauses", &self.clauses)
            .finish_non_exhaustive()
    }
}

impl Instance {
    /// Opens a solver and loads a formula and `more` clauses over its variables. The solver is told the size beforehand, so
    /// that it can refuse what needs more memory than allowed. The inner error is why loading was stopped.
    ///
    /// # Errors
    /// If the solver cannot be opened, refuses the size or fails.
    pub fn open(
        backend: &Backend,
        options: &OpenOptions,
        formula: Formula,
        more: &[Vec<Lit>],
        running: &Running,
    ) -> Result<Result<Self, StopReason>, Error> {
        let mut size = match formula.size_within(running) {
            Ok(size) => size,
            Err(reason) => return Ok(Err(reason)),
        };
        size.clauses += more.len() as u64;
        size.literals += more.iter().map(|clause| clause.len() as u64).sum::<u64>();
        let backend = backend.open(&OpenOptions { expected: Some(size), ..options.clone() })?;
        Self::load(backend, formula, more, running)
    }

    /// Loads a formula and `more` clauses over its variables into a solver that holds nothing yet. The inner error is why
    /// loading was stopped.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn load(
        mut backend: Box<dyn SatBackend>,
        formula: Formula,
        more: &[Vec<Lit>],
        running: &Running,
    ) -> Result<Result<Self, StopReason>, Error> {
        if backend.capabilities().certified {
            // What its checker knows to be true is not kept.
            formula.write_known(&mut backend)?;
        }
        let mut sink = Limited::new(&mut backend, running);
        let written = formula.write(&mut sink);
        let clauses = sink.clauses();
        match written.and_then(|()| more.iter().try_for_each(|clause| sink.add_clause(clause))) {
            Ok(()) => Ok(Ok(Self { formula, backend, clauses })),
            Err(LimitedError::Stopped(reason)) => Ok(Err(reason)),
            Err(LimitedError::Sink(error)) => Err(error.into()),
        }
    }

    /// The solver, without the formula if it can [forget](SatBackend::clear) that; none if it cannot.
    pub(crate) fn into_cleared_solver(mut self) -> Option<Box<dyn SatBackend>> {
        self.backend.clear().then_some(self.backend)
    }

    /// See [`SatBackend::keep_place_for_clause`].
    #[cfg(feature = "certificate")]
    pub(crate) fn keep_place_for_clause(&mut self) -> bool {
        self.backend.keep_place_for_clause()
    }

    /// The formula.
    #[must_use]
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The solver: its name, its capabilities, its conflicts so far.
    #[must_use]
    pub fn solver(&self) -> &dyn SatBackend {
        &*self.backend
    }

    /// How many variables there are, those of [switches](Self::switch) among them.
    #[must_use]
    pub fn variables(&self) -> u64 {
        self.formula.variables()
    }

    /// How many clauses the formula has.
    #[must_use]
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// The literals which say that candidates are true or that they are not; what the formula settles anyway is left out.
    /// None where it settles one of them otherwise.
    fn assumptions(&self, wanted: impl IntoIterator<Item = (Candidate, bool)>) -> Option<Vec<Lit>> {
        let mut lits = Vec::new();
        for (candidate, is_true) in wanted {
            match self.formula.map().term(candidate) {
                Term::Lit(lit) => lits.push(if is_true { lit } else { !lit }),
                Term::True if is_true => {}
                Term::False if !is_true => {}
                Term::True | Term::False => return None,
            }
        }
        Some(lits)
    }

    /// A model in which the assumptions are true, as the solver gives it.
    ///
    /// # Errors
    /// If the solver fails. A solver that was stopped may be of no further use.
    pub fn solve_assuming(&mut self, assumptions: &[Lit], running: &Running) -> Result<Verdict<Model>, Error> {
        Ok(self.backend.solve_assuming(assumptions, running)?)
    }

    /// The solution of a puzzle that a model describes, checked.
    ///
    /// # Errors
    /// If the model describes no solution of the puzzle: the solver returned a wrong answer.
    pub fn decode(&self, puzzle: &Grid, model: &Model) -> Result<Solution, Error> {
        let wrong = |source| Error::WrongAnswer { solver: self.backend.name().to_owned(), source };
        self.formula.decode_for(puzzle, model).map_err(wrong)
    }

    /// A solution of a puzzle in which some candidates are true and others are not. The puzzle may have more clues than the
    /// formula, where they are among the true ones.
    ///
    /// # Errors
    /// If the solver fails or returns a wrong answer.
    pub fn solve(
        &mut self,
        puzzle: &Grid,
        wanted: impl IntoIterator<Item = (Candidate, bool)>,
        running: &Running,
    ) -> Result<Verdict<Solution>, Error> {
        let Some(assumptions) = self.assumptions(wanted) else { return Ok(Verdict::Unsatisfiable) };
        Ok(match self.solve_assuming(&assumptions, running)? {
            Verdict::Satisfiable(model) => Verdict::Satisfiable(self.decode(puzzle, &model)?),
            Verdict::Unsatisfiable => Verdict::Unsatisfiable,
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        })
    }

    /// A solution of a puzzle in which some candidates are true, under the selectors of its rules, which has no others.
    pub(crate) fn solve_with_rules(
        &mut self,
        puzzle: &Grid,
        rules: &[RuleId],
        clues: impl IntoIterator<Item = Candidate>,
        running: &Running,
    ) -> Result<Verdict<Solution>, Error> {
        let Some(clues) = self.assumptions(clues.into_iter().map(|clue| (clue, true))) else {
            return Ok(Verdict::Unsatisfiable);
        };
        let selectors = rules.iter().filter_map(|&rule| self.formula.selector(rule));
        let assumptions: Vec<Lit> = selectors.chain(clues).collect();
        Ok(match self.solve_assuming(&assumptions, running)? {
            Verdict::Satisfiable(model) => Verdict::Satisfiable(self.decode(puzzle, &model)?),
            Verdict::Unsatisfiable => Verdict::Unsatisfiable,
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        })
    }

    /// Whether a rule was among the assumptions that failed together last.
    pub(crate) fn has_failed_rule(&mut self, rule: RuleId) -> bool {
        self.formula.selector(rule).is_some_and(|selector| self.backend.failed_assumptions().contains(&selector))
    }

    /// Those of the candidates that failed together when they were last assumed.
    #[must_use]
    pub fn failed(&mut self, candidates: &[Candidate]) -> Vec<Candidate> {
        let failed = self.backend.failed_assumptions();
        let is_failed = |candidate: &&Candidate| match self.formula.map().term(**candidate) {
            Term::Lit(lit) => failed.contains(&lit),
            Term::True | Term::False => false,
        };
        candidates.iter().filter(is_failed).copied().collect()
    }

    /// Adds a clause.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Error> {
        Ok(self.backend.add_clause(clause)?)
    }

    /// Never again gives a solution that has all of these candidates.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn exclude(&mut self, candidates: &[Candidate]) -> Result<(), Error> {
        let Some(lits) = self.assumptions(candidates.iter().map(|&candidate| (candidate, true))) else {
            return Ok(());
        };
        self.add_clause(&lits.into_iter().map(|lit| !lit).collect::<Vec<_>>())
    }

    /// Never again gives this solution of the formula's puzzle.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn block(&mut self, solution: &Solution) -> Result<(), Error> {
        let clause = self.formula.blocking_clause(solution);
        self.add_clause(&clause)
    }

    /// A literal that is in no clause yet. With its negation a clause holds only as long as the literal is assumed.
    ///
    /// # Errors
    /// If no further variable can be numbered.
    pub fn switch(&mut self) -> Result<Lit, TooManyVariables> {
        Ok(self.formula.pool().fresh()?.positive())
    }
}
