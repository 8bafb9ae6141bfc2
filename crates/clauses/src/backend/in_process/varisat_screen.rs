//! A varisat proof on its way to the checker: steps that no refutation needs are refused, and the clock is checked.
//!
//! The formula and the unread part of the proof bound every number. Work is bounded as well: hashes are no shorter and change no
//! more often than varisat's own, and no two variables share a name, so that a hash stands for a clause or two ([`Effort`]).

use std::io::{self, Read};

use satdoku_base::budget::{Running, StopReason};

use crate::backend::in_process::varisat_effort::Effort;
use crate::cnf::Var;

/// Bytes between two looks at the clock; the clock is also checked after each step that rehashes all clauses.
const PIECE: usize = 512;

/// The steps of varisat's format; each begins with its number.
pub(crate) mod steps {
    pub(crate) const NAME_VARIABLE: u64 = 0;
    pub(crate) const UNNAME_VARIABLE: u64 = 1;
    pub(crate) const NAME_FOR_USER: u64 = 2;
    pub(crate) const UNNAME_FOR_USER: u64 = 3;
    pub(crate) const DELETE_VARIABLE: u64 = 4;
    pub(crate) const SAMPLE: u64 = 5;
    pub(crate) const WITNESS: u64 = 6;
    pub(crate) const CLAUSE_REDUNDANT: u64 = 7;
    pub(crate) const CLAUSE_IRREDUNDANT: u64 = 8;
    pub(crate) const UNIT_CLAUSES: u64 = 9;
    pub(crate) const DELETE_REDUNDANT: u64 = 10;
    pub(crate) const DELETE_SIMPLIFIED: u64 = 11;
    pub(crate) const DELETE_SATISFIED: u64 = 12;
    pub(crate) const HASH_BITS: u64 = 13;
    pub(crate) const MODEL: u64 = 14;
    pub(crate) const ADD_CLAUSE: u64 = 15;
    pub(crate) const ASSUMPTIONS: u64 = 16;
    pub(crate) const FAILED_ASSUMPTIONS: u64 = 17;
    pub(crate) const END: u64 = 0x9ac3_391f_4294_c211;
}

/// The meaning of the next number of a proof.
#[derive(Clone, Copy, Debug)]
enum Expected {
    Step,
    /// A variable; its name for the solver follows if it gets a name.
    Named {
        gets_name: bool,
    },
    /// The name of a variable.
    Name(u64),
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
    /// The number of unit clauses left, pairs of a literal and a hash.
    UnitLiteral(u64),
    UnitHash(u64),
    HashBits,
    Nothing,
}

/// A proof on its way to the checker, without steps that no refutation needs.
pub(crate) struct Screen<'a> {
    source: &'a mut dyn Read,
    run: &'a Running,
    /// Why reading ended before the proof did.
    pub(crate) stopped: Option<StopReason>,
    /// Bytes that were not handed on yet.
    pub(crate) left: u64,
    /// Bytes that were read and not handed on yet.
    piece: Vec<u8>,
    variables: u64,
    number: Number,
    steps: u64,
    expected: Expected,
    effort: Effort,
}

impl Read for Screen<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if let Err(reason) = self.run.check() {
            self.stopped = Some(reason);
            return Err(io::Error::other(reason));
        }
        if self.piece.is_empty() {
            let most = PIECE.min(usize::try_from(self.left).unwrap_or(PIECE));
            self.piece.resize(most, 0);
            let length = self.source.read(&mut self.piece)?;
            self.piece.truncate(length);
        }
        // The checker runs a step once it has the step's last byte: bytes behind a costly step wait until the step is done.
        let mut length = 0;
        while length < self.piece.len().min(out.len()) {
            let byte = self.piece[length];
            length += 1;
            self.left -= 1;
            if let Some(value) = self.number.push(byte) {
                self.expected = self.next(value).map_err(|problem| {
                    let problem = format!("step {}: {problem}", self.steps);
                    io::Error::new(io::ErrorKind::InvalidData, problem)
                })?;
                if matches!(self.expected, Expected::Step) && self.effort.take_rehash() {
                    break;
                }
            }
        }
        out[..length].copy_from_slice(&self.piece[..length]);
        self.piece.drain(..length);
        Ok(length)
    }
}

impl<'a> Screen<'a> {
    /// A screen before a proof of `bytes` bytes, about a formula with `clauses` clauses of two literals and more.
    pub(crate) fn new(source: &'a mut dyn Read, run: &'a Running, bytes: u64, variables: u64, clauses: u64) -> Self {
        Self {
            source,
            run,
            stopped: None,
            left: bytes,
            piece: Vec::new(),
            variables,
            number: Number::default(),
            steps: 0,
            expected: Expected::Step,
            effort: Effort::new(clauses, variables),
        }
    }
}

impl Screen<'_> {
    /// The meaning of the number after `value`, or the fault of `value`.
    fn next(&mut self, value: u64) -> Result<Expected, &'static str> {
        Ok(match self.expected {
            Expected::Step => {
                self.steps += 1;
                match value {
                    steps::NAME_VARIABLE => Expected::Named { gets_name: true },
                    steps::UNNAME_VARIABLE => Expected::Named { gets_name: false },
                    steps::NAME_FOR_USER => Expected::Variables(2),
                    steps::CLAUSE_REDUNDANT | steps::CLAUSE_IRREDUNDANT => {
                        self.effort.derive()?;
                        Expected::ClauseLength { has_hashes: true }
                    }
                    steps::UNIT_CLAUSES => {
                        self.effort.derive()?;
                        Expected::UnitsLength
                    }
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
            Expected::Named { gets_name } => {
                self.check_variable(value)?;
                if gets_name {
                    Expected::Name(value)
                } else {
                    self.effort.unname(value);
                    Expected::Step
                }
            }
            Expected::Name(variable) => {
                self.check_variable(value)?;
                self.effort.name(variable, value)?;
                Expected::Step
            }
            Expected::ClauseLength { has_hashes } => {
                let length = self.check_length(value)?;
                if has_hashes {
                    self.effort.add(length)?;
                } else {
                    self.effort.delete(length);
                }
                Self::literals(length, has_hashes)
            }
            Expected::Literals { left, has_hashes } => {
                self.check_variable(value / 2)?;
                Self::literals(left - 1, has_hashes)
            }
            Expected::HashesLength => {
                let hashes = self.check_length(value)?;
                self.effort.check_hashes(hashes)?;
                Self::hashes(hashes)
            }
            Expected::Hashes(left) => Self::hashes(left - 1),
            Expected::UnitsLength => Self::units(self.check_length(value)?),
            Expected::UnitLiteral(left) => {
                self.check_variable(value / 2)?;
                Expected::UnitHash(left)
            }
            Expected::UnitHash(left) => Self::units(left - 1),
            Expected::HashBits => {
                self.effort.set_hash_bits(value)?;
                Expected::Step
            }
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

    /// Refuses a length that the proof cannot fill: a number takes at least one byte.
    fn check_length(&self, length: u64) -> Result<u64, &'static str> {
        if length <= self.left { Ok(length) } else { Err("more numbers than there are bytes left") }
    }
}

/// A number of varisat's format, byte by byte: as many zero bits as further bytes, a one, then the value, low bits first.
#[derive(Default)]
pub(crate) struct Number {
    bits: u128,
    bytes: u32,
}

/// The most bytes of a number.
const LONGEST: u32 = 10;

impl Number {
    /// Takes a byte; returns the value once complete.
    pub(crate) fn push(&mut self, byte: u8) -> Option<u64> {
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
