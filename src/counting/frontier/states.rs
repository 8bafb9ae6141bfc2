//! The states, cell after cell.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::budget::{Running, StopReason};
use crate::counting::frontier::plan::{OpenUnit, Plan, Step};

/// The set of units that hold each digit, in ascending order; unused entries behind the last digit hold a value that fits no cell.
pub(super) type State<const N: usize> = [u64; N];

/// Numbers of ways by state.
pub(super) type Layer<const N: usize> = HashMap<State<N>, u128, BuildHasherDefault<Multiplying>>;

/// How a run ended.
pub(super) enum Ended {
    /// With the number of solutions.
    Counted(u128),
    /// Between two cells, because of too many states.
    Full,
    /// A number of ways is beyond 128 bits.
    Overflowed,
}

/// How many states there may be at once before and behind a cell, with so much memory for both tables.
///
/// A table's capacity is a power of two and doubles when seven eighths are filled; while it grows, the old half exists as well.
pub(super) fn most_within(memory: u64, digits: usize) -> u64 {
    let digits = match digits {
        0..=4 => 4,
        5..=6 => 6,
        7..=8 => 8,
        9..=10 => 10,
        _ => 16,
    };
    let place = 8 * digits + 17;
    let places = (memory.saturating_mul(2) / (5 * place)).checked_ilog2().map_or(0, |power| 1_u64 << power);
    // A state leads to up to 16 more before they are counted.
    (places / 8 * 7).saturating_sub(16)
}

/// The states after some cells, each with the number of ways to reach it.
pub(super) struct States<const N: usize> {
    ways: Layer<N>,
    /// The number of these cells.
    cells: usize,
}

impl<const N: usize> States<N> {
    /// Before the first cell.
    pub(super) fn new(plan: &Plan) -> Self {
        Self { ways: Self::start(plan), cells: 0 }
    }

    /// The number of cells passed.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// Advances through the cells with at most `most_states` states at once; a run that stopped as full can resume with more. A
    /// step of the budget is a state.
    pub(super) fn advance(
        &mut self,
        plan: &Plan,
        most_states: u64,
        running: &mut Running,
    ) -> Result<Ended, StopReason> {
        for step in &plan.steps[self.cells..] {
            let mut next = Self { ways: HashMap::default(), cells: self.cells + 1 };
            for (state, ways) in &self.ways {
                running.tick()?;
                if !next.add_all(plan.digits, step, state, *ways) {
                    return Ok(Ended::Overflowed);
                }
                if next.ways.len() as u64 > most_states {
                    return Ok(Ended::Full);
                }
            }
            *self = next;
        }
        running.check()?;
        let total = self.ways.values().try_fold(0_u128, |total, &ways| total.checked_add(ways));
        Ok(total.map_or(Ended::Overflowed, Ended::Counted))
    }

    /// The state before the first cell.
    pub(super) fn start(plan: &Plan) -> Layer<N> {
        let mut start = [u64::MAX; N];
        start[..plan.digits].copy_from_slice(&plan.start);
        start.sort_unstable();
        HashMap::from_iter([(start, 1)])
    }

    /// Adds the successors of a state for every digit of the cell; false on overflow.
    fn add_all(&mut self, digits: usize, step: &Step, state: &State<N>, ways: u128) -> bool {
        Self::for_each_next(digits, step, state, |next, alike| {
            let slot = self.ways.entry(next).or_insert(0);
            let sum = ways.checked_mul(alike).and_then(|ways| slot.checked_add(ways));
            *slot = sum.unwrap_or(0);
            sum.is_some()
        })
    }

    /// Visits each successor of a state with the number of digits that lead to it, until `visit` returns false; returns whether
    /// every call returned true.
    pub(super) fn for_each_next(
        digits: usize,
        step: &Step,
        state: &State<N>,
        mut visit: impl FnMut(State<N>, u128) -> bool,
    ) -> bool {
        let mut at = 0;
        while at < digits {
            let set = state[at];
            let alike = state[at..digits].iter().take_while(|&&other| other == set).count();
            if set & step.units == 0 {
                let mut next = *state;
                next[at] = set | step.units;
                if lives(digits, step, &next, at) {
                    for set in &mut next[..digits] {
                        *set &= step.kept;
                    }
                    next[..digits].sort_unstable();
                    if !visit(next, alike as u128) {
                        return false;
                    }
                }
            }
            at += alike;
        }
        true
    }
}

/// Whether every cell and unit around a newly filled cell can still be completed.
fn lives<const N: usize>(digits: usize, step: &Step, state: &State<N>, placed: usize) -> bool {
    let has_place = |set: u64, unit: &OpenUnit| set & unit.bit != 0 || unit.cells.iter().any(|cell| cell & set == 0);
    let sets = &state[..digits];
    step.cells.iter().all(|cell| sets.iter().any(|set| set & cell == 0))
        && step.others.iter().all(|unit| has_place(state[placed], unit))
        && step.own.iter().all(|unit| sets.iter().all(|&set| has_place(set, unit)))
}

/// A hash by multiplications, as P. Barrett's in Firefox: no adversary chooses the keys, and a bad key costs time, not correctness.
#[derive(Default)]
pub(super) struct Multiplying(u64);

impl Hasher for Multiplying {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}
