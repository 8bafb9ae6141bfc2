//! The search: decide, propagate, learn; now and then begin anew, drop clauses and probe.

use super::analyze::Learnt;
use std::sync::atomic::{AtomicUsize, Ordering};

use satdoku_base::budget::{Running, StopReason};

use super::state::{Reason, State};
use crate::cnf::{Lit, Var};

/// Conflicts between restarts, times the numbers of the reluctant doubling sequence (D. Knuth, *The Art of Computer Programming*
/// 4B, 7.2.2.2; M. Luby, A. Sinclair and D. Zuckerman, 1993).
const RESTART: u64 = 1024;

/// The first reduction comes before all conflicts and frees the clauses of literals fixed for good; `REDUCTION` × n conflicts lie
/// between the n-th reduction and the next.
const REDUCTION: u64 = 300;

/// The conflicts before the first probing, and from there to the second; every later interval is longer by `PROBING`.
const FIRST_PROBING: u64 = 100;
const SECOND_PROBING: u64 = 2_500;
const PROBING: u64 = 5_000;

/// Decisions and conflicts between two looks at the clock.
const STEPS_PER_LOOK: u32 = 32;

/// The answer of a search.
pub(super) enum Answer {
    /// All variables have a value, and no clause is false.
    Model,
    /// No model exists under the assumptions; the given assumptions cannot be true together.
    None(Vec<Lit>),
    /// The search is to be split, as asked; the splitting thread reports the end of the split.
    Split,
    Stopped(StopReason),
}

/// Asks a search to end so that it can be split.
#[derive(Clone, Copy)]
pub(super) struct SplitRequest<'a> {
    /// The number of conflicts before the first split.
    pub(super) from: u64,
    pub(super) demand: &'a SplitDemand,
}

/// The demand for splits.
#[derive(Default)]
pub(super) struct SplitDemand {
    /// The number of idle threads.
    pub(super) idle: AtomicUsize,
    /// The number of searches being split for idle threads.
    pub(super) splitting: AtomicUsize,
}

impl SplitDemand {
    /// Takes on a split, unless enough splits are under way.
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
    /// Looks for a model in which the assumptions are true. Their variables and levels must have room.
    pub(super) fn search(&mut self, assumptions: &[Lit], run: &Running, request: Option<SplitRequest<'_>>) -> Answer {
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
                if request.is_some_and(|request| self.conflicts >= request.from && request.demand.take_on()) {
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
                if !self.descend_to(conflict) {
                    continue;
                }
                let learnt = self.analyze(conflict);
                self.learn(&learnt);
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
        match &self.log.proof {
            Some(proof) if proof.is_full() => return Err(StopReason::Memory),
            Some(proof) if proof.has_failed() => return Err(StopReason::Incomplete),
            _ => {}
        }
        run.check()
    }

    /// Takes in the learnt clause, and makes its first literal true.
    fn learn(&mut self, learnt: &Learnt) {
        self.is_full |= self.clauses.is_full(self.learnt.len());
        if self.is_full {
            return;
        }
        self.back_to(learnt.backjump);
        let lits = std::mem::take(&mut self.learnt);
        let reason = match lits[..] {
            [lit] => {
                self.log.note_unit(lit, learnt.id);
                Reason::None
            }
            [one, other] => {
                self.add_pair(one, other, learnt.id);
                Reason::Pair(!other)
            }
            _ => Reason::Clause(self.add_clause(&lits, Some(learnt.glue), learnt.id)),
        };
        self.assign(lits[0], reason);
        self.learnt = lits;
    }

    /// Drops learnt clauses of little use, and frees the others of literals fixed for good.
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

    /// The open variable with the highest score, with its last value.
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
