//! What engines know of a rule: a few kinds of constraint over cells, their checkers and what they leave of domains.
//!
//! A rule as a setter says it is lowered to these kinds, and no engine knows a rule. That digits differ is a unit of fewer cells
//! than digits; which sets of digits the cells then can have is a constraint. This room knows no clauses, no search and no words of Sudoku; digits are values, and a
//! domain is a set of digit indices, a bit each.
//!
//! | kind | says | filtering | source |
//! | --- | --- | --- | --- |
//! | [`Domain`](Constraint::Domain) | which digits a cell may have | complete | |
//! | [`Distinct`](Constraint::Distinct) | which sets of digits cells that differ may have | by the possible sets | |
//! | [`Relation`](Constraint::Relation) | which pairs of digits two cells may have | complete | Mackworth 1977 |
//! | [`Sum`](Constraint::Sum) | a weighted sum of cells | by the possible sets of cells that differ, and bounds | Trick 2003 |
//! | [`Automaton`](Constraint::Automaton) | which sequences of digits cells may have | complete | Pesant 2004 |
//! | [`Choice`](Constraint::Choice) | one of several alternatives holds | what any possible alternative leaves | Van Hentenryck 1998 |

mod automaton;
mod choice;
mod distinct;
mod relation;
mod sum;

use std::sync::Arc;

pub use automaton::{Automaton, AutomatonError};
pub use choice::Choice;
pub use distinct::Distinct;
pub use relation::Relation;
pub use sum::Sum;

use crate::constraint::relation::ones;
use crate::geometry::Cell;

/// The most digits of a board with constraints: domains are words of so many bits.
pub const MOST_DIGITS: usize = 64;

/// The most cases that are tried to see whether a constraint may be filled.
const MOST_CASES: u32 = 1_000;

/// What an engine knows of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Constraint {
    /// A cell has one of some digits.
    Domain {
        /// The cell.
        cell: Cell,
        /// The indices of the digits, a bit each.
        digits: u64,
    },
    /// Cells that all differ have one of some sets of digits.
    Distinct(Distinct),
    /// Two cells have one of some pairs of digits.
    Relation {
        /// The cells.
        cells: [Cell; 2],
        /// The pairs.
        allowed: Arc<Relation>,
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
    /// One of several alternatives holds.
    Choice(Choice),
}

/// A constraint leaves a cell no digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emptied;

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
            Self::Choice(choice) => choice.cells().to_vec(),
        }
    }

    /// Strikes digits that no filling of the cells can have out of their domains, which are in the order of
    /// [`cells`](Self::cells). A domain of one digit is a filled cell.
    ///
    /// # Errors
    /// If a domain is left empty: the cells cannot be filled.
    pub fn filter(&self, domains: &mut [u64]) -> Result<(), Emptied> {
        match self {
            Self::Domain { digits, .. } => domains[0] &= digits,
            Self::Distinct(distinct) => distinct.filter(domains)?,
            Self::Relation { allowed, .. } => allowed.filter(domains),
            Self::Sum(sum) => sum.filter(domains)?,
            Self::Automaton { automaton, .. } => automaton.filter(domains)?,
            Self::Choice(choice) => choice.filter(domains)?,
        }
        if domains.contains(&0) { Err(Emptied) } else { Ok(()) }
    }

    /// Whether the cells may have a filling by these digits: by filtering, and then case by case, as filtering may see less of fewer
    /// digits than of more. Also where there are too many cases.
    pub(crate) fn may_be_filled(&self, domains: &[u64]) -> bool {
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
            Self::Choice(choice) => choice.holds(digits),
        }
    }
}
