//! The constraints that encodings are put together from.

use itertools::Itertools;

use crate::cnf::{ClauseSink, Lit};
use crate::encoding::{Term, VarMap};
use crate::geometry::{Candidate, Cell, Digit, Geometry, UnitId};

/// Candidates of which a solution has exactly one.
#[derive(Clone, Copy)]
pub(in crate::encoding) enum Group {
    /// The digits of a cell.
    Cell(Cell),
    /// The places of a digit in a unit.
    Unit(UnitId, Digit),
}

/// Writes constraints over candidates as clauses; dead and settled candidates never reach the sink.
pub(in crate::encoding) struct Constraints<'a, S: ?Sized> {
    geometry: &'a Geometry,
    map: &'a VarMap,
    sink: &'a mut S,
    lits: Vec<Lit>,
    /// Whether one candidate of the group that was gathered last is settled.
    is_settled: bool,
}

impl<'a, S: ClauseSink + ?Sized> Constraints<'a, S> {
    pub(in crate::encoding) fn new(geometry: &'a Geometry, map: &'a VarMap, sink: &'a mut S) -> Self {
        Self { geometry, map, sink, lits: Vec::with_capacity(geometry.side()), is_settled: false }
    }

    /// All groups of the units, unit by unit and within a unit by digit.
    pub(in crate::encoding) fn unit_groups(geometry: &Geometry) -> impl Iterator<Item = Group> + use<'_, 'a, S> {
        geometry.units().flat_map(|unit| geometry.digits().map(move |digit| Group::Unit(unit, digit)))
    }

    /// At least one candidate of the group is true. Where none is left this is the empty clause.
    pub(in crate::encoding) fn at_least_one(&mut self, group: Group) -> Result<(), S::Error> {
        self.gather(group);
        self.write_at_least_one()
    }

    /// At most one candidate of the group is true, pair by pair.
    pub(in crate::encoding) fn at_most_one(&mut self, group: Group) -> Result<(), S::Error> {
        self.gather(group);
        self.write_at_most_one()
    }

    /// Exactly one candidate of the group is true: at least one, then at most one.
    pub(in crate::encoding) fn exactly_one(&mut self, group: Group) -> Result<(), S::Error> {
        self.gather(group);
        self.write_at_least_one()?;
        self.write_at_most_one()
    }

    /// No digit twice in a unit, for the pairs of cells that share no earlier unit: those were written there.
    pub(in crate::encoding) fn new_pairs(&mut self, unit: UnitId) -> Result<(), S::Error> {
        let cells = self.geometry.unit(unit);
        let side = cells.len();
        let shares = |a: &Cell, b: &Cell| self.geometry.shared_unit(*a, *b) == Some(unit);
        // Which places in the unit make a new pair, row by row.
        let is_new: Vec<bool> = cells.iter().flat_map(|a| cells.iter().map(move |b| shares(a, b))).collect();
        let mut open = Vec::with_capacity(side);
        for digit in self.geometry.digits() {
            open.clear();
            let terms = cells.iter().map(|&cell| self.map.term(Candidate::new(cell, digit)));
            open.extend(terms.enumerate().filter(|(_, term)| *term != Term::False));
            for [&(i, a), &(j, b)] in open.iter().array_combinations() {
                if !is_new[i * side + j] {
                    continue;
                }
                match [a, b] {
                    [Term::Lit(a), Term::Lit(b)] => self.sink.add_clause(&[!a, !b])?,
                    [Term::True, Term::Lit(lit)] | [Term::Lit(lit), Term::True] => self.sink.add_clause(&[!lit])?,
                    [Term::True, Term::True] => self.sink.add_clause(&[])?,
                    [Term::False, _] | [_, Term::False] => {}
                }
            }
        }
        Ok(())
    }

    fn gather(&mut self, group: Group) {
        let (geometry, map) = (self.geometry, self.map);
        self.lits.clear();
        self.is_settled = false;
        let mut add = |cell, digit| match map.term(Candidate::new(cell, digit)) {
            Term::True => self.is_settled = true,
            Term::False => {}
            Term::Lit(lit) => self.lits.push(lit),
        };
        match group {
            Group::Cell(cell) => geometry.digits().for_each(|digit| add(cell, digit)),
            Group::Unit(unit, digit) => geometry.unit(unit).iter().for_each(|&cell| add(cell, digit)),
        }
    }

    fn write_at_least_one(&mut self) -> Result<(), S::Error> {
        if self.is_settled { Ok(()) } else { self.sink.add_clause(&self.lits) }
    }

    fn write_at_most_one(&mut self) -> Result<(), S::Error> {
        if self.is_settled {
            self.lits.iter().try_for_each(|&lit| self.sink.add_clause(&[!lit]))
        } else {
            self.sink.add_pairwise(&self.lits)
        }
    }
}
