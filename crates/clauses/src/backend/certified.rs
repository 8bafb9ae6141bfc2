//! A solver whose *unsatisfiable* answers need a proof, checked in this process while the solver writes it.
//!
//! The clauses go to the checker first. If the checker knows literals by unit propagation alone, as for a puzzle with clues, the
//! solver gets the clauses without those literals: singles are deduced once, and inside the proof.
//!
//! An LRAT proof names the clauses from which each step follows, and is checked in a fifth of the time; it is about the clauses as
//! they were handed on.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use satdoku_base::budget::{Budget, Running};
use satdoku_base::verdict::Verdict;

use crate::backend::proof::{LratStream, ProofError, RupStream, StreamingChecker};
use crate::backend::{Backend, BackendError, Capabilities, OpenOptions, ProofFormat, ProofSink, SatBackend};
use crate::cnf::{ClauseSink, Lit, Model};

pub(super) struct Certified {
    solver: Box<dyn SatBackend>,
    checks: Arc<Mutex<Checks>>,
    /// Whether the solver has the clauses; before, only the checker has them.
    is_loaded: bool,
}

impl Certified {
    /// Opens a solver with a proof that is checked during writing.
    pub(super) fn open(
        backend: &Backend,
        options: &OpenOptions,
        open: impl FnOnce(&OpenOptions) -> Result<Box<dyn SatBackend>, BackendError>,
    ) -> Result<Self, BackendError> {
        let no_proof = || BackendError::NoProof { backend: backend.to_string() };
        let memory = options.memory.unwrap_or(OpenOptions::DEFAULT_MEMORY);
        let running = Budget::unlimited().start();
        let format = match backend.proof_format().ok_or_else(no_proof)? {
            #[cfg(not(feature = "varisat"))]
            ProofFormat::Varisat => return Err(Backend::Varisat.not_compiled()),
            #[cfg(feature = "varisat")]
            ProofFormat::Varisat => ProofFormat::Varisat,
            // A proof read by a checker at once need not be readable by people.
            _ if backend.writes_lrat() => ProofFormat::BinaryLrat,
            _ => ProofFormat::BinaryDrat,
        };
        let writes = backend.proof_formats();
        if !writes.contains(&format) {
            return Err(BackendError::NoFormat { backend: backend.to_string(), format, writes });
        }
        let checks = match format {
            #[cfg(feature = "varisat")]
            ProofFormat::Varisat => Checks { rup: RupStream::varisat(memory, running), hinted: None },
            ProofFormat::BinaryLrat => Checks {
                rup: RupStream::binary_drat(0, memory / 2, running.clone()),
                hinted: Some(LratStream::new(true, 0, memory / 2, running)),
            },
            _ => Checks { rup: RupStream::binary_drat(0, memory, running), hinted: None },
        };
        let checks = Arc::new(Mutex::new(checks));
        let proof = Some(ProofSink::new(Arc::clone(&checks)));
        let proof_format = Some(format);
        let solver = open(&OpenOptions { proof, proof_format, certified: true, ..options.clone() })?;
        Ok(Self { solver, checks, is_loaded: false })
    }

    fn checks(&self) -> MutexGuard<'_, Checks> {
        self.checks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands the clauses to the solver.
    fn load(&mut self) -> Result<(), BackendError> {
        // The solver may write to its proof during loading, so the checks must not stay locked.
        let clauses = self.checks().rup.simplified();
        self.is_loaded = true;
        let mut clause = Vec::new();
        for lit in clauses {
            if let Some(lit) = lit {
                clause.push(lit);
            } else {
                self.checks().hand_on(&clause);
                self.solver.add_clause(&clause)?;
                clause.clear();
            }
        }
        Ok(())
    }

    /// The verdict or the error in place of an answer whose proof is flawed.
    fn proof_error(&self) -> Option<Result<Verdict<Model>, BackendError>> {
        Some(match self.checks().proof_error()? {
            ProofError::Stopped(reason) => Ok(Verdict::Unknown(*reason)),
            ProofError::Wrong(why) => Err(self.uncertified(why)),
        })
    }

    fn uncertified(&self, why: &str) -> BackendError {
        BackendError::Uncertified { backend: self.solver.name().to_owned(), why: why.to_owned() }
    }
}

/// The checkers of the clauses and the proof.
struct Checks {
    /// All clauses, and the proof if its steps follow by unit propagation.
    rup: RupStream,
    /// The clauses as handed on, and the proof if its steps name the clauses from which they follow.
    hinted: Option<LratStream>,
}

impl Checks {
    /// The solver gets this clause.
    fn hand_on(&mut self, clause: &[Lit]) {
        if let Some(hinted) = &mut self.hinted {
            hinted.add(clause);
        }
    }

    fn set_running(&mut self, running: &Running) {
        self.rup.set_running(running.clone());
        if let Some(hinted) = &mut self.hinted {
            hinted.set_running(running.clone());
        }
    }

    /// The proof ends here.
    fn end(&mut self) {
        match &mut self.hinted {
            Some(hinted) => hinted.end(),
            None => self.rup.end(),
        }
    }

    fn proof_error(&self) -> Option<&ProofError> {
        self.rup.proof_error().or_else(|| self.hinted.as_ref()?.proof_error())
    }

    /// Whether the proof shows that literals cannot all be true.
    fn refutes(&mut self, assumptions: &[Lit]) -> bool {
        self.hinted.as_mut().is_some_and(|hinted| hinted.refutes(assumptions)) || self.rup.refutes(assumptions)
    }
}

impl Write for Checks {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        match &mut self.hinted {
            Some(hinted) => hinted.feed(proof),
            None => self.rup.feed(proof),
        }
        match self.proof_error() {
            Some(_) => Err(io::Error::other("the proof cannot be checked any further")),
            None => Ok(proof.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ClauseSink for Certified {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.checks().rup.add(clause);
        if !self.is_loaded {
            return Ok(());
        }
        self.checks().hand_on(clause);
        self.solver.add_clause(clause)
    }
}

impl SatBackend for Certified {
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn solve_assuming(&mut self, assumptions: &[Lit], run: &Running) -> Result<Verdict<Model>, BackendError> {
        if let Err(reason) = run.check() {
            return Ok(Verdict::Unknown(reason));
        }
        self.checks().set_running(run);
        if self.checks().rup.is_refuted() {
            return Ok(Verdict::Unsatisfiable);
        }
        let loaded = if self.is_loaded { Ok(()) } else { self.load() };
        let verdict = loaded.and_then(|()| self.solver.solve_assuming(assumptions, run));
        if let Some(instead) = self.proof_error() {
            return instead;
        }
        if verdict.as_ref().is_ok_and(Verdict::is_unsatisfiable) {
            self.checks().end();
            let is_refuted = self.checks().refutes(assumptions);
            match self.proof_error() {
                Some(instead) => return instead,
                None if !is_refuted => return Err(self.uncertified("it ends without the empty clause")),
                None => {}
            }
        }
        verdict
    }

    fn conflicts(&self) -> Option<u64> {
        self.solver.conflicts()
    }

    fn capabilities(&self) -> Capabilities {
        // The proof refutes all assumptions together, not the few named by the solver.
        Capabilities { certified: true, failed: false, ..self.solver.capabilities() }
    }
}
