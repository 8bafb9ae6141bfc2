//! Checks proofs whose lemmas name the clauses that they follow from (LRAT: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann
//! and P. Schneider-Kamp, *Efficient certified RAT verification*, CADE 2017).
//!
//! Each clause has a number. A lemma's hints are the clauses that become units one after the other once the lemma is denied, the
//! last of them false. Where that is not enough, the lemma may be a resolution asymmetric tautology on its first literal: then
//! each clause that denies the literal is named by a negative hint, with the hints behind it that refute the resolvent. Nothing
//! is searched, no literal is known from one step to the next, and what the hints do not show is refused.
//!
//! How a proof is written down is for `lrat_steps` to know.

use std::collections::HashMap;

use crate::backend::proof::literals::{Literals, Values};
use crate::backend::proof::refusal::Refusal;
use crate::budget::{Running, StopReason};
use crate::cnf::Lit;

/// The budget is looked at whenever so many literals were looked at.
const TICKS: u32 = 1 << 16;

/// About how many bytes the place of a clause takes in the table of numbers, which grows by doubling.
const BYTES_OF_A_PLACE: usize = 48;

/// A hint: the number of a clause, below zero where the clause denies the lemma's first literal.
#[derive(Clone, Copy, Debug)]
pub(in crate::backend::proof) struct Hint(i64);

impl Hint {
    /// The hint of a clause that a proof can number; none of another.
    pub(in crate::backend::proof) fn new(clause: u64, denies: bool) -> Option<Self> {
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

/// The clauses that are live, by number.
pub(in crate::backend::proof) struct HintedChecker {
    arena: Vec<Lit>,
    places: HashMap<u64, Place>,
    /// Literals of the arena that belong to forgotten clauses.
    wasted: usize,
    /// The largest number so far.
    last: u64,
    /// By literal how many live clauses have it.
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
    /// A checker without clauses that may take so many bytes.
    pub(in crate::backend::proof) fn new(memory: u64, running: Running) -> Self {
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
    pub(in crate::backend::proof) fn set_running(&mut self, running: Running) {
        self.running = running;
    }

    /// Whether the empty clause was derived, or given.
    pub(in crate::backend::proof) fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Takes a clause for granted; its number is that of the one before and 1.
    pub(in crate::backend::proof) fn add(&mut self, clause: &[Lit]) -> Result<(), Refusal> {
        // A clause beside a lemma that costs models may cost the last.
        if self.has_rat {
            return Err(Refusal::LATE);
        }
        self.collect(clause);
        self.insert(self.last + 1)
    }

    /// Takes a lemma if its hints show that it follows.
    pub(in crate::backend::proof) fn derive(
        &mut self,
        number: u64,
        lemma: &[Lit],
        hints: &[Hint],
    ) -> Result<(), Refusal> {
        if number <= self.last {
            return Err(Refusal::Wrong("a number that is not larger than those before"));
        }
        self.collect(lemma);
        let follows = self.follows(lemma.first().copied(), hints);
        self.values.undo(0);
        if follows? { self.insert(number) } else { Err(Refusal::DOES_NOT_FOLLOW) }
    }

    /// Whether the last clause says that literals cannot all be true, or there is the empty one.
    pub(in crate::backend::proof) fn refutes(&mut self, assumed: &[Lit]) -> bool {
        if self.is_refuted {
            return true;
        }
        // A lemma that may have cost models may have cost those in which the literals are true.
        if self.has_rat {
            return false;
        }
        let Some(&last) = self.places.get(&self.last) else { return false };
        let clause = &self.arena[range(last)];
        // The literals of the clauses are those that the table reaches; no clause says anything of others.
        let codes = 0..self.counts.len();
        let is_possible = assumed.iter().filter(|lit| codes.contains(&lit.code())).all(|&lit| self.values.assume(lit));
        let is_refuted = !is_possible || clause.iter().all(|&lit| self.values.is_false(lit));
        self.values.undo(0);
        is_refuted
    }

    /// Forgets a clause; one that is not there is none to forget.
    pub(in crate::backend::proof) fn forget(&mut self, number: u64) {
        let Some(place) = self.places.remove(&number) else { return };
        for at in range(place) {
            self.counts[self.arena[at].code()] -= 1;
        }
        self.wasted += place.length as usize;
        if self.wasted > self.arena.len() / 2 {
            self.move_together();
        }
    }

    /// Whether the clause at hand follows, as the hints say.
    fn follows(&mut self, pivot: Option<Lit>, hints: &[Hint]) -> Result<bool, Refusal> {
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
            // In their order no clause is counted twice.
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

    /// Whether a clause that denies the pivot contradicts what is known.
    fn is_resolvent_refuted(&mut self, number: u64, pivot: Lit, hints: &[Hint]) -> Result<bool, Refusal> {
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
            return Err(Refusal::Wrong("a clause that does not deny the first literal"));
        }
        Ok(is_refuted || self.refute_along(hints)?)
    }

    /// Makes known what the hints tell one after the other; whether one of them is false.
    fn refute_along(&mut self, hints: &[Hint]) -> Result<bool, Refusal> {
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
                    return Err(Refusal::Wrong("a hint that tells nothing yet"));
                }
            }
            let Some(open) = open else { return Ok(true) };
            self.values.assume(open);
        }
        Ok(false)
    }

