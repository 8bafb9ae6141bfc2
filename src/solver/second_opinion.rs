//! A second opinion on *no*, which comes without a witness: a short search for a solution that the solver denied.
//!
//! On the classic 9×9 board the kernel decides within microseconds, whatever the solver. Elsewhere only programs, and backends
//! and encodings of the caller's, are doubted: a search of a few steps lists solutions until it finds a new one. A solution found is
//! checked and so proves the solver wrong; a search without a solution proves nothing.

use crate::budget::Running;
use crate::error::Error;
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::search::{GridSearch, PropagatingSearch};
use crate::solver::auto::LARGE_SIDE;
use crate::solver::nine;
use crate::verdict::Verdict;

/// Step limit of the search: exhaustive on the smallest boards, some milliseconds on others.
const STEPS: u64 = 2_000;

/// A solution beyond the `number` solutions for which `is_given` is true, if the search finds one. `is_doubted` tells whether the
/// *no* is looked at beyond the classic board.
pub(crate) fn overlooked(
    puzzle: &Grid,
    number: u64,
    is_given: impl Fn(&Solution) -> bool,
    is_doubted: bool,
    running: &Running,
) -> Result<Option<Solution>, Error> {
    let mut running = running.clone();
    if puzzle.as_classic().is_some() {
        if !nine::has_more(puzzle, number, &running)? {
            return Ok(None);
        }
    } else if is_doubted {
        let _ = running.hold_back(STEPS);
    } else {
        return Ok(None);
    }
    if let Some(filled) = pattern(puzzle).filter(|filled| !is_given(filled)) {
        return Ok(Some(filled));
    }
    if puzzle.geometry().comparable_side() >= LARGE_SIDE {
        return Ok(None);
    }
    let mut search = PropagatingSearch::new(puzzle);
    while let Verdict::Satisfiable(()) = search.advance(&mut running) {
        match Solution::check(puzzle, search.grid()) {
            Ok(solution) if !is_given(&solution) => return Ok(Some(solution)),
            _ => {}
        }
    }
    Ok(None)
}

/// The full grid of plain boxes in which each row is the row above shifted by a box, and each band is shifted by one cell; `None`
/// if the clues contradict it.
fn pattern(puzzle: &Grid) -> Option<Solution> {
    let board: &Geometry = puzzle.geometry();
    let (rows, columns) = board.only_boxes()?;
    let side = rows * columns;
    let digit = |row: usize, column: usize| (columns * (row % rows) + row / rows + column) % side;
    // A board that fits into memory has at most a thousand or so digits.
    let ordinals = (0..side * side).map(|index| 1 + digit(index / side, index % side) as u16);
    Solution::check(puzzle, puzzle.with_ordinals(ordinals)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use std::sync::Arc;

    #[test]
    fn finds_what_was_denied_and_nothing_else() {
        let find = |puzzle: &Grid, given: &[Solution], is_doubted| {
            let running = Budget::unlimited().start();
            overlooked(puzzle, given.len() as u64, |solution| given.contains(solution), is_doubted, &running).unwrap()
        };
        let mut given = Vec::new();
        let puzzle: Grid = "1.34...2..4.....".parse().unwrap();
        while let Some(solution) = find(&puzzle, &given, true) {
            given.push(solution);
        }
        assert_eq!((given.len(), find(&puzzle, &[], false)), (3, None), "only what is doubted is looked at");
        for (board, is_found) in [("2x2", true), ("3x3", true), ("4x6", true), ("8x8", true), ("latin12", true)] {
            let empty = Grid::empty(&Arc::new(board.parse().unwrap()));
            assert_eq!(find(&empty, &[], true).is_some(), is_found, "{board}");
        }
        let none: Grid = "123....4........".parse().unwrap();
        assert_eq!(find(&none, &[], true), None);
        let proper: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
        let solution = find(&proper, &[], false).expect("the kernel knows it");
        assert_eq!(find(&proper, &[solution], false), None);
    }
}
