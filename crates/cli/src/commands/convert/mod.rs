//! `satdoku convert`.

mod additions;

use satdoku::budget::Stopwatch;
use std::fmt::Write as _;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use satdoku::Grid;
use satdoku::grid::exchange::Writing;
use satdoku::grid::format::{Alphabet, Format, TableOptions, keys};
use satdoku::sentences::Language;
use satdoku_ask::parse_time;

use crate::Failure;
use crate::args::Input;
use crate::args::named::one_of;
use crate::commands::convert::additions::Additions;
use crate::process::file_name;
use crate::process::messages::{say, say_rest};
use crate::process::status::Status;
use crate::show::summary::throughput;
use crate::stream::answers::{Answers, Puzzle, Task};
use crate::stream::batch::Batch;
use crate::stream::classic_lines;
use crate::stream::destination::{Destination, Inputs, PartialFile, format_of_name};
use crate::stream::input::Reader;
use crate::stream::json;
use crate::stream::open;
use crate::stream::target::{INVALID, Target, summary_of, write};

/// Write puzzles in another format
///
/// Output k is puzzle k of the input, a blank line between puzzles of several lines. What the format cannot carry, such
/// as irregular regions in a line, is refused by name, and `invalid` stands in its place, among objects an object that says so.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each is an option.
#[command(after_help = "\
Formats: line, rows, header, order, semicolon, ascii, minizinc, chars, grid, json, list, sdk, ss, sdm, csv, and those of \
other programs: fpuzzles, iss, sudokupad. header and json carry every board. Any of them is read, and titles, names and ratings around puzzles are passed over.

Examples:
  satdoku convert puzzles.sdm --to csv > puzzles.csv
  satdoku convert puzzles.sdm -o puzzles.csv.gz --summary
  satdoku convert --box 3x2 --to header < six.txt
  satdoku convert sixteen.txt --to rows --verbose
  satdoku convert sixteen.txt --to line --alphabet hex
  satdoku convert killer.txt --to fpuzzles
  satdoku convert killer.txt --to iss --no-link
  satdoku convert killer.txt --to sudokupad --title 'Cages' --author 'A. Setter' --solution
  satdoku convert puzzles.txt --canonical --to line | sort -u > different.txt")]
pub(crate) struct Convert {
    #[command(flatten)]
    input: Input,

    /// Write this format [default: by the name of the file]
    #[arg(long, value_name = "FORMAT", value_parser = one_of::<Format>(), required_unless_present = "out")]
    to: Option<Format>,

    /// Write every puzzle in canonical form: equivalent puzzles become equal
    ///
    /// It is the least of all grids that come from the puzzle by new names for the digits, by changing the order of bands, of
    /// rows in a band, of stacks and of columns in a stack, and by exchanging rows and columns where boxes are square; an
    /// empty cell is less than any digit. On boards with regions or extra units: by new names, turns and mirrors. So
    /// `satdoku convert --canonical --to line FILE | sort -u` leaves one of each.
    #[arg(long)]
    canonical: bool,

    /// Write digits above side 9 with these characters, in the formats line and csv [default: numerals]
    #[arg(long, value_name = "ALPHABET", value_parser = one_of::<Alphabet>())]
    alphabet: Option<Alphabet>,

    /// Leave out what the format cannot say: rules and extra units, listed by rule on standard error. For fpuzzles, iss and
    /// sudokupad
    #[arg(long)]
    lossy: bool,

    /// Write what stands in a link in place of the link: JSON, or the string of iss
    #[arg(long)]
    no_link: bool,

    /// Write this title, in place of the puzzle's own. For header, json, fpuzzles and sudokupad, as the next three
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Write this author, in place of the puzzle's own
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,

    /// Write the rules in these words, in place of the puzzle's own
    #[arg(long, value_name = "TEXT")]
    about: Option<String>,

    /// Write the solution, if it is proved to be the only one; otherwise say why not, with exit status 1 or 3. Not for header
    #[arg(long)]
    solution: bool,

