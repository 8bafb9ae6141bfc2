//! Takes in clauses, keeps them short, and frees useless clauses.

use super::clauses::{Place, Shortened};
use super::proof::{Id, Proof};
use super::state::{Reason, State, Watch};
use crate::cnf::Lit;

impl State {
    /// Adds a clause of the problem; returns its number in the proof, unless there is no proof or the number was reserved. The
    /// clause's variables must have room.
    ///
    /// A proof numbers all given clauses before its first lemma, so with a proof no literal is deduced yet.
    pub(super) fn add(&mut self, clause: &mut Vec<Lit>) -> Option<Id> {
        if let Some(id) = self.log.kept_number.take() {
            self.take_in(clause, id);
            return None;
        }
        let id = self.log.number();
        let number = self.log.proof.as_mut().map(Proof::given);
        self.take_in(clause, id);
        number
    }

    /// Adds a clause given to the search from which this search was forked, with its number in the proof.
    pub(super) fn add_too(&mut self, clause: &mut Vec<Lit>, number: Option<Id>) {
        let id = self.log.kept_number.take().unwrap_or_else(|| self.log.number());
        if let (Some(proof), Some(number)) = (&mut self.log.proof, number) {
            proof.given_too(id, number);
        }
        self.take_in(clause, id);
    }

    /// Reserves the next number for the next added clause, even if lemmas come first.
    pub(super) fn keep_number(&mut self) {
        self.log.kept_number = Some(self.log.number());
        if let Some(proof) = &mut self.log.proof {
            proof.given();
        }
    }

    /// Whether a number is reserved.
    pub(super) fn keeps_number(&self) -> bool {
        self.log.kept_number.is_some()
    }

    fn take_in(&mut self, clause: &mut Vec<Lit>, id: Id) {
        if self.log.has_proof() {
            self.log.given.push((id, clause.as_slice().into()));
        } else {
            self.load(clause, id);
        }
    }

    /// Loads the given clauses.
    pub(super) fn load_given(&mut self) {
        for (id, clause) in std::mem::take(&mut self.log.given) {
            self.load(&mut clause.into_vec(), id);
        }
    }

    fn load(&mut self, clause: &mut Vec<Lit>, mut id: Id) {
        self.back_to(0);
        if !self.is_consistent {
            return;
        }
        clause.sort_unstable();
        clause.dedup();
        let is_tautology = clause.windows(2).any(|pair| pair[0] == !pair[1]);
        if is_tautology || clause.iter().any(|&lit| self.value(lit) > 0) {
            return;
        }
        let is_short = clause.iter().any(|&lit| self.value(lit) < 0);
        if is_short && self.log.has_proof() {
            let left: Vec<Lit> = clause.iter().copied().filter(|&lit| self.value(lit) == 0).collect();
            let whole = id;
            id = self.shorten(whole, clause, &left);
            if let Some(proof) = &mut self.log.proof {
                proof.forget(whole, clause);
            }
        }
        if is_short {
            clause.retain(|&lit| self.value(lit) == 0);
        }
        match clause[..] {
            [] => {
                // A proof has at least one step, even if the empty clause was given.
                if !is_short && self.log.has_proof() {
                    self.log.hints.push(id);
                    id = self.log.lemma(&[]);
                }
                self.refute(id);
            }
            [lit] => {
                self.assign(lit, Reason::None);
                self.log.note_unit(lit, id);
                self.settle();
            }
            [one, other] => self.add_pair(one, other, id),
            _ if self.clauses.is_full(clause.len()) => self.is_full = true,
            _ => {
                self.add_clause(clause, None, id);
            }
        }
    }

    /// Propagates before any decision: the implied literals are true for good, or the clauses have no model.
    pub(super) fn settle(&mut self) {
        let conflict = self.propagate();
        self.note_units();
        if let Some(conflict) = conflict {
            let id = self.prove(conflict, &[]);
            self.refute(id);
        }
    }

