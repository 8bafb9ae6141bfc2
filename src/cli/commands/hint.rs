//! `satdoku hint`.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use clap::Args;
use satdoku::grid::format::keys;
use satdoku::logic::board::Board;
use satdoku::logic::layout::{Literal, Mark};
use satdoku::logic::walk::{Referee, Solutions};
use satdoku::logic::{Guide, GuideError, Hints, Step, Technique, literal, technique_named};
use satdoku::{Candidate, Cell, Grid, protocol};
use serde_json::Value;

use crate::cli::Failure;
use crate::cli::args::Input;
use crate::cli::args::reasoning::{Reasoning, status_of};
use crate::cli::commands::explain::{batch_of, tell_stopped};
use crate::cli::process::status::Status;
use crate::cli::show::drawing::Pen;
use crate::cli::show::output_format::OutputFormat;
use crate::cli::show::step_drawing::draw_step;
use crate::cli::show::summary::Kind;
use crate::cli::stream::answers::{Answers, Puzzle, Task};
use crate::cli::stream::destination::Delivery;
use crate::cli::stream::json;

/// Show the next step that a person would take, from a nudge to the full proof
///
/// A puzzle that is partly solved goes on from where it stands. A wrong digit, or with --marks a wrong candidate, is said first. Every
/// step was checked before it is shown. Where no named technique applies that is said, and the exit status is 1.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  satdoku hint puzzle.txt
  satdoku hint --level 4 puzzle.txt
  satdoku hint --all puzzle.txt
  satdoku hint --technique x-wing --level 3 puzzle.txt
  satdoku hint --why r4c5=7 puzzle.txt")]
pub(crate) struct Hint {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    reasoning: Reasoning,

    /// Say so much: 1 that there is a step, 2 where to look, 3 which cells, 4 all of it, drawn and with its proof
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    level: u8,

    /// Print every step at hand, the easiest first, one line each; with --level 4 in full
    #[arg(long)]
    all: bool,

    /// Look only for steps by this technique; `satdoku techniques` lists them
    #[arg(long, value_name = "NAME", value_parser = parse_technique)]
    technique: Option<&'static Technique>,

    /// Look only for steps that write or strike out something in this cell
    #[arg(long, value_name = "CELL")]
    cell: Option<Cell>,

    /// Say why this digit is not in this cell: the steps up to the one that rules it out
    #[arg(long, value_name = "CANDIDATE", conflicts_with_all = ["all", "technique", "cell"])]
    why: Option<Candidate>,

    /// Read the candidates of a 9x9 puzzle from this file: 729 characters, nine for each cell, a digit where it is possible
    /// and . or 0 where it is not
    #[arg(long, value_name = "FILE")]
    marks: Option<PathBuf>,

    /// Print in this form: grid for drawings and sentences, line for one line a step, json for one object a line
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    output: Option<OutputFormat>,

    #[command(flatten)]
    delivery: Delivery,
}

fn parse_technique(name: &str) -> Result<&'static Technique, String> {
    technique_named(name).ok_or_else(|| format!("no technique is called {name:?}; `satdoku techniques` lists them"))
}

impl Hint {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let output = self.delivery.form(self.output).unwrap_or(OutputFormat::Grid);
        let marks = self.marks.as_ref().map(|path| {
            let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            parse_marks(&text).map_err(|problem| format!("{}: {problem}", path.display()))
        });
        let marks = marks.transpose()?;
        let batch = batch_of(&self.input, self.reasoning.jobs, output, &self.delivery)?;
        let pen = Pen::on(batch.destination.is_terminal());
        batch.run(|setting| HintTask {
            hint: &self,
            marks: marks.as_deref(),
            output,
            pen,
            guide: self.reasoning.guide(setting),
        })
    }
}

/// Nine characters for each of 81 cells.
fn parse_marks(text: &str) -> Result<Vec<u64>, String> {
    let mut marks = vec![0_u64; 81];
    let mut count = 0;
    for (at, byte) in text.bytes().filter(|byte| !byte.is_ascii_whitespace()).enumerate() {
        count = at + 1;
        let expected = b'1' + (at % 9) as u8;
        match byte {
            b'.' | b'0' => {}
            byte if byte == expected && at < 729 => marks[at / 9] |= 1 << (at % 9),
            _ => return Err(format!("expected {} or . as character {count} of the candidates", char::from(expected))),
        }
    }
    if count == 729 { Ok(marks) } else { Err(format!("expected 729 characters of candidates, found {count}")) }
}

struct HintTask<'a> {
    hint: &'a Hint,
    marks: Option<&'a [u64]>,
    output: OutputFormat,
    pen: Pen,
    guide: Guide,
}

