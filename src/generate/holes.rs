//! Random holes in a random full grid: the instances of the published tables on large grids.
//!
//! In a balanced grid every unit has the same number of holes, up to a difference of one where they cannot be shared out evenly (C.
//! Ansótegui, R. Béjar, C. Fernández, C. Gomes and C. Mateu, *Generating highly balanced sudoku problems as hard problems*, Journal
//! of Heuristics 2011; there by a walk from pattern to pattern). Here the pattern comes from a second full grid: each of its digits
//! stands once in every full unit, so the cells of h digits give h holes in each unit. Boards whose rows, columns, boxes or regions
//! are shorter are refused.

use crate::budget::Running;
use crate::generate::attempt::{Attempt, Outcome};
use crate::generate::error::GenerateError;
use crate::generate::workspace::Workspace;

/// A full grid with holes.
pub(super) fn make(
    bench: &mut Workspace,
    attempt: &mut Attempt,
    running: &mut Running,
) -> Result<Outcome, GenerateError> {
    let solution = attempt.full_grid(bench, running)?;
    if let Some(pattern) = &bench.recipe.pattern {
        let puzzle = pattern.mask(&bench.recipe.board, &solution);
        return Ok(Outcome::Made(puzzle, Some(solution)));
    }
    let holes = solution.len() - bench.recipe.clues.unwrap_or(0);
    let mut puzzle = solution.clone();
    let mut left = holes;
    if bench.recipe.balanced {
        let pattern = bench.full_grid(&mut attempt.random, running)?;
        let mut order: Vec<u32> = (0..solution.len() as u32).collect();
        attempt.random.shuffle(&mut order);
        // A stable sort keeps the cells of a digit in random order, which matters for the last digit.
        order.sort_by_key(|&cell| pattern[cell as usize]);
        order[..holes].iter().for_each(|&cell| puzzle[cell as usize] = 0);
        return Ok(Outcome::Made(puzzle, Some(solution)));
    }
    for at in attempt.random.shuffled(bench.orbits.len()) {
        let orbit = &bench.orbits[at];
        if orbit.len() <= left {
            for &cell in orbit {
                puzzle[cell as usize] = 0;
            }
            left -= orbit.len();
        }
    }
    Ok(attempt.judge(bench, puzzle, Some(solution)))
}
