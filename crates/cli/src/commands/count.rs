//! `satdoku count`.

use std::fmt::Write;
use std::time::Duration;

use clap::Args;
use satdoku::counting::Estimate;
use satdoku::grid::format::keys;
use satdoku::{Budget, CancelToken, Count, Grid, Natural, Options, Solver, StopReason};
use satdoku_ask::words::{CERTIFIED, claim};
use serde_json::Value;

use crate::Failure;
use crate::args::{Certifying, Input, Solving, parse_time};
use crate::process::status::Status;
use crate::show::output_format::OutputFormat;
use crate::show::summary::Kind;
use crate::stream::answers::{Answers, Puzzle, Task, Unread};
use crate::stream::batch::Batch;
use crate::stream::destination::{Delivery, Inputs};
use crate::stream::json;
use crate::stream::kernel_blocks::{Form, kind_of_count};
use crate::stream::session_cache::SessionCache;
use crate::stream::table::AnswerColumn;

/// Count the solutions of puzzles
///
/// One number for each puzzle; `>=K` where the limit or the budget ended the counting. No solution is an answer: 0.
///
/// With --estimate a guess takes the place of the number, or stands behind a number that a time limit cut short:
/// `~1.228e9 (1.196e9..1.260e9, 95 %, 48134 dives)`. It is the mean of random dives, each of which multiplies the choices on its
/// way to a solution, and the interval in which the number lies in 95 of 100 cases.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku count puzzles.txt --limit 2
  satdoku count rated.csv -o counted.csv
  satdoku count --solver dlx --time-limit 1m < sparse.txt
  satdoku count --estimate=10s --seed 7 --box 4x4 < empty.txt")]
pub(crate) struct Counting {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solving: Solving,

    #[command(flatten)]
    certifying: Certifying,

    /// Stop counting at K
    #[arg(long, value_name = "K")]
    limit: Option<u64>,

    /// Estimate the number by random dives for so long [default: 3s]; with --time-limit, count first, and estimate where the
    /// time runs out
    #[arg(
        long,
        value_name = "TIME",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "3s",
        value_parser = parse_time,
        conflicts_with = "limit"
    )]
    estimate: Option<Duration>,

    /// Make K dives for an estimate, whatever the time: the same seed then gives the same answer
    #[arg(long, value_name = "K", requires = "estimate", value_parser = clap::value_parser!(u64).range(1..))]
    dives: Option<u64>,

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
        self.solving.certify(self.certifying);
        if self.certifying.certified && self.estimate.is_some() {
            return Err("--certified: an estimate has no proof: not with --estimate".to_owned().into());
        }
        self.solving.check_solver_beside(self.estimate.is_some())?;
        if self.estimate.is_some() && self.output == Some(OutputFormat::Csv) {
            let refused = "--estimate: an estimate is no count, so no column of a table; take --output json";
            return Err(refused.to_owned().into());
        }
        let limit = self.limit.map(u64::try_from).transpose();
        // A limit of 0 needs no counting, and the kernel cannot take a limit beyond its range.
        let listed = (self.solving.solver == Solver::Auto).then_some(Solver::COUNTED_SINGLY);
        let form = limit.ok().filter(|limit| *limit != Some(0)).map(|limit| Form::Count { limit, listed });
        let (destination, kept) = self.delivery.open(&Inputs::of(&self.input.files), true)?;
        let batch = Batch {
            bulk: form.filter(|_| {
                self.estimate.is_none() && self.output != Some(OutputFormat::Json) && self.solving.may_bulk()
            }),
            table: (self.output == Some(OutputFormat::Csv)).then_some(AnswerColumn::Named(keys::COUNT)),
            ..Batch::new(
                self.input.reader_within(self.solving.time_limit),
                self.solving.jobs(),
                (destination, kept),
                &self.delivery,
                true,
            )
        };
        batch.run(|context| CountTask {
            counting: &self,
            sessions: self.solving.sessions(context),
            options: self.solving.options(context),
            cancel: context.cancel.clone(),
        })
    }
}

struct CountTask<'a> {
    counting: &'a Counting,
    sessions: SessionCache,
    /// The options of estimates, apart from their time.
    options: Options,
    cancel: CancelToken,
}

