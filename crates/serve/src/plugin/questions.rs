//! The questions of the plugin.
//!
//! | command | answer |
//! | --- | --- |
//! | `truecandidates` | `truecandidates` with `solutionsPerCandidate`: for each cell and digit, row by row, how many solutions have it, at most as many as the puzzle's options ask for; −1 for a digit that only search rules out, where the options say `logical` |
//! | `solve` | `solved` with `solution`, row by row |
//! | `check` | `count` up to 2 |
//! | `count` | `count` with `count` and `inProgress` |
//! | `estimate` | `estimate` with `estimate`, `stderr`, `iterations`, `ci95_lower`, `ci95_upper` and `relErrPercent`, each time better |
//! | `solvepath`, `step` | `logical` with `cells` (`value`, or `candidates`), `message` and `isValid` |
//!
//! A question without such an answer is answered by `invalid` with a `message`; a cancelled one is not answered.

use std::fmt::Display;

use satdoku::explain::Explainer;
use satdoku::grid::exchange::unpack;
use satdoku::grid::format::{Format, Puzzles, ReadOptions};
use satdoku::logic::board::Board;
use satdoku::logic::{Guide, PathEnd};
use satdoku::{Budget, Candidate, Count, Digit, Grid, Options, Solver, StopReason, Verdict};
use serde_json::{Value, json};

use crate::plugin::message::Message;

/// The largest side of a board: that of f-puzzles.
const MAX_SIDE: usize = 16;

/// As many solutions of each candidate are counted where a puzzle asks for colours without a number.
const COLOURED: u8 = 8;

/// The numbers of random dives behind estimates, one after the other.
const DIVES: [u64; 3] = [200, 2_000, 20_000];

/// The bytes that a solver may take.
const SOLVER_MEMORY: u64 = 2 << 30;

const NO_SOLUTION: &str = "No solutions found.";
const NO_STEP: &str = "No logical steps found.";

/// Why a question has no answer.
enum Refusal {
    Cancelled,
    Reason(String),
}

impl<E: Display> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::Reason(error.to_string())
    }
}

/// Answers a message, perhaps several times.
pub(super) fn answer(message: &Message, budget: &Budget, send: &dyn Fn(Value)) {
    let answered = Question::read(message, budget).and_then(|question| question.answer(send));
    match answered {
        Ok(()) | Err(Refusal::Cancelled) => {}
        Err(Refusal::Reason(reason)) => send(message.invalid(&reason)),
    }
}

/// A message with its puzzle.
struct Question<'a> {
    message: &'a Message,
    puzzle: Grid,
    /// The puzzle as f-puzzles writes it.
    board: Value,
    options: Options,
}

impl<'a> Question<'a> {
    fn read(message: &'a Message, budget: &Budget) -> Result<Self, Refusal> {
        let text = unpack(&message.data, &budget.start())?;
        let mut board: Value = serde_json::from_str(&text)?;
        if matches!(message.command.as_str(), "solvepath" | "step") {
            take_digits_of_the_player(&mut board);
        }
        let text = board.to_string();
        let options =
            ReadOptions::of(Some(Format::FPuzzles), None).with_largest_side(MAX_SIDE).with_budget(budget.clone());
        let puzzle = Puzzles::new(text.as_bytes(), options).next();
        let puzzle = puzzle.ok_or_else(|| Refusal::Reason("expected a puzzle, found nothing".to_owned()))??;
        let options = Options::default().with_memory(SOLVER_MEMORY).with_budget(budget.clone());
        Ok(Self { message, puzzle, board, options })
    }

    fn answer(&self, send: &dyn Fn(Value)) -> Result<(), Refusal> {
        match self.message.command.as_str() {
            "truecandidates" => self.true_candidates(send),
            "solve" => self.solve(send),
            "check" => self.count(Some(2), send),
            "count" => self.count(None, send),
            "estimate" => self.estimate(send),
            "solvepath" => self.path(send),
            "step" => self.step(send),
            command => Err(Refusal::Reason(format!("expected a command of the plugin, found {command:?}"))),
        }
    }

