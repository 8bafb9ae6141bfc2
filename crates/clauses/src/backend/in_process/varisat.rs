//! varisat 0.2: a CDCL solver in Rust, in process. This file is the template for an adapter.
//!
//! varisat has no call to stop a search. But varisat stops when writing its proof fails, so a stoppable solver writes its proof to
//! a sink that fails once the budget is spent, and that keeps the proof only if a proof is wanted. A stopped solver is used up.
//! Writing the proof costs about a third of the rate on small formulas, so a solver writes a proof only to be stoppable or to
//! prove.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use satdoku_base::budget::{Running, StopReason};
use satdoku_base::verdict::Verdict;
use varisat::solver::SolverError;
use varisat::{ExtendFormula, Solver};

use crate::backend::in_process::linked::{catching, check_no_settings};
use crate::backend::in_process::memory_account::{Footprint, MemoryAccount};
use crate::backend::{BackendError, Capabilities, OpenOptions, ProofFormat, ProofSink, SatBackend};
use crate::cnf::{ClauseSink, Lit, Model};

const NAME: &str = "varisat";

/// The bytes of a clause are an estimate: a binary clause, as nearly all are, stands in two lists of 4-byte literals, which grow by
/// doubling. The bytes of a variable were measured, over 5, 20 and 200 million variables with their model, and rounded up.
const FOOTPRINT: Footprint = Footprint { variable: 40, clause: 12, literal: 4 };

/// The clock that the proof sink looks at, shared with the adapter.
type Clock = Rc<RefCell<Option<Running>>>;

pub(crate) struct Varisat {
    /// `None` once the solver was stopped or panicked, or has answered with a proof.
    solver: Option<Solver<'static>>,
    clock: Option<Clock>,
    account: MemoryAccount,
    /// Whether the proof is kept.
    has_proof: bool,
    /// Whether the proof covers a whole session, rather than one answer.
    is_session: bool,
    /// A clause in varisat's literals, kept for its memory.
    lits: Vec<varisat::Lit>,
    /// The failed assumptions, as varisat names them or after a check.
    failed: Vec<Lit>,
    /// All assumptions, until the failed assumptions are checked.
    assumed: Option<Vec<Lit>>,
}

impl Varisat {
    pub(crate) fn open(options: &OpenOptions) -> Result<Self, BackendError> {
        check_no_settings(NAME, options)?;
        let account = MemoryAccount::open(NAME, FOOTPRINT, options)?;
        let mut solver = Solver::new();
        let has_proof = options.proof.is_some();
        let is_session = options.certified;
        let clock = (options.stoppable || has_proof).then(Clock::default);
        if let Some(clock) = &clock {
            let sink = StoppingSink { clock: Rc::clone(clock), proof: options.proof.clone() };
            solver.write_proof(sink, format_of(options));
        }
        Ok(Self {
            solver: Some(solver),
            clock,
            account,
            has_proof,
            is_session,
            lits: Vec::new(),
            failed: Vec::new(),
            assumed: None,
        })
    }

    /// Whether the solver is used up by its first answer, for its proof.
    fn ends_with_proof(&self) -> bool {
        self.has_proof && !self.is_session
    }

    fn spent() -> BackendError {
        BackendError::Spent { backend: NAME.to_owned() }
    }

    /// Whether a second solve refutes the failed assumptions that varisat names.
    ///
    /// varisat 0.2.2 now and then names too few. Its flags of visited variables stay set for variables fixed by unit clauses; once
    /// a fixed variable is removed, its number goes to another variable, at which the search for the core then ends. If the core is
    /// right, propagation alone refutes it.
    fn refuses_failed(&mut self) -> bool {
        let is_late = |clock: &Clock| clock.borrow().as_ref().is_some_and(|run| run.check().is_err());
        if self.clock.as_ref().is_some_and(is_late) {
            return false;
        }
        let Some(mut solver) = self.solver.take() else { return false };
        self.lits.clear();
        self.lits.extend(self.failed.iter().map(|lit| varisat::Lit::from_code(lit.code())));
        let answer = catching(NAME, || {
            solver.assume(&self.lits);
            solver.solve()
        });
        // A solver that failed or was stopped is used up.
        let is_refused = matches!(answer, Ok(Ok(false)));
        self.solver = matches!(answer, Ok(Ok(_))).then_some(solver);
        is_refused
    }
}

