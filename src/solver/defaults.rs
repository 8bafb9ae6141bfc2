//! What the SAT road does by default: by solver and size.
//!
//! Measured; the figures are in `benches/results/reductions.md` and `benches/results/at-most-one.md`.

use crate::backend::{Backend, Known};
use crate::cnf::AtMostOne;
use crate::encoding::Encoding;
use crate::reduction::Techniques;
use crate::solver::auto::{DEDUCED, MAX_SIDE_FOR_SHARED_SAT, SIDE_FOR_CADICAL};
use crate::solver::names::Solver;
use crate::solver::options::{Mode, Options};

/// The options with clauses chosen wherever there was no choice.
pub(super) fn clauses(backend: &Backend, side: usize, options: &Options) -> Options {
    let encoding = encoding(side, options);
    Options {
        encoding: Some(encoding),
        at_most_one: Some(options.at_most_one.unwrap_or_else(|| at_most_one(backend, encoding, side))),
        reduce: Some(options.reduce.unwrap_or_else(|| reduce_for(encoding))),
        ..options.clone()
    }
}

/// What is deduced before a solver is asked.
pub(super) fn reduce(solver: &Solver, side: usize, options: &Options) -> Techniques {
    match solver {
        Solver::Sat(_) => reduce_for(encoding(side, options)),
        Solver::Portfolio | Solver::Local | Solver::Learning => DEDUCED,
        _ => Techniques::NONE,
    }
}

fn encoding(side: usize, options: &Options) -> Encoding {
    options.encoding.unwrap_or(match options.mode {
        Mode::Auto | Mode::Fresh if side > MAX_SIDE_FOR_SHARED_SAT => Encoding::Reduced,
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
fn at_most_one(backend: &Backend, encoding: Encoding, side: usize) -> AtMostOne {
    let known = backend.known();
    let is_cadical = *backend == Backend::CaDiCaL || known == Some(Known::CaDiCaL);
    let gains = matches!(known, Some(Known::Kissat | Known::MiniSat)) || is_cadical && side >= SIDE_FOR_CADICAL;
    if encoding == Encoding::Reduced && gains { AtMostOne::Auto } else { AtMostOne::Pairwise }
}
