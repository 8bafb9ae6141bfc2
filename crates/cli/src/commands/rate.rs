//! `satdoku rate`.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use satdoku::budget::Stopwatch;
use satdoku::generate::RatingRange;
use satdoku::grid::format::Format;
use satdoku::logic::{Guide, Level, Profile, Rated, tenths, tenths_of};
use satdoku::{Geometry, Grid};

use crate::Failure;
use crate::args::named::one_of;
use crate::args::reasoning::{Reasoning, ask, print_word};
use crate::args::{Columns, reading_budget};
use crate::commands::explain::tell_stopped;
use crate::process::messages::is_verbose;
use crate::process::status::Status;
use crate::show::output_format::OutputFormat;
use crate::show::summary::Kind;
use crate::stream::answers::{Answers, Puzzle, Task};
use crate::stream::batch::Batch;
use crate::stream::destination::{Delivery, Inputs};
use crate::stream::input::Reader;
use crate::stream::json;
use crate::stream::table::AnswerColumn;

/// Rate how hard puzzles are for people
///
/// One line for each puzzle: `ER/EP/ED`, as Sudoku Explainer 1.2.1 rates it: the hardest step of all, the hardest up to the first digit,
/// and the first step; -v says the level in a word as well: easy (..2.0), medium (2.1..3.5), hard (3.6..5.0), unfair (5.1..7.0) or
/// extreme (7.1..). With --scale hodoku the line is score and level, such as `538 medium`; with --scale own, or --smallest, it is
/// `~6.6/1.2/1.2`, estimated by the sizes of the smallest explanations. A puzzle with no or several solutions has no rating, nor has one
/// that no named technique finishes: that is said in words, and the exit status is 1.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku rate puzzles.txt
  satdoku rate --format '%g ED=%r/%p/%d' puzzles.txt
  satdoku rate --scale hodoku puzzles.txt
  satdoku rate --trial puzzles.txt
  satdoku rate --backdoor puzzles.txt
  satdoku rate --width puzzles.txt
  satdoku rate --smallest puzzles.txt
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

    /// Stop at the first step that is harder than R, such as 7.0: the answer is then `> 7.0`; with --scale hodoku as soon as the score
    /// is above R
    #[arg(long, value_name = "R", value_parser = parse_rating)]
    max: Option<u32>,

    #[command(flatten)]
    measure: Measure,

    /// Print the puzzles themselves that are no harder than --max, and nothing for the others
    #[arg(long, requires = "max", conflicts_with_all = ["output", "format"])]
    filter: bool,

    /// Print a line of this form for each puzzle, with the letters of serate: %g the puzzle, %r ER, %p EP, %d ED, %R %P %D
    /// the techniques that made them, %l the level in a word, %s the number of steps, %n the number of the puzzle, %e seconds, %% a
    /// percent sign; with --scale hodoku %r is the score, and there are no %p %d %P %D
    #[arg(long, value_name = "FORM", value_parser = parse_form)]
    format: Option<String>,

    /// Print in this form: json for one object a line, csv for the table that is read with a column `rating`, filled or added (or
    /// `puzzle` and `rating` of another format), else a line of text
    #[arg(long, value_name = "FORM", hide_possible_values = true, conflicts_with = "format")]
    output: Option<OutputFormat>,

    #[command(flatten)]
    delivery: Delivery,
}

/// What is measured instead of a rating.
#[derive(Args, Debug)]
struct Measure {
    /// Print instead how deep trial and error must go: `T&E 0, B 0` where singles suffice, `T&E 1, B 5` where one assumption at a
    /// time does, by contradictions of up to 5 cells and places (the braid rating), `T&E 2, BxB 2` and `T&E 3, BxBB 2` for those
    /// within others; for puzzles without further rules
    #[arg(long, conflicts_with_all = ["max", "filter", "format", "scale", "smallest", "no_uniqueness"])]
    trial: bool,

    /// Print instead the fewest digits of the solution with which singles solve the puzzle, such as `backdoor 2: r1c2=4 r5c5=9`;
    /// for puzzles without further rules
    #[arg(long, conflicts_with_all = ["max", "filter", "format", "scale", "smallest", "no_uniqueness", "trial"])]
    backdoor: bool,

