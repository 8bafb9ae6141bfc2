//! A solver that is kept from puzzle to puzzle, and solutions one after another.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use satdoku::{Budget, CancelToken, Geometry, Solution, StopReason, Verdict};

use crate::answers;
use crate::args::Limit;
use crate::asked::Asked;
use crate::board::Board;
use crate::choice::Choice;
use crate::counts::Count;
use crate::grid::Grid;
use crate::puzzles::puzzle;
use crate::running::{GRACE, LOOK, Listing, Process, check_signals, gone, listing, spawn, wait};
use crate::timeout::TimeoutLike;

type Job = Box<dyn FnOnce(&mut satdoku::Session) + Send>;

/// The shortest wait for an answer, once the time is over.
const SHORTEST: Duration = Duration::from_millis(1);

/// A solver that is kept from puzzle to puzzle on one board; made by Solver.session(). Any thread may use the session;
/// questions are answered in turn. A timeout counts from the call, so waiting for other threads' questions counts too.
///
/// A session is a context manager; close() ends its thread.
///
/// >>> import satdoku
/// >>> with satdoku.Solver("sat:varisat").session("2x2") as session:
/// ...     [int(session.count(text)) for text in ("12..............", ".4.2...1.....3..")]
/// [24, 1]
#[pyclass(frozen, module = "satdoku", weakref)]
pub(crate) struct Session {
    board: Arc<Geometry>,
    asked: Asked,
    /// The limits other than time.
    budget: Budget,
    /// The queue of the session's thread, since some solvers cannot move to another thread; `None` once the session is closed.
    jobs: Mutex<Option<Sender<Job>>>,
    process: Process,
}

impl Session {
    pub(crate) fn open(py: Python<'_>, choice: Choice, board: &Arc<Geometry>) -> PyResult<Self> {
        let (jobs, jobs_asked) = channel::<Job>();
        let (own, limits) = (Arc::clone(board), choice.options.budget.clone());
        let (asked, (ready, opened)) = (choice.asked.clone(), sync_channel(1));
        // A budget with a cancel token makes the session open its solvers as stoppable.
        let cancel = CancelToken::new();
        let stoppable = choice.options.budget.clone().with_cancel(cancel.clone());
        spawn(move || match choice.session(&own, stoppable) {
            Ok(mut session) => {
                let _ = ready.send(Ok(()));
                for job in jobs_asked {
                    job(&mut session);
                }
            }
            Err(error) => drop(ready.send(Err(error))),
        })?;
        let opened = py.detach(move || wait(&opened, &cancel, || false))?;
        opened.ok_or_else(gone)?.map_err(|error| asked.error(py, &error))?;
        let jobs = Mutex::new(Some(jobs));
        Ok(Self { board: Arc::clone(board), asked, budget: limits, jobs, process: Process::this() })
    }

    /// Asks the session on its thread; `late` makes the answer to a question that is stopped before its turn comes.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        timeout: Option<TimeoutLike>,
        late: impl FnOnce(StopReason) -> T + Send,
        question: impl FnOnce(&mut satdoku::Session) -> Result<T, satdoku::Error> + Send + 'static,
    ) -> PyResult<T> {
        self.process.check("the session")?;
        let limits = timeout.into_iter().fold(self.budget.clone(), |budget, timeout| timeout.on(budget));
        let (limits, cancel) = limits.fork();
        let running = limits.start();
        // Set by the first of two: the session when it takes the question, the caller when it gives the question up.
        let is_decided = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = sync_channel(1);
        let (of_session, clock) = (Arc::clone(&is_decided), running.clone());
        let job: Job = Box::new(move |session| {
            if of_session.swap(true, Ordering::Relaxed) {
                return;
            }
            session.set_budget(match clock.time_left() {
                Some(left) => limits.with_time(left),
                None => limits,
            });
            drop(sender.send(question(session)));
        });
        match &*self.jobs.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(jobs) => jobs.send(job).map_err(|_| gone())?,
            None => return Err(PyValueError::new_err("the session is closed")),
        }
        let answer = py.detach(move || {
            loop {
                let pause = running.time_left().map_or(LOOK, |left| left.clamp(SHORTEST, LOOK));
                match receiver.recv_timeout(pause) {
                    Ok(answer) => return Ok(Some(answer)),
                    Err(RecvTimeoutError::Disconnected) => return Ok(None),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if let Err(reason) = running.check()
                    && !is_decided.swap(true, Ordering::Relaxed)
                {
                    return Ok(Some(Ok(late(reason))));
                }
                if let Err(interrupt) = check_signals() {
                    cancel.cancel();
                    if is_decided.swap(true, Ordering::Relaxed) {
                        let _ = receiver.recv_timeout(GRACE);
                    }
                    return Err(interrupt);
                }
            }
        })?;
        answer.ok_or_else(gone)?.map_err(|error| self.asked.error(py, &error))
    }
}

