//! `satdoku explain`.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use satdoku::budget::Stopwatch;
use satdoku::counting::CandidateCounts;
use satdoku::explain::{Ambiguity, Explainer, Explanation};
use satdoku::grid::format::keys;
use satdoku::{Error, Geometry, Grid, Options, Solver, StopReason};
use serde_json::json;

use crate::Failure;
use crate::args::{Input, Solving};
use crate::process::interrupt;
use crate::process::status::Status;
use crate::show::drawing::{Pen, Style};
use crate::show::output_format::OutputFormat;
use crate::show::sentences::list;
use crate::show::sentences::tell;
use crate::show::summary::Kind;
use crate::stream::answers::{Answers, Puzzle, Task, Unread};
use crate::stream::batch::Batch;
use crate::stream::destination::{Delivery, Inputs};
use crate::stream::json;
use crate::stream::session_cache::for_board;

/// Explain why a puzzle has no solution or several, and which clues and rules are spare
///
/// Without a solution: the clues that clash or break a rule, or a minimal set of clues and rules that contradict one another, with
/// the forced steps to the contradiction where no search is needed. With several solutions: two of them, the cells where they
/// differ, and the digits that would leave one solution. With one solution: the clues and the rules that can be removed one at a
/// time. These are answers, so the exit status is 0.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku explain broken.txt
  satdoku explain --time-limit 60s giant.txt
  satdoku explain --counts several.txt
  satdoku explain --output json puzzles.txt > explained.jsonl")]
pub(crate) struct Explain {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solving: Solving,

    /// With several solutions, count for each digit those that have it, and say which clue and which cell would help most
    #[arg(long)]
    counts: bool,

    /// Print in this form: grid for drawings and sentences, line for one line a puzzle, json for one object a line
    /// [default: by the name of the file; else grid]
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    output: Option<OutputFormat>,

    #[command(flatten)]
    delivery: Delivery,
}

impl Explain {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let output = self.delivery.form(self.output).unwrap_or(OutputFormat::Grid);
        let batch = batch(&self.input, &self.solving, output, &self.delivery)?;
        let is_seen = batch.destination.is_terminal();
        batch.run(|context| ExplainTask {
            output,
            pen: Pen::on(is_seen),
            is_single: context.is_single,
            counting: self.counts.then(|| (&self.solving.solver, self.solving.options(context))),
            explainers: ExplainerCache::new(&self.solving.solver, self.solving.options(context)),
        })
    }
}

/// The batch of an explaining command; refuses unsupported forms of output.
pub(crate) fn batch(
    input: &Input,
    solving: &Solving,
    output: OutputFormat,
    delivery: &Delivery,
) -> Result<Batch, Failure> {
    solving.check_solver()?;
    batch_of(input, solving.jobs(), solving.time_limit, output, delivery)
}

/// A batch with a number of jobs, independent of a solver.
pub(crate) fn batch_of(
    input: &Input,
    jobs: Option<NonZeroUsize>,
    time: Option<Duration>,
    output: OutputFormat,
    delivery: &Delivery,
) -> Result<Batch, Failure> {
    if !matches!(output, OutputFormat::Grid | OutputFormat::Line | OutputFormat::Json) {
        return Err("expected grid, line or json by --output, or by the ending of --out".to_owned().into());
    }
    if delivery.resume && output == OutputFormat::Grid {
        return Err("--resume needs answers of one line each: --output line or json".to_owned().into());
    }
    let (destination, kept) = delivery.open(&Inputs::of(&input.files), output != OutputFormat::Grid)?;
    Ok(Batch::new(input.reader_within(time), jobs, (destination, kept), delivery, output != OutputFormat::Grid))
}

/// An explainer, kept from puzzle to puzzle while the board stays the same.
pub(crate) struct ExplainerCache {
    solver: Solver,
    options: Options,
    explainer: Option<(Arc<Geometry>, Explainer)>,
}

impl ExplainerCache {
    pub(crate) fn new(solver: &Solver, options: Options) -> Self {
        Self { solver: solver.clone(), options, explainer: None }
    }

    /// Asks the explainer of a board; a failed explainer is dropped.
    pub(crate) fn ask<T>(
        &mut self,
        board: &Arc<Geometry>,
        ask: impl FnOnce(&mut Explainer) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut explainer = match self.explainer.take() {
            Some((known, explainer)) if known == *board => explainer,
            _ => {
                if interrupt::may_outlast_a_signal(&self.solver, board) {
                    interrupt::end_in_time();
                }
                Explainer::new(&self.solver, board, &for_board(&self.options, board))?
            }
        };
        let answer = ask(&mut explainer)?;
        self.explainer = Some((Arc::clone(board), explainer));
        Ok(answer)
    }
}

/// Answers a bad record, or a puzzle on which the solver failed.
pub(crate) fn fail(puzzle: &Puzzle<'_>, failed: Option<&Error>, output: OutputFormat, answers: &mut Answers) {
    if let Some(error) = failed {
        answers.status.worsen(Status::of(error));
        let _ = writeln!(answers.stderr, "{}: {error}", puzzle.place());
    }
    let (word, kind) = match &puzzle.grid {
        Err(error) => (Unread::of(error).word, Unread::of(error).kind),
        Ok(_) => ("unknown", Kind::Unknown),
    };
    answers.summary.add(kind, 1);
    let out = &mut answers.stdout;
    if output == OutputFormat::Json {
        json::begin(puzzle, out);
        json::push_word(keys::VERDICT, word, out);
        if let Some(error) = failed {
            json::push(keys::ERROR, &json!({ "message": error.to_string() }), out);
        }
        json::end(out);
    } else {
        let _ = writeln!(out, "{word}");
    }
}

