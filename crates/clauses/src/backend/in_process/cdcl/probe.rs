//! Probing: a literal whose decision alone leads to a conflict is false for good. The search probes literals that imply others
//! through clauses of two, and that no clause of two implies (I. Lynce and J. Marques-Silva, ICTAI 2003; D. Le Berre 2001).

use satdoku_base::budget::{Running, StopReason};

use super::state::{Conflict, Reason, SEEN, State};
use crate::cnf::{Lit, Var};

/// Literals that a round of probing propagates: `MIN_PROPAGATED`, and one for every `SHARE` literals propagated by the search since.
const MIN_PROPAGATED: u64 = 50_000;
const SHARE: u64 = 50;

/// Literals that are probed between two looks at the clock.
const PROBES_PER_LOOK: usize = 8;

impl State {
    /// Probes at level 0, as far as due, the literals not yet probed under the literals that are now true for good.
    pub(super) fn probe(&mut self, run: &Running) -> Result<(), StopReason> {
        let (searched, phases) = (self.propagations, self.phases.clone());
        let due = MIN_PROPAGATED + (searched - self.propagated_at_last_probing) / SHARE;
        let mut answer = Ok(());
        for (number, lit) in self.unprobed().into_iter().enumerate() {
            if self.propagations - searched > due || !self.is_consistent {
                break;
            }
            if number % PROBES_PER_LOOK == 0 {
                answer = run.check();
                if answer.is_err() {
                    break;
                }
            }
            if self.value(lit) == 0 {
                self.probe_one(lit);
            }
        }
        self.phases = phases;
        self.propagated_at_last_probing = self.propagations;
        answer
    }

    /// The literals to probe, by falling number of implied literals.
    fn unprobed(&self) -> Vec<Lit> {
        let fixed = self.trail.len() as u32;
        let lits = (0..self.variables()).flat_map(|variable| {
            let variable = Var::new(variable);
            [variable.positive(), variable.negative()]
        });
        let mut roots: Vec<Lit> = lits
            .filter(|&lit| {
                let is_root = !self.implied[lit.code()].is_empty() && self.implied[(!lit).code()].is_empty();
                is_root && self.value(lit) == 0 && self.probed_at[lit.code()] != fixed
            })
            .collect();
        roots.sort_by_key(|lit| std::cmp::Reverse(self.implied[lit.code()].len()));
        roots
    }

    /// Probes an open literal at level 0, after full propagation; returns the number of literals that follow, or `None` if the
    /// literal is false for good. Spoils the phases.
    pub(super) fn probe_one(&mut self, lit: Lit) -> Option<usize> {
        let fixed = self.trail.len();
        self.decide(lit);
        let Some(conflict) = self.propagate() else {
            let following = self.trail.len() - fixed;
            self.back_to(0);
            self.probed_at[lit.code()] = fixed as u32;
            return Some(following);
        };
        if !self.descend_to(conflict) {
            return None;
        }
        let uip = self.uip(conflict);
        let id = self.prove(conflict, &[!uip]);
        self.forget_marks();
        self.back_to(0);
        self.assign(!uip, Reason::None);
        self.log.note_unit(uip, id);
        self.settle();
        None
    }

    /// The last literal of level 1 that alone leads to the conflict.
    fn uip(&mut self, conflict: Conflict) -> Lit {
        let mut open = 0;
        self.for_each_of(conflict, |state, lit| open += state.see_of_probe(lit));
        let mut at = self.trail.len();
        loop {
            at -= 1;
            let lit = self.trail[at];
            let marks = &mut self.marks[lit.var().index()];
            if *marks & SEEN == 0 {
                continue;
            }
            *marks = 0;
            open -= 1;
            if open == 0 {
                return lit;
            }
            self.for_each_behind(lit, |state, other| open += state.see_of_probe(other));
        }
    }

    /// Marks a variable; 1 if it is new and of level 1, else 0.
    fn see_of_probe(&mut self, lit: Lit) -> u32 {
        let is_new = self.assigned(lit).level > 0 && self.marks[lit.var().index()] & SEEN == 0;
        if is_new {
            self.marks[lit.var().index()] |= SEEN;
        }
        u32::from(is_new)
    }
}
