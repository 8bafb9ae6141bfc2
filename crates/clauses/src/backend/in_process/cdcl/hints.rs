//! The clauses from which a lemma follows, for proofs with hints.

use super::clauses::Place;
use super::proof::Id;
use super::state::{CHAINED, Conflict, KEPT, Reason, State};
use crate::cnf::Lit;

impl State {
    /// Writes a clause without the literals that are false for good; returns the new number.
    pub(super) fn shorten(&mut self, id: Id, clause: &[Lit], left: &[Lit]) -> Id {
        if !self.log.has_proof() {
            return id;
        }
        for &lit in clause {
            if self.value(lit) < 0 {
                self.log.hints.push(self.log.unit(lit));
            }
        }
        self.log.hints.push(id);
        self.log.lemma(left)
    }

    /// Writes as lemmas the literals that became true for good.
    pub(super) fn note_units(&mut self) {
        for at in self.log.noted..self.trail.len() {
            let lit = self.trail[at];
            let mut reason = self.assigned(lit).reason;
            if let Reason::Lazy(number) = reason {
                reason = self.explain(lit, number);
            }
            if self.log.has_proof() && reason != Reason::None {
                if self.log.has_hints() {
                    self.for_each_behind(lit, |state, other| state.log.hints.push(state.log.unit(other)));
                    let id = self.id_of(reason, lit);
                    self.log.hints.push(id);
                }
                let id = self.log.lemma(&[lit]);
                self.log.note_unit(lit, id);
            }
        }
        self.log.noted = self.trail.len();
    }

    /// Repeats the lemma of a literal that is true for good, so that the lemma comes last.
    pub(super) fn prove_again(&mut self, lit: Lit) {
        if self.log.has_hints() {
            self.log.hints.push(self.log.unit(lit));
        }
        self.log.lemma(&[lit]);
    }

    /// Writes a lemma that follows from a false clause and the reasons of its literals; returns the lemma's number. The lemma's
    /// literals are false, except the negation of a failed assumption, whose reason stands for the false clause.
    pub(super) fn prove(&mut self, conflict: Conflict, lits: &[Lit]) -> Id {
        if self.log.has_hints() {
            for lit in lits {
                self.marks[lit.var().index()] |= KEPT;
                self.marked.push(lit.var().index() as u32);
            }
            self.chain(conflict);
        }
        self.log.lemma(lits)
    }

    /// Collects the hints of a lemma whose literals are marked as kept: unit clauses, reasons in the order of the trail, the false
    /// clause.
    fn chain(&mut self, conflict: Conflict) {
        let mut antecedents = std::mem::take(&mut self.log.antecedents);
        self.for_each_of(conflict, |state, lit| state.follow(lit, &mut antecedents));
        let mut at = 0;
        while let Some(&place) = antecedents.get(at) {
            at += 1;
            let lit = self.trail[place as usize];
            self.for_each_behind(lit, |state, other| state.follow(other, &mut antecedents));
        }
        antecedents.sort_unstable();
        for place in antecedents.drain(..) {
            let lit = self.trail[place as usize];
            let id = self.id_of(self.assigned(lit).reason, lit);
            self.log.hints.push(id);
        }
        self.log.hints.push(match conflict {
            Conflict::Pair(one, other) => self.pair_id(!one, other),
            Conflict::Clause(clause) => self.clauses.id(clause),
        });
        self.log.antecedents = antecedents;
    }

    /// Takes in a false literal: its unit clause if it is false for good, otherwise its place on the trail.
    fn follow(&mut self, lit: Lit, antecedents: &mut Vec<u32>) {
        let variable = lit.var().index();
        if self.marks[variable] & (KEPT | CHAINED) != 0 {
            return;
        }
        self.marks[variable] |= CHAINED;
        self.marked.push(variable as u32);
        let assigned = self.assigned[variable];
        if assigned.level == 0 {
            self.log.hints.push(self.log.unit(lit));
        } else {
            antecedents.push(assigned.at);
        }
    }

    fn id_of(&self, reason: Reason, lit: Lit) -> Id {
        match reason {
            // A decision has no number: a lemma that depends on it contains its negation.
            Reason::None | Reason::Lazy(_) => 0,
            Reason::Pair(from) => self.pair_id(from, lit),
            Reason::Clause(clause) => self.clauses.id(clause),
        }
    }

    /// The number of the clause of two by which one literal implies another.
    fn pair_id(&self, lit: Lit, implied: Lit) -> Id {
        let place = self.implied[lit.code()].iter().position(|&other| other == implied);
        debug_assert!(place.is_some(), "a clause of two that gave a reason is never dropped");
        place.map_or(0, |place| self.log.pairs[lit.code()][place])
    }

    /// Writes the removal of a clause.
    pub(super) fn forget(&mut self, clause: Place) {
        if let Some(proof) = &mut self.log.proof {
            let lits: Vec<Lit> = self.clauses.range(clause).map(|word| self.clauses.lit(word)).collect();
            proof.forget(self.clauses.id(clause), &lits);
        }
    }
}
