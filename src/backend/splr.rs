//! splr 0.17: a CDCL solver in Rust, in process. It answers once.
//!
//! splr wants the number of variables before the first clause, so the clauses are collected and handed over when it
//! is asked; they are not kept after that. Its time limit is in whole seconds, and a part of a second counts as none,
//! so the limit is rounded up: it may run up to a second longer than asked. It cannot be cancelled.

use splr::assign::property::Tusize;
use splr::config::Config;
use splr::solver::{Certificate, SatSolverIF, SolveIF, Solver};
use splr::types::{CNFDescription, Instantiate, PropertyDereference, SolverError};

use crate::backend::linked::{Account, Footprint, catching, check_no_settings};
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
        match catching(NAME, || solve(clauses, run, &mut self.conflicts))? {
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

fn solve(clauses: Cnf, run: &Running, conflicts: &mut Option<u64>) -> Result<Certificate, SolverError> {
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
