//! One question to one entrant, in a separate process, which may be limited in memory and killed.
//!
//! The question goes to the worker in a file, the answer comes back on its standard output; both are JSON. The worker limits its
//! own address space first, and its children inherit the limit.

use std::fmt::Display;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use satdoku::backend::program::process;
use satdoku::backend::program::process::{Ended, Limits, TempFile};
use satdoku::budget::{Budget, CancelToken, Stopwatch};
use satdoku::grid::Grid;
use satdoku::printable::printable_path;
use satdoku_ask::{Fields, Question};
use serde_json::{Map, Value, json};

use crate::Outcome;
use crate::answer::{Answer, Response, warm_up};

/// A program that answers one question and exits: it calls [`answer`] with its last argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    /// The program.
    pub program: PathBuf,
    /// Its arguments; the name of a file is added as the last.
    pub arguments: Vec<String>,
    /// Limit in bytes on the address space of the worker and of each child process.
    pub memory: Option<u64>,
}

/// Time beyond the time limit for starting and warming up, after which a worker is stopped.
const SPARE: Duration = Duration::from_secs(3);

/// Time for a worker to end when asked to, including the end of its own child.
const GRACE: Duration = Duration::from_millis(500);

/// The key of a question that says how many bytes of address space a worker leaves itself.
const ADDRESS_SPACE: &str = "address_space";

/// Largest answer in bytes; a longer answer is refused.
const MAX_ANSWER: usize = 1 << 28;

impl Worker {
    /// Asks a question.
    ///
    /// # Errors
    /// If the question cannot be written or the program cannot be started.
    pub(crate) fn ask(&self, question: &Question, cancel: &CancelToken) -> io::Result<Response> {
        let file = TempFile::create(".json")?;
        let mut request = question.to_json();
        request.insert(ADDRESS_SPACE.to_owned(), json!(self.memory));
        fs::write(file.path(), Value::Object(request).to_string())?;
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(file.path());
        let time = question.time.map_or(Duration::MAX, |time| time.saturating_add(SPARE));
        let budget = Budget::unlimited().with_time(time).with_cancel(cancel.clone());
        let watch = Stopwatch::start();
        let mut output = Vec::new();
        let ended = process::run(command, Limits { grace: GRACE, memory: None }, &budget.start(), |piece| {
            output.extend_from_slice(piece);
            if output.len() > MAX_ANSWER { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        let took = watch.elapsed();
        let none = |outcome| Response::Answered(Answer::none(outcome, took));
        Ok(match ended {
            _ if cancel.is_cancelled() => Response::Cancelled,
            Ended::Stopped(_) => none(Outcome::Time),
            Ended::Unwanted => none(Outcome::Failed("the worker does not stop talking".to_owned())),
            Ended::Exited(status, _) if status.success() => match read_answer(&question.puzzle, &output) {
                Some(answer) => Answer::of(answer, question.time),
                None => none(Outcome::Failed("the worker's answer cannot be read".to_owned())),
            },
            Ended::Exited(status, errors) => none(how_it_died(status, &errors)),
        })
    }
}

/// The outcome of a dead worker. A worker without memory is ended by its allocator or by the system.
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

/// Reads a worker's answer; a solution is checked once more.
fn read_answer(puzzle: &Grid, output: &[u8]) -> Option<satdoku_ask::Answer> {
    satdoku_ask::Answer::read(&serde_json::from_slice(output).ok()?, puzzle)
}

/// The worker's side: answers the question in a file, as one line of JSON.
///
/// # Errors
/// If the file cannot be read or holds no question, or the memory cannot be limited; a message.
pub fn answer(file: &Path) -> Result<String, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: cannot read: {error}", printable_path(file)))?;
    let wrong = |error: &dyn Display| format!("{}: {error}", printable_path(file));
    let request: Map<String, Value> = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
    let mut fields = Fields::from(request);
    let memory = fields.number(ADDRESS_SPACE).map_err(|error| wrong(&error))?;
    let question = Question::read(fields).map_err(|error| wrong(&error))?;
    if let Some(memory) = memory {
        let limit = Rlimit { current: Some(memory), maximum: getrlimit(Resource::As).maximum };
        setrlimit(Resource::As, limit).map_err(|error| format!("cannot limit the memory: {error}"))?;
    }
    warm_up(&question, &CancelToken::new());
    Ok(question.answer(&Budget::unlimited()).to_json().to_string())
}
