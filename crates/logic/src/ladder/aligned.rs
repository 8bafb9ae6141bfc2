//! Aligned exclusion: pairs or triples of cells. Every filling of the cells with some digit takes every digit of a cell that sees
//! the whole pair or triple.

use std::ops::ControlFlow;

use crate::bits::{lowest, ones};
use crate::board::Board;
use crate::finder::{Found, Position};
use crate::ladder::subsets::of_cell;
use crate::ladder::wings::shared;
use crate::layout::BoardTables;
use crate::pencil_mark::{Literal, PencilMark, Set};
use crate::proof::{ProofLine, StepProof};
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;

/// Two cells.
pub(crate) static ALIGNED_PAIR: Technique = Technique {
    name: "aligned-pair-exclusion",
    title: "aligned pair exclusion",
    aliases: &["ape"],
    rating: 62,
    highest: 62,
    hodoku: None,
    needs_uniqueness: false,
    summary: "with a digit in one of two cells, whatever the other has leaves some cell that sees both no digit",
};

/// Three cells.
pub(crate) static ALIGNED_TRIPLE: Technique = Technique {
    name: "aligned-triple-exclusion",
    title: "aligned triple exclusion",
    aliases: &["aligned-triplet-exclusion", "ate"],
    rating: 75,
    highest: 75,
    hodoku: None,
    needs_uniqueness: false,
    summary: "with a digit in one of three cells, whatever the others have leaves some cell that sees all three no digit",
};

/// Cells with few digits that are peers of all cells of a tuple.
#[derive(Clone, Copy)]
struct Excluders {
    cells: [(usize, u64); 32],
    count: usize,
}

impl Excluders {
    /// The cells that are also peers of another cell.
    fn beside(cells: &[(usize, u64)], layout: &BoardTables, cell: usize) -> Self {
        let mut excluders = Self { cells: [(0, 0); 32], count: 0 };
        let seen = cells.iter().filter(|&&(peer, _)| layout.sees(peer, cell));
        for (slot, of) in excluders.cells.iter_mut().zip(seen) {
            *slot = *of;
            excluders.count += 1;
        }
        excluders
    }

    fn cells(&self) -> &[(usize, u64)] {
        &self.cells[..self.count]
    }

    /// The first excluder whose digits are all among `digits`.
    fn starved(&self, digits: u64) -> Option<usize> {
        self.cells().iter().find(|(_, left)| left & !digits == 0).map(|(cell, _)| *cell)
    }
}

struct Tuple<'a> {
    board: &'a Board,
    layout: &'a BoardTables,
    cells: &'a [usize],
    excluders: Excluders,
}

