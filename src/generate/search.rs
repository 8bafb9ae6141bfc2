//! The generator's own search: singles, and where they end, a cell with as few candidates as possible.
//!
//! It answers three questions: a random filling, which solutions a puzzle has and how many, and whether it has any beside the one
//! that is known. The last is what a generator asks most; a limit on its branches makes it a quick, incomplete answer.

use std::sync::Arc;

use crate::budget::{Running, StopReason};
use crate::generate::Random;
use crate::generate::candidates::{Deduction, State, Values, bit, both, count, lowest, without};
use crate::geometry::Incidence;

/// Whether a puzzle has a solution beside the known one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) enum Other {
    /// It has.
    Some,
    /// It has none.
    None,
    /// That would have taken more branches than allowed.
    Undecided,
}

/// A random full grid, if there is any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::generate) enum Filled {
    /// This one.
    Grid(Values),
    /// The board has none.
    None,
    /// That would have taken more branches than allowed.
    Undecided,
}

/// What the rest of the generator sees of a search, whatever the width of its sets.
pub(in crate::generate) trait Search {
    /// Fills the empty board at random.
    fn fill(&mut self, random: &mut Random, branches: u64, running: &mut Running) -> Result<Filled, StopReason>;

    /// Whether clues of a known solution have another one, which differs in this cell.
    fn other(
        &mut self,
        clues: &[u16],
        solution: &[u16],
        cell: u32,
        branches: u64,
        running: &mut Running,
    ) -> Result<Other, StopReason>;

    /// Whether singles alone fill the grid.
    fn is_filled_by_singles(&mut self, clues: &[u16], running: &mut Running) -> Result<bool, StopReason>;

    /// Lists the solutions up to a limit and returns how many there were; none where that took more branches than allowed.
    fn list(
        &mut self,
        clues: &[u16],
        limit: u64,
        branches: u64,
        running: &mut Running,
        each: &mut dyn FnMut(&[u16]),
    ) -> Result<Option<u64>, StopReason>;

    /// Counts the solutions up to a limit; none where that took more branches than allowed.
    fn count(
        &mut self,
        clues: &[u16],
        limit: u64,
        branches: u64,
        running: &mut Running,
    ) -> Result<Option<u64>, StopReason> {
        self.list(clues, limit, branches, running, &mut |_| {})
    }
}

/// Opens a search on a board whose side is at most [`MAX_SIDE`].
pub(in crate::generate) fn open(incidence: &Arc<Incidence>) -> Box<dyn Search + Send> {
    match incidence.side() {
        0..=64 => Box::new(Branching::<1>::new(incidence)),
        65..=128 => Box::new(Branching::<2>::new(incidence)),
        _ => Box::new(Branching::<4>::new(incidence)),
    }
}

/// The widest board that is searched.
pub(in crate::generate) const MAX_SIDE: usize = 256;

struct Branching<const W: usize> {
    now: Deduction<W>,
    /// The alternatives that wait: each a state and its cell, in which a digit was struck out.
    waiting: Vec<(State<W>, usize)>,
    /// How many of them wait; the others are memory for the next.
    depth: usize,
}

enum Step {
    Filled,
    Exhausted,
    Undecided,
}

impl<const W: usize> Branching<W> {
    fn new(incidence: &Arc<Incidence>) -> Self {
        Self { now: Deduction::new(incidence), waiting: Vec::new(), depth: 0 }
    }

    /// Goes on to the next filling. `is_alive` says whether the present state has not failed.
    fn next(
        &mut self,
        mut is_alive: bool,
        branches: &mut u64,
        running: &mut Running,
        mut choose: impl FnMut(&State<W>) -> (usize, u16),
    ) -> Result<Step, StopReason> {
        loop {
            running.tick()?;
            is_alive = is_alive && self.now.singles().is_ok();
            if is_alive && self.now.state.open == 0 {
                return Ok(Step::Filled);
            }
            if is_alive {
                if *branches == 0 {
                    return Ok(Step::Undecided);
                }
                *branches -= 1;
                let (cell, digit) = choose(&self.now.state);
                is_alive = self.branch(cell, digit);
                continue;
            }
            if self.depth == 0 {
                return Ok(Step::Exhausted);
            }
            is_alive = self.resume();
        }
    }