    fn true_candidates(&self, send: &dyn Fn(Value)) -> Result<(), Refusal> {
        let wishes = self.wishes();
        let found = Explainer::new(&Solver::Auto, self.puzzle.geometry(), &self.options)?
            .candidates_to(&self.puzzle, wishes.most)?;
        if let Some(reason) = found.stopped {
            return Err(stopped(reason));
        }
        if found.has_solution() == Some(false) {
            return Err(Refusal::Reason(NO_SOLUTION.to_owned()));
        }
        let logical = wishes.is_logical.then(|| self.logical_candidates()).transpose()?;
        let geometry = self.puzzle.geometry();
        let mut counts = Vec::with_capacity(geometry.cell_count() * geometry.digit_count());
        for (index, cell) in geometry.grid_cells().enumerate() {
            for digit in geometry.digits() {
                let candidate = Candidate::new(cell, digit);
                let count = match self.puzzle.get(cell) {
                    Some(clue) => i64::from(clue == digit) * i64::from(wishes.most),
                    None => found.count(candidate).into(),
                };
                let is_left = |board: &Board| digits_of(board, index).any(|left| left == digit);
                let is_ruled_out_by_search = count == 0 && logical.as_ref().is_some_and(is_left);
                counts.push(if is_ruled_out_by_search { -1 } else { count });
            }
        }
        send(self.message.answer_with("truecandidates", json!({ "solutionsPerCandidate": counts })));
        Ok(())
    }

    /// The candidates that techniques leave.
    fn logical_candidates(&self) -> Result<Board, Refusal> {
        let path = self.guide().path(&self.puzzle)?;
        let mut board = path.start;
        path.steps.iter().for_each(|step| step.take(&mut board));
        Ok(board)
    }

    fn solve(&self, send: &dyn Fn(Value)) -> Result<(), Refusal> {
        match Solver::Auto.solve_with(&self.puzzle, &self.options)? {
            Verdict::Satisfiable(solution) => {
                let digits = self.puzzle.geometry().grid_cells().map(|cell| solution.get(cell).map_or(0, Digit::get));
                send(self.message.answer_with("solved", json!({ "solution": digits.collect::<Vec<_>>() })));
                Ok(())
            }
            Verdict::Unsatisfiable => Err(Refusal::Reason(NO_SOLUTION.to_owned())),
            Verdict::Unknown(reason) => Err(stopped(reason)),
        }
    }

    fn count(&self, limit: Option<u64>, send: &dyn Fn(Value)) -> Result<(), Refusal> {
        let count = match Solver::Auto.count_with(&self.puzzle, limit, &self.options)? {
            Count::Exact(count) | Count::AtLeast(count, StopReason::Limit) => count,
            Count::AtLeast(_, reason) => return Err(stopped(reason)),
        };
        // The plugin takes numbers of 64 bits.
        let number: Option<i64> = count.to_string().parse().ok();
        let Some(count) = number else { return Err(Refusal::Reason(format!("There are {count} solutions."))) };
        send(self.message.answer_with("count", json!({ "count": count, "inProgress": false })));
        Ok(())
    }

    fn estimate(&self, send: &dyn Fn(Value)) -> Result<(), Refusal> {
        let running = self.options.budget.start();
        if self.puzzle.first_violation().is_some() {
            return Err(Refusal::Reason(NO_SOLUTION.to_owned()));
        }
        for dives in DIVES {
            let found = Solver::Auto.estimate_with(&self.puzzle, dives, &self.options)?;
            running.check().map_err(stopped)?;
            let (mean, error) = (found.mean(), found.relative_error());
            let (low, high) = found.log_interval().map_or((0.0, f64::MAX), |(low, high)| (low.exp(), high.exp()));
            // JSON has no infinity. Where no dive found a solution, the estimate is 0 and its error is not a number.
            let finite = |number: f64| if number.is_nan() { 0.0 } else { number.min(f64::MAX) };
            send(self.message.answer_with(
                "estimate",
                json!({
                    "estimate": finite(mean),
                    "stderr": finite(mean * error),
                    "iterations": found.dives(),
                    "ci95_lower": finite(low),
                    "ci95_upper": finite(high),
                    "relErrPercent": finite(100.0 * error),
                }),
            ));
        }
        Ok(())
    }

    fn path(&self, send: &dyn Fn(Value)) -> Result<(), Refusal> {
        let mut guide = self.guide();
        let start = self.position(&mut guide)?;
        let referee = guide.referee(&self.puzzle)?;
        let path = guide.path_from(start, &referee);
        if let PathEnd::Stopped(reason) = path.end {
            return Err(stopped(reason));
        }
        let mut board = path.start;
        let mut lines: Vec<String> = Vec::new();
        for step in &path.steps {
            lines.push(step.on(board.layout()).by(guide.profile).line());
            step.take(&mut board);
        }
        let is_valid = path.end != PathEnd::Contradiction && path.violation.is_none();
        match path.end {
            PathEnd::Contradiction => lines.push("Board is invalid!".to_owned()),
            PathEnd::Stuck if lines.is_empty() => lines.push(NO_STEP.to_owned()),
            _ => {}
        }
        self.send_board(&board, &lines, is_valid, send);
        Ok(())
    }

