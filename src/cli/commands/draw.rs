//! `satdoku draw`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use satdoku::draw::{Drawing, Note, PictureForm, Theme};
use satdoku::grid::Violation;
use satdoku::protocol::parse_time;
use satdoku::{Budget, Candidate, Grid, Options, Solver, Verdict};

use crate::cli::Failure;
use crate::cli::args::Input;
use crate::cli::args::named::one_of;
use crate::cli::process::folder::{create_folder, is_folder};
use crate::cli::process::messages::note;
use crate::cli::process::status::Status;
use crate::cli::process::{file_name, interrupt};
use crate::cli::stream::destination::{Destination, Inputs};
use crate::cli::stream::input::Reader;
use crate::cli::stream::records::Records;
use crate::cli::stream::session_cache::SessionCache;

/// Draw puzzles as pictures
///
/// A drawing shows the board, its digits and its rules, with the rules in words below. Several puzzles go to a folder, one
/// file each. What breaks a rule is red.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku draw puzzle.txt -o puzzle.svg
  satdoku draw puzzle.txt --solution --theme dark -o puzzle.svg
  satdoku draw puzzles.txt -o pictures/")]
pub(crate) struct Draw {
    #[command(flatten)]
    input: Input,

    /// Write the picture to this file, or the pictures of several puzzles to this folder; `-` is standard output [default:
    /// standard output]
    #[arg(short, long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,

    /// Write pictures in this form [default: by the name of the file, else svg]
    #[arg(long, value_name = "FORM", value_parser = one_of::<PictureForm>())]
    to: Option<PictureForm>,

    /// Draw the solution beside the puzzle
    #[arg(long)]
    solution: bool,

    /// Write the solution into the puzzle, in another weight
    #[arg(long)]
    answers: bool,

    /// Write into each empty cell the digits that no filled cell of its units has
    #[arg(long)]
    candidates: bool,

    /// Choose the colours
    #[arg(long, value_name = "THEME", default_value_t, value_parser = one_of::<Theme>())]
    theme: Theme,

    /// Write this line above the picture
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    title: String,

    /// Write no rules in words but those that the picture does not show
    #[arg(long)]
    no_words: bool,

    /// Write digits from 10 on as letters, where 35 digits are enough
    #[arg(long)]
    letters: bool,

    /// Make the picture so many pixels wide [default: 40 for each cell]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=20_000))]
    width: Option<u32>,

    /// Limit the time for each solution, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,
}

impl Draw {
    pub(crate) fn run(mut self) -> Result<Status, Failure> {
        self.out.take_if(|path| path == Path::new("-"));
        let inputs = Inputs::of(&self.input.files);
        let mut reader = Reader::new(&self.input.files, self.input.read_options());
        let mut records = Records::new(&mut reader);
        let form = self.form()?;
        let mut sessions = self.sessions();
        let mut status = Status::Fine;
        let Some(mut puzzle) = records.next() else { return Ok(status) };
        let mut following = records.next();
        let folder = self.folder(following.is_some())?;
        loop {
            match &puzzle.1 {
                Err(failure @ Failure::Located(_)) => {
                    note(&format!("{failure}\n"));
                    status.worsen(Status::Bad);
                }
                Err(failure) => status.worsen(failure.report()),
                Ok(grid) => {
                    let drawing = self.drawing(puzzle.0, grid, &mut sessions, &mut status)?;
                    let path = folder.map(|folder| folder.join(format!("{:06}.{form}", puzzle.0)));
                    let path = path.as_deref().or(self.out.as_deref());
                    let picture = drawing.to(form).map_err(|error| format!("puzzle {}: {error}", puzzle.0))?;
                    write(path, &inputs, &picture)?;
                }
            }
            match following {
                Some(next) => puzzle = next,
                None => return Ok(status),
            }
            following = records.next();
        }
    }

