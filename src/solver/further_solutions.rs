//! Listing solutions by another engine than the one that found the first.
//!
//! The kernel, a portfolio and a puzzle that is split into cubes find a solution and count, but do not list. After the first
//! solution another engine lists all, in an order of its own, and the first is left out there.

use std::mem;

use crate::budget::Running;
use crate::error::Error;
use crate::grid::Solution;
use crate::reduction::Reduced;
use crate::solver::engine::{Engine, count_listed};
use crate::solver::{Solver, Stats};
use crate::verdict::{Count, Verdict};

/// What finds a solution and counts, but does not list.
pub(in crate::solver) trait Finder {
    /// Starts on a puzzle and forgets the one before.
    fn begin(&mut self, puzzle: Reduced);

    /// A solution.
    fn first(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error>;

    /// An engine that has begun the puzzle and lists all of its solutions; `Unsatisfiable` where the first is the only one.
    fn lister(&mut self, running: &mut Running) -> Result<Verdict<Box<dyn Engine>>, Error>;

    /// Takes back an engine that has listed enough, to use it again or to drop it.
    fn keep(&mut self, _lister: Box<dyn Engine>) {}

    /// Counts all solutions, at most `limit`.
    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Result<Count, Error>;

    /// What the puzzle has taken so far.
    fn stats(&self) -> Stats;

    /// Who gave the last answer, if there is a choice.
    fn winner(&self) -> Option<&Solver> {
        None
    }
}

/// A finder as an engine.
pub(in crate::solver) struct FurtherSolutions<F> {
    finder: F,
    state: State,
}

/// Which solutions were given.
enum State {
    None,
    First(Solution),
    /// The first and some that the lister found; `first` until the lister comes across it.
    Listing {
        lister: Box<dyn Engine>,
        first: Option<Solution>,
    },
    All,
}

impl<F> FurtherSolutions<F> {
    pub(in crate::solver) fn of(finder: F) -> Self {
        Self { finder, state: State::All }
    }
}

impl<F: Finder> Engine for FurtherSolutions<F> {
    fn begin(&mut self, puzzle: Reduced) {
        if let State::Listing { lister, .. } = mem::replace(&mut self.state, State::None) {
            self.finder.keep(lister);
        }
        self.finder.begin(puzzle);
    }

    fn next(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error> {
        let (mut lister, mut first) = match mem::replace(&mut self.state, State::All) {
            State::None => {
                let answer = self.finder.first(running)?;
                if let Verdict::Satisfiable(solution) = &answer {
                    self.state = State::First(solution.clone());
                }
                return Ok(answer);
            }
            State::First(first) => match self.finder.lister(running)? {
                Verdict::Satisfiable(lister) => (lister, Some(first)),
                Verdict::Unsatisfiable => return Ok(Verdict::Unsatisfiable),
                Verdict::Unknown(reason) => return Ok(Verdict::Unknown(reason)),
            },
            State::Listing { lister, first } => (lister, first),
            State::All => return Ok(Verdict::Unsatisfiable),
        };
        let mut answer = lister.next(running)?;
        if matches!(&answer, Verdict::Satisfiable(solution) if first.as_ref() == Some(solution)) {
            first = None;
            answer = lister.next(running)?;
        }
        if answer.is_satisfiable() {
            self.state = State::Listing { lister, first };
        } else {
            self.finder.keep(lister);
        }
        Ok(answer)
    }

    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Result<Count, Error> {
        if matches!(self.state, State::None) {
            self.state = State::All;
            return self.finder.count(limit, running);
        }
        count_listed(self, limit, running)
    }

    fn stats(&self) -> Stats {
        self.finder.stats()
    }

    fn winner(&self) -> Option<&Solver> {
        self.finder.winner()
    }
}
