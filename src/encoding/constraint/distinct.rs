//! Cells that differ: a selector for each possible set of their digits.

use crate::cnf::ClauseSink;
use crate::encoding::Term;
use crate::encoding::constraint::{Writer, not};
use crate::geometry::Cell;

impl<S: ClauseSink + ?Sized> Writer<'_, '_, S> {
    /// The possible digits of each cell, as bits.
    pub(super) fn live(&self, cells: &[Cell]) -> Vec<u64> {
        let of_cell = |&cell: &Cell| {
            let terms = self.terms(cell).into_iter().enumerate();
            terms.filter(|(_, term)| *term != Term::False).fold(0, |live, (digit, _)| live | 1 << digit)
        };
        cells.iter().map(of_cell).collect()
    }

    /// A selector for each possible set of digits of cells that differ; at least one selector is true.
    pub(super) fn one_of_sets(&mut self, cells: &[Cell], sets: &[u64]) -> Result<Vec<(u64, Term)>, S::Error> {
        let live = self.live(cells);
        let all = live.iter().fold(0, |all, live| all | live);
        let is_possible = |set: u64| set & !all == 0 && live.iter().all(|live| live & set != 0);
        let possible: Vec<u64> = sets.iter().copied().filter(|&set| is_possible(set)).collect();
        let selected: Vec<(u64, Term)> = possible.into_iter().map(|set| (set, self.fresh())).collect();
        self.clause(selected.iter().map(|&(_, selector)| selector))?;
        let terms: Vec<Vec<Term>> = cells.iter().map(|&cell| self.terms(cell)).collect();
        for &(set, selector) in &selected {
            for digit in 0..self.to.geometry().digit_count() {
                if set >> digit & 1 == 1 {
                    let places = terms.iter().map(|terms| terms[digit]);
                    self.clause([not(selector)].into_iter().chain(places))?;
                } else {
                    terms.iter().try_for_each(|terms| self.clause([not(selector), not(terms[digit])]))?;
                }
            }
        }
        for terms in &terms {
            for (digit, &known) in terms.iter().enumerate().filter(|(_, known)| **known != Term::False) {
                let with_digit =
                    selected.iter().filter(|(set, _)| set >> digit & 1 == 1).map(|&(_, selector)| selector);
                self.clause([not(known)].into_iter().chain(with_digit))?;
            }
        }
        Ok(selected)
    }
}
