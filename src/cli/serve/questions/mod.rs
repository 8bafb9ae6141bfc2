//! One file for each question.

pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod encode;
pub(crate) mod generate;
pub(crate) mod race;
pub(crate) mod solve;
pub(crate) mod solvers;

use satdoku::{Digit, Grid, Options, Solver, Stats};
use serde_json::{Value, json};

use crate::cli::serve::App;
use crate::cli::serve::fields::Fields;
use crate::cli::serve::jobs::Work;
use crate::cli::serve::problem::Problem;

/// Bytes that a SAT solver may be expected to take: several run at once.
const SOLVER_MEMORY: u64 = 2 << 30;

/// Which solver is asked, and how.
struct Asked {
    solver: Solver,
    options: Options,
}

impl Asked {
    /// Reads `solver`, `encoding`, `at_most_one`, `reduce` and `seed`.
    fn read(fields: &mut Fields, app: &App, work: &Work) -> Result<Self, Problem> {
        let solver = fields.word::<Solver>("solver")?.unwrap_or_default();
        app.check_solver(&solver)?;
        let options = Options {
            encoding: fields.word("encoding")?,
            at_most_one: fields.word("at_most_one")?,
            reduce: fields.word("reduce")?,
            seed: fields.number("seed")?,
            budget: work.budget(),
            memory: SOLVER_MEMORY,
            ..Options::default()
        };
        Ok(Self { solver, options })
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

/// A grid's numbers, row by row, 0 for an empty cell.
fn numbers(grid: &Grid) -> Value {
    grid.digits().iter().map(|digit| digit.map_or(0, Digit::get)).collect::<Vec<_>>().into()
}

/// What an answer took: times in seconds.
fn stats(stats: &Stats, work: &Work, seconds: f64) -> Value {
    json!({
        "seconds": seconds,
        "reduce": stats.reduce.as_secs_f64(),
        "encode": stats.encode.as_secs_f64(),
        "solve": stats.solve.as_secs_f64(),
        "decode": stats.decode.as_secs_f64(),
        "variables": stats.variables,
        "clauses": stats.clauses,
        "steps": work.progress.steps(),
    })
}
