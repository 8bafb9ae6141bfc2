//! Rules in the words of engines.

use std::sync::Arc;

use crate::constraint::{Constraint, Relation, Sum};
use crate::geometry::{Cell, Geometry};

/// Why a rule cannot be on a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// It names a place that is no cell.
    #[error("{0} is no cell of the board")]
    Outside(Cell),
    /// It names a cell twice.
    #[error("{0} is named twice")]
    Twice(Cell),
    /// It has too few or too many cells.
    #[error("expected {expected} cells, found {found}")]
    Cells {
        /// How many it may have.
        expected: String,
        /// How many it has.
        found: usize,
    },
    /// The board has more digits than rules are worked out for.
    #[error("rules are worked out for boards of at most {most} digits, found {found}")]
    Digits {
        /// The most.
        most: usize,
        /// How many the board has.
        found: usize,
    },
    /// The rules make more constraints than are worked on.
    #[error("the rules make more than {0} constraints")]
    TooMany(usize),
}

/// More constraints than this are refused.
const MOST: usize = 1 << 20;

/// A sum that is to be made: its rule, its terms and its total.
type Pending = (usize, Vec<(i64, Cell)>, i64);

/// Sets of cells that differ, and constraints; each with the rule that it comes from.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    pub(in crate::rule) rule: usize,
    pub(in crate::rule) sets: Vec<(usize, Vec<Cell>)>,
    pub(in crate::rule) constraints: Vec<(usize, Constraint)>,
    /// Sums are made once it is known which cells differ.
    sums: Vec<Pending>,
}

impl Lowered {
    fn check(&self) -> Result<(), RuleError> {
        let made = self.sets.len() + self.constraints.len() + self.sums.len();
        if made >= MOST { Err(RuleError::TooMany(MOST)) } else { Ok(()) }
    }

    /// No digit twice in some cells.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub fn distinct(&mut self, cells: &[Cell]) -> Result<(), RuleError> {
        self.check()?;
        if cells.len() > 1 {
            self.sets.push((self.rule, cells.to_vec()));
        }
        Ok(())
    }

    /// The digits that a cell may have, by their values.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub fn domain(&mut self, board: &Geometry, cell: Cell, allows: impl Fn(i64) -> bool) -> Result<(), RuleError> {
        self.check()?;
        let values = board.digits().zip(0..).filter(|(digit, _)| allows(i64::from(digit.get())));
        let digits = values.fold(0, |digits, (_, bit)| digits | 1 << bit);
        self.constraints.push((self.rule, Constraint::Domain { cell, digits }));
        Ok(())
    }

    /// A table of values for a board, for [`relation`](Self::relation).
    pub fn table(&self, board: &Geometry, allows: impl Fn(i64, i64) -> bool) -> Arc<Relation> {
        let (first, last) = (i64::from(board.first_digit().get()), i64::from(board.last_digit().get()));
        Arc::new(Relation::of(first..=last, allows))
    }

    /// The pairs of digits that two cells may have.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub fn relation(&mut self, cells: [Cell; 2], allowed: &Arc<Relation>) -> Result<(), RuleError> {
        self.check()?;
        self.constraints.push((self.rule, Constraint::Relation { cells, allowed: Arc::clone(allowed) }));
        Ok(())
    }

    /// The values of cells, each times a factor, make a total. A cell may come twice: its factors are added.
    ///
    /// # Errors
    /// If there are too many constraints.
    pub fn sum(&mut self, terms: impl IntoIterator<Item = (i64, Cell)>, total: i64) -> Result<(), RuleError> {
        self.check()?;
        let mut added: Vec<(i64, Cell)> = Vec::new();
        for (factor, cell) in terms {
            match added.iter_mut().find(|(_, known)| *known == cell) {
                Some((known, _)) => *known += factor,
                None => added.push((factor, cell)),
            }
        }
        added.retain(|(factor, _)| *factor != 0);
        self.sums.push((self.rule, added, total));
        Ok(())
    }

    /// Makes the sums, now that it is known which cells of the board differ.
    pub(in crate::rule) fn finish(&mut self, board: &Geometry) -> Vec<(usize, Constraint)> {
        let (first, digits) = (i64::from(board.first_digit().get()), board.digit_count());
        let differ = |a: Cell, b: Cell| board.shared_unit(a, b).is_some();
        let sums = std::mem::take(&mut self.sums).into_iter();
        let sums =
            sums.map(|(rule, terms, total)| (rule, Constraint::Sum(Sum::new(terms, total, first, digits, differ))));
        self.constraints.extend(sums.collect::<Vec<_>>());
        std::mem::take(&mut self.constraints)
    }
}