/// What there is to say.
struct Found {
    /// Something wrong with the position, which is said before anything else.
    wrong: Option<String>,
    /// Whether that is what was asked for.
    is_answer: bool,
    /// Whether only some steps were asked for.
    is_narrow: bool,
    board: Board,
    hints: Hints,
}

impl Task for HintTask<'_> {
    fn answer(&mut self, puzzle: Puzzle<'_>, answers: &mut Answers) {
        let Ok(grid) = &puzzle.grid else {
            answers.summary.add(Kind::Invalid, 1);
            return self.print_word(&puzzle, "invalid", answers);
        };
        let found = match self.find(grid) {
            Ok(Ok(found)) => found,
            Ok(Err(refused)) => {
                answers.status.worsen(Status::Bad);
                answers.summary.add(Kind::Invalid, 1);
                let _ = writeln!(answers.stderr, "{}: {refused}", puzzle.place());
                return self.print_word(&puzzle, "invalid", answers);
            }
            Err(error) => {
                answers.status.worsen(status_of(&error));
                answers.summary.add(Kind::Unknown, 1);
                let _ = writeln!(answers.stderr, "{}: {error}", puzzle.place());
                return self.print_word(&puzzle, "unknown", answers);
            }
        };
        for fault in &found.hints.faults {
            answers.status.worsen(Status::Bad);
            let _ = writeln!(answers.stderr, "{}: {fault}", puzzle.place());
        }
        tell_stopped(&puzzle, found.hints.stopped, answers);
        let has_steps = !found.hints.steps.is_empty() || found.board.open() == 0;
        let is_fine = found.is_answer || found.wrong.is_none() && has_steps;
        answers.summary.add(if is_fine { Kind::Solved } else { Kind::Unknown }, 1);
        if !is_fine {
            answers.status.worsen(Status::Negative);
        }
        if puzzle.number > 1 && self.output == OutputFormat::Grid {
            answers.stdout.push('\n');
        }
        if self.output == OutputFormat::Json {
            print_json(&puzzle, &found, &mut answers.stdout);
        } else {
            self.print(&found, &mut answers.stdout);
        }
    }
}

