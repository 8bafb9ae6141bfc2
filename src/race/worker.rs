//! One question to one entrant, in a process of its own, which may be limited in memory and killed.
//!
//! The question goes to the worker in a file, the answer comes back on its standard output; both are JSON. The worker
//! limits its own address space before it begins, and what it starts inherits the limit.

use std::fmt::Display;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::str::FromStr;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};

use crate::backend::process::{self, Ended, Limits};
use crate::budget::{Budget, CancelToken, Stopwatch};
use crate::grid::format::{Format, ParseError, Parser, Place, Record, keys, push_value};
use crate::grid::{Grid, Solution};
use crate::printable::printable_path;
use crate::race::ask::{Answer, Question};
use crate::race::{Entrant, Outcome};
use crate::solver::{Solver, Stats};

/// A program that answers one question and ends: it calls [`answer`] with its last argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    /// The program.
    pub program: PathBuf,
    /// Its arguments; the name of a file is added as the last.
    pub arguments: Vec<String>,
    /// Bytes of address space that the worker, and each process that it starts, may take.
    pub memory: Option<u64>,
}

/// So much longer than its time limit a worker may take, with its start and its warming up, before it is stopped.
const SPARE: Duration = Duration::from_secs(3);

/// How long a worker that was asked to end may take, with a child of its own to stop.
const GRACE: Duration = Duration::from_millis(500);

/// An answer that is longer is none.
const MAX_ANSWER: usize = 1 << 28;

