//! The solvers behind an explanation: a session of any solver, and a SAT solver under assumptions if the session's solver
//! supports them.

use std::sync::Arc;

use crate::backend::{Backend, Capabilities, OpenOptions};
use crate::budget::{Running, StopReason};
use crate::cnf::AtMostOne;
use crate::constraint::Constraint;
use crate::encoding::{EncodeError, Encoding, Formula};
use crate::error::{Error, WrongAnswer, or_stopped};
use crate::geometry::{Candidate, Geometry};
use crate::grid::{Grid, Solution};
use crate::propagators::RulePropagator;
use crate::reduction::{Reduced, Reduction};
use crate::rule::SeparateRules;
use crate::sat::Instance;
use crate::solver::auto::{DEDUCED, for_explanations, is_eager_in_explanations};
use crate::solver::{Options, Session, Solver, check_memory, overlooked};
use crate::verdict::Verdict;

pub(super) struct Oracle {
    solver: Solver,
    options: Options,
    /// The board of [`open`](Self::open).
    board: Arc<Geometry>,
    /// A session for another board if a puzzle has only some of the rules.
    session: Session,
    /// The name of a foreign solver.
    stranger: Option<String>,
    /// The solver of the session if it is a SAT solver that can be kept and takes assumptions.
    backend: Option<Backend>,
    /// Whether the backend names the failed assumptions.
    tells_failed: bool,
    open: OpenOptions,
}

impl Oracle {
    pub(super) fn open(solver: &Solver, board: &Arc<Geometry>, options: &Options) -> Result<Self, Error> {
        options.refuse_certified("explanations")?;
        let solver = if *solver == Solver::Auto { for_explanations(board) } else { solver.clone() };
        let open = OpenOptions::from(options);
        let (backend, capabilities, name) = match &solver {
            Solver::Sat(backend) => {
                let opened = backend.open(&open)?;
                (Some(backend.clone()), opened.capabilities(), opened.name().to_owned())
            }
            _ => (None, Capabilities::default(), solver.to_string()),
        };
        let is_stranger = match &solver {
            Solver::Sat(backend) => *backend != Backend::Cdcl,
            Solver::Portfolio => true,
            _ => false,
        } || options.encoding.is_some_and(Encoding::is_own);
        Ok(Self {
            board: Arc::clone(board),
            options: options.clone(),
            session: solver.session(board, options)?,
            stranger: is_stranger.then_some(name),
            backend: backend.filter(|_| capabilities.incremental && capabilities.assumptions),
            tells_failed: capabilities.incremental && capabilities.assumptions && capabilities.failed,
            open,
            solver,
        })
    }

    /// The memory allowed, in bytes.
    pub(super) fn memory(&self) -> u64 {
        self.open.memory.unwrap_or(OpenOptions::DEFAULT_MEMORY)
    }

    /// Refuses a puzzle of another board, and a puzzle whose board would take more memory than allowed.
    pub(super) fn check_board(&self, puzzle: &Grid) -> Result<(), Error> {
        if *puzzle.geometry() == self.board {
            return check_memory(puzzle.geometry(), self.memory());
        }
        let [session, puzzle] = self.board.told_apart(puzzle.geometry());
        Err(Error::Board { session, puzzle })
    }

    /// Gives the session the remaining time, and opens a session for the board if the present one is for another.
    fn limit(&mut self, board: &Arc<Geometry>, running: &Running) -> Result<(), Error> {
        running.check()?;
        if self.session.geometry() != board {
            self.session = self.solver.session(board, &self.options)?;
        }
        if let Some(left) = running.time_left() {
            self.session.set_budget(self.options.budget.clone().with_time(left));
        }
        Ok(())
    }

    /// The name of a foreign solver.
    pub(crate) fn stranger(&self) -> Option<&str> {
        self.stranger.as_deref()
    }

    /// The error of a solver that denied a solution.
    pub(crate) fn denied(&self, solution: Solution) -> Error {
        let name = self.stranger.clone().unwrap_or_else(|| self.solver.to_string());
        WrongAnswer::Denied(Box::new(solution)).of(name)
    }

    /// Checks an *unsatisfiable* of the SAT solver by a short search: an error if a puzzle has a solution beside the `number`
    /// known ones.
    pub(crate) fn doubt(
        &self,
        puzzle: &Grid,
        number: usize,
        is_known: impl Fn(&Solution) -> bool,
        running: &Running,
    ) -> Result<(), Error> {
        let is_foreign = matches!(&self.solver, Solver::Sat(backend) if backend.is_foreign());
        match overlooked(puzzle, number as u64, is_known, is_foreign, running)? {
            Some(solution) => Err(self.denied(solution)),
            None => Ok(()),
        }
    }

