//! `satdoku sample`.

use std::fmt::Write;

use clap::Args;
use satdoku::counting::{SampleError, Sampler};
use satdoku::grid::format::{keys, push_value};
use satdoku::{Error, Grid, Options, StopReason};

use crate::Failure;
use crate::args::{Input, Solving};
use crate::commands::explain::tell_stopped;
use crate::process::status::Status;
use crate::show::output_format::OutputFormat;
use crate::show::printer::{Printer, has_blank_between};
use crate::show::summary::Kind;
use crate::stream::answers::{Answers, Puzzle, Task, Unread};
use crate::stream::batch::Batch;
use crate::stream::destination::{Delivery, Inputs};
use crate::stream::json;
use crate::stream::session_cache::for_board;

/// Draw solutions at random, each exactly as likely as any other
///
/// Solutions are drawn with repetition: one may come twice. Those of classic puzzles are drawn whatever their number, 10^21 for an
/// empty grid, those of other small boards cell by cell as far as 512 MiB, or --memory, suffice; else, and where a puzzle has rules, all
/// solutions are listed first, and more than 512 MiB of them, or --memory, are refused. Sample k depends on the puzzle, the seed and k
/// alone.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku sample --count 1000 --seed 7 puzzle.txt
  satdoku sample --count 3 .................................................................................")]
pub(crate) struct Sample {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solving: Solving,

    /// Draw K solutions of each puzzle
    #[arg(long, value_name = "K", default_value_t = 1)]
    count: usize,

    /// Leave out the first K samples: --skip 10 goes on where --count 10 ended
    #[arg(long, value_name = "K", default_value_t = 0)]
    skip: u64,

    /// Print in this form [default: grid for one puzzle on a terminal, else line, or rows above side 35]
    #[arg(long, value_name = "FORM")]
    output: Option<OutputFormat>,

    #[command(flatten)]
    delivery: Delivery,
}

/// Number of samples drawn at once.
const PART: usize = 4096;

/// From this number of samples on, puzzles are answered in turn, so that the samples are printed as they are drawn.
const MANY: usize = 1000;

impl Sample {
    pub(crate) fn run(mut self) -> Result<Status, Failure> {
        self.output = self.delivery.form(self.output);
        self.solving.check_solver_beside(true)?;
        let has_lines = self.output == Some(OutputFormat::Json);
        if self.output == Some(OutputFormat::Csv) {
            return Err("a table has one solution of each puzzle: samples are no table".to_owned().into());
        }
        if self.delivery.resume && !has_lines {
            return Err("--resume needs answers of one line each: --output json".to_owned().into());
        }
        let (destination, kept) = self.delivery.open(&Inputs::of(&self.input.files), has_lines)?;
        let is_seen = destination.is_terminal();
        let batch = Batch {
            is_listing: self.count > MANY,
            ..Batch::new(
                self.input.reader_within(self.solving.time_limit),
                self.solving.jobs(),
                (destination, kept),
                &self.delivery,
                has_lines,
            )
        };
        batch.run(|context| SampleTask {
            sample: &self,
            options: self.solving.options(context),
            printer: Printer::new(self.output, context.is_single && is_seen),
        })
    }
}

struct SampleTask<'a> {
    sample: &'a Sample,
    options: Options,
    printer: Printer,
}

/// The reason why no samples are printed.
enum Ended {
    /// The puzzle was not read.
    Unread(Unread),
    /// The puzzle has no solution.
    None,
    /// The budget ran out.
    Stopped(StopReason),
    /// The solver failed, or memory does not suffice.
    Failed(String, Status),
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        match error {
            Error::Stopped(reason) => Self::Stopped(reason),
            error => Self::Failed(error.to_string(), Status::of(&error)),
        }
    }
}

impl From<SampleError> for Ended {
    fn from(error: SampleError) -> Self {
        match error {
            SampleError::None => Self::None,
            SampleError::Stopped(reason) => Self::Stopped(reason),
            error => Self::Failed(error.to_string(), Status::Bad),
        }
    }
}

impl Task for SampleTask<'_> {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        let format = self.printer.format();
        let is_json = format == OutputFormat::Json;
        if puzzle.number > 1 && has_blank_between(format, true) {
            answers.stdout.push('\n');
        }
        if is_json {
            json::begin(&puzzle, &mut answers.stdout);
        }
        let drawn = puzzle.grid.as_ref().map_err(|error| Ended::Unread(Unread::of(error)));
        let drawn = drawn.and_then(|grid| self.draw(grid, &puzzle, is_json, answers));
        let (word, kind) = match drawn {
            Ok(()) => ("satisfiable", Kind::Solved),
            Err(Ended::Unread(Unread { word, kind, status })) => {
                answers.status.worsen(status);
                (word, kind)
            }
            Err(Ended::None) => {
                answers.status.worsen(Status::Negative);
                ("unsatisfiable", Kind::None)
            }
            Err(Ended::Stopped(reason)) => {
                tell_stopped(&puzzle, Some(reason), answers);
                ("unknown", Kind::Unknown)
            }
            Err(Ended::Failed(message, status)) => {
                answers.status.worsen(status);
                let _ = writeln!(answers.stderr, "{}: {message}", puzzle.place());
                ("unknown", Kind::Unknown)
            }
        };
        answers.summary.add(kind, 1);
        let out = &mut answers.stdout;
        if is_json {
            json::push_word(keys::VERDICT, word, out);
            json::end(out);
        } else if kind != Kind::Solved {
            let _ = writeln!(out, "{word}");
        }
    }
}

impl SampleTask<'_> {
    fn draw(&self, grid: &Grid, puzzle: &Puzzle<'_>, is_json: bool, answers: &mut Answers) -> Result<(), Ended> {
        let options = for_board(&self.options, grid.geometry());
        // The time is for drawing too.
        let running = options.budget.start();
        let sampler = self.sample.solving.solver.sampler_with(grid, &options)?;
        let seed = options.seed.unwrap_or_default();
        if is_json {
            json::push_word(keys::COUNT, &sampler.count().to_string(), &mut answers.stdout);
            json::push(keys::SEED, &seed.into(), &mut answers.stdout);
        }
        if sampler.count() == 0 {
            return Err(Ended::None);
        }
        if is_json {
            let _ = write!(answers.stdout, ",\"{}\":[", keys::SOLUTIONS);
        }
        let drawn = self.print(&sampler, seed, puzzle, is_json, &running, answers);
        if is_json {
            answers.stdout.push(']');
        }
        drawn
    }

    fn print(
        &self,
        sampler: &Sampler,
        seed: u64,
        puzzle: &Puzzle<'_>,
        is_json: bool,
        running: &satdoku::Running,
        answers: &mut Answers,
    ) -> Result<(), Ended> {
        let mut drawn = 0;
        while drawn < self.sample.count {
            let part = PART.min(self.sample.count - drawn);
            let first = self.sample.skip.wrapping_add(drawn as u64);
            for solution in sampler.draw(seed, first, part, running)? {
                if is_json {
                    answers.stdout.push_str(if drawn > 0 { "," } else { "" });
                    push_value(&solution, &mut answers.stdout);
                } else {
                    self.printer.grid(&solution, puzzle.digit_alphabet, &mut answers.stdout);
                }
                drawn += 1;
                if !answers.spill() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
