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
use super::search::{Answer, Asking};
use super::state::State;
use crate::budget::{CancelToken, Running, StopReason};
use crate::cnf::Lit;

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
    /// What cannot be supposed, with the number in the proof of the clause that says so; never a literal and its negation with the same
    /// before them, as of these follows that what is before them cannot be supposed.
    refuted: HashMap<Vec<Lit>, Option<Id>>,
    /// Conflicts since the search was split.
    pub(super) conflicts: u64,
}

/// What came of a question.
pub(super) enum Found {
    /// The literals that are true in a model.
    Model(Vec<Lit>),
    None,
    Stopped(StopReason),
}

impl Parts {
    /// How many searches there are at once with so many threads, at most: one for each thread and one that is being handed over, and
    /// the one from which they come.
    pub(super) fn most(threads: NonZeroUsize) -> u64 {
        2 * threads.get() as u64 + 1
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
            let idle = AtomicUsize::new(1);
            let asking = Asking { from: whole.conflicts + self.patience.first, idle: &idle };
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
        let (tasks, changed, idle) = (Mutex::new(tasks), Condvar::new(), AtomicUsize::new(0));
        let pool = Pool { tasks, changed, idle, between_splits, run, token };
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
    idle: AtomicUsize,
    between_splits: u64,
    run: Running,
    /// Stops all threads.
    token: CancelToken,
}

/// A panic ends all threads: none is to wait for one that is gone.
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
            let asking = Asking { from: before + self.between_splits, idle: &self.idle };
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
                }
                Answer::None(_) => tasks.parts.refute(&part),
                Answer::Model => {
                    // A model that comes when another was found will be found again.
                    tasks.found.get_or_insert(Found::Model(part.state.model()));
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
            self.idle.fetch_add(1, Ordering::Relaxed);
            tasks = self.changed.wait(tasks).unwrap_or_else(PoisonError::into_inner);
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Part {
    /// Itself and another part, or itself alone where nothing can be split.
    fn split(mut self) -> Vec<Self> {
        let Some(lit) = self.state.literal_to_split_at() else { return vec![self] };
        let halves = [lit, !lit].map(|lit| {
            let mut state = self.state.fork();
            state.suppose(lit);
            Self { state, supposed: self.supposed.iter().copied().chain([lit]).collect() }
        });
        halves.into()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::backend::certified::Certified;
    use crate::backend::in_process::cdcl::Cdcl;
    use crate::backend::{Backend, Checked, Clauses, OpenOptions, Proof, ProofFormat, ProofSink, SatBackend};
    use crate::budget::Budget;
    use crate::cnf::{ClauseSink, Cnf, Model, Var};
    use crate::verdict::Verdict;

    /// The next of a series of random numbers (D. Lehmer).
    fn below(bound: usize, seed: &mut u64) -> usize {
        *seed = seed.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(0x9e37_79b9);
        (*seed >> 33) as usize % bound
    }

    fn random_lit(variables: usize, seed: &mut u64) -> Lit {
        Var::new(below(variables, seed)).lit(below(2, seed) == 0)
    }

    /// All variables are in clauses that are not always true, of others a certified solver does not hear.
    fn random_formula(variables: usize, clauses: usize, seed: &mut u64) -> Cnf {
        let mut cnf = Cnf::new();
        for variable in 2..variables {
            let clause: Vec<Lit> = (variable - 2..=variable).map(|variable| Var::new(variable).positive()).collect();
            let Ok(()) = cnf.add_clause(&clause);
        }
        for _ in 0..clauses {
            let clause: Vec<Lit> = (0..3).map(|_| random_lit(variables, seed)).collect();
            let Ok(()) = cnf.add_clause(&clause);
        }
        cnf
    }

    /// Clauses that one assignment makes true, and hardly another.
    fn formula_of_few(variables: usize, clauses: usize, seed: &mut u64) -> Cnf {
        let mut cnf = Cnf::new();
        let model: Vec<bool> = (0..variables).map(|_| below(2, seed) == 0).collect();
        for _ in 0..clauses {
            let mut clause: Vec<Lit> = (0..3).map(|_| random_lit(variables, seed)).collect();
            clause[0] = clause[0].var().lit(model[clause[0].var().index()]);
            let Ok(()) = cnf.add_clause(&clause);
        }
        cnf
    }

    /// A search that is split at once and again and again.
    fn hasty(options: &OpenOptions, threads: usize) -> Cdcl {
        let settings = vec![("threads".to_owned(), threads.to_string())];
        let mut solver = Cdcl::open(&OpenOptions { settings, ..options.clone() }).unwrap();
        solver.parts.patience = Patience { first: 0, further: 1 };
        solver
    }

    fn certified(threads: usize) -> Box<dyn SatBackend> {
        let open = |options: &OpenOptions| Ok(Box::new(hasty(options, threads)) as Box<dyn SatBackend>);
        let options = OpenOptions { certified: true, ..OpenOptions::default() };
        Box::new(Certified::open(&Backend::Cdcl, &options, open).unwrap())
    }

    /// The clause that denies a model.
    fn denial(model: &Model) -> Vec<Lit> {
        model.lits().map(|lit| !lit).collect()
    }

    fn model_of(solver: &mut dyn SatBackend, assumptions: &[Lit]) -> Option<Model> {
        match solver.solve_assuming(assumptions, &Budget::unlimited().start()).unwrap() {
            Verdict::Satisfiable(model) => Some(model),
            Verdict::Unsatisfiable => None,
            Verdict::Unknown(reason) => panic!("{reason}"),
        }
    }

    #[test]
    fn models_are_those_of_one_thread_while_they_are_blocked() {
        let seed = &mut 5;
        let mut all = 0;
        for round in 0..60 {
            let (variables, threads) = (12 + below(10, seed), 2 + below(3, seed));
            let cnf = random_formula(variables, 34 * variables / 10, seed);
            let plain: Box<dyn SatBackend> = Box::new(hasty(&OpenOptions::default(), 1));
            let split: Box<dyn SatBackend> = Box::new(hasty(&OpenOptions::default(), threads));
            let models = [plain, split, certified(threads)].map(|mut solver| {
                cnf.write(&mut solver).unwrap();
                let mut models = 0;
                while let Some(model) = model_of(&mut *solver, &[]) {
                    assert_eq!(cnf.first_falsified(&model), None);
                    solver.add_clause(&denial(&model)).unwrap();
                    models += 1;
                    if models % 4 == 0 {
                        // What is assumed is asked of the whole, and nothing is lost by it.
                        let assumed = [random_lit(variables, seed), random_lit(variables, seed)];
                        let found = model_of(&mut *solver, &assumed);
                        assert!(found.is_none_or(|model| assumed.iter().all(|&lit| model.is_true(lit))));
                    }
                }
                models
            });
            assert!(models.iter().all(|&number| number == models[0]), "round {round}: {models:?}");
            all += models[0];
        }
        assert!(all > 500, "{all}");
    }

    #[test]
    fn one_proof_of_all_threads_is_taken_in_every_format() {
        let seed = &mut 9;
        let (mut refuted, mut begun) = (0, 0);
        for round in 0..40 {
            let variables = 20 + below(60, seed);
            let cnf = match round % 2 {
                0 => random_formula(variables, 36 * variables / 10, seed),
                _ => formula_of_few(variables, 20 * variables, seed),
            };
            for format in [ProofFormat::Lrat, ProofFormat::BinaryLrat, ProofFormat::Drat, ProofFormat::BinaryDrat] {
                let mut of = cnf.clone();
                let proof = Arc::new(Mutex::new(Vec::new()));
                let sink = Some(ProofSink::new(Arc::clone(&proof)));
                let options = OpenOptions { proof: sink, proof_format: Some(format), ..OpenOptions::default() };
                let mut solver = hasty(&options, 2 + below(2, seed));
                cnf.write(&mut solver).unwrap();
                assert!(solver.keep_place_for_clause());
                if let Some(model) = model_of(&mut solver, &[]) {
                    let Ok(()) = of.add_clause(&denial(&model));
                    solver.add_clause(&denial(&model)).unwrap();
                    if model_of(&mut solver, &[]).is_some() {
                        continue;
                    }
                    begun += 1;
                }
                let proof = std::mem::take(&mut *proof.lock().unwrap());
                let mut write = |sink: &mut dyn ClauseSink<Error = _>| of.write(sink);
                let mut clauses = Clauses { size: of.size(), write: &mut write };
                let mut proof = Proof { reader: &mut &proof[..], bytes: proof.len() as u64 };
                let running = Budget::unlimited().start();
                let checked = format.check(&mut clauses, &mut proof, OpenOptions::DEFAULT_MEMORY, &running);
                assert_eq!(checked.unwrap(), Checked::Refuted, "round {round}, {format}");
                refuted += 1;
            }
        }
        assert!(refuted > 40 && begun > 4, "{refuted} refuted, {begun} of them with a model before");
    }
}
