//! Conflict analysis: learns the clause of the first unique implication point (J. Marques-Silva and K. Sakallah, *GRASP*, 1999; L.
//! Zhang et al., ICCAD 2001), and bumps variables.

use super::clauses::Place;
use super::proof::Id;
use super::state::{Conflict, Reason, SEEN, State};
use crate::cnf::Lit;

/// The depth to which reasons are searched for variables to bump.
const BUMPED_DEPTH: u32 = 2;
/// If the reasons would bump more than this many variables for each variable met, they bump none.
const BUMPED_LIMIT: usize = 10;

/// Instructions for the learnt clause, which is in [`State::learnt`].
pub(super) struct Learnt {
    /// The level on which only the clause's first literal is open.
    pub(super) backjump: u32,
    /// The number of lower levels of its literals before shrinking, which loses no level.
    pub(super) glue: u32,
    pub(super) id: Id,
}

impl State {
    /// Learns a clause from a conflict above level 0: its first literal is of the present level, its second of the next lower
    /// level, if any. Bumps the variables that took part.
    pub(super) fn analyze(&mut self, conflict: Conflict) -> Learnt {
        self.resolve(conflict);
        let glue = self.levels_seen.len() as u32;
        self.bump();
        self.shrink();
        let lits = std::mem::take(&mut self.learnt);
        let id = self.prove(conflict, &lits);
        self.learnt = lits;
        self.forget_marks();
        let back = (1..self.learnt.len()).max_by_key(|&at| self.assigned(self.learnt[at]).at);
        if let Some(at) = back {
            self.learnt.swap(1, at);
        }
        Learnt { backjump: back.map_or(0, |_| self.assigned(self.learnt[1]).level), glue, id }
    }

    /// Resolves the false clause with the reasons of its literals, the last assigned first, until one literal of the present
    /// level is left.
    fn resolve(&mut self, conflict: Conflict) {
        self.learnt.clear();
        self.learnt.push(self.trail[self.trail.len() - 1]);
        let mut open = 0;
        if let Conflict::Clause(clause) = conflict {
            self.note_use(clause);
        }
        self.for_each_of(conflict, |state, lit| open += state.meet(lit));
        let mut at = self.trail.len();
        loop {
            at -= 1;
            let lit = self.trail[at];
            if self.marks[lit.var().index()] & SEEN == 0 {
                continue;
            }
            open -= 1;
            if open == 0 {
                self.learnt[0] = !lit;
                return;
            }
            if let Reason::Clause(clause) = self.assigned(lit).reason {
                self.note_use(clause);
            }
            self.for_each_behind(lit, |state, other| open += state.meet(other));
        }
    }

    /// Notes the use of a clause, if learnt.
    fn note_use(&mut self, clause: Place) {
        if self.clauses.is_learnt(clause) {
            let glue = if self.clauses.may_become_better(clause) { self.glue(clause) } else { u32::MAX };
            self.clauses.note_use(clause, glue.min(self.clauses.glue(clause)));
        }
    }

    /// Takes in a false literal; 1 if its variable is new and of the present level, else 0.
    fn meet(&mut self, lit: Lit) -> u32 {
        let variable = lit.var().index();
        let assigned = self.assigned[variable];
        if assigned.level == 0 || self.marks[variable] & SEEN != 0 {
            return 0;
        }
        self.marks[variable] |= SEEN;
        self.met.push(variable as u32);
        if assigned.level == self.level() {
            return 1;
        }
        self.learnt.push(lit);
        let seen = &mut self.level_seen[assigned.level as usize];
        if seen.count == 0 {
            seen.first = u32::MAX;
            self.levels_seen.push(assigned.level);
        }
        seen.count += 1;
        seen.first = seen.first.min(assigned.at);
        0
    }

    /// The number of levels of a clause's literals.
    fn glue(&mut self, clause: Place) -> u32 {
        self.stamp = self.stamp.wrapping_add(1);
        let mut glue = 0;
        for word in self.clauses.range(clause) {
            let level = self.assigned(self.clauses.lit(word)).level as usize;
            if self.stamps[level] != self.stamp {
                self.stamps[level] = self.stamp;
                glue += 1;
            }
        }
        glue
    }

