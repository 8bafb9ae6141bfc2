//! From which clauses a lemma follows, where the proof is to say that.

use super::clauses::Place;
use super::proof::{Id, Proof};
use super::state::{CHAINED, Conflict, KEPT, Reason, State};
use crate::cnf::Lit;

impl State {
    /// The number of a new clause.
    pub(super) fn number(&mut self) -> Id {
        // The search ends before the numbers do.
        self.last_id = self.last_id.saturating_add(1);
        self.last_id
    }

    fn has_hints(&self) -> bool {
        self.proof.as_ref().is_some_and(Proof::has_hints)
    }

    /// Writes a lemma that follows from the hints; its number.
    pub(super) fn lemma(&mut self, lits: &[Lit]) -> Id {
        let id = self.number();
        if let Some(proof) = &mut self.proof {
            proof.lemma(id, lits, &self.hints);
        }
        self.hints.clear();
        id
    }

    /// Writes what is left of a clause without literals that are false for good; its number.
    pub(super) fn shorten(&mut self, id: Id, clause: &[Lit], left: &[Lit]) -> Id {
        if self.proof.is_none() {
            return id;
        }
        for &lit in clause {
            if self.value(lit) < 0 {
                self.hints.push(self.unit_ids[lit.var().index()]);
            }
        }
        self.hints.push(id);
        self.lemma(left)
    }

    /// Writes as lemmas the literals that became true for good.
    pub(super) fn note_units(&mut self) {
        for at in self.noted..self.trail.len() {
            let lit = self.trail[at];
            let reason = self.assigned(lit).reason;
            if self.proof.is_some() && reason != Reason::None {
                if self.has_hints() {
                    self.for_each_behind(lit, |state, other| state.hints.push(state.unit_ids[other.var().index()]));
                    let id = self.id_of(reason, lit);
                    self.hints.push(id);
                }
                self.unit_ids[lit.var().index()] = self.lemma(&[lit]);
            }
        }
        self.noted = self.trail.len();
    }

    /// Writes once more the lemma that a literal is true for good, so that it comes last.
    pub(super) fn prove_again(&mut self, lit: Lit) {
        if self.has_hints() {
            self.hints.push(self.unit_ids[lit.var().index()]);
        }
        self.lemma(&[lit]);
    }

    /// Writes a lemma that follows from the reasons of the literals that made a clause false; its number. The lemma's literals
    /// are false, but for the negation of a failed assumption, whose reason stands for the false clause.
    pub(super) fn prove(&mut self, conflict: Conflict, lits: &[Lit]) -> Id {
        if self.has_hints() {
            for lit in lits {
                self.marks[lit.var().index()] |= KEPT;
                self.marked.push(lit.var().index() as u32);
            }
            self.chain(conflict);
        }
        self.lemma(lits)
    }

    /// Makes the hints those of a lemma whose literals are marked as kept: units, reasons in the order of the trail, the false
    /// clause.
    fn chain(&mut self, conflict: Conflict) {
        let mut antecedents = std::mem::take(&mut self.antecedents);
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
            self.hints.push(id);
        }
        self.hints.push(match conflict {
            Conflict::Pair(one, other) => self.pair_id(!one, other),
            Conflict::Clause(clause) => self.clauses.id(clause),
        });
        self.antecedents = antecedents;
    }

    /// Takes in a false literal: its unit if it is false for good, or its place on the trail.
    fn follow(&mut self, lit: Lit, antecedents: &mut Vec<u32>) {
        let variable = lit.var().index();
        if self.marks[variable] & (KEPT | CHAINED) != 0 {
            return;
        }
        self.marks[variable] |= CHAINED;
        self.marked.push(variable as u32);
        let assigned = self.assigned[variable];
        if assigned.level == 0 {
            self.hints.push(self.unit_ids[variable]);
        } else {
            antecedents.push(assigned.at);
        }
    }

    fn id_of(&self, reason: Reason, lit: Lit) -> Id {
        match reason {
            // A decision has none: no lemma is without it.
            Reason::None => 0,
            Reason::Pair(from) => self.pair_id(from, lit),
            Reason::Clause(clause) => self.clauses.id(clause),
        }
    }

    /// The number of the clause of two by which one literal implies another.
    fn pair_id(&self, lit: Lit, implied: Lit) -> Id {
        let place = self.implied[lit.code()].iter().position(|&other| other == implied);
        debug_assert!(place.is_some(), "a clause of two that gave a reason is never dropped");
        place.map_or(0, |place| self.pair_ids[lit.code()][place])
    }

    /// Writes what this search has for the proof, so that others may refer to it.
    pub(super) fn flush_proof(&mut self) {
        if let Some(proof) = &mut self.proof {
            proof.flush();
        }
    }

    /// The number in the proof of the lemma that there is no model.
    pub(super) fn number_of_refutation(&self) -> Option<Id> {
        self.proof.as_ref().map(|proof| proof.number(self.refutation))
    }

    /// Writes a clause that follows from two others by their numbers in the proof; its own.
    pub(super) fn prove_resolvent(&self, lits: &[Lit], of: [Id; 2]) -> Option<Id> {
        self.proof.as_ref().map(|proof| proof.resolvent(lits, of))
    }

    /// Writes that a clause is dropped.
    pub(super) fn forget(&mut self, clause: Place) {
        if let Some(proof) = &mut self.proof {
            let lits: Vec<Lit> = self.clauses.range(clause).map(|word| self.clauses.lit(word)).collect();
            proof.forget(self.clauses.id(clause), &lits);
        }
    }
}
