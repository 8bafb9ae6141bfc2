//! A session that can be moved between threads.

use std::any::Any;
use std::fmt;
use std::iter::FusedIterator;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread::{self, JoinHandle};

use crate::budget::{Budget, CancelToken};
use crate::error::Error;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::solver::names::Solver;
use crate::solver::options::{Options, Stats};
use crate::solver::session::Session;
use crate::verdict::{Count, Verdict};

/// A [`Session`] that may move from thread to thread, opened by [`Solver::send_session`].
///
/// Some solvers cannot leave the thread that opened them (varisat is an example), so the session lives on a thread of its own and
/// receives questions as messages. Dropping the session cancels its work and waits for the thread.
///
/// ```
/// use satdoku::{Grid, Options, Solver};
///
/// let puzzle: Grid = "12..............".parse()?;
/// let mut session = Solver::Auto.send_session(puzzle.geometry(), &Options::default())?;
/// let count = std::thread::spawn(move || session.count(&puzzle, None)).join().unwrap()?;
/// assert_eq!(count.to_string(), "24");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SendSession {
    geometry: Arc<Geometry>,
    budget: Budget,
    /// Cancels the work in progress.
    cancel: CancelToken,
    /// `None` while the session is being dropped, and after its thread panicked.
    questions: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl fmt::Debug for SendSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SendSession").field("geometry", &self.geometry).finish_non_exhaustive()
    }
}

type Job = Box<dyn FnOnce(&mut Session) + Send>;

impl Solver {
    /// Opens a session that may move from thread to thread: on a thread of its own, since some solvers cannot move.
    ///
    /// # Errors
    /// If the solver is not in this build or does not know the board.
    pub fn send_session(&self, geometry: &Arc<Geometry>, options: &Options) -> Result<SendSession, Error> {
        SendSession::open(self, geometry, options)
    }
}

impl SendSession {
    pub(super) fn open(solver: &Solver, geometry: &Arc<Geometry>, options: &Options) -> Result<Self, Error> {
        let (budget, cancel) = options.budget.fork();
        let (solver, board) = (solver.clone(), Arc::clone(geometry));
        let opened_with = Options { budget, ..options.clone() };
        let (questions, asked) = channel::<Job>();
        let (ready, opened) = sync_channel(1);
        let thread = thread::spawn(move || match solver.session(&board, &opened_with) {
            Ok(mut session) => {
                let _ = ready.send(Ok(()));
                for job in asked {
                    job(&mut session);
                }
            }
            Err(error) => drop(ready.send(Err(error))),
        });
        let mut session = Self {
            geometry: Arc::clone(geometry),
            budget: options.budget.clone(),
            cancel,
            questions: Some(questions),
            thread: Some(thread),
        };
        match opened.recv() {
            Ok(opened) => opened.map(|()| session),
            Err(_) => session.panicked(),
        }
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// Replaces the limits of the questions to come.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Solves a puzzle; see [`Session::solve`].
    ///
    /// # Errors
    /// If the puzzle has another board, or the solver fails or returns a wrong answer.
    pub fn solve(&mut self, puzzle: &Grid) -> Result<Verdict<Solution>, Error> {
        let puzzle = puzzle.clone();
        self.ask(move |session| session.solve(&puzzle))
    }

    /// Counts the solutions of a puzzle; see [`Session::count`].
    ///
    /// # Errors
    /// If the puzzle has another board, or the solver fails or returns a wrong answer.
    pub fn count(&mut self, puzzle: &Grid, limit: Option<u64>) -> Result<Count, Error> {
        let puzzle = puzzle.clone();
        self.ask(move |session| session.count(&puzzle, limit))
    }

    /// Whether a puzzle has exactly one solution; see [`Session::is_unique`].
    ///
    /// # Errors
    /// If the puzzle has another board, or the solver fails or returns a wrong answer.
    pub fn is_unique(&mut self, puzzle: &Grid) -> Result<Option<bool>, Error> {
        let puzzle = puzzle.clone();
        self.ask(move |session| session.is_unique(&puzzle))
    }

    /// The solutions of a puzzle, one by one. The next solution is searched for while the last one is used; dropping the listing
    /// cancels it.
    ///
    /// # Errors
    /// If the puzzle has another board.
    pub fn solutions(&mut self, puzzle: &Grid) -> Result<SentSolutions<'_>, Error> {
        let puzzle = puzzle.clone();
        let (sender, receiver) = sync_channel(0);
        let (begin, started) = sync_channel(1);
        let cancel = self.send(move |session| {
            let solutions = match session.solutions(&puzzle) {
                Ok(solutions) => solutions,
                Err(error) => return drop(begin.send(Err(error))),
            };
            let _ = begin.send(Ok(()));
            // A listing that ends without its final `None` ended in a panic.
            for solution in solutions.map(Some).chain([None]) {
                if sender.send(solution).is_err() {
                    break;
                }
            }
        });
        started.recv().unwrap_or_else(|_| self.panicked())?;
        Ok(SentSolutions { session: self, receiver: Some(receiver), cancel })
    }

