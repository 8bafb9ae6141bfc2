//! The formula of a grid in a SAT solver.

use std::collections::HashSet;
use std::fmt;

use crate::backend::propagator::Propagator;
use crate::backend::{Backend, BackendError, OpenOptions, SatBackend};
use crate::budget::Running;
use crate::cnf::{ClauseSink, Limited, LimitedError, Lit, Model, TooManyVariables};
use crate::encoding::{Formula, Term};
use crate::error::{Error, WrongAnswer};
use crate::geometry::{Candidate, Digit};
use crate::grid::{Grid, Solution};
use crate::rule::RuleId;
use crate::verdict::Verdict;

/// A formula that is loaded into a SAT solver. No model is believed: it must describe a solution, make the assumptions true and every
/// clause that was added.
///
/// ```
/// # #[cfg(feature = "varisat")] {
/// use satdoku::sat::Instance;
/// use satdoku::{Backend, Budget, Encoding, Formula, Grid, Verdict};
///
/// let puzzle: Grid = "12..............".parse()?;
/// let formula = Formula::new(&puzzle, Encoding::Reduced)?;
/// let running = Budget::unlimited().start();
/// let mut instance = Instance::open(&Backend::Varisat, &Default::default(), formula, &[], &running)?;
/// let mut solutions = 0;
/// while let Verdict::Satisfiable(solution) = instance.solve(&puzzle, [], &running)? {
///     instance.block(&solution)?;
///     solutions += 1;
/// }
/// assert_eq!(solutions, 24);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// An instance stays on the thread that opened it, since some SAT solvers cannot leave theirs.
pub struct Instance {
    formula: Formula,
    backend: Box<dyn SatBackend>,
    clauses: u64,
    /// The clauses added to the formula; every model must satisfy them.
    added: Vec<Vec<Lit>>,
    /// The solutions that were excluded one by one.
    blocked: HashSet<Vec<Option<Digit>>>,
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
    /// Opens a solver and loads a formula and `more` clauses over its variables. The solver learns the size beforehand,
    /// and can refuse a formula for which the allowed memory does not suffice.
    ///
    /// # Errors
    /// If the solver cannot be opened, refuses the size or fails; [`Error::Stopped`] if the budget ends before all is loaded.
    pub fn open(
        backend: &Backend,
        options: &OpenOptions,
        formula: Formula,
        more: &[Vec<Lit>],
        running: &Running,
    ) -> Result<Self, Error> {
        let mut size = formula.size_within(running)?;
        size.clauses += more.len() as u64;
        size.literals += more.iter().map(|clause| clause.len() as u64).sum::<u64>();
        let backend = backend.open(&options.clone().with_expected(size))?;
        Self::load(backend, formula, more, running)
    }

    /// Loads a formula and `more` clauses over its variables into a solver that holds nothing yet.
    ///
    /// # Errors
    /// If the solver fails; [`Error::Stopped`] if the budget ends before all is loaded.
    pub fn load(
        mut backend: Box<dyn SatBackend>,
        formula: Formula,
        more: &[Vec<Lit>],
        running: &Running,
    ) -> Result<Self, Error> {
        span!("encode");
        if backend.capabilities().certified {
            // The checker does not keep clauses that known facts satisfy, so the facts come first.
            formula.write_known(&mut backend)?;
        }
        let mut sink = Limited::new(&mut backend, running);
        let written = formula.write(&mut sink);
        let clauses = sink.clauses();
        match written.and_then(|()| more.iter().try_for_each(|clause| sink.add_clause(clause))) {
            Ok(()) => Ok(Self { formula, backend, clauses, added: more.to_vec(), blocked: HashSet::new() }),
            Err(LimitedError::Stopped(reason)) => Err(reason.into()),
            Err(LimitedError::Sink(error)) => Err(error.into()),
        }
    }

    /// Hands over the constraints that the formula leaves out, if any.
    ///
    /// # Errors
    /// If the solver takes none.
    pub(crate) fn propagate(&mut self, propagator: Option<impl Propagator + 'static>) -> Result<(), BackendError> {
        if propagator.is_none_or(|propagator| self.backend.set_propagator(Box::new(propagator))) {
            return Ok(());
        }
        Err(BackendError::NoPropagator { backend: self.backend.name().to_owned() })
    }

    /// The solver after [forgetting](SatBackend::clear) the formula; `None` if the solver cannot forget.
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

    /// The solver, with its name, capabilities and conflicts so far.
    #[must_use]
    pub fn solver(&self) -> &dyn SatBackend {
        &*self.backend
    }