    /// Limit the search for each solution, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "solution")]
    time_limit: Option<Duration>,

    /// Say the rules in this language, where the puzzle has no words of its own. For sudokupad [default: english]
    #[arg(long, value_name = "LANGUAGE", default_value_t, hide_default_value = true, value_parser = one_of::<Language>())]
    language: Language,

    /// Work with N threads [default: one on each core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Write to a file, compressed if its name ends in .gz or .zst, in the format that its name ends in before that, such as
    /// .csv, .json or .sdk; `-` is standard output
    ///
    /// The file is renamed to FILE when it is complete, so that an older FILE stays until then. A run that is interrupted
    /// leaves none.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print at the end how many puzzles were converted, and the rate
    #[arg(long)]
    summary: bool,

    /// Print how many bytes were read, and the rate, on standard error
    #[arg(long)]
    stats: bool,
}

impl Convert {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let watch = Stopwatch::start();
        let to = self.format()?;
        let inputs = Inputs::of(&self.input.files);
        let mut destination = Destination::whole(self.out.as_deref(), &inputs)?;
        destination.write_all(to.prologue().as_bytes())?;
        let options = self.input.read_options();
        if self.alphabet.is_some() && !matches!(to, Format::Line | Format::Csv) {
            return Err(
                format!("--alphabet: the format {to} has one way to write digits; line and csv have several").into()
            );
        }
        if to.program().is_none() && (self.lossy || self.no_link) {
            let option = if self.lossy { "--lossy" } else { "--no-link" };
            return Err(format!("{option}: for the formats fpuzzles, iss and sudokupad, not for {to}").into());
        }
        self.check_notes(to)?;
        let writing = Writing::default().with_bare(self.no_link).with_lossy(self.lossy).with_language(self.language);
        let plain = !self.canonical
            && !self.adds_notes()
            && self.input.board.is_none()
            && matches!(self.input.format, None | Some(Format::Line))
            && options.table == TableOptions::default()
            && options.alphabet.is_none();
        let (mut reader, mut bytes) = (None, None);
        if let (Some(path), true, Some(form)) = (self.only_file(), plain, classic_lines::Form::of(to)) {
            let name = file_name::name(&path);
            let mut open = open::open(&path).map_err(|error| format!("{name}: cannot open: {error}"))?;
            if classic_lines::are_next(&mut open).map_err(|error| format!("{name}: cannot read: {error}"))? {
                let converted = classic_lines::convert(&name, open, form, destination)?;
                if self.summary {
                    say_rest();
                    say(&converted.summary.line(watch.elapsed()));
                }
                self.say_rate(Some(converted.bytes), watch);
                return Ok(converted.status);
            }
            bytes = path.metadata().ok().map(|file| file.len());
            reader = Some(Reader::begun(&name, open, options.clone()));
        }
        let reader = reader.unwrap_or_else(|| Reader::new(&self.input.files, options.clone()));
        let bytes = bytes.or_else(|| reader.total_bytes());
        let batch = Batch {
            reader,
            jobs: self.jobs,
            is_listing: false,
            bulk: None,
            table: None,
            destination,
            kept: PartialFile::default(),
            wants_stored: false,
            has_summary: self.summary,
            hint: None,
        };
        let to = Target { format: to, alphabet: self.alphabet, writing };
        let status = batch.run(|_| ConvertTask { to, canonical: self.canonical, additions: self.additions() })?;
        self.say_rate(bytes, watch);
        Ok(status)
    }

    fn adds_notes(&self) -> bool {
        self.solution || self.title.is_some() || self.author.is_some() || self.about.is_some()
    }

    fn additions(&self) -> Additions {
        let texts = [&self.title, &self.author, &self.about].map(Clone::clone);
        let additions = Additions::new(texts);
        if self.solution { additions.with_solution(self.time_limit) } else { additions }
    }

    /// Refuses notes for which the format has no place.
    fn check_notes(&self, to: Format) -> Result<(), String> {
        let has_texts = matches!(to, Format::Header | Format::Json | Format::FPuzzles | Format::SudokuPad);
        let texts = [("--title", &self.title), ("--author", &self.author), ("--about", &self.about)];
        if let Some((option, _)) = texts.into_iter().find(|(_, text)| text.is_some() && !has_texts) {
            return Err(format!("{option}: for the formats header, json, fpuzzles and sudokupad, not for {to}"));
        }
        if self.solution && !to.stores_solutions() {
            return Err(format!("--solution: for the formats json, fpuzzles and sudokupad, not for {to}"));
        }
        if self.canonical && self.adds_notes() {
            return Err("--canonical: the canonical form is another puzzle, without title, author, words and solution"
                .to_owned());
        }
        Ok(())
    }

    /// The format given by `--to`, or by the file's name.
    fn format(&self) -> Result<Format, String> {
        let named = || self.out.as_deref().and_then(format_of_name);
        self.to.or_else(named).ok_or_else(|| {
            let name = self.out.as_deref().map(file_name::name).unwrap_or_default();
            format!("{name}: expected --to FORMAT, or a name that ends in .csv, .dzn, .json, .jsonl, .sdk, .sdm or .ss")
        })
    }

    /// The only input file, unless it is a terminal; a puzzle may be given in place of a file.
    fn only_file(&self) -> Option<PathBuf> {
        let file = match self.input.files.as_slice() {
            [] => Path::new("-").to_owned(),
            [file] if file == Path::new("-") || file.exists() => file.clone(),
            _ => return None,
        };
        let is_typed = Reader::new(std::slice::from_ref(&file), self.input.read_options()).is_typed();
        (!is_typed).then_some(file)
    }

    fn say_rate(&self, bytes: Option<u64>, watch: Stopwatch) {
        let (true, Some(bytes)) = (self.stats, bytes) else { return };
        say(&format!("{}\n", throughput(bytes, watch.elapsed())));
    }
}