    /// The cost of the last question.
    #[must_use]
    pub fn stats(&mut self) -> Stats {
        self.ask(|session| session.stats())
    }

    /// The member of a portfolio that gave the last answer.
    #[must_use]
    pub fn winner(&mut self) -> Option<Solver> {
        self.ask(|session| session.winner().cloned())
    }

    /// Sends a job within the budget; the token stops it alone.
    fn send(&mut self, job: impl FnOnce(&mut Session) + Send + 'static) -> CancelToken {
        let (budget, cancel) = self.budget.fork();
        self.cancel = cancel.clone();
        let job: Job = Box::new(move |session| {
            session.set_budget(budget);
            job(session);
        });
        if self.questions.as_ref().is_none_or(|questions| questions.send(job).is_err()) {
            self.panicked()
        }
        cancel
    }

    fn ask<T: Send + 'static>(&mut self, question: impl FnOnce(&mut Session) -> T + Send + 'static) -> T {
        let (sender, answer) = sync_channel(1);
        self.send(move |session| drop(sender.send(question(session))));
        answer.recv().unwrap_or_else(|_| self.panicked())
    }

    /// Goes on with the panic of the thread, as if the session had been asked here.
    fn panicked(&mut self) -> ! {
        self.questions = None;
        let gone = || -> Box<dyn Any + Send> { Box::new("the session's thread ended in a panic before") };
        let ended = self.thread.take().map_or_else(|| Err(gone()), JoinHandle::join);
        resume_unwind(ended.err().unwrap_or_else(gone))
    }
}

impl Drop for SendSession {
    fn drop(&mut self) {
        self.cancel.cancel();
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            // The caller has already seen a panic of the thread, or the panic belongs to no question.
            let _ = thread.join();
        }
    }
}

/// The solutions of a puzzle, without repetition, from a session on a second thread; see [`Solutions`](crate::solver::Solutions).
pub struct SentSolutions<'a> {
    session: &'a mut SendSession,
    /// `None` after the end of the listing.
    receiver: Option<Receiver<Option<Result<Solution, Error>>>>,
    cancel: CancelToken,
}

impl fmt::Debug for SentSolutions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SentSolutions").field("session", &self.session).finish_non_exhaustive()
    }
}

impl Iterator for SentSolutions<'_> {
    type Item = Result<Solution, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let Ok(solution) = self.receiver.as_ref()?.recv() else { self.session.panicked() };
        if solution.is_none() {
            self.receiver = None;
        }
        solution
    }
}

impl FusedIterator for SentSolutions<'_> {}

impl Drop for SentSolutions<'_> {
    fn drop(&mut self) {
        self.receiver = None;
        self.cancel.cancel();
    }
}
