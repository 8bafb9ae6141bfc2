//! What answers the questions of an explanation: a session of any solver, and a SAT solver under assumptions
//! where the session's is one that can be.

use std::sync::Arc;

use crate::backend::{Backend, Capabilities, OpenOptions};
use crate::budget::{Running, StopReason};
use crate::cnf::AtMostOne;
use crate::encoding::{Encoding, Formula};
use crate::error::Error;
use crate::geometry::{Candidate, Geometry};
use crate::grid::{Grid, Solution};
use crate::reduction::{Reduced, Reduction, Techniques};
use crate::rule::RulesApart;
use crate::sat::Instance;
use crate::solver::{Options, Session, Solver, check_memory};
use crate::verdict::Verdict;

/// What is deduced before a formula is written.
const DEDUCED: Techniques = Techniques::SINGLES.union(Techniques::LOCKED).union(Techniques::MATCHING);

/// Up to this side the default solver answers in less time than clauses are loaded.
const SIDE_TO_DANCE: usize = 9;

pub(in crate::explain) struct Oracle {
    solver: Solver,
    options: Options,
    /// The board that it was opened for.
    board: Arc<Geometry>,
    /// Another where a puzzle has only some of the rules.
    session: Session,
    /// The solver of the session where it is a SAT solver that can be kept and asked under assumptions.
    backend: Option<Backend>,
    /// Whether that one tells which assumptions failed.
    tells_failed: bool,
    open: OpenOptions,
}

impl Oracle {
    pub(in crate::explain) fn open(solver: &Solver, board: &Arc<Geometry>, options: &Options) -> Result<Self, Error> {
        options.refuse_certified("explanations")?;
        let solver = if *solver == Solver::Auto { chosen(board) } else { solver.clone() };
        let open = OpenOptions::from(options);
        let (backend, capabilities) = match &solver {
            Solver::Sat(backend) => (Some(backend.clone()), backend.open(&open)?.capabilities()),
            _ => (None, Capabilities::default()),
        };
        Ok(Self {
            board: Arc::clone(board),
            options: options.clone(),
            session: solver.session(board, options)?,
            backend: backend.filter(|_| capabilities.incremental && capabilities.assumptions),
            tells_failed: capabilities.incremental && capabilities.assumptions && capabilities.failed,
            open,
            solver,
        })
    }

    /// Refuses a puzzle of another board, and one whose board would take more memory than allowed.
    pub(in crate::explain) fn check_board(&self, puzzle: &Grid) -> Result<(), Error> {
        if *puzzle.geometry() == self.board {
            return check_memory(puzzle.geometry(), self.open.memory.unwrap_or(OpenOptions::DEFAULT_MEMORY));
        }
        let (session, puzzle) = (self.board.to_string(), puzzle.geometry().to_string());
        Err(Error::Board { session, puzzle })
    }

    /// Leaves the session what is left of the time, and opens one for the board where it has another.
    fn limit(&mut self, board: &Arc<Geometry>, running: &Running) -> Result<Result<(), StopReason>, Error> {
        if let Err(reason) = running.check() {
            return Ok(Err(reason));
        }
        if self.session.geometry() != board {
            self.session = self.solver.session(board, &self.options)?;
        }
        if let Some(left) = running.time_left() {
            self.session.set_budget(self.options.budget.clone().with_time(left));
        }
        Ok(Ok(()))
    }

    /// A solution of a puzzle.
    pub(in crate::explain) fn solve(&mut self, puzzle: &Grid, running: &Running) -> Result<Verdict<Solution>, Error> {
        match self.limit(puzzle.geometry(), running)? {
            Ok(()) => self.session.solve(puzzle),
            Err(reason) => Ok(Verdict::Unknown(reason)),
        }
    }

    /// Whether a puzzle has a solution in which a candidate is not true; it has at most one in which it is.
    pub(in crate::explain) fn solve_without(
        &mut self,
        puzzle: &Grid,
        candidate: Candidate,
        running: &Running,
    ) -> Result<Verdict<()>, Error> {
        if self.backend.is_some() {
            return Ok(match self.load(puzzle, running)? {
                Loaded::Open(mut instance) => instance.solve(puzzle, [(candidate, false)], running)?.map(drop),
                Loaded::Refuted => Verdict::Unsatisfiable,
                Loaded::Stopped(reason) => Verdict::Unknown(reason),
            });
        }
        self.has_several(puzzle, running)
    }

