//! The road of `auto` where a puzzle has rules: the propagating search for some steps, which is enough for most; then a SAT
//! solver over what deduction leaves, which learns from what fails. Where that finds no room, the search goes on.

use std::sync::Arc;

use crate::budget::{Running, StopReason, Stopwatch};
use crate::constraint::Constraint;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::reduction::{Reduced, Reduction};
use crate::rule::Rules;
use crate::search::PropagatingSearch;
use crate::solver::defaults::DEDUCED;
use crate::solver::engine::Engine;
use crate::solver::learner::learner;
use crate::solver::metered::Metered;
use crate::solver::sat::SatEngine;
use crate::solver::search::SearchEngine;
use crate::solver::{Options, Stats};
use crate::verdict::Verdict;

/// The steps of the search before a SAT solver is asked: so many in any case, and so many as long as it seems to be done by then.
struct Steps {
    least: u64,
    most: u64,
}

/// Where steps are quick: hard killers take some thousands.
const QUICK: Steps = Steps { least: 5_000, most: 80_000 };

/// Where automata and choices have to be looked at, each of which takes as long as many sums.
const SLOW: Steps = Steps { least: 1_000, most: 4_000 };

/// With more solutions than these the search goes on, however long it takes: a SAT solver needs a clause and a call for each.
const MANY: usize = 1_000;

pub(in crate::solver) struct RuledEngine {
    options: Options,
    puzzle: Reduced,
    search: Metered<SearchEngine<PropagatingSearch>>,
    learner: Option<Metered<SatEngine>>,
    /// Whether the SAT solver found no room for the puzzle.
    is_too_large: bool,
    /// The solutions that the search gave.
    given: Vec<Solution>,
    stats: Stats,
}

impl RuledEngine {
    pub(in crate::solver) fn new(board: &Arc<Geometry>, options: &Options) -> Self {
        Self {
            options: options.clone(),
            // The puzzle comes when it is begun.
            puzzle: Reduced::of(Grid::empty(board)),
            search: Metered::new(SearchEngine::propagating(options)),
            learner: None,
            is_too_large: false,
            given: Vec::new(),
            stats: Stats::default(),
        }
    }

    /// The SAT solver over what deduction leaves; none where there is no solution.
    fn learner(&mut self, running: &Running) -> Option<Metered<SatEngine>> {
        let watch = Stopwatch::start();
        let reduced = Reduction::new(DEDUCED).run(self.puzzle.grid(), running);
        self.stats.reduce += watch.elapsed();
        let reduced = reduced.ok()?;
        Some(learner(reduced, &self.options))
    }

    /// Whether the search, which has taken some steps, seems to take no more than `most` in all, by the part of it that is behind.
    #[allow(clippy::cast_precision_loss)] // An estimate.
    fn is_short(&self, taken: u64, most: u64) -> bool {
        taken as f64 <= most as f64 * self.search.engine().explored()
    }

    /// The next solution by the SAT solver, from now on; by the search where the SAT solver finds no room.
    fn turn_to_learner(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        self.learner = self.learner(running);
        match self.learn(running) {
            Err(error) if error.is_memory_limit() => {
                self.learner = None;
                self.is_too_large = true;
                self.search.next(running)
            }
            verdict => verdict,
        }
    }

    /// The next solution of the SAT solver that the search did not give.
    fn learn(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        let Some(learner) = &mut self.learner else { return Ok(Verdict::Unsatisfiable) };
        loop {
            let verdict = learner.next(running)?;
            match &verdict {
                Verdict::Satisfiable(solution) if self.given.contains(solution) => {}
                _ => return Ok(verdict),
            }
        }
    }
}

/// The steps that the search may take before a SAT solver is asked.
fn steps(rules: &Rules) -> Steps {
    let is_slow = |constraint: &Constraint| matches!(constraint, Constraint::Automaton { .. } | Constraint::Choice(_));
    if rules.constraints().iter().any(|(_, constraint)| is_slow(constraint)) { SLOW } else { QUICK }
}

impl Engine for RuledEngine {
    fn begin(&mut self, puzzle: Reduced) {
        self.puzzle = puzzle.clone();
        self.learner = None;
        self.is_too_large = false;
        self.given.clear();
        self.stats = Stats::default();
        self.search.begin(puzzle);
    }

    fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        if self.learner.is_some() {
            return self.learn(running);
        }
        if self.given.len() >= MANY || self.is_too_large {
            return self.search.next(running);
        }
        let Steps { least: mut allowed, most } = steps(self.puzzle.grid().rules());
        loop {
            let held = running.hold_back(allowed);
            let verdict = self.search.next(running);
            running.give_back(held);
            match verdict? {
                Verdict::Unknown(StopReason::Steps) if held > 0 => {
                    let taken = self.search.stats().steps.unwrap_or_default();
                    if self.is_short(taken, most) {
                        allowed = taken;
                        continue;
                    }
                    return self.turn_to_learner(running);
                }
                Verdict::Unknown(StopReason::Memory) => return self.turn_to_learner(running),
                Verdict::Satisfiable(solution) => {
                    self.given.push(solution.clone());
                    return Ok(Verdict::Satisfiable(solution));
                }
                verdict => return Ok(verdict),
            }
        }
    }

    fn stats(&self) -> Stats {
        let mut stats = self.stats;
        stats += self.search.stats();
        if let Some(learner) = &self.learner {
            stats += learner.stats();
        }
        stats
    }
}