    /// Refutes a puzzle by a checked proof, so that no solver must be trusted. *Unknown* if the proof takes more than the time.
    pub(crate) fn refute(&self, puzzle: &Grid, running: &Running) -> Result<Verdict<Solution>, Error> {
        let mut options =
            Options { certified: true, seed: self.options.seed, memory: self.options.memory, ..Options::default() };
        options.budget = self.options.budget.clone();
        if let Some(left) = running.time_left() {
            options.budget = options.budget.with_time(left);
        }
        match Solver::Sat(Backend::Cdcl).solve_with(puzzle, &options) {
            Err(error) if error.is_memory_limit() => Ok(Verdict::Unknown(StopReason::Memory)),
            verdict => verdict,
        }
    }

    /// A solution of a puzzle.
    pub(super) fn solve(&mut self, puzzle: &Grid, running: &Running) -> Result<Verdict<Solution>, Error> {
        let answer = self.limit(puzzle.geometry(), running).and_then(|()| self.session.solve(puzzle));
        or_stopped(answer, Verdict::Unknown)
    }

    /// Whether a puzzle has a solution without a candidate; it has at most one solution with the candidate.
    pub(super) fn solve_without(
        &mut self,
        puzzle: &Grid,
        candidate: Candidate,
        running: &Running,
    ) -> Result<Verdict<()>, Error> {
        if self.backend.is_some() {
            return Ok(match self.load(puzzle, running)? {
                Loaded::Open(mut instance) => {
                    let verdict = instance.solve(puzzle, [(candidate, false)], running)?.map(drop);
                    if verdict.is_unsatisfiable() {
                        let is_known = |solution: &Solution| solution.get(candidate.cell) == Some(candidate.digit);
                        self.doubt(puzzle, 1, is_known, running)?;
                    }
                    verdict
                }
                Loaded::Refuted => Verdict::Unsatisfiable,
                Loaded::Stopped(reason) => Verdict::Unknown(reason),
            });
        }
        self.has_several(puzzle, running)
    }

    /// Whether a puzzle has more than one solution, by the session.
    fn has_several(&mut self, puzzle: &Grid, running: &Running) -> Result<Verdict<()>, Error> {
        match self.limit(puzzle.geometry(), running) {
            Err(Error::Stopped(reason)) => return Ok(Verdict::Unknown(reason)),
            limited => limited?,
        }
        let count = self.session.count(puzzle, Some(2))?;
        Ok(match (count.is_more_than(1), count.stopped()) {
            (Some(true), _) => Verdict::Satisfiable(()),
            (Some(false), _) => Verdict::Unsatisfiable,
            (None, reason) => Verdict::Unknown(reason.unwrap_or(StopReason::Incomplete)),
        })
    }

    /// Whether a puzzle has a solution whose digits differ from a known solution.
    pub(super) fn solve_again(
        &mut self,
        puzzle: &Grid,
        known: &Solution,
        running: &Running,
    ) -> Result<Verdict<()>, Error> {
        if self.backend.is_some() {
            return Ok(match self.load(puzzle, running)? {
                Loaded::Open(mut instance) => {
                    instance.block(known)?;
                    let verdict = instance.solve(puzzle, [], running)?.map(drop);
                    if verdict.is_unsatisfiable() {
                        self.doubt(puzzle, 1, |solution| solution.digits() == known.digits(), running)?;
                    }
                    verdict
                }
                Loaded::Refuted => Verdict::Unsatisfiable,
                Loaded::Stopped(reason) => Verdict::Unknown(reason),
            });
        }
        self.has_several(puzzle, running)
    }

    /// A solution of a puzzle that is not in `known`.
    pub(super) fn solve_beside(
        &mut self,
        puzzle: &Grid,
        known: &[Solution],
        running: &Running,
    ) -> Result<Verdict<Solution>, Error> {
        let solves = |solution: &&Solution| puzzle.clues().all(|clue| solution.get(clue.cell) == Some(clue.digit));
        // One more than the known ones among them.
        let listed = self.list(puzzle, known.iter().filter(solves).count() + 1, running)?;
        Ok(match listed.solutions.into_iter().find(|solution| !known.contains(solution)) {
            Some(solution) => Verdict::Satisfiable(solution),
            None => match listed.ended {
                Verdict::Unknown(reason) => Verdict::Unknown(reason),
                _ => Verdict::Unsatisfiable,
            },
        })
    }

