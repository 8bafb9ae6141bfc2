//! `satdoku draw`.

pub(crate) mod artist;

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use satdoku::Grid;
#[cfg(feature = "pictures")]
use satdoku::draw::{Book, BookOptions};
use satdoku::draw::{DrawError, Drawing, Paper, PictureForm, Theme};
use satdoku::logic::Profile;
use satdoku::sentences::Language;
use satdoku_ask::parse_time;

use crate::Failure;
use crate::args::Input;
use crate::args::named::one_of;
use crate::commands::draw::artist::{Artist, made};
use crate::process::file_name;
use crate::process::folder::{create_folder, is_folder};
use crate::process::interrupt;
use crate::process::messages::note;
use crate::process::status::Status;
use crate::stream::destination::{Destination, Inputs, ending_of_name};
use crate::stream::records::{Numbered, Records};

/// Draw puzzles as pictures
///
/// A drawing shows the board, its digits and its rules, with the rules in words below. What breaks a rule is red. Several puzzles
/// go to a folder, one file each, or as a PDF into a book: 1 to 12 puzzles on a page, solutions behind. Where a puzzle has several
/// solutions, one is drawn; that is said, and the exit status is 1. A puzzle from another program keeps its title, author and rule
/// text.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku draw puzzle.txt
  satdoku draw puzzle.txt -o puzzle.svg
  satdoku draw puzzle.txt --solution --theme dark -o puzzle.svg
  satdoku draw puzzles.txt -o pictures/
  satdoku draw --counts several.txt -o shares.svg
  satdoku draw puzzles.txt --per-page 6 --title 'Week 12' --rating -o book.pdf
  satdoku draw --box samurai -o samurai.svg")]
#[allow(clippy::struct_excessive_bools)] // Each says something of its own.
pub(crate) struct Draw {
    #[command(flatten)]
    input: Input,

    /// Write the picture to this file, or the pictures of several puzzles to this folder; `-` is standard output [default:
    /// standard output]
    #[arg(short, long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,

    /// Write pictures in this form [default: by the name of the file; text on a terminal, else
    /// svg]
    #[arg(long, value_name = "FORM", value_parser = one_of::<PictureForm>())]
    to: Option<PictureForm>,

    /// Draw the solution beside the puzzle; in a book it is behind the puzzles without this option
    #[arg(long)]
    solution: bool,

    /// Make a book without solutions
    #[arg(long, conflicts_with_all = ["solution", "answers"])]
    no_solutions: bool,

    /// Make a book with K puzzles on a page, 1 to 12 [default: 4 where a PDF has several puzzles]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=12))]
    per_page: Option<u8>,

    /// Make a book of this paper [default: a4]
    #[arg(long, value_name = "PAPER", value_parser = one_of::<Paper>())]
    paper: Option<Paper>,

    /// Write the solution into the puzzle, in another weight
    #[arg(long)]
    answers: bool,

    /// Write into each empty cell the digits that no filled cell of its units has
    #[arg(long)]
    candidates: bool,

    /// Write into each empty cell the digits that are in some solution, each on a disc as large as its share of all solutions
    #[arg(long, conflicts_with = "candidates")]
    counts: bool,

    /// Choose the colours
    #[arg(long, value_name = "THEME", default_value_t, value_parser = one_of::<Theme>())]
    theme: Theme,

    /// Write this line above the picture in place of the puzzle's own title, or on the pages of a book
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Write behind the title how hard the puzzle is, on this scale, as `satdoku rate` says it [default scale: se]
    #[arg(long, value_name = "SCALE", num_args = 0..=1, require_equals = true, default_missing_value = Profile::Se.name(), value_parser = one_of::<Profile>())]
    rating: Option<Profile>,

    /// Write no words but rules that the picture does not show
    #[arg(long)]
    no_words: bool,

    /// Say the rules in this language [default: english]
    #[arg(long, value_name = "LANGUAGE", default_value_t, hide_default_value = true, value_parser = one_of::<Language>())]
    language: Language,

    /// Write digits from 10 on as letters, where 35 digits are enough
    #[arg(long)]
    letters: bool,

    /// Make the picture so many pixels wide [default: 40 for each cell]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=20_000))]
    width: Option<u32>,

    /// Limit the time for each solution, count and rating, such as 10s, 500ms or 2m; a picture itself takes a quarter of a
    /// second at most, as PNG two seconds
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,
}

