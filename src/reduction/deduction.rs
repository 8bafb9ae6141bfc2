//! One technique after another, until nothing more follows.

use crate::budget::{Running, StopReason};
use crate::geometry::Geometry;
use crate::grid::Grid;
use crate::reduction::candidates::Candidates;
use crate::reduction::matching::Matching;
use crate::reduction::overlaps::Leftovers;
use crate::reduction::places::NotBegun;
use crate::reduction::reduced::Reduced;
use crate::reduction::state::State;
use crate::reduction::step::{Contradiction, ReductionStep};
use crate::reduction::techniques::Techniques;
use crate::reduction::{classic, constraints, locked, overlaps, subsets};

/// The approximate number of bytes of deduction before its first step: a bit for every digit of a cell, and for every place of a
/// digit in a unit.
#[must_use]
pub fn memory(board: &Geometry) -> u64 {
    let sets = (board.cell_count() + board.unit_count() * board.digit_count()) as u64;
    let words = board.digit_count().div_ceil(64) as u64;
    sets.saturating_mul(words).saturating_mul(8)
}

/// The work between two looks at the clock: a digit or a digit's places count 1, a unit [`UNIT`].
const WORK_PER_LOOK: u32 = 256;
const UNIT: u32 = 64;
/// The work of a constraint that counts 1.
const WORK_OF_CONSTRAINT: usize = 256;

/// A deduction to run on puzzles: its techniques, and whether its steps are recorded.
///
/// Cheap techniques come first: a more expensive technique runs only when the cheaper ones find nothing.
///
/// ```
/// use satdoku::reduction::{Reduction, Techniques};
/// use satdoku::{Budget, Grid};
///
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let running = Budget::unlimited().start();
/// let reduced = Reduction::new(Techniques::SINGLES).with_steps().run(&puzzle, &running).expect("no contradiction");
/// assert!(reduced.grid().is_solved() && reduced.candidates().is_empty());
/// assert_eq!(reduced.steps()[0].in_words(puzzle.geometry()).to_string(), "r8c8=3, the only digit left");
/// # Ok::<(), satdoku::grid::format::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    techniques: Techniques,
    has_steps: bool,
}

impl Reduction {
    /// A deduction by some techniques, without a record of its steps.
    #[must_use]
    pub const fn new(techniques: Techniques) -> Self {
        Self { techniques, has_steps: false }
    }

    /// The deduction with a record of its steps.
    #[must_use]
    pub const fn with_steps(self) -> Self {
        Self { has_steps: true, ..self }
    }

    /// Deduces until nothing more follows or the budget is spent.
    ///
    /// # Errors
    /// The contradiction, with its place, if the puzzle is seen to have no solution.
    pub fn run(self, puzzle: &Grid, running: &Running) -> Result<Reduced, Contradiction> {
        let Self { techniques, has_steps } = self;
        if let Some(violation) = puzzle.first_violation() {
            return Err(Contradiction::Clues(violation));
        }
        if techniques == Techniques::NONE {
            return Ok(Reduced::of(puzzle.clone()));
        }
        if !has_steps
            && running.check().is_ok()
            && let Some(reduced) = on_the_classic_board(puzzle, techniques)
        {
            return Ok(reduced);
        }
        // Matching finds every subset at less cost; subsets are searched beside it only to record their smaller reasons.
        let looked_for = if has_steps { techniques } else { techniques.without_what_follows() };
        let mut state = match State::of(puzzle, looked_for, has_steps, running) {
            Ok(state) => state,
            Err(NotBegun::Contradiction(contradiction)) => return Err(contradiction),
            Err(NotBegun::Stopped(reason)) => {
                return Ok(Reduced::of(puzzle.clone()).with_stopped(Some(reason)));
            }
        };
        let stopped = deduce(&mut state, techniques, running)?;
        let has_eliminations = techniques != Techniques::SINGLES;
        Ok(state.into_reduced(has_eliminations).with_stopped(stopped))
    }
}

/// A contradiction and the steps before it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refutation {
    /// All steps of the deduction, in their order; the contradiction need not depend on most of them.
    pub steps: Vec<ReductionStep>,
    /// The contradiction.
    pub contradiction: Contradiction,
}

