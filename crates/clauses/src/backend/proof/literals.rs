//! Tables over literals: their values, and the set of literals of a clause.

use crate::cnf::Lit;

/// The values of literals, with the true literals in the order of assignment.
#[derive(Default)]
pub(super) struct Values {
    /// By code: 1 for true, −1 for false, 0 for open.
    values: Vec<i8>,
    trail: Vec<Lit>,
}

impl Values {
    pub(super) fn reach(&mut self, codes: usize) {
        self.values.resize(codes, 0);
    }

    pub(super) fn is_true(&self, lit: Lit) -> bool {
        self.values[lit.code()] > 0
    }

    pub(super) fn is_false(&self, lit: Lit) -> bool {
        self.values[lit.code()] < 0
    }

    /// Makes a literal true; false if the literal is known to be false.
    pub(super) fn assume(&mut self, lit: Lit) -> bool {
        if self.values[lit.code()] == 0 {
            self.values[lit.code()] = 1;
            self.values[(!lit).code()] = -1;
            self.trail.push(lit);
        }
        self.values[lit.code()] > 0
    }

    /// How many literals are known.
    pub(super) fn len(&self) -> usize {
        self.trail.len()
    }

    /// The literals that are true.
    pub(super) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Forgets all values but the first `known`.
    pub(super) fn undo(&mut self, known: usize) {
        for lit in self.trail.drain(known..) {
            self.values[lit.code()] = 0;
            self.values[(!lit).code()] = 0;
        }
    }
}

/// A set of literals that is emptied at once.
#[derive(Default)]
pub(super) struct Literals {
    /// By code, the number of the last collection with the literal.
    stamps: Vec<u32>,
    now: u32,
}

impl Literals {
    pub(super) fn reach(&mut self, codes: usize) {
        self.stamps.resize(codes, 0);
    }

    /// Copies a clause without duplicate literals.
    pub(super) fn collect(&mut self, clause: &[Lit], once: &mut Vec<Lit>) {
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

    /// Whether the last collected clause has a literal.
    pub(super) fn has_collected(&self, lit: Lit) -> bool {
        self.stamps[lit.code()] == self.now
    }
}
