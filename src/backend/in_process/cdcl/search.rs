//! The search: decide, propagate, learn; now and then begin anew, drop clauses and probe.

use super::analyze::Lesson;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::state::{Reason, State};
use crate::budget::{Running, StopReason};
use crate::cnf::{Lit, Var};

/// Restarts come after so many conflicts times the numbers of the reluctant doubling sequence (D. Knuth, *The Art of Computer
/// Programming* 4B, 7.2.2.2; M. Luby, A. Sinclair and D. Zuckerman, 1993).
const RESTART: u64 = 1024;

/// The first reduction comes before all conflicts and frees the clauses of what is true for good; from the n-th to the next it takes so
/// many times n conflicts.
const REDUCTION: u64 = 300;

/// Probing comes first after so many conflicts, then after further ones, and then each time by so many more.
const FIRST_PROBING: u64 = 100;
const SECOND_PROBING: u64 = 2_500;
const PROBING: u64 = 5_000;

/// Decisions and conflicts between two looks at the clock.
const STEPS_PER_LOOK: u32 = 32;

/// What a search came to.
pub(super) enum Answer {
    /// All variables have a value, and no clause is false.
    Model,
    /// There is none under the assumptions; these of them cannot be true together.
    None(Vec<Lit>),
    /// It is to be split, as asked; whoever splits it says when that is done.
    Split,
    Stopped(StopReason),
}

/// Asks a search to end so that it can be split.
#[derive(Clone, Copy)]
pub(super) struct Asking<'a> {
    /// Not before so many conflicts.
    pub(super) from: u64,
    pub(super) demand: &'a Demand,
}

/// How much is to be split.
#[derive(Default)]
pub(super) struct Demand {
    /// How many threads have nothing to do.
    pub(super) idle: AtomicUsize,
    /// How many searches are being split for them.
    pub(super) splitting: AtomicUsize,
}

impl Demand {
    /// Takes on a split, if one is wanted that nobody does yet.
    fn take_on(&self) -> bool {
        let idle = self.idle.load(Ordering::Relaxed);
        let one_more = |splitting| (splitting < idle).then_some(splitting + 1);
        self.splitting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok()
    }
}

/// The numbers 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, ...
struct ReluctantDoubling {
    u: u64,
    v: u64,
}

impl ReluctantDoubling {
    fn step(&mut self) {
        if self.u & self.u.wrapping_neg() == self.v {
            (self.u, self.v) = (self.u + 1, 1);
        } else {
            self.v *= 2;
        }
    }
}

impl State {
    /// Looks for a model in which the assumptions are true. There must be room for their variables and levels.
    pub(super) fn search(&mut self, assumptions: &[Lit], run: &Running, asking: Option<Asking<'_>>) -> Answer {
        self.back_to(0);
        self.load_given();
        let mut restarts = ReluctantDoubling { u: 1, v: 1 };
        let mut next_restart = self.conflicts + RESTART;
        let mut until_look = 0;
        loop {
            if !self.is_consistent {
                return Answer::None(Vec::new());
            }
            if until_look == 0 {
                until_look = STEPS_PER_LOOK;
                if let Err(reason) = self.look(run) {
                    return Answer::Stopped(reason);
                }
                if asking.is_some_and(|asking| self.conflicts >= asking.from && asking.demand.take_on()) {
                    return Answer::Split;
                }
            }
            until_look -= 1;
            if self.level() == 0 {
                self.settle();
                if !self.is_consistent {
                    continue;
                }
            } else if let Some(conflict) = self.propagate() {
                self.conflicts += 1;
                let lesson = self.analyze(conflict);
                self.learn(&lesson);
                if self.is_full {
                    return Answer::Stopped(StopReason::Memory);
                }
                continue;
            }
            if self.conflicts >= next_restart {
                restarts.step();
                next_restart = self.conflicts + RESTART * restarts.v;
                self.back_to((assumptions.len() as u32).min(self.level()));
            } else if self.conflicts >= self.next_reduction {
                self.reductions += 1;
                self.next_reduction = self.conflicts + REDUCTION * self.reductions;
                self.reduce();
            } else if self.conflicts >= self.next_probing.max(FIRST_PROBING) {
                self.next_probing = self.conflicts + SECOND_PROBING + PROBING * self.probings;
                self.probings += 1;
                self.back_to(0);
                if let Err(reason) = self.probe(run) {
                    return Answer::Stopped(reason);
                }
            } else if let Some(&assumption) = assumptions.get(self.level() as usize) {
                match self.value(assumption) {
                    0 => self.decide(assumption),
                    1 => self.levels.push(self.trail.len() as u32),
                    _ => return Answer::None(self.failed(assumption)),
                }
            } else {
                match self.next_decision() {
                    Some(lit) => self.decide(lit),
                    None => return Answer::Model,
                }
            }
        }
    }

    fn look(&self, run: &Running) -> Result<(), StopReason> {
        if self.is_full {
            return Err(StopReason::Memory);
        }
        match &self.proof {
            Some(proof) if proof.is_full() => return Err(StopReason::Memory),
            Some(proof) if proof.has_failed() => return Err(StopReason::Incomplete),
            _ => {}
        }
        run.check()
    }

    /// Takes in the clause that was learnt, and makes its first literal true.
    fn learn(&mut self, lesson: &Lesson) {
        self.is_full |= self.clauses.is_full(self.learnt.len());
        if self.is_full {
            return;
        }
        self.back_to(lesson.backjump);
        let lits = std::mem::take(&mut self.learnt);
        let reason = match lits[..] {
            [lit] => {
                self.unit_ids[lit.var().index()] = lesson.id;
                Reason::None
            }
            [one, other] => {
                self.add_pair(one, other, lesson.id);
                Reason::Pair(!other)
            }
            _ => Reason::Clause(self.add_clause(&lits, Some(lesson.glue), lesson.id)),
        };
        self.assign(lits[0], reason);
        self.learnt = lits;
    }

    /// Drops learnt clauses that are of little use, and frees the others of what is true for good.
    fn reduce(&mut self) {
        if self.levels.first().is_some_and(|&start| start as usize > self.freed_of) {
            self.back_to(0);
        }
        let mut reasons: Vec<_> = self.trail.iter().filter_map(|&lit| self.assigned(lit).reason.clause()).collect();
        reasons.sort_unstable();
        let useless = self.clauses.mark_useless(&reasons);
        for &clause in &useless {
            self.forget(clause);
        }
        if !useless.is_empty() || self.trail.len() > self.freed_of {
            self.collect();
        }
    }

    /// The open variable with the highest score, with the value it had last.
    fn next_decision(&mut self) -> Option<Lit> {
        while let Some(variable) = self.order.first() {
            let lit = Var::new(variable).lit(self.phases[variable]);
            if self.value(lit) == 0 {
                return Some(lit);
            }
            self.order.remove_first();
        }
        None
    }
}