/// The format of the written proof. With DRAT, varisat would panic at assumptions and at clauses added after a solve, so DRAT is
/// for one answer only.
fn format_of(options: &OpenOptions) -> varisat::solver::ProofFormat {
    match options.proof_format.filter(|_| options.proof.is_some() && !options.certified) {
        Some(ProofFormat::Drat) => varisat::solver::ProofFormat::Drat,
        Some(ProofFormat::BinaryDrat) => varisat::solver::ProofFormat::BinaryDrat,
        _ => varisat::solver::ProofFormat::Varisat,
    }
}

impl ClauseSink for Varisat {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.account.add(clause)?;
        let solver = self.solver.as_mut().ok_or_else(Self::spent)?;
        self.lits.clear();
        self.lits.extend(clause.iter().map(|lit| varisat::Lit::from_code(lit.code())));
        catching(NAME, || solver.add_clause(&self.lits)).inspect_err(|_| self.solver = None)
    }

    fn add_pairwise(&mut self, lits: &[Lit]) -> Result<(), BackendError> {
        self.account.add_pairwise(lits)?;
        let solver = self.solver.as_mut().ok_or_else(Self::spent)?;
        self.lits.clear();
        self.lits.extend(lits.iter().map(|&lit| varisat::Lit::from_code((!lit).code())));
        let added = catching(NAME, || {
            for (i, &a) in self.lits.iter().enumerate() {
                self.lits[i + 1..].iter().for_each(|&b| solver.add_clause(&[a, b]));
            }
        });
        added.inspect_err(|_| self.solver = None)
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
        self.account.assume(assumptions)?;
        let mut solver = self.solver.take().ok_or_else(Self::spent)?;
        if let Some(clock) = &self.clock {
            clock.replace(Some(run.clone()));
        }
        // Assumptions stay until they are replaced.
        self.lits.clear();
        self.lits.extend(assumptions.iter().map(|lit| varisat::Lit::from_code(lit.code())));
        let answer = catching(NAME, || {
            if self.ends_with_proof() {
                // A refutation must not state assumptions, not even an empty list.
                let answer = solver.solve()?;
                solver.close_proof()?;
                return Ok(answer);
            }
            solver.assume(&self.lits);
            solver.solve()
        })?;
        self.failed.clear();
        self.assumed = None;
        let verdict = match answer {
            Ok(true) => {
                let model = solver.model().unwrap_or_default();
                // The two crates number literals alike.
                let lit = |lit: varisat::Lit| crate::cnf::Var::new(lit.var().index()).lit(lit.is_positive());
                Verdict::Satisfiable(model.into_iter().map(lit).collect())
            }
            Ok(false) => {
                if !self.has_proof {
                    let core = solver.failed_core().unwrap_or_default();
                    let is_failed = |lit: &&Lit| core.iter().any(|failed| failed.code() == lit.code());
                    self.failed.extend(assumptions.iter().filter(is_failed));
                    self.assumed = Some(assumptions.to_vec());
                }
                Verdict::Unsatisfiable
            }
            Err(SolverError::ProofIoError { cause }) => {
                return match run.check() {
                    Err(reason) => Ok(Verdict::Unknown(reason)),
                    Ok(()) if self.has_proof => {
                        let context = "cannot write the proof";
                        Err(BackendError::Io { backend: NAME.to_owned(), context, source: cause })
                    }
                    Ok(()) => Ok(Verdict::Unknown(StopReason::Incomplete)),
                };
            }
            Err(error) => {
                return Err(BackendError::Failed { backend: NAME.to_owned(), message: error.to_string() });
            }
        };
        if !self.ends_with_proof() {
            self.solver = Some(solver);
        }
        Ok(verdict)
    }

    fn failed_assumptions(&mut self) -> &[Lit] {
        if let Some(assumed) = self.assumed.take()
            && !self.refuses_failed()
        {
            self.failed = assumed;
        }
        &self.failed
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            incremental: !self.ends_with_proof(),
            assumptions: !self.ends_with_proof(),
            failed: !self.has_proof,
            interruptible: self.clock.is_some(),
            proof: self.has_proof,
            certified: false,
        }
    }
}

/// Takes a proof, and drops it unless a proof is wanted; fails once the budget is spent.
struct StoppingSink {
    clock: Clock,
    proof: Option<ProofSink>,
}

impl Write for StoppingSink {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        if let Some(Err(reason)) = self.clock.borrow().as_ref().map(Running::check) {
            return Err(io::Error::other(reason.to_string()));
        }
        match &mut self.proof {
            Some(sink) => sink.write(proof),
            None => Ok(proof.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.proof.as_mut().map_or(Ok(()), ProofSink::flush)
    }
}
