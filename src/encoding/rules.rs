//! The clauses of a puzzle's rules, behind those of its board.
//!
//! | constraint | clauses | auxiliary variables | source |
//! | --- | --- | --- | --- |
//! | domain | a unit clause for each digit that is ruled out | none | |
//! | relation | for each digit of either cell one that lists its partners: *support* clauses, so that unit propagation sees all that follows | none | Gent 2002 |
//! | sum of cells that differ | a selector for each set of digits with the right total | a selector each | |
//! | any other sum | a layered automaton over the partial sums | a variable for each partial sum of each layer | Bacchus 2007 |
//!
//! Auxiliary variables are functions of the candidates, so that solutions are counted by candidates alone.

use std::collections::BTreeMap;

use crate::cnf::{ClauseSink, Lit, Var};
use crate::constraint::{Constraint, Relation, Sum};
use crate::encoding::Term;
use crate::encoding::constraints::Constraints;
use crate::geometry::{Candidate, Cell};
use crate::rule::Rules;

/// Writes all constraints of the rules.
pub(in crate::encoding) fn write<S: ClauseSink + ?Sized>(
    to: &mut Constraints<'_, S>,
    rules: &Rules,
) -> Result<(), S::Error> {
    rules.constraints().iter().try_for_each(|(_, constraint)| match constraint {
        Constraint::Domain { cell, digits } => domain(to, *cell, *digits),
        Constraint::Relation { cells, allowed } => relation(to, *cells, allowed),
        Constraint::Sum(sum) => match sum.combinations() {
            Some(sets) => combinations(to, sum, sets),
            None => automaton(to, sum),
        },
    })
}

/// Says that at least one of some terms is true.
fn clause<S: ClauseSink + ?Sized>(
    to: &mut Constraints<'_, S>,
    terms: impl IntoIterator<Item = Term>,
) -> Result<(), S::Error> {
    let mut lits: Vec<Lit> = Vec::new();
    for term in terms {
        match term {
            Term::True => return Ok(()),
            Term::False => {}
            Term::Lit(lit) => lits.push(lit),
        }
    }
    to.sink().add_clause(&lits)
}

fn not(term: Term) -> Term {
    match term {
        Term::True => Term::False,
        Term::False => Term::True,
        Term::Lit(lit) => Term::Lit(!lit),
    }
}

fn term<S: ClauseSink + ?Sized>(to: &Constraints<'_, S>, cell: Cell, digit: usize) -> Term {
    to.map().term(Candidate::new(cell, to.geometry().digit(digit)))
}

fn fresh<S: ClauseSink + ?Sized>(to: &mut Constraints<'_, S>) -> Term {
    let index = to.take_auxiliary();
    // Beyond the largest index a formula is only counted, and never made.
    Term::Lit(Var::new((index as usize).min(Var::MAX_INDEX)).positive())
}

fn domain<S: ClauseSink + ?Sized>(to: &mut Constraints<'_, S>, cell: Cell, digits: u64) -> Result<(), S::Error> {
    let ruled_out = (0..to.geometry().digit_count()).filter(|digit| digits >> digit & 1 == 0);
    ruled_out.collect::<Vec<_>>().into_iter().try_for_each(|digit| {
        let term = not(term(to, cell, digit));
        clause(to, [term])
    })
}

fn relation<S: ClauseSink + ?Sized>(
    to: &mut Constraints<'_, S>,
    [a, b]: [Cell; 2],
    allowed: &Relation,
) -> Result<(), S::Error> {
    let digits = to.geometry().digit_count();
    let mut support = |one: Cell, other: Cell, partners: &dyn Fn(usize) -> u64| {
        (0..digits).try_for_each(|digit| {
            let known = term(to, one, digit);
            if known == Term::False {
                return Ok(());
            }
            let mut terms = vec![not(known)];
            let partners = partners(digit);
            terms
                .extend((0..digits).filter(|partner| partners >> partner & 1 == 1).map(|digit| term(to, other, digit)));
            clause(to, terms)
        })
    };
    support(a, b, &|digit| allowed.beside_first(digit))?;
    support(b, a, &|digit| allowed.beside_second(digit))
}