/// Reports that a budget ran out; a cancelled question needs no message.
pub(crate) fn tell_stopped(puzzle: &Puzzle<'_>, stopped: Option<StopReason>, answers: &mut Answers) {
    let Some(reason) = stopped else { return };
    answers.status.worsen(Status::Budget);
    if reason != StopReason::Cancelled {
        let _ = writeln!(answers.stderr, "{}: {reason}", puzzle.place());
    }
}

struct ExplainTask<'a> {
    output: OutputFormat,
    pen: Pen,
    is_single: bool,
    /// The solver and options for counting, if asked for.
    counting: Option<(&'a Solver, Options)>,
    explainers: ExplainerCache,
}

impl Task for ExplainTask<'_> {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        let started = Stopwatch::start();
        let explained = puzzle.grid.as_ref().ok().map(|grid| {
            let explanation = self.explainers.ask(grid.geometry(), |explainer| explainer.explain(grid));
            (grid, explanation)
        });
        if puzzle.number > 1 && self.output == OutputFormat::Grid {
            answers.stdout.push('\n');
        }
        let (grid, explanation) = match explained {
            Some((grid, Ok(explanation))) => (grid, explanation),
            other => {
                let failed = other.and_then(|(_, explanation)| explanation.err());
                return fail(&puzzle, failed.as_ref(), self.output, answers);
            }
        };
        let counts = match self.counts(grid, &explanation, started) {
            None => None,
            Some(Ok(counts)) => Some(counts),
            Some(Err(error)) => return fail(&puzzle, Some(&error), self.output, answers),
        };
        answers.summary.add(kind(&explanation), 1);
        tell_stopped(&puzzle, explanation.stopped().or(counts.as_ref().and_then(CandidateCounts::stopped)), answers);
        match self.output {
            OutputFormat::Json => {
                json::begin(&puzzle, &mut answers.stdout);
                json::push_all(&satdoku_ask::explanation(grid, &explanation), &mut answers.stdout);
                if let Some(counts) = &counts {
                    json::push_all(&satdoku_ask::best_clues(counts), &mut answers.stdout);
                }
                json::end(&mut answers.stdout);
            }
            OutputFormat::Line => {
                let most = counts.as_ref().map(best_clues).unwrap_or_default();
                let _ = writeln!(answers.stdout, "{}{}", line(&explanation), most);
            }
            _ => {
                if !self.is_single {
                    self.pen.push(&format!("Puzzle {}. ", puzzle.number), Style::Bold, &mut answers.stdout);
                }
                tell(grid, &explanation, counts.as_ref(), self.pen, &mut answers.stdout);
            }
        }
    }
}

impl ExplainTask<'_> {
    /// The number of solutions for each candidate, if asked for and the puzzle has several, within the remaining time.
    fn counts(
        &self,
        grid: &Grid,
        explanation: &Explanation,
        started: Stopwatch,
    ) -> Option<Result<CandidateCounts, Error>> {
        let (solver, options) = self.counting.as_ref()?;
        let is_ambiguous = matches!(explanation, Explanation::Ambiguity(_));
        is_ambiguous.then(|| {
            let mut options = for_board(options, grid.geometry());
            if let Some(time) = options.budget.time() {
                options.budget = options.budget.with_time(time.saturating_sub(started.elapsed()));
            }
            solver.candidate_counts_with(grid, &options)
        })
    }
}

/// The most helpful clue and cell, on a line.
fn best_clues(counts: &CandidateCounts) -> String {
    let mut text = format!("; {} solutions", counts.total());
    if let (Some((clue, left)), Some((cell, most))) = (counts.best_clue(), counts.best_cell()) {
        let _ = write!(text, ", {clue} leaves {left}, {cell} at most {most}");
    }
    text
}

fn kind(explanation: &Explanation) -> Kind {
    match explanation {
        Explanation::Conflict(_) => Kind::None,
        Explanation::Ambiguity(_) => Kind::Several,
        Explanation::Redundancy(_) => Kind::One,
        Explanation::Unknown { .. } => Kind::Unknown,
    }
}

/// The part of an explanation that fits on a line.
fn line(explanation: &Explanation) -> String {
    match explanation {
        Explanation::Conflict(conflict) => format!("unsatisfiable: {conflict}"),
        Explanation::Ambiguity(Ambiguity { differing, deciding, together, .. }) => {
            let mut line = format!("ambiguous: two solutions differ in {}", list(differing));
            let digits = |deciding: &satdoku::explain::Deciding| {
                let digits = deciding.digits.iter().map(ToString::to_string).collect::<Vec<_>>();
                format!("{}={}", deciding.cell, digits.join("/"))
            };
            if !deciding.is_empty() {
                let _ = write!(line, "; one left by any of {}", list(deciding.iter().map(digits)));
            } else if !together.is_empty() {
                let _ = write!(line, "; one left by {} together", list(together));
            }
            line
        }
        Explanation::Redundancy(redundancy) => match redundancy.is_minimal() {
            Some(true) => "unique: minimal".to_owned(),
            Some(false) => {
                let rules = redundancy.redundant_rules.iter().map(|rule| format!("{:?}", rule.to_string()));
                let clues = redundancy.redundant.iter().map(ToString::to_string);
                format!("unique: redundant {}", list(clues.chain(rules)))
            }
            None => "unique: whether it is minimal is unknown".to_owned(),
        },
        Explanation::Unknown { .. } => "unknown".to_owned(),
    }
}
