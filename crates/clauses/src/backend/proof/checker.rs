//! Checks proofs during reading: whether each lemma follows from the clauses before.
//!
//! A lemma follows if its negation leads to a contradiction by unit propagation (RUP: E. Goldberg and Y. Novikov, *Verification of
//! proofs of unsatisfiability for CNF formulas*, DATE 2003), or if it is a resolution asymmetric tautology on its first literal
//! (RAT: M. Järvisalo, M. Heule and A. Biere, *Inprocessing rules*, IJCAR 2012), which may cost models but never the last model.
//! The checker forgets clauses when the proof does, so that the live clauses bound its memory; a literal known by unit propagation
//! stays known, as in every checker of DRAT in use.
//!
//! The checker runs forward and decides about each step at once, so that it never needs a whole proof. It knows neither the author
//! nor the format of a step: `drat_steps` and `varisat_steps` read the formats.

use satdoku_base::budget::{Running, StopReason};

use crate::backend::proof::literals::{Literals, Values};
use crate::backend::proof::rejection::Rejection;
use crate::cnf::Lit;

/// Clauses looked at between two looks at the budget.
const TICKS: u32 = 1 << 14;

/// The words before a clause's literals: the next clause in its chain of the hash table, and the length.
const HEAD: usize = 2;

/// Marks the length of a clause that is forgotten.
const DEAD: u32 = 1 << 31;

/// No clause.
const NONE: u32 = u32::MAX;

/// A clause that watches a literal, and another literal of the clause: if the other literal is true, the clause need not be looked
/// at.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    other: Lit,
}

/// The live clauses, and the literals known by unit propagation.
pub(crate) struct Checker {
    /// The clauses, one after another; the first two literals of a clause are watched.
    arena: Vec<u32>,
    /// By hash the first clause of each chain.
    chains: Vec<u32>,
    live: usize,
    /// Words of the arena that belong to forgotten clauses.
    wasted: usize,
    /// By literal, the clauses that watch the literal.
    watches: Vec<Vec<Watch>>,
    values: Values,
    /// How far the known literals were propagated.
    propagated: usize,
    literals: Literals,
    /// The clause at hand, each literal once.
    clause: Vec<Lit>,
    is_refuted: bool,
    /// Whether a lemma may cost models.
    allows_rat: bool,
    has_rat: bool,
    memory: u64,
    ticks: u32,
    running: Running,
}

impl Checker {
    /// A checker without clauses, limited to `memory` bytes. `allows_rat` requires that only lemmas follow the first lemma.
    pub(crate) fn new(allows_rat: bool, memory: u64, running: Running) -> Self {
        Self {
            arena: Vec::new(),
            chains: vec![NONE; 1 << 10],
            live: 0,
            wasted: 0,
            watches: Vec::new(),
            values: Values::default(),
            propagated: 0,
            literals: Literals::default(),
            clause: Vec::new(),
            is_refuted: false,
            allows_rat,
            has_rat: false,
            memory,
            ticks: 0,
            running,
        }
    }

    /// Replaces the budget.
    pub(crate) fn set_running(&mut self, running: Running) {
        self.running = running;
    }

    /// Whether the empty clause was derived.
    pub(crate) fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Takes a clause for granted.
    pub(crate) fn add(&mut self, clause: &[Lit]) -> Result<(), Rejection> {
        // A clause beside a lemma that costs models may cost the last model.
        if self.has_rat { Err(Rejection::LATE) } else { self.insert(clause) }
    }

    /// Takes a lemma if it follows.
    pub(crate) fn derive(&mut self, lemma: &[Lit]) -> Result<(), Rejection> {
        if self.is_refuted {
            return Ok(());
        }
        self.reach(lemma);
        let known = self.values.len();
        // A literal known to be false is no literal to resolve on.
        let pivot = lemma.first().copied().filter(|&pivot| self.allows_rat && !self.values.is_false(pivot));
        let mut follows = self.deny(lemma, None)?;
        if let (false, Some(pivot)) = (follows, pivot) {
            follows = self.is_rat(pivot)?;
            self.has_rat |= follows;
        }
        self.undo(known);
        if follows { self.insert(lemma) } else { Err(Rejection::DOES_NOT_FOLLOW) }
    }

