//! `count`: how many solutions.

use satdoku::budget::Stopwatch;
use satdoku::grid::format::keys;
use serde_json::{Value, json};

use crate::answer::count_reason;
use crate::declared::Field;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::questions::solving::{self, Asked, SOLVING, certified, claim, described_stats, reason, stats};
use crate::reader::{OF_A_PUZZLE, Reader};
use crate::schema::text;
use crate::words::uniqueness;
use crate::work::Work;

const LIMIT: Field<Option<u64>> = Field::number("limit", "counting ends there");

fn answer(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let started = Stopwatch::start();
    let puzzle = fields.puzzle()?;
    let asked = Asked::read(&mut fields, work)?;
    let limit = fields.read(&LIMIT)?;
    fields.end()?;
    let mut session = asked.solver.session(puzzle.geometry(), &asked.options)?;
    let count = session.count(&puzzle, limit)?;
    Ok(json!({
        // A text: counts do not fit into the numbers of JSON.
        keys::COUNT: count.to_string(),
        keys::UNIQUENESS: uniqueness(&count),
        keys::CERTIFIED: asked.claim(&count).is_some(),
        keys::CLAIM: asked.claim(&count),
        keys::REASON: count_reason(&count).map(|reason| reason.to_string()),
        "solver": asked.solver.to_string(),
        keys::STATS: stats(&session.stats(), started),
    }))
}

pub(crate) fn operation() -> Operation {
    Operation::new("count", "How many solutions", answer, members).with_fields(&[OF_A_PUZZLE, SOLVING, &[&LIMIT]])
}

fn members() -> Vec<(&'static str, Value)> {
    vec![
        ("count", text("the number where all were counted, such as 12, or >=12 where counting ended before")),
        ("uniqueness", solving::uniqueness()),
        ("certified", certified()),
        ("claim", claim()),
        ("reason", reason()),
        ("solver", text("who was asked")),
        ("stats", described_stats()),
    ]
}
