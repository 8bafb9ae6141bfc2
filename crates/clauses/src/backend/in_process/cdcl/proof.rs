//! The proof that searches write: the learnt clauses, with the numbers of the clauses from which they follow if the format has
//! hints (LRAT), and the dropped clauses.
//!
//! Clauses are numbered from 1 in the order in which they are given or learnt. Searches that share the work share the proof: a
//! search counts its own clauses, and its steps are renumbered. A search that supposes literals writes lemmas that hold without the
//! supposition: the negations of the supposed literals follow the lemma's own literals.
//!
//! The reasons of a propagator are clauses that the proof takes for granted. They are numbered behind the given clauses, so that a
//! checker can have them with these; the proof keeps [`Reasons::MOST`] numbers for them.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::backend::propagator::{ReasonSink, Reasons};
use crate::backend::{ProofFormat, ProofSink};
use crate::cnf::Lit;

/// The number of a clause.
pub(super) type Id = u32;

/// Words of steps after which a search hands on its steps.
const WORDS: usize = 1 << 14;

/// Bytes written at a time.
const BYTES: usize = 1 << 16;

/// The first word of a step.
const LEMMA: u32 = 0;
const FORGET: u32 = 1;
const REASON: u32 = 2;

/// The part of one search in a proof.
#[derive(Clone)]
pub(super) struct Proof {
    output: Arc<Mutex<Output>>,
    has_hints: bool,
    numbers: Numbers,
    /// The negations of the supposed literals.
    denied: Vec<Lit>,
    /// The last number of clauses shared with other searches; later shared clauses are in `given`, in ascending order.
    shared: Id,
    given: Vec<Id>,
    /// Steps not yet handed on: the kind, the number of the clause, its literals with their count in front, and for a lemma the
    /// hints likewise, for a reason the number of its constraint.
    steps: Vec<u32>,
    has_failed: bool,
    is_full: bool,
}

impl Proof {
    pub(super) fn new(sink: ProofSink, format: ProofFormat, reasons: Option<ReasonSink>) -> Self {
        let has_hints = matches!(format, ProofFormat::Lrat | ProofFormat::BinaryLrat);
        let output = Output {
            sink,
            format,
            bytes: Vec::with_capacity(2 * BYTES),
            last: 0,
            reasons,
            last_reason: None,
            is_full: false,
            is_over: false,
            failed: None,
        };
        Self {
            output: Arc::new(Mutex::new(output)),
            has_hints,
            numbers: Numbers::default(),
            denied: Vec::new(),
            shared: 0,
            given: Vec::new(),
            steps: Vec::new(),
            has_failed: false,
            is_full: false,
        }
    }

    fn output(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether lemmas name the clauses from which they follow.
    pub(super) fn has_hints(&self) -> bool {
        self.has_hints
    }

    /// Whether the reasons of a propagator can be written down.
    pub(super) fn takes_reasons(&self) -> bool {
        self.output().reasons.is_some()
    }

    /// Numbers a given clause; returns its number in the proof.
    pub(super) fn given(&mut self) -> Id {
        self.flush();
        let number = self.output().next();
        self.numbers.push(number);
        number
    }

    /// Notes a clause given to this search and to others, with its number in the proof.
    pub(super) fn given_too(&mut self, id: Id, number: Id) {
        self.flush();
        self.numbers.push(number);
        self.given.push(id);
    }

    /// From now on a literal is supposed.
    pub(super) fn suppose(&mut self, lit: Lit) {
        self.denied.push(!lit);
    }

    /// Shares all clauses up to `last` with other searches: this search drops none of the shared clauses.
    pub(super) fn share(&mut self, last: Id) {
        self.shared = last;
        self.given.clear();
    }

    /// Writes a lemma; the hints become unit clauses one after the other once the lemma is negated, and the last becomes false. A
    /// hint of 0 stands for a supposed literal.
    pub(super) fn lemma(&mut self, id: Id, lits: &[Lit], hints: &[Id]) {
        self.step(LEMMA, id, lits);
        let before = self.steps.len();
        self.steps.push(0);
        self.steps.extend(hints.iter().filter(|&&hint| hint > 0));
        self.steps[before] = (self.steps.len() - before - 1) as u32;
        self.end_step();
    }

    /// Takes in the reason that the constraint `by` gave, which holds whatever is supposed.
    pub(super) fn reason(&mut self, id: Id, by: u32, lits: &[Lit]) {
        self.steps.extend([REASON, id, lits.len() as u32]);
        self.steps.extend(lits.iter().map(|lit| lit.code() as u32));
        self.steps.push(by);
        self.end_step();
    }

    /// Drops a clause from which no later lemma of this search follows; a clause shared with other searches stays in the proof.
    pub(super) fn forget(&mut self, id: Id, lits: &[Lit]) {
        if id > self.shared && self.given.binary_search(&id).is_err() {
            self.step(FORGET, id, lits);
            self.end_step();
        }
    }

    fn step(&mut self, kind: u32, id: Id, lits: &[Lit]) {
        self.steps.extend([kind, id, (lits.len() + self.denied.len()) as u32]);
        self.steps.extend(lits.iter().chain(&self.denied).map(|lit| lit.code() as u32));
    }

    fn end_step(&mut self) {
        if self.steps.len() >= WORDS {
            self.hand_on();
        }
    }

    /// Hands on the steps so far.
    fn hand_on(&mut self) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let mut rest = &self.steps[..];
        while let [kind, id, length, behind @ ..] = rest {
            let (lits, behind) = behind.split_at(*length as usize);
            rest = behind;
            if *kind == FORGET {
                output.forget(self.numbers.of(*id), lits);
            } else if let (REASON, [by, behind @ ..]) = (*kind, rest) {
                rest = behind;
                self.numbers.push(output.reason(*by, lits));
            } else if let [length, behind @ ..] = rest {
                let (hints, behind) = behind.split_at(*length as usize);
                rest = behind;
                let number = output.lemma(lits, hints.iter().map(|&hint| self.numbers.of(hint)));
                self.numbers.push(number);
            }
        }
        self.steps.clear();
        self.has_failed = output.failed.is_some();
        self.is_full = output.is_full || output.last > Id::MAX / 2;
    }

