//! Patterns with two fillings, such as unique loops and bivalue universal graves: one of their *rich* cells has a digit beyond the
//! pattern.

use crate::bits::ones;
use crate::board::Board;
use crate::ladder::wings::shared;
use crate::layout::BoardTables;
use crate::pencil_mark::{Literal, PencilMark, Set};
use crate::proof::{ProofLine, StepProof};

/// The rich cells of a pattern, each with its digits beyond the pattern, and the lines that contradict the pattern alone.
pub(super) struct RichCells<'a> {
    pub(super) board: &'a Board,
    pub(super) layout: &'a BoardTables,
    pub(super) cells: &'a [(usize, u64)],
    pub(super) end: [ProofLine; 2],
}

impl RichCells<'_> {
    fn refuted(&self, mark: PencilMark, lines: impl IntoIterator<Item = ProofLine>) -> ProofLine {
        ProofLine::refuted(Literal::off(mark), lines.into_iter().chain(self.end.clone()).collect())
    }

    /// All rich cells have the same digit beyond the pattern: a cell that sees all of them does not have the digit.
    pub(super) fn same_extra(&self, digit: usize) -> StepProof {
        let (board, layout) = (self.board, self.layout);
        let seen = layout.peers(self.cells[0].0).iter().map(|&cell| usize::from(cell));
        let struck = seen.filter(|&cell| self.cells.iter().all(|&(of, _)| layout.sees(of, cell)));
        let struck = struck.map(|cell| PencilMark::new(cell, digit)).filter(|&mark| board.has(mark));
        let line = |mark: PencilMark| {
            let off = |&(cell, _): &(usize, u64)| {
                ProofLine::once(PencilMark::new(cell, digit), shared(layout, mark.cell(), cell, digit))
            };
            self.refuted(mark, self.cells.iter().map(off))
        };
        struck.map(line).collect()
    }

    /// The digits beyond the pattern form a subset with the members: other cells of the unit do not have its digits. With a digit
    /// elsewhere the members take the other digits of the subset, and the rich cells have only the pattern.
    pub(super) fn subset(&self, unit: usize, members: &[usize], digits: u64) -> StepProof {
        let board = self.board;
        let holders = || members.iter().copied().chain(self.cells.iter().map(|&(cell, _)| cell));
        let line = |mark: PencilMark| {
            let digit = mark.digit();
            let have_it = holders().map(|cell| PencilMark::new(cell, digit)).filter(|&mark| board.has(mark));
            let mut lines: StepProof = have_it.map(|mark| ProofLine::once(mark, Set::unit(unit, digit))).collect();
            let bases: Vec<Set> = members.iter().map(|&cell| Set::cell(cell)).collect();
            let covers: Vec<Set> = ones(digits & !(1 << digit)).map(|digit| Set::unit(unit, digit)).collect();
            for &(cell, extra) in self.cells {
                let others = ones(extra & !(1 << digit)).map(|digit| PencilMark::new(cell, digit));
                lines.extend(others.map(|mark| ProofLine::count(mark, &bases, &covers)));
            }
            self.refuted(mark, lines)
        };
        let others = self.layout.unit(unit).iter().map(|&cell| usize::from(cell));
        let others = others.filter(|&cell| holders().all(|of| of != cell));
        let struck =
            others.flat_map(|cell| ones(board.digits(cell) & digits).map(move |digit| PencilMark::new(cell, digit)));
        struck.map(line).collect()
    }
}
