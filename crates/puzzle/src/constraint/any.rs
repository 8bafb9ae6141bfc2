//! A constraint of any kind. A choice consists of constraints, so its type stands here too; its methods are in `choice`.

use std::sync::Arc;

use satdoku_base::bits::ones;

use crate::constraint::automaton::Automaton;
use crate::constraint::connected::ConnectedCells;
use crate::constraint::distinct::Distinct;
use crate::constraint::domain::EmptyDomain;
use crate::constraint::partition::Partition;
use crate::constraint::polyominoes::Polyominoes;
use crate::constraint::relation::RelationMatrix;
use crate::constraint::runs::Runs;
use crate::constraint::sum::Sum;
use crate::geometry::Cell;

/// The most cases that are tried to see whether a constraint may be filled.
const MOST_CASES: u32 = 1_000;

/// What an engine knows of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// A cell has one of some digits.
    Domain {
        /// The cell.
        cell: Cell,
        /// The indices of the digits, a bit each.
        digits: u64,
    },
    /// Cells differ, and together hold one of several sets of digits.
    Distinct(Distinct),
    /// Two cells have one of some pairs of digits.
    Relation {
        /// The cells.
        cells: [Cell; 2],
        /// The pairs.
        allowed: Arc<RelationMatrix>,
    },
    /// The values of cells, each times a factor, make a total.
    Sum(Sum),
    /// The digits of cells, in order, are accepted. A cell may come several times.
    Automaton {
        /// The cells.
        cells: Vec<Cell>,
        /// Reads as many digits as there are cells.
        automaton: Arc<Automaton>,
    },
    /// The cells with given values make one connected piece.
    Connected(ConnectedCells),
    /// Regions to be found: the cells of each label are connected, equally many, and hold no digit twice.
    Partition(Partition),
    /// The cells fall into connected pieces of equal values, each with as many cells as its value.
    Polyominoes(Polyominoes),
    /// A total is the length of runs of equal cells.
    Runs(Runs),
    /// One of several alternatives holds.
    Choice(Choice),
}

/// One of several alternatives holds, and others may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub(super) cells: Vec<Cell>,
    pub(super) alternatives: Vec<Vec<Constraint>>,
    /// The places of each constraint's cells among all.
    pub(super) places: Vec<Vec<Vec<usize>>>,
    /// The place and the digits of each alternative, where each only says which digits a cell may have.
    pub(super) domains: Option<Vec<(usize, u64)>>,
}

