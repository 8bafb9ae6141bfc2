//! How answers look.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::time::Duration;

use satdoku::draw::Drawing;
use satdoku::grid::format::Format;

use satdoku::{Cell, Geometry, Grid, Stats};

use crate::cli::process::messages::say;
use crate::cli::show::lettering::Lettering;
use crate::cli::show::output_format::OutputFormat;
use crate::cli::show::terminal;

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
            None if usize::from(geometry.last_digit().get()) <= Format::MAX_LINE_SIDE => OutputFormat::Line,
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
        if format.write(grid, out).is_err() {
            push_rows(grid, out);
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

    /// The same with the rules of the puzzle; rows of numbers where the board is too wide.
    fn draw_with_rules(self, grid: &Grid, out: &mut String) {
        let drawn = Drawing::of(grid).map(|drawing| drawing.to_text_and_words()).ok();
        let fits = |text: &str| self.columns.is_none_or(|columns| terminal::width(text) <= columns);
        let Some((board, words)) = drawn.filter(|(board, _)| fits(board)) else { return push_rows(grid, out) };
        out.push_str(&board);
        for line in words {
            out.push_str(&self.columns.map_or_else(|| line.clone(), |columns| terminal::wrap(&line, columns)));
            out.push('\n');
        }
    }
}

/// A line of numbers for each row of the board, 0 for an empty cell and `-` where there is none.
fn push_rows(grid: &Grid, out: &mut String) {
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
}

/// A grid in one field: a line, or numbers with blanks between them where one character a cell does not suffice.
pub(crate) fn push_cells(grid: &Grid, out: &mut String) {
    let start = out.len();
    if Format::Line.write(grid, out).is_err() {
        if Format::Rows.write(grid, out).is_err() {
            push_rows(grid, out);
        }
        let cells = out.split_off(start).replace('\n', " ");
        out.push_str(cells.trim_end());
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