    /// Print instead how many different steps no harder than the hardest one are at hand where there are fewest, such as
    /// `width 2 at 6.6, step 12 of 57`
    #[arg(long, conflicts_with_all = ["max", "filter", "format", "scale", "smallest", "trial", "backdoor"])]
    width: bool,
}

fn parse_rating(text: &str) -> Result<u32, String> {
    tenths_of(text).ok_or_else(|| format!("expected a rating such as 4.5, found {text:?}"))
}

const LETTERS: &str = "grpdRPDslne%";

fn parse_form(text: &str) -> Result<String, String> {
    if text.parse::<Format>().is_ok() {
        return Err(format!(
            "expected a form such as '%g ED=%r/%p/%d': the format of the input is --input-format {text}"
        ));
    }
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '%' && !letters.next().is_some_and(|letter| LETTERS.contains(letter)) {
            return Err(format!("expected one of {LETTERS} behind each %, found {text:?}"));
        }
    }
    Ok(text.to_owned())
}

/// A letter of a form that the scale of scores does not have.
fn foreign_letter(form: &str) -> Option<char> {
    form.replace("%%", "")
        .split('%')
        .skip(1)
        .filter_map(|part| part.chars().next())
        .find(|&letter| "pdPD".contains(letter))
}

impl Rate {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let output = self.delivery.form(self.output);
        if !matches!(output, None | Some(OutputFormat::Line | OutputFormat::Json | OutputFormat::Csv)) {
            return Err("expected line, json or csv by --output, or by the ending of --out".to_owned().into());
        }
        let is_scored = self.reasoning.profile() == Profile::Hodoku;
        if let Some(letter) = self.format.as_ref().filter(|_| is_scored).and_then(|form| foreign_letter(form)) {
            return Err(format!("--scale {} has no %{letter}", self.reasoning.profile()).into());
        }
        if is_scored && self.max.is_some_and(|max| !max.is_multiple_of(10)) {
            return Err("--scale hodoku takes a whole number by --max".to_owned().into());
        }
        if self.filter && matches!(output, Some(OutputFormat::Json | OutputFormat::Csv)) {
            return Err("--filter prints the puzzles that it keeps: not into a file of JSON or a table"
                .to_owned()
                .into());
        }
        if self.filter && self.delivery.resume {
            return Err("--resume needs an answer for each puzzle: --filter leaves some out".to_owned().into());
        }
        let (destination, kept) = self.delivery.open(&Inputs::of(&self.files), !self.filter)?;
        let budget = reading_budget(self.reasoning.time_limit);
        let options = self.columns.read_options(self.input_format, self.board.as_ref());
        let options = options.with_budget(budget);
        let batch = Batch {
            table: (output == Some(OutputFormat::Csv)).then_some(AnswerColumn::Named("rating")),
            ..Batch::new(
                Reader::new(&self.files, options),
                self.reasoning.jobs,
                (destination, kept),
                &self.delivery,
                !self.filter,
            )
        };
        let is_json = output == Some(OutputFormat::Json);
        batch.run(|context| RateTask { rate: &self, guide: self.reasoning.guide(context), is_json })
    }
}

struct RateTask<'a> {
    rate: &'a Rate,
    guide: Guide,
    is_json: bool,
}