impl Draw {
    pub(crate) fn run(mut self) -> Result<Status, Failure> {
        self.out.take_if(|path| path == Path::new("-"));
        let inputs = Inputs::of(&self.input.files);
        let is_folder = self.out.as_deref().is_some_and(is_folder);
        let form = self.form()?;
        if form == PictureForm::Text && (self.candidates || self.counts) {
            return Err("a drawing of characters has no small digits: --to svg, png or pdf, or `satdoku candidates`"
                .to_owned()
                .into());
        }
        if form == PictureForm::Text && self.solution {
            let message = "a drawing of characters has one grid: --answers writes the solution into it, --to svg, png or pdf draws it beside";
            return Err(format!("--solution: {message}").into());
        }
        if let Some(option) = self.page_option().filter(|_| form != PictureForm::Pdf || is_folder) {
            return Err(format!("{option}: only a book has pages: --to pdf, or -o FILE.pdf").into());
        }
        if let (Some(board), []) = (&self.input.board, &self.input.files[..]) {
            let empty = Grid::empty(&Arc::new(board.clone()));
            let (drawing, status) = Artist::new(&self, false).drawing("the board", &empty, None)?;
            say_lacking(&lacking_in(&drawing, form));
            write(self.out.as_deref(), &inputs, &made("the board", drawing.to(form))?)?;
            return Ok(status);
        }
        let mut reader = self.input.reader_within(self.time_limit);
        let mut records = Records::new(&mut reader);
        // No output before the number of puzzles is known to be one or several; unreadable files are no puzzles.
        let mut ahead = Vec::new();
        while ahead.last().is_none_or(|last: &Numbered| last.number < 2)
            && let Some(next) = records.next()
        {
            ahead.push(next);
        }
        let has_several = ahead.last().is_some_and(|last| last.number > 1);
        let is_book = form == PictureForm::Pdf && (has_several || self.page_option().is_some());
        if has_several && !is_folder && !is_book && form != PictureForm::Text {
            let message = "several pictures need a folder, -o DIR/, or a book, -o FILE.pdf";
            return Err(message.to_owned().into());
        }
        let reach = has_several.then(|| records.report_when_interrupted());
        let mut puzzles = ahead.into_iter().chain(std::iter::from_fn(|| records.next()));
        let (mut drawn, mut counted) = (0, 0);
        let puzzles = std::iter::from_fn(|| {
            // The last puzzle is drawn by now; an unreadable file has no number.
            if let Some(reach) = &reach {
                reach.add(drawn - counted);
                counted = drawn;
            }
            let next = puzzles.next()?;
            drawn = next.number;
            Some(next)
        });
        let artist = Artist::new(&self, is_book && !is_folder);
        if is_book && !is_folder {
            self.book(artist, &inputs, puzzles)
        } else {
            self.pictures(artist, form, &inputs, puzzles)
        }
    }

