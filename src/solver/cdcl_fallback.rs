//! The SAT solver that helps other engines: learnt clauses keep it from repeating a failure.

use std::sync::Arc;

use crate::backend::Backend;
use crate::budget::{Budget, CancelToken};
use crate::encoding::Encoding;
use crate::geometry::Geometry;
use crate::reduction::Reduced;
use crate::solver::defaults;
use crate::solver::engine::Engine;
use crate::solver::metered::Metered;
use crate::solver::options::{Mode, Options};
use crate::solver::sat::SatEngine;

/// `cdcl` over what deduction left of a puzzle, under a session's options; on all threads that the options allow.
pub(super) fn cdcl_fallback(puzzle: Reduced, options: &Options) -> Metered<SatEngine> {
    let options = Options {
        settings: options.portfolio.settings(),
        // The session's budget may later be replaced by one that can stop the solver.
        budget: Budget::unlimited().with_cancel(CancelToken::new()),
        ..options.clone()
    };
    let board = Arc::clone(puzzle.grid().geometry());
    let mut engine = Metered::new(learning(&board, &options));
    engine.begin(puzzle);
    engine
}

/// `cdcl` over live candidates, with the rules that [`is_eager`](crate::solver::auto::is_eager) leaves out propagated beside the
/// clauses. Where answers are certified, all rules are clauses.
pub(super) fn learning(board: &Arc<Geometry>, options: &Options) -> SatEngine {
    let backend = Backend::Cdcl;
    let options =
        Options { encoding: options.encoding.or(Some(Encoding::Reduced)), mode: Mode::Fresh, ..options.clone() };
    let options = defaults::clauses(&backend, board.comparable_side(), &options);
    let is_foreign = options.encoding.is_some_and(Encoding::is_own);
    let engine = SatEngine::new(board, &options, Box::new(move |open| backend.open(open))).of_others(is_foreign);
    if options.certified { engine } else { engine.lazily() }
}
