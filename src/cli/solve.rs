//! `satdoku solve`.

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use satdoku::grid::format::{Format, Parser, Place, Record};
use satdoku::{Error, Grid, Solution, Stats, StopReason, Verdict};
use serde_json::{Value, json};

use crate::cli::Failure;
use crate::cli::args::{Input, OutputFormat, Solving};
use crate::cli::batch::{Answers, Batch, Puzzle, Worker};
use crate::cli::bulk::Form;
use crate::cli::destination::{Delivery, Inputs};
use crate::cli::input::Reader;
use crate::cli::memory::Memory;
use crate::cli::output::{Printer, grid_value, has_blank_between, say, stats_line, stats_value};
use crate::cli::status::Status;
use crate::cli::tally::Kind;
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
  satdoku solve --output json --stats puzzles.txt > answers.jsonl
  satdoku solve million.txt.gz -o answers.txt --summary
  satdoku solve million.txt.gz -o answers.txt --resume
  satdoku solve rated.csv -o solved.csv")]
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

    /// How to print [default: grid for one puzzle on a terminal, csv for a file of that name, else line, or rows above
    /// side 35]
    ///
    /// A table keeps all columns of a table that is read, and its line of names; the solution, or the word in its place,
    /// goes to the column `solution`, `solutions` or `answer`, or is added as the last, `solution`. Other formats become
    /// a table of `puzzle` and `solution`.
    #[arg(long, value_name = "FORM")]
    output: Option<OutputFormat>,

    #[command(flatten)]
    delivery: Delivery,
}

