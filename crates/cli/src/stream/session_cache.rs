//! A worker's session, kept from puzzle to puzzle while the board stays the same.

use std::sync::Arc;

use satdoku::{Error, Geometry, Grid, Options, Session, Solver, Stats, StopReason};

use crate::process::interrupt;
use crate::process::messages::explain_once;
use crate::process::status::Status;

/// Up to this side the single searches of a SAT solver end within milliseconds.
const LARGEST_QUICK: usize = 9;

/// The options on a board. Where single searches are short, varisat is not made to look at the cancel token within one: that
/// costs about a third of its rate, and Ctrl-C is seen between two searches.
pub(crate) fn for_board(options: &Options, board: &Geometry) -> Options {
    let mut options = options.clone();
    if board.comparable_side() <= LARGEST_QUICK {
        options.budget = options.budget.patient();
    }
    options
}

/// Opens sessions as the boards of the input need them.
pub(crate) struct SessionCache {
    solver: Solver,
    options: Options,
    /// How often a question is asked again.
    retries: u32,
    session: Option<Session>,
}

impl SessionCache {
    pub(crate) fn new(solver: &Solver, options: Options, retries: u32) -> Self {
        Self { solver: solver.clone(), options, retries, session: None }
    }

    /// Asks about a board, again where it fails or is left undecided for a reason, as often as was asked for.
    pub(crate) fn ask<T>(
        &mut self,
        board: &Arc<Geometry>,
        question: impl Fn(&mut Session) -> Result<T, Error>,
        undecided: impl Fn(&T) -> Option<StopReason>,
    ) -> Result<T, Error> {
        let mut left = self.retries;
        loop {
            let answer = self.on(board).and_then(&question);
            if answer.is_err() {
                self.clear();
            }
            let may_help = answer.as_ref().map_or(true, |answer| {
                !matches!(undecided(answer), None | Some(StopReason::Cancelled | StopReason::Limit))
            });
            if left == 0 || !may_help {
                return answer;
            }
            left -= 1;
            self.options.budget.begin_again();
        }
    }

    /// The session for a board.
    pub(crate) fn on(&mut self, board: &Arc<Geometry>) -> Result<&mut Session, Error> {
        let session = match self.session.take() {
            Some(session) if session.geometry() == board => session,
            _ => {
                if interrupt::may_outlast_a_signal(&self.solver, board) {
                    interrupt::end_in_time();
                }
                if self.solver == Solver::Auto {
                    explain_once(|| format!("auto on the board {board}: {}", self.solver.summary_on(board)));
                }
                self.solver.session(board, &for_board(&self.options, board))?
            }
        };
        Ok(self.session.insert(session))
    }

    /// The only solution of a puzzle; otherwise why there is none to be had, and the exit status for that.
    pub(crate) fn only_solution(&mut self, grid: &Grid) -> Result<Grid, (String, Status)> {
        let first_two = |session: &mut Session| {
            let mut solutions = session.solutions(grid)?;
            let first = solutions.next().transpose()?;
            let second = if first.is_some() { solutions.next().transpose()? } else { None };
            Ok((first, second))
        };
        match self.ask(grid.geometry(), first_two, |_| None) {
            Ok((Some(only), None)) => Ok(only.into_grid()),
            Ok((Some(_), Some(_))) => Err(("there are several".to_owned(), Status::Negative)),
            Ok((None, _)) => Err(("there is none".to_owned(), Status::Negative)),
            Err(Error::Stopped(StopReason::Cancelled)) => Err(("interrupted".to_owned(), Status::Interrupted)),
            Err(Error::Stopped(reason)) => Err((reason.to_string(), Status::Budget)),
            Err(error) => Err((error.to_string(), Status::Bad)),
        }
    }

    /// The cost of the last question.
    pub(crate) fn stats(&self) -> Stats {
        self.session.as_ref().map(Session::stats).unwrap_or_default()
    }

    /// The portfolio member that gave the last answer.
    pub(crate) fn winner(&self) -> Option<&Solver> {
        self.session.as_ref().and_then(Session::winner)
    }

    /// Drops a failed session.
    pub(crate) fn clear(&mut self) {
        self.session = None;
    }
}
