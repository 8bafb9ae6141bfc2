//! The clauses of a puzzle's rules, which follow the clauses of the board. One file a kind of constraint.
//!
//! | constraint | clauses | auxiliary variables | source |
//! | --- | --- | --- | --- |
//! | domain | a unit clause for each digit that is ruled out | none | |
//! | distinct | a selector for each set of digits, with each digit in some cell | a selector each | |
//! | relation | for each digit of either cell one that lists its partners: *support* clauses, so that unit propagation sees all that follows | none | Gent 2002 |
//! | sum | for each set of cells that differ a selector for each set of digits; over their totals a layered automaton | a selector each, a total each, a state each | |
//! | automaton | supports of digits and states in both directions | a state of a layer each | Bacchus 2007 |
//! | connected | order-encoded distances from the first cell with a value; with a size the counts of cells as an automaton | a cell's flag, a distance of a cell each, a count of cells each | Zhou 2021 |
//! | partition | the order of labels; for each digit and region its row and its column; distances within regions | a label seen so far, a row and a column of a digit, a distance of a cell each | this project's; Zhou 2021 |
//! | polyominoes | for each cell which first cell its piece has; distances within pieces; for each first cell a totalizer of the cells with it | a cell with a first cell each, a distance of a cell each, a count each | Bailleux and Boufkhad 2003; Zhou 2021 |
//! | runs | whether cells are equal and in the run, and a totalizer | a pair of cells, a cell of an arm, a count each | Bailleux and Boufkhad 2003 |
//! | choice | the clauses of each alternative under its selector | a selector each, and those of the alternatives | |
//!
//! Auxiliary variables are functions of the candidates, so a solution has one model. The exception are choices: several
//! alternatives may hold, and the variables of an alternative are free if its selector is false. A formula with a choice says which
//! variables to project on ([`Formula::projection`](crate::encoding::Formula::projection)).

mod automaton;
mod choice;
mod connected;
mod distinct;
mod equal;
mod partition;
mod polyominoes;
mod relation;
mod runs;
mod sum;

use std::ops::Range;

use crate::cnf::{ClauseSink, Lit, Var};
use crate::constraint::Constraint;
use crate::encoding::Term;
use crate::encoding::constraints::Constraints;
use crate::geometry::{Candidate, Cell};
use crate::rule::{RuleId, Rules};

/// Writes those constraints of the rules that are to be written, and reports the auxiliary variables of each rule by index.
pub(super) fn write<S: ClauseSink + ?Sized>(
    to: &mut Constraints<'_, S>,
    rules: &Rules,
    is_written: fn(&Constraint) -> bool,
    took: &mut dyn FnMut(RuleId, Range<u64>),
) -> Result<(), S::Error> {
    rules.constraints().iter().filter(|(_, constraint)| is_written(constraint)).try_for_each(|(rule, constraint)| {
        let first = to.next_auxiliary();
        Writer { to, guard: Vec::new() }.constraint(constraint)?;
        let end = to.next_auxiliary();
        if first < end {
            took(*rule, first..end);
        }
        Ok(())
    })
}

/// Writes constraints that hold if every literal of a guard is true; with an empty guard, always.
pub(super) struct Writer<'w, 'a, S: ?Sized> {
    pub to: &'w mut Constraints<'a, S>,
    pub guard: Vec<Lit>,
}

impl<S: ClauseSink + ?Sized> Writer<'_, '_, S> {
    /// Writes a constraint.
    pub(super) fn constraint(&mut self, constraint: &Constraint) -> Result<(), S::Error> {
        match constraint {
            Constraint::Domain { cell, digits } => self.domain(*cell, *digits),
            Constraint::Distinct(distinct) => self.one_of_sets(distinct.cells(), distinct.sets()).map(drop),
            Constraint::Relation { cells, allowed } => self.relation(*cells, allowed),
            Constraint::Sum(sum) => self.sum(sum),
            Constraint::Automaton { cells, automaton } => self.automaton_over(cells, automaton),
            Constraint::Connected(connected) => self.connected(connected),
            Constraint::Partition(partition) => self.partition(partition),
            Constraint::Polyominoes(polyominoes) => self.polyominoes(polyominoes),
            Constraint::Runs(runs) => self.runs(runs),
            Constraint::Choice(choice) => self.choice(choice),
        }
    }

    /// The clause that at least one of the terms is true if the guard is.
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

    /// The term of a candidate.
    fn term(&self, cell: Cell, digit: usize) -> Term {
        self.to.map().term(Candidate::new(cell, self.to.geometry().digit(digit)))
    }

    /// The term of each digit of a cell, by index.
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
