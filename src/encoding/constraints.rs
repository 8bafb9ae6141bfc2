//! The constraints from which encodings are assembled.

use std::collections::HashMap;

use itertools::Itertools;

use crate::cnf::{AtMostOne, ClauseSink, Lit, Var};
use crate::encoding::{Term, VarMap};
use crate::geometry::{Cell, Digit, Geometry, UnitId};

/// Candidates of which exactly one, or at most one, is true.
#[derive(Clone, Copy)]
pub(super) enum Group {
    /// The digits of a cell.
    Cell(Cell),
    /// The places of a digit in a unit; at most one is true where the unit has fewer cells than there are digits.
    Unit(UnitId, Digit),
}

/// Writes constraints over candidates as clauses; dead and settled candidates never reach the sink.
pub(super) struct Constraints<'a, S: ?Sized> {
    geometry: &'a Geometry,
    map: &'a VarMap,
    form: AtMostOne,
    sink: &'a mut S,
    /// The index of the next auxiliary variable.
    next_auxiliary: u64,
    lits: Vec<Lit>,
    /// The cells of the literals by index, where they were asked for.
    cells: Vec<u32>,
    /// Whether a candidate of the last gathered group is settled.
    is_settled: bool,
    /// Whether some auxiliary variable is no function of the candidates.
    has_free: bool,
    /// The terms that say whether two cells are equal.
    equal_pairs: HashMap<[Cell; 2], Term>,
}

impl<'a, S: ClauseSink + ?Sized> Constraints<'a, S> {
    /// Auxiliary variables come from index `first_auxiliary` on.
    pub(super) fn new(
        geometry: &'a Geometry,
        map: &'a VarMap,
        form: AtMostOne,
        first_auxiliary: u64,
        sink: &'a mut S,
    ) -> Self {
        let (lits, cells) = (Vec::with_capacity(geometry.digit_count()), Vec::with_capacity(geometry.digit_count()));
        Self {
            geometry,
            map,
            form,
            sink,
            next_auxiliary: first_auxiliary,
            lits,
            cells,
            is_settled: false,
            has_free: false,
            equal_pairs: HashMap::new(),
        }
    }

