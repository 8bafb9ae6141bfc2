//! A proof that is checked while it is written: what a solver writes goes into the checker, which keeps none of it.

use crate::backend::proof::binary_drat_steps::BinaryDratSteps;
use crate::backend::proof::checker::Checker;
use crate::backend::proof::drat_steps::DratSteps;
use crate::backend::proof::follow::{Flaw, Follow};
use crate::backend::proof::refusal::Refusal;
use crate::backend::proof::rup_steps::RupSteps;
#[cfg(feature = "varisat")]
use crate::backend::proof::varisat_steps::VarisatSteps;
use crate::budget::Running;
use crate::cnf::Lit;

/// Clauses and a proof about them, which is checked while it is written here.
pub(in crate::backend) struct Following {
    checker: Checker,
    steps: RupSteps,
    /// What ended it.
    flaw: Option<Flaw>,
}

impl Following {
    /// A proof in DRAT, as text, about clauses that all come before it, over so many variables.
    pub(in crate::backend) fn drat(variables: u64, memory: u64, running: Running) -> Self {
        Self::new(RupSteps::Drat(DratSteps::new(variables)), true, memory, running)
    }

    /// The same in bytes.
    pub(in crate::backend) fn binary_drat(variables: u64, memory: u64, running: Running) -> Self {
        Self::new(RupSteps::BinaryDrat(BinaryDratSteps::new(variables)), true, memory, running)
    }

    /// A proof in varisat's own format; clauses may come between its steps.
    #[cfg(feature = "varisat")]
    pub(in crate::backend) fn varisat(memory: u64, running: Running) -> Self {
        Self::new(RupSteps::Varisat(VarisatSteps::new()), false, memory, running)
    }

    fn new(steps: RupSteps, allows_rat: bool, memory: u64, running: Running) -> Self {
        Self { checker: Checker::new(allows_rat, memory, running), steps, flaw: None }
    }

    /// Replaces the budget.
    pub(in crate::backend) fn set_running(&mut self, running: Running) {
        self.checker.set_running(running);
    }

    /// The literals that are known, each as a clause, then all clauses, simplified: one behind the other, a `None` behind each.
    pub(in crate::backend) fn simplified(&mut self) -> Vec<Option<Lit>> {
        let mut all = Vec::new();
        let (known, clauses) = self.checker.simplify();
        all.extend(known.iter().flat_map(|&lit| [Some(lit), None]));
        for clause in clauses {
            all.extend(clause.map(Some));
            all.push(None);
        }
        all
    }

    /// Whether the proof so far shows that literals cannot all be true.
    pub(in crate::backend) fn refutes(&mut self, assumed: &[Lit]) -> bool {
        if self.flaw.is_some() {
            return false;
        }
        let refuted = self.checker.refutes(assumed);
        let is_refuted = refuted == Ok(true);
        self.note(refuted.map(drop).map_err(Err));
        is_refuted
    }

    fn note(&mut self, taken: Result<(), Result<&'static str, Refusal>>) {
        if let Err(why) = taken {
            self.flaw = Some(Flaw::of(self.steps.steps(), why));
        }
    }
}

impl Follow for Following {
    fn add(&mut self, clause: &[Lit]) {
        self.steps.admit(clause.iter().map(|lit| lit.var().index() as u64 + 1).max().unwrap_or(0));
        let added = self.checker.add(clause);
        self.note(added.map_err(Err));
    }

    fn feed(&mut self, proof: &[u8]) {
        if self.flaw.is_some() || self.checker.is_refuted() {
            return;
        }
        let taken = self.steps.feed(proof, &mut self.checker);
        self.note(taken);
    }

    fn end(&mut self) {
        if self.flaw.is_some() || self.checker.is_refuted() {
            return;
        }
        let ended = self.steps.end(&mut self.checker);
        self.note(ended);
    }

    fn flaw(&self) -> Option<&Flaw> {
        self.flaw.as_ref()
    }

    fn is_refuted(&self) -> bool {
        self.flaw.is_none() && self.checker.is_refuted()
    }
}
