//! Visits the literals that made a clause false, or a literal true.

use super::state::{Conflict, Reason, State};
use crate::cnf::Lit;

impl State {
    /// Whether a test holds for all false literals of the clause that made a literal true; the first failure ends the visit. A
    /// decision has no such literals.
    #[inline]
    pub(super) fn all_behind(&mut self, lit: Lit, mut test: impl FnMut(&mut Self, Lit) -> bool) -> bool {
        let mut reason = self.assigned(lit).reason;
        if let Reason::Lazy(number) = reason {
            reason = self.explain(lit, number);
        }
        match reason {
            Reason::None | Reason::Lazy(_) => true,
            Reason::Pair(from) => test(self, !from),
            Reason::Clause(clause) => self.clauses.range(clause).all(|word| {
                let other = self.clauses.lit(word);
                other == lit || test(self, other)
            }),
        }
    }

    /// Visits the false literals of the clause that made a literal true.
    #[inline]
    pub(super) fn for_each_behind(&mut self, lit: Lit, mut visit: impl FnMut(&mut Self, Lit)) {
        self.all_behind(lit, |state, other| {
            visit(state, other);
            true
        });
    }

    /// Visits the literals of a false clause.
    #[inline]
    pub(super) fn for_each_of(&mut self, conflict: Conflict, mut visit: impl FnMut(&mut Self, Lit)) {
        match conflict {
            Conflict::Pair(one, other) => {
                visit(self, one);
                visit(self, other);
            }
            Conflict::Clause(clause) => {
                for word in self.clauses.range(clause) {
                    visit(self, self.clauses.lit(word));
                }
            }
        }
    }
}