impl Task for RateTask<'_> {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        let watch = Stopwatch::start();
        let rate = |grid: &Grid| {
            let Measure { trial, backdoor, width } = self.rate.measure;
            let rated = match (trial, backdoor, width) {
                (true, ..) => self.guide.trial(grid),
                (_, true, _) => self.guide.backdoor(grid),
                (.., true) => self.guide.width(grid),
                _ => return self.guide.rate_with_faults(grid, self.rate.max),
            };
            rated.map(|rated| (rated, Vec::new()))
        };
        let (grid, (rated, _)) = match ask(&puzzle, answers, rate, |(_, faults)| faults) {
            Ok(found) => found,
            Err(word) => return self.print_word(&puzzle, word, answers),
        };
        let kind = match &rated {
            Rated::Rating(_)
            | Rated::Scored(_)
            | Rated::Above(..)
            | Rated::ScoreAbove(_)
            | Rated::Trial(_)
            | Rated::Backdoor(_)
            | Rated::Width(_)
            | Rated::Complete => Kind::Solved,
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
        if let Rated::Rating(rating) = &rated
            && is_verbose()
        {
            let level = Level::of_rating(rating.er.into());
            let (range, hardest) = (RatingRange::from(level), rating.hardest.title);
            let _ = writeln!(answers.stderr, "{}: {level} ({range}): the hardest step is {hardest}", puzzle.place());
        }
        if self.rate.filter {
            if let Rated::Rating(_) | Rated::Scored(_) | Rated::Complete = rated {
                let _ = writeln!(answers.stdout, "{grid}");
            }
            return;
        }
        if self.is_json {
            let out = &mut answers.stdout;
            json::begin(&puzzle, out);
            json::push_all(&satdoku_ask::rating(&rated), out);
            return json::end(out);
        }
        let values = Values { grid, number: puzzle.number, seconds: watch.elapsed().as_secs_f64(), rated: &rated };
        let line = self.rate.format.as_ref().and_then(|form| values.fill(form));
        if let Some(line) = line {
            let _ = writeln!(answers.stdout, "{line}");
        } else {
            self.print_word(&puzzle, &satdoku_ask::rated_in_words(&rated), answers);
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
        // A form is not asked for beside JSON.
        if let (Ok(grid), true) = (&puzzle.grid, self.rate.format.as_ref().is_some_and(|form| form.contains("%g"))) {
            let _ = write!(out, "{grid} ");
        }
        print_word(puzzle, word, self.is_json, out);
    }
}

/// The values for the letters of a form.
struct Values<'a> {
    grid: &'a Grid,
    number: u64,
    seconds: f64,
    rated: &'a Rated,
}

impl Values<'_> {
    /// The form with its letters replaced; `None` without a rating.
    fn fill(&self, form: &str) -> Option<String> {
        let mut line = String::new();
        let mut letters = form.chars();
        while let Some(letter) = letters.next() {
            if letter != '%' {
                line.push(letter);
                continue;
            }
            let letter = letters.next().unwrap_or('%');
            let common = match letter {
                'g' => Some(self.grid.to_string()),
                'n' => Some(self.number.to_string()),
                'e' => Some(format!("{:.3}", self.seconds)),
                '%' => Some("%".to_owned()),
                _ => None,
            };
            line.push_str(&common.or_else(|| of_rating(self.rated, letter))?);
        }
        Some(line).filter(|_| matches!(self.rated, Rated::Rating(_) | Rated::Scored(_)))
    }
}

/// A letter of a rating or a score.
fn of_rating(rated: &Rated, letter: char) -> Option<String> {
    Some(match (rated, letter) {
        (Rated::Rating(rating), 'r') => tenths(rating.er).to_string(),
        (Rated::Rating(rating), 'p') => tenths(rating.ep).to_string(),
        (Rated::Rating(rating), 'd') => tenths(rating.ed).to_string(),
        (Rated::Rating(rating), 'R') => rating.hardest.name.to_owned(),
        (Rated::Rating(rating), 'P') => rating.pearl.name.to_owned(),
        (Rated::Rating(rating), 'D') => rating.diamond.name.to_owned(),
        (Rated::Rating(rating), 'l') => Level::of_rating(rating.er.into()).to_string(),
        (Rated::Rating(rating), 's') => rating.steps.to_string(),
        (Rated::Scored(scored), 'r') => scored.score.to_string(),
        (Rated::Scored(scored), 'l') => scored.level.to_string(),
        (Rated::Scored(scored), 'R') => scored.hardest.name.to_owned(),
        (Rated::Scored(scored), 's') => scored.steps.to_string(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read() {
        assert!(parse_form("%g ED=%r/%p/%d %%").is_ok() && parse_form("%x").is_err() && parse_form("50%").is_err());
        // The word would be printed for every puzzle.
        assert!(parse_form("line").is_err() && parse_form("lines").is_ok());
        assert_eq!((foreign_letter("%%d %r"), foreign_letter("%r %l")), (None, None));
        assert_eq!(foreign_letter("%g %d"), Some('d'));
    }
}
