//! One question on several threads: whenever a thread has nothing to do, another splits its search, so that all end together.
//! (Guiding paths: H. Zhang, M. Bonacina and J. Hsiang, *PSATO*, 1996.)
//!
//! A part is a search that supposes literals. All parts together have the models of the clauses. Parts stay as they are when a
//! model is found or time is up, and go on when the question is asked again, with the clauses that came meanwhile.

use std::collections::{HashMap, VecDeque};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::proof::Id;
use super::search::{Answer, Asking, Demand};
use super::state::State;
use crate::budget::{CancelToken, Running, StopReason};
use crate::cnf::{Lit, Model};

/// After how many conflicts a search is split.
#[derive(Clone, Copy)]
pub(super) struct Patience {
    pub(super) first: u64,
    /// And how many further ones a part takes before it is split.
    pub(super) further: u64,
}

impl Default for Patience {
    /// What takes fewer is over before another thread has begun.
    fn default() -> Self {
        Self { first: 1_000, further: 500 }
    }
}

/// A search under literals that it supposes.
struct Part {
    state: State,
    supposed: Vec<Lit>,
}

/// The parts of a search that was split.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) patience: Patience,
    open: VecDeque<Part>,
    /// What cannot be supposed, with the number in the proof of the clause that says so. Where a literal and its negation cannot behind the
    /// same others, these alone stand here: `a b` and `a ¬b` become `a`.
    refuted: HashMap<Vec<Lit>, Option<Id>>,
    /// Conflicts since the search was split.
    pub(super) conflicts: u64,
}

/// What came of a question.
pub(super) enum Found {
    Model(Model),
    None,
    Stopped(StopReason),
}

impl Parts {
    /// How many searches there are at once with so many threads, at most: each thread has one, splits it only where another has none, and
    /// there is the one from which all come.
    pub(super) fn most(threads: NonZeroUsize) -> u64 {
        2 * threads.get() as u64 + 1
    }

    /// Whether there are none.
    pub(super) fn is_whole(&self) -> bool {
        self.open.is_empty()
    }

    /// There are none; the search is whole.
    pub(super) fn forget(&mut self) {
        self.open.clear();
        self.refuted.clear();
    }

    /// Adds a clause to all of them, with its number in the proof. The variables up to this one are to have room.
    pub(super) fn add(&mut self, clause: &[Lit], variables: usize, number: Option<Id>) {
        let mut lits = Vec::new();
        for part in &mut self.open {
            part.state.grow(variables, 0);
            lits.clear();
            lits.extend_from_slice(clause);
            part.state.add_too(&mut lits, number);
        }
    }

    /// Looks for a model of the clauses of a search, which stays as it is once it was split.
    pub(super) fn search(&mut self, whole: &mut State, threads: NonZeroUsize, run: &Running) -> Found {
        if self.open.is_empty() {
            let demand = Demand { idle: AtomicUsize::new(1), ..Demand::default() };
            let asking = Asking { from: whole.conflicts + self.patience.first, demand: &demand };
            match whole.search(&[], run, Some(asking)) {
                Answer::Model => return Found::Model(whole.model()),
                Answer::None(_) => return Found::None,
                Answer::Stopped(reason) => return Found::Stopped(reason),
                Answer::Split => {}
            }
            self.open.push_back(Part { state: whole.fork(), supposed: Vec::new() });
        }
        let (run, token) = run.fork();
        let between_splits = self.patience.further;
        let tasks = Tasks { parts: std::mem::take(self), at_work: 0, found: None };
        let (tasks, changed, demand) = (Mutex::new(tasks), Condvar::new(), Demand::default());
        let pool = Pool { tasks, changed, demand, between_splits, run, token };
        thread::scope(|scope| {
            let pool = &pool;
            for _ in 1..threads.get() {
                // Where no thread can be had, the others do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, || pool.work());
            }
            pool.work();
        });
        let Tasks { parts, found, .. } = pool.tasks.into_inner().unwrap_or_else(PoisonError::into_inner);
        *self = parts;
        if let Some(found) = found {
            return found;
        }
        // No part was lost if of all refutations it follows that nothing need be supposed.
        if !self.refuted.contains_key(&[][..]) {
            return Found::Stopped(StopReason::Incomplete);
        }
        whole.is_consistent = false;
        self.forget();
        Found::None
    }

    /// Notes that a part has no model, and what follows of that.
    fn refute(&mut self, part: &Part) {
        let mut supposed = part.supposed.clone();
        let mut number = part.state.number_of_refutation();
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
                number = part.state.prove_resolvent(&denied, [one, other]);
            }
        }
        self.refuted.insert(supposed, number);
    }
}

/// What the threads work on.
struct Tasks {
    parts: Parts,
    /// How many parts threads have at hand.
    at_work: usize,
    found: Option<Found>,
}

struct Pool {
    tasks: Mutex<Tasks>,
    changed: Condvar,
    demand: Demand,
    between_splits: u64,
    run: Running,
    /// Stops all threads.
    token: CancelToken,
}

/// A panic, which goes on in the thread that asked, ends all threads: none is to wait for one that is gone.
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

    /// What each thread does: part after part until there is an answer.
    fn work(&self) {
        let _guard = EndsAllByPanic(self);
        while let Some(mut part) = self.take() {
            let before = part.state.conflicts;
            let asking = Asking { from: before + self.between_splits, demand: &self.demand };
            let answer = part.state.search(&[], &self.run, Some(asking));
            part.state.flush_proof();
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
                    // One that comes when another was found will be found again; one that comes when time is up counts.
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

    /// The next part, once there is one; none when the question is answered.
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
    /// Itself and another part, or itself alone where nothing can be split.
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