/// Deduces until a contradiction and returns the steps to it; `None` if deduction or the budget ends before.
#[must_use]
pub fn refute(puzzle: &Grid, techniques: Techniques, running: &Running) -> Option<Refutation> {
    let with_no_step = |contradiction| Some(Refutation { steps: Vec::new(), contradiction });
    if let Some(violation) = puzzle.first_violation() {
        return with_no_step(Contradiction::Clues(violation));
    }
    match State::of(puzzle, techniques, true, running) {
        Err(NotBegun::Contradiction(contradiction)) => with_no_step(contradiction),
        Err(NotBegun::Stopped(_)) => None,
        Ok(mut state) => {
            let contradiction = deduce(&mut state, techniques, running).err()?;
            Some(Refutation { steps: state.steps.unwrap_or_default(), contradiction })
        }
    }
}

/// Takes one step after another; returns why deduction ended early, if it did.
fn deduce(state: &mut State, techniques: Techniques, running: &Running) -> Result<Option<StopReason>, Contradiction> {
    let mut matching = None;
    let mut leftovers = None;
    let mut until_look = 0;
    loop {
        let work = if techniques.contains(Techniques::SINGLES)
            && let Some((placed, unit)) = state.next_single()
        {
            if state.steps.is_some() {
                state.note(ReductionStep::single(placed, unit));
            }
            state.place(placed)?;
            1
        } else if let Some(slot) = state.places.locked.pop() {
            locked::look(state, slot)?;
            1
        } else if let Some(number) = state.places.constraints.pop() {
            constraints::look(state, number, running)?;
            1 + (state.puzzle.rules().constraints()[number].1.work() / WORK_OF_CONSTRAINT) as u32
        } else if let Some(unit) = state.places.subsets.pop() {
            subsets::look(state, unit)?;
            UNIT
        } else if let Some(slot) = state.places.common_peers.pop() {
            overlaps::common_peers(state, slot)?;
            1
        } else if let Some(unit) = state.places.matching.pop() {
            matching.get_or_insert_with(|| Matching::new(state)).look(state, unit)?;
            UNIT
        } else if let Some(digit) = state.places.leftovers.pop() {
            leftovers.get_or_insert_with(|| Leftovers::of(&state.geometry)).look(state, digit)?;
            UNIT
        } else {
            return Ok(None);
        };
        if until_look < work {
            if let Err(reason) = running.check() {
                return Ok(Some(reason));
            }
            until_look = WORK_PER_LOOK;
        }
        // A constraint may take more work than lies between two looks.
        until_look = until_look.saturating_sub(work);
    }
}

/// Deduction on the classic board, without steps; `None` on another board, by other techniques, or at a contradiction.
fn on_the_classic_board(puzzle: &Grid, techniques: Techniques) -> Option<Reduced> {
    let classic = puzzle.as_classic().filter(|_| classic::knows(techniques))?;
    let left = classic::deduce(classic, techniques)?;
    let grid = Grid::of_ordinals(puzzle.geometry(), left.digits.into_iter().map(u16::from));
    if techniques == Techniques::SINGLES {
        // The digits determine the candidates.
        return Some(Reduced::of(grid));
    }
    let words = left.candidates.into_iter().map(u64::from).collect();
    let candidates = Candidates::from_words(puzzle.geometry(), words);
    Some(Reduced::with_candidates(grid, candidates, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    /// Deduction with recorded steps, which does not run here, reaches equal digits and candidates.
    #[test]
    fn sets_of_cells_come_to_what_steps_come_to() {
        let puzzles = include_str!("../../tests/data/minimal.txt").lines().filter_map(|line| line.parse::<Grid>().ok());
        let [singles, locked, subsets, matching] =
            [Techniques::SINGLES, Techniques::LOCKED, Techniques::SUBSETS, Techniques::MATCHING];
        let mut open = [0; 5];
        for puzzle in puzzles.filter(|puzzle| puzzle.as_classic().is_some()) {
            let sets =
                [singles, singles | locked, singles | subsets, singles | locked | subsets, singles | locked | matching];
            for (techniques, open) in sets.into_iter().zip(&mut open) {
                let running = Budget::unlimited().start();
                let stepwise = Reduction::new(techniques).with_steps().run(&puzzle, &running).unwrap();
                let at_once = Reduction::new(techniques).run(&puzzle, &running).unwrap();
                assert_eq!(at_once.grid(), stepwise.grid(), "{puzzle} {techniques}");
                assert_eq!(at_once.candidates(), stepwise.candidates(), "{puzzle} {techniques}");
                assert!(at_once.struck_out().eq(stepwise.struck_out()), "{puzzle} {techniques}");
                *open += at_once.candidates().len();
            }
        }
        assert!(open[0] > open[1] && open[0] > open[2] && open[1] > open[3] && open[3] == open[4], "{open:?}");
    }
}
