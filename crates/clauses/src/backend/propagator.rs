//! Propagation beyond clauses: the seam by which a clause-learning search takes constraints that are not written as clauses.
//!
//! A propagator sees literals become true in the order of the trail, and open again in the reverse order. When unit propagation
//! has reached its fixpoint, the search asks the propagator for literals that follow. A literal's reason is a clause, and the
//! search asks for the clause only when the analysis of a conflict needs it (O. Ohrimenko, P. Stuckey and M. Codish, *Propagation
//! via lazy clause generation*, Constraints 2009; K. Fazekas et al., *IPASIR-UP: user propagators for CDCL*, SAT 2023).

use std::sync::{Arc, Mutex};

use crate::cnf::{ClauseSink, Cnf, Lit};

/// When a literal became false, as the reasons of a propagator see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Falsified {
    /// The literal was not false at the time of the propagation.
    Not,
    /// The literal is false in every model; a reason leaves it out.
    ForGood,
    /// The literal was false; a later literal has a higher number.
    At(u32),
}

/// The outcome of a propagation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagated {
    /// Nothing follows from any constraint of the propagator.
    Nothing,
    /// The literals follow from the constraint with this number. The search propagates clauses and then asks again.
    Literals(u32),
    /// The constraint with this number cannot hold.
    Conflict(u32),
}

/// The reasons that a search with a proof took from its propagator: clauses that the proof takes for granted, in the order of their
/// numbers. The first comes after the last given clause, and the first step of the proof [`MOST`](Self::MOST) numbers later.
#[derive(Clone, Debug, Default)]
pub struct Reasons {
    /// By reason the constraint that gave it.
    by: Vec<u32>,
    clauses: Cnf,
}

/// A place for the reasons of a search, which several threads may fill.
pub type ReasonSink = Arc<Mutex<Reasons>>;

impl Reasons {
    /// The numbers that a proof keeps for reasons.
    pub const MOST: u32 = 1 << 25;

    /// The reasons as clauses.
    #[must_use]
    pub fn clauses(&self) -> &Cnf {
        &self.clauses
    }

    /// Adds the reason that a constraint gave.
    pub fn push(&mut self, by: u32, reason: &[Lit]) {
        self.by.push(by);
        let Ok(()) = self.clauses.add_clause(reason);
    }

    /// Each reason with the number of the constraint that gave it.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &[Lit])> {
        self.by.iter().copied().zip(&self.clauses)
    }
}

/// Constraints over literals that a clause-learning search propagates beside its clauses.
///
/// Each clause that [`explain`](Self::explain) gives must follow from the constraints of the propagator and from the clauses of the
/// solver. When all variables have a value and nothing follows, the constraints must hold.
pub trait Propagator: Send {
    /// The number of variables that the propagator may name, from the first variable on.
    fn variables(&self) -> usize;

    /// A literal became true.
    fn assign(&mut self, lit: Lit);

    /// The literal that became true last, of those that are still true, is open again.
    fn unassign(&mut self, lit: Lit);

    /// Propagates the literals assigned since the last call, cheap constraints first, and writes into `implied` the literals that
    /// follow from one constraint. A literal that is true already may be among them.
    fn propagate(&mut self, implied: &mut Vec<Lit>) -> Propagated;

    /// Writes the literals of a clause that were false when the constraint `by` made a literal true, or failed: together with the
    /// literal, if any, they are the clause. `falsified` knows the past of a literal; where a proof is written, no literal is false for
    /// good, so that the clause follows from the constraint alone.
    fn explain(&mut self, by: u32, implied: Option<Lit>, falsified: &dyn Fn(Lit) -> Falsified, reason: &mut Vec<Lit>);

    /// A propagator in the same state, for a second search.
    fn fork(&self) -> Box<dyn Propagator>;
}

impl Clone for Box<dyn Propagator> {
    fn clone(&self) -> Self {
        self.fork()
    }
}
