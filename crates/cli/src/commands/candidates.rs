//! `satdoku candidates`.

use std::fmt::Write;

use clap::Args;
use satdoku::explain::{CandidateStatus, TrueCandidates};
use satdoku::{Candidate, Cell, Count, Digit, Geometry, Grid, Natural, Options, Solver};

use crate::Failure;
use crate::args::{Input, Solving};
use crate::commands::explain::{ExplainerCache, batch, fail, tell_stopped};
use crate::process::status::Status;
use crate::show::drawing::{Pen, Style};
use crate::show::output_format::OutputFormat;
use crate::show::summary::Kind;
use crate::stream::answers::{Answers, Puzzle, Task};
use crate::stream::destination::Delivery;
use crate::stream::json;
use crate::stream::session_cache::for_board;

/// Print the true candidates: for every empty cell the digits that are in some solution
///
/// A digit with `?` behind it was not decided within the budget. The exit status is 1 where a puzzle has no solution, and so
/// no true candidate.
///
/// With --counts each digit stands with the number of solutions that have it, `4:12`, on a line for each empty cell; with
/// --counts=8 it is counted no further than 8, `4:>=8`, which is quick on open puzzles with rules too.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku candidates puzzle.txt
  satdoku candidates --time-limit 10s --output json puzzles.txt
  satdoku candidates --counts puzzle.txt
  satdoku candidates --counts=8 puzzle.txt")]
pub(crate) struct CandidatesOf {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    solving: Solving,

    /// Count the solutions with each digit of each empty cell, up to K of them, 1 to 255 [default: all]
    #[arg(long, value_name = "K", require_equals = true, value_parser = clap::value_parser!(u8).range(1..))]
    #[allow(clippy::option_option)] // Not counted, all counted, or up to a number.
    counts: Option<Option<u8>>,

    /// Print in this form: grid for a drawing, line for the digits of all cells on one line, json for one object a line
    /// [default: by the name of the file; else grid]
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    output: Option<OutputFormat>,

    #[command(flatten)]
    delivery: Delivery,
}

impl CandidatesOf {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let output = self.delivery.form(self.output).unwrap_or(OutputFormat::Grid);
        let batch = batch(&self.input, &self.solving, output, &self.delivery)?;
        let is_seen = batch.destination.is_terminal();
        batch.run(|context| CandidatesTask {
            output,
            pen: Pen::on(is_seen),
            counting: (self.counts == Some(None)).then(|| (&self.solving.solver, self.solving.options(context))),
            most: self.counts.flatten(),
            explainers: ExplainerCache::new(&self.solving.solver, self.solving.options(context)),
        })
    }
}

struct CandidatesTask<'a> {
    output: OutputFormat,
    pen: Pen,
    /// The solver and options for counting all solutions, if asked for.
    counting: Option<(&'a Solver, Options)>,
    /// How far the solutions with each digit are counted, if asked for.
    most: Option<u8>,
    explainers: ExplainerCache,
}

impl Task for CandidatesTask<'_> {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        if let Some((solver, options)) = &self.counting {
            return answer_counts(&puzzle, solver, options, self.output, answers);
        }
        let asked = puzzle.grid.as_ref().ok();
        if let Some(message) = asked.and_then(too_many) {
            let _ = writeln!(answers.stderr, "{}: {message}", puzzle.place());
            answers.status.worsen(Status::Bad);
            return fail(&puzzle, None, self.output, answers);
        }
        let asked = asked.map(|grid| {
            self.explainers.ask(grid.geometry(), |explainer| explainer.candidates_to(grid, self.most.unwrap_or(1)))
        });
        if puzzle.number > 1 && self.output == OutputFormat::Grid {
            answers.stdout.push('\n');
        }
        let candidates = match asked {
            Some(Ok(candidates)) => candidates,
            other => return fail(&puzzle, other.and_then(Result::err).as_ref(), self.output, answers),
        };
        let kind = match candidates.has_solution() {
            Some(true) => Kind::Solved,
            Some(false) => Kind::None,
            None => Kind::Unknown,
        };
        answers.summary.add(kind, 1);
        if kind == Kind::None {
            answers.status.worsen(Status::Negative);
        }
        tell_stopped(&puzzle, candidates.stopped, answers);
        let out = &mut answers.stdout;
        match self.output {
            OutputFormat::Json => {
                json::begin(&puzzle, out);
                let answer = match self.most {
                    Some(most) => satdoku_ask::candidates_to(&candidates, most),
                    None => satdoku_ask::candidates(&candidates),
                };
                json::push_all(&answer, out);
                json::end(out);
            }
            _ if kind == Kind::None => out.push_str("unsatisfiable\n"),
            _ if let Some(most) = self.most => {
                let word = |cell: Cell, digit: Digit| match candidates.status(Candidate::new(cell, digit)) {
                    CandidateStatus::True => {
                        let count = satdoku_ask::count_to(&candidates, Candidate::new(cell, digit), most);
                        Some(format!("{digit}:{count}"))
                    }
                    CandidateStatus::Undecided => Some(format!("{digit}?")),
                    CandidateStatus::False => None,
                };
                let words = |cell| {
                    let digits = candidates.puzzle().geometry().digits();
                    digits.filter_map(|digit| word(cell, digit)).collect()
                };
                push_counts(candidates.puzzle(), &words, self.output, out);
            }
            OutputFormat::Line => {
                let board = candidates.puzzle().geometry();
                let _ = writeln!(out, "{}", on_a_line(board, &|cell| text(&candidates, cell)));
            }
            _ => {
                let styled = |cell| {
                    let is_clue = candidates.puzzle().get(cell).is_some();
                    (text(&candidates, cell), if is_clue { Style::Bold } else { Style::Plain })
                };
                let board = candidates.puzzle().geometry();
                self.pen.draw(board, styled, out);
                for cell in board.cells().skip(board.grid_cell_count()) {
                    let _ = writeln!(out, "{cell}: {}", text(&candidates, cell));
                }
            }
        }
    }
}

