//! `satdoku hint`.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use clap::Args;
use satdoku::logic::walk::NumberOfSolutions;
use satdoku::logic::{Guide, HintAnswer, HintRequest, Marks, MarksError, Technique};
use satdoku::printable::printable_path;
use satdoku::{Candidate, Cell, Grid};

use crate::Failure;
use crate::args::Input;
use crate::args::reasoning::{Reasoning, ask, parse_technique, print_word};
use crate::commands::explain::{batch_of, tell_stopped};
use crate::process::columns::wrap;
use crate::process::status::Status;
use crate::show::drawing::Pen;
use crate::show::output_format::OutputFormat;
use crate::show::step_drawing::draw_step;
use crate::show::summary::Kind;
use crate::stream::answers::{Answers, Puzzle, Task};
use crate::stream::destination::Delivery;
use crate::stream::json;

/// Show the next step that a person would take, from a nudge to the full proof
///
/// A puzzle that is partly solved goes on from where it stands. A wrong digit, or with --marks a wrong candidate, is said first. Every
/// step was checked before it is shown. Where no named technique applies that is said, and the exit status is 1.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku hint puzzle.txt
  satdoku hint --level 4 puzzle.txt
  satdoku hint --all puzzle.txt
  satdoku hint --technique x-wing --level 3 puzzle.txt
  satdoku hint --why r4c5=7 puzzle.txt
  satdoku hint --smallest --level 4 puzzle.txt")]
pub(crate) struct Hint {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    reasoning: Reasoning,

    /// Set how much the hint says: 1 whether a step exists, 2 where to look, 3 the cells, 4 the whole step with a drawing and its
    /// proof
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    level: u8,

    /// Print every step at hand, the easiest first, one line each; with --level 4 in full
    #[arg(long)]
    all: bool,

    /// Look only for steps by this technique; `satdoku techniques` lists them
    #[arg(long, value_name = "NAME", value_parser = parse_technique)]
    technique: Option<&'static Technique>,

    /// Look only for steps that write or strike out something in this cell
    #[arg(long, value_name = "CELL")]
    cell: Option<Cell>,

    /// Say why this digit is not in this cell: the steps that rule it out, none of which can be left out; with --smallest its
    /// smallest explanation
    #[arg(long, value_name = "CANDIDATE", conflicts_with_all = ["all", "technique", "cell"])]
    why: Option<Candidate>,

    /// Read the candidates of a 9x9 puzzle from this file: 729 characters, nine for each cell, a digit where it is possible
    /// and . or 0 where it is not; or a grid of them as `path` draws it
    #[arg(long, value_name = "FILE")]
    marks: Option<PathBuf>,

    /// Print in this form: grid for drawings and sentences, line for one line a step, json for one object a line
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    output: Option<OutputFormat>,

    #[command(flatten)]
    delivery: Delivery,
}

impl Hint {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let output = self.delivery.form(self.output).unwrap_or(OutputFormat::Grid);
        let marks = self.marks.as_ref().map(|path| {
            let name = printable_path(path);
            let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
            text.parse::<Marks>().map_err(|error| {
                let problem = format!("{error}; marks are those of a 9x9 puzzle");
                match error {
                    MarksError::Character { line, column, .. } | MarksError::Word { line, column, .. } => {
                        Failure::located(&name, format!("{line}:{column}: {problem}"))
                    }
                    _ => format!("{name}: {problem}").into(),
                }
            })
        });
        let request = HintRequest::default()
            .with_all_steps(self.all)
            .with_technique(self.technique)
            .with_cell(self.cell)
            .with_why(self.why)
            .with_marks(marks.transpose()?);
        let batch = batch_of(&self.input, self.reasoning.jobs, self.reasoning.time_limit, output, &self.delivery)?;
        let pen = Pen::on(batch.destination.is_terminal());
        batch.run(|context| HintTask {
            hint: &self,
            request: request.clone(),
            output,
            pen,
            guide: self.reasoning.guide(context),
        })
    }
}

struct HintTask<'a> {
    hint: &'a Hint,
    request: HintRequest,
    output: OutputFormat,
    pen: Pen,
    guide: Guide,
}

impl Task for HintTask<'_> {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        let is_json = self.output == OutputFormat::Json;
        let hint = |grid: &Grid| self.guide.hint(grid, &self.request);
        let found = match ask(&puzzle, answers, hint, |found: &HintAnswer| &found.hints.faults) {
            Ok((_, found)) => found,
            Err(word) => return print_word(&puzzle, word, is_json, &mut answers.stdout),
        };
        tell_stopped(&puzzle, found.hints.stopped, answers);
        let kind = match found.hints.solutions {
            _ if found.is_found() => Kind::Solved,
            NumberOfSolutions::None => Kind::None,
            NumberOfSolutions::Several => Kind::Several,
            NumberOfSolutions::One | NumberOfSolutions::Unknown => Kind::Unknown,
        };
        answers.summary.add(kind, 1);
        if !found.is_found() {
            answers.status.worsen(Status::Negative);
        }
        if puzzle.number > 1 && self.output == OutputFormat::Grid {
            answers.stdout.push('\n');
        }
        if is_json {
            let out = &mut answers.stdout;
            json::begin(&puzzle, out);
            json::push_all(&satdoku_ask::hint(&found), out);
            json::end(out);
        } else {
            self.print(&found, &mut answers.stdout);
        }
    }
}

impl HintTask<'_> {
    fn print(&self, found: &HintAnswer, out: &mut String) {
        let fitting =
            |sentence: &str| self.pen.columns.map_or_else(|| sentence.to_owned(), |columns| wrap(sentence, columns));
        if let Some(sentence) = found.sentence() {
            let _ = writeln!(out, "{}", fitting(&sentence));
        }
        let mut board = found.board.clone();
        for step in &found.hints.steps {
            let told = step.on(board.layout()).by(found.profile);
            let is_listed =
                self.output == OutputFormat::Line || (self.hint.all || self.hint.why.is_some()) && self.hint.level < 4;
            if is_listed {
                let _ = writeln!(out, "{}", told.line());
            } else {
                for sentence in &told.levels()[..usize::from(self.hint.level)] {
                    let _ = writeln!(out, "{}", fitting(sentence));
                }
            }
            if self.hint.level == 4 && self.output == OutputFormat::Grid {
                draw_step(self.pen, &board, step, out);
                for line in told.proof() {
                    let _ = writeln!(out, "  {line}");
                }
            }
            if self.hint.why.is_some() {
                step.take(&mut board);
            }
        }
    }
}