#[pymethods]
impl Session {
    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board(Arc::clone(&self.board))
    }

    /// Solve a puzzle; see satdoku.solve.
    #[pyo3(signature = (puzzle, *, timeout = None))]
    fn solve(&self, puzzle: &Bound<'_, PyAny>, timeout: Option<TimeoutLike>) -> PyResult<Py<PyAny>> {
        let grid = self::puzzle(puzzle)?;
        let py = puzzle.py();
        answers::verdict(py, self.ask(py, timeout, Verdict::Unknown, move |session| session.solve(&grid))?)
    }

    /// Count the solutions of a puzzle; see satdoku.count.
    #[pyo3(signature = (puzzle, *, limit = None, timeout = None))]
    fn count(&self, puzzle: &Bound<'_, PyAny>, limit: Option<Limit>, timeout: Option<TimeoutLike>) -> PyResult<Count> {
        let (grid, limit) = (self::puzzle(puzzle)?, limit.map(|limit| limit.0));
        let late = |reason| satdoku::Count::at_least(0, reason);
        Ok(Count(self.ask(puzzle.py(), timeout, late, move |session| session.count(&grid, limit))?))
    }

    /// Whether a puzzle has exactly one solution; see satdoku.is_unique.
    #[pyo3(signature = (puzzle, *, timeout = None))]
    fn is_unique(&self, puzzle: &Bound<'_, PyAny>, timeout: Option<TimeoutLike>) -> PyResult<Py<PyAny>> {
        let (py, grid) = (puzzle.py(), self::puzzle(puzzle)?);
        let late = |reason| satdoku::Count::at_least(0, reason);
        answers::uniqueness(py, &self.ask(py, timeout, late, move |session| session.count(&grid, Some(2)))?)
    }

    /// End the session and its thread; a question under way is still answered.
    fn close(&self) {
        *self.jobs.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyTuple>) {
        self.close();
    }

    fn __repr__(&self) -> String {
        format!("<satdoku.Session on {}>", self.board)
    }
}

/// The distinct solutions of a puzzle; made by solutions(). A listing that a limit cuts short raises satdoku.Stopped.
#[pyclass(frozen, module = "satdoku", weakref)]
pub(crate) struct Solutions {
    asked: Asked,
    listing: Listing<Result<Solution, satdoku::Error>>,
}

impl Solutions {
    pub(crate) fn begin(choice: Choice, grid: satdoku::Grid) -> PyResult<Self> {
        let (asked, budget) = (choice.asked.clone(), choice.options.budget.clone());
        let listing = Listing::begin(budget, 1, move |budget, give| {
            let opened = choice.session(grid.geometry(), budget).and_then(|session| session.into_solutions(&grid));
            match opened {
                Ok(solutions) => {
                    for solution in solutions {
                        if !give(solution) {
                            break;
                        }
                    }
                }
                Err(error) => drop(give(Err(error))),
            }
        })?;
        Ok(Self { asked, listing })
    }

    fn take(&self, py: Python<'_>, listed: Result<Solution, satdoku::Error>) -> PyResult<Grid> {
        let solution = listed.map_err(|error| self.asked.error(py, &error))?;
        Ok(Grid::from(solution.into_grid()))
    }
}

listing!(Solutions, Grid);
