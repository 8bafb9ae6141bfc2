//! Digits without a clue can be renamed among themselves, so a solution yields a solution for each renaming. The existence of a
//! solution is therefore decided on a smaller puzzle, in which these names are settled as far as possible; otherwise an unsolvable
//! board is refuted anew for each of N! renamings.

use crate::budget::Running;
use crate::geometry::{Candidate, Cell, Digit, Geometry, UnitId};
use crate::grid::Grid;
use crate::natural::Natural;
use crate::reduction::{Reduced, Reduction, Techniques};

/// The digits of which no clue tells, in ascending order.
pub(super) fn free_digits(puzzle: &Grid) -> Vec<Digit> {
    let mut free: Vec<Digit> = puzzle.geometry().digits().collect();
    for clue in puzzle.clues() {
        free.retain(|&digit| digit != clue.digit);
    }
    free
}

/// The number of solutions that a settled solution stands for.
pub(super) fn names(free: &[Digit]) -> Natural {
    (1..=free.len()).fold(Natural::from(1_u8), |names, free| names * free)
}

/// An equisatisfiable, more constrained puzzle: every solution of it solves `reduced`. `None` if deduction refutes it. `free` are
/// the free digits of the puzzle before it was reduced.
pub(super) fn settle(reduced: &Reduced, mut free: Vec<Digit>, means: Techniques, running: &Running) -> Option<Reduced> {
    let mut settled = reduced.clone();
    let order = busiest_first(reduced.grid().geometry());
    // If a cell has only free digits as candidates, the first free digit can be placed there without loss.
    while let Some(cell) = (free.len() > 1).then(|| only_free(&settled, &free, &order)).flatten() {
        let mut grid = settled.grid().clone();
        // The digit is a digit of the board.
        let _ = grid.set(cell, Some(free.remove(0)));
        settled = Reduction::new(Techniques::SINGLES).run(&grid, running).ok()?;
    }
    let mut settled = Reduction::new(means).run(settled.grid(), running).ok()?;
    if free.len() > 1 {
        let struck = out_of_order(&settled, &free);
        settled.strike_out(&struck);
    }
    Some(settled)
}

/// The cells unit by unit, beginning with the unit whose cells have the most peers: settling this unit excludes most candidates. On
/// boards of side 9 with scattered regions it saves dancing links most of the steps that the first row would cost.
fn busiest_first(board: &Geometry) -> Vec<Cell> {
    let peers: Vec<usize> = board.cells().map(|cell| board.peers(cell).count()).collect();
    let of_unit = |unit: &UnitId| board.unit(*unit).iter().map(|&cell| peers[board.index(cell)]).sum::<usize>();
    let mut units: Vec<UnitId> = board.units().collect();
    units.sort_by_cached_key(|unit| std::cmp::Reverse(of_unit(unit)));
    units.into_iter().flat_map(|unit| board.unit(unit)).copied().collect()
}

/// The first cell in an order that can have free digits only.
fn only_free(puzzle: &Reduced, free: &[Digit], order: &[Cell]) -> Option<Cell> {
    let is_free = |cell: Cell| puzzle.candidates().digits(cell).all(|digit| free.contains(&digit));
    order.iter().copied().find(|&cell| puzzle.grid().get(cell).is_none() && is_free(cell))
}

/// Candidates that occur in no solution with the free digits in ascending order along one unit: before the k-th free digit, k − 1
/// cells of the unit have a free digit.
fn out_of_order(puzzle: &Reduced, free: &[Digit]) -> Vec<Candidate> {
    let board = puzzle.grid().geometry();
    let candidates = puzzle.candidates();
    let cells_of = |unit: UnitId| {
        let cells = board.unit(unit).iter().copied();
        cells.filter(|&cell| candidates.digits(cell).any(|digit| free.contains(&digit))).collect::<Vec<_>>()
    };
    let shortest = board.units().map(cells_of).min_by_key(Vec::len).unwrap_or_default();
    let early = shortest
        .iter()
        .enumerate()
        .flat_map(|(before, &cell)| free.iter().skip(before + 1).map(move |&digit| Candidate::new(cell, digit)));
    early.filter(|&candidate| candidates.is_live(candidate)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::exact_cover::ItemChoice;
    use crate::solver::names::Solver;

    fn count(puzzle: &Reduced) -> Natural {
        let cover = crate::encoding::SudokuCover::of_reduced(puzzle).unwrap();
        let mut links = crate::exact_cover::DancingLinks::new(cover.problem(), ItemChoice::Smallest);
        crate::exact_cover::CoverSearch::count(&mut links, None, &Budget::unlimited()).value()
    }

    #[test]
    fn one_solution_is_left_of_each_that_differ_in_names() {
        // The clues leave four, three or two digits free.
        let puzzles =
            ["................", "1...............", "1.....2.........", "12..............", "1.....1........."];
        for puzzle in puzzles {
            let puzzle: Grid = puzzle.parse().unwrap();
            let free = free_digits(&puzzle);
            let all = Solver::Backtracking.count(&puzzle).unwrap().value();
            let running = Budget::unlimited().start();
            let settled = settle(&Reduced::of(puzzle.clone()), free.clone(), Techniques::SINGLES, &running).unwrap();
            let left = count(&settled);
            assert!(left > 0 && left.clone() * names(&free) >= all && left < all, "{puzzle}: {left} of {all}");
        }
    }

    #[test]
    fn digits_that_no_clue_tells_of_are_free() {
        let puzzle: Grid = ".4.2...2.....4..".parse().unwrap();
        assert_eq!(free_digits(&puzzle).iter().map(|digit| digit.get()).collect::<Vec<_>>(), [1, 3]);
        assert_eq!([&[][..], &free_digits(&puzzle)].map(names), [1_u64, 2].map(Natural::from));
    }
}
