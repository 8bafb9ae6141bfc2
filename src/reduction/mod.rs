//! Deduction without search: candidates that cannot be true are struck out until nothing more follows.
//!
//! [`Techniques`] says which are used. Each is driven by queues of what changed, so that deduction takes time in the
//! candidates and in what is struck out, never in sweeps over the board. All work on any geometry.
//!
//! | step | what it sees | a look costs | source |
//! | --- | --- | --- | --- |
//! | `singles` | a cell with one digit left, a digit with one place left in a unit | what it strikes out | |
//! | `locked` | a digit's places in one unit that all lie in another | the places | *pointing*, *claiming* |
//! | `subsets` | two to four cells with as many digits, or the other way round | the nearly decided cells | |
//! | `matching` | everything that follows from one unit | N²/64 a unit | Régin 1994 |
//! | `overlaps` | what units that overlap imply for a digit | the places times the peers of one | *law of leftovers* |
//!
//! The constraints of a puzzle's rules are filtered with `locked`, wherever anything but nothing is deduced.
//!
//! What follows is written into the grid and the candidates that are left are kept. Steps are recorded where they are asked
//! for, each with what it follows from; a contradiction names its place. Knows no clauses and no solver.

mod bits;
mod candidates;
mod classic;
mod constraints;
mod domains;
mod locked;
mod matching;
mod overlaps;
mod places;
mod propagation;
mod queue;
mod state;
mod step;
mod subsets;
mod techniques;
mod used;

use std::sync::{Arc, OnceLock};

pub(crate) use bits::{lowest, ones, take_lowest};
pub use candidates::Candidates;
pub(crate) use domains::{Domains, Watch, Wipeout};
pub(crate) use propagation::{Failure, Propagation};
pub use step::{Contradiction, Premises, Step, Technique};
pub use techniques::{Techniques, UnknownTechnique};
pub(crate) use used::Used;

use crate::budget::{Running, StopReason};
use crate::geometry::{Candidate, Geometry};
use crate::grid::Grid;
use crate::reduction::matching::Matching;
use crate::reduction::overlaps::Leftovers;
use crate::reduction::state::State;

/// A puzzle after deduction: it has the same solutions as before.
#[derive(Clone, Debug)]
pub struct Reduced {
    grid: Grid,
    steps: Vec<Step>,
    stopped: Option<StopReason>,
    /// Worked out when they are asked for, where they are what the grid's digits leave.
    candidates: OnceLock<Arc<Candidates>>,
    has_eliminations: bool,
}

impl Reduced {
    /// A puzzle of which nothing was deduced: its candidates are those that its clues leave.
    #[must_use]
    pub fn of(puzzle: Grid) -> Self {
        Self { grid: puzzle, steps: Vec::new(), stopped: None, candidates: OnceLock::new(), has_eliminations: false }
    }

    fn with_candidates(grid: Grid, candidates: Candidates, has_eliminations: bool) -> Self {
        Self { candidates: Arc::new(candidates).into(), has_eliminations, ..Self::of(grid) }
    }

    /// The puzzle with every digit that follows.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The puzzle with every digit that follows, by itself.
    #[must_use]
    pub fn into_grid(self) -> Grid {
        self.grid
    }

    /// The steps in their order, where they were asked for.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Why deduction ended before nothing more followed, if it did. What was deduced until then holds all the same.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// The candidates that are left for the empty cells.
    #[must_use]
    pub fn candidates(&self) -> &Arc<Candidates> {
        self.candidates.get_or_init(|| Arc::new(Candidates::of(&self.grid)))
    }

    /// The candidates that deduction struck out beyond those that the grid's digits rule out.
    pub fn struck_out(&self) -> impl Iterator<Item = Candidate> + use<'_> {
        let left_by_digits = self.has_eliminations.then(|| Candidates::of(&self.grid));
        left_by_digits.into_iter().flat_map(|all| all.without(self.candidates()))
    }

    /// Strikes out candidates for reasons of the caller's own: solutions may be lost with them.
    pub(crate) fn strike_out(&mut self, candidates: &[Candidate]) {
        let _ = self.candidates();
        if let Some(left) = self.candidates.get_mut() {
            let left = Arc::make_mut(left);
            for &candidate in candidates {
                left.remove(candidate);
            }
        }
        self.has_eliminations = true;
    }

    /// Whether there may be fewer candidates than the grid's digits leave.
    #[must_use]
    pub fn has_eliminations(&self) -> bool {
        self.has_eliminations
    }
}

