//! Any sequence of calls to a backend, held against a table of all assignments to a dozen variables.

use std::ops::RangeInclusive;
use std::time::Duration;

use proptest::prelude::*;
use satdoku::backend::{Availability, BackendError, OpenOptions};
use satdoku::{Backend, Budget, CancelToken, Lit, SatBackend, Var, Verdict};

use crate::common::say;

const VARIABLES: usize = 12;

/// What is done with a backend.
#[derive(Clone, Debug)]
enum Call {
    Clause(Vec<i8>),
    Pairwise(Vec<i8>),
    /// One more variable may be spoken of from now on.
    Widen,
    Solve(Vec<i8>),
    /// A question whose time is up before it is asked.
    Late(Vec<i8>),
    /// A question that was cancelled before it is asked.
    Cancelled(Vec<i8>),
    /// A question that has time, but not without end.
    Limited(Vec<i8>),
}

/// Numbers of literals; which variables there are is decided when they are used.
fn lits(count: RangeInclusive<usize>) -> impl Strategy<Value = Vec<i8>> {
    let lit = (1..=VARIABLES as i8, any::<bool>()).prop_map(|(number, is_true)| if is_true { number } else { -number });
    prop::collection::vec(lit, count)
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let call = prop_oneof![
        24 => lits(2..=4).prop_map(Call::Clause),
        // The empty clause ends all hope, and a unit clause some of it, so they are rare.
        1 => lits(0..=1).prop_map(Call::Clause),
        4 => lits(0..=5).prop_map(Call::Pairwise),
        3 => Just(Call::Widen),
        10 => lits(0..=4).prop_map(Call::Solve),
        2 => lits(0..=2).prop_map(Call::Late),
        2 => lits(0..=2).prop_map(Call::Cancelled),
        3 => lits(0..=3).prop_map(Call::Limited),
    ];
    prop::collection::vec(call, 1..60)
}

/// The reference: the clauses, and of every assignment whether it is a model.
struct Table {
    variables: usize,
    clauses: Vec<Vec<Lit>>,
    is_model: Vec<bool>,
}

fn is_true(assignment: usize, lit: Lit) -> bool {
    (assignment >> lit.var().index() & 1 == 1) != lit.is_negative()
}

impl Table {
    fn new() -> Self {
        Self { variables: 4, clauses: Vec::new(), is_model: vec![true; 1 << VARIABLES] }
    }

    fn lits(&self, numbers: &[i8]) -> Vec<Lit> {
        let lit = |&number: &i8| Var::new((usize::from(number.unsigned_abs()) - 1) % self.variables).lit(number > 0);
        numbers.iter().map(lit).collect()
    }

    fn add(&mut self, clause: &[Lit]) {
        for (assignment, is_model) in self.is_model.iter_mut().enumerate() {
            *is_model &= clause.iter().any(|&lit| is_true(assignment, lit));
        }
        self.clauses.push(clause.to_vec());
    }

    fn add_pairwise(&mut self, lits: &[Lit]) {
        for (i, &a) in lits.iter().enumerate() {
            lits[i + 1..].iter().for_each(|&b| self.add(&[!a, !b]));
        }
    }

    fn has_model(&self, assumed: &[Lit]) -> bool {
        let all = |assignment: usize| assumed.iter().all(|&lit| is_true(assignment, lit));
        self.is_model.iter().enumerate().any(|(assignment, &is_model)| is_model && all(assignment))
    }
}

/// A backend and what it was told.
struct Subject {
    name: Backend,
    open: OpenOptions,
    backend: Box<dyn SatBackend>,
    table: Table,
    was_asked: bool,
    was_stopped: bool,
}

impl Subject {
    fn open(name: &Backend) -> Self {
        let open = OpenOptions::default().with_stoppable(true);
        let backend = name.open(&open).unwrap();
        Self { name: name.clone(), open, backend, table: Table::new(), was_asked: false, was_stopped: false }
    }

    /// A new solver that is told everything again, as a session does with one that cannot be asked twice.
    fn reopen(&mut self) {
        self.backend = self.name.open(&self.open).unwrap();
        for clause in &self.table.clauses {
            self.backend.add_clause(clause).unwrap();
        }
        (self.was_asked, self.was_stopped) = (false, false);
    }

    /// Tells the backend something; one that was used up must say so, and is opened anew.
    fn tell(&mut self, tell: impl Fn(&mut dyn SatBackend) -> Result<(), BackendError>, note: impl FnOnce(&mut Table)) {
        if self.was_asked && !self.backend.capabilities().incremental {
            self.reopen();
        }
        match tell(self.backend.as_mut()) {
            Ok(()) => note(&mut self.table),
            Err(BackendError::Spent { .. }) if self.was_stopped => {
                note(&mut self.table);
                self.reopen();
            }
            Err(error) => panic!("{}: {error}", self.name),
        }
    }

