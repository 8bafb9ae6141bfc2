//! `satdoku book`.

mod content;
mod drawn;
mod folder;
mod html;
mod pdf;
mod recipe;
mod refusal;
mod values;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clap::Args;
use satdoku::Budget;
use satdoku::budget::Since;
use satdoku::draw::Book;

use crate::Failure;
use crate::args::parse_time;
use crate::commands::book::content::Collector;
use crate::commands::book::recipe::{BookRecipe, Content};
use crate::commands::book::refusal::Refusal;
use crate::process::file_name;
use crate::process::folder::is_folder;
use crate::process::interrupt;
use crate::process::messages::say;
use crate::process::status::Status;
use crate::show::terminal::Spinner;
use crate::stream::batch::jobs;
use crate::stream::destination::{Destination, Inputs, ending_of_name};

/// Make a book of puzzles from a recipe, as PDF, web page or pictures
///
/// The recipe is a TOML file. It names the paper, the place of the solutions and the language, and the sections with their puzzles:
/// how many, on which board, with which rules, how hard. The same recipe gives the same bytes.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct MakeBook {
    /// Read the recipe from this file; `-` is standard input
    #[arg(value_name = "RECIPE")]
    recipe: PathBuf,

    /// Write a PDF to FILE.pdf, a web page to FILE.html, or pictures with a table of contents in JSON to the folder DIR
    #[arg(short, long, value_name = "FILE|DIR")]
    out: PathBuf,

    /// Work on N puzzles at once [default: one on each core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Stop the whole run after this time, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,
}

const HELP: &str = "\
A recipe:
  title = 'Sudoku for a long journey'
  author = 'A. Setter'
  paper = 'a5'                 # a4, a5, a6, letter, pocket
  per_page = 2                 # 1 to 12
  solutions = 'behind'         # behind, upside-down, none
  seed = 7

  [[section]]
  title = 'Easy'
  about = 'Singles are enough.'
  count = 20
  rating = 'easy'              # or ratings, such as 4.5..5.0; easy: up to 2.0, moderate: 2.1..3.5,
                               # hard: 3.6..5.0, fiendish: 5.1..7.0, extreme: 7.1 and above
  symmetry = 'rotate180'

  [[section]]
  title = 'Killer'
  count = 10
  rules = ['killer']
  clues = 0

Keys of the book: title, author, about (words on the cover), paper, per_page, solutions, language (english, german), theme (light,
dark, print), cover (true or false), seed. Keys of a section: title, about, count with box, kind, symmetry, clues, rules, rating,
needs and seed as `satdoku generate` has them, or file with puzzles of your own; per_page, sorted (true: by rating), rated (true:
print the rating).

Examples:
  satdoku book week.toml -o week.pdf
  satdoku book week.toml -o week.html
  satdoku book week.toml -o week/";

/// A form of books.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Pdf,
    Html,
    Folder,
}

impl MakeBook {
    #[allow(clippy::unnecessary_wraps)] // As every subcommand runs.
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let since = Since::new();
        since.begin();
        let cancel = interrupt::cancel_on_signal();
        interrupt::end_in_time();
        let budget = Budget::unlimited().with_cancel(cancel).with_since(since);
        let budget = self.time_limit.map_or(budget.clone(), |time| budget.with_time(time));
        match self.make(budget) {
            Ok(()) => Ok(Status::Fine),
            Err(Refusal { status: Status::Interrupted, .. }) => {
                interrupt::report();
                Ok(Status::Interrupted)
            }
            Err(Refusal { why, status }) => {
                say(&format!("{why}\n"));
                Ok(status)
            }
        }
    }

    /// Makes the book within limits whose time has begun.
    fn make(&self, budget: Budget) -> Result<(), Refusal> {
        let running = budget.start();
        let form = self.form()?;
        let (recipe, sections) = BookRecipe::read(&self.recipe)?;
        let made_and_read = || sections.iter().map(|(_, content)| content);
        let files = made_and_read().filter_map(Content::file);
        let inputs = files.fold(Inputs::of(std::slice::from_ref(&self.recipe)), |inputs, file| inputs.and(Some(file)));
        // What cannot be written is refused before puzzles are made.
        let mut folder = if form == Form::Folder { Some(folder::begin(&self.out)?) } else { None };
        let whole = |()| Destination::whole_picture(Some(&self.out), &inputs).map_err(Failure::from);
        let destination = (form != Form::Folder).then_some(()).map(whole).transpose()?;

        let wanted: Option<u64> = made_and_read().map(Content::count).sum();
        let of_recipe: u64 = made_and_read().filter_map(Content::count).sum();
        let made = Arc::new(AtomicU64::new(0));
        let progress = {
            let made = Arc::clone(&made);
            move || match (made.load(Ordering::Relaxed), wanted) {
                (made, Some(wanted)) => format!("{made} of {wanted} puzzles"),
                (made, None) => format!("{made} puzzles"),
            }
        };
        let report = progress.clone();
        interrupt::set_report(move || format!("interrupted after {}", report()));
        let spinner = Spinner::start(false, progress);
        let count_one = || {
            made.fetch_add(1, Ordering::Relaxed);
        };
        let mut collector = Collector {
            budget,
            running: &running,
            jobs: u64::try_from(jobs(self.jobs)).unwrap_or(u64::MAX),
            most_of_files: Book::MOST_PUZZLES.saturating_sub(usize::try_from(of_recipe).unwrap_or(usize::MAX)),
            ready: &count_one,
        };
        let place = file_name::name(&self.recipe);
        let mut collected = Vec::new();
        for (number, (section, content)) in sections.into_iter().enumerate() {
            let section = collector.collect(section, &content);
            collected.push(section.map_err(|why| why.within(format_args!("{place}: section {}", number + 1)))?);
        }
        drop(spinner);

        let bytes = match (form, &mut folder) {
            (_, Some(folder)) => return folder::write(folder, &recipe, &collected, &running),
            (Form::Html, None) => html::page(&recipe, &collected, &running)?.into_bytes(),
            (Form::Pdf | Form::Folder, None) => pdf::book(&recipe, collected, &running)?,
        };
        running.check()?;
        if let Some(mut destination) = destination {
            let done = destination.write_all(&bytes).and_then(|()| destination.finish());
            done.map_err(|error| Refusal::bad(format!("{}: cannot write: {error}", file_name::name(&self.out))))?;
        }
        Ok(())
    }

    /// The form, by the name of the output.
    fn form(&self) -> Result<Form, Failure> {
        if is_folder(&self.out) {
            return Ok(Form::Folder);
        }
        match ending_of_name(&self.out).as_deref() {
            Some("pdf") => Ok(Form::Pdf),
            Some("html" | "htm") => Ok(Form::Html),
            _ => {
                let name = file_name::name(Path::new(&self.out));
                Err(format!("{name}: expected a name that ends in .pdf or .html, or a folder, DIR/").into())
            }
        }
    }
}
