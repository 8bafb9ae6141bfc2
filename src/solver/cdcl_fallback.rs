//! The SAT solver that helps other engines: learnt clauses keep it from repeating a failure.

use std::sync::Arc;

use crate::backend::Backend;
use crate::budget::{Budget, CancelToken};
use crate::encoding::Encoding;
use crate::reduction::Reduced;
use crate::solver::defaults;
use crate::solver::engine::Engine;
use crate::solver::metered::Metered;
use crate::solver::options::{Mode, Options};
use crate::solver::sat::SatEngine;

/// `cdcl` over what deduction left of a puzzle, under a session's options.
pub(super) fn cdcl_fallback(puzzle: Reduced, options: &Options) -> Metered<SatEngine> {
    let backend = Backend::Cdcl;
    let options = Options {
        encoding: options.encoding.or(Some(Encoding::Reduced)),
        mode: Mode::Fresh,
        settings: options.portfolio.settings(),
        // The session's budget may later be replaced by one that can stop the solver.
        budget: Budget::unlimited().with_cancel(CancelToken::new()),
        ..options.clone()
    };
    let board = Arc::clone(puzzle.grid().geometry());
    let options = defaults::clauses(Some(&backend), board.comparable_side(), &options);
    let mut engine = Metered::new(SatEngine::new(&board, &options, Box::new(move |open| backend.open(open))));
    engine.begin(puzzle);
    engine
}