    /// The number of variables, [switches](Self::switch) included.
    #[must_use]
    pub fn variables(&self) -> u64 {
        self.formula.variables()
    }

    /// How many clauses the formula has.
    #[must_use]
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// The assumption literals for candidates wanted true or false, without the candidates that the formula settles as wanted.
    /// `None` if the formula settles a candidate the other way.
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

    /// A model under the assumptions, as the solver returned it, unchecked.
    ///
    /// # Errors
    /// If the solver fails. A solver that was stopped may be of no further use.
    pub fn solve_assuming(&mut self, assumptions: &[Lit], running: &Running) -> Result<Verdict<Model>, Error> {
        span!("sat", solver = self.backend.name());
        Ok(self.backend.solve_assuming(assumptions, running)?)
    }

    /// The checked solution of a puzzle described by a model.
    ///
    /// # Errors
    /// If the model describes no solution of the puzzle: the solver returned a wrong answer.
    pub fn decode(&self, puzzle: &Grid, model: &Model) -> Result<Solution, Error> {
        self.formula.decode_for(puzzle, model).map_err(|error| self.wrong(error))
    }

    /// The error about an answer, which names whose clauses were solved where those are the caller's.
    pub(crate) fn wrong(&self, answer: impl Into<WrongAnswer>) -> Error {
        let (solver, encoding) = (self.backend.name(), self.formula.encoding());
        let by = if encoding.is_own() { &format!("{solver} under the encoding {encoding}") } else { solver };
        answer.into().of(by)
    }

    /// A solution whose model satisfies the assumptions and all added clauses.
    fn solve_checked(
        &mut self,
        puzzle: &Grid,
        assumptions: &[Lit],
        running: &Running,
    ) -> Result<Verdict<Solution>, Error> {
        let model = match self.solve_assuming(assumptions, running)? {
            Verdict::Satisfiable(model) => model,
            Verdict::Unsatisfiable => return Ok(Verdict::Unsatisfiable),
            Verdict::Unknown(reason) => return Ok(Verdict::Unknown(reason)),
        };
        let solution = self.decode(puzzle, &model)?;
        let is_true = |&lit: &Lit| model.is_true(lit);
        if !assumptions.iter().all(is_true) {
            return Err(self.wrong(WrongAnswer::Assumption));
        }
        if self.blocked.contains(solution.digits()) {
            return Err(self.wrong(WrongAnswer::Repeated));
        }
        if !self.added.iter().all(|clause| clause.iter().any(is_true)) {
            return Err(self.wrong(WrongAnswer::Excluded));
        }
        Ok(Verdict::Satisfiable(solution))
    }

    /// A solution of a puzzle with the wanted candidates true or false. The puzzle may have more clues than the formula if the
    /// extra clues are wanted true.
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
        self.solve_checked(puzzle, &assumptions, running)
    }

    /// A solution of a puzzle with the clues true, under the selectors of `rules`, which are all rules of the puzzle.
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
        self.solve_checked(puzzle, &assumptions, running)
    }

    /// Whether a rule is among the last failed assumptions.
    pub(crate) fn has_failed_rule(&mut self, rule: RuleId) -> bool {
        self.formula.selector(rule).is_some_and(|selector| self.backend.failed_assumptions().contains(&selector))
    }

    /// The candidates among the last failed assumptions.
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
        self.added.push(clause.to_vec());
        self.add_unchecked(clause)
    }

    /// Adds a clause; the caller checks the models against it.
    pub(crate) fn add_unchecked(&mut self, clause: &[Lit]) -> Result<(), Error> {
        Ok(self.backend.add_clause(clause)?)
    }

    /// Excludes each solution in which every given candidate is true.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn exclude(&mut self, candidates: &[Candidate]) -> Result<(), Error> {
        let Some(lits) = self.assumptions(candidates.iter().map(|&candidate| (candidate, true))) else {
            return Ok(());
        };
        self.add_clause(&lits.into_iter().map(|lit| !lit).collect::<Vec<_>>())
    }

    /// Excludes a solution of the formula's puzzle.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn block(&mut self, solution: &Solution) -> Result<(), Error> {
        let clause = self.formula.blocking_clause(solution);
        self.blocked.insert(solution.digits().to_vec());
        self.add_unchecked(&clause)
    }

    /// A fresh literal. A clause with its negation holds only while the literal is assumed.
    ///
    /// # Errors
    /// If no further variable can be numbered.
    pub fn switch(&mut self) -> Result<Lit, TooManyVariables> {
        Ok(self.formula.pool().fresh()?.positive())
    }
}
