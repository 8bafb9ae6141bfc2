//! The proof that a search writes: each clause that it learns, with the numbers of the clauses from which it follows where the
//! format has them (LRAT), and the clauses that it drops.
//!
//! Clauses are numbered from 1 in the order in which they are given or learnt.

use std::io::{self, Write};

use crate::backend::{ProofFormat, ProofSink};
use crate::cnf::Lit;

/// The number of a clause.
pub(super) type Id = u32;

/// So many bytes are written at a time.
const BYTES: usize = 1 << 16;

pub(super) struct Proof {
    sink: ProofSink,
    format: ProofFormat,
    bytes: Vec<u8>,
    failed: Option<io::Error>,
}

impl Proof {
    pub(super) fn new(sink: ProofSink, format: ProofFormat) -> Self {
        Self { sink, format, bytes: Vec::with_capacity(2 * BYTES), failed: None }
    }

    /// Whether lemmas name what they follow from.
    pub(super) fn has_hints(&self) -> bool {
        matches!(self.format, ProofFormat::Lrat | ProofFormat::BinaryLrat)
    }

    /// A clause that follows; the hints become units one after the other once it is denied, the last is false then.
    pub(super) fn lemma(&mut self, id: Id, lits: &[Lit], hints: &[Id]) {
        if self.is_binary() {
            self.bytes.push(b'a');
        }
        if self.has_hints() {
            self.number(id);
        }
        self.lits(lits);
        if self.has_hints() {
            self.ids(hints);
        }
        self.end_step();
    }

    /// A clause that no later lemma follows from.
    pub(super) fn forget(&mut self, id: Id, lits: &[Lit], last: Id) {
        match self.format {
            ProofFormat::Lrat => {
                self.number(last);
                self.bytes.extend(b"d ");
                self.ids(&[id]);
            }
            ProofFormat::BinaryLrat => {
                self.bytes.push(b'd');
                self.ids(&[id]);
            }
            ProofFormat::BinaryDrat => {
                self.bytes.push(b'd');
                self.lits(lits);
            }
            _ => {
                self.bytes.extend(b"d ");
                self.lits(lits);
            }
        }
        self.end_step();
    }

    /// Writes what was not yet written.
    pub(super) fn flush(&mut self) {
        if self.failed.is_none() {
            let written = self.sink.write_all(&self.bytes).and_then(|()| self.sink.flush());
            self.failed = written.err();
        }
        self.bytes.clear();
    }

    /// Whether it could not be written.
    pub(super) fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Why it could not be written, told once.
    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        self.failed.take()
    }

    fn is_binary(&self) -> bool {
        matches!(self.format, ProofFormat::BinaryDrat | ProofFormat::BinaryLrat)
    }

    fn lits(&mut self, lits: &[Lit]) {
        for &lit in lits {
            if self.is_binary() {
                self.seven_bits(lit.code() as u32 + 2);
            } else {
                self.decimal(lit.to_dimacs());
            }
        }
        self.end_list();
    }

    fn ids(&mut self, ids: &[Id]) {
        for &id in ids {
            self.number(id);
        }
        self.end_list();
    }

    fn number(&mut self, number: Id) {
        if self.is_binary() {
            self.seven_bits(2 * u64::from(number));
        } else {
            self.decimal(number);
        }
    }

    fn decimal(&mut self, number: impl itoa::Integer) {
        self.bytes.extend(itoa::Buffer::new().format(number).as_bytes());
        self.bytes.push(b' ');
    }

    fn end_list(&mut self) {
        self.bytes.push(if self.is_binary() { 0 } else { b'0' });
        if !self.is_binary() {
            self.bytes.push(b' ');
        }
    }

    fn end_step(&mut self) {
        if !self.is_binary() {
            // Instead of the blank behind the last number.
            self.bytes.pop();
            self.bytes.push(b'\n');
        }
        if self.bytes.len() >= BYTES {
            self.flush();
        }
    }

    /// A number in seven bits a byte, the low ones first, the high bit of each byte but the last set.
    fn seven_bits(&mut self, number: impl Into<u64>) {
        let mut number = number.into();
        while number > 0x7f {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}