impl Tuple<'_> {
    /// Whether the cells from `at` on can be filled, given the digits of the cells before.
    fn fills(&self, at: usize, chosen: &mut [usize; 3]) -> bool {
        if at == self.cells.len() {
            let digits = chosen[..at].iter().fold(0, |digits, digit| digits | 1 << digit);
            return self.excluders.starved(digits).is_none();
        }
        ones(self.board.digits(self.cells[at])).any(|digit| {
            let clashes =
                |before: usize| chosen[before] == digit && self.layout.sees(self.cells[before], self.cells[at]);
            if (0..at).any(clashes) {
                return false;
            }
            chosen[at] = digit;
            self.fills(at + 1, chosen)
        })
    }

    /// Lines to a contradiction from `chosen` in the cells before `at`.
    fn refutation(&self, at: usize, chosen: &mut Vec<usize>) -> StepProof {
        if at == self.cells.len() {
            let digits = chosen.iter().fold(0, |digits, digit| digits | 1_u64 << digit);
            let starved = self.excluders.starved(digits).expect("every filling starves a cell");
            let of = self.board.digits(starved);
            let by = |digit: usize| self.cells[chosen.iter().position(|&one| one == digit).expect("taken")];
            let mut lines: StepProof = ones(of)
                .map(|digit| {
                    ProofLine::once(PencilMark::new(starved, digit), shared(self.layout, by(digit), starved, digit))
                })
                .collect();
            lines.push(ProofLine::has(PencilMark::new(starved, lowest(of)), Set::cell(starved)));
            return lines;
        }
        let cell = self.cells[at];
        let mut lines = Vec::new();
        for digit in ones(self.board.digits(cell)) {
            let mark = PencilMark::new(cell, digit);
            let clash = (0..at).find(|&before| chosen[before] == digit && self.layout.sees(self.cells[before], cell));
            if let Some(before) = clash {
                lines.push(ProofLine::once(mark, shared(self.layout, self.cells[before], cell, digit)));
                continue;
            }
            chosen.push(digit);
            lines.push(ProofLine::refuted(Literal::off(mark), self.refutation(at + 1, chosen)));
            chosen.pop();
        }
        lines.push(ProofLine::has(PencilMark::new(cell, lowest(self.board.digits(cell))), Set::cell(cell)));
        lines
    }

    fn look(&mut self, technique: &'static Technique, found: Found<'_>) -> ControlFlow<()> {
        let mut struck = Vec::new();
        let first = self.cells;
        for turn in 0..first.len() {
            let mut order = [0; 3];
            order[0] = first[turn];
            let others = first.iter().enumerate().filter(|(at, _)| *at != turn).map(|(_, &cell)| cell);
            order[1..first.len()].iter_mut().zip(others).for_each(|(slot, cell)| *slot = cell);
            let turned = Tuple {
                cells: &order[..first.len()],
                excluders: self.excluders,
                board: self.board,
                layout: self.layout,
            };
            for digit in ones(self.board.digits(order[0])) {
                if !turned.fills(1, &mut [digit, 0, 0]) {
                    let mark = PencilMark::new(order[0], digit);
                    struck.push((mark, turned.refutation(1, &mut vec![digit])));
                }
            }
        }
        if struck.is_empty() {
            return ControlFlow::Continue(());
        }
        let of_tuple = self.cells.iter().flat_map(|&cell| of_cell(self.board, cell, u64::MAX, Role::Base));
        let of_excluders =
            self.excluders.cells().iter().flat_map(|&(cell, _)| of_cell(self.board, cell, u64::MAX, Role::Other));
        found(Step {
            technique,
            rating: technique.rating,
            placed: Vec::new(),
            struck: struck.iter().map(|(mark, _)| *mark).collect(),
            figure: Figure { units: Vec::new(), marks: of_tuple.chain(of_excluders).collect(), ..Figure::default() },
            proof: struck.into_iter().map(|(mark, lines)| ProofLine::refuted(Literal::off(mark), lines)).collect(),
        })
    }
}

fn exclusions(
    position: &Position<'_>,
    size: usize,
    technique: &'static Technique,
    found: Found<'_>,
) -> ControlFlow<()> {
    let (board, layout) = (position.board, &**position.board.layout());
    let is_open = |cell: &usize| board.digits(*cell).count_ones() >= 2;
    let is_excluder = |cell: u16| (2..=size as u32).contains(&board.digits(cell.into()).count_ones());
    let mut cells = [0_usize; 1024];
    let mut count = 0;
    for cell in (0..layout.cell_count().min(1024)).filter(is_open) {
        if layout.peers(cell).iter().any(|&peer| is_excluder(peer)) {
            cells[count] = cell;
            count += 1;
        }
    }
    let cells = &cells[..count];
    for (at, &one) in cells.iter().enumerate() {
        let near = layout.peers(one).iter().filter(|&&peer| is_excluder(peer));
        let near: Vec<(usize, u64)> = near.map(|&peer| (peer.into(), board.digits(peer.into()))).collect();
        for (then, &other) in cells.iter().enumerate().skip(at + 1) {
            let excluders = Excluders::beside(&near, layout, other);
            if excluders.count == 0 {
                continue;
            }
            if size == 2 {
                Tuple { board, layout, cells: &[one, other], excluders }.look(technique, found)?;
                continue;
            }
            if position.running.check().is_err() {
                return ControlFlow::Break(());
            }
            for &third in &cells[then + 1..] {
                let excluders = Excluders::beside(excluders.cells(), layout, third);
                if excluders.count > 0 {
                    Tuple { board, layout, cells: &[one, other, third], excluders }.look(technique, found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Aligned pair exclusions.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn aligned_pairs(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    exclusions(position, 2, &ALIGNED_PAIR, found)
}

/// Aligned triple exclusions.
///
/// # Errors
/// A break when `found` breaks, as for every finder.
pub(crate) fn aligned_triples(position: &Position<'_>, found: Found<'_>) -> ControlFlow<()> {
    exclusions(position, 3, &ALIGNED_TRIPLE, found)
}
