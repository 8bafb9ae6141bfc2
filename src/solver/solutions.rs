//! An iterator over solutions.

use std::fmt;
use std::iter::FusedIterator;

use crate::budget::Running;
use crate::error::Error;
use crate::grid::{Grid, Solution};
use crate::solver::session::Session;
use crate::verdict::Verdict;

/// The solutions of a puzzle, without repetition.
///
/// An incomplete listing ends with `Err(Error::Stopped(reason))`, so that it cannot pass for complete. The iterator ends after the
/// last solution or an error.
pub struct Solutions<'a> {
    session: Held<'a>,
    running: Running,
    is_over: bool,
}

impl fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions").field("is_over", &self.is_over).finish_non_exhaustive()
    }
}

enum Held<'a> {
    Borrowed(&'a mut Session),
    Owned(Box<Session>),
}

impl<'a> Solutions<'a> {
    fn borrowing(session: &'a mut Session, running: Running) -> Self {
        Self { session: Held::Borrowed(session), running, is_over: false }
    }

    fn owning(session: Session, running: Running) -> Solutions<'static> {
        Solutions { session: Held::Owned(Box::new(session)), running, is_over: false }
    }
}

impl Session {
    /// All solutions of a puzzle, one after another.
    ///
    /// # Errors
    /// If the puzzle has another board.
    pub fn solutions(&mut self, puzzle: &Grid) -> Result<Solutions<'_>, Error> {
        let running = self.begin(puzzle)?;
        Ok(Solutions::borrowing(self, running))
    }

    /// The same as an iterator that owns the session.
    ///
    /// # Errors
    /// If the puzzle has another board.
    pub fn into_solutions(mut self, puzzle: &Grid) -> Result<Solutions<'static>, Error> {
        let running = self.begin(puzzle)?;
        Ok(Solutions::owning(self, running))
    }
}

impl Iterator for Solutions<'_> {
    type Item = Result<Solution, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        span!("next_solution");
        let session = match &mut self.session {
            Held::Borrowed(session) => session,
            Held::Owned(session) => session.as_mut(),
        };
        let answer = session.next(&mut self.running);
        self.is_over = !matches!(answer, Ok(Verdict::Satisfiable(_)));
        match answer {
            Ok(Verdict::Satisfiable(solution)) => Some(Ok(solution)),
            Ok(Verdict::Unsatisfiable) => None,
            Ok(Verdict::Unknown(reason)) => Some(Err(Error::Stopped(reason))),
            Err(error) => Some(Err(error)),
        }
    }
}

impl FusedIterator for Solutions<'_> {}
