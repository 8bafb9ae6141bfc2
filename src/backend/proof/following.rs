//! A proof that is checked while it is written: what a solver writes goes into the checker, which keeps none of it.

use std::io::{self, Write};

use crate::backend::proof::checker::{Checker, Refusal};
use crate::backend::proof::drat_steps::DratSteps;
#[cfg(feature = "varisat")]
use crate::backend::proof::varisat_steps::VarisatSteps;
use crate::budget::{Running, StopReason};
use crate::cnf::Lit;

/// The format of what is written.
enum Steps {
    Drat(DratSteps),
    #[cfg(feature = "varisat")]
    Varisat(VarisatSteps),
}

/// Why a proof shows nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::backend) enum Flaw {
    /// A step is wrong.
    Wrong(String),
    /// The budget was spent before the proof was checked.
    Stopped(StopReason),
}

/// Clauses and a proof about them, which is checked while it is written here.
pub(in crate::backend) struct Following {
    checker: Checker,
    steps: Steps,
    /// What ended it.
    flaw: Option<Flaw>,
}

impl Following {
    /// A proof in DRAT about clauses that all come before it, over so many variables.
    pub(in crate::backend) fn drat(variables: u64, memory: u64, running: Running) -> Self {
        let steps = Steps::Drat(DratSteps::new(variables));
        Self { checker: Checker::new(true, memory, running), steps, flaw: None }
    }

    /// A proof in varisat's own format; clauses may come between its steps.
    #[cfg(feature = "varisat")]
    pub(in crate::backend) fn varisat(memory: u64, running: Running) -> Self {
        let steps = Steps::Varisat(VarisatSteps::new());
        Self { checker: Checker::new(false, memory, running), steps, flaw: None }
    }

    /// Replaces the budget.
    pub(in crate::backend) fn set_running(&mut self, running: Running) {
        self.checker.set_running(running);
    }

    /// What ended it.
    pub(in crate::backend) fn flaw(&self) -> Option<&Flaw> {
        self.flaw.as_ref()
    }

    /// Whether the empty clause was derived.
    pub(in crate::backend) fn is_refuted(&self) -> bool {
        self.flaw.is_none() && self.checker.is_refuted()
    }

    /// Takes a clause for granted.
    pub(in crate::backend) fn add(&mut self, clause: &[Lit]) {
        match &mut self.steps {
            Steps::Drat(steps) => steps.admit(clause.iter().map(|lit| lit.var().index() as u64 + 1).max().unwrap_or(0)),
            #[cfg(feature = "varisat")]
            Steps::Varisat(_) => {}
        }
        let added = self.checker.add(clause);
        self.note(added.map_err(Err));
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

    /// Reads on.
    pub(in crate::backend) fn feed(&mut self, proof: &[u8]) {
        if self.flaw.is_some() || self.checker.is_refuted() {
            return;
        }
        let taken = match &mut self.steps {
            Steps::Drat(steps) => steps.feed(proof, &mut self.checker),
            #[cfg(feature = "varisat")]
            Steps::Varisat(steps) => steps.feed(proof, &mut self.checker),
        };
        self.note(taken);
    }

    /// The proof ends here.
    pub(in crate::backend) fn end(&mut self) {
        if self.flaw.is_some() || self.checker.is_refuted() {
            return;
        }
        let ended = match &mut self.steps {
            Steps::Drat(steps) => steps.end(&mut self.checker),
            #[cfg(feature = "varisat")]
            Steps::Varisat(_) => Ok(()),
        };
        self.note(ended);
    }

    fn note(&mut self, taken: Result<(), Result<&'static str, Refusal>>) {
        let Err(why) = taken else { return };
        let steps = match &self.steps {
            Steps::Drat(steps) => steps.steps(),
            #[cfg(feature = "varisat")]
            Steps::Varisat(steps) => steps.steps(),
        };
        let wrong = |why: &str| Flaw::Wrong(format!("step {steps}: {why}"));
        self.flaw = Some(match why {
            Ok(why) => wrong(why),
            Err(Refusal::DoesNotFollow) => wrong("a clause that does not follow"),
            Err(Refusal::Late) => wrong("a clause behind a step that may cost models"),
            Err(Refusal::TooLong) => Flaw::Stopped(StopReason::Memory),
            Err(Refusal::Stopped(reason)) => Flaw::Stopped(reason),
        });
    }
}

impl Write for Following {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        self.feed(proof);
        match self.flaw {
            Some(_) => Err(io::Error::other("the proof cannot be checked any further")),
            None => Ok(proof.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