struct ConvertTask {
    to: Target,
    canonical: bool,
    additions: Additions,
}

impl ConvertTask {
    /// Appends the placeholder of a puzzle that is not written: an object in JSON, otherwise a word.
    fn push_invalid(&self, puzzle: &Puzzle<'_>, out: &mut String) {
        if self.to.format != Format::Json {
            let _ = writeln!(out, "{INVALID}");
            return;
        }
        match &puzzle.grid {
            Err(_) => json::begin(puzzle, out),
            Ok(_) => json::begin_with(puzzle.number, None, out),
        }
        json::push_word(keys::VERDICT, INVALID, out);
        json::end(out);
    }
}

impl Task for ConvertTask {
    fn keeps_notes(&self) -> bool {
        // The notes are read so that the output can name those for which the format has no place.
        true
    }

    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        let place = || puzzle.place();
        let (out, messages) = (&mut answers.stdout, &mut answers.stderr);
        let is_first = puzzle.number == 1;
        let mut of_additions = Status::Fine;
        let notes =
            puzzle.grid.as_ref().ok().and_then(|grid| {
                self.additions.added(grid, puzzle.notes.as_deref(), &place, messages, &mut of_additions)
            });
        let notes = notes.as_ref().or(puzzle.notes.as_deref());
        let form = puzzle.grid.as_ref().ok().filter(|_| self.canonical).map(Grid::canonical).transpose();
        let status = match form {
            Ok(None) => write(self.to, is_first, &puzzle.grid, notes, place, out, messages),
            Ok(Some(form)) => write(self.to, is_first, &Ok(form.grid), None, place, out, messages),
            Err(refusal) => {
                let _ = writeln!(messages, "{}: {refusal}", place());
                if self.to.format.is_multiline() && !is_first {
                    out.push('\n');
                }
                Status::Bad
            }
        };
        if status != Status::Fine {
            self.push_invalid(&puzzle, out);
        }
        answers.summary.add_all(&summary_of(status));
        answers.status.worsen(status);
        answers.status.worsen(of_additions);
    }
}
