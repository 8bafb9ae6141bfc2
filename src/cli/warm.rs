//! A worker's session, kept from puzzle to puzzle while the board stays the same.

use std::sync::Arc;

use satdoku::{Error, Geometry, Options, Session, Solver, Stats};

/// Opens sessions as the boards of the input need them.
pub(crate) struct Warm {
    solver: Solver,
    options: Options,
    session: Option<Session>,
}

impl Warm {
    pub(crate) fn new(solver: &Solver, options: Options) -> Self {
        Self { solver: solver.clone(), options, session: None }
    }

    /// The session for a board.
    pub(crate) fn on(&mut self, board: &Arc<Geometry>) -> Result<&mut Session, Error> {
        let session = match self.session.take() {
            Some(session) if session.geometry() == board => session,
            _ => self.solver.session(board, &self.options)?,
        };
        Ok(self.session.insert(session))
    }

    /// What the last question took.
    pub(crate) fn stats(&self) -> Stats {
        self.session.as_ref().map(Session::stats).unwrap_or_default()
    }

    /// Which member of a portfolio gave the last answer.
    pub(crate) fn winner(&self) -> Option<&Solver> {
        self.session.as_ref().and_then(Session::winner)
    }

    /// Gives up a session that failed.
    pub(crate) fn cool(&mut self) {
        self.session = None;
    }
}
