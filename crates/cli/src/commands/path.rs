//! `satdoku path`.

use std::fmt::Write;

use clap::{Args, ValueEnum};
use satdoku::logic::walk::NumberOfSolutions;
use satdoku::logic::{Guide, Path as Steps, PathEnd};
use satdoku_ask::end_of_path;

use crate::Failure;
use crate::args::Input;
use crate::args::reasoning::{Reasoning, ask, print_word};
use crate::commands::explain::tell_stopped;
use crate::process::status::Status;
use crate::show::drawing::Pen;
use crate::show::output_format::OutputFormat;
use crate::show::step_drawing::draw_step;
use crate::show::step_page;
use crate::show::summary::Kind;
use crate::stream::answers::{Answers, Puzzle, Task};
use crate::stream::batch::Batch;
use crate::stream::destination::{Delivery, Inputs};
use crate::stream::json;

/// Print all steps by which a person would solve a puzzle
///
/// A step names the technique, the place and the conclusions; the proof is checked before printing. Where the puzzle has no or
/// several solutions the steps go as far as what follows; where no named technique applies any more that is said, and the exit
/// status is 1.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku path puzzle.txt
  satdoku path --smallest puzzle.txt
  satdoku path --output html puzzle.txt -o path.html")]
pub(crate) struct Path {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    reasoning: Reasoning,

    /// Print in this form: line for a line a step, grid with a drawing of each step that is more than a single, json for one object a
    /// puzzle, html for one page with a picture of each step
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    output: Option<PathForm>,

    #[command(flatten)]
    delivery: Delivery,
}

/// How a path is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PathForm {
    Grid,
    Line,
    Json,
    Html,
}

impl Path {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let named = match self.delivery.form(None) {
            Some(OutputFormat::Json) => PathForm::Json,
            Some(OutputFormat::Csv) if self.output.is_none() => {
                return Err("expected grid, line, json or html by --output, or by the ending of --out"
                    .to_owned()
                    .into());
            }
            _ if self.delivery.has_ending("html") => PathForm::Html,
            _ => PathForm::Line,
        };
        let output = self.output.unwrap_or(named);
        if self.delivery.resume && output != PathForm::Json {
            return Err("--resume needs answers of one line each: --output json".to_owned().into());
        }
        let is_json = output == PathForm::Json;
        let inputs = Inputs::of(&self.input.files);
        let (destination, kept) = match output {
            PathForm::Html => self.delivery.open_page(&inputs, false)?,
            _ => self.delivery.open(&inputs, is_json)?,
        };
        let pen = Pen::on(destination.is_terminal());
        let batch = Batch::new(
            self.input.reader_within(self.reasoning.time_limit),
            self.reasoning.jobs,
            (destination, kept),
            &self.delivery,
            is_json,
        );
        batch.run(|context| PathTask { output, pen, guide: self.reasoning.guide(context) })
    }
}

struct PathTask {
    output: PathForm,
    pen: Pen,
    guide: Guide,
}

impl Task for PathTask {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        let found = ask(&puzzle, answers, |grid| self.guide.path(grid), |path: &Steps| &path.faults);
        let (grid, path) = match found {
            Ok(found) => found,
            Err(word) => return print_word(&puzzle, word, self.output == PathForm::Json, &mut answers.stdout),
        };
        let kind = match (path.end, path.solutions) {
            (_, NumberOfSolutions::None) => Kind::None,
            (PathEnd::Solved, _) => Kind::Solved,
            (_, NumberOfSolutions::Several) => Kind::Several,
            _ => Kind::Unknown,
        };
        answers.summary.add(kind, 1);
        match path.end {
            PathEnd::Solved => {}
            PathEnd::Stopped(reason) => tell_stopped(&puzzle, Some(reason), answers),
            PathEnd::Stuck | PathEnd::Contradiction => answers.status.worsen(Status::Negative),
        }
        if puzzle.number > 1 && matches!(self.output, PathForm::Grid | PathForm::Line) {
            answers.stdout.push('\n');
        }
        match self.output {
            PathForm::Json => {
                let out = &mut answers.stdout;
                json::begin(&puzzle, out);
                json::push_all(&satdoku_ask::path(&path), out);
                json::end(out);
            }
            PathForm::Html => {
                step_page::push(grid, &path, &end_of_path(&path), puzzle.number > 1, &mut answers.stdout);
            }
            PathForm::Line | PathForm::Grid => self.print(&path, &mut answers.stdout),
        }
    }
}

impl PathTask {
    fn print(&self, path: &Steps, out: &mut String) {
        let mut board = path.start.clone();
        let width = path.steps.len().to_string().len();
        for (at, step) in path.steps.iter().enumerate() {
            let _ = writeln!(out, "{:>width$} {}", at + 1, step.on(board.layout()).by(path.profile).line());
            let is_single = step.struck.is_empty() && step.proof.len() == 1;
            if self.output == PathForm::Grid && !is_single {
                draw_step(self.pen, &board, step, out);
            }
            step.take(&mut board);
        }
        let _ = writeln!(out, "{}", end_of_path(path));
        if self.output == PathForm::Grid {
            let _ = writeln!(out, "{:#}", board.to_grid());
        }
    }
}