    pub(super) fn refute(&mut self, id: Id) {
        self.is_consistent = false;
        self.log.refutation = id;
    }

    pub(super) fn add_pair(&mut self, one: Lit, other: Lit, id: Id) {
        for (lit, implied) in [(!one, other), (!other, one)] {
            self.implied[lit.code()].push(implied);
            if self.log.has_proof() {
                self.log.pairs[lit.code()].push(id);
            }
        }
    }

    /// Adds a clause of three literals or more; the first two are watched.
    pub(super) fn add_clause(&mut self, lits: &[Lit], learnt_with_glue: Option<u32>, id: Id) -> Place {
        let clause = self.clauses.add(lits, learnt_with_glue, id);
        self.watches[(!lits[0]).code()].push(Watch { clause, blocker: lits[1] });
        self.watches[(!lits[1]).code()].push(Watch { clause, blocker: lits[0] });
        clause
    }

    /// Drops the clauses marked as garbage; at level 0 also clauses with a literal true for good, and literals false for good.
    pub(super) fn collect(&mut self) {
        let mut shortened = Vec::new();
        if self.level() == 0 && self.trail.len() > self.freed_of {
            shortened = self.free_clauses();
            self.free_pairs();
        }
        let moved = self.clauses.move_together(shortened);
        for watches in &mut self.watches {
            watches.retain_mut(|watch| {
                let Some(place) = moved.place(watch.clause) else { return false };
                watch.clause = place;
                true
            });
        }
        for lit in &self.trail {
            let assigned = &mut self.assigned[lit.var().index()];
            if let Reason::Clause(clause) = assigned.reason {
                // Only a literal true for good can have lost its reason.
                assigned.reason = moved.place(clause).map_or(Reason::None, Reason::Clause);
            }
        }
    }

    /// Drops clauses with a literal true for good, and shortens clauses with literals false for good, which keep two literals at
    /// least.
    fn free_clauses(&mut self) -> Vec<Shortened> {
        let mut shortened = Vec::new();
        let places: Vec<Place> = self.clauses.places().filter(|&place| !self.clauses.is_garbage(place)).collect();
        for place in places {
            let mut lits = self.clauses.range(place).map(|word| self.clauses.lit(word));
            if lits.all(|lit| self.value(lit) == 0) {
                continue;
            }
            let lits: Vec<Lit> = self.clauses.range(place).map(|word| self.clauses.lit(word)).collect();
            let left: Vec<Lit> = lits.iter().copied().filter(|&lit| self.value(lit) == 0).collect();
            if lits.iter().any(|&lit| self.value(lit) > 0) {
                self.forget(place);
                self.clauses.mark_garbage(place);
                continue;
            }
            let id = self.shorten(self.clauses.id(place), &lits, &left);
            self.forget(place);
            if let [one, other] = left[..] {
                self.add_pair(one, other, id);
                self.clauses.mark_garbage(place);
            } else {
                shortened.push(Shortened { place, lits: left, id });
            }
        }
        shortened
    }

    /// Frees the clauses of two from literals fixed for good, and frees the tables of the fixed literals.
    fn free_pairs(&mut self) {
        for at in self.freed_of..self.trail.len() {
            let lit = self.trail[at];
            for code in [lit.code(), (!lit).code()] {
                self.implied[code] = Vec::new();
                self.watches[code] = Vec::new();
                self.log.pairs[code] = Vec::new();
            }
            self.assigned[lit.var().index()].reason = Reason::None;
        }
        let values = &self.values;
        for (implied, ids) in self.implied.iter_mut().zip(&mut self.log.pairs) {
            // Without a proof there are no numbers.
            let mut is_open = implied.iter().map(|lit| values[lit.code()] == 0);
            ids.retain(|_| is_open.next().unwrap_or_default());
            implied.retain(|lit| values[lit.code()] == 0);
        }
        self.freed_of = self.trail.len();
    }
}
