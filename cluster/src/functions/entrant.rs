//! `sudoku_race`: a run of a solver on a puzzle, as in `satdoku race`, but in the process of the task, where other tasks run too.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use satdoku::{Backend, Budget, Grid, Solver, StopReason, Verdict};
use satdoku_ask::{Answer, Choice, Failure, Fields, Question, Reply};
use serde_json::{Map, Value as Json};

use crate::functions::columns::{Row, Value};
use crate::functions::duration;
use crate::functions::status::{FAILED, INVALID, UNSATISFIABLE};

/// A puzzle that every solver answers quickly.
const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The time limit of a warm-up.
const WARM_UP: Duration = Duration::from_secs(1);

/// Reads `sat:varisat encoding=minimal at_most_one=pairwise reduce=none seed=7`; only the solver is required.
fn parse(text: &str) -> Result<Choice, String> {
    let mut words = text.split_whitespace();
    let solver = words.next().ok_or("expected a solver")?;
    let mut object = Map::from_iter([("solver".to_owned(), Json::from(solver))]);
    for word in words {
        let (name, value) = word.split_once('=').ok_or_else(|| format!("expected name=value, found {word:?}"))?;
        let value = if name == "seed" {
            Json::from(value.parse::<u64>().map_err(|error| format!("seed: {error}"))?)
        } else {
            Json::from(value)
        };
        if object.insert(name.to_owned(), value).is_some() {
            return Err(format!("{name} is given twice"));
        }
    }
    let mut fields = Fields::from(object);
    let choice = Choice::read(&mut fields).map_err(|error| error.to_string())?;
    fields.end().map_err(|error| error.to_string())?;
    // A query may name a known program, but may not run an arbitrary command on an executor.
    let name = solver.strip_prefix("sat:").unwrap_or(solver);
    match choice.solver {
        Solver::Sat(Backend::External(_)) if Backend::profile(name).is_none() => {
            Err(format!("{solver}: no command can be given here"))
        }
        _ => Ok(choice),
    }
}

/// Has an entrant answer an easy puzzle before its first run, so that its code is in memory.
fn warm_up(entrant: &Choice) {
    static WARM: Mutex<Option<HashSet<Choice>>> = Mutex::new(None);
    let mut warm = WARM.lock().unwrap_or_else(PoisonError::into_inner);
    if warm.get_or_insert_default().insert(entrant.clone()) {
        drop(warm);
        if let Ok(easy) = EASY.parse() {
            let question = Question { time: Some(WARM_UP), ..Question::new(easy, entrant.clone()) };
            let _ = question.answer(&Budget::unlimited());
        }
    }
}

pub(super) fn race(puzzle: Grid, entrant: &str, seconds: f64) -> Row {
    let entrant = match parse(entrant) {
        Ok(entrant) => entrant,
        Err(problem) => return Row::bare(INVALID, problem),
    };
    warm_up(&entrant);
    let limit = duration(seconds);
    let question = Question { time: Some(limit), ..Question::new(puzzle, entrant) };
    let Answer { reply, total, stats, winner } = question.answer(&Budget::unlimited());
    let (status, message) = match reply {
        Err(Failure { message, is_wrong: true }) => ("wrong", Some(message)),
        Err(Failure { message, is_wrong: false }) => (FAILED, Some(message)),
        Ok(Reply::Verdict(Verdict::Unknown(StopReason::Time))) => ("time", None),
        Ok(Reply::Verdict(Verdict::Unknown(StopReason::Memory))) => ("memory", None),
        Ok(Reply::Verdict(Verdict::Unknown(reason))) => ("undecided", Some(reason.to_string())),
        // Some solvers check the clock rarely: a late answer counts as a timeout.
        Ok(_) if total > limit => ("time", None),
        Ok(Reply::Verdict(Verdict::Satisfiable(_))) => ("satisfiable", None),
        Ok(Reply::Verdict(Verdict::Unsatisfiable)) => (UNSATISFIABLE, None),
        Ok(Reply::Count(_)) => (FAILED, Some("it counted, and was not asked to".to_owned())),
    };
    let number = |number: Option<u64>| number.map_or(Value::Nothing, Value::Number);
    let winner = winner.map_or(Value::Nothing, |winner| Value::Text(winner.to_string()));
    let values = vec![Value::Float(total.as_secs_f64()), winner, number(stats.conflicts), number(stats.steps)];
    Row { values, status, message }
}
