//! Search that propagates: singles until quiet, then a choice in a cell with as few candidates as possible.
//!
//! Both sides of a choice are tried: the digit, and the cell without it. What the second begins with is copied, in memory
//! that is kept, so that a step back costs nothing. Which cell and which digit comes first is up to the caller.

use std::sync::Arc;

use crate::budget::{Running, StopReason};
use crate::geometry::Incidence;
use crate::reduction::{Domains, Propagation};
use crate::rule::Rules;

/// A search over a board, for one puzzle after another.
pub(crate) struct Propagating {
    now: Propagation,
    /// Whether the present state has not failed.
    is_alive: bool,
    /// The other sides of the choices.
    waiting: Vec<Waiting>,
    /// How many of them wait; the others are memory for the next.
    depth: usize,
}

/// A state as it was before a digit was chosen, which is to go without the digit.
#[derive(Default)]
struct Waiting {
    domains: Domains,
    cell: usize,
    digit: usize,
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reached {
    /// On the next filling.
    Filled,
    /// At its end: there are no more.
    Exhausted,
    /// Short of both: that would have taken more choices than allowed.
    Undecided,
}

impl Propagating {
    pub(crate) fn new(incidence: &Arc<Incidence>) -> Self {
        Self::over(Propagation::new(incidence))
    }

    /// The same for puzzles with rules.
    pub(crate) fn with_rules(incidence: &Arc<Incidence>, rules: &Rules) -> Self {
        Self::over(Propagation::new(incidence).with_rules(rules))
    }

    fn over(now: Propagation) -> Self {
        Self { now, is_alive: false, waiting: Vec::new(), depth: 0 }
    }

    /// Begins with clues of which no two are in conflict, by index + 1, 0 where a cell is open.
    pub(crate) fn begin(&mut self, clues: &[u16]) {
        self.depth = 0;
        self.is_alive = self.now.begin(clues).is_ok();
    }

    /// The digits that are written and left.
    pub(crate) fn domains(&self) -> &Domains {
        self.now.domains()
    }

    /// Looks only for fillings without a digit in a cell. To be said before any choice.
    pub(crate) fn rule_out(&mut self, cell: usize, digit: usize) {
        if self.is_alive && self.now.domains().is_live(cell, digit) {
            self.is_alive = self.now.strike(cell, digit).is_ok();
        }
    }

    /// Fills singles; whether that fills the grid.
    pub(crate) fn is_filled_by_singles(&mut self) -> bool {
        self.is_alive = self.is_alive && self.now.singles().is_ok();
        self.is_alive && self.now.domains().open() == 0
    }

    /// Goes on to the next filling. Each choice is a candidate of a cell that has several, and takes one of `choices`.
    pub(crate) fn next(
        &mut self,
        choices: &mut u64,
        running: &mut Running,
        mut choose: impl FnMut(&Domains) -> (usize, usize),
    ) -> Result<Reached, StopReason> {
        loop {
            running.tick()?;
            if self.is_filled_by_singles() {
                // The next search goes on behind it.
                self.is_alive = false;
                return Ok(Reached::Filled);
            }
            if self.is_alive {
                if *choices == 0 {
                    return Ok(Reached::Undecided);
                }
                *choices -= 1;
                let (cell, digit) = choose(self.now.domains());
                self.branch(cell, digit);
            } else if self.depth == 0 {
                return Ok(Reached::Exhausted);
            } else {
                self.step_back();
            }
        }
    }

    fn branch(&mut self, cell: usize, digit: usize) {
        if self.waiting.len() == self.depth {
            self.waiting.push(Waiting::default());
        }
        let waiting = &mut self.waiting[self.depth];
        waiting.domains.copy_from(self.now.domains());
        (waiting.cell, waiting.digit) = (cell, digit);
        self.depth += 1;
        self.is_alive = self.now.place(cell, digit).is_ok();
    }

    fn step_back(&mut self) {
        self.depth -= 1;
        let Waiting { domains, cell, digit } = &mut self.waiting[self.depth];
        self.now.exchange(domains);
        self.is_alive = self.now.strike(*cell, *digit).is_ok();
    }
}

/// The first open cell with as few candidates as possible, looking from a cell on, where singles are filled.
pub(crate) fn narrowest(domains: &Domains, from: usize) -> usize {
    let (mut best, mut fewest) = (0, u16::MAX);
    let (before, behind) = domains.left().split_at(from);
    for (at, &left) in behind.iter().chain(before).enumerate() {
        if left > 1 && left < fewest {
            (best, fewest) = (at, left);
            if left == 2 {
                break;
            }
        }
    }
    (from + best) % domains.left().len()
}
