//! The opposite of lowered constraints.
//!
//! Each kind of constraint but connected cells and partitions has an opposite of the same or another kind. A rule that holds if
//! several constraints do is denied by a choice among their opposites.

use std::sync::Arc;

use crate::constraint::{Automaton, Constraint, Distinct, Runs};
use crate::geometry::{Cell, Geometry};
use crate::rule::error::RuleError;
use crate::rule::lowered::Lowered;
use crate::rule::pairs::{all_pairs, number};

impl Lowered {
    /// The cases in which these constraints do not all hold; no case if all of them always hold. Two cells that share a unit of the
    /// board are never equal.
    ///
    /// # Errors
    /// If a constraint has no opposite, or the cases are too many.
    pub(super) fn denied(&self, board: &Geometry) -> Result<Vec<Self>, RuleError> {
        // A rule of a library's user may name any cell.
        if let Some((_, cell)) = self.first_outside(board) {
            return Err(RuleError::Outside(cell));
        }
        let mut cases = Vec::new();
        let mut equal = None;
        for (_, set) in &self.sets {
            for [a, b] in all_pairs(set) {
                self.check_further(cases.len())?;
                if a == b || board.shared_unit(a, b).is_some() {
                    continue;
                }
                let equal = equal.get_or_insert_with(|| self.table(board, |a, b| a == b));
                cases.push(self.case(|case| case.relation([a, b], equal))?);
            }
        }
        for (_, constraint) in &self.constraints {
            self.check_further(cases.len())?;
            cases.push(self.case(|case| case.deny(board, constraint))?);
        }
        for (_, terms, total) in &self.sums {
            let cells: Vec<Cell> = terms.iter().map(|&(_, cell)| cell).collect();
            if cells.is_empty() {
                cases.extend((*total != 0).then(|| self.alternative()));
                continue;
            }
            let step = |sum: &i64, place: usize, value: i64| sum.checked_add(terms[place].0.checked_mul(value)?);
            cases.push(self.case(|case| case.automaton(board, cells, 0, step, |sum| sum != total))?);
        }
        for (_, alternatives) in &self.choices {
            let mut case = self.alternative();
            for alternative in alternatives {
                case.either(alternative.denied(board)?)?;
            }
            cases.push(case);
        }
        Ok(cases)
    }

    fn case(&self, fill: impl FnOnce(&mut Self) -> Result<(), RuleError>) -> Result<Self, RuleError> {
        let mut case = self.alternative();
        fill(&mut case)?;
        Ok(case)
    }

    /// The opposite of a constraint.
    fn deny(&mut self, board: &Geometry, constraint: &Constraint) -> Result<(), RuleError> {
        let first = i64::from(board.first_digit().get());
        let index = |value: i64| usize::try_from(value - first).unwrap_or(usize::MAX);
        match constraint {
            Constraint::Domain { cell, digits } => {
                let digits = *digits;
                self.domain(board, *cell, |value| digits >> index(value) & 1 == 0)
            }
            Constraint::Relation { cells, allowed } => {
                let other = self.table(board, |a, b| !allowed.has(index(a), index(b)));
                self.relation(*cells, &other)
            }
            Constraint::Distinct(distinct) => self.deny_sets(board, distinct),
            Constraint::Automaton { cells, automaton } => self.deny_automaton(board, cells, automaton),
            Constraint::Runs(runs) => self.deny_runs(board, runs),
            Constraint::Connected(_) => Err(no_opposite("a connected piece")),
            Constraint::Partition(_) => Err(no_opposite("regions")),
            Constraint::Polyominoes(_) => Err(no_opposite("pieces of equal values")),
            // Sums and choices are built last, once it is known which cells differ.
            Constraint::Sum(_) | Constraint::Choice(_) => Err(no_opposite("a finished constraint")),
        }
    }

    /// The cells differ, and have none of the sets together. A case beside this has two equal cells.
    fn deny_sets(&mut self, board: &Geometry, distinct: &Distinct) -> Result<(), RuleError> {
        let first = i64::from(board.first_digit().get());
        let sets: std::collections::HashSet<u64> = distinct.sets().iter().copied().collect();
        let step = |seen: &u64, _: usize, value: i64| {
            let bit = 1 << (value - first);
            (seen & bit == 0).then_some(seen | bit)
        };
        self.automaton(board, distinct.cells().to_vec(), 0, step, |seen| !sets.contains(seen))
    }

    /// An automaton with a further state for what the automaton does not accept.
    fn deny_automaton(&mut self, board: &Geometry, cells: &[Cell], of: &Arc<Automaton>) -> Result<(), RuleError> {
        let first = i64::from(board.first_digit().get());
        let digits = board.digit_count();
        // The next state of each state and digit of each layer.
        let mut next: Vec<Vec<Option<usize>>> = Vec::with_capacity(of.len());
        for layer in 0..of.len() {
            self.pay(of.states(layer) as u64)?;
            let mut table = vec![None; of.states(layer) * digits];
            for (state, digit, to) in of.edges(layer).filter(|&(_, digit, _)| digit < digits) {
                table[state * digits + digit] = Some(to);
            }
            next.push(table);
        }
        // `None` once nothing can be accepted.
        let step = |state: &Option<usize>, place: usize, value: i64| {
            let digit = usize::try_from(value - first).ok()?;
            Some(state.and_then(|state| next[place][state * digits + digit]))
        };
        self.automaton(board, cells.to_vec(), Some(0), step, Option::is_none)
    }

    /// Reads the total, the first cell and the arms.
    fn deny_runs(&mut self, board: &Geometry, runs: &Runs) -> Result<(), RuleError> {
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        struct Read {
            /// The number of cells that the total means.
            total: Option<usize>,
            first: i64,
            found: usize,
            is_in_run: bool,
        }
        let first = i64::from(board.first_digit().get());
        let begins: Vec<usize> = runs.arms().map(|arm| arm.start).collect();
        let step = |read: &Read, place: usize, value: i64| {
            Some(match place {
                0 => Read { total: runs.count(usize::try_from(value - first).ok()?), ..*read },
                1 => Read { first: value, found: 1, ..*read },
                _ => {
                    let is_in_run = value == read.first && (read.is_in_run || begins.contains(&place));
                    Read { is_in_run, found: read.found + usize::from(is_in_run), ..*read }
                }
            })
        };
        let start = Read { total: None, first: 0, found: 0, is_in_run: false };
        self.automaton(board, runs.cells().to_vec(), start, step, |read| read.total != Some(read.found))
    }

    /// One of some cases holds. A single case needs no choice.
    pub(super) fn either(&mut self, mut cases: Vec<Self>) -> Result<(), RuleError> {
        match cases.len() {
            1 => cases.pop().map_or(Ok(()), |case| self.join(&case)),
            _ => self.choice(cases),
        }
    }

    /// Takes the constraints of a case of the same rule.
    pub(super) fn join(&mut self, case: &Self) -> Result<(), RuleError> {
        self.pay(number(case.count()).unsigned_abs())?;
        self.sets.extend_from_slice(&case.sets);
        self.constraints.extend_from_slice(&case.constraints);
        self.sums.extend_from_slice(&case.sums);
        self.choices.extend_from_slice(&case.choices);
        self.in_choices += case.in_choices;
        self.check()
    }
}

fn no_opposite(what: &str) -> RuleError {
    RuleError::Unlike { expected: "a rule that has an opposite", found: what.to_owned() }
}
