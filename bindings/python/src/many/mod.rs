//! Many puzzles at once, on all cores, without a Python object a puzzle on the way.
//!
//! `job` answers rows of bytes on threads: with the 9×9 kernel if a row suits the kernel, else with a session of the thread.
//! `list`, `array` and `arrow` (through `capsule`) lend `job` the memory of Python and take the answers.

mod array;
pub(crate) mod arrow;
mod capsule;
mod job;
mod list;
mod rows;

pub(crate) use array::{check_numpy, count_numpy, rate_numpy, solve_numpy};
pub(crate) use list::{check_list, count_list, rate_list, solve_list};

use pyo3::prelude::*;

use crate::asked::SolverLike;
use crate::choice;
use crate::many::job::Call;

/// The keyword arguments that the calls share.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Keywords<'py> {
    solver: Option<SolverLike<'py>>,
    timeout: Option<f64>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    errors: String,
    board: Option<crate::board::BoardLike<'py>>,
}

impl Keywords<'_> {
    fn call(self, py: Python<'_>) -> PyResult<Call> {
        let raises = match self.errors.as_str() {
            "raise" => true,
            "null" => false,
            other => {
                return Err(crate::errors::value_error(format!("errors: expected 'raise' or 'null', found '{other}'")));
            }
        };
        Ok(Call {
            choice: choice::choice(self.solver.as_ref(), None)?,
            limit: choice::budget(self.timeout)?,
            threads: choice::threads(self.threads)?,
            progress: self.progress,
            raises,
            board: self.board.map(|board| board.board(py)).transpose()?,
        })
    }
}
