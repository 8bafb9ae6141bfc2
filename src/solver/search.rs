//! The roads of direct search: backtracking, MRV and local search.

use std::time::Duration;

use crate::backend::OpenOptions;
use crate::budget::{Running, Stopwatch};
use crate::encoding::DecodeError;
use crate::error::{Error, WrongAnswer};
use crate::grid::{Grid, Solution};
use crate::reduction::Reduced;
use crate::search::{Backtracking, GridSearch, Local, Mrv, PropagatingSearch};
use crate::solver::engine::Engine;
use crate::solver::options::{Options, Stats};
use crate::verdict::{Count, Verdict};

/// A direct search as an engine; `new` begins a puzzle with the seed and the memory, if it takes them.
pub(super) struct SearchEngine<S> {
    name: &'static str,
    new: fn(&Reduced, Given) -> S,
    given: Given,
    needs_candidates: bool,
    at_work: Option<(Grid, S)>,
    /// The time to read solutions back.
    decode: Duration,
}

/// The options passed to a search.
#[derive(Clone, Copy)]
struct Given {
    seed: u64,
    /// Bytes.
    memory: u64,
}

impl From<&Options> for Given {
    fn from(options: &Options) -> Self {
        Self { seed: options.seed.unwrap_or_default(), memory: options.memory.unwrap_or(OpenOptions::DEFAULT_MEMORY) }
    }
}

impl SearchEngine<Backtracking> {
    pub(super) fn backtracking(options: &Options) -> Self {
        Self::new("backtracking", |puzzle, _| Backtracking::new(puzzle.grid()), options)
    }
}

impl SearchEngine<Mrv> {
    pub(super) fn mrv(options: &Options) -> Self {
        Self { needs_candidates: true, ..Self::new("mrv", |puzzle, _| Mrv::new(puzzle.grid()), options) }
    }
}

impl SearchEngine<PropagatingSearch> {
    pub(super) fn propagating(options: &Options) -> Self {
        let new = |puzzle: &Reduced, given: Given| PropagatingSearch::new(puzzle.grid()).within_memory(given.memory);
        Self { needs_candidates: true, ..Self::new("propagating", new, options) }
    }

    /// What part of the search is behind, from 0 to 1: an estimate.
    pub(super) fn explored(&self) -> f64 {
        self.at_work.as_ref().map_or(0.0, |(_, search)| search.explored())
    }
}

impl SearchEngine<Local> {
    pub(super) fn local(options: &Options) -> Self {
        let new = |puzzle: &Reduced, given: Given| Local::new(puzzle, given.seed).within_memory(given.memory);
        Self::new("local", new, options)
    }
}

impl<S> SearchEngine<S> {
    fn new(name: &'static str, new: fn(&Reduced, Given) -> S, options: &Options) -> Self {
        Self { name, new, given: options.into(), needs_candidates: false, at_work: None, decode: Duration::ZERO }
    }
}

impl<S: GridSearch> Engine for SearchEngine<S> {
    fn begin(&mut self, puzzle: Reduced) {
        let search = (self.new)(&puzzle, self.given);
        self.at_work = Some((puzzle.into_grid(), search));
        self.decode = Duration::ZERO;
    }

    fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        let Some((puzzle, search)) = &mut self.at_work else { return Ok(Verdict::Unsatisfiable) };
        Ok(match search.advance(running) {
            Verdict::Satisfiable(()) => {
                let watch = Stopwatch::start();
                let solution = Solution::check(puzzle, search.grid());
                self.decode += watch.elapsed();
                let wrong = |error| WrongAnswer::from(DecodeError::Check(error)).of(self.name);
                Verdict::Satisfiable(solution.map_err(wrong)?)
            }
            Verdict::Unsatisfiable => Verdict::Unsatisfiable,
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        })
    }

    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Result<Count, Error> {
        let Some((_, search)) = &mut self.at_work else { return Ok(Count::exact(0)) };
        Ok(Count::by(limit, || search.advance(running)))
    }

    fn needs_candidates(&self) -> bool {
        self.needs_candidates
    }

    fn stats(&self) -> Stats {
        Stats { decode: self.decode, ..Stats::default() }
    }
}
