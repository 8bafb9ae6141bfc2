//! One file for each question.

pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod draw;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod prove;
pub(crate) mod race;
pub(crate) mod solve;
pub(crate) mod solvers;
pub(crate) mod steps;

use satdoku::budget::Stopwatch;

use satdoku::protocol::{self, Choice, words};
use satdoku::{Count, Options, Solver, Stats};
use serde_json::{Value, json};

use crate::serve::App;
use crate::serve::fields::Fields;
use crate::serve::jobs::Work;
use crate::serve::problem::Problem;

/// Bytes that a SAT solver may be expected to take: several run at once.
const SOLVER_MEMORY: u64 = 2 << 30;

/// As many cells all grids of an answer have together at most: each is a value of the answer.
pub(crate) const MOST_CELLS: usize = 1 << 20;

/// Which solver is asked, and how.
struct Asked {
    solver: Solver,
    options: Options,
}

impl Asked {
    /// Reads a choice of a solver that this server has.
    fn read(fields: &mut Fields, app: &App, work: &Work) -> Result<Self, Problem> {
        let choice = Choice::read(fields)?;
        app.check_solver(&choice.solver)?;
        let options = Options { memory: Some(SOLVER_MEMORY), ..choice.options(work.budget()) };
        Ok(Self { solver: choice.solver, options })
    }

    /// What was proved beside a count, if its *no* was to be.
    fn claim(&self, count: &Count) -> Option<String> {
        self.options.certified.then(|| words::claim(count)).flatten()
    }
}

impl App {
    /// Refuses a solver that is not among those of this server.
    fn check_solver(&self, solver: &Solver) -> Result<(), Problem> {
        if self.solvers.contains(solver) {
            return Ok(());
        }
        let names: Vec<_> = self.solvers.iter().map(ToString::to_string).collect();
        Err(Problem::field("solver", format!("expected one of {}, found {:?}", names.join(", "), solver.to_string())))
    }
}

/// Values by their names.
pub(crate) fn names<T: ToString>(all: impl IntoIterator<Item = T>) -> Vec<String> {
    all.into_iter().map(|one| one.to_string()).collect()
}

/// What an answer took: times in seconds, `seconds` that of the whole.
fn stats(stats: &Stats, started: Stopwatch) -> Value {
    let mut value = protocol::stats(stats);
    value["seconds"] = json!(started.elapsed().as_secs_f64());
    value
}