    /// The first solutions of a puzzle, at most `most`.
    pub(super) fn list(&mut self, puzzle: &Grid, most: usize, running: &Running) -> Result<Listed, Error> {
        let mut solutions = Vec::new();
        let mut ended = Verdict::Satisfiable(());
        match self.limit(puzzle.geometry(), running) {
            Err(Error::Stopped(reason)) => return Ok(Listed { solutions, ended: Verdict::Unknown(reason) }),
            limited => limited?,
        }
        let mut all = self.session.solutions(puzzle)?;
        while solutions.len() < most {
            match all.next() {
                Some(Ok(solution)) => solutions.push(solution),
                Some(Err(Error::Stopped(reason))) => {
                    ended = Verdict::Unknown(reason);
                    break;
                }
                Some(Err(error)) => return Err(error),
                None => {
                    ended = Verdict::Unsatisfiable;
                    break;
                }
            }
        }
        Ok(Listed { solutions, ended })
    }

    /// Whether a SAT solver can be loaded and kept.
    pub(super) fn can_load(&self) -> bool {
        self.backend.is_some()
    }

    /// Whether the SAT solver names the failed assumptions.
    pub(super) fn tells_failed(&self) -> bool {
        self.tells_failed
    }

    /// A SAT solver with the formula of a puzzle. Call only if it [can](Self::can_load) be loaded.
    pub(super) fn load(&self, puzzle: &Grid, running: &Running) -> Result<Loaded, Error> {
        match Reduction::new(DEDUCED).run(puzzle, running) {
            Ok(reduced) => self.load_reduced(reduced, running),
            Err(_) => Ok(Loaded::Refuted),
        }
    }

    /// A SAT solver with the formula of the empty board, in which all clues and all rules are assumptions.
    pub(super) fn load_board(&self, rules: &SeparateRules, running: &Running) -> Result<Loaded, Error> {
        let formula = Formula::with_selectors(rules.clone(), self.is_written(), running);
        self.load_formula(formula, running, |formula| {
            let each = rules.ids().zip(rules.each());
            let constraints = each.flat_map(|(rule, (board, rules))| {
                let propagated = rules.propagated(board, |constraint| !is_eager_in_explanations(constraint), running);
                let selector = formula.selector(rule);
                propagated.into_iter().map(move |(_, constraint)| (selector, constraint))
            });
            RulePropagator::with_conditions(rules.board(), formula.map(), constraints)
        })
    }

    /// Which constraints have clauses: all, unless the solver takes a propagator.
    fn is_written(&self) -> fn(&Constraint) -> bool {
        if self.backend == Some(Backend::Cdcl) { is_eager_in_explanations } else { |_| true }
    }

    fn load_reduced(&self, reduced: Reduced, running: &Running) -> Result<Loaded, Error> {
        // If the full grid breaks a rule, so do the clues.
        if reduced.grid().first_violation().is_some() {
            return Ok(Loaded::Refuted);
        }
        let (board, rules) = (Arc::clone(reduced.grid().geometry()), reduced.grid().rules().clone());
        let formula = Formula::partly(reduced, Encoding::Reduced, AtMostOne::Pairwise, self.is_written(), running);
        self.load_formula(formula, running, |formula| {
            let propagated = rules.propagated(&board, |constraint| !is_eager_in_explanations(constraint), running);
            RulePropagator::new(&board, formula.map(), propagated.iter().map(|(_, constraint)| constraint))
        })
    }

    /// Loads a formula, with a propagator for what it leaves out.
    fn load_formula(
        &self,
        formula: Result<Formula, EncodeError>,
        running: &Running,
        propagator: impl FnOnce(&Formula) -> Option<RulePropagator>,
    ) -> Result<Loaded, Error> {
        let formula = match formula {
            Err(EncodeError::Stopped(reason)) => return Ok(Loaded::Stopped(reason)),
            formula => formula?,
        };
        let Some(backend) = &self.backend else { return Ok(Loaded::Stopped(StopReason::Incomplete)) };
        let propagator = (*backend == Backend::Cdcl).then(|| propagator(&formula)).flatten();
        let open = || {
            let mut instance = Instance::open(backend, &self.open, formula, &[], running)?;
            instance.propagate(propagator)?;
            Ok(Loaded::Open(Box::new(instance)))
        };
        or_stopped(open(), Loaded::Stopped)
    }
}

/// Solutions and how their listing ended: *satisfiable* if more may exist.
pub(super) struct Listed {
    pub(super) solutions: Vec<Solution>,
    pub(super) ended: Verdict<()>,
}

/// The result of loading a formula.
pub(super) enum Loaded {
    Open(Box<Instance>),
    /// Deduction showed that the formula has no model.
    Refuted,
    Stopped(StopReason),
}
