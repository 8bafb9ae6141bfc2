//! Puzzles with several solutions: clues go from a proper puzzle until there are enough, or just as many.

use crate::budget::{Running, StopReason};
use crate::generate::Solutions;
use crate::generate::attempt::{Attempt, Bench, Outcome, clue_count};
use crate::generate::removal::Removal;

/// Branches that counting may take, for each solution asked for; a puzzle that takes more is left aside.
const BRANCHES: u64 = 2_000;

/// Takes clues out of a proper puzzle.
pub(in crate::generate) fn thin_out(
    bench: &mut Bench,
    attempt: &mut Attempt,
    removal: Removal,
    wanted: Solutions,
    running: &mut Running,
) -> Result<Outcome, StopReason> {
    let Removal { mut puzzle, solution, .. } = removal;
    let number = wanted.number();
    let branches = BRANCHES.saturating_mul(number.saturating_add(1));
    let target = bench.recipe.clues;
    let search = bench.search.as_deref_mut().expect("boards that are not searched have holes only");
    // A proper puzzle has one.
    let mut found = 1;
    let is_enough = |found: u64, puzzle: &[u16]| match wanted {
        Solutions::Exactly(_) => found == number,
        Solutions::AtLeast(_) => {
            found >= number && target.is_none_or(|target| clue_count(puzzle) <= target)
        }
    };
    for at in attempt.random.shuffled(bench.orbits.len()) {
        if is_enough(found, &puzzle) {
            break;
        }
        let orbit = &bench.orbits[at];
        if puzzle[orbit[0] as usize] == 0 || target.is_some_and(|target| clue_count(&puzzle) < target + orbit.len()) {
            continue;
        }
        orbit.iter().for_each(|&cell| puzzle[cell as usize] = 0);
        let counted = match wanted {
            // What has enough keeps enough.
            Solutions::AtLeast(_) if found >= number => Some(found),
            Solutions::AtLeast(_) => search.count(&puzzle, number, branches, running)?,
            Solutions::Exactly(_) => search.count(&puzzle, number.saturating_add(1), branches, running)?,
        };
        match (counted, wanted) {
            (Some(counted), Solutions::AtLeast(_)) => found = counted,
            (Some(counted), Solutions::Exactly(_)) if counted <= number => found = counted,
            _ => orbit.iter().for_each(|&cell| puzzle[cell as usize] = solution[cell as usize]),
        }
    }
    if is_enough(found, &puzzle) { Ok(attempt.judge(bench, puzzle, Some(solution))) } else { Ok(Outcome::Again) }
}
