//! The fields and members that questions to a solver share.

use satdoku::budget::Stopwatch;
use satdoku::{AtMostOne, Count, Encoding, Options, Solver, Stats, Techniques};
use serde_json::{Value, json};

use crate::answer;
use crate::choice::Choice;
use crate::declared::{Described, Field};
use crate::problem::Problem;
use crate::reader::Reader;
use crate::schema::{names, one_of, text_or_null};
use crate::words;
use crate::work::Work;

/// Largest number of cells in the grids of an answer together; each cell is a value of the answer.
pub(crate) const MOST_CELLS: usize = 1 << 20;

const SOLVER: Field<Option<String>> = Field::name("solver", |limits| names(&limits.solvers), "who is asked");
pub(crate) const ENCODING: Field<Option<Encoding>> =
    Field::word("encoding", |_| names(Encoding::all()), "the clauses that a SAT solver gets");
pub(crate) const AT_MOST_ONE: Field<Option<AtMostOne>> =
    Field::word("at_most_one", |_| names(AtMostOne::all()), "how clauses say at most one");
const REDUCE: Field<Option<Techniques>> =
    Field::parsed("reduce", "what is deduced before: none, all, or some of singles,locked,subsets,matching,overlaps");
const SEED: Field<Option<u64>> = Field::number("seed", "the seed of randomised solvers");
const CERTIFIED: Field<bool> =
    Field::flag("certified", "have each negative answer proved, and the proof checked before it is given");

/// The fields of all questions to a solver: see [`Asked::read`].
pub(crate) const SOLVING: &[&dyn Described] = &[&SOLVER, &ENCODING, &AT_MOST_ONE, &REDUCE, &SEED, &CERTIFIED];

/// The solver asked, with its options.
pub(crate) struct Asked {
    pub(crate) solver: Solver,
    pub(crate) options: Options,
}

impl Asked {
    /// Reads the choice of a solver that the program offers.
    pub(crate) fn read(fields: &mut Reader, work: &Work) -> Result<Self, Problem> {
        let solver =
            fields.read(&SOLVER)?.map(|name| work.limits().solver(SOLVER.name, &name)).transpose()?.unwrap_or_default();
        let choice = Choice {
            encoding: fields.read(&ENCODING)?,
            at_most_one: fields.read(&AT_MOST_ONE)?,
            reduce: fields.read(&REDUCE)?,
            certified: fields.read(&CERTIFIED)?,
            seed: fields.read(&SEED)?,
            ..Choice::from(Solver::Auto)
        };
        let options = choice.options(work.budget()).with_memory(work.memory());
        Ok(Self { solver, options })
    }

    /// The proved claim of a count, for a certified answer.
    pub(crate) fn claim(&self, count: &Count) -> Option<String> {
        self.options.certified.then(|| words::claim(count)).flatten()
    }
}

/// The schema of the flag for a proved *no*.
pub(crate) fn certified() -> Value {
    json!({ "type": "boolean", "description": "whether the claim was proved, and the proof checked before the answer was given" })
}

/// The schema of a proved claim.
pub(crate) fn claim() -> Value {
    text_or_null("what was proved: no solution, no other, no more after 3")
}

/// The schema of the number of solutions, as a word.
pub(crate) fn uniqueness() -> Value {
    one_of(["unique", "several", "none", "unknown"], "how many solutions there are")
}

pub(crate) fn reason() -> Value {
    text_or_null("why the answer is not known, or not whole")
}

/// The schema of [`stats`].
pub(crate) fn described_stats() -> Value {
    json!({ "type": "object", "description": "what it took: reduce_seconds, encode_seconds, solve_seconds and decode_seconds, seconds in all, \
                        variables, clauses, conflicts, steps" })
}

/// The cost of an answer: times in seconds, with the total time as `seconds`.
pub(crate) fn stats(stats: &Stats, started: Stopwatch) -> Value {
    let mut value = answer::stats(stats);
    value["seconds"] = json!(started.elapsed().as_secs_f64());
    value
}