    /// The first option that asks for pages.
    fn page_option(&self) -> Option<&'static str> {
        let asked = [
            ("--per-page", self.per_page.is_some()),
            ("--paper", self.paper.is_some()),
            ("--no-solutions", self.no_solutions),
        ];
        asked.into_iter().find_map(|(option, is_asked)| is_asked.then_some(option))
    }

    /// Writes a picture for each puzzle.
    fn pictures(
        &self,
        mut artist: Artist<'_>,
        form: PictureForm,
        inputs: &Inputs,
        puzzles: impl Iterator<Item = Numbered>,
    ) -> Result<Status, Failure> {
        let mut status = Status::Fine;
        let mut lacking = BTreeSet::new();
        let folder = self.out.as_deref().filter(|path| is_folder(path));
        if let Some(folder) = folder {
            create_folder(folder)?;
        }
        // Text pictures follow one another in a single output.
        let mut texts = match folder {
            None if form == PictureForm::Text => Some(Destination::whole_picture(self.out.as_deref(), inputs)?),
            _ => None,
        };
        for Numbered { number, grid, notes } in puzzles {
            let Some(grid) = told(grid, &mut status) else { continue };
            let place = format!("puzzle {number}");
            let (drawing, of_drawing) = artist.drawing(&place, &grid, notes.as_deref())?;
            status.worsen(of_drawing);
            if status == Status::Interrupted {
                interrupt::report();
                return Ok(status);
            }
            let picture = made(&place, drawing.to(form))?;
            lacking.extend(lacking_in(&drawing, form));
            if let Some(texts) = &mut texts {
                let blank = if number > 1 { &b"\n"[..] } else { b"" };
                let done = texts.write_all(blank).and_then(|()| texts.write_all(&picture));
                done.map_err(|error| failed(self.out.as_deref(), error))?;
                continue;
            }
            let path = folder.map(|folder| {
                folder.join(format!("{number:06}.{}", if form == PictureForm::Text { "txt" } else { form.name() }))
            });
            write(path.as_deref().or(self.out.as_deref()), inputs, &picture)?;
        }
        say_lacking(&lacking);
        if let Some(mut texts) = texts {
            texts.finish().map_err(|error| failed(self.out.as_deref(), error))?;
        }
        Ok(status)
    }

    /// Writes the puzzles as a book.
    #[cfg(feature = "pictures")]
    fn book(
        &self,
        mut artist: Artist<'_>,
        inputs: &Inputs,
        puzzles: impl Iterator<Item = Numbered>,
    ) -> Result<Status, Failure> {
        let options = BookOptions {
            paper: self.paper.unwrap_or_default(),
            per_page: self.per_page.map_or(4, usize::from),
            title: self.title.clone().unwrap_or_default(),
            theme: self.theme,
            language: self.language,
            ..BookOptions::default()
        };
        let mut status = Status::Fine;
        let mut book = made("the book", Book::new(options))?;
        for Numbered { number, grid, notes } in puzzles {
            let Some(grid) = told(grid, &mut status) else { continue };
            let place = format!("puzzle {number}");
            let (drawing, of_drawing) = artist.drawing(&place, &grid, notes.as_deref())?;
            status.worsen(of_drawing);
            if status == Status::Interrupted {
                interrupt::report();
                return Ok(status);
            }
            made(&place, book.push(&drawing))?;
        }
        say_lacking(book.characters_without_glyph());
        write(self.out.as_deref(), inputs, &made("the book", book.finish())?)?;
        Ok(status)
    }

    #[cfg(not(feature = "pictures"))]
    #[allow(clippy::unused_self)] // A book is refused before.
    fn book(&self, _: Artist<'_>, _: &Inputs, _: impl Iterator<Item = Numbered>) -> Result<Status, Failure> {
        Err(DrawError::NotBuilt(PictureForm::Pdf).to_string().into())
    }

    /// The form given by `--to`, or by the file's name.
    fn form(&self) -> Result<PictureForm, Failure> {
        let named = || match self.out.as_deref().filter(|path| !is_folder(path)) {
            None if self.out.is_none() && io::stdout().is_terminal() => Ok(PictureForm::Text),
            None => Ok(PictureForm::Svg),
            Some(path) => {
                let ending = ending_of_name(path).unwrap_or_default();
                let ending = if ending == "txt" { PictureForm::Text.name() } else { &ending };
                ending.parse::<PictureForm>().map_err(|_| {
                    format!(
                        "{}: expected a name that ends in .svg, .png, .pdf or .txt, or --to FORM",
                        file_name::name(path)
                    )
                })
            }
        };
        let form = self.to.map_or_else(named, Ok)?;
        if form.is_built() {
            return Ok(form);
        }
        Err(DrawError::NotBuilt(form).to_string().into())
    }
}

/// The characters without a glyph, drawn as boxes.
#[cfg(feature = "pictures")]
fn lacking_in(drawing: &Drawing, form: PictureForm) -> BTreeSet<char> {
    let has_fonts = matches!(form, PictureForm::Png | PictureForm::Pdf);
    if has_fonts { drawing.characters_without_glyph() } else { BTreeSet::new() }
}

#[cfg(not(feature = "pictures"))]
fn lacking_in(_: &Drawing, _: PictureForm) -> BTreeSet<char> {
    BTreeSet::new()
}

/// Reports characters drawn as boxes.
pub(crate) fn say_lacking(lacking: &BTreeSet<char>) {
    /// More are counted.
    const MAX_SHOWN: usize = 20;
    if lacking.is_empty() {
        return;
    }
    let mut shown: Vec<String> = lacking.iter().take(MAX_SHOWN).map(char::to_string).collect();
    if lacking.len() > MAX_SHOWN {
        shown.push(format!("and {} more", lacking.len() - MAX_SHOWN));
    }
    note(&format!("boxes are drawn in place of characters that the font of PNG and PDF lacks: {}\n", shown.join(" ")));
}

/// The puzzle; `None` after a message.
fn told(grid: Result<Grid, Failure>, status: &mut Status) -> Option<Grid> {
    match grid {
        Ok(grid) => return Some(grid),
        Err(failure @ Failure::Located(_)) => {
            note(&format!("{failure}\n"));
            status.worsen(Status::Bad);
        }
        Err(failure) => status.worsen(failure.report()),
    }
    None
}

/// Writes a file, or standard output.
fn write(path: Option<&Path>, inputs: &Inputs, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = Destination::whole_picture(path, inputs)?;
    let done = file.write_all(bytes).and_then(|()| file.finish());
    done.map_err(|error| failed(path, error))
}

fn failed(path: Option<&Path>, error: io::Error) -> Failure {
    match path {
        None => Failure::from(error),
        Some(path) => format!("{}: cannot write: {error}", file_name::name(path)).into(),
    }
}
