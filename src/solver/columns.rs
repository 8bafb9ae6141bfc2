//! The engine of the sum over columns, which counts the solutions of classic puzzles and has no other ability.

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::budget::{Running, StopReason};
use crate::counting::columns;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::reduction::Reduced;
use crate::solver::engine::Engine;
use crate::solver::names::COLUMNS;
use crate::solver::options::{Options, Stats};
use crate::verdict::{Count, Verdict};

/// Counts by the sum over columns.
pub(super) struct ColumnsEngine {
    puzzle: Grid,
    threads: Option<NonZeroUsize>,
}

impl ColumnsEngine {
    /// An engine for the classic board.
    pub(super) fn new(board: &Arc<Geometry>, options: &Options) -> Result<Self, Error> {
        if board.as_classic().is_none() {
            return Err(Error::UnknownBoard {
                solver: COLUMNS.to_owned(),
                knows: "the board 3x3",
                found: board.to_string(),
            });
        }
        Ok(Self { puzzle: Grid::empty(board), threads: options.portfolio.threads })
    }
}

impl Engine for ColumnsEngine {
    fn begin(&mut self, puzzle: Reduced) {
        self.puzzle = puzzle.into_grid();
    }

    fn next(&mut self, _: &mut Running) -> Result<Verdict<Solution>, Error> {
        Err(Error::OnlyCounts { solver: COLUMNS, what: "find or list solutions" })
    }

    fn count(&mut self, limit: Option<u64>, running: &mut Running) -> Result<Count, Error> {
        let puzzle = self.puzzle.as_classic().expect("a session's puzzles are on its board");
        Ok(up_to(limit, columns::count(puzzle, self.threads, running)))
    }

    fn needs_candidates(&self) -> bool {
        false
    }

    fn stats(&self) -> Stats {
        Stats::default()
    }
}

/// What is said of a number where counting was to end at a limit.
pub(super) fn up_to(limit: Option<u64>, count: Count) -> Count {
    match limit {
        Some(limit) if count.value() >= limit => Count::at_least(limit, StopReason::Limit),
        _ => count,
    }
}
