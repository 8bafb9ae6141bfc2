//! The road of `auto` where a puzzle has rules: the propagating search for some steps, which is enough for most; then a SAT
//! solver over what deduction leaves, which learns from what fails. Where that finds no room, the search goes on.

use std::sync::Arc;

use crate::budget::{Running, StopReason, Stopwatch};
use crate::error::Error;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::reduction::{Reduced, Reduction};
use crate::search::PropagatingSearch;
use crate::solver::auto::{DEDUCED, MANY, Steps, steps_of_search};
use crate::solver::cdcl_fallback::cdcl_fallback;
use crate::solver::engine::Engine;
use crate::solver::metered::Metered;
use crate::solver::nine::{next_by_candidates, only_candidates};
use crate::solver::options::{Options, Stats};
use crate::solver::sat::SatEngine;
use crate::solver::search::SearchEngine;
use crate::verdict::Verdict;

pub(super) struct RuledEngine {
    options: Options,
    puzzle: Reduced,
    search: Metered<SearchEngine<PropagatingSearch>>,
    fallback: Option<Metered<SatEngine>>,
    /// Whether the SAT solver found no room for the puzzle.
    is_too_large: bool,
    /// Whether the kernel has taken over from the search.
    is_with_kernel: bool,
    /// The solutions that the search and the kernel gave.
    given: Vec<Solution>,
    stats: Stats,
}

impl RuledEngine {
    pub(super) fn new(board: &Arc<Geometry>, options: &Options) -> Self {
        Self {
            options: options.clone(),
            // The puzzle comes when it is begun.
            puzzle: Reduced::of(Grid::empty(board)),
            search: Metered::new(SearchEngine::propagating(options)),
            fallback: None,
            is_too_large: false,
            is_with_kernel: false,
            given: Vec::new(),
            stats: Stats::default(),
        }
    }

    /// The SAT solver over what deduction leaves; none where there is no solution.
    fn fallback(&mut self, running: &Running) -> Option<Metered<SatEngine>> {
        let watch = Stopwatch::start();
        let reduced = Reduction::new(DEDUCED).run(self.puzzle.grid(), running);
        self.stats.reduce += watch.elapsed();
        let reduced = reduced.ok()?;
        Some(cdcl_fallback(reduced, &self.options))
    }

    /// Whether the search, which has taken some steps, seems to take no more than `most` in all, by the part of it that is behind.
    #[allow(clippy::cast_precision_loss)] // An estimate.
    fn is_short(&self, taken: u64, most: u64) -> bool {
        taken as f64 <= most as f64 * self.search.engine().explored()
    }

    /// The next solution by the SAT solver, from now on; by the search where the SAT solver finds no room. The kernel goes before where
    /// the rules say no more than which digits cells may have, as long as it need not list.
    fn turn_to_learner(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        if let Some(candidates) = only_candidates(self.puzzle.grid()) {
            let verdict = next_by_candidates(self.puzzle.grid(), &candidates, self.given.len(), running)?;
            if let Some(verdict) = verdict {
                self.given.extend(verdict.as_ref().satisfiable().cloned());
                self.is_with_kernel = true;
                return Ok(verdict);
            }
        }
        self.fallback = self.fallback(running);
        match self.learn(running) {
            Err(error) if error.is_memory_limit() => {
                self.fallback = None;
                self.is_too_large = true;
                self.search_on(running)
            }
            verdict => verdict,
        }
    }

    /// The next solution of the search that was not given: the kernel may have given one that the search finds as well.
    fn search_on(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        loop {
            match self.search.next(running)? {
                Verdict::Satisfiable(solution) if self.is_with_kernel && self.given.contains(&solution) => {}
                verdict => return Ok(verdict),
            }
        }
    }

    /// The next solution of the SAT solver that the search did not give.
    fn learn(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        let Some(fallback) = &mut self.fallback else { return Ok(Verdict::Unsatisfiable) };
        loop {
            let verdict = fallback.next(running)?;
            match &verdict {
                Verdict::Satisfiable(solution) if self.given.contains(solution) => {}
                _ => return Ok(verdict),
            }
        }
    }
}

impl Engine for RuledEngine {
    fn begin(&mut self, puzzle: Reduced) {
        self.puzzle = puzzle.clone();
        self.fallback = None;
        self.is_too_large = false;
        self.is_with_kernel = false;
        self.given.clear();
        self.stats = Stats::default();
        self.search.begin(puzzle);
    }

    fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        // The check of one solution against thousands of rules takes longer than a look at the clock.
        if let Err(reason) = running.check() {
            return Ok(Verdict::Unknown(reason));
        }
        if self.fallback.is_some() {
            return self.learn(running);
        }
        if self.given.len() >= MANY || self.is_too_large {
            return self.search_on(running);
        }
        if self.is_with_kernel {
            return self.turn_to_learner(running);
        }
        let Steps { least: mut allowed, most } = steps_of_search(self.puzzle.grid().rules());
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
        if let Some(fallback) = &self.fallback {
            stats += fallback.stats();
        }
        stats
    }
}
