//! Puzzles with clues in given places.
//!
//! A full grid seen through the pattern mostly has many solutions. So a few of its clues are left open, the solutions of
//! the others listed, and those digits put back that the fewest solutions have: one list values every choice of digits
//! for these places at once. Digits that a single solution has make a proper puzzle. (The lists stand for G. Royle's and
//! others' search around puzzles of 17 clues, which exchanges some clues for as many others.)

use crate::budget::Running;
use crate::generate::attempt::{Attempt, Outcome};
use crate::generate::error::GenerateError;
use crate::generate::grids::Values;
use crate::generate::pattern::Pattern;
use crate::generate::recipe::Kind;
use crate::generate::search::{Search, SecondSolution};
use crate::generate::workspace::Workspace;

/// Clues that are left open at once.
const OPEN: [usize; 4] = [1, 2, 2, 3];

/// Solutions that are listed at most, and branches that this may take.
const MOST_LISTED: u64 = 400;
const BRANCHES: u64 = 20_000;

/// Rounds before another full grid is tried.
const ROUNDS: usize = 150;

/// Looks around one full grid.
pub(super) fn make(
    bench: &mut Workspace,
    attempt: &mut Attempt,
    pattern: &Pattern,
    running: &mut Running,
) -> Result<Outcome, GenerateError> {
    let solution = attempt.full_grid(bench, running)?;
    let board = &bench.recipe.board;
    let places = pattern.places(board);
    let mut puzzle = pattern.mask(board, &solution);
    let search = bench.search.as_mut().expect("boards that are not searched have holes only");
    let mut found = Vec::new();
    for round in 0..=ROUNDS {
        // The first round sees the grid as it is.
        let open = if round == 0 { 0 } else { OPEN[attempt.random.below(OPEN.len())] };
        let opened: Vec<u32> =
            attempt.random.shuffled(places.len()).into_iter().take(open).map(|place| places[place]).collect();
        let kept: Vec<u16> = opened.iter().map(|&cell| puzzle[cell as usize]).collect();
        for &cell in &opened {
            puzzle[cell as usize] = 0;
        }
        found.clear();
        let listed = search.list(&puzzle, MOST_LISTED, BRANCHES, running, |values| {
            found.push(opened.iter().map(|&cell| values[cell as usize]).collect::<Vec<u16>>());
        })?;
        let is_all = listed.is_some_and(|listed| listed < MOST_LISTED);
        found.sort_unstable();
        let runs: Vec<&[Vec<u16>]> = found.chunk_by(|a, b| a == b).collect();
        let fewest = runs.iter().map(|run| run.len()).min();
        let best: Vec<&[Vec<u16>]> = runs.into_iter().filter(|run| Some(run.len()) == fewest).collect();
        let digits = match best.len() {
            0 => &kept,
            count => &best[attempt.random.below(count)][0],
        };
        opened.iter().zip(digits).for_each(|(&cell, &digit)| puzzle[cell as usize] = digit);
        if is_all && fewest == Some(1) {
            let mut only = None;
            search.list(&puzzle, 2, u64::MAX, running, |values| only = Some(values.to_vec()))?;
            let Some(solution) = only else { continue };
            if bench.recipe.kind != Kind::Minimal || is_minimal(search, &mut puzzle, &solution, &places, running)? {
                return Ok(Outcome::Made(puzzle, Some(solution)));
            }
        }
    }
    Ok(Outcome::Again)
}

/// Whether no clue of a proper puzzle can be spared.
fn is_minimal(
    search: &mut Search,
    puzzle: &mut Values,
    solution: &[u16],
    places: &[u32],
    running: &mut Running,
) -> Result<bool, GenerateError> {
    for &cell in places {
        puzzle[cell as usize] = 0;
        let other = search.second_solution(puzzle, solution, cell, u64::MAX, running);
        puzzle[cell as usize] = solution[cell as usize];
        if other? != SecondSolution::Some {
            return Ok(false);
        }
    }
    Ok(true)
}
