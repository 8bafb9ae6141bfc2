//! What it costs to check a proof of varisat, bounded by what varisat itself does.
//!
//! Its checker finds clauses by hashes. It costs one look at every clause when hashes change, in their length or by names of
//! variables, and one look at every clause of the same hash when one is named. varisat keeps both small: a hash of b bits stands
//! for at most 2^(b/2) clauses, is made longer or shorter only when their number has changed by a factor, and a name belongs to
//! one variable (`proof.rs` of varisat 0.2, Jix). A proof that does otherwise was made to cost time, and is refused.

use std::collections::{BTreeMap, BTreeSet};

/// varisat shortens hashes down to so many bits, no further.
const LEAST_HASH_BITS: u64 = 6;

/// The clauses that varisat counts and those that are counted here may differ by this factor.
const SLACK: u64 = 4;

/// So often hashes may change before that is paid for by derived and forgotten clauses.
const FREE_REHASHES: u64 = 16;

/// The part of all clauses that must have come or gone between two further changes.
const SHARE: u64 = 16;

/// The work that a proof has asked for so far.
pub(in crate::backend) struct Effort {
    /// Clauses of two literals and more.
    clauses: u64,
    /// A step derives from no more clauses than this: each makes one more literal known.
    most_hashes: u64,
    hash_bits: u64,
    /// Names that variables have for the solver.
    names: BTreeMap<u64, u64>,
    taken: BTreeSet<u64>,
    /// Whether a name has changed since clauses were hashed.
    has_new_name: bool,
    rehashes: u64,
    /// Clauses that came or went since the last change beyond the free ones.
    changes: u64,
    /// Whether all clauses are hashed by the step at hand.
    is_rehash: bool,
}

impl Effort {
    pub(in crate::backend) fn new(clauses: u64, variables: u64) -> Self {
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

    /// Whether the step that has ended had all clauses hashed anew.
    pub(in crate::backend) fn take_rehash(&mut self) -> bool {
        std::mem::take(&mut self.is_rehash)
    }

    /// A step that derives clauses: names that have changed count from now on.
    pub(in crate::backend) fn derive(&mut self) -> Result<(), &'static str> {
        if std::mem::take(&mut self.has_new_name) { self.rehash() } else { Ok(()) }
    }

    pub(in crate::backend) fn set_hash_bits(&mut self, bits: u64) -> Result<(), &'static str> {
        if !(LEAST_HASH_BITS..=64).contains(&bits) {
            return Err("hashes of a length that varisat never uses");
        }
        self.hash_bits = bits;
        self.check_hash_bits()?;
        self.rehash()
    }

    pub(in crate::backend) fn name(&mut self, variable: u64, name: u64) -> Result<(), &'static str> {
        self.unname(variable);
        if !self.taken.insert(name) {
            return Err("a name that another variable has");
        }
        self.names.insert(variable, name);
        self.has_new_name = true;
        Ok(())
    }

    pub(in crate::backend) fn unname(&mut self, variable: u64) {
        if let Some(name) = self.names.remove(&variable) {
            self.taken.remove(&name);
        }
    }

    /// A clause of so many literals is derived.
    pub(in crate::backend) fn add(&mut self, length: u64) -> Result<(), &'static str> {
        self.changes += 1;
        self.clauses += u64::from(length > 1);
        self.check_hash_bits()
    }

    /// A clause of so many literals is forgotten.
    pub(in crate::backend) fn delete(&mut self, length: u64) {
        self.changes += 1;
        self.clauses = self.clauses.saturating_sub(u64::from(length > 1));
    }

    /// A clause is derived from so many others.
    pub(in crate::backend) fn check_hashes(&self, hashes: u64) -> Result<(), &'static str> {
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
