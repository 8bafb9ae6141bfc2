//! `/api/count`: how many solutions.

use satdoku::budget::Stopwatch;

use satdoku::grid::format::keys;
use satdoku_ask::count_reason;
use satdoku_ask::words::uniqueness;
use serde_json::{Value, json};

use crate::App;
use crate::fields::{Fields, OF_A_PUZZLE};
use crate::jobs::Work;
use crate::problem::Problem;
use crate::questions::{self, Asked, SOLVING, certified, claim, described_stats, reason, stats};
use crate::respond::Question;
use crate::schema::{Answer, Declared, Field, Operation, text};

pub(crate) struct Counting;

const LIMIT: Field<Option<u64>> = Field::number("limit", "counting ends there");

impl Question for Counting {
    const FIELDS: Declared = &[OF_A_PUZZLE, SOLVING, &[&LIMIT]];

    fn answer(mut fields: Fields, app: &App, work: &Work) -> Result<Value, Problem> {
        let started = Stopwatch::start();
        let puzzle = fields.puzzle()?;
        let asked = Asked::read(&mut fields, app, work)?;
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
}

pub(crate) fn operation() -> Operation {
    Operation {
        path: "/api/count",
        summary: "How many solutions",
        fields: Counting::FIELDS,
        answer: Answer::Object(vec![
            ("count", text("the number where all were counted, such as 12, or >=12 where counting ended before")),
            ("uniqueness", questions::uniqueness()),
            ("certified", certified()),
            ("claim", claim()),
            ("reason", reason()),
            ("solver", text("who was asked")),
            ("stats", described_stats()),
        ]),
        events: "",
    }
}
