//! One question on several threads: whenever a thread is idle, another thread splits its search, so that all threads end together.
//! (Guiding paths: H. Zhang, M. Bonacina and J. Hsiang, *PSATO*, 1996.)
//!
//! A part is a search that supposes literals. The parts together have all models of the clauses. When a model is found or time is
//! up, the parts stay, and go on at the next question, with the clauses added meanwhile.

use std::collections::{HashMap, VecDeque};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use satdoku_base::budget::{CancelToken, Running, StopReason};

use super::proof::Id;
use super::search::{Answer, SplitDemand, SplitRequest};
use super::state::State;
use crate::cnf::{Lit, Model};

/// The numbers of conflicts before a split.
#[derive(Clone, Copy)]
pub(super) struct SplitSchedule {
    pub(super) first: u64,
    /// The conflicts of a part before a further split.
    pub(super) further: u64,
}

impl Default for SplitSchedule {
    /// A search with fewer conflicts is over before another thread has begun.
    fn default() -> Self {
        Self { first: 1_000, further: 500 }
    }
}

/// A search under supposed literals.
struct Part {
    state: State,
    supposed: Vec<Lit>,
}

/// The parts of a search that was split.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) split_schedule: SplitSchedule,
    open: VecDeque<Part>,
    /// Refuted lists of supposed literals, with the number in the proof of the refuting clause. If `a b` and `a ¬b` are both
    /// refuted, `a` takes their place.
    refuted: HashMap<Vec<Lit>, Option<Id>>,
    /// Conflicts since the search was split.
    pub(super) conflicts: u64,
}

/// The outcome of a question.
pub(super) enum Found {
    Model(Model),
    None,
    Stopped(StopReason),
}

impl Parts {
    /// The most searches at once: each thread has one, plus one more while it splits for an idle thread, and the original search
    /// stays.
    pub(super) fn most(threads: NonZeroUsize) -> u64 {
        2 * threads.get() as u64 + 1
    }

    /// Whether no part exists.
    pub(super) fn is_whole(&self) -> bool {
        self.open.is_empty()
    }

    /// Drops the parts; the search is whole again.
    pub(super) fn forget(&mut self) {
        self.open.clear();
        self.refuted.clear();
    }

    /// Adds a clause to every part, with its number in the proof, and makes room for `variables` variables.
    pub(super) fn add(&mut self, clause: &[Lit], variables: usize, number: Option<Id>) {
        let mut lits = Vec::new();
        for part in &mut self.open {
            part.state.grow(variables, 0);
            lits.clear();
            lits.extend_from_slice(clause);
            part.state.add_too(&mut lits, number);
        }
    }

    /// Looks for a model of the clauses of `whole`, a search that does not change once it was split.
    pub(super) fn search(&mut self, whole: &mut State, threads: NonZeroUsize, run: &Running) -> Found {
        if self.open.is_empty() {
            let demand = SplitDemand { idle: AtomicUsize::new(1), ..SplitDemand::default() };
            let request = SplitRequest { from: whole.conflicts + self.split_schedule.first, demand: &demand };
            match whole.search(&[], run, Some(request)) {
                Answer::Model => return Found::Model(whole.model()),
                Answer::None(_) => return Found::None,
                Answer::Stopped(reason) => return Found::Stopped(reason),
                Answer::Split => {}
            }
            self.open.push_back(Part { state: whole.fork(), supposed: Vec::new() });
        }
        let (run, token) = run.fork();
        let between_splits = self.split_schedule.further;
        let tasks = Tasks { parts: std::mem::take(self), at_work: 0, found: None };
        let (tasks, changed, demand) = (Mutex::new(tasks), Condvar::new(), SplitDemand::default());
        let pool = Pool { tasks, changed, demand, between_splits, run, token };
        thread::scope(|scope| {
            let pool = &pool;
            for _ in 1..threads.get() {
                // If a thread cannot be started, the other threads do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, || pool.work());
            }
            pool.work();
        });
        let Tasks { parts, found, .. } = pool.tasks.into_inner().unwrap_or_else(PoisonError::into_inner);
        *self = parts;
        if let Some(found) = found {
            return found;
        }
        // No part was lost if the refutations resolve to the empty list of supposed literals.
        if !self.refuted.contains_key(&[][..]) {
            return Found::Stopped(StopReason::Incomplete);
        }
        whole.is_consistent = false;
        self.forget();
        Found::None
    }