impl Worker {
    /// Asks a question. `None` where somebody cancelled; the inner error is what is wrong with a wrong answer.
    ///
    /// # Errors
    /// If the question cannot be written or the program cannot be started.
    pub(in crate::race) fn ask(&self, question: &Question<'_>) -> io::Result<Result<Option<Answer>, String>> {
        let file = tempfile::Builder::new().prefix("satdoku-").suffix(".json").tempfile()?;
        fs::write(file.path(), self.request(question).to_string())?;
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(file.path());
        let budget = Budget::unlimited().with_time(question.time + SPARE).with_cancel(question.cancel.clone());
        let watch = Stopwatch::start();
        let mut output = Vec::new();
        let ended = process::run(command, Limits { grace: GRACE, memory: None }, &budget.start(), |piece| {
            output.extend_from_slice(piece);
            if output.len() > MAX_ANSWER { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        let took = watch.elapsed();
        let none = |outcome| Ok(Some(Answer::none(outcome, took)));
        Ok(match ended {
            _ if question.cancel.is_cancelled() => Ok(None),
            Ended::Stopped(_) => none(Outcome::Time),
            Ended::Unwanted => none(Outcome::Failed("the worker does not stop talking".to_owned())),
            Ended::Exited(status, _) if status.success() => match read_answer(question.puzzle, &output) {
                Some(answer) => answer.map(Some),
                None => none(Outcome::Failed("the worker's answer cannot be read".to_owned())),
            },
            Ended::Exited(status, errors) => none(how_it_died(status, &errors)),
        })
    }

    fn request(&self, question: &Question<'_>) -> Value {
        let Entrant { solver, encoding, at_most_one, reduce, seed } = question.entrant;
        json!({
            keys::BOARD: question.puzzle.geometry().to_string(),
            keys::PUZZLE: grid_value(question.puzzle),
            "solver": solver.to_string(),
            "encoding": encoding.map(|encoding| encoding.to_string()),
            "at_most_one": at_most_one.map(|form| form.to_string()),
            "reduce": reduce.map(|reduce| reduce.to_string()),
            "seed": seed,
            "repetition": question.repetition,
            "time": question.time.as_secs_f64(),
            "memory": self.memory,
        })
    }
}

/// A worker that ran out of memory is ended by its allocator, or by the system.
fn how_it_died(status: ExitStatus, errors: &[u8]) -> Outcome {
    use std::os::unix::process::ExitStatusExt;
    const SIGKILL: i32 = 9;
    let errors = String::from_utf8_lossy(errors);
    let is_memory = errors.contains("memory allocation of") || errors.contains("bad_alloc");
    match errors.lines().last() {
        _ if is_memory || status.signal() == Some(SIGKILL) => Outcome::Memory,
        Some(line) => Outcome::Failed(format!("{status}: {line}")),
        None => Outcome::Failed(status.to_string()),
    }
}

/// Reads a worker's answer; a solution is checked once more. The inner error is what is wrong with a wrong answer.
fn read_answer(puzzle: &Grid, output: &[u8]) -> Option<Result<Answer, String>> {
    let value: Value = serde_json::from_slice(output).ok()?;
    if let Some(wrong) = value.get("wrong").and_then(Value::as_str) {
        return Some(Err(wrong.to_owned()));
    }
    let outcome = Outcome::read(value.get("outcome")?.as_str()?, value.get("message")?.as_str()?)?;
    let time = |name: &str| Duration::try_from_secs_f64(value.get(name)?.as_f64()?).ok();
    let solution = match &outcome {
        Outcome::Satisfiable => {
            let board = puzzle.geometry().to_string();
            let grid = read_grid(&json!({ keys::BOARD: board, keys::PUZZLE: value.get(keys::SOLUTION)? })).ok()?;
            match Solution::check(puzzle, grid) {
                Ok(solution) => Some(solution),
                Err(error) => return Some(Err(error.to_string())),
            }
        }
        _ => None,
    };
    let stats = Stats {
        reduce: time("reduce_seconds")?,
        encode: time("encode_seconds")?,
        solve: time("solve_seconds")?,
        decode: time("decode_seconds")?,
        variables: value.get("variables")?.as_u64()?,
        clauses: value.get("clauses")?.as_u64()?,
        conflicts: value.get("conflicts")?.as_u64(),
        steps: value.get("steps")?.as_u64(),
    };
    let winner = value.get("winner")?.as_str().map(str::to_owned);
    Some(Ok(Answer { outcome, solution, total: time("total_seconds")?, stats, winner }))
}

/// A grid as it stands in JSON.
fn grid_value(grid: &Grid) -> Value {
    let mut text = String::new();
    push_value(grid, &mut text);
    // What was written is JSON.
    serde_json::from_str(&text).unwrap_or_default()
}

/// Reads an object of a board and a puzzle.
fn read_grid(object: &Value) -> Result<Grid, ParseError> {
    let text = object.to_string() + "\n";
    Parser::new(Format::Json, None).parse(&Record { text: text.as_bytes(), place: Place::START })
}

/// What a request chooses, where it does.
fn choice<T: FromStr<Err: Display>>(request: &Value, name: &str) -> Result<Option<T>, String> {
    let word = request.get(name).and_then(Value::as_str);
    word.map(str::parse).transpose().map_err(|error: T::Err| error.to_string())
}

/// The worker's side: answers the question in a file, as one line of JSON.
///
/// # Errors
/// If the file cannot be read or holds no question, or the memory cannot be limited; a message.
pub fn answer(file: &Path) -> Result<String, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: cannot read: {error}", printable_path(file)))?;
    let request: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", printable_path(file)))?;
    let missing = |name: &str| format!("{}: expected a question of a race, found no {name}", printable_path(file));
    let text = |name: &str| request.get(name).and_then(Value::as_str).ok_or_else(|| missing(name));
    let puzzle = json!({ keys::BOARD: text(keys::BOARD)?, keys::PUZZLE: request.get(keys::PUZZLE) });
    let puzzle = read_grid(&puzzle).map_err(|error| format!("{}:{error}", printable_path(file)))?;
    let entrant = Entrant {
        encoding: choice(&request, "encoding")?,
        at_most_one: choice(&request, "at_most_one")?,
        reduce: choice(&request, "reduce")?,
        seed: request.get("seed").and_then(Value::as_u64),
        ..Entrant::from(choice::<Solver>(&request, "solver")?.ok_or_else(|| missing("solver"))?)
    };
    let repetition = request.get("repetition").and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
    let time = request.get("time").and_then(Value::as_f64).and_then(|time| Duration::try_from_secs_f64(time).ok());
    let question = Question {
        entrant: &entrant,
        repetition: repetition.ok_or_else(|| missing("repetition"))?,
        puzzle: &puzzle,
        time: time.ok_or_else(|| missing("time"))?,
        cancel: &CancelToken::new(),
    };
    if let Some(memory) = request.get("memory").and_then(Value::as_u64) {
        let limit = Rlimit { current: Some(memory), maximum: getrlimit(Resource::As).maximum };
        setrlimit(Resource::As, limit).map_err(|error| format!("cannot limit the memory: {error}"))?;
    }
    question.warm_up();
    let answer = match question.ask() {
        Ok(Some(answer)) => answer,
        Ok(None) => unreachable!("nobody else has the token"),
        Err(wrong) => return Ok(json!({ "wrong": wrong.to_string() }).to_string()),
    };
    let stats = answer.stats;
    Ok(json!({
        "outcome": answer.outcome.to_string(),
        "message": answer.outcome.message(),
        keys::SOLUTION: answer.solution.as_ref().map(|solution| grid_value(solution)),
        "total_seconds": answer.total.as_secs_f64(),
        "reduce_seconds": stats.reduce.as_secs_f64(),
        "encode_seconds": stats.encode.as_secs_f64(),
        "solve_seconds": stats.solve.as_secs_f64(),
        "decode_seconds": stats.decode.as_secs_f64(),
        "variables": stats.variables,
        "clauses": stats.clauses,
        "conflicts": stats.conflicts,
        "steps": stats.steps,
        keys::WINNER: answer.winner,
    })
    .to_string())
}
