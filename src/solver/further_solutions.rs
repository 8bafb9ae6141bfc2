//! Listing by a second engine after a first engine found a solution.
//!
//! The kernel, a portfolio and a puzzle that is split into cubes find a solution and count, but do not list. After the first
//! solution a second engine lists the solutions in its own order, and skips the first one there.

use std::mem;

use crate::budget::Running;
use crate::error::{Error, WrongAnswer};
use crate::grid::Solution;
use crate::reduction::Reduced;
use crate::solver::engine::{Engine, count_listed};
use crate::solver::names::Solver;
use crate::solver::options::Stats;
use crate::verdict::{Count, Verdict};

/// What finds a solution and counts, but does not list.
pub(super) trait Finder {
    /// Starts a puzzle and forgets the last one.
    fn begin(&mut self, puzzle: Reduced);

    /// A solution.
    fn first(&mut self, running: &mut Running) -> Result<Verdict<Solution>, Error>;

    /// The name of the listing engine.
    fn lister_name(&self) -> String;

    /// An engine that has begun the puzzle and lists its solutions; `Unsatisfiable` if the first solution is the only one.
    fn lister(&mut self, running: &mut Running) -> Result<Verdict<Box<dyn Engine>>, Error>;

    /// Receives an engine that has listed enough, to reuse or drop it.
    fn keep(&mut self, _lister: Box<dyn Engine>) {}

    /// Counts the solutions, at most `limit`.
    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Result<Count, Error>;

    /// The cost of the puzzle so far.
    fn stats(&self) -> Stats;

    /// The solver of the last answer, if the finder has a choice.
    fn winner(&self) -> Option<&Solver> {
        None
    }
}

/// A finder as an engine.
pub(super) struct FurtherSolutions<F> {
    finder: F,
    state: State,
}

/// The solutions returned so far.
enum State {
    None,
    First(Solution),
    /// The first solution, and some from the lister; `first` is kept until the lister finds it.
    Listing {
        lister: Box<dyn Engine>,
        first: Option<Solution>,
    },
    All,
}

impl<F> FurtherSolutions<F> {
    pub(super) fn of(finder: F) -> Self {
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
        if let Some(missed) = first.take_if(|_| answer.is_unsatisfiable()) {
            return Err(WrongAnswer::Denied(Box::new(missed)).of(self.finder.lister_name()));
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
