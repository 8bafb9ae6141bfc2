//! The questions of the API, in files by subject.

pub(crate) mod board;
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

use satdoku::{AtMostOne, Count, Encoding, Options, Solver, Stats, Techniques};
use satdoku_ask::{Choice, words};
use serde_json::{Value, json};

use crate::App;
use crate::fields::Fields;
use crate::jobs::Work;
use crate::problem::Problem;
use crate::schema::{Described, Field, Operation, names, one_of, text_or_null};

/// Bytes that a SAT solver may be expected to take: several run at once.
const SOLVER_MEMORY: u64 = 2 << 30;

/// Largest number of cells in the grids of an answer together; each cell is a value of the answer.
pub(crate) const MOST_CELLS: usize = 1 << 20;

/// The questions, in the order of the document.
pub(crate) fn operations() -> Vec<Operation> {
    vec![
        solve::operation(),
        count::operation(),
        check::operation(),
        generate::operation(),
        convert::operation(),
        draw::operation(),
        encode::operation(),
        explain::operation(),
        explain::candidates(),
        steps::hint(),
        steps::path(),
        steps::rate(),
        prove::operation(),
        race::operation(),
    ]
}

const SOLVER: Field<Option<String>> = Field::name("solver", |app| names(&app.solvers), "who is asked");
const ENCODING: Field<Option<Encoding>> =
    Field::word("encoding", |_| names(Encoding::all()), "the clauses that a SAT solver gets");
const AT_MOST_ONE: Field<Option<AtMostOne>> =
    Field::word("at_most_one", |_| names(AtMostOne::all()), "how clauses say at most one");
const REDUCE: Field<Option<Techniques>> =
    Field::parsed("reduce", "what is deduced before: none, all, or some of singles,locked,subsets,matching,overlaps");
const SEED: Field<Option<u64>> = Field::number("seed", "the seed of randomised solvers");
const CERTIFIED: Field<bool> =
    Field::flag("certified", "have each negative answer proved, and the proof checked before it is given");

/// The fields of all questions to a solver: see [`Asked::read`].
const SOLVING: &[&dyn Described] = &[&SOLVER, &ENCODING, &AT_MOST_ONE, &REDUCE, &SEED, &CERTIFIED];

/// The solver asked, with its options.
struct Asked {
    solver: Solver,
    options: Options,
}

impl Asked {
    /// Reads the choice of a solver available on this server.
    fn read(fields: &mut Fields, app: &App, work: &Work) -> Result<Self, Problem> {
        let solver = fields.read(&SOLVER)?.map(|name| app.solver(SOLVER.name, &name)).transpose()?.unwrap_or_default();
        let choice = Choice {
            encoding: fields.read(&ENCODING)?,
            at_most_one: fields.read(&AT_MOST_ONE)?,
            reduce: fields.read(&REDUCE)?,
            certified: fields.read(&CERTIFIED)?,
            seed: fields.read(&SEED)?,
            ..Choice::from(Solver::Auto)
        };
        let options = Options { memory: Some(SOLVER_MEMORY), ..choice.options(work.budget()) };
        Ok(Self { solver, options })
    }

    /// The proved claim of a count, for a certified answer.
    fn claim(&self, count: &Count) -> Option<String> {
        self.options.certified.then(|| words::claim(count)).flatten()
    }
}

impl App {
    /// The solver named in a field; refused if unavailable on this server.
    fn solver(&self, field: &str, name: &str) -> Result<Solver, Problem> {
        let known = name.parse().ok().filter(|solver| self.solvers.contains(solver));
        let expected = || format!("expected one of {}, found {name:?}", names(&self.solvers).join(", "));
        known.ok_or_else(|| Problem::field(field, expected()))
    }
}

/// The schema of the flag for a proved *no*.
fn certified() -> Value {
    json!({ "type": "boolean", "description": "whether the claim was proved, and the proof checked before the answer was given" })
}

/// The schema of a proved claim.
fn claim() -> Value {
    text_or_null("what was proved: no solution, no other, no more after 3")
}

/// The schema of the number of solutions, as a word.
fn uniqueness() -> Value {
    one_of(["unique", "several", "none", "unknown"], "how many solutions there are")
}

fn reason() -> Value {
    text_or_null("why the answer is not known, or not whole")
}

/// The schema of [`stats`].
fn described_stats() -> Value {
    json!({ "type": "object", "description": "what it took: reduce_seconds, encode_seconds, solve_seconds and decode_seconds, seconds in all, \
                        variables, clauses, conflicts, steps" })
}

/// The cost of an answer: times in seconds, with the total time as `seconds`.
fn stats(stats: &Stats, started: Stopwatch) -> Value {
    let mut value = satdoku_ask::stats(stats);
    value["seconds"] = json!(started.elapsed().as_secs_f64());
    value
}
