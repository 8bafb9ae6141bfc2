//! `satdoku candidates`.

use std::fmt::Write;

use clap::Args;
use satdoku::explain::{CandidateStatus, TrueCandidates};
use satdoku::protocol;
use satdoku::{Cell, Digit};

use crate::cli::Failure;
use crate::cli::args::{Input, Solving};
use crate::cli::commands::explain::{ExplainerCache, batch, fail, tell_stopped};
use crate::cli::process::status::Status;
use crate::cli::show::drawing::{Pen, Style};
use crate::cli::show::output_format::OutputFormat;
use crate::cli::show::summary::Kind;
use crate::cli::stream::answers::{Answers, Puzzle, Task};
use crate::cli::stream::destination::Delivery;
use crate::cli::stream::json;

/// Print the true candidates: for every empty cell the digits that are in some solution
///
/// A digit with `?` behind it was not decided within the budget. The exit status is 1 where a puzzle has no solution, and so
/// no true candidate.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku candidates puzzle.txt
  satdoku candidates --time-limit 10s --output json puzzles.txt")]
pub(crate) struct CandidatesOf {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solving: Solving,

    /// Print in this form: grid for a drawing, line for the digits of all cells on one line, json for one object a line
    /// [default: by the name of the file; else grid]
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    output: Option<OutputFormat>,

    #[command(flatten)]
    delivery: Delivery,
}

impl CandidatesOf {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let output = self.delivery.form(self.output).unwrap_or(OutputFormat::Grid);
        let batch = batch(&self.input, &self.solving, output, &self.delivery)?;
        let is_seen = batch.destination.is_terminal();
        batch.run(|setting| CandidatesTask {
            output,
            pen: Pen::on(is_seen),
            explainers: ExplainerCache::new(&self.solving.solver, self.solving.options(setting)),
        })
    }
}

struct CandidatesTask {
    output: OutputFormat,
    pen: Pen,
    explainers: ExplainerCache,
}

impl Task for CandidatesTask {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        let asked = puzzle.grid.as_ref().ok();
        let asked = asked.map(|grid| self.explainers.ask(grid.geometry(), |explainer| explainer.true_candidates(grid)));
        if puzzle.number > 1 && self.output == OutputFormat::Grid {
            answers.stdout.push('\n');
        }
        let candidates = match asked {
            Some(Ok(candidates)) => candidates,
            other => return fail(&puzzle, other.and_then(Result::err).as_ref(), self.output, answers),
        };
        let kind = match candidates.has_solution() {
            Some(true) => Kind::Solved,
            Some(false) => Kind::None,
            None => Kind::Unknown,
        };
        answers.summary.add(kind, 1);
        if kind == Kind::None {
            answers.status.worsen(Status::Negative);
        }
        tell_stopped(&puzzle, candidates.stopped, answers);
        let out = &mut answers.stdout;
        match self.output {
            OutputFormat::Json => {
                json::begin(&puzzle, out);
                json::push_all(&protocol::candidates(&candidates), out);
                json::end(out);
            }
            _ if kind == Kind::None => out.push_str("unsatisfiable\n"),
            OutputFormat::Line => {
                let board = candidates.puzzle().geometry();
                let _ = writeln!(
                    out,
                    "{}",
                    board.cells().map(|cell| text(&candidates, cell)).collect::<Vec<_>>().join(" ")
                );
            }
            _ => {
                let styled = |cell| {
                    let is_clue = candidates.puzzle().get(cell).is_some();
                    (text(&candidates, cell), if is_clue { Style::Bold } else { Style::Plain })
                };
                self.pen.draw(candidates.puzzle().geometry(), styled, out);
            }
        }
    }
}

/// The digits of a cell in one word: those of a status, `?` behind an undecided one; a clue by itself.
fn text(candidates: &TrueCandidates, cell: Cell) -> String {
    if let Some(digit) = candidates.puzzle().get(cell) {
        return digit.to_string();
    }
    let mut digits: Vec<(Digit, &str)> =
        candidates.digits(cell, CandidateStatus::True).map(|digit| (digit, "")).collect();
    digits.extend(candidates.digits(cell, CandidateStatus::Undecided).map(|digit| (digit, "?")));
    digits.sort_unstable();
    let between = if candidates.puzzle().geometry().last_digit().get() > 9 { "," } else { "" };
    digits.iter().map(|(digit, mark)| format!("{digit}{mark}")).collect::<Vec<_>>().join(between)
}
