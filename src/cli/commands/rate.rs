//! `satdoku rate`.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use satdoku::budget::Stopwatch;
use satdoku::grid::format::{Format, keys};
use satdoku::logic::{Guide, Rated, Rating, tenths};
use satdoku::protocol;
use satdoku::{Geometry, Grid};

use crate::cli::Failure;
use crate::cli::args::Columns;
use crate::cli::args::named::one_of;
use crate::cli::args::reasoning::{Reasoning, status_of};
use crate::cli::commands::explain::tell_stopped;
use crate::cli::process::status::Status;
use crate::cli::show::output_format::OutputFormat;
use crate::cli::show::summary::Kind;
use crate::cli::stream::answers::{Answers, Puzzle, Task};
use crate::cli::stream::batch::Batch;
use crate::cli::stream::destination::{Delivery, Inputs};
use crate::cli::stream::input::Reader;
use crate::cli::stream::json;

/// Rate how hard puzzles are for people
///
/// One line for each puzzle: `ER/EP/ED`, as Sudoku Explainer 1.2.1 rates it: the hardest step of all, the hardest up to the first digit,
/// and the first step. A puzzle with no or several solutions has no rating, nor has one that no named technique finishes: that is said
/// in words, and the exit status is 1.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku rate puzzles.txt
  satdoku rate --format '%g ED=%r/%p/%d' puzzles.txt
  satdoku rate --max 4.5 --filter puzzles.txt > easy.txt")]
pub(crate) struct Rate {
    /// Read these files; `-` or no FILE is standard input. Files compressed by gzip, zstd or xz are unpacked. A puzzle
    /// itself, such as 53..7… of 81 characters, is read where there is no file of that name
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Read the input in this format [default: the first puzzle decides]
    #[arg(long, value_name = "FORMAT", value_parser = one_of::<Format>())]
    input_format: Option<Format>,

    /// Set the board: boxes of rows x columns such as 2x3, windoku, latin9 or regions:1122…, each with +diagonals or
    /// +windows behind it; `satdoku generate --help` explains all
    #[arg(long = "box", value_name = "RxC")]
    board: Option<Geometry>,

    #[command(flatten)]
    columns: Columns,

    #[command(flatten)]
    reasoning: Reasoning,

    /// Stop at the first step that is harder than R, such as 7.0: the answer is then `> 7.0`
    #[arg(long, value_name = "R", value_parser = parse_rating)]
    max: Option<u16>,

    /// Print the puzzles themselves that are no harder than --max, and nothing for the others
    #[arg(long, requires = "max", conflicts_with_all = ["output", "format"])]
    filter: bool,

    /// Print a line of this form for each puzzle, with the letters of serate: %g the puzzle, %r ER, %p EP, %d ED, %R %P %D
    /// the techniques that made them, %s the number of steps, %n the number of the puzzle, %e seconds, %% a percent sign
    #[arg(long, value_name = "FORM", value_parser = parse_form)]
    format: Option<String>,

    /// Print in this form: json for one object a line, else a line of text
    #[arg(long, value_name = "FORM", hide_possible_values = true, conflicts_with = "format")]
    output: Option<OutputFormat>,

    #[command(flatten)]
    delivery: Delivery,
}

/// Reads a rating: a number with one digit behind the point at most.
pub(crate) fn parse_rating(text: &str) -> Result<u16, String> {
    let wrong = || format!("expected a rating such as 4.5, found {text:?}");
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(tenth) || tenth.len() > 1 {
        return Err(wrong());
    }
    let tenth: u16 = tenth.parse().map_err(|_| wrong())?;
    whole.parse::<u16>().ok().and_then(|whole| whole.checked_mul(10)?.checked_add(tenth)).ok_or_else(wrong)
}

const LETTERS: &str = "grpdRPDsne%";

fn parse_form(text: &str) -> Result<String, String> {
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '%' && !letters.next().is_some_and(|letter| LETTERS.contains(letter)) {
            return Err(format!("expected one of {LETTERS} behind each %, found {text:?}"));
        }
    }
    Ok(text.to_owned())
}

impl Rate {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let output = self.delivery.form(self.output);
        if !matches!(output, None | Some(OutputFormat::Line | OutputFormat::Json)) {
            return Err("expected line or json by --output, or by the ending of --out".to_owned().into());
        }
        if self.filter && self.delivery.resume {
            return Err("--resume needs an answer for each puzzle: --filter leaves some out".to_owned().into());
        }
        let (destination, kept) = self.delivery.open(&Inputs::of(&self.files), !self.filter)?;
        let batch = Batch {
            reader: Reader::new(&self.files, self.columns.read_options(self.input_format, self.board.as_ref())),
            jobs: self.reasoning.jobs,
            is_listing: false,
            bulk: None,
            table: None,
            wants_stored: false,
            destination,
            kept,
            has_summary: self.delivery.summary,
            hint: self.delivery.hint(!self.filter),
        };
        let is_json = output == Some(OutputFormat::Json);
        batch.run(|setting| RateTask { rate: &self, guide: self.reasoning.guide(setting), is_json })
    }
}

