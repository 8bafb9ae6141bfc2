//! Proofs of varisat, checked in this process by the crate `varisat-checker`.
//!
//! That checker follows a whole session of varisat: a proof may also add clauses, assume literals, and end without having
//! refuted anything, all of which it finds in order. Here a proof may come from anybody, so it is screened on its way in:
//! only steps that derive, forget or rename pass, every number is bounded by the formula and by what is left of the proof,
//! and what counts in the end is that the empty clause was derived.

use std::cell::Cell;
use std::io::{self, Read};

use varisat::checker::{Checker, CheckerError, ProofTranscriptProcessor, ProofTranscriptStep};

use crate::backend::linked::{Account, Footprint, catching};
use crate::backend::proof::{Checked, Clauses, Proof};
use crate::backend::{BackendError, OpenOptions};
use crate::budget::{Running, StopReason};
use crate::cnf::{ClauseSink, Limited, LimitedError, Lit, Var};

const NAME: &str = "varisat-checker";

/// Measured: a clause takes an entry of a hash table that doubles as it grows.
const FOOTPRINT: Footprint = Footprint { variable: 0, clause: 160, literal: 8 };

/// The clock is looked at whenever so many bytes were read: a step of few bytes may have all clauses hashed anew.
const PIECE: usize = 512;

/// Whether the proof refutes the clauses.
pub(in crate::backend) fn check(
    clauses: &mut Clauses<'_>,
    proof: &mut Proof<'_>,
    memory: u64,
    run: &Running,
) -> Result<Checked, BackendError> {
    let options = OpenOptions { expected: Some(clauses.size), memory: Some(memory), ..OpenOptions::default() };
    Account::open(NAME, FOOTPRINT, &options)?;
    let is_refuted = Cell::new(false);
    let mut watch = Watch(&is_refuted);
    let mut checker = Checker::new();
    checker.add_transcript(&mut watch);
    let mut loading = Loading { checker: &mut checker, lits: Vec::new(), has_empty_clause: false };
    let written = (clauses.write)(&mut Limited::new(&mut loading, run));
    let has_empty_clause = loading.has_empty_clause;
    match written {
        Ok(()) => {}
        Err(LimitedError::Stopped(reason)) => return Ok(Checked::Unknown(reason)),
        Err(LimitedError::Sink(error)) => return Err(error),
    }
    let mut screen = Screen {
        source: proof.reader,
        run,
        stopped: None,
        left: proof.bytes,
        variables: clauses.size.variables,
        number: Number::default(),
        steps: 0,
        expected: Expected::Step,
    };
    let answer = match catching(NAME, || checker.check_proof(&mut screen)) {
        // What no honest proof says made it panic.
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
    /// A clause as the checker wants it, kept for its memory.
    lits: Vec<varisat::Lit>,
    /// The checker takes the empty clause without a word.
    has_empty_clause: bool,
}

impl ClauseSink for Loading<'_, '_> {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.has_empty_clause |= clause.is_empty();
        self.lits.clear();
        self.lits.extend(clause.iter().map(|lit| varisat::Lit::from_code(lit.code())));
        let failed =
            |error: CheckerError| BackendError::Failed { backend: NAME.to_owned(), message: error.to_string() };
        self.checker.add_clause(&self.lits).map_err(failed)
    }
}

/// The steps of varisat's format that a refutation needs; each begins with its number.
mod steps {
    pub(super) const NAME_VARIABLE: u64 = 0;
    pub(super) const UNNAME_VARIABLE: u64 = 1;
    pub(super) const NAME_FOR_USER: u64 = 2;
    pub(super) const CLAUSE_REDUNDANT: u64 = 7;
    pub(super) const CLAUSE_IRREDUNDANT: u64 = 8;
    pub(super) const UNIT_CLAUSES: u64 = 9;
    pub(super) const DELETE_REDUNDANT: u64 = 10;
    pub(super) const DELETE_SIMPLIFIED: u64 = 11;
    pub(super) const DELETE_SATISFIED: u64 = 12;
    pub(super) const HASH_BITS: u64 = 13;
    pub(super) const END: u64 = 0x9ac3_391f_4294_c211;
}

/// varisat shortens hashes down to so many bits, no further.
const LEAST_HASH_BITS: u64 = 6;

/// What the next number of a proof is.
#[derive(Clone, Copy, Debug)]
enum Expected {
    Step,
    /// Variables, so many.
    Variables(u64),
    /// The length of a clause; hashes may follow it.
    ClauseLength {
        has_hashes: bool,
    },
    /// Literals, so many.
    Literals {
        left: u64,
        has_hashes: bool,
    },
    HashesLength,
    Hashes(u64),
    UnitsLength,
    /// So many unit clauses, each a literal and a hash.
    UnitLiteral(u64),
    UnitHash(u64),
    HashBits,
    Nothing,
}

