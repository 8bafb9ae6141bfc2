//! Checks proofs whose lemmas name the clauses from which they follow (LRAT: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P.
//! Schneider-Kamp, *Efficient certified RAT verification*, CADE 2017).
//!
//! Each clause has a number. A lemma's hints name the clauses that become unit clauses one after the other once the lemma is
//! negated; the last clause becomes false. If no clause becomes false, the lemma may be a resolution asymmetric tautology on its
//! first literal: a negative hint then names each clause with the negated literal, and the hints behind it refute the resolvent.
//! The checker searches nothing, carries no literal from one step to the next, and refuses every lemma that its hints do not prove.
//!
//! `lrat_steps` knows the format of a proof.

use std::collections::HashMap;

use satdoku_base::budget::{Running, StopReason};

use crate::backend::proof::literals::{Literals, Values};
use crate::backend::proof::rejection::Rejection;
use crate::cnf::Lit;

/// Literals looked at between two looks at the budget.
const TICKS: u32 = 1 << 16;

/// Bytes of a clause's place in the table of numbers, roughly: the table grows by doubling.
const BYTES_OF_A_PLACE: usize = 48;

/// A hint: the number of a clause, below zero if the clause denies the lemma's first literal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hint(i64);

impl Hint {
    /// The hint of a clause; `None` if the number is too large for a proof.
    pub(super) fn new(clause: u64, denies: bool) -> Option<Self> {
        let number = i64::try_from(clause).ok()?;
        Some(Self(if denies { -number } else { number }))
    }

    fn clause(self) -> u64 {
        self.0.unsigned_abs()
    }

    fn denies(self) -> bool {
        self.0 < 0
    }
}

/// Where the literals of a clause are.
#[derive(Clone, Copy)]
struct Place {
    start: u32,
    length: u32,
}

/// The live clauses, by number.
pub(super) struct HintedChecker {
    arena: Vec<Lit>,
    places: HashMap<u64, Place>,
    /// Literals of the arena that belong to forgotten clauses.
    wasted: usize,
    /// The largest number so far.
    last: u64,
    /// By literal, the number of live clauses with the literal.
    counts: Vec<u32>,
    values: Values,
    literals: Literals,
    /// The clause at hand, each literal once.
    clause: Vec<Lit>,
    is_refuted: bool,
    /// Whether a lemma may have cost models.
    has_rat: bool,
    memory: u64,
    ticks: u32,
    running: Running,
}

impl HintedChecker {
    /// A checker without clauses, limited to `memory` bytes.
    pub(super) fn new(memory: u64, running: Running) -> Self {
        Self {
            arena: Vec::new(),
            places: HashMap::new(),
            wasted: 0,
            last: 0,
            counts: Vec::new(),
            values: Values::default(),
            literals: Literals::default(),
            clause: Vec::new(),
            is_refuted: false,
            has_rat: false,
            memory,
            ticks: 0,
            running,
        }
    }

    /// Replaces the budget.
    pub(super) fn set_running(&mut self, running: Running) {
        self.running = running;
    }

    /// Whether the empty clause was derived, or given.
    pub(super) fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Takes a clause for granted, under the number after the last.
    pub(super) fn add(&mut self, clause: &[Lit]) -> Result<(), Rejection> {
        // A clause beside a lemma that costs models may cost the last model.
        if self.has_rat {
            return Err(Rejection::LATE);
        }
        self.collect(clause);
        self.insert(self.last + 1)
    }

    /// Takes a lemma if its hints prove the lemma.
    pub(super) fn derive(&mut self, number: u64, lemma: &[Lit], hints: &[Hint]) -> Result<(), Rejection> {
        if number <= self.last {
            return Err(Rejection::Wrong("a number that is not larger than those before"));
        }
        self.collect(lemma);
        let follows = self.follows(lemma.first().copied(), hints);
        self.values.undo(0);
        if follows? { self.insert(number) } else { Err(Rejection::DOES_NOT_FOLLOW) }
    }

    /// Whether the last clause denies the literals, or the empty clause was derived.
    pub(super) fn refutes(&mut self, assumed: &[Lit]) -> bool {
        if self.is_refuted {
            return true;
        }
        // A lemma that may have cost models may have cost the models in which the literals are true.
        if self.has_rat {
            return false;
        }
        let Some(&last) = self.places.get(&self.last) else { return false };
        let clause = &self.arena[range(last)];
        // The table reaches every literal of the clauses; literals beyond the table are in no clause.
        let codes = 0..self.counts.len();
        let is_possible = assumed.iter().filter(|lit| codes.contains(&lit.code())).all(|&lit| self.values.assume(lit));
        let is_refuted = !is_possible || clause.iter().all(|&lit| self.values.is_false(lit));
        self.values.undo(0);
        is_refuted
    }

    /// Forgets a clause; an unknown number is ignored.
    pub(super) fn forget(&mut self, number: u64) {
        let Some(place) = self.places.remove(&number) else { return };
        for at in range(place) {
            self.counts[self.arena[at].code()] -= 1;
        }
        self.wasted += place.length as usize;
        if self.wasted > self.arena.len() / 2 {
            self.move_together();
        }
    }