    /// Whether literals cannot all be true, by unit propagation alone.
    pub(crate) fn refutes(&mut self, assumed: &[Lit]) -> Result<bool, Rejection> {
        if self.is_refuted {
            return Ok(true);
        }
        // A lemma that may have cost models may have cost the models in which the literals are true.
        if self.has_rat {
            return Ok(false);
        }
        self.reach(assumed);
        let known = self.values.len();
        let mut is_refuted = false;
        for &lit in assumed {
            is_refuted |= !self.values.assume(lit);
        }
        is_refuted = is_refuted || !self.propagate()?;
        self.undo(known);
        Ok(is_refuted)
    }

    /// Forgets a clause. A clause that was not stored, because it was true or a unit clause, is ignored.
    pub(crate) fn forget(&mut self, clause: &[Lit]) {
        self.reach(clause);
        self.literals.collect(clause, &mut self.clause);
        let chain = self.chain(&self.clause);
        let mut before = None;
        let mut at = self.chains[chain];
        while at != NONE {
            let place = at as usize;
            let next = self.arena[place];
            if self.arena[place + 1] as usize == self.clause.len()
                && self.lits(place).all(|lit| self.literals.has_collected(lit))
            {
                match before {
                    None => self.chains[chain] = next,
                    Some(before) => self.arena[before] = next,
                }
                self.arena[place + 1] |= DEAD;
                self.live -= 1;
                self.wasted += HEAD + self.clause.len();
                if self.wasted > self.arena.len() / 2 {
                    self.rebuild(false);
                }
                return;
            }
            (before, at) = (Some(place), next);
        }
    }

    /// Drops clauses known to be true and literals known to be false; returns the known literals and the remaining clauses.
    pub(crate) fn simplify(&mut self) -> (&[Lit], impl Iterator<Item = impl Iterator<Item = Lit>>) {
        self.rebuild(true);
        let this = &*self;
        let mut place = 0;
        let clauses = std::iter::from_fn(move || {
            let here = (place < this.arena.len()).then_some(place)?;
            place += HEAD + this.arena[here + 1] as usize;
            Some(this.lits(here))
        });
        (this.values.trail(), clauses)
    }

    /// Grows the tables to cover the literals of a clause.
    fn reach(&mut self, clause: &[Lit]) {
        let codes = clause.iter().map(|lit| lit.code() | 1).max().map_or(0, |code| code + 1);
        if codes > self.watches.len() {
            self.watches.resize_with(codes, Vec::new);
            self.values.reach(codes);
            self.literals.reach(codes);
        }
    }

    /// Inserts a clause; a unit clause is propagated instead.
    fn insert(&mut self, clause: &[Lit]) -> Result<(), Rejection> {
        if self.is_refuted {
            return Ok(());
        }
        self.reach(clause);
        self.literals.collect(clause, &mut self.clause);
        let literals = &self.literals;
        if self.clause.iter().any(|&lit| self.values.is_true(lit) || literals.has_collected(!lit)) {
            return Ok(());
        }
        let mut open = 0;
        for at in 0..self.clause.len() {
            if !self.values.is_false(self.clause[at]) {
                self.clause.swap(open, at);
                open += 1;
            }
        }
        match open {
            0 => self.is_refuted = true,
            1 => {
                self.values.assume(self.clause[0]);
                self.is_refuted = !self.propagate()?;
            }
            _ => self.store()?,
        }
        Ok(())
    }

