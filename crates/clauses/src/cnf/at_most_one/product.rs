//! The product form: the n literals are laid out as a rectangle of p × q with p = ⌈√n⌉ and q = ⌈n/p⌉.
//!
//! Each literal makes the variables of its row and of its column true; at most one row and at most one column is, said in
//! the same form. J. Chen, *A new SAT encoding of the at-most-one constraint*, 2010.
//!
//! | clauses | auxiliary variables |
//! | --- | --- |
//! | 2n + clauses(p) + clauses(q) | p + q + auxiliaries(p) + auxiliaries(q) |

use crate::cnf::at_most_one::{AtMostOne, Auxiliaries};
use crate::cnf::{ClauseSink, Lit};

/// Rows and columns.
fn rectangle(lits: usize) -> (usize, usize) {
    let root = lits.isqrt();
    let rows = if root * root == lits { root } else { root + 1 };
    (rows, lits.div_ceil(rows))
}

pub(super) fn size(lits: usize) -> (u64, u64) {
    let (rows, columns) = rectangle(lits);
    let of = |side: usize| (AtMostOne::Product.clauses(side), side as u64 + AtMostOne::Product.auxiliaries(side));
    (2 * lits as u64 + of(rows).0 + of(columns).0, of(rows).1 + of(columns).1)
}

pub(super) fn write<S: ClauseSink + ?Sized>(
    lits: &[Lit],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let (rows, columns) = rectangle(lits.len());
    let (rows, columns) = (auxiliaries.lits(rows), auxiliaries.lits(columns));
    for (i, &lit) in lits.iter().enumerate() {
        sink.add_clause(&[!lit, rows[i / columns.len()]])?;
        sink.add_clause(&[!lit, columns[i % columns.len()]])?;
    }
    AtMostOne::Product.write_from(&rows, auxiliaries, sink)?;
    AtMostOne::Product.write_from(&columns, auxiliaries, sink)
}
