//! `solve`: a solution, or several.

use satdoku::budget::Stopwatch;
use satdoku::grid::format::keys;
use satdoku::{Count, Error, Verdict};
use serde_json::{Value, json};

use crate::answer::verdict_word;
use crate::declared::Field;
use crate::grids::grid_value;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::questions::solving::{Asked, MOST_CELLS, SOLVING, certified, claim, described_stats, reason, stats};
use crate::reader::{OF_A_PUZZLE, Reader};
use crate::schema::{grid, one_of, text, text_or_null, texts};
use crate::work::Work;

/// As many solutions are listed at most.
pub(crate) const MOST_SOLUTIONS: u64 = 1000;

const LIMIT: Field<Option<u64>> = Field::number("limit", "")
    .saying(|_| format!("as many solutions, from 1 to {MOST_SOLUTIONS}, of {MOST_CELLS} cells together at most"));

fn answer(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let started = Stopwatch::start();
    let puzzle = fields.puzzle()?;
    let asked = Asked::read(&mut fields, work)?;
    let limit = fields.read(&LIMIT)?.unwrap_or(1);
    fields.end()?;
    if !(1..=MOST_SOLUTIONS).contains(&limit) {
        return Err(Problem::field(LIMIT.name, format!("expected 1 to {MOST_SOLUTIONS} solutions, found {limit}")));
    }
    let listed = (limit as usize).min((MOST_CELLS / puzzle.geometry().cell_count()).max(1));
    let mut session = asked.solver.session(puzzle.geometry(), &asked.options)?;
    let mut found = Vec::new();
    let mut reason = None;
    // One solution beyond the list shows whether there are more; a single solution is another question.
    let looked_for = if limit == 1 { 1 } else { listed + 1 };
    for solution in session.solutions(&puzzle)?.take(looked_for) {
        match solution {
            Ok(solution) => found.push(grid_value(&solution)),
            Err(Error::Stopped(stopped)) => reason = Some(stopped),
            Err(error) => return Err(error.into()),
        }
    }
    let verdict = match (found.is_empty(), reason) {
        (false, _) => Verdict::Satisfiable(()),
        (true, None) => Verdict::Unsatisfiable,
        (true, Some(reason)) => Verdict::Unknown(reason),
    };
    let has_more = match reason {
        None if limit == 1 && !found.is_empty() => None,
        None => Some(found.len() > listed),
        Some(_) => None,
    };
    let is_all = reason.is_none() && (found.is_empty() || has_more == Some(false));
    let claim = is_all.then(|| asked.claim(&Count::exact(found.len() as u64))).flatten();
    found.truncate(listed);
    let mut answer = json!({
        keys::VERDICT: verdict_word(&verdict),
        keys::BOARD: puzzle.geometry().to_string(),
        keys::PUZZLE: grid_value(&puzzle),
        keys::SOLUTIONS: null,
        "more": has_more,
        keys::CERTIFIED: claim.is_some(),
        keys::CLAIM: claim,
        keys::REASON: reason.map(|reason| reason.to_string()),
        "solver": asked.solver.to_string(),
        keys::WINNER: session.winner().map(ToString::to_string),
        keys::STATS: stats(&session.stats(), started),
    });
    // Moved, as the solutions may be large.
    answer[keys::SOLUTIONS] = Value::Array(found);
    if !puzzle.rules().is_empty() {
        answer[keys::RULES] = puzzle.rules().as_slice().iter().map(ToString::to_string).collect();
    }
    Ok(answer)
}

pub(crate) fn operation() -> Operation {
    Operation::new("solve", "A solution, or several", answer, members).with_fields(&[OF_A_PUZZLE, SOLVING, &[&LIMIT]])
}

fn members() -> Vec<(&'static str, Value)> {
    vec![
        ("verdict", one_of(["satisfiable", "unsatisfiable", "unknown"], "whether there is a solution")),
        ("board", text("the board")),
        ("puzzle", grid("the puzzle")),
        ("rules", texts("its rules, if it has any")),
        ("solutions", json!({ "type": "array", "items": grid("a solution") })),
        ("more", json!({ "type": ["boolean", "null"], "description": "whether there are more; null if unknown" })),
        ("certified", certified()),
        ("claim", claim()),
        ("reason", reason()),
        ("solver", text("who was asked")),
        ("winner", text_or_null("which of several solvers answered")),
        ("stats", described_stats()),
    ]
}