    /// Stores the clause at hand.
    fn store(&mut self) -> Result<(), Rejection> {
        let place = self.arena.len();
        let fits = place + HEAD + self.clause.len() < DEAD as usize;
        let place = u32::try_from(place).ok().filter(|_| fits).ok_or(Rejection::TooLong)?;
        if self.bytes() > self.memory {
            return Err(Rejection::Stopped(StopReason::Memory));
        }
        if self.live >= self.chains.len() {
            self.rechain(2 * self.chains.len());
        }
        let chain = self.chain(&self.clause);
        self.arena.push(std::mem::replace(&mut self.chains[chain], place));
        self.arena.push(self.clause.len() as u32);
        self.arena.extend(self.clause.iter().map(|lit| lit.code() as u32));
        self.live += 1;
        let [one, other] = [self.clause[0], self.clause[1]];
        self.watches[one.code()].push(Watch { clause: place, other });
        self.watches[other.code()].push(Watch { clause: place, other: one });
        Ok(())
    }

    /// Bytes that the step being read may take beside the tables.
    pub(super) fn bytes_left(&self) -> u64 {
        self.memory.saturating_sub(self.bytes())
    }

    /// Bytes of the tables, roughly: lists grow by doubling.
    fn bytes(&self) -> u64 {
        let words = self.arena.capacity() + self.chains.len() + 8 * self.live + 16 * self.watches.len();
        4 * words as u64
    }

    /// Assumes the literals of a clause to be false, except `but`; true on a contradiction.
    fn deny(&mut self, clause: &[Lit], but: Option<Lit>) -> Result<bool, Rejection> {
        for &lit in clause {
            if Some(lit) != but && !self.values.assume(!lit) {
                return Ok(true);
            }
        }
        Ok(!self.propagate()?)
    }