    /// The folder that pictures go to, if that was asked for.
    fn folder(&self, is_several: bool) -> Result<Option<&Path>, Failure> {
        match self.out.as_deref() {
            Some(path) if is_folder(path) => {
                create_folder(path)?;
                Ok(Some(path))
            }
            _ if is_several => Err("several pictures need a folder: give one with -o DIR/".to_owned().into()),
            _ => Ok(None),
        }
    }

    /// The form that was asked for, or that the name of the file says.
    fn form(&self) -> Result<PictureForm, Failure> {
        let named = || match self.out.as_deref().filter(|path| !is_folder(path)) {
            None => Ok(PictureForm::Svg),
            Some(path) => {
                let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
                ending.to_ascii_lowercase().parse::<PictureForm>().map_err(|_| {
                    format!("{}: expected a name that ends in .svg, .png or .pdf, or --to FORM", file_name::name(path))
                })
            }
        };
        let form = self.to.map_or_else(named, Ok)?;
        if form.is_built() {
            return Ok(form);
        }
        Err(format!(
            "this build writes no {form}; to build one that does: cargo run --release --features pictures -- draw"
        )
        .into())
    }

    fn sessions(&self) -> SessionCache {
        let mut budget = Budget::unlimited();
        if self.solution || self.answers {
            budget = budget.with_cancel(interrupt::cancel_on_signal());
        }
        if let Some(time) = self.time_limit {
            budget = budget.with_time(time);
        }
        SessionCache::new(&Solver::Auto, Options { budget, ..Options::default() }, 0)
    }

    fn drawing(
        &self,
        number: u64,
        grid: &Grid,
        sessions: &mut SessionCache,
        status: &mut Status,
    ) -> Result<Drawing, Failure> {
        let refused = |error: &dyn std::fmt::Display| Failure::from(format!("puzzle {number}: {error}"));
        let mut drawing = Drawing::of(grid).map_err(|error| refused(&error))?;
        if self.solution || self.answers {
            let verdict = sessions.ask(grid.geometry(), |session| session.solve(grid), Verdict::stopped);
            match verdict {
                Ok(Verdict::Satisfiable(solution)) => {
                    if self.answers {
                        drawing = drawing.with_answers(solution.grid()).map_err(|error| refused(&error))?;
                    }
                    if self.solution {
                        drawing = drawing.with_solution_beside(solution.grid()).map_err(|error| refused(&error))?;
                    }
                }
                Ok(Verdict::Unsatisfiable) => {
                    note(&format!("puzzle {number}: no solution is drawn: there is none\n"));
                    status.worsen(Status::Negative);
                }
                Ok(Verdict::Unknown(reason)) => {
                    note(&format!("puzzle {number}: no solution is drawn: {reason}\n"));
                    status.worsen(Status::Budget);
                }
                Err(error) => {
                    note(&format!("puzzle {number}: no solution is drawn: {error}\n"));
                    status.worsen(Status::Bad);
                }
            }
        }
        if self.candidates {
            let open = |cell| {
                let digits = grid.geometry().digits().filter(move |&digit| grid.can_place(cell, digit));
                digits.map(move |digit| Candidate::new(cell, digit))
            };
            drawing = drawing.with_candidates(grid.empty_cells().flat_map(open));
        }
        let clash: Vec<_> = grid.violations().iter().flat_map(Violation::cells).copied().collect();
        if !clash.is_empty() {
            drawing = drawing.with_note(Note::Clash(clash));
        }
        if let Some(width) = self.width {
            drawing = drawing.with_width(width);
        }
        let drawing = drawing.with_theme(self.theme).with_title(&self.title);
        Ok(drawing.with_letters(self.letters).with_words(!self.no_words))
    }
}

/// Writes a file, or standard output.
fn write(path: Option<&Path>, inputs: &Inputs, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = Destination::whole(path, inputs)?;
    let done = file.write_all(bytes).and_then(|()| file.finish());
    match path {
        None => done.map_err(Failure::from),
        Some(path) => done.map_err(|error| format!("{}: cannot write: {error}", file_name::name(path)).into()),
    }
}