    fn place(&self, number: u64) -> Result<Place, Refusal> {
        self.places.get(&number).copied().ok_or(Refusal::Wrong("a hint that names no clause"))
    }

    /// Has the literals of a clause at hand, each once, and makes tables reach as far as they do.
    fn collect(&mut self, clause: &[Lit]) {
        let codes = clause.iter().map(|lit| lit.code() | 1).max().map_or(0, |code| code + 1);
        if codes > self.counts.len() {
            self.counts.resize(codes, 0);
            self.values.reach(codes);
            self.literals.reach(codes);
        }
        self.literals.collect(clause, &mut self.clause);
    }

    /// Puts the clause at hand among the others.
    fn insert(&mut self, number: u64) -> Result<(), Refusal> {
        self.last = number;
        self.is_refuted |= self.clause.is_empty();
        let end = self.arena.len() + self.clause.len();
        let start = u32::try_from(end).map(|_| self.arena.len() as u32).map_err(|_| Refusal::TooLong)?;
        if self.bytes() > self.memory {
            return Err(Refusal::Stopped(StopReason::Memory));
        }
        for lit in &self.clause {
            self.counts[lit.code()] += 1;
        }
        self.arena.extend_from_slice(&self.clause);
        self.places.insert(number, Place { start, length: self.clause.len() as u32 });
        Ok(())
    }

    /// How many bytes the step that is being read may take beside all tables.
    pub(in crate::backend::proof) fn bytes_left(&self) -> u64 {
        self.memory.saturating_sub(self.bytes())
    }

    /// About how many bytes all tables take.
    fn bytes(&self) -> u64 {
        let (literals, tables) = (self.arena.capacity(), 4 * self.counts.len());
        (4 * (literals + tables) + BYTES_OF_A_PLACE * self.places.len()) as u64
    }

    fn tick(&mut self, place: Place) -> Result<(), Refusal> {
        self.ticks = self.ticks.saturating_add(place.length + 1);
        if self.ticks < TICKS {
            return Ok(());
        }
        self.ticks = 0;
        self.running.check().map_err(Refusal::Stopped)
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
    use crate::budget::Budget;

    #[test]
    fn no_clause_comes_behind_a_lemma_that_may_cost_models() {
        let [one, two] = [1, 2].map(|number| Lit::from_dimacs(number).unwrap());
        let mut checker = HintedChecker::new(1 << 20, Budget::unlimited().start());
        assert!(checker.add(&[two]).is_ok());
        // No clause denies it yet.
        assert!(checker.derive(2, &[one], &[]).is_ok());
        assert!(matches!(checker.add(&[!one]), Err(Refusal::Wrong(_))));
    }
}
