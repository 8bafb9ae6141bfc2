//! The binary form, also logarithmic or bitwise: each literal spells its number in ⌈log₂ n⌉ bits.
//!
//! Two numbers differ in some bit, so no two literals are true. A. Frisch, T. Peugniez, A. Doggett and P. Nightingale,
//! *Solving non-Boolean satisfiability problems with stochastic local search*, JAR 35, 2005.
//!
//! | clauses | auxiliary variables |
//! | --- | --- |
//! | n⌈log₂ n⌉ | ⌈log₂ n⌉ |

use crate::cnf::at_most_one::{Auxiliaries, bits, spell};
use crate::cnf::{ClauseSink, Lit};

pub(super) fn size(lits: usize) -> (u64, u64) {
    (lits as u64 * bits(lits) as u64, bits(lits) as u64)
}

pub(super) fn write<S: ClauseSink + ?Sized>(
    lits: &[Lit],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let bits = auxiliaries.lits(bits(lits.len()));
    lits.iter().enumerate().try_for_each(|(number, &lit)| spell(lit, number, &bits, sink))
}
