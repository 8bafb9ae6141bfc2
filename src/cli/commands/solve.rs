//! `satdoku solve`.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use satdoku::grid::format::{Alphabet, Format, Parser, Place, Record, keys, push_value};
use satdoku::protocol;
use satdoku::protocol::words::{CERTIFIED, SEVERAL, claim};
use satdoku::{Count, Error, Grid, Session, Solution, Stats, StopReason, Verdict};
use serde_json::{Value, json};

use crate::cli::Failure;
use crate::cli::args::named::one_of;
use crate::cli::args::{Certifying, Input, Solving};
use crate::cli::process::memory::Memory;
use crate::cli::process::messages::{has_hints, say};
use crate::cli::process::status::Status;
use crate::cli::show::lettering::Lettering;
use crate::cli::show::output_format::OutputFormat;
use crate::cli::show::printer::{Printer, has_blank_between, stats_line};
use crate::cli::show::summary::Kind;
use crate::cli::stream::answers::{Answers, Puzzle, Task};
use crate::cli::stream::batch::Batch;
use crate::cli::stream::destination::{Delivery, Inputs};
use crate::cli::stream::input::Reader;
use crate::cli::stream::json;
use crate::cli::stream::kernel_blocks::Form;
use crate::cli::stream::session_cache::SessionCache;
use crate::cli::stream::table::AnswerColumn;

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
#[allow(clippy::struct_excessive_bools)] // Each is an option.
pub(crate) struct Solve {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solving: Solving,

    #[command(flatten)]
    certifying: Certifying,

    /// List all solutions of each puzzle
    #[arg(long)]
    all: bool,

    /// List at most K solutions of each puzzle
    #[arg(long, value_name = "K")]
    limit: Option<NonZeroU64>,

    /// Print a solution only where it is the only one; else print `several` and exit with status 1
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    unique: bool,

    /// Exit with status 1 where a stored solution, of a table or of JSON, is wrong
    ///
    /// Stored solutions are always checked: a right one is kept; a wrong one is reported on standard error, counted by
    /// --summary, and replaced by the answer.
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    verify: bool,

    /// Write digits above side 9 in lines and tables with these characters [default: those of the puzzle]
    #[arg(long, value_name = "ALPHABET", value_parser = one_of::<Alphabet>())]
    alphabet: Option<Alphabet>,

    /// Print times (reduce, encode, solve, decode), variables and clauses on standard error
    #[arg(long)]
    stats: bool,

    /// Print in this form [default: grid for one puzzle on a terminal, csv for a file of that name, else line, or rows above
    /// side 35]
    ///
    /// A table keeps all columns of a table that is read, and its line of names; the solution, or the word in its place,
    /// goes to the column of stored solutions, or is added as the last, `solution`. Other formats become a table of
    /// `puzzle`, `board` where they tell it, and `solution`.
    #[arg(long, value_name = "FORM")]
    output: Option<OutputFormat>,

    #[command(flatten)]
    delivery: Delivery,
}

