//! A road that counts by structure where listing would take long: [`frontier`] and [`splits`] beside any engine.

use std::num::NonZeroUsize;

use crate::budget::{Running, StopReason};
use crate::counting::frontier::{self, FEW_STATES};
use crate::counting::splits;
use crate::error::Error;
use crate::grid::Solution;
use crate::reduction::Reduced;
use crate::solver::auto::{CELLS_PER_CLUE, LISTED, MEMORY_OF_FRONTIER};
use crate::solver::columns::up_to;
use crate::solver::engine::Engine;
use crate::solver::names::Solver;
use crate::solver::options::{Options, Stats};
use crate::verdict::{Count, Verdict};

/// An engine that lists, and beside it the frontier and, for empty boards, the splits.
pub(super) struct Structured<E> {
    engine: E,
    puzzle: Option<Reduced>,
    /// How much the frontier may take; it is not asked where this is not said.
    memory: Option<u64>,
    /// How many threads the splits may take, all cores where it is not said.
    threads: Option<NonZeroUsize>,
    /// Whether some solution was asked for: only the engine knows which are left.
    is_begun: bool,
}

impl<E: Engine> Structured<E> {
    pub(super) fn new(engine: E, options: &Options) -> Self {
        let memory = options.memory.map_or(MEMORY_OF_FRONTIER, |memory| memory.min(MEMORY_OF_FRONTIER));
        Self { memory: Some(memory), ..Self::where_empty(engine, options) }
    }

    /// With the splits alone.
    pub(super) fn where_empty(engine: E, options: &Options) -> Self {
        Self { engine, puzzle: None, memory: None, threads: options.portfolio.threads, is_begun: false }
    }
}

impl<E: Engine> Engine for Structured<E> {
    fn begin(&mut self, puzzle: Reduced) {
        self.puzzle = Some(puzzle.clone());
        self.engine.begin(puzzle);
        self.is_begun = false;
    }

    fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        self.is_begun = true;
        self.engine.next(running)
    }

    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Result<Count, Error> {
        let may_be_many = limit.is_none_or(|limit| limit > LISTED) && !self.is_begun;
        let Some(puzzle) = self.puzzle.clone().filter(|_| may_be_many) else {
            self.is_begun = true;
            return self.engine.count(limit, running);
        };
        if let Some(count) = splits::count(puzzle.grid(), self.threads, running) {
            return Ok(up_to(limit, count));
        }
        let Some(memory) = self.memory else {
            self.is_begun = true;
            return self.engine.count(limit, running);
        };
        let has_few_clues = puzzle.grid().clue_count() * CELLS_PER_CLUE <= puzzle.grid().geometry().cell_count();
        if has_few_clues && let Some(count) = frontier::count_within(puzzle.grid(), FEW_STATES, running) {
            return Ok(up_to(limit, count));
        }
        self.is_begun = true;
        let first = self.engine.count(Some(LISTED), running)?;
        if first.stopped() != Some(StopReason::Limit) {
            return Ok(first);
        }
        match frontier::count(puzzle.grid(), memory, running) {
            Some(Count::AtLeast(_, reason)) => Ok(Count::at_least(LISTED, reason)),
            Some(count) => Ok(up_to(limit, count)),
            None => {
                self.engine.begin(puzzle);
                self.engine.count(limit, running)
            }
        }
    }

    fn needs_candidates(&self) -> bool {
        self.engine.needs_candidates()
    }

    fn takes_steps(&self) -> bool {
        self.engine.takes_steps()
    }

    fn stats(&self) -> Stats {
        self.engine.stats()
    }

    fn winner(&self) -> Option<&Solver> {
        self.engine.winner()
    }
}
