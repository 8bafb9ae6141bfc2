//! The choice of a solver, its options and its budget, which all functions share.

use std::sync::Arc;

use pyo3::prelude::*;
use satdoku::{Backend, Budget, Encoding, Geometry, Grid, Options, Session, Techniques};

use crate::asked::{Asked, Solver, SolverLike};
use crate::puzzles::puzzle_within;
use crate::running::run;
use crate::timeout::TimeoutLike;

/// A solver with its options and the budget of a question.
#[derive(Clone)]
pub(crate) struct Choice {
    pub(crate) asked: Asked,
    pub(crate) options: Options,
    /// Whether steps are limited.
    pub(crate) has_steps: bool,
}

impl Choice {
    fn of(asked: Asked) -> Self {
        Self { asked, options: Options::default(), has_steps: false }
    }

    /// Opens a session on a board.
    pub(crate) fn session(&self, board: &Arc<Geometry>, budget: Budget) -> Result<Session, satdoku::Error> {
        let options = self.options.clone().with_budget(budget);
        match &self.asked {
            Asked::Ours(solver) => solver.session(board, &options),
            Asked::Python(_) => {
                let own = self.solver();
                if !options.certified {
                    return own.session(board, &options);
                }
                // The adapter has a proof of each *no* checked, about the clauses of the puzzle as it stands.
                let uncertain = |what: String| Err(satdoku::Error::Uncertain { what });
                match (options.encoding, options.reduce) {
                    (Some(encoding @ Encoding::Reduced), _) => return uncertain(format!("the encoding {encoding}")),
                    (_, Some(reduce)) if reduce != Techniques::NONE => {
                        return uncertain(format!("the deduction {reduce}"));
                    }
                    _ => {}
                }
                let encoding = Some(options.encoding.unwrap_or(Encoding::Extended));
                let options = options.with_certified(false).with_encoding(encoding).with_reduce(Techniques::NONE);
                Ok(own.session(board, &options)?.refuting_by_proofs_alone())
            }
        }
    }

    /// The solver; a solver in Python is a backend of the crate.
    pub(crate) fn solver(&self) -> satdoku::Solver {
        match &self.asked {
            Asked::Ours(solver) => solver.clone(),
            Asked::Python(backend) => {
                let (name, backend, certified) = (backend.to_string(), backend.clone(), self.options.certified);
                satdoku::Solver::Sat(Backend::own(&name, move |_| Ok(Box::new(backend.open(certified)))))
            }
        }
    }

    /// Asks a session about a puzzle, on a second thread.
    pub(crate) fn ask<T: Send + 'static>(
        self,
        py: Python<'_>,
        grid: Grid,
        question: impl FnOnce(&mut Session, &Grid) -> Result<T, satdoku::Error> + Send + 'static,
    ) -> PyResult<T> {
        let (asked, budget) = (self.asked.clone(), self.options.budget.clone());
        let answer = run(py, budget, move |budget| question(&mut self.session(grid.geometry(), budget)?, &grid))?;
        answer.map_err(|error| asked.error(py, &error))
    }
}

impl Solver {
    pub(crate) fn choice(&self) -> Choice {
        Choice { asked: self.asked.clone(), options: self.options.clone(), has_steps: self.has_steps }
    }
}

/// The choice of a call; without arguments the solver `auto` without limits.
pub(crate) fn choice(solver: Option<&SolverLike<'_>>, timeout: Option<TimeoutLike>) -> Choice {
    let mut choice = match solver {
        None => Choice::of(Asked::Ours(satdoku::Solver::Auto)),
        Some(SolverLike::Solver(solver)) => solver.get().choice(),
        Some(SolverLike::Asked(asked)) => Choice::of(asked.clone()),
    };
    if let Some(timeout) = timeout {
        choice.options.budget = timeout.on(choice.options.budget);
    }
    choice
}

/// A puzzle and the choice of a call; the time counts from the reading of the puzzle on.
pub(crate) fn asked(
    puzzle: &Bound<'_, PyAny>,
    solver: Option<SolverLike<'_>>,
    timeout: Option<TimeoutLike>,
) -> PyResult<(Grid, Choice)> {
    let (grid, timeout) = puzzle_within(puzzle, timeout)?;
    Ok((grid, choice(solver.as_ref(), timeout)))
}
