//! The sequential counter: sᵢ says that one of the first i literals is true.
//!
//! Each literal starts the counter, the counter never falls, and a literal is false once the counter has started before
//! it. C. Sinz, *Towards an optimal CNF encoding of Boolean cardinality constraints*, CP 2005; the ladder of I. Gent and
//! P. Nightingale, *A new encoding of alldifferent into SAT*, 2004, is the same chain.
//!
//! | clauses | auxiliary variables |
//! | --- | --- |
//! | 3n − 4 | n − 1 |

use crate::cnf::at_most_one::Auxiliaries;
use crate::cnf::{ClauseSink, Lit};

pub(super) fn size(lits: usize) -> (u64, u64) {
    (3 * lits as u64 - 4, lits as u64 - 1)
}

pub(super) fn write<S: ClauseSink + ?Sized>(
    lits: &[Lit],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let [first, between @ .., last] = lits else { return Ok(()) };
    let mut started = auxiliaries.lit();
    sink.add_clause(&[!*first, started])?;
    for &lit in between {
        let next = auxiliaries.lit();
        sink.add_clause(&[!lit, next])?;
        sink.add_clause(&[!started, next])?;
        sink.add_clause(&[!lit, !started])?;
        started = next;
    }
    sink.add_clause(&[!*last, !started])
}