    /// Whether the lemma at hand, negated and propagated, contradicts every clause with the negated pivot.
    fn is_rat(&mut self, pivot: Lit) -> Result<bool, Rejection> {
        let denied = self.values.len();
        let mut place = 0;
        let mut clause = Vec::new();
        while place < self.arena.len() {
            self.tick()?;
            let length = self.arena[place + 1];
            let here = place;
            place += HEAD + (length & !DEAD) as usize;
            if length & DEAD != 0 || !self.lits(here).any(|lit| lit == !pivot) {
                continue;
            }
            clause.clear();
            clause.extend(self.lits(here));
            let follows = self.deny(&clause, Some(!pivot))?;
            self.undo(denied);
            if !follows {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn undo(&mut self, known: usize) {
        self.values.undo(known);
        self.propagated = known;
    }

    fn tick(&mut self) -> Result<(), Rejection> {
        self.ticks += 1;
        if self.ticks < TICKS {
            return Ok(());
        }
        self.ticks = 0;
        self.running.check().map_err(Rejection::Stopped)
    }

    /// Propagates unit clauses; false on a contradiction.
    fn propagate(&mut self) -> Result<bool, Rejection> {
        while let Some(&known) = self.values.trail().get(self.propagated) {
            self.propagated += 1;
            let falsified = !known;
            let mut watches = std::mem::take(&mut self.watches[falsified.code()]);
            let looked_at = self.look_at(falsified, &mut watches);
            self.watches[falsified.code()] = watches;
            if !looked_at? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Visits the clauses that watch a literal made false; false on a contradiction.
    fn look_at(&mut self, falsified: Lit, watches: &mut Vec<Watch>) -> Result<bool, Rejection> {
        let (mut kept, mut at, mut is_fine) = (0, 0, Ok(true));
        'clauses: while at < watches.len() {
            let watch = watches[at];
            at += 1;
            watches[kept] = watch;
            kept += 1;
            if self.values.is_true(watch.other) {
                continue;
            }
            if let Err(stopped) = self.tick() {
                is_fine = Err(stopped);
                break;
            }
            let place = watch.clause as usize;
            let length = self.arena[place + 1];
            if length & DEAD != 0 {
                kept -= 1;
                continue;
            }
            let lits = &mut self.arena[place + HEAD..][..length as usize];
            if lits[0] == falsified.code() as u32 {
                lits.swap(0, 1);
            }
            let first = lit(lits[0]);
            watches[kept - 1].other = first;
            if self.values.is_true(first) {
                continue;
            }
            for next in 2..lits.len() {
                let free = lit(lits[next]);
                if !self.values.is_false(free) {
                    lits.swap(1, next);
                    self.watches[free.code()].push(Watch { clause: watch.clause, other: first });
                    kept -= 1;
                    continue 'clauses;
                }
            }
            if !self.values.assume(first) {
                is_fine = Ok(false);
                break;
            }
        }
        watches.copy_within(at.., kept);
        watches.truncate(kept + watches.len() - at);
        is_fine
    }

    fn lits(&self, place: usize) -> impl Iterator<Item = Lit> {
        let length = (self.arena[place + 1] & !DEAD) as usize;
        self.arena[place + HEAD..][..length].iter().map(|&code| lit(code))
    }

    fn chain(&self, clause: &[Lit]) -> usize {
        let sum = clause.iter().fold(0_u64, |sum, lit| sum.wrapping_add(mixed(lit.code() as u64)));
        (sum >> 20) as usize & (self.chains.len() - 1)
    }

    /// Makes the chains of all live clauses anew.
    fn rechain(&mut self, chains: usize) {
        self.chains = vec![NONE; chains];
        let (mut place, mut clause) = (0, Vec::new());
        while place < self.arena.len() {
            let length = self.arena[place + 1];
            if length & DEAD == 0 {
                clause.clear();
                clause.extend(self.lits(place));
                let chain = self.chain(&clause);
                self.arena[place] = std::mem::replace(&mut self.chains[chain], place as u32);
            }
            place += HEAD + (length & !DEAD) as usize;
        }
    }

    /// Moves the live clauses together, without clauses known to be true and, if `strips`, without literals known to be false.
    /// Requires that no literal is assumed and every known literal was propagated.
    fn rebuild(&mut self, strips: bool) {
        self.watches.iter_mut().for_each(Vec::clear);
        let (mut from, mut to) = (0, 0);
        self.live = 0;
        while from < self.arena.len() {
            let length = self.arena[from + 1];
            let end = from + HEAD + (length & !DEAD) as usize;
            let is_known = self.arena[from + HEAD..end].iter().any(|&code| self.values.is_true(lit(code)));
            if length & DEAD == 0 && !is_known {
                let start = to;
                to += HEAD;
                for at in from + HEAD..end {
                    if !(strips && self.values.is_false(lit(self.arena[at]))) {
                        self.arena[to] = self.arena[at];
                        to += 1;
                    }
                }
                self.arena[start + 1] = (to - start - HEAD) as u32;
                let [one, other] = [0, 1].map(|at| lit(self.arena[start + HEAD + at]));
                self.watches[one.code()].push(Watch { clause: start as u32, other });
                self.watches[other.code()].push(Watch { clause: start as u32, other: one });
                self.live += 1;
            }
            from = end;
        }
        self.arena.truncate(to);
        self.wasted = 0;
        self.rechain(self.chains.len());
    }
}

fn lit(code: u32) -> Lit {
    Lit::from_code(code)
}

/// Spreads the bits of a literal over a word, so that sums tell sets of literals apart (the finalizer of splitmix64: G. Steele, D.
/// Lea and C. Flood, OOPSLA 2014).
fn mixed(code: u64) -> u64 {
    let word = code.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word ^ word >> 27
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Var;
    use satdoku_base::budget::Budget;

    #[test]
    fn behind_a_lemma_that_costs_models_nothing_is_refuted_but_all() {
        let [a, b, x] = [0, 1, 2].map(|variable| Var::new(variable).positive());
        let mut checker = Checker::new(true, u64::MAX, Budget::unlimited().start());
        for clause in [[a, b], [!a, b], [a, !b], [!a, !b]] {
            checker.add(&clause).unwrap();
        }
        // No clause has the negation of `x`, so `x` may be made true. That would cost the models in which `x` is false.
        checker.derive(&[x]).unwrap();
        assert!(!checker.refutes(&[!x]).unwrap());
        assert!(!checker.refutes(&[]).unwrap());
        checker.derive(&[a]).unwrap();
        assert!(checker.refutes(&[]).unwrap());
    }
}