impl HintTask<'_> {
    fn find(&mut self, grid: &Grid) -> Result<Result<Found, String>, GuideError> {
        let layout = self.guide.layout(grid)?;
        let geometry = layout.geometry();
        let outside = |cell: Cell| (!geometry.contains(cell)).then(|| format!("{cell} is not on the board"));
        let asked = self.hint.cell.or(self.hint.why.map(|candidate| candidate.cell));
        if let Some(refused) = asked.and_then(outside) {
            return Ok(Err(refused));
        }
        if let Some(candidate) = self.hint.why.filter(|candidate| !geometry.has_digit(candidate.digit)) {
            return Ok(Err(format!("the board has no digit {}", candidate.digit)));
        }
        let board = match self.marks {
            Some(_) if grid.as_classic().is_none() => return Ok(Err("--marks is for 9x9 puzzles".to_owned())),
            Some(marks) => Board::with_candidates(&layout, grid, marks),
            None => Board::of(&layout, grid),
        };
        let none = |wrong, board| {
            let hints = Hints { steps: Vec::new(), solutions: Solutions::Unknown, stopped: None, faults: Vec::new() };
            Ok(Ok(Found { wrong, is_answer: false, is_narrow: false, board, hints }))
        };
        if let Some(violation) = grid.first_violation() {
            return none(Some(format!("Something is wrong already: {violation}.")), board);
        }
        let referee = self.guide.referee(grid)?;
        if referee.solutions == Solutions::None {
            return none(Some("Something is wrong already: the puzzle has no solution.".to_owned()), board);
        }
        if let Some(lost) = lost_mark(&board, &referee) {
            let candidate = layout.candidate(lost);
            let sentence = format!("A candidate is missing: {candidate} is in a solution.");
            return none(Some(sentence), board);
        }
        if let Some(candidate) = self.hint.why {
            return Ok(Ok(self.why(board, &referee, layout.mark(candidate))));
        }
        let wanted = |step: &Step| {
            self.hint.technique.is_none_or(|technique| step.technique == technique)
                && self.hint.cell.is_none_or(|cell| {
                    step.placed.iter().chain(&step.struck).any(|mark| geometry.cell(mark.cell()) == cell)
                })
        };
        let hints = self.guide.hints(&board, &referee, self.hint.all, &wanted);
        let is_narrow = self.hint.technique.is_some() || self.hint.cell.is_some();
        Ok(Ok(Found { wrong: None, is_answer: false, is_narrow, board, hints }))
    }

    /// The steps up to the one that rules a candidate out.
    fn why(&self, board: Board, referee: &Referee, mark: Mark) -> Found {
        let mut path = self.guide.path_from(board.clone(), referee);
        let mut at = board.clone();
        let is_out = |at: &Board| !at.has(mark) && at.value(mark.cell()) != Some(mark.digit());
        if is_out(&board) {
            let sentence = format!("{} is ruled out by the digits that are written.", board.layout().candidate(mark));
            let hints = Hints { steps: Vec::new(), solutions: path.solutions, stopped: None, faults: path.faults };
            return Found { wrong: Some(sentence), is_answer: true, is_narrow: false, board, hints };
        }
        let position = path.steps.iter().position(|step| {
            step.struck.iter().for_each(|&struck| at.strike(struck));
            step.placed.iter().for_each(|&placed| at.place(placed));
            is_out(&at)
        });
        let wrong = if let Some(last) = position {
            path.steps.truncate(last + 1);
            None
        } else {
            path.steps.clear();
            let is_possible = referee.allowed.as_ref().is_some_and(|of| of[mark.cell()] >> mark.digit() & 1 == 1);
            Some(if is_possible {
                format!("{} is in a solution.", board.layout().candidate(mark))
            } else {
                format!("No named technique shows {}.", literal(board.layout(), Literal::off(mark)))
            })
        };
        let hints = Hints { steps: path.steps, solutions: path.solutions, stopped: None, faults: path.faults };
        Found { wrong, is_answer: false, is_narrow: false, board, hints }
    }

    fn print_word(&self, puzzle: &Puzzle<'_>, word: &str, answers: &mut Answers) {
        let out = &mut answers.stdout;
        if self.output == OutputFormat::Json {
            json::begin(puzzle, out);
            json::push_word(keys::VERDICT, word, out);
            json::end(out);
        } else {
            let _ = writeln!(out, "{word}");
        }
    }

    fn print(&self, found: &Found, out: &mut String) {
        if let Some(sentence) = end_of(found) {
            let _ = writeln!(out, "{sentence}");
        }
        let mut board = found.board.clone();
        for step in &found.hints.steps {
            let told = step.on(board.layout());
            let is_listed =
                self.output == OutputFormat::Line || (self.hint.all || self.hint.why.is_some()) && self.hint.level < 4;
            if is_listed {
                let _ = writeln!(out, "{}", told.line());
            } else {
                for sentence in &told.levels()[..usize::from(self.hint.level)] {
                    let _ = writeln!(out, "{sentence}");
                }
            }
            if self.hint.level == 4 && self.output == OutputFormat::Grid {
                draw_step(self.pen, &board, step, out);
                for line in told.proof() {
                    let _ = writeln!(out, "  {line}");
                }
            }
            if self.hint.why.is_some() {
                step.struck.iter().for_each(|&mark| board.strike(mark));
                step.placed.iter().for_each(|&mark| board.place(mark));
            }
        }
    }
}

fn print_json(puzzle: &Puzzle<'_>, found: &Found, out: &mut String) {
    let layout = found.board.layout();
    let steps = found.hints.steps.iter().enumerate();
    let steps: Vec<Value> = steps.map(|(at, step)| protocol::step(at + 1, step, layout)).collect();
    json::begin(puzzle, out);
    if let Some(sentence) = end_of(found) {
        json::push_word(keys::REASON, &sentence, out);
    }
    json::push("hints", &Value::Array(steps), out);
    json::end(out);
}

/// What is said besides the steps.
fn end_of(found: &Found) -> Option<String> {
    if found.wrong.is_some() {
        return found.wrong.clone();
    }
    let several = found.hints.solutions == Solutions::Several;
    match (found.hints.steps.is_empty(), several) {
        _ if found.board.open() == 0 => Some("Every cell is filled.".to_owned()),
        (true, _) if found.is_narrow => Some("No such step is at hand.".to_owned()),
        (true, true) => Some("Nothing more follows by named techniques: the puzzle has several solutions.".to_owned()),
        (true, false) => Some("No named technique applies.".to_owned()),
        (false, true) => Some("The puzzle has several solutions; this follows in all of them.".to_owned()),
        (false, false) => None,
    }
}

/// A candidate that is struck out although it is in the only solution.
fn lost_mark(board: &Board, referee: &Referee) -> Option<Mark> {
    let allowed = referee.allowed.as_ref().filter(|_| referee.solutions == Solutions::One)?;
    let digit_of = |cell: usize| Mark::new(cell, allowed[cell].trailing_zeros() as usize);
    board.empty_cells().map(digit_of).find(|&mark| !board.has(mark))
}
