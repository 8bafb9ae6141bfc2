//! What the SAT road does by default: by solver and size.
//!
//! Measured; the figures are in `benches/results/reductions.md` and `benches/results/at-most-one.md`.

use crate::backend::Backend;
use crate::cnf::AtMostOne;
use crate::encoding::Encoding;
use crate::reduction::Techniques;
use crate::solver::{Mode, Options, Solver};

/// Up to this side one solver over the clauses of the empty board is as fast as new ones over live candidates.
const SIDE_TO_SHARE: usize = 9;

/// Below this side CaDiCaL is faster with pairs even on the empty board.
const SIDE_FOR_CADICAL: usize = 64;

/// The options with clauses chosen wherever there was no choice; a caller's own backend is `None`.
pub(in crate::solver) fn clauses(backend: Option<&Backend>, side: usize, options: &Options) -> Options {
    let encoding = encoding(side, options);
    Options {
        encoding: Some(encoding),
        at_most_one: Some(options.at_most_one.unwrap_or_else(|| at_most_one(backend, encoding, side))),
        reduce: Some(options.reduce.unwrap_or_else(|| reduce_for(encoding))),
        ..options.clone()
    }
}

/// What is deduced before a solver is asked.
pub(in crate::solver) fn reduce(solver: &Solver, side: usize, options: &Options) -> Techniques {
    match solver {
        Solver::Sat(_) => reduce_for(encoding(side, options)),
        Solver::Portfolio | Solver::Local => DEDUCED,
        _ => Techniques::NONE,
    }
}

/// All that follows from single units and from where two of them meet; subsets are part of it.
pub(in crate::solver) const DEDUCED: Techniques =
    Techniques::SINGLES.union(Techniques::LOCKED).union(Techniques::MATCHING);

fn encoding(side: usize, options: &Options) -> Encoding {
    options.encoding.unwrap_or(match options.mode {
        Mode::Auto | Mode::Fresh if side > SIDE_TO_SHARE => Encoding::Reduced,
        _ => Encoding::Extended,
    })
}

/// Over live candidates whatever deduction strikes out saves clauses, and it costs less than writing them.
fn reduce_for(encoding: Encoding) -> Techniques {
    match encoding {
        Encoding::Reduced => DEDUCED,
        _ => Techniques::NONE,
    }
}

/// How a backend is told that at most one of some candidates is true: one that gains by it gets pairs for the small
/// groups that clues leave, and the product for the large groups of boards that are nearly empty.
fn at_most_one(backend: Option<&Backend>, encoding: Encoding, side: usize) -> AtMostOne {
    let name = backend.map(ToString::to_string).unwrap_or_default();
    // A program of its own may stand behind the name.
    match name.split('=').next() {
        _ if encoding != Encoding::Reduced => AtMostOne::Pairwise,
        Some("kissat" | "minisat") => AtMostOne::Auto,
        Some("cadical" | "cadical-linked") if side >= SIDE_FOR_CADICAL => AtMostOne::Auto,
        _ => AtMostOne::Pairwise,
    }
}
