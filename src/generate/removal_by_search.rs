//! Removal of clues by the generator's own search, and by SAT where minimality must be proven.

use std::sync::Arc;

use crate::backend::{Backend, OpenOptions};
use crate::budget::{Running, StopReason};
use crate::generate::error::GenerateError;
use crate::generate::refutation::Refutation;
use crate::generate::removal::{Removal, Tested};
use crate::generate::search::{Search, SecondSolution};
use crate::geometry::Geometry;
use crate::random::Pcg32 as Random;

/// Branches that a test may take before the clue is left for later.
const BRANCHES: u64 = 50;

/// Shares of the digits, in eighths, in which a nearby solution may differ: with larger shares the search no longer finds one.
const NEAR_EIGHTHS: [usize; 10] = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5];

/// Largest side at which the search decides every question.
const MAX_SIDE_TO_DECIDE: usize = 12;

/// Tests until singles, followed by a short search, decide no further clue.
pub(super) fn quickly(removal: &mut Removal, search: &mut Search, running: &mut Running) -> Result<(), StopReason> {
    round(removal, search, 0, running)?;
    if !removal.is_met() && removal.begin_again() {
        round(removal, search, BRANCHES, running)?;
    }
    Ok(())
}

/// Goes on until every clue that is left is proven to be needed.
pub(super) fn completely(
    removal: &mut Removal,
    search: &mut Search,
    board: &Arc<Geometry>,
    open: &OpenOptions,
    random: &mut Random,
    running: &mut Running,
) -> Result<(), GenerateError> {
    quickly(removal, search, running)?;
    if !removal.begin_again() {
        return Ok(());
    }
    if board.comparable_side() <= MAX_SIDE_TO_DECIDE {
        return Ok(round(removal, search, u64::MAX, running)?);
    }
    near_by(removal, search, random, running)?;
    if !removal.begin_again() {
        return Ok(());
    }
    Refutation::of(removal, board, &Backend::Cdcl, open, running)?.finish(removal, running)
}

/// Runs the tests of a round, each within a number of branches.
fn round(removal: &mut Removal, search: &mut Search, branches: u64, running: &mut Running) -> Result<(), StopReason> {
    while let Some(test) = removal.next() {
        // On a large board the clues of a test take a millisecond to place.
        running.check()?;
        let is_block = test.len() > 1;
        let cells = test.concat();
        let tested = if is_block {
            let is_filled = search.is_filled_by_singles(&removal.puzzle, running)?;
            if is_filled { Tested::Unique } else { Tested::Undecided }
        } else {
            differs(removal, search, &cells, branches, running)?
        };
        removal.answer(tested);
    }
    Ok(())
}

/// Looks for second solutions that differ from the known solution only in the cells of some digits. If one exists, the removed clue
/// is needed; the clues of all other digits stay fixed, so the search soon finds one or fails.
fn near_by(
    removal: &mut Removal,
    search: &mut Search,
    random: &mut Random,
    running: &mut Running,
) -> Result<(), StopReason> {
    let side = removal.solution.len().isqrt();
    let mut near = Vec::new();
    while let Some(test) = removal.next() {
        running.check()?;
        let cells = test.concat();
        let mut tested = Tested::Undecided;
        'near: for free in NEAR_EIGHTHS.map(|eighths| side * eighths / 8) {
            let mut is_free = vec![false; side];
            random.shuffled(side)[..free].iter().for_each(|&digit| is_free[digit] = true);
            for &cell in &cells {
                is_free[usize::from(removal.solution[cell as usize]) - 1] = true;
            }
            let keep = |(&value, &known): (&u16, &u16)| if is_free[usize::from(known) - 1] { value } else { known };
            near.clear();
            near.extend(removal.puzzle.iter().zip(&removal.solution).map(keep));
            for &cell in &cells {
                if search.second_solution(&near, &removal.solution, cell, BRANCHES, running)? == SecondSolution::Some {
                    tested = Tested::Several;
                    break 'near;
                }
            }
        }
        removal.answer(tested);
    }
    Ok(())
}

/// Looks for a second solution. It must differ in a removed cell, because the clues before the removal had a unique solution.
fn differs(
    removal: &Removal,
    search: &mut Search,
    cells: &[u32],
    branches: u64,
    running: &mut Running,
) -> Result<Tested, StopReason> {
    let mut tested = Tested::Unique;
    for &cell in cells {
        match search.second_solution(&removal.puzzle, &removal.solution, cell, branches, running)? {
            SecondSolution::Some => return Ok(Tested::Several),
            SecondSolution::Undecided => tested = Tested::Undecided,
            SecondSolution::None => {}
        }
    }
    Ok(tested)
}