    /// Notes the refutation of a part, and resolves it with earlier refutations.
    fn refute(&mut self, part: &Part) {
        let mut supposed = part.supposed.clone();
        let mut number = part.state.log.number_of_refutation();
        while let Some(lit) = supposed.pop() {
            supposed.push(!lit);
            let other = self.refuted.remove(&supposed);
            supposed.pop();
            let Some(other) = other else {
                supposed.push(lit);
                break;
            };
            if let (Some(one), Some(other)) = (number, other) {
                let denied: Vec<Lit> = supposed.iter().map(|&lit| !lit).collect();
                number = part.state.log.resolvent(&denied, [one, other]);
            }
        }
        self.refuted.insert(supposed, number);
    }
}

/// The work of the threads.
struct Tasks {
    parts: Parts,
    /// The number of parts being searched.
    at_work: usize,
    found: Option<Found>,
}

struct Pool {
    tasks: Mutex<Tasks>,
    changed: Condvar,
    demand: SplitDemand,
    between_splits: u64,
    run: Running,
    /// Stops all threads.
    token: CancelToken,
}

/// Ends all threads on a panic, which goes on in the asking thread: no thread waits for a thread that is gone.
struct EndsAllByPanic<'a>(&'a Pool);

impl Drop for EndsAllByPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().found.get_or_insert(Found::Stopped(StopReason::Incomplete));
            self.0.token.cancel();
            self.0.changed.notify_all();
        }
    }
}

impl Pool {
    fn lock(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work of a thread: part after part until an answer is found.
    fn work(&self) {
        let _guard = EndsAllByPanic(self);
        while let Some(mut part) = self.take() {
            let before = part.state.conflicts;
            let request = SplitRequest { from: before + self.between_splits, demand: &self.demand };
            let answer = part.state.search(&[], &self.run, Some(request));
            part.state.log.flush();
            let mut halves = Vec::new();
            let mut tasks = self.lock();
            tasks.parts.conflicts += part.state.conflicts - before;
            match answer {
                Answer::Split => {
                    drop(tasks);
                    halves = part.split();
                    tasks = self.lock();
                    self.demand.splitting.fetch_sub(1, Ordering::Relaxed);
                }
                Answer::None(_) => tasks.parts.refute(&part),
                Answer::Model => {
                    // A model found after another model will be found again; a model found when time is up counts.
                    if !matches!(tasks.found, Some(Found::Model(_))) {
                        tasks.found = Some(Found::Model(part.state.model()));
                    }
                    self.token.cancel();
                    halves.push(part);
                }
                Answer::Stopped(reason) => {
                    tasks.found.get_or_insert(Found::Stopped(reason));
                    self.token.cancel();
                    halves.push(part);
                }
            }
            tasks.parts.open.extend(halves);
            tasks.at_work -= 1;
            drop(tasks);
            self.changed.notify_all();
        }
    }

    /// The next part, once available; `None` when the question is answered.
    fn take(&self) -> Option<Part> {
        let mut tasks = self.lock();
        loop {
            if tasks.found.is_some() {
                return None;
            }
            if let Some(part) = tasks.parts.open.pop_front() {
                tasks.at_work += 1;
                return Some(part);
            }
            if tasks.at_work == 0 {
                return None;
            }
            self.demand.idle.fetch_add(1, Ordering::Relaxed);
            tasks = self.changed.wait(tasks).unwrap_or_else(PoisonError::into_inner);
            self.demand.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Part {
    /// Splits the part in two, or returns it whole if no literal is left to split at.
    fn split(mut self) -> Vec<Self> {
        let Some(lit) = self.state.literal_to_split_at() else { return vec![self] };
        let mut other = Self { state: self.state.fork(), supposed: self.supposed.clone() };
        self.suppose(lit);
        other.suppose(!lit);
        vec![self, other]
    }

    fn suppose(&mut self, lit: Lit) {
        self.state.suppose(lit);
        self.supposed.push(lit);
    }
}
