//! The bimander form, of *binary* and *commander*: groups of ⌈√n⌉, each of which spells its number in bits.
//!
//! No two of a group are true, and a literal sets the bits to its group's number, so that no two groups have a true one.
//! V.-H. Nguyen and S. T. Mai, *A new method to encode the at-most-one constraint into SAT*, 2015.
//!
//! | clauses, with m groups | auxiliary variables |
//! | --- | --- |
//! | pairs of the groups + n⌈log₂ m⌉ | ⌈log₂ m⌉ |

use crate::cnf::at_most_one::{Auxiliaries, bits, pairs, spell};
use crate::cnf::{ClauseSink, Lit};

/// The literals of a group; the last group may have fewer.
fn group(lits: usize) -> usize {
    let root = lits.isqrt();
    if root * root == lits { root } else { root + 1 }
}

pub(super) fn size(lits: usize) -> (u64, u64) {
    let group = group(lits);
    let bits = bits(lits.div_ceil(group)) as u64;
    let within = (lits / group) as u64 * pairs(group) + pairs(lits % group);
    (within + lits as u64 * bits, bits)
}

pub(super) fn write<S: ClauseSink + ?Sized>(
    lits: &[Lit],
    auxiliaries: &mut Auxiliaries,
    sink: &mut S,
) -> Result<(), S::Error> {
    let group = group(lits.len());
    let bits = auxiliaries.lits(bits(lits.len().div_ceil(group)));
    for (number, group) in lits.chunks(group).enumerate() {
        sink.add_pairwise(group)?;
        group.iter().try_for_each(|&lit| spell(lit, number, &bits, sink))?;
    }
    Ok(())
}
