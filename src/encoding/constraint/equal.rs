//! Terms that say whether two cells are equal, and terms made of two others. Each is a function of the candidates.

use std::collections::VecDeque;

use crate::cnf::ClauseSink;
use crate::encoding::Term;
use crate::encoding::constraint::{Writer, not};
use crate::geometry::Cell;

impl<S: ClauseSink + ?Sized> Writer<'_, '_, S> {
    /// Whether two cells have one value. Constraints of a puzzle share the term, so it is defined without a guard.
    pub(super) fn equal(&mut self, a: Cell, b: Cell) -> Result<Term, S::Error> {
        let pair = [a.min(b), a.max(b)];
        if a == b {
            return Ok(Term::True);
        }
        if let Some(known) = self.to.equal_pair(pair) {
            return Ok(known);
        }
        let terms: Vec<(Term, Term)> = self.terms(a).into_iter().zip(self.terms(b)).collect();
        let is_possible = terms.iter().any(|(a, b)| *a != Term::False && *b != Term::False);
        let equal = if is_possible { self.fresh() } else { Term::False };
        let guard = std::mem::take(&mut self.guard);
        for (a, b) in terms.into_iter().filter(|_| is_possible) {
            self.clause([not(equal), not(a), b])?;
            self.clause([not(equal), a, not(b)])?;
            self.clause([equal, not(a), not(b)])?;
        }
        self.guard = guard;
        self.to.note_equal_pair(pair, equal);
        Ok(equal)
    }

    /// Whether both terms are true.
    pub(super) fn both(&mut self, a: Term, b: Term) -> Result<Term, S::Error> {
        match (a, b) {
            (Term::False, _) | (_, Term::False) => return Ok(Term::False),
            (Term::True, other) | (other, Term::True) => return Ok(other),
            _ if a == b => return Ok(a),
            _ => {}
        }
        let both = self.fresh();
        self.clause([not(both), a])?;
        self.clause([not(both), b])?;
        self.clause([both, not(a), not(b)])?;
        Ok(both)
    }

    /// Whether one of two terms is true.
    pub(super) fn either(&mut self, a: Term, b: Term) -> Result<Term, S::Error> {
        Ok(not(self.both(not(a), not(b))?))
    }

    /// The sum of numbers in unary, term k of which says that a number is more than k; of the sum at most so many terms. Short
    /// numbers are added first.
    pub(super) fn unary_total(&mut self, mut numbers: Vec<Vec<Term>>, most: usize) -> Result<Vec<Term>, S::Error> {
        numbers.sort_by_key(Vec::len);
        let mut numbers = VecDeque::from(numbers);
        while let Some(a) = numbers.pop_front() {
            let Some(b) = numbers.pop_front() else { return Ok(a) };
            let sum = self.unary_sum(&a, &b, most)?;
            let at = numbers.partition_point(|other| other.len() <= sum.len());
            numbers.insert(at, sum);
        }
        Ok(Vec::new())
    }

    fn unary_sum(&mut self, a: &[Term], b: &[Term], most: usize) -> Result<Vec<Term>, S::Error> {
        if a.is_empty() || b.is_empty() {
            return Ok([a, b].concat());
        }
        let sum: Vec<Term> = (0..most.min(a.len() + b.len())).map(|_| self.fresh()).collect();
        // Beyond both ends a number is known to be more, or no more.
        let at = |of: &[Term], place: usize| match place {
            0 => Term::True,
            place => of.get(place - 1).copied().unwrap_or(Term::False),
        };
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                if (1..=sum.len()).contains(&(i + j)) {
                    self.clause([not(at(a, i)), not(at(b, j)), sum[i + j - 1]])?;
                }
                if i + j < sum.len() {
                    self.clause([at(a, i + 1), at(b, j + 1), not(sum[i + j])])?;
                }
            }
        }
        Ok(sum)
    }
}
