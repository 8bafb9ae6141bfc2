//! The commander form: groups of three, each with a variable that is true once one of the group is.
//!
//! No two of a group are true, each makes its commander true, and at most one commander is, said in the same form. Groups
//! of three are the authors' advice. W. Klieber and G. Kwon, *Efficient CNF encoding for selecting 1 from n objects*, CFV
//! 2007; the clauses that make a commander false where its group is are left out, at-most-one does not need them.
//!
//! | clauses, with m = ⌈n/3⌉ | auxiliary variables |
//! | --- | --- |
//! | n + pairs of the groups + clauses(m) | m + auxiliaries(m) |

use crate::cnf::at_most_one::{AtMostOne, Auxiliaries, pairs};
use crate::cnf::{ClauseSink, Lit};

const GROUP: usize = 3;

pub(super) fn size(lits: usize) -> (u64, u64) {
    let groups = lits.div_ceil(GROUP);
    let within = (lits / GROUP) as u64 * pairs(GROUP) + pairs(lits % GROUP);
    let commanders = AtMostOne::Commander;
    (lits as u64 + within + commanders.clauses(groups), groups as u64 + commanders.auxiliaries(groups))
}

pub(super) fn write<S: ClauseSink + ?Sized>(
    lits: &[Lit],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let commanders = auxiliaries.lits(lits.len().div_ceil(GROUP));
    for (group, &commander) in lits.chunks(GROUP).zip(&commanders) {
        group.iter().try_for_each(|&lit| sink.add_clause(&[!lit, commander]))?;
        sink.add_pairwise(group)?;
    }
    AtMostOne::Commander.write_from(&commanders, auxiliaries, sink)
}