    /// Whether the hints prove the clause at hand.
    fn follows(&mut self, pivot: Option<Lit>, hints: &[Hint]) -> Result<bool, Rejection> {
        for at in 0..self.clause.len() {
            if !self.values.assume(!self.clause[at]) {
                return Ok(true);
            }
        }
        let units = hints.iter().position(|hint| hint.denies()).unwrap_or(hints.len());
        let (units, resolvents) = hints.split_at(units);
        if self.refute_along(units)? {
            return Ok(true);
        }
        let Some(pivot) = pivot else { return Ok(false) };
        let denied = self.values.len();
        let (mut before, mut seen) = (0, 0);
        let mut rest = resolvents;
        while let Some((first, behind)) = rest.split_first() {
            let units = behind.iter().position(|hint| hint.denies()).unwrap_or(behind.len());
            // The ascending order keeps a clause from being counted twice.
            if first.clause() <= before || !self.is_resolvent_refuted(first.clause(), pivot, &behind[..units])? {
                return Ok(false);
            }
            self.values.undo(denied);
            (before, seen, rest) = (first.clause(), seen + 1, &behind[units..]);
        }
        let is_rat = seen == self.counts[(!pivot).code()];
        self.has_rat |= is_rat;
        Ok(is_rat)
    }

    /// Whether a clause with the negated pivot contradicts the known literals, along the hints.
    fn is_resolvent_refuted(&mut self, number: u64, pivot: Lit, hints: &[Hint]) -> Result<bool, Rejection> {
        let place = self.place(number)?;
        let (mut has_pivot, mut is_refuted) = (false, false);
        for at in range(place) {
            let lit = self.arena[at];
            if lit == !pivot {
                has_pivot = true;
            } else {
                is_refuted |= !self.values.assume(!lit);
            }
        }
        self.tick(place)?;
        if !has_pivot {
            return Err(Rejection::Wrong("a clause that does not deny the first literal"));
        }
        Ok(is_refuted || self.refute_along(hints)?)
    }

    /// Propagates along the hints; true if a hinted clause is false.
    fn refute_along(&mut self, hints: &[Hint]) -> Result<bool, Rejection> {
        for hint in hints {
            let place = self.place(hint.clause())?;
            self.tick(place)?;
            let mut open = None;
            for at in range(place) {
                let lit = self.arena[at];
                if self.values.is_false(lit) {
                    continue;
                }
                if open.replace(lit).is_some() {
                    return Err(Rejection::Wrong("a hint that tells nothing yet"));
                }
            }
            let Some(open) = open else { return Ok(true) };
            self.values.assume(open);
        }
        Ok(false)
    }

    fn place(&self, number: u64) -> Result<Place, Rejection> {
        self.places.get(&number).copied().ok_or(Rejection::Wrong("a hint that names no clause"))
    }

    /// Collects the literals of a clause, without duplicates, and grows the tables to cover them.
    fn collect(&mut self, clause: &[Lit]) {
        let codes = clause.iter().map(|lit| lit.code() | 1).max().map_or(0, |code| code + 1);
        if codes > self.counts.len() {
            self.counts.resize(codes, 0);
            self.values.reach(codes);
            self.literals.reach(codes);
        }
        self.literals.collect(clause, &mut self.clause);
    }

    /// Inserts the clause at hand.
    fn insert(&mut self, number: u64) -> Result<(), Rejection> {
        self.last = number;
        self.is_refuted |= self.clause.is_empty();
        let end = self.arena.len() + self.clause.len();
        let start = u32::try_from(end).map(|_| self.arena.len() as u32).map_err(|_| Rejection::TooLong)?;
        if self.bytes() > self.memory {
            return Err(Rejection::Stopped(StopReason::Memory));
        }
        for lit in &self.clause {
            self.counts[lit.code()] += 1;
        }
        self.arena.extend_from_slice(&self.clause);
        self.places.insert(number, Place { start, length: self.clause.len() as u32 });
        Ok(())
    }

    /// Bytes that the step being read may take beside the tables.
    pub(super) fn bytes_left(&self) -> u64 {
        self.memory.saturating_sub(self.bytes())
    }

    /// Bytes of the tables, roughly.
    fn bytes(&self) -> u64 {
        let (literals, tables) = (self.arena.capacity(), 4 * self.counts.len());
        (4 * (literals + tables) + BYTES_OF_A_PLACE * self.places.len()) as u64
    }

    fn tick(&mut self, place: Place) -> Result<(), Rejection> {
        self.ticks = self.ticks.saturating_add(place.length + 1);
        if self.ticks < TICKS {
            return Ok(());
        }
        self.ticks = 0;
        self.running.check().map_err(Rejection::Stopped)
    }

    /// Moves the live clauses together.
    fn move_together(&mut self) {
        let mut places: Vec<&mut Place> = self.places.values_mut().collect();
        places.sort_unstable_by_key(|place| place.start);
        let mut to = 0;
        for place in places {
            self.arena.copy_within(range(*place), to);
            place.start = to as u32;
            to += place.length as usize;
        }
        self.arena.truncate(to);
        self.wasted = 0;
    }
}

fn range(place: Place) -> std::ops::Range<usize> {
    place.start as usize..place.start as usize + place.length as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use satdoku_base::budget::Budget;

    #[test]
    fn no_clause_comes_behind_a_lemma_that_may_cost_models() {
        let [one, two] = [1, 2].map(|number| Lit::from_dimacs(number).unwrap());
        let mut checker = HintedChecker::new(1 << 20, Budget::unlimited().start());
        assert!(checker.add(&[two]).is_ok());
        // No clause denies the literal yet.
        assert!(checker.derive(2, &[one], &[]).is_ok());
        assert!(matches!(checker.add(&[!one]), Err(Rejection::Wrong(_))));
    }
}