/// A selector for each set of digits that the cells may have.
fn combinations<S: ClauseSink + ?Sized>(to: &mut Constraints<'_, S>, sum: &Sum, sets: &[u64]) -> Result<(), S::Error> {
    let digits = to.geometry().digit_count();
    let cells: Vec<Cell> = sum.terms().iter().map(|&(_, cell)| cell).collect();
    let live: Vec<u64> = cells
        .iter()
        .map(|&cell| {
            (0..digits).filter(|&digit| term(to, cell, digit) != Term::False).fold(0, |live, digit| live | 1 << digit)
        })
        .collect();
    let all = live.iter().fold(0, |all, live| all | live);
    let is_possible = |&&set: &&u64| set & !all == 0 && live.iter().all(|live| live & set != 0);
    let selected: Vec<(u64, Term)> =
        sets.iter().filter(is_possible).copied().collect::<Vec<_>>().into_iter().map(|set| (set, fresh(to))).collect();
    clause(to, selected.iter().map(|&(_, selector)| selector))?;
    for &(set, selector) in &selected {
        for digit in 0..digits {
            if set >> digit & 1 == 1 {
                let places: Vec<Term> = cells.iter().map(|&cell| term(to, cell, digit)).collect();
                clause(to, [not(selector)].into_iter().chain(places))?;
            } else {
                for &cell in &cells {
                    let excluded = not(term(to, cell, digit));
                    clause(to, [not(selector), excluded])?;
                }
            }
        }
    }
    for &cell in &cells {
        for digit in 0..digits {
            let known = term(to, cell, digit);
            if known != Term::False {
                let with_digit =
                    selected.iter().filter(|(set, _)| set >> digit & 1 == 1).map(|&(_, selector)| selector);
                clause(to, [not(known)].into_iter().chain(with_digit))?;
            }
        }
    }
    Ok(())
}

/// A variable for each partial sum behind each cell that can begin and end well.
fn automaton<S: ClauseSink + ?Sized>(to: &mut Constraints<'_, S>, sum: &Sum) -> Result<(), S::Error> {
    let digits = to.geometry().digit_count();
    let terms = sum.terms();
    let steps: Vec<Vec<(i64, Term)>> = terms
        .iter()
        .map(|&(factor, cell)| {
            let live = (0..digits).map(|digit| (factor * sum.value(digit), term(to, cell, digit)));
            live.filter(|&(_, term)| term != Term::False).collect()
        })
        .collect();
    // The sums that the cells before and those behind can make.
    let mut layers: Vec<BTreeMap<i64, Term>> = vec![BTreeMap::from([(0, Term::True)])];
    for step in &steps {
        let last = &layers[layers.len() - 1];
        let reached = last.keys().flat_map(|sum| step.iter().map(move |(product, _)| (sum + product, Term::False)));
        layers.push(reached.collect());
    }
    layers[terms.len()].retain(|&made, _| made == sum.total());
    for at in (0..terms.len()).rev() {
        let (before, behind) = layers.split_at_mut(at + 1);
        before[at].retain(|made, _| steps[at].iter().any(|(product, _)| behind[0].contains_key(&(made + product))));
    }
    if layers[0].is_empty() || layers[terms.len()].is_empty() {
        return clause(to, []);
    }
    let last = layers.len() - 1;
    for layer in &mut layers[1..last] {
        for state in layer.values_mut() {
            *state = fresh(to);
        }
    }
    layers[last].values_mut().for_each(|state| *state = Term::True);
    for (at, step) in steps.iter().enumerate() {
        let (before, behind) = (&layers[at], &layers[at + 1]);
        for (&made, &state) in before {
            for &(product, digit) in step {
                let next = behind.get(&(made + product)).copied().unwrap_or(Term::False);
                clause(to, [not(state), not(digit), next])?;
            }
            let onwards =
                step.iter().filter(|(product, _)| behind.contains_key(&(made + product))).map(|&(_, digit)| digit);
            clause(to, [not(state)].into_iter().chain(onwards))?;
        }
        for (&made, &state) in behind {
            for &(product, digit) in step {
                let from = before.get(&(made - product)).copied().unwrap_or(Term::False);
                clause(to, [not(state), not(digit), from])?;
            }
            let from = step.iter().filter_map(|(product, _)| before.get(&(made - product)).copied());
            clause(to, [not(state)].into_iter().chain(from))?;
        }
    }
    Ok(())
}
