//! splr 0.17: a CDCL solver in Rust, in process. It answers once.
//!
//! splr wants the number of variables before the first clause, so the clauses are collected and handed over when it
//! is asked; they are not kept after that. Its time limit is in whole seconds, and a part of a second counts as none, so the
//! limit is rounded up, and it looks at it now and then only. The answer does not wait for that. It cannot be cancelled.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use splr::assign::property::Tusize;
use splr::config::Config;
use splr::solver::{Certificate, SatSolverIF, SolveIF, Solver};
use splr::types::{CNFDescription, Instantiate, PropertyDereference, SolverError};

use crate::backend::in_process::linked::{Account, Footprint, catching, check_no_settings};
use crate::backend::{BackendError, Capabilities, OpenOptions, SatBackend};
use crate::budget::{Running, StopReason};
use crate::cnf::{ClauseSink, Cnf, Lit, Model};
use crate::verdict::Verdict;

const NAME: &str = "splr";

/// The clauses are an estimate: each is an allocation of its own, with its watches. The variables were measured, over 5
/// million, and rounded up.
const FOOTPRINT: Footprint = Footprint { variable: 240, clause: 100, literal: 8 };

pub(in crate::backend) struct Splr {
    /// `None` once it was asked.
    clauses: Option<Cnf>,
    account: Account,
    conflicts: Option<u64>,
}

impl Splr {
    pub(in crate::backend) fn open(options: &OpenOptions) -> Result<Self, BackendError> {
        check_no_settings(NAME, options)?;
        let account = Account::open(NAME, FOOTPRINT, options)?;
        Ok(Self { clauses: Some(Cnf::new()), account, conflicts: None })
    }

    fn spent() -> BackendError {
        BackendError::Spent { backend: NAME.to_owned() }
    }
}

impl ClauseSink for Splr {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.account.add(clause)?;
        let Ok(()) = self.clauses.as_mut().ok_or_else(Self::spent)?.add_clause(clause);
        Ok(())
    }
}

impl SatBackend for Splr {
    fn name(&self) -> &'static str {
        NAME
    }

    fn solve_assuming(&mut self, assumptions: &[Lit], run: &Running) -> Result<Verdict<Model>, BackendError> {
        let mut clauses = self.clauses.take().ok_or_else(Self::spent)?;
        // It answers once, so an assumption is as good as a unit clause.
        for &lit in assumptions {
            let Ok(()) = clauses.add_clause(&[lit]);
        }
        if let Err(reason) = run.check() {
            return Ok(Verdict::Unknown(reason));
        }
        let (answer, conflicts) = match solve_in_time(clauses, run)? {
            Ok(answered) => answered,
            Err(reason) => return Ok(Verdict::Unknown(reason)),
        };
        self.conflicts = conflicts;
        match answer {
            Ok(Certificate::SAT(numbers)) => {
                Ok(Verdict::Satisfiable(numbers.into_iter().filter_map(Lit::from_dimacs).collect()))
            }
            Ok(Certificate::UNSAT)
            | Err(SolverError::EmptyClause | SolverError::Inconsistent | SolverError::RootLevelConflict(_)) => {
                Ok(Verdict::Unsatisfiable)
            }
            Err(SolverError::TimeOut) => Ok(Verdict::Unknown(StopReason::Time)),
            Err(SolverError::OutOfMemory) => Ok(Verdict::Unknown(StopReason::Memory)),
            Err(error) => Err(BackendError::Failed { backend: NAME.to_owned(), message: error.to_string() }),
        }
    }

    fn conflicts(&self) -> Option<u64> {
        self.conflicts
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }
}

/// What it answered, and its conflicts.
type Answered = (Result<Certificate, SolverError>, Option<u64>);

/// How often the budget is looked at while it works.
const LOOK: Duration = Duration::from_millis(5);

/// Its recursion is that of a main thread.
const STACK: usize = 8 << 20;

/// The answer, or why there is none in time.
///
/// Where time is limited it works on a thread of its own, which is left to itself when the budget is spent: it ends at its own
/// limit, a moment later. Without a limit it would never end, so it is waited for.
fn solve_in_time(clauses: Cnf, run: &Running) -> Result<Result<Answered, StopReason>, BackendError> {
    if run.time_left().is_none() {
        return catching(NAME, || solve(clauses, run)).map(Ok);
    }
    let (sender, answer) = mpsc::channel();
    let its_run = run.clone();
    let work = move || drop(sender.send(catching(NAME, || solve(clauses, &its_run))));
    let io = |source| BackendError::Io { backend: NAME.to_owned(), context: "cannot start a thread", source };
    thread::Builder::new().stack_size(STACK).spawn(work).map_err(io)?;
    loop {
        match answer.recv_timeout(LOOK) {
            Ok(answered) => return answered.map(Ok),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(reason) = run.check() {
                    return Ok(Err(reason));
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                let message = "its thread ended without an answer".to_owned();
                return Err(BackendError::Failed { backend: NAME.to_owned(), message });
            }
        }
    }
}

fn solve(clauses: Cnf, run: &Running) -> Answered {
    let mut conflicts = None;
    let answer = try_solve(clauses, run, &mut conflicts);
    (answer, conflicts)
}

fn try_solve(clauses: Cnf, run: &Running, conflicts: &mut Option<u64>) -> Result<Certificate, SolverError> {
    // The longest time whose seconds can be told apart in the solver's arithmetic, a hundred years or so.
    const ENDLESS: f64 = 4e9;
    let mut config = Config { quiet_mode: true, ..Config::default() };
    config.c_timeout = run.time_left().map_or(ENDLESS, |time| (time.as_secs_f64()).ceil().max(1.0));
    let description = CNFDescription {
        num_of_variables: clauses.variables(),
        num_of_clauses: clauses.len(),
        ..CNFDescription::default()
    };
    let mut solver = Solver::instantiate(&config, &description);
    let mut numbers = Vec::new();
    for clause in clauses.clauses() {
        numbers.clear();
        numbers.extend(clause.iter().map(|lit| lit.to_dimacs()));
        solver.add_clause(&numbers)?;
    }
    drop(clauses);
    let answer = solver.solve();
    *conflicts = Some(solver.asg.derefer(Tusize::NumConflict) as u64);
    answer
}
