//! Taking clues out by the generator's own search, and by SAT where it must be proven that no more can go.

use std::sync::Arc;

use crate::backend::{Backend, OpenOptions};
use crate::budget::{Running, StopReason};
use crate::generate::refutation::Refutation;
use crate::generate::removal::{Removal, Tested};
use crate::generate::search::{Other, Search};
use crate::generate::{GenerateError, Random};
use crate::geometry::Geometry;

/// Branches that a test may take before the clue is left for later.
const BRANCHES: u64 = 50;

/// Shares of the digits, in eighths, in which a solution near by may differ: with more than these it is no longer found.
const NEAR_EIGHTHS: [usize; 10] = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5];

/// Up to this side the search decides whatever it is asked.
const MAX_SIDE_TO_DECIDE: usize = 12;

/// Tests until nothing is left that singles, and then a short search, can decide.
pub(in crate::generate) fn quickly(
    removal: &mut Removal,
    search: &mut Search,
    running: &mut Running,
) -> Result<(), StopReason> {
    round(removal, search, 0, running)?;
    if !removal.is_met() && removal.begin_again() {
        round(removal, search, BRANCHES, running)?;
    }
    Ok(())
}

/// Goes on until every clue that is left is proven to be needed.
pub(in crate::generate) fn completely(
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

/// One test after another, each within so many branches.
fn round(removal: &mut Removal, search: &mut Search, branches: u64, running: &mut Running) -> Result<(), StopReason> {
    while let Some(test) = removal.next() {
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

/// Looks for other solutions near the known one: those that differ from it in the cells of some digits only. Where there
/// is one, the clue that was left out is needed; there, the clues of all other digits hold, so it is soon found or missed.
fn near_by(
    removal: &mut Removal,
    search: &mut Search,
    random: &mut Random,
    running: &mut Running,
) -> Result<(), StopReason> {
    let side = removal.solution.len().isqrt();
    let mut near = Vec::new();
    while let Some(test) = removal.next() {
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
                if search.other(&near, &removal.solution, cell, BRANCHES, running)? == Other::Some {
                    tested = Tested::Several;
                    break 'near;
                }
            }
        }
        removal.answer(tested);
    }
    Ok(())
}

/// Another solution differs in one of the cells that were taken out, since the clues before had only one.
fn differs(
    removal: &Removal,
    search: &mut Search,
    cells: &[u32],
    branches: u64,
    running: &mut Running,
) -> Result<Tested, StopReason> {
    let mut tested = Tested::Unique;
    for &cell in cells {
        match search.other(&removal.puzzle, &removal.solution, cell, branches, running)? {
            Other::Some => return Ok(Tested::Several),
            Other::Undecided => tested = Tested::Undecided,
            Other::None => {}
        }
    }
    Ok(tested)
}
