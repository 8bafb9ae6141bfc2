//! Puzzles without a solution.
//!
//! A proper puzzle has one solution; adding a clue that contradicts the solution leaves none. The added clue clashes with no other
//! clue, so only solving reveals the error.

use crate::generate::grids::{Values, grid};
use crate::generate::workspace::Workspace;
use crate::geometry::Digit;
use crate::grid::Grid;
use crate::random::Pcg32 as Random;

/// Number of clues added with the wrong clue: the size of the largest orbit, which most orbits have.
pub(super) fn clues_to_add(bench: &Workspace) -> usize {
    bench.orbits.iter().map(Vec::len).max().unwrap_or(1)
}

/// Adds a wrong clue and the other clues of its orbit; `None` if no empty orbit admits a wrong digit.
pub(super) fn spoil(bench: &Workspace, puzzle: &[u16], solution: &[u16], random: &mut Random) -> Option<Values> {
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

/// The value, from 1, of a wrong digit that the clues allow in an empty cell.
fn wrong_digit(grid: &Grid, cell: usize, right: u16, random: &mut Random) -> Option<u16> {
    let board = grid.geometry();
    let place = board.cell(cell);
    let value = |digit: Digit| board.digit_index(digit) as u16 + 1;
    let others: Vec<u16> =
        board.digits().filter(|&digit| value(digit) != right && grid.can_place(place, digit)).map(value).collect();
    (!others.is_empty()).then(|| others[random.below(others.len())])
}