/// A proof on its way to the checker: what no refutation needs does not get through.
struct Screen<'a> {
    source: &'a mut dyn Read,
    run: &'a Running,
    /// Why reading ended before the proof did.
    stopped: Option<StopReason>,
    /// Bytes that were not read yet.
    left: u64,
    variables: u64,
    number: Number,
    steps: u64,
    expected: Expected,
}

impl Read for Screen<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if let Err(reason) = self.run.check() {
            self.stopped = Some(reason);
            return Err(io::Error::other(reason));
        }
        let most = out.len().min(PIECE).min(usize::try_from(self.left).unwrap_or(PIECE));
        let length = self.source.read(&mut out[..most])?;
        for &byte in &out[..length] {
            self.left -= 1;
            if let Some(value) = self.number.push(byte) {
                self.expected = self.next(value).map_err(|problem| {
                    let problem = format!("step {}: {problem}", self.steps);
                    io::Error::new(io::ErrorKind::InvalidData, problem)
                })?;
            }
        }
        Ok(length)
    }
}

impl Screen<'_> {
    /// What is expected after a number, or what is wrong with it.
    fn next(&mut self, value: u64) -> Result<Expected, &'static str> {
        Ok(match self.expected {
            Expected::Step => {
                self.steps += 1;
                match value {
                    steps::NAME_VARIABLE | steps::NAME_FOR_USER => Expected::Variables(2),
                    steps::UNNAME_VARIABLE => Expected::Variables(1),
                    steps::CLAUSE_REDUNDANT | steps::CLAUSE_IRREDUNDANT => Expected::ClauseLength { has_hashes: true },
                    steps::UNIT_CLAUSES => Expected::UnitsLength,
                    steps::DELETE_REDUNDANT | steps::DELETE_SIMPLIFIED | steps::DELETE_SATISFIED => {
                        Expected::ClauseLength { has_hashes: false }
                    }
                    steps::HASH_BITS => Expected::HashBits,
                    steps::END => Expected::Nothing,
                    _ => return Err("a step that no refutation needs"),
                }
            }
            Expected::Variables(left) => {
                self.check_variable(value)?;
                if left > 1 { Expected::Variables(left - 1) } else { Expected::Step }
            }
            Expected::ClauseLength { has_hashes } => Self::literals(self.check_length(value)?, has_hashes),
            Expected::Literals { left, has_hashes } => {
                self.check_variable(value / 2)?;
                Self::literals(left - 1, has_hashes)
            }
            Expected::HashesLength => Self::hashes(self.check_length(value)?),
            Expected::Hashes(left) => Self::hashes(left - 1),
            Expected::UnitsLength => Self::units(self.check_length(value)?),
            Expected::UnitLiteral(left) => {
                self.check_variable(value / 2)?;
                Expected::UnitHash(left)
            }
            Expected::UnitHash(left) => Self::units(left - 1),
            Expected::HashBits if (LEAST_HASH_BITS..=64).contains(&value) => Expected::Step,
            Expected::HashBits => return Err("hashes of a length that varisat never uses"),
            Expected::Nothing => return Err("something follows its end"),
        })
    }

    fn literals(left: u64, has_hashes: bool) -> Expected {
        match left {
            0 if has_hashes => Expected::HashesLength,
            0 => Expected::Step,
            _ => Expected::Literals { left, has_hashes },
        }
    }

    fn hashes(left: u64) -> Expected {
        if left == 0 { Expected::Step } else { Expected::Hashes(left) }
    }

    fn units(left: u64) -> Expected {
        if left == 0 { Expected::Step } else { Expected::UnitLiteral(left) }
    }

    fn check_variable(&self, index: u64) -> Result<(), &'static str> {
        if index < self.variables.min(Var::MAX_INDEX as u64) {
            Ok(())
        } else {
            Err("a variable that the formula has not")
        }
    }

    /// Nothing is made room for that the proof cannot fill: a number takes at least one byte.
    fn check_length(&self, length: u64) -> Result<u64, &'static str> {
        if length <= self.left { Ok(length) } else { Err("more numbers than there are bytes left") }
    }
}

/// A number of varisat's format, byte by byte: as many zero bits as further bytes, a one, then the value, low bits first.
#[derive(Default)]
struct Number {
    bits: u128,
    bytes: u32,
}

/// No number is longer.
const LONGEST: u32 = 10;

impl Number {
    /// Takes a byte; the value once it is complete.
    fn push(&mut self, byte: u8) -> Option<u64> {
        self.bits |= u128::from(byte) << (8 * self.bytes);
        self.bytes += 1;
        let length = (self.bits | 1 << (LONGEST - 1)).trailing_zeros() + 1;
        if self.bytes < length {
            return None;
        }
        let value = (self.bits >> length) as u64;
        *self = Self::default();
        Some(value)
    }
}
