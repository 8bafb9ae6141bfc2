//! How answers look.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use satdoku::grid::format::Format;
use satdoku::printable::without_commands;
use satdoku::{Geometry, Grid, Stats};

use crate::cli::args::OutputFormat;
use crate::cli::lettering::Lettering;
use crate::cli::table::push_cells;
use crate::cli::terminal;

/// Writes a text to standard output.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes a message to standard error. Where that is closed, the message is lost and the work goes on.
pub(crate) fn say(message: &str) {
    // Text that it repeats from an input must not command the terminal.
    let _ = io::stderr().write_all(without_commands(message).as_bytes());
}

/// Writes a message that begins with a word in red, as errors about arguments do on a terminal.
pub(crate) fn say_in_red(word: &str, message: &str) {
    let message = without_commands(message);
    let _ = io::stderr().write_all(format!("\x1b[1;31m{word}\x1b[0m {message}\n").as_bytes());
}

/// Whether `--verbose` was given, and whether `--quiet` was.
static IS_VERBOSE: AtomicBool = AtomicBool::new(false);
static IS_QUIET: AtomicBool = AtomicBool::new(false);

pub(crate) fn set_talk(is_verbose: bool, is_quiet: bool) {
    IS_VERBOSE.store(is_verbose, Ordering::Relaxed);
    IS_QUIET.store(is_quiet, Ordering::Relaxed);
}

/// Whether progress, hints and messages about single puzzles are unwanted.
pub(crate) fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Writes a message that `--quiet` keeps back.
pub(crate) fn note(message: &str) {
    if !is_quiet() {
        say(message);
    }
}

/// Says on standard error what only `--verbose` tells.
pub(crate) fn explain(message: impl FnOnce() -> String) {
    if IS_VERBOSE.load(Ordering::Relaxed) {
        say(&(message() + "\n"));
    }
}

/// Says what only `--verbose` tells, once, however many threads come to say it.
pub(crate) fn explain_once(message: impl FnOnce() -> String) {
    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
    if !IS_VERBOSE.load(Ordering::Relaxed) {
        return;
    }
    let message = message();
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if !said.contains(&message) {
        say(&format!("{message}\n"));
        said.push(message);
    }
}

/// Whether hints are wanted: a person reads them, or asked for all there is to say.
pub(crate) fn has_hints() -> bool {
    !is_quiet() && (IS_VERBOSE.load(Ordering::Relaxed) || io::stderr().is_terminal())
}

/// Prints grids in the form that was asked for, or in the one that suits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printer {
    asked: Option<OutputFormat>,
    /// One puzzle, and a person looks at it.
    is_drawn: bool,
    /// The width of the terminal where it limits a drawing.
    columns: Option<usize>,
}

impl Printer {
    pub(crate) fn new(asked: Option<OutputFormat>, is_single: bool) -> Self {
        let is_drawn = is_single && io::stdout().is_terminal();
        // What was asked for is given as it is.
        let columns = if is_drawn && asked.is_none() { terminal::columns() } else { None };
        Self { asked, is_drawn, columns }
    }

    /// The form for a board.
    pub(crate) fn format(self, geometry: &Geometry) -> OutputFormat {
        match self.asked {
            Some(asked) => asked,
            None if self.is_drawn => OutputFormat::Grid,
            None if geometry.side() <= Format::MAX_LINE_SIDE => OutputFormat::Line,
            None => OutputFormat::Rows,
        }
    }

    /// The form for an answer that has no board.
    pub(crate) fn format_without_board(self) -> OutputFormat {
        self.asked.unwrap_or(OutputFormat::Line)
    }

    /// Appends a grid, a line in the characters that are told. What they cannot write is written as rows of numbers, in a
    /// table without line ends.
    pub(crate) fn grid(self, grid: &Grid, lettering: Lettering, out: &mut String) {
        let form = self.format(grid.geometry());
        if matches!(form, OutputFormat::Line | OutputFormat::Csv) && lettering.write(grid, out).is_ok() {
            return;
        }
        let format = match form {
            OutputFormat::Csv => return push_cells(grid, out),
            OutputFormat::Grid => return self.draw(grid, out),
            OutputFormat::Line | OutputFormat::Rows | OutputFormat::Json => Format::Rows,
        };
        // Every side that reaches here can be written.
        let _ = format.write(grid, out);
    }
}

impl Printer {
    /// Appends a drawing or, where the terminal has no room for it, the first narrower form that fits: rows of numbers, rows of
    /// characters.
    fn draw(self, grid: &Grid, out: &mut String) {
        let fits = |text: &String| self.columns.is_none_or(|columns| terminal::width(text) <= columns);
        let texts = [Format::Grid, Format::Rows, Format::Chars].into_iter().filter_map(|format| {
            let mut text = String::new();
            format.write(grid, &mut text).is_ok().then_some(text)
        });
        let texts: Vec<String> = texts.collect();
        let fitting = texts.iter().find(|text| fits(text));
        if fitting.is_none() {
            let (needed, columns) = (terminal::width(&texts[1]), self.columns.unwrap_or_default());
            say(&format!("the grid needs {needed} columns, the terminal has {columns}: its lines wrap\n"));
        }
        out.push_str(fitting.unwrap_or(&texts[1]));
    }
}

/// Whether puzzles are told apart by a blank line; a listing has several solutions for each.
pub(crate) fn has_blank_between(format: OutputFormat, is_listing: bool) -> bool {
    match format {
        OutputFormat::Grid | OutputFormat::Rows => true,
        OutputFormat::Line => is_listing,
        OutputFormat::Json | OutputFormat::Csv => false,
    }
}

/// Statistics for a person.
pub(crate) fn stats_line(stats: &Stats) -> String {
    let mut line = format!(
        "reduce {}, encode {}, solve {}, decode {}",
        seconds(stats.reduce),
        seconds(stats.encode),
        seconds(stats.solve),
        seconds(stats.decode)
    );
    if stats.clauses > 0 {
        let _ = write!(line, "; {} variables, {} clauses", stats.variables, stats.clauses);
    }
    for (number, what) in [(stats.conflicts, "conflicts"), (stats.steps, "steps")] {
        if let Some(number) = number {
            let what = if number == 1 { what.trim_end_matches('s') } else { what };
            let _ = write!(line, "; {number} {what}");
        }
    }
    line
}

fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{:.3} ms", seconds * 1e3) } else { format!("{seconds:.3} s") }
}
