//! A puzzle split into cubes, which are solved on several cores as separate puzzles.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::budget::{Running, StopReason};
use crate::cnf::Lit;
use crate::encoding::Term;
use crate::error::Error;
use crate::geometry::{Candidate, Geometry};
use crate::grid::{Grid, Solution};
use crate::reduction::{Reduced, Reduction};
use crate::sat::Instance;
use crate::search::{self, Cube};
use crate::solver::auto::DEDUCED;
use crate::solver::engine::Engine;
use crate::solver::further_solutions::Finder;
use crate::solver::members::Member;
use crate::solver::names::Solver;
use crate::solver::options::{Options, Stats};
use crate::solver::portfolio::Answer;
use crate::solver::portfolio::team::Team;
use crate::verdict::{Count, Verdict};

/// A puzzle with its number of cubes, its solver, and the team that opens engines.
struct Conquest<'a> {
    team: &'a Team,
    solver: &'a Member,
    cubes: usize,
    puzzle: &'a Reduced,
}

/// State shared by the threads: the remaining cubes, and the merged answer so far.
struct Work<'a, T> {
    cubes: std::slice::Iter<'a, Cube>,
    answer: T,
    failed: Option<Error>,
    stats: Stats,
}

impl Conquest<'_> {
    /// A solution from any cube.
    fn solve(&self, running: &Running) -> Result<(Verdict<Solution>, Stats), Error> {
        let merge = |known: &mut Verdict<Solution>, answer: Verdict<Solution>| {
            let is_found = answer.is_satisfiable();
            // Refuted parts add no information, and a solution outlasts a later interruption.
            if !answer.is_unsatisfiable() && !known.is_satisfiable() {
                *known = answer;
            }
            is_found
        };
        self.ask(running, Verdict::Unsatisfiable, |engine, running| engine.next(running), merge)
    }

    /// The number of solutions over the cubes together.
    fn count(&self, limit: Option<u64>, running: &Running) -> Result<(Count, Stats), Error> {
        let merge = |known: &mut Count, count: Count| {
            let sum = known.value() + count.value();
            let reached = limit.filter(|&limit| sum >= limit);
            *known = match (reached, known.stopped().or(count.stopped())) {
                (Some(limit), _) => Count::at_least(limit, StopReason::Limit),
                (None, Some(reason)) => Count::AtLeast(sum, reason),
                (None, None) => Count::Exact(sum),
            };
            reached.is_some()
        };
        self.ask(running, Count::exact(0), |engine, running| engine.count(limit, running), merge)
    }

    /// Asks about each cube; `merge` adds an answer to the merged answer and returns whether the remaining cubes can be skipped.
    fn ask<T: Answer>(
        &self,
        running: &Running,
        start: T,
        question: impl Fn(&mut dyn Engine, &mut Running) -> Result<T, Error> + Sync,
        merge: impl Fn(&mut T, T) -> bool + Sync,
    ) -> Result<(T, Stats), Error> {
        let Self { team, solver, puzzle, .. } = self;
        let mut cubes = match search::cubes(puzzle.grid(), self.cubes, running) {
            Ok(cubes) => cubes,
            Err(reason) => return Ok((T::undecided(reason), Stats::default())),
        };
        // More may have been deduced of the puzzle than what cubes are made from.
        cubes.retain(|cube| cube.iter().all(|&candidate| puzzle.candidates().is_live(candidate)));
        if cubes.is_empty() {
            return Ok((self.covered(&cubes, start, running)?, Stats::default()));
        }
        let work = Mutex::new(Work { cubes: cubes.iter(), answer: start, failed: None, stats: Stats::default() });
        let lock = || work.lock().unwrap_or_else(PoisonError::into_inner);
        let whole = running;
        let (running, token) = running.fork();
        let threads = team.threads().min(cubes.len());
        let conquer = |mut engine: Box<dyn Engine>| -> Result<(), Error> {
            loop {
                let Some(cube) = lock().cubes.next() else { return Ok(()) };
                let Some(part) = self.part(cube, &running) else { continue };
                engine.begin(part);
                let answer = question(engine.as_mut(), &mut running.clone())?;
                let mut work = lock();
                work.stats += engine.stats();
                if merge(&mut work.answer, answer) {
                    token.cancel();
                }
                if token.is_cancelled() {
                    if work.cubes.len() > 0 {
                        // The remaining cubes are skipped. A known final answer is not affected.
                        merge(&mut work.answer, T::undecided(StopReason::Cancelled));
                    }
                    return Ok(());
                }
            }
        };
        let run = || {
            let engine = team.engine(solver, threads, puzzle.grid().geometry());
            if let Err(error) = engine.and_then(conquer) {
                token.cancel();
                lock().failed.get_or_insert(error);
            }
        };
        thread::scope(|scope| {
            let run = &run;
            for _ in 1..threads {
                // If no thread can be started, the running threads do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, run);
            }
            run();
        });
        let Work { answer, failed, stats, .. } = work.into_inner().unwrap_or_else(PoisonError::into_inner);
        match failed {
            Some(error) => Err(error),
            None => Ok((self.covered(&cubes, answer, whole)?, stats)),
        }
    }

    /// The puzzle with a cube's digits and their consequences; `None` after a contradiction. Certified answers allow no deduction,
    /// because it would precede the proof.
    fn part(&self, cube: &Cube, running: &Running) -> Option<Reduced> {
        let mut grid = self.puzzle.grid().clone();
        for candidate in cube {
            // A candidate is in range.
            let _ = grid.set(candidate.cell, Some(candidate.digit));
        }
        if self.team.is_certified() {
            Some(Reduced::of(grid))
        } else {
            Reduction::new(DEDUCED).run(&grid, running).ok()
        }
    }

    /// The answer of the cubes; a negative answer covers the whole puzzle only if no solution lies outside the cubes. Where answers
    /// are certified, that is proved like the others: the clauses of the puzzle cannot be true if no cube is.
    fn covered<T: Answer>(&self, cubes: &[Cube], answer: T, running: &Running) -> Result<T, Error> {
        let Solver::Sat(backend) = &self.solver.solver else { return Ok(answer) };
        if !self.team.is_certified() || !answer.is_negative() {
            return Ok(answer);
        }
        let (formula, options) = self.team.statement(self.solver, self.puzzle)?;
        let lit = |candidate: &Candidate| match formula.map().term(*candidate) {
            Term::Lit(lit) => Some(!lit),
            Term::True | Term::False => None,
        };
        let denied: Vec<Vec<Lit>> = cubes.iter().map(|cube| cube.iter().filter_map(lit).collect()).collect();
        let mut instance = match Instance::open(backend, &options, formula, &denied, running) {
            Err(Error::Stopped(reason)) => return Ok(answer.withdrawn(reason)),
            instance => instance?,
        };
        match instance.solve(self.puzzle.grid(), [], running)? {
            Verdict::Unsatisfiable => Ok(answer),
            Verdict::Unknown(reason) => Ok(answer.withdrawn(reason)),
            Verdict::Satisfiable(_) => {
                let [one, other] = ["the cubes".to_owned(), self.solver.to_string()];
                Err(Error::Disagreement { one, other })
            }
        }
    }
}

