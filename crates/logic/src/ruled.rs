//! The constraints of a puzzle's rules, and the sums that they leave to single units.

use satdoku_puzzle::constraint::{Constraint, EmptyDomain, RelationMatrix};

use crate::bits::ones;
use crate::board::Board;
use crate::layout::BoardTables;
use crate::pencil_mark::PencilMark;
use crate::proof::Because;

/// The most cells of a rule whose digits are listed on the stack.
const MOST_CELLS: usize = 16;

/// A rule's constraint, or a sum that follows from rules and a unit.
#[derive(Clone, Debug)]
pub(crate) struct Ruled<'a> {
    pub(crate) constraint: &'a Constraint,
    /// Its cells by index.
    pub(crate) cells: &'a [u16],
    pub(crate) because: Because,
    /// The allowed pairs of digits, if the constraint has two cells.
    pairs: Option<&'a RelationMatrix>,
}

impl<'a> Ruled<'a> {
    /// The constraints of the rules, then the sums. Sums of several units are left out: they are many, and follow from the rest.
    pub(crate) fn of(layout: &'a BoardTables) -> Vec<Self> {
        let own = (0..layout.constraint_count()).map(|number| Self::rule(layout, number));
        let of_a_unit = layout.sums().iter().enumerate().filter(|(_, sum)| sum.units.len() == 1);
        let sums = of_a_unit.map(|(number, _)| Self::sum(layout, number));
        own.chain(sums).collect()
    }

    /// A constraint of the rules by number.
    pub(crate) fn rule(layout: &'a BoardTables, number: usize) -> Self {
        Self {
            constraint: &layout.grid().rules().constraints()[number].1,
            cells: layout.constraint(number),
            because: Because::Rule(number as u16),
            pairs: layout.pairs(number),
        }
    }

    /// A sum of the layout by number.
    pub(crate) fn sum(layout: &'a BoardTables, number: usize) -> Self {
        let sum = &layout.sums()[number];
        let (constraint, cells, pairs) = (&sum.constraint, &sum.cells[..], sum.pairs.as_ref());
        Self { constraint, cells, because: Because::Sum(number as u16), pairs }
    }

    /// The digits that the cells may have: the written digit, or `left` for an empty cell.
    pub(crate) fn domains(&self, board: &Board, left: impl Fn(usize) -> u64) -> Vec<u64> {
        let of_cell = |&cell: &u16| board.value(cell.into()).map_or_else(|| left(cell.into()), |digit| 1 << digit);
        self.cells.iter().map(of_cell).collect()
    }

    /// The candidates with which the cells have no filling; a proof line states this for each.
    ///
    /// # Errors
    /// If the cells have no filling at all.
    pub(crate) fn struck(&self, domains: &[u64]) -> Result<Vec<PencilMark>, EmptyDomain> {
        if domains.contains(&0) {
            return Err(EmptyDomain);
        }
        if let (Some(pairs), &[first, second]) = (self.pairs, domains) {
            let of_first = ones(first).filter(|&digit| pairs.beside_first(digit) & second == 0);
            let of_second = ones(second).filter(|&digit| pairs.beside_second(digit) & first == 0);
            let [first_cell, second_cell] = [self.cells[0], self.cells[1]].map(usize::from);
            let mut struck: Vec<PencilMark> = of_first.map(|digit| PencilMark::new(first_cell, digit)).collect();
            if struck.len() == first.count_ones() as usize {
                return Err(EmptyDomain);
            }
            struck.extend(of_second.map(|digit| PencilMark::new(second_cell, digit)));
            return Ok(struck);
        }
        let mut struck = Vec::new();
        let mut after = domains.to_vec();
        self.constraint.filter(&mut after)?;
        for (place, &cell) in self.cells.iter().enumerate() {
            for digit in ones(domains[place] & !after[place]) {
                let mark = PencilMark::new(cell.into(), digit);
                // Filtering may see more at once than with a single digit, which a line states.
                if !struck.contains(&mark) && self.refutes(domains, &[mark]) {
                    struck.push(mark);
                }
            }
        }
        Ok(struck)
    }

    /// As [`struck`](Self::struck); if the cells have no filling at all, all candidates of the cell with the fewest.
    pub(crate) fn struck_or_all(&self, domains: &[u64]) -> Vec<PencilMark> {
        self.struck(domains).unwrap_or_else(|EmptyDomain| {
            let fewest = (0..domains.len()).min_by_key(|&place| domains[place].count_ones());
            let of =
                |place: usize| ones(domains[place]).map(move |digit| PencilMark::new(self.cells[place].into(), digit));
            fewest.map(of).into_iter().flatten().collect()
        })
    }

    /// Whether digits of the cells fulfil the constraint.
    pub(crate) fn holds(&self, digit: impl Fn(usize) -> Option<usize>) -> bool {
        let mut digits = [0; MOST_CELLS];
        if let (Some(pairs), &[first, second]) = (self.pairs, self.cells) {
            return digit(first.into())
                .zip(digit(second.into()))
                .is_some_and(|(first, second)| pairs.has(first, second));
        }
        if self.cells.len() > MOST_CELLS {
            let digits: Option<Vec<usize>> = self.cells.iter().map(|&cell| digit(cell.into())).collect();
            return digits.is_some_and(|digits| self.constraint.holds(&digits));
        }
        for (at, &cell) in self.cells.iter().enumerate() {
            let Some(digit) = digit(cell.into()) else { return false };
            digits[at] = digit;
        }
        self.constraint.holds(&digits[..self.cells.len()])
    }

    /// Whether the cells have no filling with some candidates.
    pub(crate) fn refutes(&self, domains: &[u64], marks: &[PencilMark]) -> bool {
        if let (Some(pairs), &[first, second], &[first_cell, second_cell]) = (self.pairs, domains, self.cells) {
            let of = |cell: u16, domain: u64| {
                let marks = marks.iter().filter(|mark| mark.cell() == usize::from(cell));
                marks.fold(domain, |left, mark| left & 1 << mark.digit())
            };
            let second = of(second_cell, second);
            return !ones(of(first_cell, first)).any(|digit| pairs.beside_first(digit) & second != 0);
        }
        let mut with = domains.to_vec();
        for mark in marks {
            // A cell may come several times.
            for (place, _) in self.cells.iter().enumerate().filter(|(_, cell)| usize::from(**cell) == mark.cell()) {
                with[place] &= 1 << mark.digit();
            }
        }
        with.contains(&0) || self.constraint.filter(&mut with).is_err()
    }
}