    /// Writes the steps not yet written.
    pub(super) fn flush(&mut self) {
        self.hand_on();
        self.output().flush();
    }

    /// The number in the proof of a clause, once it was written.
    pub(super) fn number(&self, id: Id) -> Id {
        self.numbers.of(id)
    }

    /// Writes the resolvent of two clauses, with all numbers those of the proof.
    pub(super) fn resolvent(&self, lits: &[Lit], of: [Id; 2]) -> Id {
        let codes: Vec<u32> = lits.iter().map(|lit| lit.code() as u32).collect();
        self.output().lemma(&codes, of.into_iter())
    }

    /// Whether writing the proof has failed.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Whether the proof is about to run out of numbers. Between two looks a search writes fewer lemmas than numbers are left then.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// The reason why writing failed, returned once.
    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        self.output().failed.take()
    }
}

/// The numbers in the proof of a search's clauses, by the search's own numbers.
#[derive(Clone, Default)]
struct Numbers {
    /// Both numbers are equal up to here.
    same: Id,
    others: Vec<Id>,
}

impl Numbers {
    fn of(&self, id: Id) -> Id {
        if id <= self.same { id } else { self.others[(id - self.same - 1) as usize] }
    }

    /// The number of the next clause.
    fn push(&mut self, number: Id) {
        if self.others.is_empty() && number == self.same + 1 {
            self.same = number;
        } else {
            self.others.push(number);
        }
    }
}

/// A proof as it is written down.
struct Output {
    sink: ProofSink,
    format: ProofFormat,
    bytes: Vec<u8>,
    /// The number of the last clause.
    last: Id,
    reasons: Option<ReasonSink>,
    /// The number of the last reason, once the first reason or step has come.
    last_reason: Option<Id>,
    /// Whether the numbers of reasons are about to run out.
    is_full: bool,
    /// Whether the empty clause was written, the end of a proof.
    is_over: bool,
    failed: Option<io::Error>,
}

impl Output {
    fn next(&mut self) -> Id {
        // The searches end before the numbers do.
        self.last = self.last.saturating_add(1);
        self.last
    }

    fn has_hints(&self) -> bool {
        matches!(self.format, ProofFormat::Lrat | ProofFormat::BinaryLrat)
    }

    /// The number of the last reason. The numbers of reasons are kept when the first reason or step comes.
    fn last_reason(&mut self) -> &mut Id {
        self.last_reason.get_or_insert_with(|| {
            let last = self.last;
            self.last += if self.reasons.is_some() { Reasons::MOST } else { 0 };
            last
        })
    }

    /// Takes in a reason of a constraint; returns its number.
    fn reason(&mut self, by: u32, lits: &[u32]) -> Id {
        *self.last_reason() += 1;
        if let Some(reasons) = &self.reasons {
            let mut reasons = reasons.lock().unwrap_or_else(PoisonError::into_inner);
            let lits: Vec<Lit> = lits.iter().map(|&code| Lit::from_code(code)).collect();
            reasons.push(by, &lits);
            self.is_full = reasons.clauses().len() > Reasons::MOST as usize / 2;
        }
        *self.last_reason()
    }

    /// Writes a lemma; returns its number.
    fn lemma(&mut self, lits: &[u32], hints: impl Iterator<Item = Id>) -> Id {
        self.last_reason();
        let number = self.next();
        if self.is_over {
            return number;
        }
        self.is_over = lits.is_empty();
        if self.is_binary() {
            self.bytes.push(b'a');
        }
        if self.has_hints() {
            self.number(number);
        }
        self.lits(lits);
        if self.has_hints() {
            self.ids(hints);
        }
        self.end_step();
        number
    }

    /// Writes the removal of a clause.
    fn forget(&mut self, id: Id, lits: &[u32]) {
        match self.format {
            _ if self.is_over => return,
            ProofFormat::Lrat => {
                self.number(self.last);
                self.bytes.extend(b"d ");
                self.ids([id].into_iter());
            }
            ProofFormat::BinaryLrat => {
                self.bytes.push(b'd');
                self.ids([id].into_iter());
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

    fn flush(&mut self) {
        if self.failed.is_none() {
            let written = self.sink.write_all(&self.bytes).and_then(|()| self.sink.flush());
            self.failed = written.err();
        }
        self.bytes.clear();
    }

    fn is_binary(&self) -> bool {
        matches!(self.format, ProofFormat::BinaryDrat | ProofFormat::BinaryLrat)
    }

    /// Literals by their codes.
    fn lits(&mut self, lits: &[u32]) {
        for &code in lits {
            if self.is_binary() {
                self.varint(u64::from(code) + 2);
            } else {
                self.decimal(Lit::from_code(code).to_dimacs());
            }
        }
        self.end_list();
    }

    fn ids(&mut self, ids: impl Iterator<Item = Id>) {
        for id in ids {
            self.number(id);
        }
        self.end_list();
    }

    fn number(&mut self, number: Id) {
        if self.is_binary() {
            self.varint(2 * u64::from(number));
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

    /// Writes a varint: seven bits a byte, the low bits first, the high bit set in each byte but the last.
    fn varint(&mut self, mut number: u64) {
        while number > 0x7f {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}
