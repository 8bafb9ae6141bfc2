//! The SAT road: grid, clauses, solver, model, checked grid.
//!
//! *Fresh* mode writes each puzzle's clauses into a new solver. *Shared* mode writes the clauses of the empty board once; clues are
//! assumptions, so that the solver keeps its learnt clauses. Solutions that were seen are blocked by a clause over the open cells;
//! in shared mode it holds only while the puzzle's switch literal is assumed, and goes for good with the next puzzle.
//!
//! A repeated solution is a wrong answer, and so is *no* where a [second opinion](crate::solver::second_opinion) finds a solution.

use std::collections::HashSet;
use std::sync::Arc;

use crate::backend::{BackendError, OpenOptions, SatBackend};
use crate::budget::{Running, Stopwatch};
use crate::cnf::{AtMostOne, Lit};
use crate::constraint::Constraint;
use crate::encoding::{EncodeError, Encoding, Formula};
use crate::error::{Error, WrongAnswer, or_stopped};
use crate::geometry::{Digit, Geometry};
use crate::grid::{Grid, Solution};
use crate::propagators::RulePropagator;
use crate::reduction::Reduced;
use crate::sat::Instance;
use crate::solver::auto;
use crate::solver::engine::Engine;
use crate::solver::options::{Mode, Options, Stats};
use crate::solver::second_opinion::overlooked;
use crate::verdict::Verdict;

/// After so many puzzles a shared solver is built anew, so that dead clauses and switches do not pile up: varisat proves
/// 6,500 puzzles with 17 clues unique in a second if built anew after 50, 5,100 after 1,000 and 1,900 after 20,000.
const PUZZLES_PER_BUILD: usize = 64;

/// From this side on, and under a memory limit, the size of a formula is computed before loading; smaller formulas always fit.
const MIN_SIDE_FOR_SIZE_CHECK: usize = 25;

pub(super) type Open = Box<dyn Fn(&OpenOptions) -> Result<Box<dyn SatBackend>, BackendError>>;

pub(super) struct SatEngine {
    geometry: Arc<Geometry>,
    open: Open,
    open_options: OpenOptions,
    encoding: Encoding,
    at_most_one: AtMostOne,
    mode: Mode,
    /// Which constraints of the rules are propagated beside the clauses.
    is_lazy: bool,
    /// Whether the backend or the clauses are not satdoku's own, so that *no* is doubted.
    is_foreign: bool,
    /// Kept from puzzle to puzzle in shared mode.
    loaded: Option<Loaded>,
    /// A solver without clauses, left over from an earlier puzzle.
    spare: Option<Box<dyn SatBackend>>,
    question: Question,
    /// Number of puzzles begun in this session.
    begun: usize,
}

/// A solver with its clauses.
struct Loaded {
    instance: Instance,
    is_shared: bool,
    puzzles: usize,
}

/// The puzzle at hand.
struct Question {
    puzzle: Reduced,
    /// What is known as literals and, once a solution was blocked, the switch.
    assumptions: Vec<Lit>,
    switch: Option<Lit>,
    /// The solution to block before the next is looked for.
    seen: Option<Solution>,
    /// The solutions returned so far.
    given: HashSet<Vec<Option<Digit>>>,
    /// The blocking clauses, for a backend that must be reloaded.
    blocked: Vec<Vec<Lit>>,
    is_over: bool,
    stats: Stats,
}

impl Question {
    fn new(puzzle: Reduced) -> Self {
        Self {
            puzzle,
            assumptions: Vec::new(),
            switch: None,
            seen: None,
            given: HashSet::new(),
            blocked: Vec::new(),
            is_over: false,
            stats: Stats::default(),
        }
    }
}

impl SatEngine {
    pub(super) fn new(geometry: &Arc<Geometry>, options: &Options, open: Open) -> Self {
        Self {
            geometry: Arc::clone(geometry),
            open,
            open_options: options.into(),
            encoding: options.encoding.unwrap_or_default(),
            at_most_one: options.at_most_one.unwrap_or_default(),
            mode: options.mode,
            is_lazy: false,
            is_foreign: false,
            loaded: None,
            spare: None,
            question: Question::new(Grid::empty(geometry).into()),
            begun: 0,
        }
    }

