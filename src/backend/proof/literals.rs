//! Tables over literals: what is known of each, and which of them make up a clause.

use crate::cnf::Lit;

/// What is known of each literal, in the order in which it became known.
#[derive(Default)]
pub(in crate::backend::proof) struct Values {
    /// By code: 1 for true, −1 for false, 0 for open.
    values: Vec<i8>,
    trail: Vec<Lit>,
}

impl Values {
    pub(in crate::backend::proof) fn reach(&mut self, codes: usize) {
        self.values.resize(codes, 0);
    }

    pub(in crate::backend::proof) fn is_true(&self, lit: Lit) -> bool {
        self.values[lit.code()] > 0
    }

    pub(in crate::backend::proof) fn is_false(&self, lit: Lit) -> bool {
        self.values[lit.code()] < 0
    }

    /// Takes a literal for true; false where it is known to be false.
    pub(in crate::backend::proof) fn assume(&mut self, lit: Lit) -> bool {
        if self.values[lit.code()] == 0 {
            self.values[lit.code()] = 1;
            self.values[(!lit).code()] = -1;
            self.trail.push(lit);
        }
        self.values[lit.code()] > 0
    }

    /// How many literals are known.
    pub(in crate::backend::proof) fn len(&self) -> usize {
        self.trail.len()
    }

    /// The literals that are true.
    pub(in crate::backend::proof) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Forgets all but the first so many.
    pub(in crate::backend::proof) fn undo(&mut self, known: usize) {
        for lit in self.trail.drain(known..) {
            self.values[lit.code()] = 0;
            self.values[(!lit).code()] = 0;
        }
    }
}

/// A set of literals that is emptied at once.
#[derive(Default)]
pub(in crate::backend::proof) struct Literals {
    /// By code the number of the collection that had it last.
    stamps: Vec<u32>,
    now: u32,
}

impl Literals {
    pub(in crate::backend::proof) fn reach(&mut self, codes: usize) {
        self.stamps.resize(codes, 0);
    }

    /// Copies a clause without the literals that it has twice.
    pub(in crate::backend::proof) fn collect(&mut self, clause: &[Lit], once: &mut Vec<Lit>) {
        if self.now == u32::MAX {
            self.stamps.fill(0);
            self.now = 0;
        }
        self.now += 1;
        once.clear();
        for &lit in clause {
            if std::mem::replace(&mut self.stamps[lit.code()], self.now) != self.now {
                once.push(lit);
            }
        }
    }

    /// Whether the clause that was collected last has a literal.
    pub(in crate::backend::proof) fn has_collected(&self, lit: Lit) -> bool {
        self.stamps[lit.code()] == self.now
    }
}