    pub(super) fn geometry(&self) -> &'a Geometry {
        self.geometry
    }

    pub(super) fn map(&self) -> &'a VarMap {
        self.map
    }

    pub(super) fn sink(&mut self) -> &mut S {
        self.sink
    }

    /// The index of a new auxiliary variable.
    pub(super) fn take_auxiliary(&mut self) -> u64 {
        self.next_auxiliary += 1;
        self.next_auxiliary - 1
    }

    /// Counts auxiliary variables of a formula that is too large to be written; returns whether it is.
    pub(super) fn skip_if_too_many(&mut self, auxiliaries: u64) -> bool {
        let is_too_large = self.next_auxiliary.saturating_add(auxiliaries) > Var::MAX_INDEX as u64;
        if is_too_large {
            self.next_auxiliary = self.next_auxiliary.saturating_add(auxiliaries);
        }
        is_too_large
    }

    /// The index behind the last auxiliary variable that was used.
    pub(super) fn next_auxiliary(&self) -> u64 {
        self.next_auxiliary
    }

    /// The term that says whether two cells, in their order, are equal.
    pub(super) fn equal_pair(&self, pair: [Cell; 2]) -> Option<Term> {
        self.equal_pairs.get(&pair).copied()
    }

    /// Notes the term that says whether two cells are equal.
    pub(super) fn note_equal_pair(&mut self, pair: [Cell; 2], term: Term) {
        self.equal_pairs.insert(pair, term);
    }

    /// Notes that an auxiliary variable may differ between models of a solution.
    pub(super) fn leave_free(&mut self) {
        self.has_free = true;
    }

    /// Whether an auxiliary variable is no function of the candidates, so that a solution may have several models.
    pub(super) fn has_free(&self) -> bool {
        self.has_free
    }

    /// All groups of the units, unit by unit and within a unit by digit.
    pub(super) fn unit_groups(geometry: &Geometry) -> impl Iterator<Item = Group> + use<'_, 'a, S> {
        geometry.units().flat_map(|unit| geometry.digits().map(move |digit| Group::Unit(unit, digit)))
    }

    /// Whether some candidate of the group must be true.
    fn is_full(&self, group: Group) -> bool {
        match group {
            Group::Cell(_) => true,
            Group::Unit(unit, _) => self.geometry.is_full_unit(unit),
        }
    }

    /// At least one candidate of the group is true, if the group needs one. A group without candidates gives the empty clause.
    pub(super) fn at_least_one(&mut self, group: Group) -> Result<(), S::Error> {
        if !self.is_full(group) {
            return Ok(());
        }
        self.gather::<false>(group);
        self.write_at_least_one()
    }

    /// At least one candidate, unless an earlier constraint implies it: an earlier unit with equal places for the digit, or the
    /// cell of an only place.
    pub(super) fn at_least_one_again(&mut self, group: Group) -> Result<(), S::Error> {
        if !self.is_full(group) {
            return Ok(());
        }
        self.gather::<true>(group);
        if self.is_said_before(group) { Ok(()) } else { self.write_at_least_one() }
    }

    /// At least one candidate, as above, and at most one.
    pub(super) fn at_least_one_again_and_at_most_one(&mut self, group: Group) -> Result<(), S::Error> {
        self.gather::<true>(group);
        if self.is_full(group) && !self.is_said_before(group) {
            self.write_at_least_one()?;
        }
        self.write_at_most_one(group)
    }

    /// Whether an earlier constraint implies at least one candidate of the group, which was gathered with its cells.
    fn is_said_before(&self, group: Group) -> bool {
        matches!(group, Group::Unit(unit, digit) if self.is_said_in_unit_before(unit, digit))
    }

    fn is_said_in_unit_before(&self, unit: UnitId, digit: Digit) -> bool {
        let (incidence, digit) = (self.geometry.incidence(), self.geometry.digit_index(digit));
        let is_open = |cell: u32, digit| matches!(self.map.term_at(cell as usize, digit), Term::Lit(_));
        let Some(&first) = self.cells.first() else { return false };
        if self.cells.len() == 1 && (0..incidence.digit_count()).filter(|&digit| is_open(first, digit)).count() == 1 {
            return true;
        }
        let units = incidence.units(first as usize).iter().map(|&unit| unit as usize);
        units.take_while(|&other| other < unit.index()).filter(|&other| incidence.is_full(other)).any(|other| {
            self.cells.iter().all(|&cell| incidence.is_in(cell as usize, other))
                && incidence.cells(other).iter().filter(|&&cell| is_open(cell, digit)).count() == self.cells.len()
        })
    }

    /// At most one candidate of the group.
    pub(super) fn at_most_one(&mut self, group: Group) -> Result<(), S::Error> {
        self.gather::<false>(group);
        self.write_at_most_one(group)
    }

    /// At most one candidate of the group, written only for groups that need not have a candidate.
    pub(super) fn at_most_one_if_short(&mut self, group: Group) -> Result<(), S::Error> {
        if self.is_full(group) { Ok(()) } else { self.at_most_one(group) }
    }

    /// Exactly one candidate of the group, or at most one if the group needs none: first at least one, then at most one.
    pub(super) fn exactly_one(&mut self, group: Group) -> Result<(), S::Error> {
        self.gather::<false>(group);
        if self.is_full(group) {
            self.write_at_least_one()?;
        }
        self.write_at_most_one(group)
    }

    /// No digit twice in a unit, where no earlier unit says so. Pairs are written for cells that share no earlier unit; other forms
    /// cover the open places, unless a single earlier unit contains these.
    pub(super) fn at_most_one_again(&mut self, unit: UnitId) -> Result<(), S::Error> {
        let incidence = self.geometry.incidence();
        let cells = incidence.cells(unit.index());
        let side = cells.len();
        // Whether a place of the unit forms a new pair with a later place, row by row.
        let mut is_new = vec![false; side * side];
        let mut new_pairs = Vec::new();
        for (i, &a) in cells.iter().enumerate() {
            let earlier = incidence.units(a as usize).iter().map(|&other| other as usize);
            let earlier = earlier.take_while(|&other| other < unit.index());
            for (j, &b) in cells.iter().enumerate().skip(i + 1) {
                if earlier.clone().all(|other| !incidence.is_in(b as usize, other)) {
                    is_new[i * side + j] = true;
                    new_pairs.push([i, j]);
                }
            }
        }
        let mut open = Vec::with_capacity(side);
        for digit in self.geometry.digits() {
            open.clear();
            let number = self.geometry.digit_index(digit);
            let terms = cells.iter().map(|&cell| self.map.term_at(cell as usize, number));
            open.extend(terms.enumerate().filter(|(_, term)| *term != Term::False));
            if self.form.for_size(open.len()) != AtMostOne::Pairwise {
                if open.iter().array_combinations().any(|[&(i, _), &(j, _)]| is_new[i * side + j]) {
                    self.at_most_one(Group::Unit(unit, digit))?;
                }
                continue;
            }
            if open.len() == side && open.iter().all(|(_, term)| *term != Term::True) {
                // On large boards, testing each pair for each digit would take minutes.
                self.gather::<false>(Group::Unit(unit, digit));
                self.sink.add_pairs(&self.lits, &new_pairs)?;
                continue;
            }
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

    /// Gathers the open candidates of a group, on request with their cells.
    fn gather<const WITH_CELLS: bool>(&mut self, group: Group) {
        let (geometry, map) = (self.geometry, self.map);
        self.lits.clear();
        self.cells.clear();
        self.is_settled = false;
        let mut add = |cell: u32, digit| match map.term_at(cell as usize, digit) {
            Term::True => self.is_settled = true,
            Term::False => {}
            Term::Lit(lit) => {
                self.lits.push(lit);
                if WITH_CELLS {
                    self.cells.push(cell);
                }
            }
        };
        match group {
            Group::Cell(cell) => {
                let cell = geometry.index(cell) as u32;
                (0..geometry.digit_count()).for_each(|digit| add(cell, digit));
            }
            Group::Unit(unit, digit) => {
                let digit = geometry.digit_index(digit);
                geometry.incidence().cells(unit.index()).iter().for_each(|&cell| add(cell, digit));
            }
        }
    }

    fn write_at_least_one(&mut self) -> Result<(), S::Error> {
        if self.is_settled { Ok(()) } else { self.sink.add_clause(&self.lits) }
    }

    fn write_at_most_one(&mut self, group: Group) -> Result<(), S::Error> {
        if self.is_settled {
            return self.lits.iter().try_for_each(|&lit| self.sink.add_clause(&[!lit]));
        }
        let lits = std::mem::take(&mut self.lits);
        let written = self.at_most_one_of(&lits, self.is_full(group));
        self.lits = lits;
        written
    }

    /// At most one of some literals; with `is_full` the constraints elsewhere make some literal of them true.
    pub(super) fn at_most_one_of(&mut self, lits: &[Lit], is_full: bool) -> Result<(), S::Error> {
        let form = self.form.for_size(lits.len());
        if form == AtMostOne::Pairwise {
            return self.sink.add_pairwise(lits);
        }
        let first = self.next_auxiliary;
        self.next_auxiliary += form.auxiliaries(lits.len());
        // If no literal must be true, the auxiliary variables are undetermined.
        self.has_free |= !is_full;
        if self.next_auxiliary > Var::MAX_INDEX as u64 {
            // Only counting gets here: a formula of this size is never written.
            return Ok(());
        }
        form.write(lits, Var::new(first as usize), self.sink)
    }
}