impl Solve {
    pub(crate) fn run(mut self, memory: Option<Memory>) -> Result<Status, Failure> {
        self.output = self.delivery.form(self.output);
        self.solving.certify(self.certifying);
        self.solving.check_solver()?;
        self.all |= self.limit.is_some();
        let totals = Mutex::new((0, Stats::default()));
        let reader = Reader::new(&self.input.files, self.input.read_options());
        // A listing may be endless: it is printed as it is found, which is only possible one puzzle after another.
        let is_listing = self.all && self.limit.is_none();
        let is_table = self.output == Some(OutputFormat::Csv);
        if is_table && self.all {
            return Err("a table has one solution of each puzzle: not with --all".to_owned().into());
        }
        if is_table && self.unique && self.certifying.certified {
            let refused =
                "--certified: a table has no place for it beside a solution: not with --unique; take --output json";
            return Err(refused.to_owned().into());
        }
        let has_lines = !matches!(self.output, Some(OutputFormat::Grid | OutputFormat::Rows)) && !self.all;
        if self.delivery.resume && !has_lines {
            return Err("--resume needs answers of one line each: not --all, not --output grid or rows"
                .to_owned()
                .into());
        }
        let is_plain =
            matches!(self.output, None | Some(OutputFormat::Line | OutputFormat::Csv)) && !self.all && !self.stats;
        let is_plain = is_plain && !self.unique && matches!(self.alphabet, None | Some(Alphabet::Numerals));
        let (destination, kept) = self.delivery.open(&Inputs::of(&self.input.files), has_lines)?;
        let is_seen = destination.is_terminal();
        let batch = Batch {
            reader,
            jobs: self.solving.jobs(),
            is_listing,
            bulk: (is_plain && self.solving.may_bulk()).then_some(Form::Solution),
            table: is_table.then_some(AnswerColumn::Solution),
            wants_stored: !self.all,
            destination,
            kept,
            has_summary: self.delivery.summary,
            hint: self.delivery.hint(has_lines),
        };
        let status = batch.run(|setting| SolveTask {
            solve: &self,
            sessions: self.solving.sessions(setting),
            printer: Printer::new(self.output, setting.is_single && is_seen),
            totals: &totals,
            puzzles: 0,
            stats: Stats::default(),
        })?;
        if status == Status::Negative && has_hints() {
            say("hint: `satdoku explain` tells why a puzzle has no solution\n");
        }
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

struct SolveTask<'a> {
    solve: &'a Solve,
    printer: Printer,
    sessions: SessionCache,
    /// Where the statistics of all workers meet.
    totals: &'a Mutex<(u64, Stats)>,
    puzzles: u64,
    stats: Stats,
}

/// What there is to say of a puzzle beside its solutions.
struct Reported {
    word: &'static str,
    status: Status,
    /// Further fields of a JSON object.
    fields: Vec<(&'static str, Value)>,
    /// A message about the puzzle.
    message: Option<String>,
    /// What was proved.
    claim: Option<String>,
}

impl Reported {
    fn new(word: &'static str, status: Status) -> Self {
        Self { word, status, fields: Vec::new(), message: None, claim: None }
    }

    fn kind(&self) -> Kind {
        match self.word {
            SATISFIABLE => Kind::Solved,
            SEVERAL => Kind::Several,
            "unsatisfiable" => Kind::None,
            "invalid" => Kind::Invalid,
            _ => Kind::Unknown,
        }
    }

    fn unknown(reason: StopReason) -> Self {
        let message = (reason != StopReason::Cancelled).then(|| reason.to_string());
        let fields = vec![(keys::REASON, json!(reason.to_string()))];
        Self { fields, message, ..Self::new("unknown", Status::Budget) }
    }