impl Solve {
    pub(crate) fn run(mut self, memory: Option<Memory>) -> Result<Status, Failure> {
        self.output = self.delivery.form(self.output);
        self.solving.check_solver()?;
        let totals = Mutex::new((0, Stats::default()));
        let reader = Reader::new(&self.input.files, self.input.read_options());
        let geometry = self.input.read_options().geometry;
        // A listing may be endless: it is printed as it is found, which is only possible one puzzle after another.
        let is_listing = self.all && self.limit.is_none();
        let is_table = self.output == Some(OutputFormat::Csv);
        if is_table && self.all {
            return Err("a table has one solution of each puzzle: not with --all".to_owned().into());
        }
        let has_lines = !matches!(self.output, Some(OutputFormat::Grid | OutputFormat::Rows)) && !self.all;
        if self.delivery.resume && !has_lines {
            return Err("--resume needs answers of one line each: not --all, not --output grid or rows"
                .to_owned()
                .into());
        }
        let is_plain =
            matches!(self.output, None | Some(OutputFormat::Line | OutputFormat::Csv)) && !self.all && !self.stats;
        let (destination, kept) = self.delivery.open(&Inputs::of(&self.input.files), has_lines)?;
        let is_seen = destination.is_terminal();
        let batch = Batch {
            reader,
            geometry,
            jobs: self.solving.jobs(),
            is_listing,
            bulk: (is_plain && self.solving.may_bulk()).then_some(Form::Solution),
            table: is_table.then_some(&["solution", "solutions", "answer"]),
            destination,
            kept,
            has_summary: self.delivery.summary,
            hint: self.delivery.hint(has_lines),
        };
        let status = batch.run(|setting| SolveWorker {
            solve: &self,
            warm: Warm::new(&self.solving, setting),
            printer: Printer::new(self.output, setting.is_single && is_seen),
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
    /// Where the statistics of all workers meet.
    totals: &'a Mutex<(u64, Stats)>,
    puzzles: u64,
    stats: Stats,
}

/// What there is to say of a puzzle beside its solutions.
struct Told {
    word: &'static str,
    status: Status,
    /// Further fields of a JSON object.
    fields: Vec<(&'static str, Value)>,
    /// A message about the puzzle.
    message: Option<String>,
}

impl Told {
    fn new(word: &'static str, status: Status) -> Self {
        Self { word, status, fields: Vec::new(), message: None }
    }

    fn kind(&self) -> Kind {
        match self.word {
            SATISFIABLE => Kind::Solved,
            "unsatisfiable" => Kind::None,
            "invalid" => Kind::Invalid,
            _ => Kind::Unknown,
        }
    }

    fn unknown(reason: StopReason) -> Self {
        let message = (reason != StopReason::Cancelled).then(|| reason.to_string());
        let fields = vec![("reason", json!(reason.to_string()))];
        Self { fields, message, ..Self::new("unknown", Status::Budget) }
    }

    fn failed(error: &Error) -> Self {
        let fields = vec![("error", json!({ "message": error.to_string() }))];
        Self { fields, message: Some(error.to_string()), ..Self::new("unknown", Status::of(error)) }
    }
}

impl Worker for SolveWorker<'_> {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        self.puzzles += 1;
        let format = match &puzzle.grid {
            Ok(grid) => self.printer.format(grid.geometry()),
            Err(_) => self.printer.format_without_board(),
        };
        let is_json = format == OutputFormat::Json;
        if puzzle.number > 1 && has_blank_between(format, self.solve.all) {
            answers.stdout.push('\n');
        }
        if is_json {
            let _ = write!(answers.stdout, "{{\"puzzle\":{}", puzzle.number);
        }
        let mut told = match &puzzle.grid {
            Ok(grid) if self.solve.all => self.list(grid, is_json, answers),
            Ok(grid) => self.solve(grid, is_json, answers),
            Err(error) => {
                let (file, message) = (&*puzzle.source.file, error.problem.to_string());
                let error = json!({ "file": file, "line": error.line, "column": error.column, "message": message });
                Told { fields: vec![("error", error)], ..Told::new("invalid", Status::Bad) }
            }
        };
        if puzzle.grid.is_ok() {
            let stats = self.warm.stats();
            self.stats += stats;
            if self.solve.stats {
                told.fields.push(("stats", stats_value(&stats)));
                if let Some(winner) = self.warm.winner() {
                    told.fields.push(("winner", json!(winner.to_string())));
                    if !is_json && told.message.is_none() {
                        told.message = Some(format!("answered by {winner}"));
                    }
                }
            }
        }
        answers.status.worsen(told.status);
        answers.tally.add(told.kind(), 1);
        if let Some(message) = told.message {
            let _ = writeln!(answers.stderr, "{}: {message}", puzzle.place());
        }
        if is_json {
            let _ = write!(answers.stdout, ",\"verdict\":\"{}\"", told.word);
            for (name, value) in told.fields {
                let _ = write!(answers.stdout, ",\"{name}\":{value}");
            }
            answers.stdout.push_str("}\n");
        } else if told.word != SATISFIABLE {
            let _ = writeln!(answers.stdout, "{}", told.word);
        }
    }

    fn is_answer(&self, puzzle: &Grid, object: Option<&Value>, line: &str) -> bool {
        let solution = match object {
            // Above side 35 solutions are lists of numbers; their objects are told by their puzzles' numbers.
            Some(object) => object.get("solution").and_then(Value::as_str).unwrap_or("unknown"),
            None => line,
        };
        if ["unsatisfiable", "unknown"].contains(&solution) {
            return true;
        }
        let geometry = Arc::clone(puzzle.geometry());
        let grid =
            Parser::new(Format::Line, Some(geometry)).parse(&Record { text: solution.as_bytes(), place: Place::START });
        grid.is_ok_and(|grid| Solution::check(puzzle, grid).is_ok())
    }

    fn finish(&mut self) {
        let mut totals = self.totals.lock().unwrap_or_else(PoisonError::into_inner);
        totals.0 += self.puzzles;
        totals.1 += self.stats;
    }
}

/// The word that is not printed where the solution stands instead.
const SATISFIABLE: &str = "satisfiable";

impl SolveWorker<'_> {
    /// One solution, if there is one.
    fn solve(&mut self, grid: &Grid, is_json: bool, answers: &mut Answers) -> Told {
        match self.warm.ask(grid.geometry(), |session| session.solve(grid), Verdict::stopped) {
            Ok(Verdict::Satisfiable(solution)) if is_json => {
                let fields = vec![("solution", grid_value(&solution))];
                Told { fields, ..Told::new(SATISFIABLE, Status::Fine) }
            }
            Ok(Verdict::Satisfiable(solution)) => {
                self.printer.grid(&solution, &mut answers.stdout);
                Told::new(SATISFIABLE, Status::Fine)
            }
            Ok(Verdict::Unsatisfiable) => Told::new("unsatisfiable", Status::Negative),
            Ok(Verdict::Unknown(reason)) => Told::unknown(reason),
            Err(error) => self.fail(&error),
        }
    }

    /// All solutions, or as many as were asked for, printed as they are found.
    fn list(&mut self, grid: &Grid, is_json: bool, answers: &mut Answers) -> Told {
        let limit = self.solve.limit.unwrap_or(u64::MAX);
        let solutions = match self.warm.on(grid.geometry()).and_then(|session| session.solutions(grid)) {
            Ok(solutions) => solutions,
            Err(error) => return self.fail(&error),
        };
        if is_json {
            answers.stdout.push_str(",\"solutions\":[");
        }
        let mut found = 0;
        let mut ended = None;
        for solution in solutions.take(usize::try_from(limit).unwrap_or(usize::MAX)) {
            match solution {
                Ok(solution) if is_json => {
                    let comma = if found > 0 { "," } else { "" };
                    let _ = write!(answers.stdout, "{comma}{}", grid_value(&solution));
                }
                Ok(solution) => self.printer.grid(&solution, &mut answers.stdout),
                Err(error) => {
                    ended = Some(error);
                    break;
                }
            }
            found += 1;
            if !answers.spill() {
                break;
            }
        }
        if is_json {
            answers.stdout.push(']');
        }
        match ended {
            None if found > 0 || limit == 0 => Told::new(SATISFIABLE, Status::Fine),
            None => Told::new("unsatisfiable", Status::Negative),
            Some(Error::Stopped(reason)) => Told::unknown(reason),
            Some(error) => self.fail(&error),
        }
    }

    fn fail(&mut self, error: &Error) -> Told {
        self.warm.cool();
        Told::failed(error)
    }
}
