//! Propagation beyond clauses: asks the [`Propagator`] at the fixpoint of unit propagation, and asks for reasons when the analysis of
//! a conflict needs them.
//!
//! A reason is stored among the clauses without watches, and [`State::reduce`] drops it like a learnt clause.

use super::clauses::Place;
use super::state::{Assigned, Conflict, Reason, State};
use crate::backend::propagator::{Falsified, Propagated, Propagator};
use crate::cnf::Lit;

/// The glue of a stored reason, which makes it the first to be dropped.
const GLUE: u32 = 1 << 20;

/// The propagator of a search, and what it was asked.
#[derive(Clone)]
pub(super) struct Lazy {
    propagator: Box<dyn Propagator>,
    /// The length of the trail that the propagator has seen.
    seen: usize,
    /// The propagations that made literals of the trail true.
    asked: Vec<Asked>,
    implied: Vec<Lit>,
    reason: Vec<Lit>,
}

/// A constraint that implied literals, and the length of the trail that it saw.
#[derive(Clone, Copy)]
struct Asked {
    by: u32,
    seen: u32,
}

/// The outcome of a propagation beyond clauses.
enum Step {
    Nothing,
    Literals,
    Conflict(Conflict),
}

impl Lazy {
    pub(super) fn new(propagator: Box<dyn Propagator>) -> Self {
        Self { propagator, seen: 0, asked: Vec::new(), implied: Vec::new(), reason: Vec::new() }
    }

    /// Takes back the literals of the trail from `start` on.
    pub(super) fn back_to(&mut self, start: usize, trail: &[Lit]) {
        for &lit in trail.get(start..self.seen).unwrap_or_default().iter().rev() {
            self.propagator.unassign(lit);
        }
        self.seen = self.seen.min(start);
        let is_gone = |asked: &mut Asked| asked.seen as usize >= start;
        while self.asked.pop_if(is_gone).is_some() {}
    }
}

impl State {
    /// Propagates along clauses and beyond them; returns a false clause, if any.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        loop {
            let conflict = self.propagate_clauses();
            if conflict.is_some() {
                return conflict;
            }
            let mut lazy = self.lazy.take()?;
            let step = self.propagate_beyond(&mut lazy);
            self.lazy = Some(lazy);
            match step {
                Step::Nothing => return None,
                Step::Literals => {}
                Step::Conflict(conflict) => return Some(conflict),
            }
        }
    }

    fn propagate_beyond(&mut self, lazy: &mut Lazy) -> Step {
        for &lit in &self.trail[lazy.seen..] {
            lazy.propagator.assign(lit);
        }
        lazy.seen = self.trail.len();
        lazy.implied.clear();
        let by = match lazy.propagator.propagate(&mut lazy.implied) {
            Propagated::Nothing => return Step::Nothing,
            Propagated::Literals(by) => by,
            Propagated::Conflict(by) => return Step::Conflict(self.false_clause(lazy, by, None)),
        };
        let mut reason = Reason::None;
        // What is true for good needs a reason in a proof only.
        if self.level() > 0 || self.log.has_proof() {
            reason = Reason::Lazy(lazy.asked.len() as u32);
            lazy.asked.push(Asked { by, seen: lazy.seen as u32 });
        }
        for at in 0..lazy.implied.len() {
            let lit = lazy.implied[at];
            match self.value(lit) {
                0 => self.assign(lit, reason),
                1 => {}
                _ => return Step::Conflict(self.false_clause(lazy, by, Some(lit))),
            }
        }
        Step::Literals
    }

    /// The clause that a constraint makes false, which saw all that the propagator has seen.
    fn false_clause(&mut self, lazy: &mut Lazy, by: u32, lit: Option<Lit>) -> Conflict {
        let asked = Asked { by, seen: lazy.seen as u32 };
        Conflict::Clause(self.ask(lazy, asked, lit))
    }

    /// Asks for the reason of a true literal, and stores it.
    pub(super) fn explain(&mut self, lit: Lit, number: u32) -> Reason {
        let Some(mut lazy) = self.lazy.take() else { return Reason::None };
        let asked = lazy.asked[number as usize];
        let place = self.ask(&mut lazy, asked, Some(lit));
        self.lazy = Some(lazy);
        let range = self.clauses.range(place);
        let reason = match range.len() {
            // A proof finds a reason's number at its place.
            2 if !self.log.has_proof() => Reason::Pair(!self.clauses.lit(range.end - 1)),
            _ => Reason::Clause(place),
        };
        self.assigned[lit.var().index()].reason = reason;
        reason
    }

    /// Stores the clause of a reason; the literal that it implies comes first.
    fn ask(&mut self, lazy: &mut Lazy, Asked { by, seen }: Asked, lit: Option<Lit>) -> Place {
        lazy.reason.clear();
        // A proof takes the reason for granted, so it has to hold by itself.
        let is_final = |level: u32| level == 0 && !self.log.has_proof();
        let falsified = |lit: Lit| {
            let Assigned { level, at, .. } = self.assigned[lit.var().index()];
            match self.values[lit.code()] {
                -1 if is_final(level) => Falsified::ForGood,
                -1 if at < seen => Falsified::At(at),
                _ => Falsified::Not,
            }
        };
        lazy.propagator.explain(by, lit, &falsified, &mut lazy.reason);
        debug_assert!(lazy.reason.iter().all(|&lit| falsified(lit) != Falsified::Not), "a reason is false");
        if let Some(lit) = lit {
            let last = lazy.reason.len();
            lazy.reason.push(lit);
            lazy.reason.swap(0, last);
        }
        let id = self.log.reason(by, &lazy.reason);
        self.clauses.add(&lazy.reason, Some(GLUE), id)
    }

    /// Goes back to the last level of a false clause; false if the clause is false in every model.
    pub(super) fn descend_to(&mut self, conflict: Conflict) -> bool {
        if self.lazy.is_none() {
            return true;
        }
        let mut level = 0;
        self.for_each_of(conflict, |state, lit| level = state.assigned(lit).level.max(level));
        self.back_to(level);
        if level == 0 {
            let id = self.prove(conflict, &[]);
            self.refute(id);
        }
        level > 0
    }
}