    /// The engine over a backend or clauses that may be of others, whose *no* is doubted.
    pub(crate) fn of_others(self, is_foreign: bool) -> Self {
        Self { is_foreign, ..self }
    }

    /// The engine over a solver that propagates some constraints beside the clauses.
    pub(super) fn lazily(self) -> Self {
        Self { is_lazy: true, ..self }
    }

    fn may_share(&self) -> bool {
        let is_wanted = match self.mode {
            Mode::Auto => self.begun > 1,
            Mode::Shared => true,
            Mode::Fresh => false,
        };
        // The clauses of the empty board say no rules, which come with the puzzle.
        is_wanted && self.encoding.has_clue_literals() && !self.geometry.has_rules()
    }

    /// Takes the solver loaded with the puzzle's clauses; builds it if needed.
    fn load(&mut self, running: &Running) -> Result<Loaded, Error> {
        if let Some(loaded) = self.loaded.take() {
            return Ok(loaded);
        }
        let watch = Stopwatch::start();
        let loaded = self.build(running);
        self.question.stats.encode += watch.elapsed();
        loaded
    }

    fn build(&mut self, running: &Running) -> Result<Loaded, Error> {
        let mut is_shared = self.may_share();
        let mut formula = self.describe(is_shared, running)?;
        let is_measured =
            self.geometry.comparable_side() >= MIN_SIDE_FOR_SIZE_CHECK || self.open_options.memory.is_some();
        self.open_options.expected = is_measured.then(|| formula.size_within(running)).transpose()?;
        let backend = match self.spare.take() {
            Some(spare) if !is_measured => spare,
            _ => (self.open)(&self.open_options)?,
        };
        let capabilities = backend.capabilities();
        if is_shared && !(capabilities.assumptions && capabilities.incremental) {
            is_shared = false;
            formula = self.describe(false, running)?;
        }
        if self.open_options.certified && !backend.capabilities().certified {
            return Err(BackendError::NoProof { backend: backend.name().to_owned() }.into());
        }
        let mut instance = Instance::load(backend, formula, &self.question.blocked, running)?;
        instance.propagate(self.propagator(&instance, running))?;
        Ok(Loaded { instance, is_shared, puzzles: 0 })
    }

    fn describe(&self, is_shared: bool, running: &Running) -> Result<Formula, EncodeError> {
        let puzzle = if is_shared { Grid::empty(&self.geometry).into() } else { self.question.puzzle.clone() };
        let is_written = if self.is_lazy { auto::is_eager } else { |_: &Constraint| true };
        Formula::partly(puzzle, self.encoding, self.at_most_one, is_written, running)
    }

    /// The constraints that are propagated beside the clauses, and such as follow from the rules and the units.
    fn propagator(&self, instance: &Instance, running: &Running) -> Option<RulePropagator> {
        self.is_lazy.then_some(())?;
        let rules = self.question.puzzle.grid().rules();
        let propagated = rules.propagated(&self.geometry, |constraint| !auto::is_eager(constraint), running);
        let constraints = propagated.iter().map(|(_, constraint)| constraint);
        RulePropagator::new(&self.geometry, instance.formula().map(), constraints)
    }

    /// Tells the solver never to give the solution again that was seen last.
    fn block(&mut self) -> Result<(), Error> {
        let (Some(seen), Some(loaded)) = (self.question.seen.take(), &mut self.loaded) else { return Ok(()) };
        let question = &mut self.question;
        let instance = &mut loaded.instance;
        let mut clause = instance.formula().blocking_clause_for(question.puzzle.grid(), &seen);
        if clause.is_empty() {
            // No cell was open: the solution is the only one, and a shared solver needs no clause for it.
            question.is_over = true;
            return Ok(());
        }
        if !instance.solver().capabilities().incremental {
            question.blocked.push(clause);
            self.loaded = None;
            return Ok(());
        }
        if loaded.is_shared {
            let switch = if let Some(switch) = question.switch {
                switch
            } else {
                let switch = instance.switch()?;
                question.assumptions.push(switch);
                *question.switch.insert(switch)
            };
            clause.push(!switch);
        }
        instance.add_unchecked(&clause)
    }

