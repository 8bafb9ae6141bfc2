//! splr 0.17: a CDCL solver in Rust, in process. It answers once.
//!
//! splr wants the number of variables before the first clause, so the adapter collects the clauses and hands them over with the
//! question; a copy is kept only under a cancel token without a time limit. splr's time limit is in whole seconds, and a part of a second counts as none, so the limit is
//! rounded up; splr checks the limit only now and then. The answer does not wait for splr's check. splr itself cannot be cancelled.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use satdoku_base::budget::{Running, StopReason};
use satdoku_base::verdict::Verdict;
use splr::assign::property::Tusize;
use splr::config::Config;
use splr::solver::{Certificate, SatSolverIF, SolveIF, Solver};
use splr::types::{CNFDescription, Instantiate, PropertyDereference, SolverError};

use crate::backend::in_process::linked::{catching, check_no_settings};
use crate::backend::in_process::memory_account::{Footprint, MemoryAccount};
use crate::backend::{BackendError, Capabilities, OpenOptions, SatBackend};
use crate::cnf::{ClauseSink, Cnf, Lit, Model};

const NAME: &str = "splr";

/// The bytes of a clause are an estimate: an allocation of its own, with its watches. The bytes of a variable were measured, over 5
/// million variables, and rounded up.
const FOOTPRINT: Footprint = Footprint { variable: 240, clause: 100, literal: 8 };

pub(crate) struct Splr {
    /// `None` after the only question.
    clauses: Option<Cnf>,
    account: MemoryAccount,
    conflicts: Option<u64>,
}

impl Splr {
    pub(crate) fn open(options: &OpenOptions) -> Result<Self, BackendError> {
        check_no_settings(NAME, options)?;
        let account = MemoryAccount::open(NAME, FOOTPRINT, options)?;
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
        // splr answers once, so an assumption is as good as a unit clause.
        for &lit in assumptions {
            let Ok(()) = clauses.add_clause(&[lit]);
        }
        if let Err(reason) = run.check() {
            return Ok(Verdict::Unknown(reason));
        }
        let (answer, conflicts) = match solve_in_time(clauses, run)? {
            InTime::Answered(answer, conflicts) => (answer, conflicts),
            InTime::Stopped(reason) => return Ok(Verdict::Unknown(reason)),
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

/// What the solver comes to within its time.
enum InTime {
    /// Its answer, and its conflicts.
    Answered(Result<Certificate, SolverError>, Option<u64>),
    /// The budget ended before.
    Stopped(StopReason),
}

/// Time between two looks at the budget while splr works.
const LOOK: Duration = Duration::from_millis(5);

/// The stack of a main thread, for splr's recursion.
const STACK: usize = 8 << 20;

/// The first limit of splr under a token alone.
const FIRST_SLICE: Duration = Duration::from_secs(2);

/// The answer, or the reason for no answer in time.
///
/// Where the question can be stopped, splr works on a thread of its own. When the budget is spent, the thread is left alone and ends
/// at splr's own limit. Under a time limit the two limits are the same. Under a token alone a thread left alone might never end, so
/// splr gets a limit that doubles each time it is reached: a thread outlives its question by no more than that question took, or by
/// the first limit, and the searches given up cost no more than the last one.
fn solve_in_time(clauses: Cnf, run: &Running) -> Result<InTime, BackendError> {
    if !run.is_stoppable() {
        return catching(NAME, || solve(clauses, None));
    }
    if let Some(time) = run.time_left() {
        return solve_beside(clauses, time, run);
    }
    let mut slice = FIRST_SLICE;
    loop {
        match solve_beside(clauses.clone(), slice, run)? {
            InTime::Answered(Err(SolverError::TimeOut), _) => slice *= 2,
            ended => return Ok(ended),
        }
    }
}

/// The answer of splr on a thread of its own, with a limit of its own.
fn solve_beside(clauses: Cnf, limit: Duration, run: &Running) -> Result<InTime, BackendError> {
    let (sender, answer) = mpsc::channel();
    let work = move || drop(sender.send(catching(NAME, || solve(clauses, Some(limit)))));
    let io = |source| BackendError::Io { backend: NAME.to_owned(), context: "cannot start a thread", source };
    thread::Builder::new().stack_size(STACK).spawn(work).map_err(io)?;
    loop {
        match answer.recv_timeout(LOOK) {
            Ok(answered) => return answered,
            Err(RecvTimeoutError::Timeout) => {
                if let Err(reason) = run.check() {
                    return Ok(InTime::Stopped(reason));
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                let message = "its thread ended without an answer".to_owned();
                return Err(BackendError::Failed { backend: NAME.to_owned(), message });
            }
        }
    }
}

fn solve(clauses: Cnf, limit: Option<Duration>) -> InTime {
    let mut conflicts = None;
    let answer = try_solve(clauses, limit, &mut conflicts);
    InTime::Answered(answer, conflicts)
}

fn try_solve(clauses: Cnf, limit: Option<Duration>, conflicts: &mut Option<u64>) -> Result<Certificate, SolverError> {
    // The longest time whose seconds can be told apart in the solver's arithmetic, a hundred years or so.
    const ENDLESS: f64 = 4e9;
    let mut config = Config { quiet_mode: true, ..Config::default() };
    config.c_timeout = limit.map_or(ENDLESS, |time| time.as_secs_f64().ceil().max(1.0));
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

#[cfg(test)]
mod tests {
    use satdoku_base::budget::{Budget, CancelToken, Stopwatch};

    use super::*;

    /// One pigeon more than holes: without a model, and long to refute.
    fn pigeons(holes: i32) -> Splr {
        let mut splr = Splr::open(&OpenOptions::default()).expect("splr");
        let lit = |pigeon: i32, hole: i32| Lit::from_dimacs(pigeon * holes + hole + 1).expect("a literal");
        for pigeon in 0..=holes {
            splr.add_clause(&(0..holes).map(|hole| lit(pigeon, hole)).collect::<Vec<_>>()).expect("a clause");
            for (other, hole) in (0..pigeon).flat_map(|other| (0..holes).map(move |hole| (other, hole))) {
                splr.add_clause(&[!lit(pigeon, hole), !lit(other, hole)]).expect("a clause");
            }
        }
        splr
    }

    #[test]
    fn an_answer_is_found_under_a_token() {
        let run = Budget::unlimited().with_cancel(CancelToken::new()).start();
        assert_eq!(pigeons(4).solve_assuming(&[], &run).expect("an answer"), Verdict::Unsatisfiable);
    }

    #[test]
    fn a_token_is_not_waited_for() {
        let token = CancelToken::new();
        let run = Budget::unlimited().with_cancel(token.clone()).start();
        let stop = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            token.cancel();
        });
        let watch = Stopwatch::start();
        let answer = pigeons(16).solve_assuming(&[], &run).expect("an answer");
        assert_eq!(answer, Verdict::Unknown(StopReason::Cancelled));
        // splr's own limit would be two seconds.
        assert!(watch.elapsed() < Duration::from_millis(1500), "{:?}", watch.elapsed());
        stop.join().expect("a thread");
    }
}
