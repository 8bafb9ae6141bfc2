//! Proofs of varisat, checked in this process by the crate `varisat-checker`.
//!
//! `varisat-checker` follows a whole session of varisat: a proof may also add clauses, assume literals, and end without a
//! refutation, and still pass. Here a proof is not trusted, so it is screened on its way in ([`Screen`]): only steps that derive,
//! forget or rename pass, and the proof counts only if it derives the empty clause.

use std::cell::Cell;
use std::io;

use satdoku_base::budget::Running;
use varisat::checker::{Checker, CheckerError, ProofTranscriptProcessor, ProofTranscriptStep};

use crate::backend::in_process::linked::catching;
use crate::backend::in_process::memory_account::{Footprint, MemoryAccount};
use crate::backend::in_process::varisat_screen::Screen;
use crate::backend::proof::format::{Checked, Clauses, Proof};
use crate::backend::{BackendError, OpenOptions};
use crate::cnf::{ClauseSink, Limited, LimitedError, Lit};

const NAME: &str = "varisat-checker";

/// Measured: a clause takes an entry of a hash table that doubles as it grows.
const FOOTPRINT: Footprint = Footprint { variable: 0, clause: 160, literal: 8 };

/// Whether the proof refutes the clauses.
pub(crate) fn check(
    clauses: &mut Clauses<'_>,
    proof: &mut Proof<'_>,
    memory: u64,
    run: &Running,
) -> Result<Checked, BackendError> {
    let options = OpenOptions { expected: Some(clauses.size), memory: Some(memory), ..OpenOptions::default() };
    MemoryAccount::open(NAME, FOOTPRINT, &options)?;
    let is_refuted = Cell::new(false);
    let mut watch = Watch(&is_refuted);
    let mut checker = Checker::new();
    checker.add_transcript(&mut watch);
    let mut loading = Loading { checker: &mut checker, lits: Vec::new(), long_clauses: 0, has_empty_clause: false };
    let written = (clauses.write)(&mut Limited::new(&mut loading, run));
    let (has_empty_clause, long_clauses) = (loading.has_empty_clause, loading.long_clauses);
    match written {
        Ok(()) => {}
        Err(LimitedError::Stopped(reason)) => return Ok(Checked::Unknown(reason)),
        Err(LimitedError::Sink(error)) => return Err(error),
    }
    let mut screen = Screen::new(proof.reader, run, proof.bytes, clauses.size.variables, long_clauses);
    let answer = match catching(NAME, || checker.check_proof(&mut screen)) {
        // No honest proof makes the checker panic.
        Err(error) => return Ok(Checked::Rejected(error.to_string())),
        Ok(answer) => answer,
    };
    if let Some(reason) = screen.stopped {
        return Ok(Checked::Unknown(reason));
    }
    match answer {
        Ok(()) if screen.left > 0 => Ok(Checked::Rejected("something follows its end".to_owned())),
        Ok(()) if is_refuted.get() || has_empty_clause => Ok(Checked::Refuted),
        Ok(()) => Ok(Checked::Rejected("it ends without the empty clause".to_owned())),
        Err(CheckerError::IoError { cause, .. }) if cause.kind() != io::ErrorKind::InvalidData => {
            Err(BackendError::Io { backend: NAME.to_owned(), context: "cannot read the proof", source: cause })
        }
        Err(CheckerError::IoError { cause, .. }) => Ok(Checked::Rejected(cause.to_string())),
        Err(error) => Ok(Checked::Rejected(error.to_string())),
    }
}

/// Sees whether the empty clause was derived.
struct Watch<'a>(&'a Cell<bool>);

impl ProofTranscriptProcessor for Watch<'_> {
    fn process_step(&mut self, step: &ProofTranscriptStep) -> Result<(), anyhow::Error> {
        if matches!(step, ProofTranscriptStep::Unsat) {
            self.0.set(true);
        }
        Ok(())
    }
}

/// Loads clauses into the checker.
struct Loading<'a, 'c> {
    checker: &'a mut Checker<'c>,
    /// A clause in the checker's literals, kept for its memory.
    lits: Vec<varisat::Lit>,
    /// Clauses of two literals and more so far, which the checker finds by hashes.
    long_clauses: u64,
    /// Whether the empty clause was given, which the checker takes without a word.
    has_empty_clause: bool,
}

impl ClauseSink for Loading<'_, '_> {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.has_empty_clause |= clause.is_empty();
        self.long_clauses += u64::from(clause.len() > 1);
        self.lits.clear();
        self.lits.extend(clause.iter().map(|lit| varisat::Lit::from_code(lit.code())));
        let failed =
            |error: CheckerError| BackendError::Failed { backend: NAME.to_owned(), message: error.to_string() };
        self.checker.add_clause(&self.lits).map_err(failed)
    }
}