    fn answer(&mut self, running: &Running) -> Result<Verdict<Solution>, Error> {
        self.block()?;
        if self.question.is_over {
            return Ok(Verdict::Unsatisfiable);
        }
        let loaded = self.load(running)?;
        let Loaded { instance, is_shared, .. } = self.loaded.insert(loaded);
        let question = &mut self.question;
        if *is_shared && question.assumptions.is_empty() {
            question.assumptions.extend(instance.formula().known_lits(&question.puzzle));
        }
        question.stats.variables = instance.variables();
        question.stats.clauses = instance.clauses();
        let assumptions = if *is_shared { question.assumptions.as_slice() } else { &[] };
        let before = instance.solver().conflicts().unwrap_or_default();
        let verdict = instance.solve_assuming(assumptions, running);
        if let Some(conflicts) = instance.solver().conflicts() {
            question.stats.conflicts = Some(question.stats.conflicts.unwrap_or_default() + conflicts - before);
        }
        match verdict? {
            Verdict::Satisfiable(model) => {
                let watch = Stopwatch::start();
                let solution = instance.decode(question.puzzle.grid(), &model);
                question.stats.decode += watch.elapsed();
                let solution = solution?;
                if !question.given.insert(solution.digits().to_vec()) {
                    return Err(instance.wrong(WrongAnswer::Repeated));
                }
                question.seen = Some(solution.clone());
                Ok(Verdict::Satisfiable(solution))
            }
            Verdict::Unsatisfiable => {
                let given = &question.given;
                let is_given = |solution: &Solution| given.contains(solution.digits());
                let is_doubted = self.is_foreign && !self.open_options.certified;
                match overlooked(question.puzzle.grid(), given.len() as u64, is_given, is_doubted, running)? {
                    Some(solution) => Err(instance.wrong(WrongAnswer::Denied(Box::new(solution)))),
                    None => Ok(Verdict::Unsatisfiable),
                }
            }
            Verdict::Unknown(reason) => Ok(Verdict::Unknown(reason)),
        }
    }

    /// Leaves the puzzle: a solver that cannot serve further puzzles is dropped.
    fn leave(&mut self) -> Result<(), Error> {
        let Some(loaded) = &mut self.loaded else { return Ok(()) };
        if !loaded.is_shared || loaded.puzzles >= PUZZLES_PER_BUILD {
            self.spare = self.loaded.take().and_then(|loaded| loaded.instance.into_cleared_solver());
        } else if let Some(switch) = self.question.switch {
            loaded.instance.add_unchecked(&[!switch])?;
        }
        Ok(())
    }
}

impl Engine for SatEngine {
    fn begin(&mut self, puzzle: Reduced) {
        if self.leave().is_err() {
            self.loaded = None;
        }
        self.begun += 1;
        self.question = Question::new(puzzle);
        if let Some(loaded) = &mut self.loaded {
            loaded.puzzles += 1;
        }
    }

    fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        if self.question.is_over {
            return Ok(Verdict::Unsatisfiable);
        }
        let answer = or_stopped(self.answer(running), Verdict::Unknown);
        if !matches!(answer, Ok(Verdict::Satisfiable(_))) {
            self.question.is_over = true;
        }
        if !matches!(answer, Ok(Verdict::Satisfiable(_) | Verdict::Unsatisfiable)) {
            // A solver that was stopped or failed is not asked again.
            self.loaded = None;
        }
        answer
    }

    fn takes_steps(&self) -> bool {
        false
    }

    fn stats(&self) -> Stats {
        self.question.stats
    }
}