    /// Bumps the variables met, and the variables in the reasons of the clause's literals unless they are too many (J. Liang et
    /// al., *Learning rate based branching heuristic for SAT solvers*, SAT 2016).
    fn bump(&mut self) {
        let met = self.met.len();
        if self.reasons_wait > 0 {
            self.reasons_wait -= 1;
        } else if self.meet_reasons(met * BUMPED_LIMIT) {
            self.reasons_delay /= 2;
            self.reasons_wait = self.reasons_delay;
        } else {
            self.reasons_delay += 1;
            self.reasons_wait = self.reasons_delay;
            self.forget_after(met);
        }
        for &variable in &self.met {
            self.order.bump(variable as usize);
        }
        self.forget_after(met);
        self.order.decay();
    }

    /// Marks the variables in the reasons of the learnt clause's literals; false once they are too many.
    fn meet_reasons(&mut self, limit: usize) -> bool {
        (0..self.learnt.len()).all(|at| self.meet_reason(!self.learnt[at], BUMPED_DEPTH, limit))
    }

    fn meet_reason(&mut self, lit: Lit, depth: u32, limit: usize) -> bool {
        self.all_behind(lit, |state, other| state.meet_behind(other, depth, limit))
    }

    fn meet_behind(&mut self, lit: Lit, depth: u32, limit: usize) -> bool {
        let variable = lit.var().index();
        if self.marks[variable] & SEEN != 0 || self.assigned[variable].level == 0 {
            return true;
        }
        self.marks[variable] |= SEEN;
        self.met.push(variable as u32);
        self.met.len() <= limit && (depth < 2 || self.meet_reason(!lit, depth - 1, limit))
    }

    /// Forgets the variables met after the first `met`.
    fn forget_after(&mut self, met: usize) {
        for variable in self.met.drain(met..) {
            self.marks[variable as usize] = 0;
        }
    }

    pub(super) fn forget_marks(&mut self) {
        for variable in self.met.drain(..).chain(self.marked.drain(..)) {
            self.marks[variable as usize] = 0;
        }
        for level in self.levels_seen.drain(..) {
            self.level_seen[level as usize].count = 0;
        }
    }

    /// Assumptions that cannot be true together, among them `assumption`, which the others made false; proves the conflict.
    pub(super) fn failed(&mut self, assumption: Lit) -> Vec<Lit> {
        let failed = self.failed_with(assumption);
        let denied: Vec<Lit> = failed.iter().map(|&lit| !lit).collect();
        if let Reason::Lazy(number) = self.assigned(assumption).reason {
            self.explain(!assumption, number);
        }
        match self.assigned(assumption).reason {
            _ if self.assigned(assumption).level == 0 => self.prove_again(!assumption),
            Reason::Pair(from) => _ = self.prove(Conflict::Pair(!from, !assumption), &denied),
            Reason::Clause(clause) => _ = self.prove(Conflict::Clause(clause), &denied),
            // An assumption and its negation need no proof.
            Reason::None | Reason::Lazy(_) => {}
        }
        self.forget_marks();
        failed
    }

    fn failed_with(&mut self, assumption: Lit) -> Vec<Lit> {
        let mut failed = vec![assumption];
        if self.assigned(assumption).level == 0 {
            return failed;
        }
        self.marks[assumption.var().index()] |= SEEN;
        let start = self.levels[0] as usize;
        for at in (start..self.trail.len()).rev() {
            let lit = self.trail[at];
            if self.marks[lit.var().index()] & SEEN == 0 {
                continue;
            }
            self.marks[lit.var().index()] = 0;
            if self.assigned(lit).reason == Reason::None {
                failed.push(lit);
            }
            self.for_each_behind(lit, Self::see);
        }
        failed
    }

    fn see(&mut self, lit: Lit) {
        if self.assigned(lit).level > 0 {
            self.marks[lit.var().index()] |= SEEN;
        }
    }
}
