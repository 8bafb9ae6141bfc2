//! `/api/count`: how many solutions.

use satdoku::budget::Stopwatch;

use satdoku::grid::format::keys;
use satdoku::protocol::count_reason;
use satdoku::protocol::words::uniqueness;
use serde_json::{Value, json};

use crate::serve::App;
use crate::serve::fields::Fields;
use crate::serve::jobs::Work;
use crate::serve::problem::Problem;
use crate::serve::questions::{Asked, stats};
use crate::serve::respond::Question;

pub(crate) struct Counting;

impl Question for Counting {
    fn answer(mut fields: Fields, app: &App, work: &Work) -> Result<Value, Problem> {
        let started = Stopwatch::start();
        let puzzle = fields.puzzle()?;
        let asked = Asked::read(&mut fields, app, work)?;
        let limit = fields.number("limit")?;
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
