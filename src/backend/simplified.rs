//! A program that writes a proof and is not given what unit propagation settles: of a puzzle with clues that is most of its
//! clauses, each of which it would delete in its proof.
//!
//! The proof is about all clauses nevertheless: what is left out is true, and what is left of a clause follows from it, by unit
//! propagation alone, with which every checker of DRAT begins.

use crate::backend::proof::{Checker, Refusal};
use crate::backend::{BackendError, Capabilities, OpenOptions, ProofFormat, ProofSink, SatBackend};
use crate::budget::{Budget, Running, StopReason};
use crate::cnf::{ClauseSink, Lit, Model};
use crate::verdict::Verdict;

/// What a larger formula would take in memory is not worth the bytes of its proof.
const MOST_LITERALS: u64 = 1 << 24;

pub(in crate::backend) struct Simplified {
    solver: Box<dyn SatBackend>,
    /// All clauses, until they are handed on.
    clauses: Option<Checker>,
    proof: ProofSink,
    format: ProofFormat,
    /// Why not all clauses could be taken.
    stopped: Option<StopReason>,
}

impl Simplified {
    /// Whether the proof that is asked for is one of these, about a formula that is not too large.
    pub(in crate::backend) fn suits(options: &OpenOptions) -> Option<(ProofSink, ProofFormat)> {
        let format = options.proof_format.unwrap_or(ProofFormat::Drat);
        let is_drat = matches!(format, ProofFormat::Drat | ProofFormat::BinaryDrat);
        let is_small = options.expected.is_some_and(|size| size.literals <= MOST_LITERALS);
        options.proof.clone().filter(|_| options.simplified && is_drat && is_small).map(|proof| (proof, format))
    }

    /// Stands before a solver that was opened with the same place for its proof.
    pub(in crate::backend) fn new(solver: Box<dyn SatBackend>, proof: ProofSink, format: ProofFormat) -> Self {
        let clauses = Some(Checker::new(false, OpenOptions::DEFAULT_MEMORY, Budget::unlimited().start()));
        Self { solver, clauses, proof, format, stopped: None }
    }

    /// Hands on what is left of the clauses, and what is known.
    fn load(&mut self, mut clauses: Checker) -> Result<(), BackendError> {
        let (known, left) = clauses.simplify();
        known.iter().try_for_each(|&lit| self.solver.add_clause(&[lit]))?;
        let mut lits = Vec::new();
        for clause in left {
            lits.clear();
            lits.extend(clause);
            self.solver.add_clause(&lits)?;
        }
        Ok(())
    }

    fn cannot_write(&self, source: std::io::Error) -> BackendError {
        BackendError::Io { backend: self.solver.name().to_owned(), context: "cannot write the proof", source }
    }
}

impl ClauseSink for Simplified {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        let Some(clauses) = &mut self.clauses else { return self.solver.add_clause(clause) };
        match clauses.add(clause) {
            Ok(()) => {}
            Err(Refusal::Stopped(reason)) => self.stopped = Some(reason),
            Err(Refusal::TooLong | Refusal::Wrong(_)) => self.stopped = Some(StopReason::Memory),
        }
        Ok(())
    }
}

impl SatBackend for Simplified {
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn solve_assuming(&mut self, assumptions: &[Lit], run: &Running) -> Result<Verdict<Model>, BackendError> {
        if let Some(reason) = self.stopped.or(run.check().err()) {
            return Ok(Verdict::Unknown(reason));
        }
        if let Some(clauses) = self.clauses.take() {
            if clauses.is_refuted() {
                let written = std::io::Write::write_all(&mut self.proof, self.format.no_steps_but_the_last());
                written.map_err(|source| self.cannot_write(source))?;
                return Ok(Verdict::Unsatisfiable);
            }
            self.load(clauses)?;
        }
        self.solver.solve_assuming(assumptions, run)
    }

    fn conflicts(&self) -> Option<u64> {
        self.solver.conflicts()
    }

    fn capabilities(&self) -> Capabilities {
        self.solver.capabilities()
    }
}
