//! Puzzles with several solutions: clues go from a proper puzzle until there are enough, or just as many.
//!
//! An exact number takes a walk: a clue is removed unless too many solutions remain, and some clues come back when no removal is
//! possible.

use crate::budget::{Running, StopReason};
use crate::generate::attempt::{Attempt, Outcome};
use crate::generate::classic::record;
use crate::generate::recipe::SolutionsWanted;
use crate::generate::removal::Removal;
use crate::generate::workspace::{Workspace, clue_count};
use crate::nine::{self, Counted};

/// Branches allowed for each solution asked for; a puzzle that needs more is skipped.
const BRANCHES: u64 = 2_000;

/// Rounds over all clues before the next grid is tried.
const ROUNDS: usize = 30;

/// Number of clue sets put back after a round.
const BACK: usize = 3;

/// Takes clues out of a proper puzzle, and puts back redundant clues if the recipe wants more.
pub(super) fn thin_out(
    bench: &mut Workspace,
    attempt: &mut Attempt,
    removal: Removal,
    wanted: SolutionsWanted,
    running: &mut Running,
) -> Result<Outcome, StopReason> {
    let Removal { puzzle, solution, .. } = removal;
    let mut thinning = Thinning { puzzle, solution, found: 1, wanted };
    let target = bench.recipe.clues;
    let mut order = bench.orbits.clone();
    for _ in 0..ROUNDS {
        attempt.random.shuffle(&mut order);
        for orbit in &order {
            let has_few = target.is_none_or(|target| clue_count(&thinning.puzzle) <= target);
            if thinning.is_enough(thinning.found) && (has_few || matches!(wanted, SolutionsWanted::Exactly(_))) {
                thinning.fill_up(&order, bench, running)?;
                return Ok(attempt.judge(bench, thinning.puzzle, Some(thinning.solution)));
            }
            thinning.take_out(orbit, bench, running)?;
        }
        let is_out = |orbit: &&Vec<u32>| thinning.puzzle[orbit[0] as usize] == 0;
        let back: Vec<&Vec<u32>> = order.iter().filter(is_out).take(BACK).collect();
        for orbit in back {
            thinning.put_back(orbit);
        }
        // How many solutions are left is learned with the next clue that goes.
        thinning.found = 1;
    }
    Ok(Outcome::Again)
}

/// A puzzle from which clues are removed.
struct Thinning {
    puzzle: Vec<u16>,
    solution: Vec<u16>,
    /// The number of solutions, as far as counted.
    found: u64,
    wanted: SolutionsWanted,
}

impl Thinning {
    fn is_enough(&self, found: u64) -> bool {
        match self.wanted {
            SolutionsWanted::Exactly(number) => found == number,
            SolutionsWanted::AtLeast(number) => found >= number,
        }
    }

    fn put_back(&mut self, orbit: &[u32]) {
        for &cell in orbit {
            self.puzzle[cell as usize] = self.solution[cell as usize];
        }
    }

    /// Takes clues out unless that leaves too many solutions, or more than can be counted.
    fn take_out(&mut self, orbit: &[u32], bench: &mut Workspace, running: &mut Running) -> Result<(), StopReason> {
        if self.puzzle[orbit[0] as usize] == 0 {
            return Ok(());
        }
        for &cell in orbit {
            self.puzzle[cell as usize] = 0;
        }
        // With enough solutions, further removals leave enough.
        if matches!(self.wanted, SolutionsWanted::AtLeast(_)) && self.is_enough(self.found) {
            return Ok(());
        }
        match self.count(bench, running)? {
            Some(found) if found <= self.wanted.number() => self.found = found,
            _ => self.put_back(orbit),
        }
        Ok(())
    }

    /// Puts clues back while enough solutions remain, until the number of clues is the wanted one.
    fn fill_up(&mut self, order: &[Vec<u32>], bench: &mut Workspace, running: &mut Running) -> Result<(), StopReason> {
        let Some(target) = bench.recipe.clues else { return Ok(()) };
        for orbit in order {
            let is_out = self.puzzle[orbit[0] as usize] == 0;
            if is_out && clue_count(&self.puzzle) + orbit.len() <= target {
                self.put_back(orbit);
                if !self.count(bench, running)?.is_some_and(|found| self.is_enough(found)) {
                    for &cell in orbit {
                        self.puzzle[cell as usize] = 0;
                    }
                }
            }
        }
        Ok(())
    }

    /// Counts as far as needed: for an exact number, one solution more shows an excess.
    fn count(&self, bench: &mut Workspace, running: &mut Running) -> Result<Option<u64>, StopReason> {
        let limit = match self.wanted {
            SolutionsWanted::Exactly(number) => number.saturating_add(1),
            SolutionsWanted::AtLeast(number) => number,
        };
        count(bench, &self.puzzle, limit, running)
    }
}

/// Counts solutions, with the kernel on the classic board; `None` if counting takes too many branches.
fn count(bench: &mut Workspace, puzzle: &[u16], limit: u64, running: &mut Running) -> Result<Option<u64>, StopReason> {
    if let Some(classic) = bench.recipe.as_classic() {
        let counted = nine::count(&record(classic, puzzle), limit, running);
        return match counted {
            Ok(Counted { stopped: Some(reason), .. }) if reason != StopReason::Limit => Err(reason),
            Ok(counted) => Ok(Some(counted.solutions)),
            Err(_) => Ok(None),
        };
    }
    let branches = BRANCHES.saturating_mul(limit);
    let search = bench.search.as_mut().expect("boards that are not searched have holes only");
    search.count(puzzle, limit, branches, running)
}