struct RateTask<'a> {
    rate: &'a Rate,
    guide: Guide,
    is_json: bool,
}

impl Task for RateTask<'_> {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        let Ok(grid) = &puzzle.grid else {
            answers.summary.add(Kind::Invalid, 1);
            return self.print_word(&puzzle, "invalid", answers);
        };
        let watch = Stopwatch::start();
        let (rated, faults) = match self.guide.rate_with_faults(grid, self.rate.max) {
            Ok(rated) => rated,
            Err(error) => {
                answers.status.worsen(status_of(&error));
                let _ = writeln!(answers.stderr, "{}: {error}", puzzle.place());
                answers.summary.add(Kind::Unknown, 1);
                return self.print_word(&puzzle, "unknown", answers);
            }
        };
        for fault in &faults {
            answers.status.worsen(Status::Bad);
            let _ = writeln!(answers.stderr, "{}: {fault}", puzzle.place());
        }
        let kind = match &rated {
            Rated::Rating(_) | Rated::Above(_) | Rated::Complete => Kind::Solved,
            Rated::NoSolution => Kind::None,
            Rated::SeveralSolutions => Kind::Several,
            _ => Kind::Unknown,
        };
        answers.summary.add(kind, 1);
        match &rated {
            Rated::NoSolution | Rated::SeveralSolutions | Rated::Stuck { .. } => {
                answers.status.worsen(Status::Negative);
            }
            Rated::Stopped(reason) => tell_stopped(&puzzle, Some(*reason), answers),
            _ => {}
        }
        if self.rate.filter {
            if let Rated::Rating(_) | Rated::Complete = rated {
                let _ = writeln!(answers.stdout, "{grid}");
            }
            return;
        }
        if self.is_json {
            let out = &mut answers.stdout;
            json::begin(&puzzle, out);
            json::push_all(&protocol::rating(&rated), out);
            return json::end(out);
        }
        if let (Rated::Rating(rating), Some(form)) = (&rated, &self.rate.format) {
            let line = filled(form, grid, rating, puzzle.number, watch.elapsed().as_secs_f64());
            let _ = writeln!(answers.stdout, "{line}");
        } else {
            self.print_word(&puzzle, &protocol::rated_in_words(&rated), answers);
        }
    }
}

impl RateTask<'_> {
    /// The answer in words; with the puzzle in front where a form asks for it.
    fn print_word(&self, puzzle: &Puzzle<'_>, word: &str, answers: &mut Answers) {
        let out = &mut answers.stdout;
        if self.rate.filter {
            return;
        }
        if self.is_json {
            json::begin(puzzle, out);
            json::push_word(keys::VERDICT, word, out);
            return json::end(out);
        }
        if let (Ok(grid), true) = (&puzzle.grid, self.rate.format.as_ref().is_some_and(|form| form.contains("%g"))) {
            let _ = write!(out, "{grid} ");
        }
        let _ = writeln!(out, "{word}");
    }
}

/// A form with its letters replaced.
fn filled(form: &str, grid: &Grid, rating: &Rating, number: u64, seconds: f64) -> String {
    let mut line = String::new();
    let mut letters = form.chars();
    while let Some(letter) = letters.next() {
        if letter != '%' {
            line.push(letter);
            continue;
        }
        let _ = match letters.next() {
            Some('g') => write!(line, "{grid}"),
            Some('r') => write!(line, "{}", tenths(rating.er)),
            Some('p') => write!(line, "{}", tenths(rating.ep)),
            Some('d') => write!(line, "{}", tenths(rating.ed)),
            Some('R') => write!(line, "{}", rating.hardest.name),
            Some('P') => write!(line, "{}", rating.pearl.name),
            Some('D') => write!(line, "{}", rating.diamond.name),
            Some('s') => write!(line, "{}", rating.steps),
            Some('n') => write!(line, "{number}"),
            Some('e') => write!(line, "{seconds:.3}"),
            _ => write!(line, "%"),
        };
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_and_forms_are_read() {
        for (text, tenths) in [("7", 70), ("4.5", 45), ("11.9", 119), ("0", 0)] {
            assert_eq!(parse_rating(text), Ok(tenths), "{text}");
        }
        for text in ["", ".5", "4.", "4.55", "-1", "x", "1e3", "99999"] {
            assert!(parse_rating(text).is_err(), "{text}");
        }
        assert!(parse_form("%g ED=%r/%p/%d %%").is_ok() && parse_form("%x").is_err() && parse_form("50%").is_err());
    }
}
