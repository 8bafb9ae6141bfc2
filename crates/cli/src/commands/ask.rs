//! `satdoku ask`.

use std::fmt::Write as _;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use clap::Args;
use satdoku_ask::{Limits, MOST_BYTES, Problem, Questions, Work, schema_of};
use serde_json::{Value, json};

use crate::Failure;
use crate::args::{parse_memory, parse_time};
use crate::process::messages::print;
use crate::process::status::Status;
use crate::process::{interrupt, memory};

/// Answer a question in JSON, as `serve` and the bindings do
///
/// The question is a JSON object on standard input, and the answer is a JSON object on a line of its own. A problem is answered with
/// {"problem": {"kind": …, "place": …, "sentence": …}} and the exit status 2; that there is no solution is an answer. Without NAME the
/// questions are listed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku ask
  echo '{\"board\": \"2x2\"}' | satdoku ask count
  satdoku ask --time-limit 2s rate < question.json
  satdoku ask --schema > satdoku.schema.json")]
pub(crate) struct Ask {
    /// Answer this question, such as solve or hint
    #[arg(value_name = "NAME", conflicts_with = "schema")]
    name: Option<String>,

    /// Print the JSON Schema of all questions and answers
    #[arg(long)]
    schema: bool,

    /// Limit the time of the question, such as 10s, 500ms or 2m [default: its own `time_limit`, at most 10m; 10s without one]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,

    /// Limit the memory of the solver, such as 512M or 4G [default: 8G]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<u64>,
}

/// How long after its time limit a question may take to stop by itself.
const GRACE: Duration = Duration::from_millis(90);

/// The stack of the thread that answers: deep searches need more than the usual 2 MiB.
const STACK: usize = 64 << 20;

impl Ask {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let questions = Questions::default();
        if self.schema {
            print(&format!("{:#}\n", schema_of(&questions, &self.limits())))?;
            return Ok(Status::Fine);
        }
        let Some(name) = &self.name else {
            print(&listed(&questions))?;
            return Ok(Status::Fine);
        };
        let cancel = interrupt::cancel_on_signal();
        interrupt::end_in_time();
        let work = Work::within(Arc::new(self.limits())).with_cancel(cancel.clone()).with_threads(on_threads);
        let answered = answer(&questions, name, work);
        let status = match &answered {
            _ if cancel.is_cancelled() => Status::Interrupted,
            Ok(_) => Status::Fine,
            Err(_) => Status::Bad,
        };
        let object = answered.unwrap_or_else(|problem| json!({ "problem": problem.to_json() }));
        print(&format!("{object}\n"))?;
        // Where the time ran out, a solver may still be at work.
        if status == Status::Fine { Ok(status) } else { interrupt::exit_with(status) }
    }

    fn limits(&self) -> Limits {
        let limits = Limits { memory: self.memory.unwrap_or_else(memory::allowed), ..Limits::default() };
        match self.time_limit {
            Some(time) => Limits { longest: time, usual: time, ..limits },
            None => limits,
        }
    }
}

/// Reads the question from standard input and answers it on a thread of its own, which is left alone where it does not stop in time.
fn answer(questions: &Questions, name: &str, work: Work) -> Result<Value, Problem> {
    // A wrong name is refused before anything is typed.
    questions.named(name)?;
    let text = read().map_err(|error| Problem::question(format!("standard input: {error}")))?;
    work.begin();
    let posed = questions.read(name, &text, work.limits())?;
    let longest = posed.longest();
    let (sender, answers) = channel();
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || drop(sender.send(posed.answer(&work))));
    thread.map_err(|error| Problem::internal(format!("cannot start a thread: {error}")))?;
    match answers.recv_timeout(longest.saturating_add(GRACE)) {
        Ok(answer) => answer,
        Err(RecvTimeoutError::Timeout) => Err(Problem::stopped(satdoku::StopReason::Time)),
        Err(RecvTimeoutError::Disconnected) => Err(Problem::internal("the question failed")),
    }
}

/// The text of the question; nothing is an object without fields.
fn read() -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    // A longer text is refused by its length.
    io::stdin().lock().take(MOST_BYTES as u64 + 1).read_to_end(&mut text)?;
    Ok(if text.trim_ascii().is_empty() { b"{}".to_vec() } else { text })
}

/// Runs a piece of work on each core, at most on so many threads.
fn on_threads(work: &(dyn Fn() + Sync), most: usize) {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(most);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
}

/// The questions, a line each.
fn listed(questions: &Questions) -> String {
    let mut text = format!("{:<12} {}\n", "NAME", "ASKS");
    for operation in questions.all() {
        let _ = writeln!(text, "{:<12} {}", operation.name, operation.summary);
    }
    text
}
