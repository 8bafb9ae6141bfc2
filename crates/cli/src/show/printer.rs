//! How answers look.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::time::Duration;

use satdoku::draw::Drawing;
use satdoku::grid::format::Format;

use satdoku::{Cell, Grid, Stats};

use crate::process::columns;
use crate::process::messages::say;
use crate::show::digit_alphabet::DigitAlphabet;
use crate::show::output_format::OutputFormat;

/// Prints grids in the requested form, or in a suitable one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printer {
    asked: Option<OutputFormat>,
    /// A single puzzle on a terminal.
    is_drawn: bool,
    /// The width of the terminal where it limits a drawing.
    columns: Option<usize>,
}

impl Printer {
    pub(crate) fn new(asked: Option<OutputFormat>, is_single: bool) -> Self {
        let is_drawn = is_single && io::stdout().is_terminal();
        // A requested form is never narrowed.
        let columns = if is_drawn && asked.is_none() { columns::columns() } else { None };
        Self { asked, is_drawn, columns }
    }

    /// The requested form, or a suitable one.
    pub(crate) fn format(self) -> OutputFormat {
        let suits = if self.is_drawn { OutputFormat::Grid } else { OutputFormat::Line };
        self.asked.unwrap_or(suits)
    }

    /// Appends a grid. A line is written in the characters of `digit_alphabet`, or in numbers if these do not suffice.
    pub(crate) fn grid(self, grid: &Grid, digit_alphabet: DigitAlphabet, out: &mut String) {
        match self.format() {
            OutputFormat::Grid => self.draw(grid, out),
            OutputFormat::Line | OutputFormat::Csv => push_line(grid, digit_alphabet, out),
            OutputFormat::Rows | OutputFormat::Json => push_rows(grid, out),
        }
    }
}

impl Printer {
    /// Appends a drawing or, where the terminal has no room for it, the first narrower form that fits: rows of numbers, rows of
    /// characters.
    fn draw(self, grid: &Grid, out: &mut String) {
        if !grid.rules().is_empty() {
            return self.draw_with_rules(grid, out);
        }
        let fits = |text: &String| self.columns.is_none_or(|columns| columns::width(text) <= columns);
        let texts = [Format::Grid, Format::Rows, Format::Chars].into_iter().filter_map(|format| {
            let mut text = String::new();
            format.write(grid, &mut text).is_ok().then_some(text)
        });
        let texts: Vec<String> = texts.collect();
        let fitting = texts.iter().find(|text| fits(text));
        if fitting.is_none() {
            let (needed, columns) = (columns::width(&texts[1]), self.columns.unwrap_or_default());
            say(&format!("the grid needs {needed} columns, the terminal has {columns}: its lines wrap\n"));
        }
        out.push_str(fitting.unwrap_or(&texts[1]));
    }

    /// The same with the rules of the puzzle; rows of numbers where the board is too wide.
    fn draw_with_rules(self, grid: &Grid, out: &mut String) {
        let drawn = Drawing::of(grid).map(|drawing| drawing.to_text_and_words()).ok();
        let fits = |text: &str| self.columns.is_none_or(|columns| columns::width(text) <= columns);
        let Some((board, words)) = drawn.filter(|(board, _)| fits(board)) else { return push_rows(grid, out) };
        out.push_str(&board);
        out.push_str(&grid.helper_values_in_lines());
        for line in words {
            out.push_str(&self.columns.map_or_else(|| line.clone(), |columns| columns::wrap(&line, columns)));
            out.push('\n');
        }
    }
}

/// A line of numbers for each row of the board, whatever its rules: 0 for an empty cell, `-` outside the board.
fn push_rows(grid: &Grid, out: &mut String) {
    if Format::Rows.write(&grid.without_rules(), out).is_ok() {
        push_helper_values(grid, out);
        return;
    }
    let board = grid.geometry();
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let cell = Cell::new(row as u16, column as u16);
            let separator = if column > 0 { " " } else { "" };
            let _ = match board.contains(cell).then(|| grid.get(cell)) {
                Some(Some(digit)) => write!(out, "{separator}{digit}"),
                Some(None) => write!(out, "{separator}{}", if board.first_digit().get() == 0 { "." } else { "0" }),
                None => write!(out, "{separator}-"),
            };
        }
        out.push('\n');
    }
    push_helper_values(grid, out);
}

/// Puts the values beside the grid before the end of the last line.
fn push_helper_values(grid: &Grid, out: &mut String) {
    let values = grid.helper_values_on_a_line();
    if !values.is_empty() {
        out.truncate(out.trim_end_matches('\n').len());
        let _ = writeln!(out, "{values}");
    }
}

/// A grid on a line, whatever its rules: in characters, or in numbers with blanks between if a character for each cell does not
/// suffice.
pub(crate) fn push_line(grid: &Grid, digit_alphabet: DigitAlphabet, out: &mut String) {
    let start = out.len();
    if digit_alphabet.write(&grid.without_rules(), out).is_ok() {
        push_helper_values(grid, out);
    } else {
        push_rows(grid, out);
        let numbers = out.split_off(start).replace('\n', " ");
        out.push_str(numbers.trim_end());
        out.push('\n');
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
