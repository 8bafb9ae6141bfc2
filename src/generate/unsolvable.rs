//! Puzzles without a solution.
//!
//! A proper puzzle has one solution; one more clue that is not of it leaves none. The clue is in no conflict with any
//! other, so that only solving shows it.

use crate::generate::Random;
use crate::generate::grids::{Values, grid};
use crate::generate::workspace::Workspace;
use crate::geometry::Digit;
use crate::grid::Grid;

/// How many clues come with the wrong one: as many as make its set in the symmetry, which all sets but a few have.
pub(in crate::generate) fn clues_to_add(bench: &Workspace) -> usize {
    bench.orbits.iter().map(Vec::len).max().unwrap_or(1)
}

/// Adds a clue that is wrong, and what the symmetry wants beside it; none where every digit that could is the right one.
pub(in crate::generate) fn spoil(
    bench: &Workspace,
    puzzle: &[u16],
    solution: &[u16],
    random: &mut Random,
) -> Option<Values> {
    let board = &bench.recipe.board;
    let size = clues_to_add(bench);
    for at in random.shuffled(bench.orbits.len()) {
        let orbit = &bench.orbits[at];
        if orbit.len() != size || puzzle[orbit[0] as usize] != 0 {
            continue;
        }
        let mut spoilt = puzzle.to_vec();
        for &cell in orbit {
            spoilt[cell as usize] = solution[cell as usize];
        }
        for at in random.shuffled(orbit.len()) {
            let cell = orbit[at] as usize;
            spoilt[cell] = 0;
            let grid = grid(board, &spoilt);
            let wrong = wrong_digit(&grid, cell, solution[cell], random);
            if let Some(wrong) = wrong {
                spoilt[cell] = wrong;
                return Some(spoilt);
            }
            spoilt[cell] = solution[cell];
        }
    }
    None
}

/// The value, from 1, of a digit that could stand in an empty cell by its clues, but is not the right one.
fn wrong_digit(grid: &Grid, cell: usize, right: u16, random: &mut Random) -> Option<u16> {
    let board = grid.geometry();
    let place = board.cell(cell);
    let value = |digit: Digit| board.digit_index(digit) as u16 + 1;
    let others: Vec<u16> =
        board.digits().filter(|&digit| value(digit) != right && grid.can_place(place, digit)).map(value).collect();
    (!others.is_empty()).then(|| others[random.below(others.len())])
}