    fn ask(&mut self, numbers: &[i8], budget: &Budget, may_stop: bool) {
        let assumed = self.table.lits(numbers);
        let capabilities = self.backend.capabilities();
        if self.was_asked && !capabilities.incremental {
            self.reopen();
        }
        // A backend without assumptions is never called with any.
        let assumed = if capabilities.assumptions { assumed } else { Vec::new() };
        self.was_asked = true;
        let verdict = match self.backend.solve_assuming(&assumed, &budget.start()) {
            Err(BackendError::Spent { .. }) if self.was_stopped => {
                self.reopen();
                self.was_asked = true;
                self.backend.solve_assuming(&assumed, &budget.start()).unwrap()
            }
            verdict => verdict.unwrap_or_else(|error| panic!("{}: {error}", self.name)),
        };
        let has_model = self.table.has_model(&assumed);
        match verdict {
            Verdict::Satisfiable(model) => {
                assert!(has_model, "{}: a model of what has none", self.name);
                let holds = |clause: &Vec<Lit>| clause.iter().any(|&lit| model.is_true(lit));
                assert!(self.table.clauses.iter().all(holds), "{}: {model:?} breaks a clause", self.name);
                assert!(assumed.iter().all(|&lit| !model.is_true(!lit)), "{}: {model:?} breaks {assumed:?}", self.name);
            }
            Verdict::Unsatisfiable => {
                assert!(!has_model, "{}: no model under {assumed:?} of {:?}", self.name, self.table.clauses);
                if capabilities.failed {
                    let failed = self.backend.failed_assumptions();
                    assert!(failed.iter().all(|lit| assumed.contains(lit)), "{}: {failed:?}", self.name);
                    assert!(!self.table.has_model(failed), "{}: {failed:?} can be true together", self.name);
                }
            }
            Verdict::Unknown(reason) => {
                assert!(may_stop, "{}: {reason}", self.name);
                self.was_stopped = true;
            }
        }
    }

    fn run(&mut self, calls: &[Call]) {
        let unlimited = Budget::unlimited();
        let token = CancelToken::new();
        token.cancel();
        for call in calls {
            match call {
                Call::Clause(numbers) => {
                    let clause = self.table.lits(numbers);
                    self.tell(|backend| backend.add_clause(&clause), |table| table.add(&clause));
                }
                Call::Pairwise(numbers) => {
                    let lits = self.table.lits(numbers);
                    self.tell(|backend| backend.add_pairwise(&lits), |table| table.add_pairwise(&lits));
                }
                Call::Widen => self.table.variables = VARIABLES.min(self.table.variables + 1),
                Call::Solve(numbers) => self.ask(numbers, &unlimited, false),
                Call::Late(numbers) => self.ask(numbers, &unlimited.clone().with_time(Duration::ZERO), true),
                Call::Cancelled(numbers) => self.ask(numbers, &unlimited.clone().with_cancel(token.clone()), true),
                Call::Limited(numbers) => {
                    self.ask(numbers, &unlimited.clone().with_time(Duration::from_mins(10)), false);
                }
            }
        }
        self.ask(&[], &unlimited, false);
    }
}

fn run(backends: &[Backend], cases: u32) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    for backend in backends {
        let run = runner.run(&calls(), |calls| {
            Subject::open(backend).run(&calls);
            Ok(())
        });
        run.unwrap_or_else(|error| panic!("{backend}: {error}"));
    }
}

/// The backends of this build that are here: linked, and programs.
fn backends() -> (Vec<Backend>, Vec<Backend>) {
    let is_here = |backend: &Backend| matches!(backend.availability(), Availability::Ready(_));
    let here = Backend::all().into_iter().filter(is_here);
    here.partition(|backend| !matches!(backend, Backend::External(_)))
}

#[test]
fn linked_backends_answer_like_a_truth_table_whatever_they_are_told() {
    let (linked, _) = backends();
    run(&linked, 2_000);
}

/// varisat 0.2.2 names `-2` alone here: that variable has the number of one that a unit clause had fixed.
#[test]
fn the_failed_assumptions_cannot_be_true_together_though_variables_were_fixed_before() {
    use Call::{Clause, Solve, Widen};
    let calls = [
        Widen,
        Clause(vec![-1]),
        Solve(vec![1]),
        Clause(vec![-4]),
        Solve(vec![2]),
        Clause(vec![2, 5]),
        Solve(vec![-5, -2]),
    ];
    for backend in backends().0 {
        Subject::open(&backend).run(&calls);
    }
}

#[test]
fn programs_answer_like_a_truth_table_whatever_they_are_told() {
    let (_, programs) = backends();
    if programs.is_empty() {
        say("skipped: no SAT solver that is a program is here");
    }
    run(&programs, 4);
}
