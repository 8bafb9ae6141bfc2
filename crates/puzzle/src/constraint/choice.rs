//! One of several alternatives, each a conjunction of constraints.
//!
//! Filtering leaves the union of what the possible alternatives leave: *constructive disjunction* (P. Van Hentenryck, V.
//! Saraswat, Y. Deville, 1998).

use crate::constraint::any::{Choice, Constraint};
use crate::constraint::domain::EmptyDomain;
use crate::geometry::Cell;

impl Choice {
    /// A choice among alternatives. An alternative without constraints always holds; a choice without alternatives never does.
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

    /// The cells of all alternatives, without duplicates.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The alternatives.
    #[must_use]
    pub fn alternatives(&self) -> &[Vec<Constraint>] {
        &self.alternatives
    }

    pub(super) fn holds(&self, digits: &[usize]) -> bool {
        let holds = |(constraint, places): (&Constraint, &Vec<usize>)| {
            constraint.holds(&places.iter().map(|&place| digits[place]).collect::<Vec<_>>())
        };
        self.alternatives.iter().zip(&self.places).any(|(all, places)| all.iter().zip(places).all(holds))
    }

    /// The work of filtering by all alternatives.
    pub(super) fn work(&self) -> usize {
        let of_all: usize = self.alternatives.iter().flatten().map(Constraint::work).sum();
        of_all + self.alternatives.len() * if self.domains.is_some() { 1 } else { self.cells.len() }
    }

    pub(super) fn filter(&self, domains: &mut [u64]) -> Result<(), EmptyDomain> {
        if let Some(alternatives) = &self.domains {
            return one_of(alternatives, domains);
        }
        let mut left = vec![0; domains.len()];
        for (alternative, places) in self.alternatives.iter().zip(&self.places) {
            let mut taken = domains.to_vec();
            if together(alternative, places, &mut taken).is_ok() {
                left.iter_mut().zip(&taken).for_each(|(left, taken)| *left |= taken);
                // No digit can be lost any more.
                if left == domains {
                    return Ok(());
                }
            }
        }
        domains.copy_from_slice(&left);
        if domains.contains(&0) || self.alternatives.is_empty() { Err(EmptyDomain) } else { Ok(()) }
    }
}

/// Filters alternatives that are domains: if only one cell can still have a listed digit, it has one.
fn one_of(alternatives: &[(usize, u64)], domains: &mut [u64]) -> Result<(), EmptyDomain> {
    let mut possible = alternatives.iter().filter(|&&(place, digits)| domains[place] & digits != 0);
    let Some(&(place, mut digits)) = possible.next() else { return Err(EmptyDomain) };
    for &(other, more) in possible {
        if other != place {
            return Ok(());
        }
        digits |= more;
    }
    domains[place] &= digits;
    Ok(())
}

/// Filters by a conjunction of constraints to a fixed point.
fn together(constraints: &[Constraint], places: &[Vec<usize>], domains: &mut [u64]) -> Result<(), EmptyDomain> {
    loop {
        let mut has_changed = false;
        for (constraint, places) in constraints.iter().zip(places) {
            let mut own: Vec<u64> = places.iter().map(|&place| domains[place]).collect();
            constraint.filter(&mut own)?;
            for (&place, own) in places.iter().zip(own) {
                has_changed |= domains[place] & own != domains[place];
                domains[place] &= own;
                if domains[place] == 0 {
                    return Err(EmptyDomain);
                }
            }
        }
        if !has_changed || constraints.len() == 1 {
            return Ok(());
        }
    }
}
