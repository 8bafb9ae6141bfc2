//! One of several alternatives, each of them constraints that hold together.
//!
//! Filtering leaves what any alternative leaves that is still possible: *constructive disjunction* (P. Van Hentenryck,
//! V. Saraswat, Y. Deville, 1998).

use crate::constraint::{Constraint, Emptied};
use crate::geometry::Cell;

/// One of several alternatives holds, and others may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    cells: Vec<Cell>,
    alternatives: Vec<Vec<Constraint>>,
    /// The places of each constraint's cells among all.
    places: Vec<Vec<Vec<usize>>>,
    /// The place and the digits of each alternative, where each only says which digits a cell may have.
    domains: Option<Vec<(usize, u64)>>,
}

impl Choice {
    /// A choice among alternatives. One without constraints always holds, and none at all never.
    #[must_use]
    pub fn new(alternatives: Vec<Vec<Constraint>>) -> Self {
        let mut cells: Vec<Cell> = Vec::new();
        let mut number = |cell: Cell| {
            let known = cells.iter().position(|&known| known == cell);
            known.unwrap_or_else(|| {
                cells.push(cell);
                cells.len() - 1
            })
        };
        let mut places_of = |constraint: &Constraint| constraint.cells().into_iter().map(&mut number).collect();
        let places: Vec<Vec<Vec<usize>>> =
            alternatives.iter().map(|alternative| alternative.iter().map(&mut places_of).collect()).collect();
        let domain = |(alternative, places): (&Vec<Constraint>, &Vec<Vec<usize>>)| match alternative[..] {
            [Constraint::Domain { digits, .. }] => Some((places[0][0], digits)),
            _ => None,
        };
        let domains = alternatives.iter().zip(&places).map(domain).collect();
        Self { cells, alternatives, places, domains }
    }

    /// The cells that any alternative looks at, each once.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The alternatives.
    #[must_use]
    pub fn alternatives(&self) -> &[Vec<Constraint>] {
        &self.alternatives
    }

    pub(in crate::constraint) fn holds(&self, digits: &[usize]) -> bool {
        let holds = |(constraint, places): (&Constraint, &Vec<usize>)| {
            constraint.holds(&places.iter().map(|&place| digits[place]).collect::<Vec<_>>())
        };
        self.alternatives.iter().zip(&self.places).any(|(all, places)| all.iter().zip(places).all(holds))
    }

    pub(in crate::constraint) fn filter(&self, domains: &mut [u64]) -> Result<(), Emptied> {
        if let Some(alternatives) = &self.domains {
            return one_of(alternatives, domains);
        }
        let mut left = vec![0; domains.len()];
        for (alternative, places) in self.alternatives.iter().zip(&self.places) {
            let mut taken = domains.to_vec();
            if together(alternative, places, &mut taken).is_ok() {
                left.iter_mut().zip(&taken).for_each(|(left, taken)| *left |= taken);
                // Nothing can be lost any more.
                if left == domains {
                    return Ok(());
                }
            }
        }
        domains.copy_from_slice(&left);
        if domains.contains(&0) || self.alternatives.is_empty() { Err(Emptied) } else { Ok(()) }
    }
}

/// Cells of which one has one of some digits: the last that can have one does.
fn one_of(alternatives: &[(usize, u64)], domains: &mut [u64]) -> Result<(), Emptied> {
    let mut possible = alternatives.iter().filter(|&&(place, digits)| domains[place] & digits != 0);
    let Some(&(place, mut digits)) = possible.next() else { return Err(Emptied) };
    for &(other, more) in possible {
        if other != place {
            return Ok(());
        }
        digits |= more;
    }
    domains[place] &= digits;
    Ok(())
}

/// Filters by constraints that hold together until nothing changes.
fn together(constraints: &[Constraint], places: &[Vec<usize>], domains: &mut [u64]) -> Result<(), Emptied> {
    loop {
        let mut has_changed = false;
        for (constraint, places) in constraints.iter().zip(places) {
            let mut own: Vec<u64> = places.iter().map(|&place| domains[place]).collect();
            constraint.filter(&mut own)?;
            for (&place, own) in places.iter().zip(own) {
                has_changed |= domains[place] & own != domains[place];
                domains[place] &= own;
                if domains[place] == 0 {
                    return Err(Emptied);
                }
            }
        }
        if !has_changed || constraints.len() == 1 {
            return Ok(());
        }
    }
}
