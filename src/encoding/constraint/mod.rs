//! The clauses of a puzzle's rules, behind those of its board. One file a kind of constraint.
//!
//! | constraint | clauses | auxiliary variables | source |
//! | --- | --- | --- | --- |
//! | domain | a unit clause for each digit that is ruled out | none | |
//! | distinct | a selector for each set of digits, with each digit in some cell | a selector each | |
//! | relation | for each digit of either cell one that lists its partners: *support* clauses, so that unit propagation sees all that follows | none | Gent 2002 |
//! | sum | for each set of cells that differ a selector for each set of digits; over their totals a layered automaton | a selector each, a total each, a state each | |
//! | automaton | supports of digits and states in both directions | a state of a layer each | Bacchus 2007 |
//! | choice | the clauses of each alternative under its selector | a selector each, and those of the alternatives | |
//!
//! Auxiliary variables are functions of the candidates but for the selectors of a choice, of whose alternatives several may hold:
//! solutions are counted by candidates alone.

mod automaton;
mod choice;
mod distinct;
mod relation;
mod sum;

use std::ops::Range;

use crate::cnf::{ClauseSink, Lit, Var};
use crate::constraint::Constraint;
use crate::encoding::Term;
use crate::encoding::constraints::Constraints;
use crate::geometry::{Candidate, Cell};
use crate::rule::{RuleId, Rules};

/// Writes all constraints of the rules, and tells which auxiliary variables each rule took, by index.
pub(in crate::encoding) fn write<S: ClauseSink + ?Sized>(
    to: &mut Constraints<'_, S>,
    rules: &Rules,
    took: &mut dyn FnMut(RuleId, Range<u64>),
) -> Result<(), S::Error> {
    rules.constraints().iter().try_for_each(|(rule, constraint)| {
        let first = to.next_auxiliary();
        Writer { to, guard: Vec::new() }.constraint(constraint)?;
        let end = to.next_auxiliary();
        if first < end {
            took(*rule, first..end);
        }
        Ok(())
    })
}

/// Writes constraints that hold where all literals of a guard are true; without any, always.
pub(in crate::encoding) struct Writer<'w, 'a, S: ?Sized> {
    pub to: &'w mut Constraints<'a, S>,
    pub guard: Vec<Lit>,
}

impl<S: ClauseSink + ?Sized> Writer<'_, '_, S> {
    /// Writes a constraint.
    pub(in crate::encoding) fn constraint(&mut self, constraint: &Constraint) -> Result<(), S::Error> {
        match constraint {
            Constraint::Domain { cell, digits } => self.domain(*cell, *digits),
            Constraint::Distinct(distinct) => self.one_of_sets(distinct.cells(), distinct.sets()).map(drop),
            Constraint::Relation { cells, allowed } => self.relation(*cells, allowed),
            Constraint::Sum(sum) => self.sum(sum),
            Constraint::Automaton { cells, automaton } => self.automaton_over(cells, automaton),
            Constraint::Choice(choice) => self.choice(choice),
        }
    }

    /// Says that at least one of some terms is true, where the guard is.
    fn clause(&mut self, terms: impl IntoIterator<Item = Term>) -> Result<(), S::Error> {
        let mut lits: Vec<Lit> = self.guard.iter().map(|&lit| !lit).collect();
        for term in terms {
            match term {
                Term::True => return Ok(()),
                Term::False => {}
                Term::Lit(lit) => lits.push(lit),
            }
        }
        self.to.sink().add_clause(&lits)
    }

    /// What a candidate is.
    fn term(&self, cell: Cell, digit: usize) -> Term {
        self.to.map().term(Candidate::new(cell, self.to.geometry().digit(digit)))
    }

    /// What each digit of a cell is, by index.
    fn terms(&self, cell: Cell) -> Vec<Term> {
        (0..self.to.geometry().digit_count()).map(|digit| self.term(cell, digit)).collect()
    }

    /// A new variable.
    fn fresh(&mut self) -> Term {
        let index = self.to.take_auxiliary();
        // Beyond the largest index a formula is only counted, and never made.
        Term::Lit(Var::new((index as usize).min(Var::MAX_INDEX)).positive())
    }

    fn domain(&mut self, cell: Cell, digits: u64) -> Result<(), S::Error> {
        let terms = self.terms(cell);
        let ruled_out = terms.into_iter().enumerate().filter(|(digit, _)| digits >> digit & 1 == 0);
        ruled_out.into_iter().try_for_each(|(_, term)| self.clause([not(term)]))
    }
}

fn not(term: Term) -> Term {
    match term {
        Term::True => Term::False,
        Term::False => Term::True,
        Term::Lit(lit) => Term::Lit(!lit),
    }
}
