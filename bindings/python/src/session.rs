//! A solver that is kept from puzzle to puzzle, and solutions one after another.

use std::sync::mpsc::{Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use satdoku::{Budget, CancelToken, Geometry, Solution};

use crate::answers::{self, Count};
use crate::asked::Asked;
use crate::board::Board;
use crate::choice::{Choice, budget};
use crate::grid::{Grid, puzzle};
use crate::running::{Listing, Process, gone, spawn, wait};

type Job = Box<dyn FnOnce(&mut satdoku::Session) + Send>;

/// A solver that is kept from puzzle to puzzle on one board; made by Solver.session(). Any thread may use the session;
/// questions are answered in turn.
///
/// >>> import satdoku
/// >>> session = satdoku.Solver("sat:varisat").session("2x2")
/// >>> [int(session.count(text)) for text in ("12..............", ".4.2...1.....3..")]
/// [24, 1]
#[pyclass(frozen, module = "satdoku")]
pub(crate) struct Session {
    board: Arc<Geometry>,
    asked: Asked,
    /// The limits other than time.
    budget: Budget,
    /// The queue of the session's thread; some solvers cannot move to another thread.
    jobs: Mutex<Sender<Job>>,
    process: Process,
}

impl Session {
    pub(crate) fn open(py: Python<'_>, choice: Choice, board: &Arc<Geometry>) -> PyResult<Self> {
        let (jobs, jobs_asked) = channel::<Job>();
        let (own, limits) = (Arc::clone(board), choice.options.budget.clone());
        let (asked, (ready, opened)) = (choice.asked.clone(), sync_channel(1));
        // A budget with a cancel token makes the session open its solvers as stoppable.
        let stoppable = choice.options.budget.clone().with_cancel(CancelToken::new());
        spawn(move || match choice.session(&own, stoppable) {
            Ok(mut session) => {
                let _ = ready.send(Ok(()));
                for job in jobs_asked {
                    job(&mut session);
                }
            }
            Err(error) => drop(ready.send(Err(error))),
        })?;
        let opened = py.detach(move || wait(&opened, &CancelToken::new()))?;
        opened.ok_or_else(gone)?.map_err(|error| asked.error(py, &error))?;
        Ok(Self { board: Arc::clone(board), asked, budget: limits, jobs: Mutex::new(jobs), process: Process::this() })
    }

    /// Asks the session on its thread.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        timeout: Option<f64>,
        question: impl FnOnce(&mut satdoku::Session) -> Result<T, satdoku::Error> + Send + 'static,
    ) -> PyResult<T> {
        self.process.check("the session")?;
        let cancel = CancelToken::new();
        let mut limits = self.budget.clone().with_cancel(cancel.clone());
        if let Some(time) = budget(timeout)?.time() {
            limits = limits.with_time(time);
        }
        let (sender, receiver) = sync_channel(1);
        let job: Job = Box::new(move |session| {
            session.set_budget(limits);
            drop(sender.send(question(session)));
        });
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).send(job).map_err(|_| gone())?;
        let answer = py.detach(move || wait(&receiver, &cancel))?;
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
    fn solve(&self, puzzle: &Bound<'_, PyAny>, timeout: Option<f64>) -> PyResult<Py<PyAny>> {
        let grid = self::puzzle(puzzle)?;
        answers::verdict(puzzle.py(), self.ask(puzzle.py(), timeout, move |session| session.solve(&grid))?)
    }

    /// Count the solutions of a puzzle; see satdoku.count.
    #[pyo3(signature = (puzzle, *, limit = None, timeout = None))]
    fn count(&self, puzzle: &Bound<'_, PyAny>, limit: Option<u64>, timeout: Option<f64>) -> PyResult<Count> {
        let grid = self::puzzle(puzzle)?;
        Ok(Count(self.ask(puzzle.py(), timeout, move |session| session.count(&grid, limit))?))
    }

    /// Whether a puzzle has exactly one solution; see satdoku.is_unique.
    #[pyo3(signature = (puzzle, *, timeout = None))]
    fn is_unique(&self, puzzle: &Bound<'_, PyAny>, timeout: Option<f64>) -> PyResult<Option<bool>> {
        let grid = self::puzzle(puzzle)?;
        self.ask(puzzle.py(), timeout, move |session| session.is_unique(&grid))
    }

    fn __repr__(&self) -> String {
        format!("<satdoku.Session on {}>", self.board)
    }
}

/// The distinct solutions of a puzzle; made by solutions(). A listing that a limit cuts short raises satdoku.Stopped.
#[pyclass(frozen, module = "satdoku")]
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
}

#[pymethods]
impl Solutions {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Grid>> {
        match self.listing.next(py)? {
            None => Ok(None),
            Some(Ok(solution)) => Ok(Some(Grid::from(solution.into_grid()))),
            Some(Err(error)) => Err(self.asked.error(py, &error)),
        }
    }

    /// End the listing.
    fn close(&self) {
        self.listing.end();
    }
}
