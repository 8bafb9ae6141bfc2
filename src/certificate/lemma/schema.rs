//! From what a lemma rests on to the schema of its kind.

use std::collections::{BTreeMap, BTreeSet};

use crate::budget::{Running, StopReason};
use crate::certificate::lemma::automaton::Edges;
use crate::certificate::lemma::connected::has_no_place;
use crate::certificate::lemma::digits::{domains_of, total, union};
use crate::certificate::lemma::sum::SumOfCells;
use crate::certificate::lemma::unit::{can_differ, differ};
use crate::constraint::{Automaton, ConnectedCells, Constraint, Sum};
use crate::geometry::{Cell, Geometry, UnitId};
use crate::grid::Grid;
use crate::rule::{Grounds, RuleId};

/// A puzzle as lemmas see it.
pub(super) struct Board<'p> {
    geometry: &'p Geometry,
    constraints: &'p [(RuleId, Constraint)],
    /// By cell the digits of the board, of its layer and of rules about this cell alone, a bit each.
    pub(super) domains: Vec<u64>,
}

/// What a lemma rests on, ready to be asked.
pub(super) enum Schema {
    Sum(SumOfCells),
    Unit(Vec<usize>),
    Different(Vec<usize>, Edges),
    Piece(Vec<usize>, ConnectedCells),
}

impl<'p> Board<'p> {
    /// The board of a puzzle; `domains` are those of its cells without rules.
    pub(super) fn new(puzzle: &'p Grid, mut domains: Vec<u64>) -> Self {
        let (geometry, constraints) = (puzzle.geometry(), puzzle.rules().constraints());
        for (_, constraint) in constraints {
            if let Constraint::Domain { cell, digits } = constraint {
                domains[geometry.index(*cell)] &= digits;
            }
        }
        Self { geometry, constraints, domains }
    }

    /// The schema of some grounds; `None` if the puzzle has no such constraints and units, or if nothing follows from them by a schema.
    pub(super) fn schema(&self, grounds: &Grounds) -> Option<Schema> {
        Some(match grounds {
            Grounds::Constraint(number) => {
                let Constraint::Sum(sum) = self.constraint(*number)? else { return None };
                Schema::Sum(SumOfCells::new(self.geometry, sum)?)
            }
            Grounds::Sums { units, sums } => self.sum(units, sums)?,
            Grounds::Unit(unit) => Schema::Unit(self.places(self.geometry.unit(*unit))),
            Grounds::Different(number) => {
                let (cells, automaton) = self.automaton(*number)?;
                let differ = |one: Cell, other: Cell| differ(self.geometry, one, other);
                let all_differ =
                    cells.iter().enumerate().all(|(at, &one)| cells[..at].iter().all(|&other| differ(one, other)));
                all_differ.then(|| Schema::Different(self.places(cells), Edges::of(automaton)))?
            }
            Grounds::Piece { of, counted_by } => {
                let Constraint::Connected(piece) = self.constraint(*of)? else { return None };
                let size = match counted_by {
                    Some(number) => Some(self.count(piece, *number)?),
                    None => piece.size(),
                };
                Schema::Piece(self.places(piece.cells()), ConnectedCells::new(piece.cells(), piece.values(), size))
            }
            Grounds::Region { of, region } => {
                let Constraint::Partition(partition) = self.constraint(*of)? else { return None };
                let piece = partition.regions().get(*region)?;
                Schema::Piece(self.places(piece.cells()), piece.clone())
            }
        })
    }

    fn constraint(&self, number: usize) -> Option<&'p Constraint> {
        self.constraints.get(number).map(|(_, constraint)| constraint)
    }

    fn automaton(&self, number: usize) -> Option<(&'p [Cell], &'p Automaton)> {
        let Constraint::Automaton { cells, automaton } = self.constraint(number)? else { return None };
        Some((cells, automaton))
    }

    fn places(&self, cells: &[Cell]) -> Vec<usize> {
        cells.iter().map(|&cell| self.geometry.index(cell)).collect()
    }

    /// The sum of units, each of which has all digits of its cells, and of constraints, each times a factor.
    fn sum(&self, units: &[UnitId], sums: &[(i64, usize)]) -> Option<Schema> {
        let (mut terms, mut all) = (BTreeMap::<Cell, i64>::new(), 0_i64);
        let mut add = |factor: i64, cell: Cell| {
            let so_far = terms.entry(cell).or_default();
            *so_far = so_far.checked_add(factor)?;
            Some(())
        };
        for &unit in units {
            let cells = self.geometry.unit(unit);
            let digits = union(&domains_of(&self.places(cells), &self.domains));
            if digits.count_ones() as usize != cells.len() {
                return None;
            }
            cells.iter().try_for_each(|&cell| add(1, cell))?;
            all = all.checked_add(total(digits, |digit| i64::from(self.geometry.digit(digit).get())))?;
        }
        for &(factor, number) in sums {
            let Constraint::Sum(sum) = self.constraint(number)? else { return None };
            sum.terms().iter().try_for_each(|&(times, cell)| add(factor.checked_mul(times)?, cell))?;
            all = all.checked_add(factor.checked_mul(sum.total())?)?;
        }
        terms.retain(|_, factor| *factor != 0);
        // No sum of terms overflows.
        let size = terms.values().map(|factor| factor.unsigned_abs()).try_fold(0, u64::checked_add)?;
        let terms: Vec<(i64, Cell)> = terms.into_iter().map(|(cell, factor)| (factor, cell)).collect();
        let values: Vec<i64> = self.geometry.digits().map(|digit| i64::from(digit.get())).collect();
        let differ = |one: Cell, other: Cell| differ(self.geometry, one, other);
        let is_small = size < 1 << 40 && all.unsigned_abs() < 1 << 50;
        let sum = is_small.then(|| Sum::new(terms, all, values[0], values.len(), differ))?;
        Some(Schema::Sum(SumOfCells::new(self.geometry, &sum)?))
    }

    /// The number of cells of a piece, by an automaton that reads each of its cells once.
    fn count(&self, piece: &ConnectedCells, number: usize) -> Option<usize> {
        let (cells, automaton) = self.automaton(number)?;
        let read: BTreeSet<Cell> = cells.iter().copied().collect();
        let is_of_piece = read.len() == cells.len() && read == piece.cells().iter().copied().collect();
        is_of_piece.then(|| Edges::of(automaton).count_of(piece.values()))?
    }
}

impl Schema {
    /// Whether the constraints and units have no filling with these digits of the board's cells; no, where a schema gives up.
    pub(super) fn refutes(&self, domains: &[u64], running: &Running) -> Result<bool, StopReason> {
        match self {
            Self::Sum(sum) => Ok(!sum.is_possible(domains, running)?),
            Self::Unit(places) => Ok(!can_differ(&domains_of(places, domains))),
            Self::Different(places, edges) => Ok(!edges.accept_different(&domains_of(places, domains), running)?),
            Self::Piece(places, piece) => has_no_place(piece, &domains_of(places, domains), running),
        }
    }

    /// Bytes that the schema takes, roughly.
    pub(super) fn bytes(&self) -> u64 {
        let words = match self {
            Self::Sum(sum) => 8 * sum.len(),
            Self::Unit(places) => places.len(),
            Self::Different(places, edges) => places.len() + 4 * edges.len(),
            Self::Piece(places, _) => 24 * places.len(),
        };
        8 * words as u64 + 256
    }
}
