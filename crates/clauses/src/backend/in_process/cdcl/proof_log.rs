//! The bookkeeping of a proof: the numbers of the clauses of a search, and the hints of the lemma that is being written.
//!
//! A search without a proof keeps this empty, but for the clauses' numbers.

use super::proof::{Id, Proof};
use crate::cnf::Lit;

/// What a search knows of its proof.
#[derive(Clone, Default)]
pub(super) struct ProofLog {
    pub(super) proof: Option<Proof>,
    /// Clauses that were given and not taken in yet: a proof numbers them before its first lemma.
    pub(super) given: Vec<(Id, Box<[Lit]>)>,
    /// The number that is kept for the next clause.
    pub(super) kept_number: Option<Id>,
    /// The number of the clause that came last.
    last: Id,
    /// By literal the numbers of the clauses of two by which it implies others, in the order of these. The list may be longer than
    /// there are literals.
    pub(super) pairs: Vec<Vec<Id>>,
    /// By variable the number of the clause that says its value for good.
    pub(super) units: Vec<Id>,
    /// So much of the trail has such a number.
    pub(super) noted: usize,
    /// The number of the lemma that the clauses have no model.
    pub(super) refutation: Id,
    /// The hints of the lemma at hand: the numbers of the clauses from which it follows.
    pub(super) hints: Vec<Id>,
    /// The places on the trail of the literals whose reasons are among them; memory for the next lemma.
    pub(super) antecedents: Vec<u32>,
}

impl ProofLog {
    pub(super) fn new(proof: Option<Proof>) -> Self {
        Self { proof, ..Self::default() }
    }

    /// An empty log without a proof, with the memory of this one.
    pub(super) fn cleared(self) -> Self {
        let mut units = self.units;
        units.clear();
        Self { units, ..Self::default() }
    }

    /// Makes room for so many variables and for so many literals.
    pub(super) fn grow(&mut self, variables: usize, literals: usize) {
        self.pairs.resize_with(literals, Vec::new);
        self.units.resize(variables, 0);
    }

    pub(super) fn has_proof(&self) -> bool {
        self.proof.is_some()
    }

    /// Whether lemmas name what they follow from.
    pub(super) fn has_hints(&self) -> bool {
        self.proof.as_ref().is_some_and(Proof::has_hints)
    }

    /// Whether the reasons of a propagator can be written down, or need not be.
    pub(super) fn takes_reasons(&self) -> bool {
        self.proof.as_ref().is_none_or(Proof::takes_reasons)
    }

    /// The number of a new clause.
    pub(super) fn number(&mut self) -> Id {
        // The search ends before the numbers do.
        self.last = self.last.saturating_add(1);
        self.last
    }

    /// The number of the clause that says the value of a literal's variable for good.
    pub(super) fn unit(&self, lit: Lit) -> Id {
        self.units[lit.var().index()]
    }

    /// Notes the number of the clause that says the value of a literal's variable for good.
    pub(super) fn note_unit(&mut self, lit: Lit, id: Id) {
        self.units[lit.var().index()] = id;
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

    /// Takes in the reason that a propagator's constraint gave; its number.
    pub(super) fn reason(&mut self, by: u32, lits: &[Lit]) -> Id {
        let id = self.number();
        if let Some(proof) = &mut self.proof {
            proof.reason(id, by, lits);
        }
        id
    }

    /// Writes the buffered steps of this search to the proof, so that other searches can refer to its clauses.
    pub(super) fn flush(&mut self) {
        if let Some(proof) = &mut self.proof {
            proof.flush();
        }
    }

    /// The clauses so far are other searches' as well: from now on this one drops none of them in the proof.
    pub(super) fn share(&mut self) {
        if let Some(proof) = &mut self.proof {
            proof.share(self.last);
        }
    }

    /// The number in the proof of the lemma that there is no model.
    pub(super) fn number_of_refutation(&self) -> Option<Id> {
        self.proof.as_ref().map(|proof| proof.number(self.refutation))
    }

    /// Writes a clause that follows from two others by their numbers in the proof; its own.
    pub(super) fn resolvent(&self, lits: &[Lit], of: [Id; 2]) -> Option<Id> {
        self.proof.as_ref().map(|proof| proof.resolvent(lits, of))
    }
}