    fn failed(error: &Error) -> Self {
        let fields = vec![(keys::ERROR, json!({ "message": error.to_string() }))];
        Self { fields, message: Some(error.to_string()), ..Self::new("unknown", Status::of(error)) }
    }
}

impl Task for SolveTask<'_> {
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
            json::begin(&puzzle, &mut answers.stdout);
        }
        let mut reported = match &puzzle.grid {
            Ok(grid) if self.lacks_digits(grid) => Reported {
                message: Some(format!(
                    "the alphabet has no digits for a grid of side {}",
                    grid.geometry().digit_count()
                )),
                ..Reported::new("unknown", Status::Bad)
            },
            Ok(grid) if self.solve.all => self.list(grid, puzzle.lettering, is_json, answers),
            Ok(grid) => self.solve(&puzzle, grid, is_json, answers),
            Err(_) => Reported::new("invalid", Status::Bad),
        };
        if puzzle.grid.is_ok() {
            let stats = self.sessions.stats();
            self.stats += stats;
            if self.solve.stats {
                reported.fields.push((keys::STATS, protocol::stats(&stats)));
                if let Some(winner) = self.sessions.winner() {
                    reported.fields.push((keys::WINNER, json!(winner.to_string())));
                    if !is_json && reported.message.is_none() {
                        reported.message = Some(format!("answered by {winner}"));
                    }
                }
            }
        }
        answers.status.worsen(reported.status);
        answers.summary.add(reported.kind(), 1);
        if let Some(message) = &reported.message {
            let _ = writeln!(answers.stderr, "{}: {message}", puzzle.place());
        }
        if is_json {
            let verdict = if reported.word == SEVERAL { SATISFIABLE } else { reported.word };
            json::push_word(keys::VERDICT, verdict, &mut answers.stdout);
            for (name, value) in &reported.fields {
                json::push(name, value, &mut answers.stdout);
            }
            if let Some(claim) = &reported.claim {
                json::push_claim(claim, &mut answers.stdout);
            }
            json::end(&mut answers.stdout);
        } else {
            self.print_word(&reported, format, &mut answers.stdout);
        }
    }

    fn is_answer(&self, puzzle: &Grid, object: Option<&Value>, line: &str) -> bool {
        let solution = match object {
            // Above side 35 solutions are lists of numbers; their objects are told by their puzzles' numbers.
            Some(object) => object.get("solution").and_then(Value::as_str).unwrap_or("unknown"),
            None => line,
        };
        let solution = solution.trim_end_matches(CERTIFIED).trim_end();
        if ["unsatisfiable", "unknown", SEVERAL].contains(&solution) {
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

/// There is more than one solution where only one was wanted.
struct Several;

/// Whether there is a solution, or several where one that is the only one is wanted.
fn verdict(session: &mut Session, grid: &Grid, is_unique: bool) -> Result<Result<Verdict<Solution>, Several>, Error> {
    if !is_unique {
        return session.solve(grid).map(Ok);
    }
    let mut solutions = session.solutions(grid)?;
    Ok(Ok(match (solutions.next().transpose(), solutions.next()) {
        (Ok(None), _) => Verdict::Unsatisfiable,
        (Ok(Some(_)), Some(Ok(_))) => return Ok(Err(Several)),
        (Ok(Some(solution)), None) => Verdict::Satisfiable(solution),
        (Err(Error::Stopped(reason)), _) | (Ok(Some(_)), Some(Err(Error::Stopped(reason)))) => Verdict::Unknown(reason),
        (Err(error), _) | (Ok(Some(_)), Some(Err(error))) => return Err(error),
    }))
}

impl SolveTask<'_> {
    /// Whether the alphabet that was asked for cannot write a grid's solutions.
    fn lacks_digits(&self, grid: &Grid) -> bool {
        self.solve.alphabet.is_some_and(|alphabet| {
            let side = grid.geometry().digit_count();
            let is_written = matches!(self.printer.format(grid.geometry()), OutputFormat::Line | OutputFormat::Csv);
            is_written && side > 9 && !alphabet.has_side(side)
        })
    }

    /// How the solutions of a puzzle are written. Up to side 9 every alphabet has the same digits.
    fn lettering(&self, grid: &Grid, lettering: Lettering) -> Lettering {
        match self.solve.alphabet {
            Some(alphabet) if grid.geometry().digit_count() > 9 => alphabet.into(),
            _ => lettering,
        }
    }

    /// One solution, if there is one; the stored one, where that is right.
    fn solve(&mut self, puzzle: &Puzzle<'_>, grid: &Grid, is_json: bool, answers: &mut Answers) -> Reported {
        let stored = puzzle.stored.as_ref().map(|stored| stored.check(grid));
        let is_unique = self.solve.unique;
        let verdict = self.sessions.ask(
            grid.geometry(),
            |session| verdict(session, grid, is_unique),
            |verdict| verdict.as_ref().ok().and_then(Verdict::stopped),
        );
        let mut reported = match (verdict, &stored) {
            (Ok(Ok(Verdict::Satisfiable(_))), Some(Ok(right))) => {
                self.print(grid, right, puzzle.lettering, is_json, answers)
            }
            (Ok(Ok(Verdict::Unknown(_))), Some(Ok(right))) if !is_unique => {
                self.print(grid, right, puzzle.lettering, is_json, answers)
            }
            (Ok(Ok(Verdict::Satisfiable(solution))), _) => {
                self.print(grid, &solution, puzzle.lettering, is_json, answers)
            }
            (Ok(Err(Several)), _) => Reported {
                fields: vec![(keys::UNIQUENESS, json!(SEVERAL))],
                ..Reported::new(SEVERAL, Status::Negative)
            },
            (Ok(Ok(Verdict::Unsatisfiable)), _) => {
                Reported { claim: self.claim(0), ..Reported::new("unsatisfiable", Status::Negative) }
            }
            (Ok(Ok(Verdict::Unknown(reason))), _) => Reported::unknown(reason),
            (Err(error), _) => self.fail(&error),
        };
        if let Some(Err(why)) = stored {
            let _ = writeln!(answers.stderr, "{}: the stored solution is wrong: {why}", puzzle.place());
            answers.summary.add_mismatch();
            reported.fields.push((keys::MISMATCH, json!(why)));
            if self.solve.verify {
                answers.status.worsen(Status::Negative);
            }
        }
        reported
    }

    /// Prints the solution of a puzzle.
    fn print(
        &self,
        grid: &Grid,
        solution: &Grid,
        lettering: Lettering,
        is_json: bool,
        answers: &mut Answers,
    ) -> Reported {
        if is_json {
            json::push_grid(keys::SOLUTION, solution, &mut answers.stdout);
            if self.solve.unique {
                json::push_word(keys::UNIQUENESS, "unique", &mut answers.stdout);
            }
        } else {
            self.printer.grid(solution, self.lettering(grid, lettering), &mut answers.stdout);
        }
        let claim = self.solve.unique.then(|| self.claim(1)).flatten();
        Reported { claim, ..Reported::new(SATISFIABLE, Status::Fine) }
    }

    /// What is said to be proved where there are so many solutions and no more.
    fn claim(&self, solutions: u64) -> Option<String> {
        self.solve.certifying.certified.then(|| claim(&Count::exact(solutions))).flatten()
    }

    /// Prints the word that stands in the place of a solution, and whether it was proved. Solutions keep their lines: what was
    /// proved of them stands behind the only one, or in a comment below.
    fn print_word(&self, reported: &Reported, format: OutputFormat, out: &mut String) {
        let has_one_line = matches!(format, OutputFormat::Line | OutputFormat::Csv) && !self.solve.all;
        let _ = match &reported.claim {
            None if reported.word == SATISFIABLE => Ok(()),
            None => writeln!(out, "{}", reported.word),
            Some(_) if reported.word != SATISFIABLE => writeln!(out, "{} {CERTIFIED}", reported.word),
            Some(_) if has_one_line => {
                out.truncate(out.trim_end().len());
                writeln!(out, " {CERTIFIED}")
            }
            Some(claim) => writeln!(out, "# {CERTIFIED}: {claim}"),
        };
    }

    /// All solutions, or as many as were asked for, printed as they are found.
    fn list(&mut self, grid: &Grid, lettering: Lettering, is_json: bool, answers: &mut Answers) -> Reported {
        let limit = self.solve.limit.map_or(u64::MAX, NonZeroU64::get);
        let lettering = self.lettering(grid, lettering);
        let solutions = match self.sessions.on(grid.geometry()).and_then(|session| session.solutions(grid)) {
            Ok(solutions) => solutions,
            Err(error) => return self.fail(&error),
        };
        if is_json {
            let _ = write!(answers.stdout, ",\"{}\":[", keys::SOLUTIONS);
        }
        let mut found = 0;
        let mut ended = None;
        let mut is_whole = true;
        for solution in solutions.take(usize::try_from(limit).unwrap_or(usize::MAX)) {
            match solution {
                Ok(solution) if is_json => {
                    answers.stdout.push_str(if found > 0 { "," } else { "" });
                    push_value(&solution, &mut answers.stdout);
                }
                Ok(solution) => self.printer.grid(&solution, lettering, &mut answers.stdout),
                Err(error) => {
                    ended = Some(error);
                    break;
                }
            }
            found += 1;
            if !answers.spill() {
                is_whole = false;
                break;
            }
        }
        if is_json {
            answers.stdout.push(']');
        }
        match ended {
            None if found > 0 => {
                let claim = (is_whole && found < limit).then(|| self.claim(found)).flatten();
                Reported { claim, ..Reported::new(SATISFIABLE, Status::Fine) }
            }
            None => Reported { claim: self.claim(0), ..Reported::new("unsatisfiable", Status::Negative) },
            Some(Error::Stopped(reason)) => Reported::unknown(reason),
            Some(error) => self.fail(&error),
        }
    }

    fn fail(&mut self, error: &Error) -> Reported {
        self.sessions.cool();
        Reported::failed(error)
    }
}
