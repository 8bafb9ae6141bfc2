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
        let solver = fields.text("solver")?.map(|name| app.solver("solver", &name)).transpose()?.unwrap_or_default();
        let choice = Choice::read(fields)?;
        let options = Options { memory: Some(SOLVER_MEMORY), ..choice.options(work.budget()) };
        Ok(Self { solver, options })
    }

    /// What was proved beside a count, if its *no* was to be.
    fn claim(&self, count: &Count) -> Option<String> {
        self.options.certified.then(|| words::claim(count)).flatten()
    }
}

impl App {
    /// The solver of a name that stands in a field; refused where it is not among those of this server.
    fn solver(&self, field: &str, name: &str) -> Result<Solver, Problem> {
        let known = name.parse().ok().filter(|solver| self.solvers.contains(solver));
        let expected = || format!("expected one of {}, found {name:?}", names(&self.solvers).join(", "));
        known.ok_or_else(|| Problem::field(field, expected()))
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
