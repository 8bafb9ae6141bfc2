//! `satdoku count`.

use std::fmt::Write;

use clap::Args;
use satdoku::grid::format::keys;
use satdoku::{CancelToken, Count, Grid, Natural, StopReason};
use serde_json::Value;

use crate::cli::Failure;
use crate::cli::args::{Input, Solving};
use crate::cli::process::status::Status;
use crate::cli::show::output_format::OutputFormat;
use crate::cli::show::summary::Kind;
use crate::cli::stream::answers::{Answers, Puzzle, Task};
use crate::cli::stream::batch::Batch;
use crate::cli::stream::destination::{Delivery, Inputs};
use crate::cli::stream::input::Reader;
use crate::cli::stream::json;
use crate::cli::stream::kernel_blocks::{Form, kind_of_count};
use crate::cli::stream::session_cache::SessionCache;
use crate::cli::stream::table::AnswerColumn;

/// Count the solutions of puzzles
///
/// One number for each puzzle; `>=K` where the limit or the budget ended the counting. No solution is an answer: 0.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku count puzzles.txt --limit 2
  satdoku count rated.csv -o counted.csv
  satdoku count --solver dlx --time-limit 1m < sparse.txt")]
pub(crate) struct Counting {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solving: Solving,

    /// Stop counting at K
    #[arg(long, value_name = "K")]
    limit: Option<u64>,

    /// Print in this form: json for one object a line, csv for the table that is read with a column `count`, filled or added
    /// (or `puzzle` and `count` of another format), else a number a line
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    output: Option<OutputFormat>,

    #[command(flatten)]
    delivery: Delivery,
}

impl Counting {
    pub(crate) fn run(mut self) -> Result<Status, Failure> {
        self.output = self.delivery.form(self.output);
        self.solving.check_solver()?;
        let limit = self.limit.map(u64::try_from).transpose();
        // A limit of 0 needs no counting, and one beyond all numbers is not the kernel's.
        let form = limit.ok().filter(|limit| *limit != Some(0)).map(Form::Count);
        let (destination, kept) = self.delivery.open(&Inputs::of(&self.input.files), true)?;
        let batch = Batch {
            reader: Reader::new(&self.input.files, self.input.read_options()),
            jobs: self.solving.jobs(),
            is_listing: false,
            bulk: form.filter(|_| self.output != Some(OutputFormat::Json) && self.solving.may_bulk()),
            table: (self.output == Some(OutputFormat::Csv)).then_some(AnswerColumn::Named(keys::COUNT)),
            wants_stored: false,
            destination,
            kept,
            has_summary: self.delivery.summary,
            hint: self.delivery.hint(true),
        };
        batch.run(|setting| CountTask {
            counting: &self,
            sessions: self.solving.sessions(setting),
            cancel: setting.cancel.clone(),
        })
    }
}

struct CountTask<'a> {
    counting: &'a Counting,
    sessions: SessionCache,
    cancel: CancelToken,
}

impl Task for CountTask<'_> {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        let Ok(grid) = &puzzle.grid else {
            answers.summary.add(Kind::Invalid, 1);
            return self.print(&puzzle, Err("invalid"), answers);
        };
        let limit = self.counting.limit;
        let count = self.sessions.ask(grid.geometry(), |session| session.count(grid, limit), Count::stopped);
        match count {
            Ok(count) => {
                let is_known = count.is_more_than(1).is_some();
                let number = count.value().to_u64().unwrap_or(u64::MAX);
                answers.summary.add(if is_known { kind_of_count(number) } else { Kind::Unknown }, 1);
                if let Count::AtLeast(_, reason) = count
                    && reason != StopReason::Limit
                {
                    answers.status.worsen(Status::Budget);
                    if !self.cancel.is_cancelled() {
                        let _ = writeln!(answers.stderr, "{}: {reason}", puzzle.place());
                    }
                }
                self.print(&puzzle, Ok(count), answers);
            }
            Err(error) => {
                answers.status.worsen(Status::of(&error));
                answers.summary.add(Kind::Unknown, 1);
                let _ = writeln!(answers.stderr, "{}: {error}", puzzle.place());
                self.print(&puzzle, Err("unknown"), answers);
            }
        }
    }

    fn is_answer(&self, puzzle: &Grid, object: Option<&Value>, line: &str) -> bool {
        if let Some(object) = object {
            return [keys::COUNT, keys::VERDICT].iter().any(|field| object.get(field).is_some());
        }
        let number = line.trim_start_matches(">=");
        // As many digits as cells are a solution: no board that is written in digits has so many.
        let is_count = number.len() < puzzle.geometry().cell_count() || number == "1";
        line == "unknown" || is_count && number.parse::<Natural>().is_ok()
    }
}

impl CountTask<'_> {
    /// Prints a count, or the word that stands in its place.
    fn print(&self, puzzle: &Puzzle<'_>, count: Result<Count, &str>, answers: &mut Answers) {
        let _ = match (self.counting.output, count) {
            (Some(OutputFormat::Json), count) => {
                let out = &mut answers.stdout;
                json::begin(puzzle, out);
                match count {
                    Ok(count) => json::push_word(keys::COUNT, &count.to_string(), out),
                    Err(word) => json::push_word(keys::VERDICT, word, out),
                }
                json::end(out);
                Ok(())
            }
            (_, Ok(count)) => writeln!(answers.stdout, "{count}"),
            (_, Err(word)) => writeln!(answers.stdout, "{word}"),
        };
    }
}