    fn step(&self, send: &dyn Fn(Value)) -> Result<(), Refusal> {
        let mut guide = self.guide();
        let mut board = self.position(&mut guide)?;
        if !self.shows(&board) {
            self.send_board(&board, &["Initial candidates.".to_owned()], true, send);
            return Ok(());
        }
        let referee = guide.referee(&self.puzzle)?;
        let hints = guide.hints(&board, &referee, false, &|_| true);
        let Some(step) = hints.steps.first() else {
            self.options.budget.start().check().map_err(stopped)?;
            let is_valid = self.puzzle.first_violation().is_none() && board.dead_end().is_none();
            let line = if is_valid { NO_STEP } else { "Board is invalid!" };
            self.send_board(&board, &[line.to_owned()], is_valid, send);
            return Ok(());
        };
        let line = step.on(board.layout()).by(guide.profile).line();
        step.take(&mut board);
        self.send_board(&board, &[line], true, send);
        Ok(())
    }

    fn guide(&self) -> Guide {
        let mut guide = Guide::default();
        guide.options = self.options.clone();
        guide
    }

    /// The position of the player: the digits, and the candidates that the marks in the centre leave.
    fn position(&self, guide: &mut Guide) -> Result<Board, Refusal> {
        let start = guide.start(&self.puzzle)?;
        let geometry = self.puzzle.geometry();
        let left = (0..geometry.cell_count()).map(|cell| match self.marks(cell) {
            marks if marks.is_empty() => start.digits(cell),
            marks => {
                let digits = geometry.digits().filter(|digit| marks.contains(&digit.get()));
                digits.map(|digit| 1 << geometry.digit_index(digit)).sum()
            }
        });
        let left: Vec<u64> = left.collect();
        Ok(Board::with_candidates(start.layout(), &self.puzzle, &left))
    }

    /// Whether the marks of the player are the candidates of a position.
    fn shows(&self, board: &Board) -> bool {
        board.empty_cells().all(|cell| digits_of(board, cell).map(Digit::get).eq(self.marks(cell)))
    }

    /// The marks in the centre of a cell.
    fn marks(&self, cell: usize) -> Vec<u16> {
        let columns = self.puzzle.geometry().columns();
        let marks = &self.board["grid"][cell / columns][cell % columns]["centerPencilMarks"];
        let values = marks.as_array().into_iter().flatten().filter_map(Value::as_u64);
        let mut marks: Vec<u16> = values.filter_map(|value| value.try_into().ok()).collect();
        marks.sort_unstable();
        marks
    }

    fn send_board(&self, board: &Board, lines: &[String], is_valid: bool, send: &dyn Fn(Value)) {
        let geometry = self.puzzle.geometry();
        let cell = |index: usize| {
            if let Some(digit) = board.value(index) {
                json!({ "value": geometry.digit(digit).get(), "candidates": null })
            } else {
                json!({ "value": 0, "candidates": digits_of(board, index).map(Digit::get).collect::<Vec<_>>() })
            }
        };
        let cells: Vec<Value> = (0..geometry.cell_count()).map(cell).collect();
        let message = format!("{}\n", lines.join("\n"));
        send(self.message.answer_with("logical", json!({ "cells": cells, "message": message, "isValid": is_valid })));
    }

    /// The wishes for true candidates, which the puzzle carries.
    fn wishes(&self) -> Wishes {
        let options = self.board["truecandidatesoptions"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let mut wishes = Wishes { most: 1, is_logical: false };
        for option in options {
            match option.split_once('=') {
                Some(("truecandidatesnumsolutions", number)) => {
                    wishes.most = number.parse::<u64>().map_or(1, |number| number.clamp(1, 255) as u8);
                }
                None if option.eq_ignore_ascii_case("colored") => wishes.most = COLOURED,
                None if option.eq_ignore_ascii_case("logical") => wishes.is_logical = true,
                _ => {}
            }
        }
        wishes
    }
}

/// The candidates of a cell.
fn digits_of(board: &Board, cell: usize) -> impl Iterator<Item = Digit> {
    let geometry = board.layout().geometry();
    geometry.digits().filter(move |digit| board.digits(cell) >> geometry.digit_index(*digit) & 1 == 1)
}

/// The wishes for true candidates.
struct Wishes {
    /// As many solutions of each candidate are counted.
    most: u8,
    /// Whether digits are marked that techniques leave and search rules out.
    is_logical: bool,
}

/// A stop as a refusal; a cancelled question is not answered.
fn stopped(reason: StopReason) -> Refusal {
    match reason {
        StopReason::Cancelled => Refusal::Cancelled,
        reason => Refusal::Reason(format!("stopped: {reason}")),
    }
}

/// Makes the digits of the player clues: steps continue from them.
fn take_digits_of_the_player(board: &mut Value) {
    for row in board["grid"].as_array_mut().into_iter().flatten() {
        for cell in row.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            if cell.get("value").is_some_and(Value::is_number) {
                cell.insert("given".to_owned(), json!(true));
            }
        }
    }
}
