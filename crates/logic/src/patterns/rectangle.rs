//! The shape of uniqueness patterns: rectangles of two rows, two columns and two boxes, and their proofs.

use std::ops::ControlFlow;

use satdoku_puzzle::geometry::UnitKind;

use crate::bits::{Cells, lowest, ones};
use crate::ladder::subsets::of_cell;
use crate::pencil_mark::{Literal, PencilMark};
use crate::proof::{Because, ProofLine, StepProof};
use crate::step::{Figure, Role, Step};
use crate::technique::Technique;
use crate::visibility::Visibility;

/// Four cells: the first two in one row, the last two in another, the first and third in one column.
pub(super) struct Rectangle<'a, 'f> {
    pub(super) visibility: &'f Visibility<'a>,
    pub(super) cells: [usize; 4],
    pub(super) pair: u64,
}

/// The corners of each side: rows first, then columns.
pub(super) const SIDES: [[usize; 2]; 4] = [[0, 1], [2, 3], [0, 2], [1, 3]];

/// Calls a function with every rectangle and pair of digits: with `is_filled` rectangles with filled cells, otherwise only empty
/// ones.
pub(super) fn rectangles(
    visibility: &Visibility<'_>,
    is_filled: bool,
    mut see: impl FnMut(&Rectangle<'_, '_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (board, layout) = (visibility.board, visibility.layout);
    let rows: Vec<usize> = visibility.units_of_kind(UnitKind::Row).collect();
    let columns: Vec<usize> = visibility.units_of_kind(UnitKind::Column).collect();
    let digits_of = |cell: usize| board.value(cell).map_or(board.digits(cell), |digit| 1 << digit);
    let crossing = |row: usize, column: usize| visibility.unit(row).and(visibility.unit(column)).iter().next();
    for (at, &upper) in rows.iter().enumerate() {
        for &lower in &rows[at + 1..] {
            for (at, &left) in columns.iter().enumerate() {
                for &right in &columns[at + 1..] {
                    let corners = [(upper, left), (upper, right), (lower, left), (lower, right)];
                    let [Some(a), Some(b), Some(c), Some(d)] = corners.map(|(row, column)| crossing(row, column))
                    else {
                        continue;
                    };
                    let cells = [a, b, c, d];
                    let filled = cells.iter().filter(|&&cell| board.value(cell).is_some()).count();
                    let all = Cells::of(cells);
                    let keeps_units = |cell: usize| {
                        layout
                            .units_of(cell)
                            .iter()
                            .all(|&(unit, _)| visibility.unit(unit.into()).and(all).count() == 2)
                    };
                    let is_wanted = if is_filled { filled == 2 || filled == 3 } else { filled == 0 };
                    if !is_wanted
                        || cells.iter().any(|&cell| board.is_given(cell))
                        || !cells.into_iter().all(keeps_units)
                    {
                        continue;
                    }
                    // The digits of bivalue cells, or of filled cells: a cell may have lost a digit of the pair.
                    let from = cells.iter().filter(|&&cell| {
                        if is_filled { board.value(cell).is_some() } else { board.digits(cell).count_ones() == 2 }
                    });
                    let from = from.fold(0, |digits, &cell| digits | digits_of(cell));
                    let is_pair = |pair: u64| {
                        cells.iter().all(|&cell| digits_of(cell) & pair != 0)
                            && (is_filled || cells.iter().any(|&cell| digits_of(cell) == pair))
                    };
                    for one in ones(from) {
                        for other in ones(from & !((2 << one) - 1)) {
                            let pair = 1 << one | 1 << other;
                            if is_pair(pair) {
                                see(&Rectangle { visibility, cells, pair })?;
                            }
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

impl Rectangle<'_, '_> {
    pub(super) fn digits(&self, at: usize) -> u64 {
        let cell = self.cells[at];
        self.visibility.board.value(cell).map_or(self.visibility.board.digits(cell), |digit| 1 << digit)
    }

    pub(super) fn extra(&self, at: usize) -> u64 {
        self.digits(at) & !self.pair
    }

    /// The corners with digits beside the pair.
    pub(super) fn rich(&self) -> Vec<usize> {
        (0..4).filter(|&at| self.extra(at) != 0).collect()
    }

    pub(super) fn pattern(&self) -> Vec<(u16, [u8; 2])> {
        let digits = [lowest(self.pair) as u8, 63 - self.pair.leading_zeros() as u8];
        self.cells.iter().map(|&cell| (cell as u16, digits)).collect()
    }

    pub(super) fn deadly(&self, says: Literal) -> ProofLine {
        ProofLine { says, because: Because::Deadly(self.pattern()) }
    }

    /// Lines to a contradiction: the cells would have only their pair.
    pub(super) fn refuted(&self, mark: PencilMark, lines: impl IntoIterator<Item = ProofLine>) -> ProofLine {
        let says = Literal::on(PencilMark::new(self.cells[0], lowest(self.pair)));
        let end = [self.deadly(says), self.deadly(says.negated())];
        ProofLine::refuted(Literal::off(mark), lines.into_iter().chain(end).collect())
    }

    pub(super) fn step(
        &self,
        technique: &'static Technique,
        lines: StepProof,
        unit: Option<usize>,
        others: Cells,
    ) -> Option<Step> {
        let board = self.visibility.board;
        let mut proof: StepProof = Vec::new();
        for line in lines {
            if board.has(line.says.mark) && proof.iter().all(|known| known.says != line.says) {
                proof.push(line);
            }
        }
        if proof.is_empty() {
            return None;
        }
        let of_corner = |&cell: &usize| {
            of_cell(board, cell, self.pair, Role::Base).chain(of_cell(board, cell, !self.pair, Role::Fin))
        };
        let of_others = others.iter().flat_map(|cell| of_cell(board, cell, u64::MAX, Role::Other));
        Some(Step {
            technique,
            rating: 0,
            placed: Vec::new(),
            struck: proof.iter().map(|line| line.says.mark).collect(),
            proof,
            figure: Figure {
                units: unit.into_iter().map(|unit| unit as u16).collect(),
                marks: self.cells.iter().flat_map(of_corner).chain(of_others).collect(),
                ..Figure::default()
            },
        })
    }

    /// One of some corners has a digit, so a cell that sees these corners does not have the digit.
    pub(super) fn one_has(&self, technique: &'static Technique, corners: &[usize], digit: usize) -> Option<Step> {
        let corners = Cells::of(corners.iter().map(|&at| self.cells[at]));
        let struck = self.visibility.seen_by_all(corners).and(self.visibility.places(digit));
        let line = |mark: PencilMark| {
            let off = |fin| {
                ProofLine::once(
                    fin,
                    Visibility::shared(self.visibility.layout, mark, fin).expect("it sees the corners"),
                )
            };
            self.refuted(mark, Visibility::marks(corners, digit).map(off))
        };
        self.step(technique, Visibility::marks(struck, digit).map(line).collect(), None, Cells::default())
    }
}