/// The text of each cell of the grid, and behind a semicolon those of the cells beside it with their names.
fn on_a_line(board: &Geometry, text: &dyn Fn(Cell) -> String) -> String {
    let mut line = board.grid_cells().map(text).collect::<Vec<_>>().join(" ");
    for (at, cell) in board.cells().skip(board.grid_cell_count()).enumerate() {
        let _ = write!(line, "{} {cell}={}", if at == 0 { " ;" } else { "" }, text(cell));
    }
    line
}

/// Upper bound on candidates: a short time limit leaves each undecided, and each is printed.
const MOST_CANDIDATES: usize = 1 << 20;

/// The message for a board with too many candidates.
fn too_many(grid: &Grid) -> Option<String> {
    let found = grid.geometry().cell_count() * grid.geometry().digit_count();
    (found > MOST_CANDIDATES)
        .then(|| format!("expected a board of at most {MOST_CANDIDATES} candidates, found {found}"))
}

/// Answers with the number of solutions for each candidate.
fn answer_counts(puzzle: &Puzzle<'_>, solver: &Solver, options: &Options, output: OutputFormat, answers: &mut Answers) {
    if puzzle.number > 1 && output == OutputFormat::Grid {
        answers.stdout.push('\n');
    }
    let asked = puzzle.grid.as_ref().ok();
    if let Some(message) = asked.and_then(too_many) {
        let _ = writeln!(answers.stderr, "{}: {message}", puzzle.place());
        answers.status.worsen(Status::Bad);
        return fail(puzzle, None, output, answers);
    }
    let asked = asked.map(|grid| solver.candidate_counts_with(grid, &for_board(options, grid.geometry())));
    let counts = match asked {
        Some(Ok(counts)) => counts,
        other => return fail(puzzle, other.and_then(Result::err).as_ref(), output, answers),
    };
    let kind = match counts.total() {
        Count::Exact(total) if *total == 0 => Kind::None,
        total if total.value() > 0 => Kind::Solved,
        _ => Kind::Unknown,
    };
    answers.summary.add(kind, 1);
    if kind == Kind::None {
        answers.status.worsen(Status::Negative);
    }
    tell_stopped(puzzle, counts.stopped(), answers);
    let out = &mut answers.stdout;
    let words = |cell: Cell| {
        let number = |(digit, count): (Digit, Option<&Natural>)| {
            count.map_or_else(|| format!("{digit}?"), |count| format!("{digit}:{count}"))
        };
        counts.digits(cell).map(number).collect()
    };
    match output {
        OutputFormat::Json => {
            json::begin(puzzle, out);
            json::push_all(&satdoku_ask::candidate_counts(&counts), out);
            json::end(out);
        }
        _ if kind == Kind::None => out.push_str("unsatisfiable\n"),
        _ => {
            if output == OutputFormat::Grid {
                let plural = if *counts.total() == Count::exact(1) { "" } else { "s" };
                let _ = writeln!(out, "{} solution{plural}", counts.total());
            }
            push_counts(counts.puzzle(), &words, output, out);
        }
    }
}

/// Appends the words of each empty cell: on one line, or on a line for each cell.
fn push_counts(puzzle: &Grid, words: &dyn Fn(Cell) -> Vec<String>, output: OutputFormat, out: &mut String) {
    if output == OutputFormat::Line {
        let text = |cell| puzzle.get(cell).map_or_else(|| words(cell).join(","), |clue| clue.to_string());
        let _ = writeln!(out, "{}", on_a_line(puzzle.geometry(), &text));
        return;
    }
    let empty: Vec<Cell> = puzzle.empty_cells().collect();
    let width = empty.iter().map(|cell| cell.to_string().len()).max().unwrap_or(0);
    for cell in empty {
        let _ = writeln!(out, "{:<width$} {}", cell.to_string(), words(cell).join(" "));
    }
}

/// The digits of a cell in a word: the true digits, and undecided digits followed by `?`; a clue as a single digit.
fn text(candidates: &TrueCandidates, cell: Cell) -> String {
    if let Some(digit) = candidates.puzzle().get(cell) {
        return digit.to_string();
    }
    let mut digits: Vec<(Digit, &str)> =
        candidates.digits(cell, CandidateStatus::True).map(|digit| (digit, "")).collect();
    digits.extend(candidates.digits(cell, CandidateStatus::Undecided).map(|digit| (digit, "?")));
    digits.sort_unstable();
    let between = if candidates.puzzle().geometry().last_digit().get() > 9 { "," } else { "" };
    digits.iter().map(|(digit, mark)| format!("{digit}{mark}")).collect::<Vec<_>>().join(between)
}