impl Constraint {
    /// The cells that it looks at.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Self::Domain { cell, .. } => vec![*cell],
            Self::Distinct(distinct) => distinct.cells().to_vec(),
            Self::Relation { cells, .. } => cells.to_vec(),
            Self::Sum(sum) => sum.terms().iter().map(|&(_, cell)| cell).collect(),
            Self::Automaton { cells, .. } => cells.clone(),
            Self::Connected(connected) => connected.cells().to_vec(),
            Self::Partition(partition) => partition.cells().to_vec(),
            Self::Polyominoes(polyominoes) => polyominoes.cells().to_vec(),
            Self::Runs(runs) => runs.cells().to_vec(),
            Self::Choice(choice) => choice.cells().to_vec(),
        }
    }

    /// Strikes digits that no filling of the cells can have out of their domains, which are in the order of
    /// [`cells`](Self::cells). A domain of one digit is a filled cell.
    ///
    /// # Errors
    /// If a domain is left empty: the cells cannot be filled.
    pub fn filter(&self, domains: &mut [u64]) -> Result<(), EmptyDomain> {
        match self {
            Self::Domain { digits, .. } => domains[0] &= digits,
            Self::Distinct(distinct) => distinct.filter(domains)?,
            Self::Relation { allowed, .. } => allowed.filter(domains),
            Self::Sum(sum) => sum.filter(domains)?,
            Self::Automaton { automaton, .. } => automaton.filter(domains)?,
            Self::Connected(connected) => connected.filter(domains)?,
            Self::Partition(partition) => partition.filter(domains)?,
            Self::Polyominoes(polyominoes) => polyominoes.filter(domains)?,
            Self::Runs(runs) => runs.filter(domains)?,
            Self::Choice(choice) => choice.filter(domains)?,
        }
        if domains.contains(&0) { Err(EmptyDomain) } else { Ok(()) }
    }

    /// The work of filtering, roughly: entries of tables, and places, that are looked at once.
    #[doc(hidden)]
    #[must_use]
    pub fn work(&self) -> usize {
        match self {
            Self::Domain { .. } | Self::Relation { .. } => 2,
            Self::Distinct(distinct) => distinct.cells().len() + distinct.sets().len(),
            Self::Sum(sum) => sum.terms().len(),
            Self::Automaton { automaton, .. } => automaton.table_len(),
            Self::Connected(connected) => connected.work(),
            Self::Partition(partition) => partition.work(),
            Self::Polyominoes(polyominoes) => polyominoes.work(),
            Self::Runs(runs) => runs.work(),
            Self::Choice(choice) => choice.work(),
        }
    }

    /// Whether the cells may have a filling by these digits: by filtering, and then case by case, as filtering may see less of fewer
    /// digits than of more. Also where there are too many cases.
    #[doc(hidden)]
    #[must_use]
    pub fn may_be_filled(&self, domains: &[u64]) -> bool {
        fn search(constraint: &Constraint, cells: &[Cell], mut domains: Vec<u64>, cases: &mut u32) -> bool {
            if domains.contains(&0) || constraint.filter(&mut domains).is_err() {
                return false;
            }
            let open = (0..domains.len()).filter(|&place| domains[place].count_ones() > 1);
            let Some(place) = open.min_by_key(|&place| domains[place].count_ones()) else {
                let digits: Vec<usize> = domains.iter().map(|left| left.trailing_zeros() as usize).collect();
                return constraint.holds(&digits);
            };
            *cases = cases.saturating_sub(1);
            *cases == 0
                || ones(domains[place]).any(|digit| {
                    let mut with = domains.clone();
                    for (other, left) in with.iter_mut().enumerate() {
                        // A cell may come several times.
                        *left &= if cells[other] == cells[place] { 1 << digit } else { u64::MAX };
                    }
                    search(constraint, cells, with, cases)
                })
        }
        let mut cases = MOST_CASES;
        search(self, &self.cells(), domains.to_vec(), &mut cases)
    }

    /// Whether digits, by index in the order of [`cells`](Self::cells), fulfil it. The checker that filtering and clauses are
    /// held against.
    #[must_use]
    pub fn holds(&self, digits: &[usize]) -> bool {
        match self {
            Self::Domain { digits: allowed, .. } => allowed >> digits[0] & 1 == 1,
            Self::Distinct(distinct) => distinct.holds(digits),
            Self::Relation { allowed, .. } => allowed.has(digits[0], digits[1]),
            Self::Sum(sum) => sum.holds(digits),
            Self::Automaton { automaton, .. } => automaton.holds(digits),
            Self::Connected(connected) => connected.holds(digits),
            Self::Partition(partition) => partition.holds(digits),
            Self::Polyominoes(polyominoes) => polyominoes.holds(digits),
            Self::Runs(runs) => runs.holds(digits),
            Self::Choice(choice) => choice.holds(digits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All domains of digits 1 to 4; filtering alone lets some through that have no filling.
    #[test]
    fn what_may_be_filled_is_what_has_a_filling() {
        let cell = |column| Cell::new(0, column);
        let terms = vec![(1, cell(1)), (1, cell(2)), (1, cell(3)), (-1, cell(4))];
        // The circle of an arrow and its three cells, which differ.
        let sum = Sum::new(terms, 3, 1, 4, |one, other| one != other && one != cell(4) && other != cell(4));
        let mut fillings = Vec::new();
        for number in 0..4_usize.pow(4) {
            let digits = [number % 4, number / 4 % 4, number / 16 % 4, number / 64];
            let differ = digits[0] != digits[1] && digits[0] != digits[2] && digits[1] != digits[2];
            if differ && sum.holds(&digits) {
                fillings.push(digits);
            }
        }
        assert!(!fillings.is_empty());
        let constraint = Constraint::Sum(sum);
        let mut unseen = 0;
        for number in 0..1_u64 << 16 {
            let mut domains = [number, number >> 4, number >> 8, number >> 12].map(|bits| bits & 0b1111);
            let fits =
                |filling: &[usize; 4]| filling.iter().zip(&domains).all(|(digit, domain)| domain >> digit & 1 == 1);
            let has_one = fillings.iter().any(fits);
            assert_eq!(constraint.may_be_filled(&domains), has_one, "{domains:?}");
            let is_let_through = constraint.filter(&mut domains).is_ok();
            assert!(is_let_through || !has_one, "{domains:?}");
            unseen += u32::from(is_let_through && !has_one);
        }
        assert!(unseen > 0);
    }
}
