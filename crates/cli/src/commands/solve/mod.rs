//! `satdoku solve`.

mod reported;
mod task;

use std::num::NonZeroU64;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use satdoku::Stats;
use satdoku::grid::format::Alphabet;

use crate::Failure;
use crate::args::named::one_of;
use crate::args::{Certifying, Input, Solving};
use crate::process::memory::Memory;
use crate::process::messages::{has_hints, say};
use crate::process::status::Status;
use crate::show::output_format::OutputFormat;
use crate::show::printer::{Printer, stats_line};
use crate::stream::batch::Batch;
use crate::stream::destination::{Delivery, Inputs};
use crate::stream::kernel_blocks::Form;
use crate::stream::table::AnswerColumn;
use task::SolveTask;

/// Solve puzzles: print a solution, or list every solution
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
        let reader = self.input.reader_within(self.solving.time_limit);
        // A listing may be endless: solutions are printed as they are found, which requires puzzles in turn.
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
            is_listing,
            bulk: (is_plain && self.solving.may_bulk()).then_some(Form::Solution),
            table: is_table.then_some(AnswerColumn::Solution),
            wants_stored: !self.all,
            ..Batch::new(reader, self.solving.jobs(), (destination, kept), &self.delivery, has_lines)
        };
        let status = batch.run(|context| SolveTask {
            solve: &self,
            sessions: self.solving.sessions(context),
            printer: Printer::new(self.output, context.is_single && is_seen),
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
