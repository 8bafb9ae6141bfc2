//! varisat 0.2: a CDCL solver in Rust, in process. The smallest adapter, and the template for others.
//!
//! varisat has no call that stops it. It does stop when its proof cannot be written, so a stoppable solver writes its
//! proof to a sink that counts nothing and keeps nothing, and fails once the budget is spent. That solver is then used
//! up. Writing the proof costs about a third of the rate on small formulas, so it is done only where it is asked for.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use varisat::solver::{ProofFormat, SolverError};
use varisat::{ExtendFormula, Solver};

use crate::backend::linked::{Footprint, catching, check_no_settings};
use crate::backend::{BackendError, Capabilities, OpenOptions, SatBackend};
use crate::budget::{Running, StopReason};
use crate::cnf::{ClauseSink, Lit, Model};
use crate::verdict::Verdict;

const NAME: &str = "varisat";

/// An estimate, not a measurement: a binary clause, as nearly all are, stands in two lists of 4-byte literals, which
/// grow by doubling.
const FOOTPRINT: Footprint = Footprint { clause: 12, literal: 4 };

/// The clock that the proof sink looks at, shared with the adapter.
type Clock = Rc<RefCell<Option<Running>>>;

pub(in crate::backend) struct Varisat {
    /// `None` once the solver was stopped or panicked.
    solver: Option<Solver<'static>>,
    clock: Option<Clock>,
    /// A clause as varisat wants it, kept for its memory.
    lits: Vec<varisat::Lit>,
    failed: Vec<Lit>,
}

impl Varisat {
    pub(in crate::backend) fn open(options: &OpenOptions) -> Result<Self, BackendError> {
        check_no_settings(NAME, options)?;
        FOOTPRINT.check(NAME, options)?;
        let mut solver = Solver::new();
        let clock = options.stoppable.then(Clock::default);
        if let Some(clock) = &clock {
            solver.write_proof(StoppingSink(Rc::clone(clock)), ProofFormat::Varisat);
        }
        Ok(Self { solver: Some(solver), clock, lits: Vec::new(), failed: Vec::new() })
    }

    fn spent() -> BackendError {
        BackendError::Spent { backend: NAME.to_owned() }
    }
}

impl ClauseSink for Varisat {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        let solver = self.solver.as_mut().ok_or_else(Self::spent)?;
        self.lits.clear();
        self.lits.extend(clause.iter().map(|lit| varisat::Lit::from_code(lit.code())));
        catching(NAME, || solver.add_clause(&self.lits)).inspect_err(|_| self.solver = None)
    }
}

impl SatBackend for Varisat {
    fn name(&self) -> &'static str {
        NAME
    }

    fn solve_assuming(&mut self, assumptions: &[Lit], run: &Running) -> Result<Verdict<Model>, BackendError> {
        if let Err(reason) = run.check() {
            return Ok(Verdict::Unknown(reason));
        }
        let mut solver = self.solver.take().ok_or_else(Self::spent)?;
        if let Some(clock) = &self.clock {
            clock.replace(Some(run.clone()));
        }
        // Assumptions stay until they are replaced.
        self.lits.clear();
        self.lits.extend(assumptions.iter().map(|lit| varisat::Lit::from_code(lit.code())));
        let answer = catching(NAME, || {
            solver.assume(&self.lits);
            solver.solve()
        })?;
        let verdict = match answer {
            Ok(true) => {
                let model = solver.model().unwrap_or_default();
                // The two crates number literals alike.
                let lit = |lit: varisat::Lit| crate::cnf::Var::new(lit.var().index()).lit(lit.is_positive());
                Verdict::Satisfiable(model.into_iter().map(lit).collect())
            }
            Ok(false) => {
                let core = solver.failed_core().unwrap_or_default();
                let is_failed = |lit: &&Lit| core.iter().any(|failed| failed.code() == lit.code());
                self.failed = assumptions.iter().filter(is_failed).copied().collect();
                Verdict::Unsatisfiable
            }
            Err(SolverError::ProofIoError { .. }) => {
                return Ok(Verdict::Unknown(run.check().err().unwrap_or(StopReason::Incomplete)));
            }
            Err(error) => {
                return Err(BackendError::Failed { backend: NAME.to_owned(), message: error.to_string() });
            }
        };
        self.solver = Some(solver);
        Ok(verdict)
    }

    fn failed_assumptions(&self) -> &[Lit] {
        &self.failed
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            incremental: true,
            assumptions: true,
            failed: true,
            interruptible: self.clock.is_some(),
            proof: false,
        }
    }
}

/// Takes a proof and forgets it; fails once the budget is spent.
struct StoppingSink(Clock);

impl Write for StoppingSink {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        match self.0.borrow().as_ref().map(Running::check) {
            Some(Err(reason)) => Err(io::Error::other(reason.to_string())),
            Some(Ok(())) | None => Ok(proof.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
