//! Trial and error, the last resort.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::bits::{lowest, ones};
use crate::board::Board;
use crate::finder::{Found, Position};
use crate::pencil_mark::{Literal, PencilMark, Set};
use crate::proof::{ProofLine, StepProof};
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;
use crate::visibility::Visibility;

/// A cell in which every digit but one leads to a contradiction.
pub(crate) static BRUTE_FORCE: Technique = Technique::unrated(
    "brute-force",
    "brute force",
    &["trial-and-error", "bowman-bingo"],
    "xxxx",
    "all digits of a cell but one are tried, with singles and further trials behind them, and lead to a contradiction",
);

/// The most trials: a longer proof would be useless to people.
const MOST_TRIALS: usize = 20_000;

/// The consequences of some trials.
#[derive(Clone)]
struct Trial<'a> {
    /// The position before the first trial, on which the proof is based.
    start: &'a Board,
    board: Board,
    on: Vec<PencilMark>,
    /// The candidates whose loss has a proof line, or is assumed.
    lined: HashSet<PencilMark>,
    lines: StepProof,
}

impl Trial<'_> {
    /// Adds lines for the loss of a set's other candidates, and a line that this candidate remains. If it is out too, the lines
    /// are contradictory.
    fn conclude(&mut self, mark: PencilMark, set: Set) {
        let layout = self.start.layout();
        for other in layout.members(set).filter(|&other| self.start.has(other)) {
            if (other != mark || !self.board.has(mark)) && self.lined.insert(other) {
                let by = self.on.iter().find_map(|&on| Visibility::shared(layout, on, other));
                self.lines
                    .push(ProofLine::once(other, by.expect("what is struck out on the way shares a set with a digit")));
            }
        }
        self.lines.push(ProofLine::has(mark, set));
    }

    fn place(&mut self, mark: PencilMark) {
        self.board.place(mark);
        self.on.push(mark);
    }

    /// Writes singles to a fixed point; returns whether a contradiction follows.
    fn settle(&mut self) -> bool {
        loop {
            if let Some(set) = self.board.dead_end() {
                let any = self.start.layout().members(set).find(|&mark| self.start.has(mark));
                // A set that was impossible from the start is no contradiction of a trial.
                if let Some(any) = any {
                    self.conclude(any, set);
                }
                return any.is_some();
            }
            let naked = self.board.naked_singles().next();
            if let Some(cell) = naked {
                let mark = PencilMark::new(cell, lowest(self.board.digits(cell)));
                self.conclude(mark, Set::cell(cell));
                self.place(mark);
                continue;
            }
            let layout = self.board.layout();
            let is_last = |mark: PencilMark, unit: u16| {
                layout.is_full(unit.into()) && self.board.places(unit.into(), mark.digit()).is_power_of_two()
            };
            let hidden = self.board.last_places().find_map(|mark| {
                let unit = layout.units_of(mark.cell()).iter().find(|(unit, _)| is_last(mark, *unit));
                unit.map(|&(unit, _)| (mark, Set::unit(unit.into(), mark.digit())))
            });
            let Some((mark, set)) = hidden else { return false };
            self.conclude(mark, set);
            self.place(mark);
        }
    }

    /// The lines by which a candidate leads to a contradiction; `None` if it does not, or the trials are used up.
    fn refute(&self, mark: PencilMark, left: &mut usize) -> Option<StepProof> {
        *left = left.checked_sub(1)?;
        let mut trial = Trial { lines: Vec::new(), ..self.clone() };
        trial.place(mark);
        if trial.settle() {
            return Some(trial.lines);
        }
        let board = &trial.board;
        let cell = board.empty_cells().min_by_key(|&cell| board.digits(cell).count_ones())?;
        let digits: Vec<PencilMark> = ones(board.digits(cell)).map(|digit| PencilMark::new(cell, digit)).collect();
        for &next in &digits {
            let lines = trial.refute(next, left)?;
            trial.lines.push(ProofLine::refuted(Literal::off(next), lines));
            trial.lined.insert(next);
        }
        trial.board.strike(digits[0]);
        trial.conclude(digits[0], Set::cell(cell));
        Some(trial.lines)
    }
}

/// Trial and error in the middle empty cell, or the nearest cell with a result: one step.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn brute_force(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    let board = position.board;
    let cells: Vec<usize> = board.empty_cells().collect();
    let middle = cells.len() / 2;
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_by_key(|&at| at.abs_diff(middle));
    let mut left = MOST_TRIALS;
    for cell in order.into_iter().map(|at| cells[at]) {
        if position.running.check().is_err() {
            return ControlFlow::Break(());
        }
        let trial =
            Trial { start: board, board: board.clone(), on: Vec::new(), lined: HashSet::new(), lines: Vec::new() };
        let mut proof = Vec::new();
        let mut kept = Vec::new();
        for mark in ones(board.digits(cell)).map(|digit| PencilMark::new(cell, digit)) {
            match trial.refute(mark, &mut left) {
                Some(lines) => proof.push(ProofLine::refuted(Literal::off(mark), lines)),
                None => kept.push(mark),
            }
        }
        if proof.is_empty() {
            continue;
        }
        let struck: Vec<PencilMark> = proof.iter().map(|line| line.says.mark).collect();
        let figure = Figure {
            marks: kept
                .iter()
                .map(|&mark| (mark, Role::On))
                .chain(struck.iter().map(|&mark| (mark, Role::Off)))
                .collect(),
            ..Figure::default()
        };
        let (mut placed, mut others) = (Vec::new(), struck);
        if let [only] = *kept {
            proof.push(ProofLine::has(only, Set::cell(cell)));
            (placed, others) = (vec![only], Vec::new());
        }
        return found(Step { technique: &BRUTE_FORCE, rating: 0, placed, struck: others, proof, figure });
    }
    ControlFlow::Continue(())
}
