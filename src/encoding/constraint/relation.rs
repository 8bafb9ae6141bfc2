//! Pairs of digits: support clauses.

use crate::cnf::ClauseSink;
use crate::constraint::RelationMatrix;
use crate::encoding::Term;
use crate::encoding::constraint::{Writer, not};
use crate::geometry::Cell;

impl<S: ClauseSink + ?Sized> Writer<'_, '_, S> {
    pub(super) fn relation(&mut self, [a, b]: [Cell; 2], allowed: &RelationMatrix) -> Result<(), S::Error> {
        let (first, second) = (self.terms(a), self.terms(b));
        self.supports(&first, &second, |digit| allowed.beside_first(digit))?;
        self.supports(&second, &first, |digit| allowed.beside_second(digit))
    }

    /// The support clauses of one cell's digits: each digit implies one of its partners in the other cell.
    fn supports(&mut self, one: &[Term], other: &[Term], partners: impl Fn(usize) -> u64) -> Result<(), S::Error> {
        for (digit, &known) in one.iter().enumerate().filter(|(_, known)| **known != Term::False) {
            let partners = partners(digit);
            let with = other.iter().enumerate().filter(|(partner, _)| partners >> partner & 1 == 1);
            self.clause([not(known)].into_iter().chain(with.map(|(_, &term)| term)))?;
        }
        Ok(())
    }
}