    /// Whether a puzzle has more than one solution, by the session.
    fn has_several(&mut self, puzzle: &Grid, running: &Running) -> Result<Verdict<()>, Error> {
        if let Err(reason) = self.limit(puzzle.geometry(), running)? {
            return Ok(Verdict::Unknown(reason));
        }
        let count = self.session.count(puzzle, Some(2))?;
        Ok(match (count.is_more_than(1), count.stopped()) {
            (Some(true), _) => Verdict::Satisfiable(()),
            (Some(false), _) => Verdict::Unsatisfiable,
            (None, reason) => Verdict::Unknown(reason.unwrap_or(StopReason::Incomplete)),
        })
    }

    /// Whether a puzzle has a solution beside one that it has, of which only the digits are looked at.
    pub(in crate::explain) fn solve_again(
        &mut self,
        puzzle: &Grid,
        known: &Solution,
        running: &Running,
    ) -> Result<Verdict<()>, Error> {
        if self.backend.is_some() {
            return Ok(match self.load(puzzle, running)? {
                Loaded::Open(mut instance) => {
                    instance.block(known)?;
                    instance.solve(puzzle, [], running)?.map(drop)
                }
                Loaded::Refuted => Verdict::Unsatisfiable,
                Loaded::Stopped(reason) => Verdict::Unknown(reason),
            });
        }
        self.has_several(puzzle, running)
    }

    /// A solution of a puzzle that is none of those known; at most one of them solves it.
    pub(in crate::explain) fn solve_beside(
        &mut self,
        puzzle: &Grid,
        known: &[Solution],
        running: &Running,
    ) -> Result<Verdict<Solution>, Error> {
        let listed = self.list(puzzle, 2, running)?;
        Ok(match listed.solutions.into_iter().find(|solution| !known.contains(solution)) {
            Some(solution) => Verdict::Satisfiable(solution),
            None => match listed.ended {
                Verdict::Unknown(reason) => Verdict::Unknown(reason),
                _ => Verdict::Unsatisfiable,
            },
        })
    }

    /// The first solutions of a puzzle, no more than `most`.
    pub(in crate::explain) fn list(&mut self, puzzle: &Grid, most: usize, running: &Running) -> Result<Listed, Error> {
        let mut solutions = Vec::new();
        let mut ended = Verdict::Satisfiable(());
        if let Err(reason) = self.limit(puzzle.geometry(), running)? {
            return Ok(Listed { solutions, ended: Verdict::Unknown(reason) });
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
    pub(in crate::explain) fn can_load(&self) -> bool {
        self.backend.is_some()
    }

    /// Whether it can, and tells which of its assumptions failed.
    pub(in crate::explain) fn tells_failed(&self) -> bool {
        self.tells_failed
    }

    /// A SAT solver with the formula of a puzzle. Only where it [can](Self::can_load) be.
    pub(in crate::explain) fn load(&self, puzzle: &Grid, running: &Running) -> Result<Loaded, Error> {
        match Reduction::new(DEDUCED).run(puzzle, running) {
            Ok(reduced) => self.load_reduced(reduced, running),
            Err(_) => Ok(Loaded::Refuted),
        }
    }

    /// A SAT solver with the formula of the empty board, in which all clues and all rules are assumptions.
    pub(in crate::explain) fn load_board(&self, rules: &RulesApart, running: &Running) -> Result<Loaded, Error> {
        self.load_formula(Formula::with_selectors(rules.clone())?, running)
    }

    fn load_reduced(&self, reduced: Reduced, running: &Running) -> Result<Loaded, Error> {
        // A full grid that breaks a rule shows that its clues do.
        if reduced.grid().first_violation().is_some() {
            return Ok(Loaded::Refuted);
        }
        self.load_formula(Formula::of(reduced, Encoding::Reduced, AtMostOne::Pairwise)?, running)
    }

    fn load_formula(&self, formula: Formula, running: &Running) -> Result<Loaded, Error> {
        let Some(backend) = &self.backend else { return Ok(Loaded::Stopped(StopReason::Incomplete)) };
        Ok(match Instance::open(backend, &self.open, formula, &[], running)? {
            Ok(instance) => Loaded::Open(Box::new(instance)),
            Err(reason) => Loaded::Stopped(reason),
        })
    }
}

/// Solutions and how their listing ended: *satisfiable* where there may be more.
pub(in crate::explain) struct Listed {
    pub(in crate::explain) solutions: Vec<Solution>,
    pub(in crate::explain) ended: Verdict<()>,
}

/// What became of a formula.
pub(in crate::explain) enum Loaded {
    Open(Box<Instance>),
    /// Deduction showed that it has no model.
    Refuted,
    Stopped(StopReason),
}

/// The solver for a board where none was chosen.
fn chosen(board: &Geometry) -> Solver {
    let is_small = !board.has_rules() && board.comparable_side() <= SIDE_TO_DANCE;
    if is_small { Solver::Auto } else { Solver::Sat(Backend::Cdcl) }
}