impl Task for CountTask<'_> {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        let grid = match &puzzle.grid {
            Ok(grid) => grid,
            Err(error) => {
                let Unread { word, kind, .. } = Unread::of(error);
                answers.summary.add(kind, 1);
                return self.print(&puzzle, Err(word), answers);
            }
        };
        if self.counting.estimate.is_some() && self.counting.solving.time_limit.is_none() {
            let estimate = self.estimate(&puzzle, grid, answers);
            if self.cancel.is_cancelled() || estimate.is_none() {
                answers.status.worsen(Status::Budget);
            }
            answers.summary.add(Kind::Unknown, 1);
            return self.print(&puzzle, Ok((None, estimate)), answers);
        }
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
                let estimate = if count.is_exact() { None } else { self.estimate(&puzzle, grid, answers) };
                self.print(&puzzle, Ok((Some(count), estimate)), answers);
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
            return [keys::COUNT, keys::ESTIMATE, keys::VERDICT].iter().any(|field| object.get(field).is_some());
        }
        if line.starts_with('~') || line.starts_with(">=") && line.contains(" ~") {
            return true;
        }
        let number = line.trim_start_matches(">=").trim_end_matches(CERTIFIED).trim_end();
        // A text with as many digits as cells is a solution: no board written in digits has that many solutions.
        let is_count = number.len() < puzzle.geometry().cell_count() || number == "1";
        line == "unknown" || is_count && number.parse::<Natural>().is_ok()
    }
}

/// What is known of a number of solutions: a count, an estimate, or a lower bound and an estimate.
type Known = (Option<Count>, Option<Estimate>);

impl CountTask<'_> {
    /// The estimate, if asked for. Without a single dive the estimate is `None`.
    fn estimate(&self, puzzle: &Puzzle<'_>, grid: &Grid, answers: &mut Answers) -> Option<Estimate> {
        let time = self.counting.estimate?;
        let budget = Budget::unlimited().with_cancel(self.cancel.clone());
        let (budget, dives) = match self.counting.dives {
            Some(dives) => (budget, dives),
            None => (budget.with_time(time), u64::MAX),
        };
        let options = self.options.clone().with_budget(budget);
        match self.counting.solving.solver.estimate_with(grid, dives, &options) {
            Ok(estimate) => Some(estimate).filter(|estimate| estimate.dives() > 0),
            Err(error) => {
                answers.status.worsen(Status::of(&error));
                let _ = writeln!(answers.stderr, "{}: {error}", puzzle.place());
                None
            }
        }
    }

    /// Prints the known numbers, or the word in place of an answer.
    fn print(&self, puzzle: &Puzzle<'_>, known: Result<Known, &str>, answers: &mut Answers) {
        let out = &mut answers.stdout;
        let certified = self.counting.certifying.certified;
        let claim = |count: &Count| certified.then(|| claim(count)).flatten();
        let _ = match (self.counting.output, known) {
            (Some(OutputFormat::Json), known) => {
                json::begin(puzzle, out);
                match known {
                    Ok((None, None)) => json::push_word(keys::VERDICT, "unknown", out),
                    Ok((count, estimate)) => {
                        if let Some(count) = count {
                            json::push_word(keys::COUNT, &count.to_string(), out);
                            if let Some(claim) = claim(&count) {
                                json::push_claim(&claim, out);
                            }
                        }
                        if let Some(estimate) = estimate {
                            push_estimate(&estimate, out);
                        }
                    }
                    Err(word) => json::push_word(keys::VERDICT, word, out),
                }
                json::end(out);
                Ok(())
            }
            (_, Ok((Some(count), Some(estimate)))) => writeln!(out, "{count} {estimate}"),
            (_, Ok((Some(count), None))) if claim(&count).is_some() => writeln!(out, "{count} {CERTIFIED}"),
            (_, Ok((Some(count), None))) => writeln!(out, "{count}"),
            (_, Ok((None, Some(estimate)))) => writeln!(out, "{estimate}"),
            (_, Ok((None, None))) => writeln!(out, "unknown"),
            (_, Err(word)) => writeln!(out, "{word}"),
        };
    }
}

/// Numbers as texts: numbers of large boards are beyond the range of JSON readers.
fn push_estimate(estimate: &Estimate, out: &mut String) {
    json::push_word(keys::ESTIMATE, &estimate.number(), out);
    if let (Some((low, high)), Some(error)) = (estimate.interval(), estimate.error()) {
        json::push_word(keys::LOW, &low, out);
        json::push_word(keys::HIGH, &high, out);
        json::push_word(keys::ERROR, &error, out);
    }
    json::push(keys::DIVES, &estimate.dives().into(), out);
    json::push(keys::HITS, &estimate.hits().into(), out);
    json::push(keys::SEED, &estimate.seed().into(), out);
}
