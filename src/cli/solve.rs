//! `satdoku solve`.

use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use satdoku::{CancelToken, Error, Grid, Solution, Stats, StopReason, Verdict};
use serde_json::{Map, Value, json};

use crate::cli::Failure;
use crate::cli::args::{Input, OutputFormat, Solving};
use crate::cli::batch::{Answers, Batch, Puzzle, Worker};
use crate::cli::input::Reader;
use crate::cli::memory::Memory;
use crate::cli::output::{Printer, grid_value, has_blank_between, say, stats_line, stats_value};
use crate::cli::status::Status;
use crate::cli::warm::Warm;

/// Solve puzzles: one solution each, or all of them
///
/// Answer k answers puzzle k of the input; `unsatisfiable`, `unknown` or `invalid` stands in its place where there is
/// no solution, the budget ran out, or the puzzle cannot be read.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku solve puzzle.txt
  satdoku solve --solver sat:kissat --time-limit 60s --output rows giant.txt
  satdoku solve --all --limit 10 --box 2x3 < six.txt
  satdoku solve --output json --stats puzzles.txt > answers.jsonl")]
pub(crate) struct Solve {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solving: Solving,

    /// List all solutions of each puzzle
    #[arg(long)]
    all: bool,

    /// With --all: list at most so many solutions of a puzzle
    #[arg(long, value_name = "K", requires = "all")]
    limit: Option<u64>,

    /// Print what it took: encode, solve and decode time, variables, clauses
    #[arg(long)]
    stats: bool,

    /// How to print [default: grid for one puzzle on a terminal, else line, or rows above side 35]
    #[arg(long, value_name = "FORM")]
    output: Option<OutputFormat>,
}

impl Solve {
    pub(crate) fn run(self, memory: Option<Memory>) -> Result<Status, Failure> {
        let totals = Mutex::new((0, Stats::default()));
        let reader = Reader::new(&self.input.files, self.input.read_options());
        let geometry = self.input.read_options().geometry;
        let is_cancellable = self.solving.is_cancellable();
        let batch = Batch { reader, geometry, jobs: self.solving.jobs(), is_cancellable };
        let status = batch.run(|setting| SolveWorker {
            solve: &self,
            warm: Warm::new(&self.solving.solver, self.solving.options(&setting.cancel)),
            printer: Printer::new(self.output, setting.is_single),
            cancel: setting.cancel.clone(),
            totals: &totals,
            puzzles: 0,
            stats: Stats::default(),
        })?;
        if self.stats {
            let (puzzles, sum) = *totals.lock().unwrap_or_else(PoisonError::into_inner);
            let noun = if puzzles == 1 { "puzzle" } else { "puzzles" };
            say(&format!("{puzzles} {noun}: {}\n", stats_line(&sum)));
            if let (Some(start), Some(now)) = (memory, Memory::now()) {
                say(&(now.growth_since(start) + "\n"));
            }
        }
        Ok(status)
    }
}

struct SolveWorker<'a> {
    solve: &'a Solve,
    printer: Printer,
    warm: Warm,
    cancel: CancelToken,
    /// Where the statistics of all workers meet.
    totals: &'a Mutex<(u64, Stats)>,
    puzzles: u64,
    stats: Stats,
}

/// What there is to say of a puzzle.
enum Answer {
    Solutions(Vec<Solution>),
    Unsatisfiable,
    /// Some solutions, and why there may be more.
    Unknown(Vec<Solution>, StopReason),
    Failed(Error),
}