/// A solver for a puzzle's cubes, on the available threads.
pub(crate) struct CubesEngine {
    team: Team,
    solver: Member,
    cubes: NonZeroUsize,
    puzzle: Reduced,
    stats: Stats,
}

impl CubesEngine {
    pub(crate) fn new(solver: Solver, cubes: NonZeroUsize, geometry: &Arc<Geometry>, options: &Options) -> Self {
        let team = Team::new(options);
        let puzzle = Reduced::of(Grid::empty(geometry));
        let solver = match solver {
            Solver::Auto | Solver::Portfolio => team.to_count(&puzzle, Some(1)).swap_remove(0),
            solver => Member { settings: options.settings.clone(), ..solver.into() },
        };
        Self { team, solver, cubes, puzzle, stats: Stats::default() }
    }

    fn conquest(&self) -> Conquest<'_> {
        let Self { team, solver, puzzle, .. } = self;
        Conquest { team, solver, cubes: self.cubes.get(), puzzle }
    }
}

impl Finder for CubesEngine {
    fn begin(&mut self, puzzle: Reduced) {
        self.puzzle = puzzle;
        self.stats = Stats::default();
    }

    fn first(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        let (answer, stats) = self.conquest().solve(running)?;
        self.stats = stats;
        Ok(answer)
    }

    fn lister_name(&self) -> String {
        self.solver.to_string()
    }

    fn lister(&mut self, _: &mut Running) -> Result<Verdict<Box<dyn Engine>>, Error> {
        Ok(Verdict::Satisfiable(self.team.lister(&self.solver, &self.puzzle)?))
    }

    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Result<Count, Error> {
        let (count, stats) = self.conquest().count(limit, running)?;
        self.stats = stats;
        Ok(count)
    }

    fn stats(&self) -> Stats {
        self.stats
    }
}