impl From<Grid> for Reduced {
    fn from(puzzle: Grid) -> Self {
        Self::of(puzzle)
    }
}

/// About how many bytes deduction on a board takes before its first step: a bit for each digit of each cell, and for each place of
/// each digit in each unit.
#[must_use]
pub fn memory(board: &Geometry) -> u64 {
    let sets = (board.cell_count() + board.unit_count() * board.digit_count()) as u64;
    let words = board.digit_count().div_ceil(64) as u64;
    sets.saturating_mul(words).saturating_mul(8)
}

/// Between two looks at the clock so much is deduced: a digit or a digit's places count 1, a unit [`UNIT`].
const WORK_PER_LOOK: u32 = 256;
const UNIT: u32 = 64;

/// A deduction to be run on puzzles: by which techniques, and whether its steps are recorded.
///
/// Cheap techniques come first: what they find is taken before a dearer one is tried again.
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

    /// The same with a record of its steps.
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
        // Matching finds subsets at less cost; they are looked for beside it only where their smaller reasons are recorded.
        let looked_for = if has_steps { techniques } else { techniques.without_what_follows() };
        let mut state = match State::of(puzzle, looked_for, has_steps, running)? {
            Ok(state) => state,
            Err(reason) => return Ok(Reduced { stopped: Some(reason), ..Reduced::of(puzzle.clone()) }),
        };
        let stopped = deduce(&mut state, techniques, running)?;
        let has_eliminations = techniques != Techniques::SINGLES;
        Ok(Reduced { stopped, ..state.into_reduced(has_eliminations) })
    }
}

/// A contradiction and how deduction came to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// All steps that were taken, in their order; most need not have led to the contradiction.
    pub steps: Vec<Step>,
    /// What cannot be.
    pub contradiction: Contradiction,
}

/// Deduces until there is a contradiction, and tells the steps to it; none where deduction, or the budget, ends before.
#[must_use]
pub fn refute(puzzle: &Grid, techniques: Techniques, running: &Running) -> Option<Refutation> {
    let with_no_step = |contradiction| Some(Refutation { steps: Vec::new(), contradiction });
    if let Some(violation) = puzzle.first_violation() {
        return with_no_step(Contradiction::Clues(violation));
    }
    match State::of(puzzle, techniques, true, running) {
        Err(contradiction) => with_no_step(contradiction),
        Ok(Err(_)) => None,
        Ok(Ok(mut state)) => {
            let contradiction = deduce(&mut state, techniques, running).err()?;
            Some(Refutation { steps: state.steps.unwrap_or_default(), contradiction })
        }
    }
}

/// Takes one step after another; why that ended early, if it did.
fn deduce(state: &mut State, techniques: Techniques, running: &Running) -> Result<Option<StopReason>, Contradiction> {
    let mut matching = None;
    let mut leftovers = None;
    let mut until_look = 0;
    loop {
        let work = if techniques.contains(Techniques::SINGLES)
            && let Some((placed, unit)) = state.next_single()
        {
            if state.steps.is_some() {
                state.note(Step::single(placed, unit));
            }
            state.place(placed)?;
            1
        } else if let Some(slot) = state.places.locked.pop() {
            locked::look(state, slot)?;
            1
        } else if let Some(number) = state.places.constraints.pop() {
            constraints::look(state, number)?;
            1
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
        until_look -= work;
    }
}

/// Deduction on the classic board, without steps; none on another board, by other techniques, or where there is a contradiction.
fn on_the_classic_board(puzzle: &Grid, techniques: Techniques) -> Option<Reduced> {
    let classic = puzzle.as_classic().filter(|_| classic::knows(techniques))?;
    let left = classic::deduce(classic, techniques)?;
    let grid = Grid::of_ordinals(puzzle.geometry(), left.digits.into_iter().map(u16::from));
    if techniques == Techniques::SINGLES {
        // Its candidates are what its digits leave.
        return Some(Reduced::of(grid));
    }
    let words = left.candidates.into_iter().map(u64::from).collect();
    let candidates = Candidates::from_words(puzzle.geometry(), words);
    Some(Reduced::with_candidates(grid, candidates, true))
}
