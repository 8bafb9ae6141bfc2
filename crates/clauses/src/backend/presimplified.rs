//! A proof-writing program that gets the clauses simplified by unit propagation: in a puzzle with clues most clauses are settled,
//! and the program would delete each in its proof.
//!
//! The proof is about all clauses nevertheless: a clause left out is true, and a shortened clause follows from the original, by
//! unit propagation alone, with which every checker of DRAT begins.

use satdoku_base::budget::{Budget, Running, StopReason};
use satdoku_base::verdict::Verdict;

use crate::backend::proof::{Checker, Rejection};
use crate::backend::{BackendError, Capabilities, OpenOptions, ProofFormat, ProofSink, SatBackend};
use crate::cnf::{ClauseSink, Lit, Model};

/// The most literals: the memory for a larger formula is not worth the bytes saved in its proof.
const MOST_LITERALS: u64 = 1 << 24;

pub(super) struct Presimplified {
    solver: Box<dyn SatBackend>,
    /// All clauses, until they are handed on.
    clauses: Option<Checker>,
    proof: ProofSink,
    format: ProofFormat,
    /// Why not all clauses could be taken.
    stopped: Option<StopReason>,
}

impl Presimplified {
    /// The place and the format of the proof, if it is a DRAT proof, wanted simplified, about a formula that is not too large.
    pub(super) fn suits(options: &OpenOptions) -> Option<(ProofSink, ProofFormat)> {
        let format = options.proof_format.unwrap_or(ProofFormat::Drat);
        let is_drat = matches!(format, ProofFormat::Drat | ProofFormat::BinaryDrat);
        let is_small = options.expected.is_some_and(|size| size.literals <= MOST_LITERALS);
        options.proof.clone().filter(|_| options.simplified && is_drat && is_small).map(|proof| (proof, format))
    }

    /// Wraps a solver that was opened with the same place for its proof.
    pub(super) fn new(solver: Box<dyn SatBackend>, proof: ProofSink, format: ProofFormat) -> Self {
        let clauses = Some(Checker::new(false, OpenOptions::DEFAULT_MEMORY, Budget::unlimited().start()));
        Self { solver, clauses, proof, format, stopped: None }
    }

    /// Hands on the known literals and the remaining clauses.
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

impl ClauseSink for Presimplified {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        let Some(clauses) = &mut self.clauses else { return self.solver.add_clause(clause) };
        match clauses.add(clause) {
            Ok(()) => {}
            Err(Rejection::Stopped(reason)) => self.stopped = Some(reason),
            Err(Rejection::TooLong | Rejection::Wrong(_)) => self.stopped = Some(StopReason::Memory),
        }
        Ok(())
    }
}

impl SatBackend for Presimplified {
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
