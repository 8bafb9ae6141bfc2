//! Solutions drawn at random.

use pyo3::prelude::*;
use satdoku::Error;
use satdoku::counting::SampleError;

use crate::args::{Number, Seed, Skip};
use crate::asked::SolverLike;
use crate::choice::asked;
use crate::errors::{solver_error, stopped};
use crate::grid::Grid;
use crate::running::run;
use crate::timeout::TimeoutLike;

/// The samples drawn between two checks of the time, since a caller may ask for any number of samples.
const PART: usize = 4096;

/// Why no sample was drawn.
enum Failed {
    Solver(Error),
    Sample(SampleError),
}

/// Draw solutions of a puzzle uniformly at random, with repetition.
///
/// Sample k depends on the puzzle, the seed and k alone. A puzzle without a solution gives an empty list.
///
/// Parameters:
///     puzzle: a Grid, or any other form of a puzzle; see Grid.
///     count: how many solutions are drawn.
///     seed: the seed of the random choices.
///     skip: the number of the first sample.
///     solver: a Solver, the name of a solver, or a solver in Python.
///     timeout: a time in seconds, a timedelta, or a Timeout, after which Stopped is raised.
///
/// >>> import satdoku
/// >>> [grid.is_solved for grid in satdoku.sample("." * 81, count=2, seed=7)]
/// [True, True]
#[pyfunction]
#[pyo3(signature = (puzzle, count = Number(1), *, seed = Seed(0), skip = Skip(0), solver = None, timeout = None),
    text_signature = "(puzzle, count=1, *, seed=0, skip=0, solver=None, timeout=None)")]
pub(crate) fn sample(
    puzzle: &Bound<'_, PyAny>,
    count: Number,
    seed: Seed,
    skip: Skip,
    solver: Option<SolverLike<'_>>,
    timeout: Option<TimeoutLike>,
) -> PyResult<Vec<Grid>> {
    let py = puzzle.py();
    let (grid, choice) = asked(puzzle, solver, timeout)?;
    let (Seed(seed), Skip(skip)) = (seed, skip);
    let count = usize::try_from(count.0).unwrap_or(usize::MAX);
    let (solver, asked) = (choice.solver(), choice.asked.clone());
    let drawn = run(py, choice.options.budget.clone(), move |budget| {
        let running = budget.start();
        let options = choice.options.with_budget(budget);
        let sampler = solver.sampler_with(&grid, &options).map_err(Failed::Solver)?;
        let mut drawn = Vec::new();
        while drawn.len() < count {
            let first = skip.wrapping_add(drawn.len() as u64);
            match sampler.draw(seed, first, PART.min(count - drawn.len()), &running) {
                Ok(part) => drawn.extend(part),
                Err(SampleError::None) => break,
                Err(error) => return Err(Failed::Sample(error)),
            }
        }
        Ok(drawn)
    })?;
    match drawn {
        Ok(drawn) => Ok(drawn.into_iter().map(|solution| Grid::from(solution.into_grid())).collect()),
        Err(Failed::Solver(error)) => Err(asked.error(py, &error)),
        Err(Failed::Sample(SampleError::Stopped(reason))) => Err(stopped(py, reason)),
        Err(Failed::Sample(error)) => Err(solver_error(py, error)),
    }
}