    fn branch(&mut self, cell: usize, digit: u16) -> bool {
        if self.waiting.len() == self.depth {
            self.waiting.push((State::default(), 0));
        }
        let (state, at) = &mut self.waiting[self.depth];
        state.copy_from(&self.now.state);
        *at = cell;
        state.candidates[cell] = without(state.candidates[cell], bit(digit));
        self.depth += 1;
        self.now.place(cell, digit).is_ok()
    }

    fn resume(&mut self) -> bool {
        self.depth -= 1;
        self.now.quieten();
        let (state, cell) = &mut self.waiting[self.depth];
        std::mem::swap(&mut self.now.state, state);
        let cell = *cell;
        self.now.strike_out(cell, [0; W]).is_ok()
    }

    fn begin(&mut self, clues: &[u16]) -> bool {
        self.depth = 0;
        self.now.begin(clues).is_ok()
    }
}

/// The first open cell with as few candidates as possible, looking from a cell on.
fn narrowest<const W: usize>(state: &State<W>, from: usize) -> usize {
    let (mut best, mut fewest) = (0, u32::MAX);
    let (before, behind) = state.candidates.split_at(from);
    for (at, &candidates) in behind.iter().chain(before).enumerate() {
        let left = count(candidates);
        if left > 1 && left < fewest {
            (best, fewest) = (at, left);
            if left == 2 {
                break;
            }
        }
    }
    (from + best) % state.candidates.len()
}

impl<const W: usize> Search for Branching<W> {
    fn fill(&mut self, random: &mut Random, branches: u64, running: &mut Running) -> Result<Filled, StopReason> {
        let mut branches = branches;
        let is_alive = self.begin(&vec![0; self.now.incidence.cell_count()]);
        let choose = |state: &State<W>| {
            let cell = narrowest(state, random.below(state.candidates.len()));
            let mut candidates = state.candidates[cell];
            for _ in 0..random.below(count(candidates) as usize) {
                candidates = without(candidates, bit(lowest(candidates)));
            }
            (cell, lowest(candidates))
        };
        Ok(match self.next(is_alive, &mut branches, running, choose)? {
            Step::Filled => Filled::Grid(self.now.state.values.clone()),
            Step::Exhausted => Filled::None,
            Step::Undecided => Filled::Undecided,
        })
    }

    fn other(
        &mut self,
        clues: &[u16],
        solution: &[u16],
        cell: u32,
        branches: u64,
        running: &mut Running,
    ) -> Result<Other, StopReason> {
        let mut branches = branches;
        let is_alive = self.begin(clues) && self.now.strike_out(cell as usize, bit(solution[cell as usize])).is_ok();
        let choose = |state: &State<W>| {
            let cell = narrowest(state, 0);
            let candidates = state.candidates[cell];
            let others = without(candidates, bit(solution[cell]));
            (cell, if both(others, candidates) == [0; W] { lowest(candidates) } else { lowest(others) })
        };
        Ok(match self.next(is_alive, &mut branches, running, choose)? {
            Step::Filled => Other::Some,
            Step::Exhausted => Other::None,
            Step::Undecided => Other::Undecided,
        })
    }

    fn is_filled_by_singles(&mut self, clues: &[u16], running: &mut Running) -> Result<bool, StopReason> {
        running.tick()?;
        Ok(self.begin(clues) && self.now.singles().is_ok() && self.now.state.open == 0)
    }

    fn list(
        &mut self,
        clues: &[u16],
        limit: u64,
        branches: u64,
        running: &mut Running,
        each: &mut dyn FnMut(&[u16]),
    ) -> Result<Option<u64>, StopReason> {
        let mut branches = branches;
        let mut is_alive = self.begin(clues);
        let mut found = 0;
        while found < limit {
            let choose = |state: &State<W>| {
                let cell = narrowest(state, 0);
                (cell, lowest(state.candidates[cell]))
            };
            match self.next(is_alive, &mut branches, running, choose)? {
                Step::Filled => {
                    found += 1;
                    each(&self.now.state.values);
                }
                Step::Exhausted => return Ok(Some(found)),
                Step::Undecided => return Ok(None),
            }
            is_alive = false;
        }
        Ok(Some(found))
    }
}
