//! The SAT road: grid, clauses, solver, model, checked grid.
//!
//! *Fresh* mode writes each puzzle's clauses into a new solver. *Shared* mode writes those of the empty board once;
//! clues are assumptions, so that the solver keeps what it learned. Solutions that were seen are blocked by a clause
//! over the open cells; in shared mode it holds only while the puzzle's switch literal is assumed, and goes for good
//! with the next puzzle.
//!
//! That there is no solution, or no other, comes without a witness. On the classic 9×9 board, where the kernel knows it
//! within microseconds, a solver that says so is contradicted where it is wrong.

use std::sync::Arc;

use crate::backend::{BackendError, OpenOptions, SatBackend};
use crate::budget::{Running, StopReason, Stopwatch};
use crate::cnf::{AtMostOne, Lit};
use crate::encoding::{Encoding, Formula};
use crate::error::Error;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::reduction::Reduced;
use crate::sat::Instance;
use crate::solver::engine::Engine;
use crate::solver::{Mode, Options, Stats, nine};
use crate::verdict::Verdict;

/// After so many puzzles a shared solver is built anew, so that dead clauses and switches do not pile up: varisat proves
/// 6,500 puzzles with 17 clues unique in a second if built anew after 50, 5,100 after 1,000 and 1,900 after 20,000.
const PUZZLES_PER_BUILD: usize = 64;

/// From this side on, and where memory is limited, the size of a formula is worked out before it is loaded; below, none
/// is too large.
const SIDE_TO_MEASURE: usize = 25;

pub(in crate::solver) type Open = Box<dyn Fn(&OpenOptions) -> Result<Box<dyn SatBackend>, BackendError>>;

pub(in crate::solver) struct SatEngine {
    geometry: Arc<Geometry>,
    open: Open,
    open_options: OpenOptions,
    encoding: Encoding,
    at_most_one: AtMostOne,
    mode: Mode,
    /// Kept from puzzle to puzzle in shared mode.
    loaded: Option<Loaded>,
    /// A solver without clauses, where one is left from another puzzle.
    spare: Option<Box<dyn SatBackend>>,
    question: Question,
    /// Puzzles that were begun in this session.
    begun: usize,
}

/// The solver with its clauses.
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
    /// How many solutions were given.
    given: u64,
    /// The clauses that block what was seen, for a backend that must be told again.
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
            given: 0,
            blocked: Vec::new(),
            is_over: false,
            stats: Stats::default(),
        }
    }
}

impl SatEngine {
    pub(in crate::solver) fn new(geometry: &Arc<Geometry>, options: &Options, open: Open) -> Self {
        Self {
            geometry: Arc::clone(geometry),
            open,
            open_options: options.into(),
            encoding: options.encoding.unwrap_or_default(),
            at_most_one: options.at_most_one.unwrap_or_default(),
            mode: options.mode,
            loaded: None,
            spare: None,
            question: Question::new(Grid::empty(geometry).into()),
            begun: 0,
        }
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

    /// The solver that is loaded with the puzzle's clauses, taken out; a new one if there is none.
    fn load(&mut self, running: &Running) -> Result<Result<Loaded, StopReason>, Error> {
        if let Some(loaded) = self.loaded.take() {
            return Ok(Ok(loaded));
        }
        let watch = Stopwatch::start();
        let loaded = self.build(running);
        self.question.stats.encode += watch.elapsed();
        loaded
    }

    fn build(&mut self, running: &Running) -> Result<Result<Loaded, StopReason>, Error> {
        let mut is_shared = self.may_share();
        let mut formula = self.describe(is_shared)?;
        let is_measured = self.geometry.comparable_side() >= SIDE_TO_MEASURE || self.open_options.memory.is_some();
        self.open_options.expected = match is_measured.then(|| formula.size_within(running)).transpose() {
            Ok(size) => size,
            Err(reason) => return Ok(Err(reason)),
        };
        let backend = match self.spare.take() {
            Some(spare) if !is_measured => spare,
            _ => (self.open)(&self.open_options)?,
        };
        let capabilities = backend.capabilities();
        if is_shared && !(capabilities.assumptions && capabilities.incremental) {
            is_shared = false;
            formula = self.describe(false)?;
        }
        if self.open_options.certified && !backend.capabilities().certified {
            return Err(BackendError::NoProof { backend: backend.name().to_owned() }.into());
        }
        let loaded = Instance::load(backend, formula, &self.question.blocked, running)?;
        Ok(loaded.map(|instance| Loaded { instance, is_shared, puzzles: 0 }))
    }

    fn describe(&self, is_shared: bool) -> Result<Formula, Error> {
        let puzzle = if is_shared { Grid::empty(&self.geometry).into() } else { self.question.puzzle.clone() };
        Ok(Formula::of(puzzle, self.encoding, self.at_most_one)?)
    }

    /// Tells the solver never to give the solution again that was seen last.
    fn block(&mut self) -> Result<(), Error> {
        let (Some(seen), Some(loaded)) = (self.question.seen.take(), &mut self.loaded) else { return Ok(()) };
        let question = &mut self.question;
        let instance = &mut loaded.instance;
        let mut clause = instance.formula().blocking_clause_for(question.puzzle.grid(), &seen);
        if clause.is_empty() {
            // Nothing was open: there is no other solution, and no clause must say so in a shared solver.
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
        instance.add_clause(&clause)
    }

    fn answer(&mut self, running: &Running) -> Result<Verdict<Solution>, Error> {
        self.block()?;
        if self.question.is_over {
            return Ok(Verdict::Unsatisfiable);
        }
        let Loaded { instance, is_shared, .. } = match self.load(running)? {
            Ok(loaded) => self.loaded.insert(loaded),
            Err(reason) => return Ok(Verdict::Unknown(reason)),
        };
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
                question.seen = Some(solution.clone());
                question.given += 1;
                Ok(Verdict::Satisfiable(solution))
            }
            Verdict::Unsatisfiable if nine::has_more(question.puzzle.grid(), question.given, running)? => {
                let [one, other] = [instance.solver().name(), nine::NAME].map(str::to_owned);
                Err(Error::Disagreement { one, other })
            }
            Verdict::Unsatisfiable => Ok(Verdict::Unsatisfiable),
            Verdict::Unknown(reason) => Ok(Verdict::Unknown(reason)),
        }
    }

    /// Leaves the puzzle at hand: a solver that cannot serve another is given up.
    fn leave(&mut self) -> Result<(), Error> {
        let Some(loaded) = &mut self.loaded else { return Ok(()) };
        if !loaded.is_shared || loaded.puzzles >= PUZZLES_PER_BUILD {
            self.spare = self.loaded.take().and_then(|loaded| loaded.instance.into_cleared_solver());
        } else if let Some(switch) = self.question.switch {
            loaded.instance.add_clause(&[!switch])?;
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
        let answer = self.answer(running);
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
