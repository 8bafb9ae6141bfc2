//! The cost of checking a varisat proof, bounded by varisat's own behaviour.
//!
//! varisat's checker finds clauses by hashes. A change of the hashes, in their length or by renamed variables, costs a look at
//! every clause; naming a clause costs a look at every clause with an equal hash. varisat keeps both costs small: a hash of b bits
//! stands for at most 2^(b/2) clauses, hashes become longer or shorter only when the number of clauses has changed by a factor, and
//! a name belongs to one variable (`proof.rs` of varisat 0.2, Jix). A proof that breaks a rule was made to cost time, and is
//! refused.

use std::collections::{BTreeMap, BTreeSet};

/// The fewest bits to which varisat shortens hashes.
const LEAST_HASH_BITS: u64 = 6;

/// The factor by which varisat's count of clauses may differ from the count here.
const SLACK: u64 = 4;

/// The number of hash changes before further changes must be paid for by derived and forgotten clauses.
const FREE_REHASHES: u64 = 16;

/// Between two further changes, one in `SHARE` clauses must have come or gone.
const SHARE: u64 = 16;

/// The work that a proof has asked for so far.
pub(crate) struct Effort {
    /// Clauses of two literals and more.
    clauses: u64,
    /// The most clauses from which a step derives: each makes one more literal known.
    most_hashes: u64,
    hash_bits: u64,
    /// Names that variables have for the solver.
    names: BTreeMap<u64, u64>,
    taken: BTreeSet<u64>,
    /// Whether a name has changed since clauses were hashed.
    has_new_name: bool,
    rehashes: u64,
    /// Clauses that came or went since the last paid change.
    changes: u64,
    /// Whether the step at hand rehashes all clauses.
    is_rehash: bool,
}

impl Effort {
    pub(crate) fn new(clauses: u64, variables: u64) -> Self {
        Self {
            clauses,
            most_hashes: variables.saturating_mul(2).saturating_add(1),
            hash_bits: 64,
            names: BTreeMap::new(),
            taken: BTreeSet::new(),
            has_new_name: false,
            rehashes: 0,
            changes: 0,
            is_rehash: false,
        }
    }

    /// Whether the last step rehashed all clauses.
    pub(crate) fn take_rehash(&mut self) -> bool {
        std::mem::take(&mut self.is_rehash)
    }

    /// Begins a step that derives clauses: changed names count from now on.
    pub(crate) fn derive(&mut self) -> Result<(), &'static str> {
        if std::mem::take(&mut self.has_new_name) { self.rehash() } else { Ok(()) }
    }

    pub(crate) fn set_hash_bits(&mut self, bits: u64) -> Result<(), &'static str> {
        if !(LEAST_HASH_BITS..=64).contains(&bits) {
            return Err("hashes of a length that varisat never uses");
        }
        self.hash_bits = bits;
        self.check_hash_bits()?;
        self.rehash()
    }

    pub(crate) fn name(&mut self, variable: u64, name: u64) -> Result<(), &'static str> {
        self.unname(variable);
        if !self.taken.insert(name) {
            return Err("a name that another variable has");
        }
        self.names.insert(variable, name);
        self.has_new_name = true;
        Ok(())
    }

    pub(crate) fn unname(&mut self, variable: u64) {
        if let Some(name) = self.names.remove(&variable) {
            self.taken.remove(&name);
        }
    }

    /// Counts a derived clause of `length` literals.
    pub(crate) fn add(&mut self, length: u64) -> Result<(), &'static str> {
        self.changes += 1;
        self.clauses += u64::from(length > 1);
        self.check_hash_bits()
    }

    /// Counts a forgotten clause of `length` literals.
    pub(crate) fn delete(&mut self, length: u64) {
        self.changes += 1;
        self.clauses = self.clauses.saturating_sub(u64::from(length > 1));
    }

    /// Checks the number of clauses from which a clause is derived.
    pub(crate) fn check_hashes(&self, hashes: u64) -> Result<(), &'static str> {
        if hashes <= self.most_hashes { Ok(()) } else { Err("a clause that is derived from more than there can be") }
    }

    fn check_hash_bits(&self) -> Result<(), &'static str> {
        if self.clauses <= SLACK << (self.hash_bits / 2) {
            Ok(())
        } else {
            Err("hashes that are too short for so many clauses")
        }
    }

    fn rehash(&mut self) -> Result<(), &'static str> {
        self.is_rehash = true;
        self.rehashes += 1;
        if self.rehashes > FREE_REHASHES {
            if self.changes < self.clauses / SHARE {
                return Err("hashes that change more often than varisat changes them");
            }
            self.changes = 0;
        }
        Ok(())
    }
}
