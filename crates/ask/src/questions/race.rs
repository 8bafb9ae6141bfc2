//! `race`: several solvers on a puzzle, in turn or at once.

use std::sync::{Mutex, PoisonError};

use satdoku::budget::Stopwatch;
use satdoku::{Encoding, Error, Grid, Options, Solver, Stats, StopReason, Verdict};
use serde_json::{Value, json};

use crate::declared::Field;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::questions::solving::ENCODING;
use crate::reader::{OF_A_PUZZLE, Reader};
use crate::schema::{objects, one_of};
use crate::work::Work;

/// Largest number of solvers in a race.
pub(crate) const MOST_SOLVERS: usize = 32;

const SOLVERS: Field<Option<Value>> = Field::value("solvers", |limits| {
    json!({ "type": "array", "minItems": 1, "maxItems": MOST_SOLVERS, "items": one_of(&limits.solvers, "a solver") })
})
.required();
const AT_ONCE: Field<bool> =
    Field::flag("at_once", "run as many as there are cores at once: their times are then not fair");

fn answer(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let puzzle = fields.puzzle()?;
    let solvers = solvers(&mut fields, work)?;
    let encoding = fields.read(&ENCODING)?;
    let at_once = fields.read(&AT_ONCE)?;
    fields.end()?;
    let waiting = Mutex::new(solvers.iter().enumerate());
    let runs = Mutex::new(vec![None; solvers.len()]);
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let race = || {
        while let Some((at, solver)) = next() {
            if work.cancel().is_cancelled() {
                return;
            }
            work.tell("started", json!({ "run": at, "solver": solver.to_string() }));
            let run = run(solver, encoding, &puzzle, work);
            let answer = json!({ "run": at, "solver": solver.to_string(), "outcome": run.outcome, "message": run.message,
                "seconds": run.seconds, "conflicts": run.stats.conflicts, "steps": run.stats.steps });
            work.tell("ended", answer.clone());
            runs.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some((run.has_solution, answer));
        }
    };
    if at_once {
        work.on_threads(&race, solvers.len());
    } else {
        race();
    }
    let runs = runs.into_inner().unwrap_or_else(PoisonError::into_inner);
    let said = |answer| solvers.iter().zip(&runs).find(|(_, run)| matches!(run, Some((said, _)) if *said == answer));
    if let (Some((one, _)), Some((other, _))) = (said(Some(true)), said(Some(false))) {
        return Err(Problem::internal(format!("{one} and {other} contradict each other: one of them is wrong")));
    }
    let runs: Vec<_> = runs.into_iter().flatten().map(|(_, answer)| answer).collect();
    Ok(json!({ "runs": runs, "cancelled": work.cancel().is_cancelled() }))
}

/// The number of entrants, each of which has the whole time.
fn parts(fields: &Reader) -> u32 {
    fields.length(&SOLVERS).clamp(1, MOST_SOLVERS) as u32
}

/// The entrants.
fn solvers(fields: &mut Reader, work: &Work) -> Result<Vec<Solver>, Problem> {
    let Some(Value::Array(names)) = fields.read(&SOLVERS)? else {
        return Err(Problem::field(SOLVERS.name, "expected an array of solvers"));
    };
    if names.is_empty() || names.len() > MOST_SOLVERS {
        return Err(Problem::field(SOLVERS.name, format!("expected 1 to {MOST_SOLVERS}, found {}", names.len())));
    }
    let mut solvers: Vec<Solver> = Vec::new();
    for name in names {
        let name =
            name.as_str().ok_or_else(|| Problem::field(SOLVERS.name, format!("expected a text, found {name}")))?;
        let solver = work.limits().solver(SOLVERS.name, name)?;
        if !solvers.contains(&solver) {
            solvers.push(solver);
        }
    }
    Ok(solvers)
}

/// How a run ended.
struct Run {
    outcome: &'static str,
    message: Option<String>,
    has_solution: Option<bool>,
    seconds: f64,
    stats: Stats,
}

fn run(solver: &Solver, encoding: Option<Encoding>, puzzle: &Grid, work: &Work) -> Run {
    let options =
        Options::default().with_encoding(encoding).with_budget(work.budget_of_a_part()).with_memory(work.memory());
    let started = Stopwatch::start();
    let answered = solver.session(puzzle.geometry(), &options).and_then(|mut session| {
        let verdict = session.solve(puzzle)?;
        Ok((verdict, session.stats()))
    });
    let seconds = started.elapsed().as_secs_f64();
    let (verdict, stats) = match answered {
        Ok((verdict, stats)) => (Ok(verdict), stats),
        Err(error) => (Err(error), Stats::default()),
    };
    let (outcome, message, has_solution) = match verdict {
        Ok(Verdict::Satisfiable(_)) => ("solved", None, Some(true)),
        Ok(Verdict::Unsatisfiable) => ("no solution", None, Some(false)),
        Ok(Verdict::Unknown(StopReason::Time)) => ("time", None, None),
        Ok(Verdict::Unknown(StopReason::Cancelled)) => ("cancelled", None, None),
        Ok(Verdict::Unknown(reason)) => ("undecided", Some(reason.to_string()), None),
        Err(Error::UnknownBoard { knows, .. }) => ("other board", Some(format!("knows only {knows}")), None),
        Err(error) => ("failed", Some(error.to_string()), None),
    };
    Run { outcome, message, has_solution, seconds, stats }
}

pub(crate) fn operation() -> Operation {
    let events = &[("started", "run and solver"), ("ended", "the run")];
    let summary = "Several solvers on one puzzle; the time limit is that of each";
    let race = Operation::new("race", summary, answer, members);
    Operation { events, parts, ..race.with_fields(&[OF_A_PUZZLE, &[&SOLVERS, &ENCODING, &AT_ONCE]]) }
}

fn members() -> Vec<(&'static str, Value)> {
    vec![
        ("runs", objects("run, solver, outcome, message, seconds, conflicts, steps")),
        ("cancelled", json!({ "type": "boolean" })),
    ]
}