impl Worker for SolveWorker<'_> {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        self.puzzles += 1;
        if puzzle.number > 1 && has_blank_between(self.format(&puzzle), self.solve.all) {
            answers.stdout.push('\n');
        }
        let grid = match &puzzle.grid {
            Ok(grid) => grid,
            Err(error) => {
                let error = json!({ "file": &*puzzle.source.file, "line": error.line, "column": error.column,
                    "message": error.problem.to_string() });
                self.print(&puzzle, "invalid", &[], &[("error", error)], answers);
                return;
            }
        };
        let answer = self.ask(grid).unwrap_or_else(Answer::Failed);
        let stats = self.warm.stats();
        self.stats += stats;
        let mut fields = Vec::new();
        if self.solve.stats {
            fields.push(("stats", stats_value(&stats)));
        }
        match answer {
            Answer::Solutions(solutions) => self.print(&puzzle, "satisfiable", &solutions, &fields, answers),
            Answer::Unsatisfiable => {
                answers.status.worsen(Status::Negative);
                self.print(&puzzle, "unsatisfiable", &[], &fields, answers);
            }
            Answer::Unknown(solutions, reason) => {
                answers.status.worsen(Status::Budget);
                if !self.cancel.is_cancelled() {
                    let _ = writeln!(answers.stderr, "{}: {reason}", puzzle.place());
                }
                fields.push(("reason", json!(reason.to_string())));
                self.print(&puzzle, "unknown", &solutions, &fields, answers);
            }
            Answer::Failed(error) => {
                answers.status.worsen(Status::Bad);
                let _ = writeln!(answers.stderr, "{}: {error}", puzzle.place());
                fields.push(("error", json!({ "message": error.to_string() })));
                self.print(&puzzle, "unknown", &[], &fields, answers);
                self.warm.cool();
            }
        }
    }

    fn finish(&mut self) {
        let mut totals = self.totals.lock().unwrap_or_else(PoisonError::into_inner);
        totals.0 += self.puzzles;
        totals.1 += self.stats;
    }
}

impl SolveWorker<'_> {
    fn format(&self, puzzle: &Puzzle<'_>) -> OutputFormat {
        match &puzzle.grid {
            Ok(grid) => self.printer.format(grid.geometry()),
            Err(_) => self.printer.format_without_board(),
        }
    }

    fn ask(&mut self, grid: &Grid) -> Result<Answer, Error> {
        let session = self.warm.on(grid.geometry())?;
        if !self.solve.all {
            return Ok(match session.solve(grid)? {
                Verdict::Satisfiable(solution) => Answer::Solutions(vec![solution]),
                Verdict::Unsatisfiable => Answer::Unsatisfiable,
                Verdict::Unknown(reason) => Answer::Unknown(Vec::new(), reason),
            });
        }
        let mut found = Vec::new();
        let limit = self.solve.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        for solution in session.solutions(grid)?.take(limit) {
            match solution {
                Ok(solution) => found.push(solution),
                Err(Error::Stopped(reason)) => return Ok(Answer::Unknown(found, reason)),
                Err(error) => return Err(error),
            }
        }
        Ok(if found.is_empty() && limit > 0 { Answer::Unsatisfiable } else { Answer::Solutions(found) })
    }

    fn print(
        &self,
        puzzle: &Puzzle<'_>,
        verdict: &'static str,
        solutions: &[Solution],
        fields: &[(&str, Value)],
        answers: &mut Answers,
    ) {
        if self.format(puzzle) != OutputFormat::Json {
            for solution in solutions {
                self.printer.grid(solution, &mut answers.stdout);
            }
            if verdict != "satisfiable" {
                answers.stdout.push_str(verdict);
                answers.stdout.push('\n');
            }
            return;
        }
        let mut object = Map::new();
        object.insert("puzzle".to_owned(), json!(puzzle.number));
        object.insert("verdict".to_owned(), json!(verdict));
        if self.solve.all {
            let solutions = solutions.iter().map(|solution| grid_value(solution)).collect::<Vec<_>>();
            object.insert("solutions".to_owned(), Value::from(solutions));
        } else if let Some(solution) = solutions.first() {
            object.insert("solution".to_owned(), grid_value(solution));
        }
        object.extend(fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        let _ = writeln!(answers.stdout, "{}", Value::Object(object));
    }
}
