//! The literals of the candidates, and back.

use crate::cnf::Lit;
use crate::encoding::{Term, VarMap};
use crate::geometry::{Candidate, Geometry};

/// The candidates that a formula left open or settled.
pub(super) struct Board {
    digits: usize,
    /// By cell and digit the literal of an open candidate.
    lits: Vec<Option<Lit>>,
    /// By variable the cell and the digit of a candidate.
    candidates: Vec<Option<(u32, u8)>>,
    /// By cell the digits that are open or settled, a bit each.
    pub(super) domains: Vec<u64>,
}

impl Board {
    pub(super) fn new(geometry: &Geometry, map: &VarMap) -> Self {
        let digits = geometry.digit_count();
        let cells = geometry.cell_count();
        let mut board =
            Self { digits, lits: vec![None; cells * digits], candidates: Vec::new(), domains: vec![0; cells] };
        for (index, cell) in geometry.cells().enumerate() {
            for digit in 0..digits {
                let term = map.term(Candidate::new(cell, geometry.digit(digit)));
                if term != Term::False {
                    board.domains[index] |= 1 << digit;
                }
                if let Term::Lit(lit) = term {
                    board.set(index, digit, lit);
                }
            }
        }
        board
    }

    fn set(&mut self, cell: usize, digit: usize, lit: Lit) {
        self.lits[cell * self.digits + digit] = Some(lit);
        let variable = lit.var().index();
        if self.candidates.len() <= variable {
            self.candidates.resize(variable + 1, None);
        }
        self.candidates[variable] = Some((cell as u32, digit as u8));
    }

    pub(super) fn variables(&self) -> usize {
        self.candidates.len()
    }

    /// The literal of a candidate; `None` where the candidate is settled or dead.
    #[inline]
    pub(super) fn lit(&self, cell: u32, digit: usize) -> Option<Lit> {
        self.lits[cell as usize * self.digits + digit]
    }

    /// The cell and the digit of a candidate that a literal denies.
    #[inline]
    pub(super) fn denied(&self, lit: Lit) -> Option<(u32, u8)> {
        if lit.is_negative() { self.candidates.get(lit.var().index()).copied().flatten() } else { None }
    }

    /// The cell and the digit of the candidate of a literal.
    #[inline]
    pub(super) fn candidate(&self, lit: Lit) -> Option<(u32, u8)> {
        self.candidates.get(lit.var().index()).copied().flatten()
    }
}
